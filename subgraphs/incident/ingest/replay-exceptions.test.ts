import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { listEventTypes } from '../events/event-types.store.ts'
import { createEventTypeCache } from '../model/event-type-cache.ts'
import {
  eventSignal,
  type Inspector,
  openInspector,
  readTypes,
  startTestLane,
  type TestLane,
} from '../testing/ingest.testing.ts'
import { unavailable } from './lane-store.ts'
import { createReplay, type Replay } from './replay-exceptions.ts'

const EVERYTHING = { unrestricted: true, institutions: [] }
const now = () => new Date()

let db: TestDatabase
let inspector: Inspector
let stores: Stores
const lanes: TestLane[] = []

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  stores = await openStores(db.urls, { name: 'replay' })
})

afterEach(async () => {
  for (const { lane } of lanes.splice(0)) await lane.close()
})

afterAll(async () => {
  await stores.close()
  await inspector.close()
  await db.drop()
})

/** What one process has: a lane, a cache, and the replay over them. */
const openReplica = (options: { budgetMs?: number; dieAfter?: number } = {}): TestLane & { replay: Replay } => {
  let batches = 0
  const lane = startTestLane(db.urls.platform, {
    wrap: (write) => async (connection, signals) => {
      batches += 1
      // Before anything is written, as if the process went away between two parts.
      if (batches > (options.dieAfter ?? Number.POSITIVE_INFINITY)) throw unavailable()
      return write(connection, signals)
    },
  })
  lanes.push(lane)
  const types = createEventTypeCache(() => stores.asPlatform(listEventTypes, { mode: 'read' }), now)
  const budget = options.budgetMs === undefined ? {} : { budgetMs: options.budgetMs }
  return { ...lane, replay: createReplay({ lane: lane.lane, stores, types, now, ...budget }) }
}

/** Stores `count` exceptions of a type, of ten ATMs, every other one with an eventId; makes the type known. */
const storeExceptions = async (eventType: string, count: number) => {
  await inspector.rows(
    `insert into incident.atm (agent_atm_id, institution_key, registered_at)
     select $1 || '-' || n, 'ACME', now() from generate_series(0, 9) n`,
    [eventType],
  )
  await inspector.rows(
    `insert into incident.event_exception (id, received_at, institution_key, atm_id, agent_atm_id, event_type,
     event_id, body)
     select nextval('incident.exception_block') * 10000 + n,
       date_trunc('milliseconds', now()) - n * interval '1 second', 'ACME', a.id, a.agent_atm_id, $1,
       case when n % 2 = 0 then gen_random_uuid() end,
       jsonb_build_object('agentAtmId', a.agent_atm_id, 'eventType', $1::text)
     from generate_series(1, $2::int) n join incident.atm a on a.agent_atm_id = $1 || '-' || n % 10`,
    [eventType, count],
  )
  await inspector.rows(
    `select incident.make_partitions(min(received_at)::date, max(received_at)::date) from incident.event_exception`,
  )
  await inspector.rows(
    `insert into incident.event_key (atm_id, event_id, received_at, exception_id)
     select atm_id, event_id, received_at, id from incident.event_exception where event_type = $1
       and event_id is not null`,
    [eventType],
  )
  await inspector.rows(
    `insert into incident.event_type (id, event_type) values (nextval('incident.event_type_id'), $1)`,
    [eventType],
  )
}

/** What the store holds of a type: events, counted events, exceptions not replayed, keys that belong to an event. */
const held = async (eventType: string) => {
  const [row] = await inspector.rows<{
    events: number
    distinct: number
    pending: number
    keys: number
    counted: number
  }>(
    `with t as (select id from incident.event_type where event_type = $1),
       e as (select e.* from incident.event e join t on t.id = e.type_id)
     select (select count(*)::int from e) as events,
       (select count(distinct (atm_id, received_at))::int from e) as distinct,
       (select count(*)::int from incident.event_exception where event_type = $1 and replayed_at is null) as pending,
       (select count(*)::int from incident.event_key k join e on e.id = k.stored_id and k.exception_id is null) as keys,
       (select coalesce(sum(counts[(select id from t)]), 0)::int from incident.event_count) as counted`,
    [eventType],
  )
  return row
}

describe('replays', () => {
  it('of two processes at once, two in each, store each event once and count it for one of them', async () => {
    await storeExceptions('CROWDED', 2_000)
    const [one, other] = [openReplica(), openReplica()]
    const answers = await Promise.all([one, one, other, other].map(({ replay }) => replay(EVERYTHING, 'CROWDED')))
    expect(answers.reduce((sum, { replayed }) => sum + replayed, 0)).toBe(2_000)
    expect(answers.map(({ failed }) => failed)).toEqual([0, 0, 0, 0])
    expect(await held('CROWDED')).toEqual({ events: 2_000, distinct: 2_000, pending: 0, keys: 1_000, counted: 2_000 })
  })

  it('go on where one died, and store nothing twice', async () => {
    await storeExceptions('INTERRUPTED', 700)
    await expect(openReplica({ dieAfter: 1 }).replay(EVERYTHING, 'INTERRUPTED')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    expect(await held('INTERRUPTED')).toEqual({ events: 200, distinct: 200, pending: 500, keys: 100, counted: 200 })
    expect(await openReplica().replay(EVERYTHING, 'INTERRUPTED')).toEqual({
      eventType: 'INTERRUPTED',
      replayed: 500,
      failed: 0,
      remaining: 0,
    })
    expect(await held('INTERRUPTED')).toEqual({ events: 700, distinct: 700, pending: 0, keys: 350, counted: 700 })
  })

  it('answer when their time is up, with what remains, and in the order of arrival', async () => {
    await storeExceptions('TOO_MANY', 500)
    const { replay, committed } = openReplica({ budgetMs: 0 })
    expect(await replay(EVERYTHING, 'TOO_MANY')).toMatchObject({ replayed: 200, remaining: 300 })
    const received = committed.flatMap(({ outcomes }) =>
      outcomes.map((outcome) => (outcome.kind === 'stored' ? outcome.event.signal.receivedAt : 0)),
    )
    expect(received).toEqual([...received].sort((a, b) => a - b))
    expect(await replay(EVERYTHING, 'TOO_MANY')).toMatchObject({ replayed: 200, remaining: 100 })
    expect(await replay(EVERYTHING, 'TOO_MANY')).toMatchObject({ replayed: 100, remaining: 0 })
  })

  it('let an event that is sent again meanwhile be stored once', async () => {
    await storeExceptions('SENT_AGAIN', 600)
    const { lane, replay } = openReplica()
    const type = (await readTypes(inspector)).find(({ eventType }) => eventType === 'SENT_AGAIN')
    if (type === undefined) throw new Error('not added')
    const keyed = await inspector.rows<{ event_id: string; agent_atm_id: string }>(
      `select event_id, agent_atm_id from incident.event_exception where event_type = 'SENT_AGAIN'
        and event_id is not null`,
    )
    const again = keyed.map((row) =>
      lane.submit(eventSignal(type, { agentAtmId: row.agent_atm_id, eventId: row.event_id })),
    )
    const [answer, ...outcomes] = await Promise.all([replay(EVERYTHING, 'SENT_AGAIN'), ...again])
    expect(answer).toMatchObject({ replayed: 600, remaining: 0 })
    // Before its replay the answer is the exception, after it the event; never a second event.
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['known']))
    expect(await held('SENT_AGAIN')).toMatchObject({ events: 600, keys: 300 })
  })

  it('stay with what their caller sees', async () => {
    await storeExceptions('SEEN', 20)
    await inspector.rows(
      `update incident.event_exception set institution_key = 'BETA' where event_type = 'SEEN' and id % 2 = 0`,
    )
    const { replay } = openReplica()
    const [{ n } = { n: 0 }] = await inspector.rows<{ n: number }>(
      `select count(*)::int as n from incident.event_exception where event_type = 'SEEN' and institution_key = 'BETA'`,
    )
    const beta = { unrestricted: false, institutions: ['BETA'] }
    expect(await replay(beta, 'SEEN')).toMatchObject({ replayed: n, remaining: 0 })
    expect(await replay(EVERYTHING, 'SEEN')).toMatchObject({ replayed: 20 - n, remaining: 0 })
  })
})
