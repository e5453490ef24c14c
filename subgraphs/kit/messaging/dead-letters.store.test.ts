import { beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '../../../schema/events/envelope.ts'
import { ALL, createStoreTest } from '../../../tests/support/stores.ts'
import type { DeadLetter } from './dead-letter.rules.ts'
import {
  type DeadLetterFilter,
  deleteOldDeadLetters,
  findDeadLetter,
  insertDeadLetter,
  insertReplay,
  listDeadLetters,
  updateReplayed,
} from './dead-letters.store.ts'

const { read, run, write } = createStoreTest()

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const time = (text: string) => new Date(`2026-11-20T${text}Z`)
const MESSAGE = { id: idOf(77).toUpperCase(), institutionKey: 'ACME', data: { n: 1 } }
const LETTER: DeadLetter = {
  topic: 'demo.made',
  group: 'demo',
  key: 'A-1',
  message: MESSAGE,
  error: 'no',
  attempts: 3,
  firstAttemptAt: time('09:00:00.250'),
  lastAttemptAt: time('10:00:00.750'),
}

const keep = (n: number, letter: Partial<DeadLetter> = {}) =>
  write((tx) => insertDeadLetter(tx, 'analytics', { ...LETTER, ...letter }, idOf(n)))
const find = (n: number) => read(ALL, (tx) => findDeadLetter(tx, 'analytics', idOf(n)))
const replayed = (n: number, by: string) =>
  write((tx) => updateReplayed(tx, 'analytics', idOf(n), { at: time('11:00:00.500'), by }))
const list = async (filter: DeadLetterFilter = {}, { offset = 0, size = 9 } = {}) => {
  const { rows, total } = await read(ALL, (tx) => listDeadLetters(tx, 'analytics', filter, { offset, size }))
  return [...rows.map(({ id }) => Number(id.slice(-2))), `of ${total}`]
}

beforeEach(() => run('truncate analytics.dead_letter, analytics.outbox'))

describe('a dead letter', () => {
  it('is kept whole, with the id and the institution of its message', async () => {
    await keep(1)
    expect(await find(1)).toEqual({
      id: idOf(1),
      topic: 'demo.made',
      consumerGroup: 'demo',
      key: 'A-1',
      messageId: idOf(77),
      institutionKey: 'ACME',
      message: JSON.stringify(MESSAGE),
      error: 'no',
      attempts: 3,
      firstAttemptAt: LETTER.firstAttemptAt,
      lastAttemptAt: LETTER.lastAttemptAt,
      replayedAt: null,
      replayedBy: null,
    })
    expect(await find(2)).toBeNull()
  })

  it.each<[unknown, string | null]>([
    [null, null],
    ['text', null],
    [{ n: 1 }, null],
    [{ institutionKey: 7 }, null],
    [{ institutionKey: 'AC\0ME' }, 'ACME'],
  ])('of the message %j has no id, and the institution %j', async (message, institutionKey) => {
    await keep(1, { message, key: 'A\0-1', error: 'a\0b\ud800c' })
    expect(await find(1)).toMatchObject({ messageId: null, institutionKey, key: 'A-1', error: 'ab\ufffdc' })
  })

  it('that died again is the same one and no longer replayed; one that is reported again stays as it is', async () => {
    await keep(1)
    await replayed(1, 'ann')
    const before = await find(1)
    expect(before).toMatchObject({ replayedAt: time('11:00:00.500'), replayedBy: 'ann' })
    await keep(2, { error: 'failed again', attempts: 9 })
    expect(await find(1)).toEqual(before)
    const later = { error: 'again', attempts: 4, lastAttemptAt: time('10:00:00.751') }
    await keep(3, { ...later, key: 'A-2', firstAttemptAt: time('10:00:00') })
    expect(await find(1)).toEqual({ ...before, ...later, replayedAt: null, replayedBy: null })
    expect(await list()).toEqual([1, 'of 1'])
  })

  it('that died again by a clock that is behind is no longer replayed', async () => {
    await keep(1)
    await replayed(1, 'ann')
    const behind = { error: 'again', lastAttemptAt: time('08:00:01') }
    await keep(2, behind)
    expect(await find(1)).toMatchObject({ ...behind, replayedAt: null, replayedBy: null })
    await replayed(1, 'bob')
    await keep(3, behind)
    expect(await find(1), 'reported again').toMatchObject({ replayedBy: 'bob' })
  })

  it('that waits stays as it is when an earlier failure of it is reported again', async () => {
    await keep(1)
    const before = await find(1)
    await keep(2, { error: 'earlier', lastAttemptAt: time('08:00:01') })
    expect(await find(1)).toEqual(before)
  })

  it('is one of its group, topic and message, which is known by its content where it has no id', async () => {
    await keep(1)
    await keep(2, { group: 'other' })
    await keep(3, { topic: 'demo.else' })
    await keep(4, { message: { n: 1 } })
    await keep(5, { message: { n: 1 } })
    await keep(6, { message: { n: 2 } })
    await keep(7, { message: { n: 1 }, key: 'A-2' })
    expect(await list()).toEqual([7, 6, 4, 3, 2, 1, 'of 6'])
    const [digest] = await run(`select identity from analytics.dead_letter where id = '${idOf(4)}'`)
    expect(digest).toEqual({ identity: expect.stringMatching(/^[\da-f]{64}$/) })
  })
})

describe('dead letters', () => {
  it('are listed by last failure, newest first, then by latest id, of a topic and replayed or not', async () => {
    await keep(1, { message: { n: 1 } })
    await keep(2, { message: { n: 2 }, lastAttemptAt: time('12:00:00') })
    await keep(3, { message: { n: 3 }, topic: 'demo.else' })
    await keep(4, { message: { n: 4 }, topic: 'demo.else', lastAttemptAt: time('09:30:00') })
    await replayed(3, 'ann')
    await replayed(2, 'bob')
    expect(await list()).toEqual([2, 3, 1, 4, 'of 4'])
    expect(await list({}, { offset: 1, size: 2 })).toEqual([3, 1, 'of 4'])
    expect(await list({ topic: 'demo.else', replayed: null })).toEqual([3, 4, 'of 2'])
    expect(await list({ topic: null, replayed: true })).toEqual([2, 3, 'of 2'])
    expect(await list({ replayed: false })).toEqual([1, 4, 'of 2'])
    expect(await list({ topic: 'demo.else', replayed: false })).toEqual([4, 'of 1'])
  })

  it('show a message of up to 64 KiB of bytes in a list, and the whole of one alone', async () => {
    const texts = [65_536, 65_537].map((bytes) => `é${'x'.repeat(bytes - 4)}`)
    for (const [at, message] of texts.entries()) await keep(at, { message })
    const { rows } = await read(ALL, (tx) => listDeadLetters(tx, 'analytics', {}, { offset: 0, size: 9 }))
    expect(rows.map(({ message }) => message?.length ?? null)).toEqual([null, 65_535])
    expect((await find(1))?.message).toBe(JSON.stringify(texts[1]))
  })

  it('are locked while one looks at one, so that no other process replays it meanwhile', async () => {
    await keep(1)
    await read(ALL, async (tx) => {
      await findDeadLetter(tx, 'analytics', idOf(1))
      expect(await run('select id from analytics.dead_letter for update skip locked')).toEqual([])
    })
  })

  it('that failed last before a moment are forgotten, the oldest first and so many at once', async () => {
    for (const [n, last] of [
      [1, '10:00:00'],
      [2, '09:00:00'],
      [3, '09:30:00'],
      [4, '11:00:00'],
    ] as const)
      await keep(n, { message: { n }, lastAttemptAt: time(last) })
    const forget = (before: string, limit: number) =>
      write((tx) => deleteOldDeadLetters(tx, 'analytics', time(before), limit))
    expect(await forget('09:00:00', 9)).toBe(0)
    expect(await forget('11:00:00', 2)).toBe(2)
    expect(await list()).toEqual([4, 1, 'of 2'])
    expect(await forget('11:00:00', 2)).toBe(1)
  })

  it('go into the outbox again as the message that they were', async () => {
    const envelope: Envelope = {
      id: idOf(77),
      type: 'demo.made',
      version: 1,
      occurredAt: '2026-11-20T08:00:00.125Z',
      institutionKey: 'ACME',
      traceparent: 'trace',
      data: { n: 1 },
    }
    await write((tx) => insertReplay(tx, 'analytics', { topic: 'demo.made', key: 'A-1' }, envelope))
    expect(
      await run(
        `select message_id::text, topic, key, institution_key, occurred_at, traceparent, data::jsonb
          from analytics.outbox`,
      ),
    ).toMatchObject([
      {
        message_id: idOf(77),
        topic: 'demo.made',
        key: 'A-1',
        institution_key: 'ACME',
        traceparent: 'trace',
        data: { n: 1 },
      },
    ])
    expect(await run(`select from analytics.outbox where occurred_at = '2026-11-20T08:00:00.125Z'`)).toHaveLength(1)
  })
})
