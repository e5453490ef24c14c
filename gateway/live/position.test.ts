import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { isSeen, parseLiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { type Entry, eventIdOf, type PollBatch, type Position, parseEventId, pendingSteps } from './position.rules.ts'

/**
 * A transaction that changes one record: its number grows with its beginning, the place of its change with
 * `writtenAt`.
 */
type Change = { readonly beganAt: number; readonly writtenAt: number; readonly committedAt: number }

const END = 100

const changes = fc
  .array(fc.tuple(fc.nat(END - 10), fc.nat(4), fc.nat(30)), { minLength: 1, maxLength: 25 })
  .map((drawn) =>
    drawn
      .map(
        ([beganAt, before, after]): Change => ({
          beganAt,
          writtenAt: beganAt + before,
          committedAt: Math.min(END - 1, beganAt + before + after),
        }),
      )
      .sort((one, other) => one.beganAt - other.beganAt),
  )
/** When a process polls; the first poll is at 0. */
const polls = fc
  .uniqueArray(fc.integer({ min: 1, max: END }), { maxLength: 20 })
  .map((times) => [0, ...times.sort((a, b) => a - b), END + 1])
/** When a reader reconnects, to which process, and after how many events its connection is cut. */
const visits = fc.array(fc.record({ wait: fc.nat(20), process: fc.nat(1), cutAfter: fc.nat(6) }), { maxLength: 15 })

const cursorAt = (history: readonly Change[], time: number): LiveCursor => {
  const began = history.filter(({ beganAt }) => beganAt <= time)
  const running = began.flatMap((change, index) => (change.committedAt > time ? [index + 1] : []))
  const xmax = began.length + 1
  return {
    epoch: 'e0',
    atMs: time,
    snapshot: { xmin: running[0] ?? xmax, xmax, running: new Set(running) },
  }
}

const entriesOf = (history: readonly Change[]): Entry[] => {
  const inOrder = history.map((change, index) => ({ change, transaction: index + 1 }))
  return inOrder
    .toSorted((one, other) => one.change.writtenAt - other.change.writtenAt || one.transaction - other.transaction)
    .map(({ transaction }, place) => ({
      topic: 'incidents',
      institutionKeys: [],
      place,
      transaction,
      data: String(transaction),
    }))
}

const batchesOf = (history: readonly Change[], times: readonly number[]): PollBatch[] =>
  times.slice(1).map((time, index) => {
    const [before, next] = [cursorAt(history, times[index] ?? 0), cursorAt(history, time)]
    const entries = entriesOf(history).filter(
      ({ transaction }) => !isSeen(before, transaction) && isSeen(next, transaction),
    )
    return { entries, next }
  })

describe('a reader that is disconnected at any moment and reconnects to any process', () => {
  it('receives every change once, whatever overlaps and however each process delimits its batches', () => {
    fc.assert(
      fc.property(changes, polls, polls, visits, (history, one, other, coming) => {
        const processes = [batchesOf(history, one), batchesOf(history, other)]
        const start = cursorAt(history, 0)
        let position: Position = { base: start, within: null }
        let time = 0
        const delivered: string[] = []
        for (const { wait, process, cutAfter } of [...coming, { wait: END * 2, process: 0, cutAfter: END }]) {
          time += wait
          const known = (processes[process] ?? []).filter(({ next }) => next.atMs <= time)
          const { steps, end } = pendingSteps(position, known, known.at(-1)?.next ?? start)
          const sent = steps.slice(0, cutAfter)
          delivered.push(...sent.map(({ entry }) => entry.data))
          const isWhole = sent.length === steps.length
          const reached: Position = isWhole ? end : (sent.at(-1)?.after ?? position)
          // It reconnects with the last id that it received.
          position = parseEventId(eventIdOf(new Map([['incident', reached]])))?.get('incident') ?? position
        }
        const expected = entriesOf(history).filter(({ transaction }) => !isSeen(start, transaction))
        expect(delivered.toSorted()).toEqual(expected.map(({ data }) => data).toSorted())
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the position after an entry', () => {
  const [before, next] = ['e0.5.3:7:4', 'e0.9.8:8:'].map(parseLiveCursor)
  if (!before || !next) throw new Error('these are cursors')
  const entry = (place: number): Entry => ({
    topic: 'incidents',
    institutionKeys: [],
    place,
    transaction: 7,
    data: String(place),
  })

  it('is within its batch, and after the last entry at the end of the batch', () => {
    const [one, other] = [entry(11), entry(12)]
    expect(pendingSteps({ base: before, within: null }, [{ entries: [one, other], next }], next)).toEqual({
      steps: [
        { entry: one, after: { base: before, within: { next, upTo: 11 } } },
        { entry: other, after: { base: next, within: null } },
      ],
      end: { base: next, within: null },
    })
  })

  it('continues in the order of the changes, however they are divided into batches', () => {
    const last = parseLiveCursor('e0.9.9:9:')
    if (!last) throw new Error('this is a cursor')
    const batches = [
      { entries: [entry(13), entry(11)], next },
      { entries: [entry(12)], next: last },
    ]
    const { steps } = pendingSteps({ base: before, within: { next: last, upTo: 11 } }, batches, last)
    expect(steps.map(({ entry: { place } }) => place)).toEqual([12, 13])
  })
})

describe('an id of an event', () => {
  const idOf = (text: string) => Buffer.from(text).toString('base64url')
  const cursor = 'e0.5.3:7:4'
  const base = { epoch: 'e0', atMs: 5, snapshot: { xmin: 3, xmax: 7, running: new Set([4]) } }

  it('holds its version and a position for each source of which its reader has one', () => {
    expect(Buffer.from(eventIdOf(new Map()), 'base64url').toString()).toBe('1||||')
    const id = eventIdOf(new Map([['journal', { base, within: { next: base, upTo: 11 } }]]))
    expect(Buffer.from(id, 'base64url').toString()).toBe(`1||${cursor}~${cursor}~11||`)
    expect(parseEventId(id)).toEqual(new Map([['journal', { base, within: { next: base, upTo: 11 } }]]))
  })

  it('has at most 16,384 characters', () => {
    const text = (bytes: number) => {
      const [head, tail] = ['1|ee.1.1:2:1', '||']
      return `${head}${',1'.repeat((bytes - head.length - tail.length) / 2)}${tail}`
    }
    const longest = idOf(text(12_288))
    expect(longest).toHaveLength(16_384)
    expect(parseEventId(longest)?.has('incident')).toBe(true)
    // Base64 leaves a single character over, so this is the same text as above.
    expect(parseEventId(`${longest}A`)).toBeNull()
    expect(parseEventId(idOf(text(12_290)))).toBeNull()
  })

  it.each([
    '1|@~@||',
    '1|@~x~11||',
    '1|@~@~||',
    '1|@~@~x11||',
    '1|@~@~11x||',
    '1|@~@~12345678901234567||',
    '1|@~@~11~12||',
    '1|@|',
    '1|@||||',
  ])('without valid positions is rejected: %s', (text) => {
    expect(parseEventId(idOf('1|@~@~11||'.replaceAll('@', cursor)))).not.toBeNull()
    expect(parseEventId(idOf(text.replaceAll('@', cursor)))).toBeNull()
  })

  it.each(['=', '!', ' '])('has letters, digits, hyphens and underscores only: no %j', (character) => {
    const id = idOf(`1|${cursor}||`)
    expect(parseEventId(id)).toEqual(new Map([['incident', { base, within: null }]]))
    expect(parseEventId(`${id}${character}`)).toBeNull()
    expect(parseEventId(`${character}${id}`)).toBeNull()
  })

  it.each([
    '',
    'x',
    '=',
    Buffer.from('2|||').toString('base64url'),
    Buffer.from('1|a|b|c').toString('base64url'),
    'A'.repeat(20_000),
  ])('that is invalid is rejected: %#', (id) => expect(parseEventId(id)).toBeNull())
})
