import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStores, type Stores } from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../tests/database.ts'
import { recordingLog } from '../../tests/hosted-service.ts'
import { runAs } from '../../tests/sql.ts'
import { describeTransport, type TransportPair } from '../../tests/transport-contract.ts'
import { createPostgresTransport } from './events.postgres.ts'
import type { OutgoingMessage } from './events.ts'

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
})

const messageOf = (topic: string, n: number): OutgoingMessage => ({
  topic,
  key: 'k',
  envelope: {
    id: randomUUID(),
    type: topic,
    version: 1,
    occurredAt: '2026-11-20T12:00:00.000Z',
    institutionKey: null,
    traceparent: null,
    data: { n },
  },
})

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
    `insert into topics.cursor (consumer_group, topic, seq, leased_by, leased_until) values ('g', '${topic}', 0, 'dead', clock_timestamp() + interval '300 ms')`,
  ])
  expect(await firstOf(topic)).toBeGreaterThan(0)
  const [row] = await runAs(database.urls.superuser, [
    `select leased_until < clock_timestamp() as over, leased_by from topics.cursor where topic = '${topic}'`,
  ])
  expect(row).toMatchObject({ leased_by: null })
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
  const held = `select leased_by ${lease} and clock_timestamp() > '${first?.leased_until}' and leased_until > clock_timestamp()`
  await expect.poll(() => runAs(database.urls.superuser, [held])).toEqual([{ leased_by: first?.leased_by }])
  expect(handled).toEqual([0])
  release.resolve()
  await last.promise
  expect(handled).toEqual([0, 1])
  for (const subscription of subscriptions) await subscription.close()
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
