import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { describeDeadLetters } from '../../../tests/messaging/dead-letter-contract.ts'
import { describeTransport, messageWith, type TransportPair } from '../../../tests/messaging/transport-contract.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { createPostgresTransport } from './events-postgres.ts'

let database: TestDatabase
let stores: readonly Stores[]
let pair: TransportPair

beforeAll(async () => {
  database = await cloneDatabase()
  const open = async () => openStores(database.urls, { name: 'tests', max: 4 })
  const [one, other] = [await open(), await open()]
  stores = [one, other]
  const transportOf = (store: Stores) =>
    createPostgresTransport({ stores: store, log: recordingLog().log, newId: randomUUID })
  pair = { first: transportOf(one), second: transportOf(other) }
})
afterAll(async () => {
  for (const store of stores ?? []) await store.close()
  await database?.drop()
})

describe('topics as tables', () => {
  describeTransport(() => pair)
  describeDeadLetters(() => pair)
})

const messageOf = (topic: string, n: number) => messageWith(topic, 'k', { n })

/** Resolves with the first message that a member gets. */
const firstOf = async (topic: string) => {
  const got = Promise.withResolvers<number>()
  const subscription = pair.first.subscribe({
    group: 'g',
    topics: [topic],
    concurrency: 1,
    handle: async ({ position }) => got.resolve(position),
  })
  const position = await got.promise
  await subscription.close()
  return position
}

test('a member that died holds its topic until its lease is over, no longer', async () => {
  const topic = `test.${randomUUID()}`
  await pair.first.publish([messageOf(topic, 0)])
  await runAs(database.urls.superuser, [
    `insert into topics.cursor (consumer_group, topic, seq, leased_by, leased_until)
      values ('g', '${topic}', 0, 'dead', clock_timestamp() + interval '300 ms')`,
  ])
  expect(await firstOf(topic)).toBeGreaterThan(0)
  const [row] = await runAs(database.urls.superuser, [
    `select leased_until < clock_timestamp() as over, leased_by from topics.cursor where topic = '${topic}'`,
  ])
  expect(row).toMatchObject({ leased_by: null })
})

test('a lease of a clock that was set back forty days does not hold its topic up', async () => {
  const topic = `test.${randomUUID()}`
  await pair.first.publish([messageOf(topic, 0)])
  await runAs(database.urls.superuser, [
    `insert into topics.cursor (consumer_group, topic, seq, leased_by, leased_until)
      values ('g', '${topic}', 0, 'dead', clock_timestamp() + interval '40 days')`,
  ])
  expect(await firstOf(topic)).toBeGreaterThan(0)
})

test('a message that takes longer than a lease is not given to another member meanwhile', async () => {
  const topic = `test.${randomUUID()}`
  const log = recordingLog().log
  const [one, other] = stores.map((store) =>
    createPostgresTransport({ stores: store, log, newId: randomUUID, leaseMs: 300 }),
  )
  if (one === undefined || other === undefined) throw new Error('no stores')
  const handled: number[] = []
  const release = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  const handle = async ({ envelope }: { envelope: unknown }) => {
    const n = Number(JSON.stringify(envelope).match(/"n":(\d+)/)?.[1])
    handled.push(n)
    if (n === 0) await release.promise
    else last.resolve()
  }
  await one.publish([messageOf(topic, 0), messageOf(topic, 1)])
  const subscriptions = [one, other].map((transport) =>
    transport.subscribe({ group: 'g', topics: [topic], concurrency: 1, handle }),
  )
  const lease = `from topics.cursor where topic = '${topic}'`
  const [first] = await expect
    .poll(() =>
      runAs(database.urls.superuser, [`select leased_by, leased_until::text ${lease} and leased_until is not null`]),
    )
    .toHaveLength(1)
    .then(() => runAs(database.urls.superuser, [`select leased_by, leased_until::text ${lease}`]))
  // Past the end of the first lease the same member still holds the topic.
  const held = `select leased_by ${lease} and clock_timestamp() > '${first?.leased_until}'
    and leased_until > clock_timestamp()`
  await expect.poll(() => runAs(database.urls.superuser, [held])).toEqual([{ leased_by: first?.leased_by }])
  expect(handled).toEqual([0])
  release.resolve()
  await last.promise
  expect(handled).toEqual([0, 1])
  for (const subscription of subscriptions) await subscription.close()
})

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Handles what is there, a message a turn, and keeps which topics the messages were of. */
const handleInTurns = async (
  prefix: string,
  concurrency: number,
  total: number,
  onMessage: (handled: number) => Promise<void> = async () => {},
) => {
  const order: string[] = []
  const all = Promise.withResolvers<void>()
  const subscription = pair.first.subscribe({
    group: 'g',
    topics: [{ prefix }],
    concurrency,
    turn: { messages: 1 },
    handle: async ({ topic }) => {
      order.push(topic)
      await onMessage(order.length)
      if (order.length === total) all.resolve()
    },
  })
  await all.promise
  await subscription.close()
  return order
}

test('a topic that comes late waits for a few messages of a long one, not for all', async () => {
  const prefix = `test.${randomUUID()}.`
  await pair.first.publish(upTo(150).map((n) => messageOf(`${prefix}LONG`, n)))
  const order = await handleInTurns(prefix, 1, 151, async (handled) => {
    if (handled === 50) await pair.second.publish([messageOf(`${prefix}LATE`, 0)])
  })
  const place = order.indexOf(`${prefix}LATE`)
  expect(place).toBeGreaterThanOrEqual(50)
  expect(place).toBeLessThan(53)
})

test('with more topics than a worker takes at once each has its turn in every round', async () => {
  const prefix = `test.${randomUUID()}.`
  const names = upTo(9).map((n) => `${prefix}${n}`)
  for (const name of names) await pair.first.publish(upTo(8).map((n) => messageOf(name, n)))
  const order = await handleInTurns(prefix, 1, 72)
  // The last of the topics to have had n turns has had them before any other has had n + 2.
  for (const n of upTo(6)) {
    const turnOf = (name: string, turn: number) =>
      order.flatMap((topic, at) => (topic === name ? [at] : []))[turn] ?? 72
    const last = Math.max(...names.map((name) => turnOf(name, n)))
    const first = Math.min(...names.map((name) => turnOf(name, n + 2)))
    expect(last).toBeLessThan(first)
  }
})

test('messages that are deleted under a reader are not looked for again', async () => {
  const topic = `test.${randomUUID()}`
  await pair.first.publish([messageOf(topic, 0)])
  await runAs(database.urls.superuser, [`delete from topics.message where topic = '${topic}'`])
  // A new group: its cursor is at the topic's head, or is brought there.
  const subscription = pair.first.subscribe({ group: 'late', topics: [topic], concurrency: 1, handle: async () => {} })
  const cursor = `select waiting from topics.cursor where topic = '${topic}' and consumer_group = 'late'`
  await expect.poll(() => runAs(database.urls.superuser, [cursor]), { timeout: 10_000 }).toEqual([{ waiting: false }])
  await runAs(database.urls.superuser, [`update topics.cursor set head = 9000000000 where topic = '${topic}'`])
  await expect.poll(() => runAs(database.urls.superuser, [cursor]), { timeout: 10_000 }).toEqual([{ waiting: false }])
  await subscription.close()
})

test('publishing is all or nothing', async () => {
  const topic = `test.${randomUUID()}`
  const broken = { ...messageOf(topic, 1), envelope: { ...messageOf(topic, 1).envelope, id: 'no uuid' } }
  await expect(pair.first.publish([messageOf(topic, 0), broken])).rejects.toThrow()
  const [row] = await runAs(database.urls.superuser, [
    `select count(*)::int as count from topics.message where topic = '${topic}'`,
  ])
  expect(row).toEqual({ count: 0 })
})

test('the role of requests can neither read nor write topics', async () => {
  await expect(runAs(database.urls.app, ['select from topics.message'])).rejects.toThrow(/permission denied/)
  await expect(runAs(database.urls.app, [`insert into topics.topic (name) values ('x')`])).rejects.toThrow(
    /permission denied/,
  )
})

test('messages whose order does not matter are under way together, and one that fails lets none be lost', async () => {
  const topic = `test.${randomUUID()}`
  const seen: number[] = []
  let most = 0
  let underWay = 0
  let hasFailed = false
  await pair.first.publish(Array.from({ length: 10 }, (_, n) => messageOf(topic, n)))
  const subscription = pair.first.subscribe({
    group: 'g',
    topics: [topic],
    concurrency: 1,
    together: 4,
    async handle({ envelope }) {
      const n = Number(JSON.stringify(envelope).match(/"n":(\d+)/)?.[1])
      underWay += 1
      most = Math.max(most, underWay)
      await stores[0]?.check()
      underWay -= 1
      if (n === 5 && !hasFailed) {
        hasFailed = true
        throw new Error('not yet')
      }
      seen.push(n)
    },
  })
  await expect.poll(() => new Set(seen).size, { timeout: 5_000 }).toBe(10)
  await subscription.close()
  expect(most).toBe(4)
  // What was under way beside the one that failed comes again with it.
  expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 9])
})

test('one that takes many at once reads a long topic without a pause, though a short one is read often', async () => {
  const [long, short] = [`test.${randomUUID()}`, `test.${randomUUID()}`]
  const [messages, chunk] = [1_500, 100]
  const seen = new Map([long, short].map((topic) => [topic, new Set<number>()]))
  await pair.first.publish(Array.from({ length: messages }, (_, n) => messageOf(long, n)))
  const subscription = pair.first.subscribe({
    group: 'g',
    topics: [long, short],
    concurrency: 2,
    together: chunk,
    async handle({ topic, position, envelope }) {
      if (topic === long && Number(Object(Object(envelope).data).n) % chunk === 0)
        await pair.second.publish([messageOf(short, 0)])
      seen.get(topic)?.add(position)
    },
  })
  // A pause after every other chunk would take seven seconds.
  await expect.poll(() => seen.get(long)?.size, { timeout: 5_000 }).toBe(messages)
  await expect.poll(() => seen.get(short)?.size, { timeout: 5_000 }).toBe(messages / chunk)
  await subscription.close()
})
