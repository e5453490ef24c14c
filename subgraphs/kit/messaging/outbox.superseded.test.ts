import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { createWaker } from '../common/waker.ts'
import { type OutgoingMessage, TopicsRefused, type Transport } from './events.ts'
import { createPostgresTransport } from './events-postgres.ts'
import { type DemoOutbox, from, openDemoOutbox, recorder } from './outbox.testing.ts'
import { insertOutbox, type OutboxRow, startRelay } from './outbox.ts'

let demo: DemoOutbox
let database: DemoOutbox['database']
let stores: DemoOutbox['stores']

beforeAll(async () => {
  demo = await openDemoOutbox()
  ;({ database, stores } = demo)
})
afterAll(() => demo?.close())
beforeEach(async () => {
  await runAs(database.urls.superuser, ['truncate demo.outbox, topics.message, topics.cursor'])
})

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const CHANGED = 'incident.updated'
const STATES = { topics: [CHANGED, 'other.updated'], fields: ['incidentId', 'severity'], version: 'version' }
const TRACE = `00-${'1'.repeat(32)}-${'2'.repeat(16)}`

type Change = readonly [incidentId: number | null, version: number, more?: Partial<OutboxRow> & { severity?: string }]

const rowOf = ([incidentId, version, { severity = 'LOW', ...more } = {}]: Change): OutboxRow => ({
  ...{ topic: CHANGED, key: 'ATM-1', institutionKey: 'ACME', traceparent: `${TRACE}-00` },
  data: { ...(incidentId === null ? {} : { incidentId }), version, severity },
  ...more,
})

const write = (changes: readonly Change[]) =>
  stores.asPlatform((tx) => insertOutbox(tx, 'demo', changes.map(rowOf), from))

const pending = async () =>
  Number((await runAs(database.urls.superuser, ['select count(*) from demo.outbox']))[0]?.count)

const counts: number[] = []
beforeEach(() => {
  counts.length = 0
})

const relay = (topics: Transport) => {
  const { log } = recordingLog()
  const onPublished = (count: number) => void counts.push(count)
  const running = startRelay(
    { stores, topics, log, outbox: createWaker(), states: STATES, onPublished, now: from.now },
    'demo',
  )
  closers.push(() => running.close())
}

/** Topic, incident and version of what went, in order. */
const briefly = (messages: readonly Pick<OutgoingMessage, 'topic' | 'envelope'>[]) =>
  messages.map(({ topic, envelope: { data } }) => `${topic} ${String(data.incidentId ?? '-')}:${String(data.version)}`)

const throughPostgres = async (changes: readonly Change[]) => {
  await write(changes)
  relay(createPostgresTransport({ stores, log: recordingLog().log, newId: from.newId }))
  await expect.poll(pending).toBe(0)
  const rows = await runAs(database.urls.superuser, [
    `select topic || ' ' || coalesce(d ->> 'incidentId', '-') || ':' || (d ->> 'version') as told
     from topics.message, lateral (select envelope -> 'data' as d) data order by seq`,
  ])
  return rows.map(({ told }) => told)
}

const throughBroker = async (changes: readonly Change[]) => {
  const { transport, published } = recorder()
  await write(changes)
  relay(transport)
  await expect.poll(pending).toBe(0)
  return briefly(published)
}

describe.each([
  ['topics of PostgreSQL', throughPostgres],
  ['a broker', throughBroker],
])('of changes that wait to be published by %s', (_to, publish) => {
  test('the newest of each subject goes, where it waited', async () => {
    const changes: Change[] = [
      [1, 2],
      [2, 2],
      [1, 3],
      [3, 2],
      [2, 3],
      [1, 4],
    ]
    expect(await publish(changes)).toEqual([`${CHANGED} 3:2`, `${CHANGED} 2:3`, `${CHANGED} 1:4`])
    expect(counts).toEqual([3])
  })

  test('all of other topics go, and what tells no subject', async () => {
    const other = { topic: 'incident.created' }
    const changes: Change[] = [
      [1, 1, other],
      [1, 2],
      [1, 1, other],
      [null, 1],
      [null, 2],
      [1, 3],
      [1, 3, { topic: 'other.updated' }],
    ]
    expect(await publish(changes)).toEqual([
      ...['incident.created 1:1', 'incident.created 1:1', `${CHANGED} -:1`, `${CHANGED} -:2`, `${CHANGED} 1:3`],
      'other.updated 1:3',
    ])
  })

  test('each severity and institution is told, as a webhook may look for one', async () => {
    const changes: Change[] = [
      [1, 2],
      [1, 3, { severity: 'HIGH' }],
      [1, 4, { severity: 'HIGH' }],
      [1, 5, { severity: 'CRITICAL' }],
      [1, 6, { severity: 'CRITICAL', institutionKey: 'CASH' }],
      [1, 7, { severity: 'CRITICAL', institutionKey: null }],
    ]
    const told = [2, 4, 5, 6, 7].map((version) => `${CHANGED} 1:${version}`)
    expect(await publish(changes)).toEqual(told)
  })

  test('a replay of an older state stands for none that is newer', async () => {
    const changes: Change[] = [
      [1, 7],
      [2, 10],
      [1, 3],
      [2, 9],
      [2, 10],
    ]
    expect(await publish(changes)).toEqual([`${CHANGED} 1:7`, `${CHANGED} 2:10`])
  })

  test('one of a recorded trace goes too, so that the trace is whole', async () => {
    const changes: Change[] = [
      [1, 2],
      [1, 3, { traceparent: `${TRACE}-01` }],
      [1, 4],
      [1, 5],
    ]
    expect(await publish(changes)).toEqual([`${CHANGED} 1:3`, `${CHANGED} 1:5`])
  })
})

test('what a later change stands for stays in the outbox while the topic of both is refused', async () => {
  const { transport, published } = recorder()
  let isRefused = true
  let refusals = 0
  const refusing: Transport = {
    ...transport,
    publish(messages) {
      if (!isRefused) return transport.publish(messages)
      refusals += 1
      return Promise.reject(new TopicsRefused([CHANGED], 'not authorised'))
    },
  }
  await write([
    [1, 2],
    [1, 3],
  ])
  relay(refusing)
  await expect.poll(() => refusals, { timeout: 5_000 }).toBeGreaterThan(1)
  expect(await pending()).toBe(2)
  isRefused = false
  await expect.poll(pending).toBe(0)
  expect(briefly(published)).toEqual([`${CHANGED} 1:3`])
})
