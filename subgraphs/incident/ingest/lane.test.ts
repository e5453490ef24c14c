import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { KnownType } from '../model/ingest.types.ts'
import { eventSignal, type Inspector, openInspector, readTypes, startTestLane } from '../testing/ingest.testing.ts'

let db: TestDatabase
let inspector: Inspector
let types: Map<string, KnownType>

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  types = new Map((await readTypes(inspector)).map((type) => [type.eventType, type]))
})

afterAll(async () => {
  await inspector.close()
  await db.drop()
})

const typeOf = (name: string): KnownType => {
  const type = types.get(name)
  if (type === undefined) throw new Error(`no type ${name}`)
  return type
}

test('events that arrive together are committed together, each with its own answer', async () => {
  const { lane, committed, faults } = startTestLane(db.urls.platform)
  const names = ['ATM-1', 'ATM-2', 'ATM-3']
  const outcomes = await Promise.all(
    names.flatMap((agentAtmId) =>
      ['DISPENSER_JAM', 'ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER'].map((name) =>
        lane.submit(eventSignal(typeOf(name), { agentAtmId, message: 'quote " back \\ {x,y} NULL é' })),
      ),
    ),
  )
  await lane.close()
  expect(faults).toEqual([])
  expect(committed.length).toBe(1)
  expect(outcomes.map(({ kind }) => kind)).toEqual(new Array(9).fill('stored'))
  const events = await inspector.rows<{ message: string; incident_id: number | null }>(
    'select * from incident.event where agent_atm_id = any($1) order by id',
    [names],
  )
  expect(events.map(({ message }) => message)).toEqual(new Array(9).fill('quote " back \\ {x,y} NULL é'))
  expect(events.filter((event) => event.incident_id !== null).length).toBe(6)
  const atms = await inspector.rows(
    `select agent_atm_id, service_state, remembered_state, state_sequence from incident.atm where agent_atm_id = any($1)
      order by id`,
    [names],
  )
  expect(atms[0]).toEqual({
    agent_atm_id: 'ATM-1',
    service_state: 'IN_SUPERVISOR',
    remembered_state: 'OUT_OF_SERVICE',
    state_sequence: 2,
  })
})

test('50 posts at once open one incident', async () => {
  const { lane } = startTestLane(db.urls.platform, { maxBatch: 7 })
  await Promise.all(
    Array.from({ length: 50 }, () => lane.submit(eventSignal(typeOf('CARD_READER_FAIL'), { agentAtmId: 'ATM-50' }))),
  )
  await lane.close()
  const incidents = await inspector.rows(
    `select occurrence_count, version, status from incident.incident where agent_atm_id = 'ATM-50'`,
  )
  expect(incidents).toEqual([{ occurrence_count: 50, version: 50, status: 'OPEN' }])
  const messages = await inspector.rows<{ topic: string }>(`select topic from incident.outbox where key = 'ATM-50'`)
  expect(messages.filter(({ topic }) => topic === 'fleetops.incidents.created').length).toBe(1)
})

test('an eventId posted 20 times is stored once, and each post gets the first answer', async () => {
  const { lane } = startTestLane(db.urls.platform, { maxBatch: 3 })
  const eventId = randomUUID()
  const post = () => lane.submit(eventSignal(typeOf('ATM_OUT_OF_SERVICE'), { agentAtmId: 'ATM-20', eventId }))
  const outcomes = await Promise.all(Array.from({ length: 20 }, post))
  const ids = outcomes.map((one) =>
    one.kind === 'stored' ? one.event.id : one.kind === 'known' ? one.key.storedId : null,
  )
  await lane.close()
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).not.toBeNull()
  const [count] = await inspector.rows(`select count(*) as events from incident.event where event_id = $1`, [eventId])
  expect(count).toEqual({ events: 1 })
})

test('a bad event fails alone', async () => {
  const { lane } = startTestLane(db.urls.platform)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      lane.submit(
        eventSignal(typeOf('DISPENSER_JAM'), { agentAtmId: `ATM-BAD-${n}`, message: n === 7 ? 'nul \u0000' : 'ok' }),
      ),
    ),
  )
  await lane.close()
  expect(outcomes.map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, n) => (n === 7 ? 'rejected' : 'fulfilled')),
  )
})

test('an ATM that another process registered after a rolled back batch here is known by its id there', async () => {
  const [here, there] = [startTestLane(db.urls.platform), startTestLane(db.urls.platform)]
  const jam = (given = {}) => eventSignal(typeOf('DISPENSER_JAM'), { agentAtmId: 'ATM-LATER', ...given })
  await expect(here.lane.submit(jam({ message: 'nul \u0000' }))).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  const eventId = randomUUID()
  const first = await there.lane.submit(jam({ eventId }))
  const outcomes = [await here.lane.submit(jam({ eventId })), await here.lane.submit(jam())]
  for (const { lane } of [here, there]) await lane.close()
  expect([first, ...outcomes].map(({ kind }) => kind)).toEqual(['stored', 'known', 'stored'])
  const incidents = await inspector.rows(
    `select occurrence_count from incident.incident where agent_atm_id = 'ATM-LATER'`,
  )
  expect(incidents).toEqual([{ occurrence_count: 2 }])
})

test('an ATM of another institution is distinguished in the same batch', async () => {
  const { lane } = startTestLane(db.urls.platform)
  const [first, foreign, unnamed] = await Promise.all([
    lane.submit(eventSignal(typeOf('DISPENSER_JAM'), { agentAtmId: 'ATM-ACME' })),
    lane.submit(eventSignal(typeOf('DISPENSER_JAM'), { agentAtmId: 'ATM-ACME', institutionKey: 'OTHER' })),
    lane.submit(eventSignal(typeOf('DISPENSER_JAM'), { agentAtmId: 'ATM-ACME', institutionKey: null })),
  ])
  await lane.close()
  expect([first.kind, foreign.kind, unnamed.kind]).toEqual(['stored', 'foreign', 'stored'])
})

test('a heartbeat moves forward only and resolves a power incident', async () => {
  const { lane } = startTestLane(db.urls.platform)
  const agentAtmId = 'ATM-POWER'
  await lane.submit(eventSignal(typeOf('POWER_OFF'), { agentAtmId }))
  const receivedAt = Date.now() + 5_000
  await lane.submit({ kind: 'heartbeat', agentAtmId, institutionKey: 'ACME', receivedAt })
  await lane.submit({ kind: 'heartbeat', agentAtmId, institutionKey: 'ACME', receivedAt: receivedAt - 60_000 })
  await lane.close()
  const [atm] = await inspector.rows<{ last_heartbeat_at: Date }>(
    `select * from incident.atm where agent_atm_id = $1`,
    [agentAtmId],
  )
  expect(atm?.last_heartbeat_at.getTime()).toBe(receivedAt)
  const incidents = await inspector.rows(
    `select kind, status, resolution from incident.incident where agent_atm_id = $1`,
    [agentAtmId],
  )
  expect(incidents).toEqual([{ kind: 'POWER', status: 'RESOLVED', resolution: 'AUTO' }])
})

test('those who have just been answered go together again, though some of them send a moment later', async () => {
  const { lane, committed } = startTestLane(db.urls.platform, { answeredMs: 10_000 })
  const post = (n: number) => lane.submit(eventSignal(typeOf('DISPENSER_JAM'), { agentAtmId: `AGAIN-${n}` }))
  const sendTwice = async (n: number) => {
    await post(n)
    for (let turns = 0; turns < n % 3; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    await post(n)
  }
  await Promise.all(Array.from({ length: 30 }, (_, n) => sendTwice(n)))
  await lane.close()
  expect(committed.map(({ outcomes }) => outcomes.length)).toEqual([30, 30])
})
