import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { isSeen } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { type Batch, type Entry, eventIdOf, type Position, parseEventId, untold } from './stream-position.rules.ts'

/** A transaction that changes one record: its number grows with its beginning, the place of its change with `writtenAt`. */
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
/** When a process looks; each begins with a look at 0. */
const looks = fc
  .uniqueArray(fc.integer({ min: 1, max: END }), { maxLength: 20 })
  .map((times) => [0, ...times.sort((a, b) => a - b), END + 1])
/** When a reader comes back, to which process, and after how many events its connection is cut. */
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
      institutionKey: null,
      place,
      transaction,
      data: String(transaction),
    }))
}

const batchesOf = (history: readonly Change[], times: readonly number[]): Batch[] =>
  times.slice(1).map((time, index) => {
    const [before, next] = [cursorAt(history, times[index] ?? 0), cursorAt(history, time)]
    const entries = entriesOf(history).filter(
      ({ transaction }) => !isSeen(before, transaction) && isSeen(next, transaction),
    )
    return { entries, next }
  })

describe('a reader who is cut off at any moment and comes back to any process', () => {
  it('is told every change once, whatever overlaps and however each process cuts its batches', () => {
    fc.assert(
      fc.property(changes, looks, looks, visits, (history, one, other, coming) => {
        const processes = [batchesOf(history, one), batchesOf(history, other)]
        const start = cursorAt(history, 0)
        let position: Position = { base: start, within: null }
        let time = 0
        const told: string[] = []
        for (const { wait, process, cutAfter } of [...coming, { wait: END * 2, process: 0, cutAfter: END }]) {
          time += wait
          const known = (processes[process] ?? []).filter(({ next }) => next.atMs <= time)
          const { steps, end } = untold(position, known, known.at(-1)?.next ?? start)
          const sent = steps.slice(0, cutAfter)
          told.push(...sent.map(({ entry }) => entry.data))
          const isWhole = sent.length === steps.length
          const stands: Position = isWhole ? end : (sent.at(-1)?.after ?? position)
          // As it comes back: out of the id that it was given.
          position = parseEventId(eventIdOf(new Map([['incident', stands]])))?.get('incident') ?? position
        }
        const expected = entriesOf(history).filter(({ transaction }) => !isSeen(start, transaction))
        expect(told.toSorted()).toEqual(expected.map(({ data }) => data).toSorted())
      }),
      { numRuns: 1000 },
    )
  })
})

describe('an id of an event', () => {
  it.each([
    '',
    'x',
    '=',
    Buffer.from('2|||').toString('base64url'),
    Buffer.from('1|a|b|c').toString('base64url'),
    'A'.repeat(20_000),
  ])('that is none is known as such: %#', (id) => expect(parseEventId(id)).toBeNull())
})
