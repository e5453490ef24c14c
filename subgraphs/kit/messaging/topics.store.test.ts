import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import type { TopicFilter } from './events.ts'
import { moveOutbox } from './outbox-postgres.ts'
import { insertCursors, LEASE_MS, listMessages, moveCursor, type TopicsEnv, takeLease } from './topics.store.ts'

const { run, stores, write } = createStoreTest()

const env = (leaseMs?: number): TopicsEnv => ({
  stores: stores(),
  log: recordingLog().log,
  newId: randomUUID,
  ...(leaseMs === undefined ? {} : { leaseMs }),
})
const options = (topics: readonly TopicFilter[], group = 'g') => ({
  group,
  topics,
  concurrency: 1,
  handle: async () => {},
})
const ANY: TopicFilter = { prefix: '' }

/** Topics with so many messages each; their sequences begin at 1 and go on from topic to topic. */
const insertTopics = async (counts: Readonly<Record<string, number>>) => {
  for (const [name, count] of Object.entries(counts))
    await run(
      `insert into topics.topic (name) values ('${name}')`,
      `insert into topics.message (topic, id, key, envelope) select '${name}', gen_random_uuid(), n::text, '{}'
        from generate_series(1, ${count}) n`,
    )
}
const cursors = async (group = 'g') =>
  (
    await run(
      `select topic || ' ' || seq || ' ' || head as line from topics.cursor where consumer_group = '${group}'
        order by topic`,
    )
  ).map(({ line }) => line)
const subscribe = (topics: readonly TopicFilter[] = [ANY]) => insertCursors(env(), options(topics))
const lease = async (holder: string, topics: readonly TopicFilter[] = [ANY], leaseMs?: number) =>
  (await takeLease(env(leaseMs), options(topics), holder)).lease

beforeEach(() =>
  run(
    'truncate topics.topic, topics.cursor, topics.message restart identity',
    'update topics.made set topics = 0',
    'truncate analytics.outbox restart identity',
  ),
)

describe('the cursors of a group', () => {
  it.each<[readonly TopicFilter[], readonly string[]]>([
    [['a.one'], ['a.one']],
    [[{ prefix: 'a.' }], ['a.one', 'a.two']],
    [[{ prefix: 'a.', deadLetters: true }], ['a.one.dead-letter']],
    [
      ['b', { prefix: 'a.t' }],
      ['a.two', 'b'],
    ],
    [['a.one.dead-letter'], ['a.one.dead-letter']],
    [[{ prefix: 'A' }], []],
  ])('are of the topics %j, from their beginning', async (filters, expected) => {
    await insertTopics({ 'a.one': 1, 'a.one.dead-letter': 1, 'a.two': 1, b: 1 })
    await subscribe(filters)
    expect((await cursors()).map((line) => String(line).split(' ')[0])).toEqual(expected)
  })

  it('are made once, in as many steps as it takes, and know how far their topic goes', async () => {
    await run(`insert into topics.topic (name) select 't' || n from generate_series(1, 1003) n`)
    await insertTopics({ a: 2 })
    await subscribe()
    expect(await run('select count(*)::int as n from topics.cursor')).toEqual([{ n: 1_004 }])
    expect((await cursors())[0]).toBe('a 0 2')
    await run(`update topics.cursor set seq = 1 where topic = 'a'`)
    await subscribe()
    expect((await cursors())[0]).toBe('a 1 2')
  })
})

describe('the lease of a topic', () => {
  it('is of the topic that was served longest ago, never served ones first and by name, with what waits', async () => {
    await insertTopics({ c: 1, b: 2, a: 1, d: 1, none: 0 })
    await subscribe()
    await run(
      `update topics.cursor set served_at = '2026-01-02' where topic = 'c'`,
      `update topics.cursor set served_at = '2026-01-01' where topic = 'd'`,
    )
    await run(`insert into topics.cursor (consumer_group, topic) values ('other', 'a')`)
    expect(await takeLease(env(), options([ANY]), 'x')).toEqual({
      topics: '5',
      lease: { topic: 'a', seq: '0', head: '4' },
    })
    expect([await lease('y'), await lease('x'), await lease('x'), await lease('x')]).toEqual([
      { topic: 'b', seq: '0', head: '3' },
      { topic: 'd', seq: '0', head: '5' },
      { topic: 'c', seq: '0', head: '1' },
      null,
    ])
    expect(await takeLease(env(), options([ANY]), 'x')).toEqual({ topics: '5', lease: null })
    expect(
      await run("select topic from topics.cursor where served_at > now() - interval '1 minute' order by 1"),
    ).toHaveLength(4)
  })

  it('is of the group and of the topics that it asks for', async () => {
    await insertTopics({ a: 1, b: 1 })
    await subscribe()
    expect(await takeLease(env(), options([ANY], 'unknown'), 'x')).toEqual({ topics: '2', lease: null })
    expect(await lease('x', ['b'])).toMatchObject({ topic: 'b' })
  })

  it('is free when its time is over, or ends later than any lease does', async () => {
    await insertTopics({ a: 1 })
    await subscribe()
    const until = (text: string) =>
      run(`update topics.cursor set leased_by = 'x', leased_until = clock_timestamp() + interval '${text}'`)
    for (const [text, isFree] of [
      ['-1 second', true],
      ['1 minute', false],
      ['23 hours', false],
      ['25 hours', true],
    ] as const) {
      await until(text)
      expect((await lease('y')) !== null, text).toBe(isFree)
    }
  })

  it.each([
    [undefined, 30],
    [9_000_000, 9_000],
  ])('of %s ms is held for %i seconds', async (leaseMs, seconds) => {
    await insertTopics({ a: 1 })
    await subscribe()
    expect(LEASE_MS).toBe(30_000)
    await lease('x', [ANY], leaseMs)
    expect(
      await run(
        'select leased_by, round(extract(epoch from leased_until - served_at))::int as held from topics.cursor',
      ),
    ).toEqual([{ leased_by: 'x', held: seconds }])
  })

  it('is kept or given back as the cursor moves, forward only, by its holder only', async () => {
    await insertTopics({ a: 5, b: 5 })
    await subscribe()
    await lease('x', ['a'])
    const move = (seq: string, holder: string, keep: boolean, group = 'g', topic = 'a') =>
      moveCursor(env(90_000), group, topic, seq, holder, keep)
    const held = async () =>
      (
        await run(
          `select seq::int || ' ' || coalesce(leased_by, '-') || ' ' || (leased_until is not null) as line
            from topics.cursor where topic = 'a'`,
        )
      )[0]?.line
    expect([await move('3', 'y', true), await held()]).toEqual([false, '0 x true'])
    expect([await move('3', 'x', true, 'other'), await move('3', 'x', true, 'g', 'b')]).toEqual([false, false])
    expect([await move('3', 'x', true), await held()]).toEqual([true, '3 x true'])
    expect(
      await run("select from topics.cursor where leased_until > clock_timestamp() + interval '60 seconds'"),
    ).toHaveLength(1)
    expect([await move('2', 'x', true), await held()]).toEqual([true, '3 x true'])
    expect([await move('4', 'x', false), await held()]).toEqual([true, '4 - false'])
  })
})

describe('messages', () => {
  it('of a topic are those behind the cursor, in order', async () => {
    await run(
      `insert into topics.message (topic, seq, id, key, envelope) overriding system value
       select 'a', n, gen_random_uuid(), n::text, '{}' from generate_series(3, 1, -1) n`,
      'analyze topics.message',
      `update topics.message set headers = '{"h": "1"}' where topic = 'a' and seq = 2`,
    )
    const list = (seq: string, limit: number) => listMessages(env(), { topic: 'a', seq, head: '3' }, limit)
    expect(await list('0', 9)).toEqual([
      { seq: '1', topic: 'a', key: '1', envelope: {}, headers: null },
      { seq: '2', topic: 'a', key: '2', envelope: {}, headers: { h: '1' } },
      { seq: '3', topic: 'a', key: '3', envelope: {}, headers: null },
    ])
    expect((await list('1', 1)).map(({ seq }) => seq)).toEqual(['2'])
    expect(await list('3', 9)).toEqual([])
  })

  it('of an outbox are moved in the order of their ids, and those that are recorded are named', async () => {
    const recorded = (digit: number) => `00-${String(digit).repeat(32)}-${'1'.repeat(16)}-01`
    await run(
      `insert into analytics.outbox (id, message_id, topic, key, occurred_at, data) overriding system value
       select n, gen_random_uuid(), 'a', n::text, '2026-11-20T12:00:00.250Z', '{}' from generate_series(300, 1, -1) n`,
      `update analytics.outbox set traceparent = case when id between 60 and 90 then '${recorded(2)}'
         when id = 100 then '${recorded(3)}' else '${recorded(4).replace(/01$/, '00')}' end`,
      'analyze analytics.outbox',
    )
    const move = (limit: number) => write((tx) => moveOutbox(tx, 'analytics', { limit }))
    // So few of them are joined in the order in which they lie in the table.
    expect([await move(50), await move(300), await move(300)]).toEqual([
      { count: 50, published: 50, traceparents: [] },
      { count: 250, published: 250, traceparents: [recorded(2), recorded(3)] },
      { count: 0, published: 0, traceparents: [] },
    ])
    const moved = await listMessages(env(), { topic: 'a', seq: '0', head: '0' }, 500)
    expect(moved.map(({ key }) => Number(key))).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
    expect(await run('select from analytics.outbox')).toEqual([])
  })
})
