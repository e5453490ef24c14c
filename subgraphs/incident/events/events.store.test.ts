import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantTx } from '../../../db/tenancy.ts'
import { ALL, createStoreTest } from '../../../tests/support/stores.ts'
import type { KnownType } from '../model/ingest.types.ts'
import {
  eventSignal,
  type Inspector,
  openInspector,
  readTypes,
  startTestLane,
  type TestLane,
} from '../testing/ingest.testing.ts'
import {
  EVENT_SORTING,
  type EventCursor,
  findEvent,
  listEventPage,
  listEventsBefore,
  listEventsOfAtms,
  listEventsOfIncidents,
  listFirstEventsByType,
} from './events.store.ts'

const { read: readAs, urls } = createStoreTest()

const NOW = Date.parse('2026-11-20T12:00:00Z')

/** ATM, type and minutes before noon, in the order of receipt; 4 occurred in the moment of 2, and 5 is late. */
const EVENTS = [
  ['A-1', 'CARD_READER_FAIL', 50],
  ['A-1', 'CASSETTE_LOW', 30],
  ['A-2', 'CARD_READER_FAIL', 20],
  ['A-1', 'CARD_READER_FAIL', 30],
  ['A-1', 'POWER_OFF', 60],
  ['A-1', 'DISPENSER_JAM', 10],
] as const

let inspector: Inspector
let lane: TestLane
let types: readonly KnownType[]

const typeOf = (eventType: string): KnownType => {
  const type = types.find((known) => known.eventType === eventType)
  if (type === undefined) throw new Error(`there is no type ${eventType}`)
  return type
}
const before = (minutes: number) => new Date(NOW - minutes * 60_000)

beforeAll(async () => {
  inspector = await openInspector(urls().superuser)
  types = await readTypes(inspector)
  lane = startTestLane(urls().platform)
  for (const [at, [agentAtmId, eventType, minutes]] of EVENTS.entries()) {
    const sentTime = before(minutes).toISOString().slice(0, 19)
    await lane.lane.submit(eventSignal(typeOf(eventType), { agentAtmId, receivedAt: NOW + at * 1_000, sentTime }))
  }
})
afterAll(async () => {
  await lane.lane.close()
  await inspector.close()
})

const read = <T>(work: (tx: TenantTx) => Promise<T>) => readAs(ALL, work, { mode: 'read' })
/** Events by their place in the order of receipt, from 1 on: the ids ascend with it. */
const places = async (rows: readonly { id: number }[]) => {
  const ids = await inspector.rows<{ id: number }>('select id from incident.event order by id')
  return rows.map(({ id }) => ids.findIndex((row) => row.id === id) + 1)
}
const typeIds = (...names: readonly string[]) => names.map((name) => typeOf(name).id)

describe('a page of an ATM’s events', () => {
  const list = async (
    order: readonly { column: 'occurred_at' | 'received_at' | 'id'; descending: boolean }[],
    filter: Partial<Parameters<typeof listEventPage>[1]> = {},
    { size = 9, offset = 0 } = {},
  ) => {
    const page = await read((tx) =>
      listEventPage(tx, { atmId: 1, from: null, typeIds: null, ...filter }, { page: 0, size, offset, order }),
    )
    return [...(await places(page.rows)), `of ${page.total}`]
  }
  const newest = [{ column: 'occurred_at', descending: true }, EVENT_SORTING.tieBreak] as const

  it('is in any order and either direction, of one moment the newer first', async () => {
    expect(await list(newest)).toEqual([6, 4, 2, 1, 5, 'of 5'])
    expect(EVENT_SORTING.defaultSort).toEqual(['eventTime,desc'])
    expect(await list([{ column: 'occurred_at', descending: false }, EVENT_SORTING.tieBreak])).toEqual([
      5,
      1,
      4,
      2,
      6,
      'of 5',
    ])
    expect(await list([{ column: 'received_at', descending: true }, EVENT_SORTING.tieBreak])).toEqual([
      6,
      5,
      4,
      2,
      1,
      'of 5',
    ])
    const byTime = { column: EVENT_SORTING.sortable.eventTime, descending: false }
    expect(await list([byTime, EVENT_SORTING.tieBreak])).toEqual([5, 1, 4, 2, 6, 'of 5'])
    expect(await list([{ column: 'id', descending: false }])).toEqual([1, 2, 4, 5, 6, 'of 5'])
    expect(await list(newest, {}, { size: 2, offset: 1 })).toEqual([4, 2, 'of 5'])
  })

  it('is of an ATM, of types, and from a moment on that is included', async () => {
    expect(await list(newest, { atmId: 2 })).toEqual([3, 'of 1'])
    expect(await list(newest, { typeIds: typeIds('CARD_READER_FAIL', 'POWER_OFF') })).toEqual([4, 1, 5, 'of 3'])
    expect(await list(newest, { typeIds: [] })).toEqual(['of 0'])
    expect(await list(newest, { from: before(30) })).toEqual([6, 4, 2, 'of 3'])
    expect(await list(newest, { from: new Date(before(30).getTime() + 1) })).toEqual([6, 'of 1'])
  })
})

describe('a list of events', () => {
  it('is newest first, before one of them, from a moment on', async () => {
    const list = async (which: SQL, part: Partial<Parameters<typeof listEventsBefore>[2]>) => {
      const rows = await read((tx) =>
        listEventsBefore(tx, which, { floor: null, before: null, typeIds: null, limit: 9, ...part }),
      )
      return { rows, places: await places(rows) }
    }
    const ofFirst = sql`e.atm_id = 1`
    const all = await list(ofFirst, {})
    expect(all.places).toEqual([6, 4, 2, 1, 5])
    for (const [at, row] of all.rows.entries()) {
      const cursor: EventCursor = { occurredAt: row.at, id: row.id }
      expect((await list(ofFirst, { before: cursor, limit: 2 })).places).toEqual(all.places.slice(at + 1, at + 3))
    }
    expect((await list(ofFirst, { floor: before(30), typeIds: typeIds('CARD_READER_FAIL') })).places).toEqual([4])
    expect((await list(sql`true`, { limit: 3 })).places).toEqual([6, 3, 4])
  })

  it('is of many ATMs, in their order, the newest of each', async () => {
    const list = async (
      atmIds: readonly number[],
      limit: number,
      from: Date | null = null,
      names: readonly string[] | null = null,
    ) =>
      places(
        await read((tx) =>
          listEventsOfAtms(tx, atmIds, { from, limit, typeIds: names === null ? null : typeIds(...names) }),
        ),
      )
    expect(await list([2, 1], 2)).toEqual([3, 6, 4])
    expect(await list([1, 2], 9)).toEqual([6, 4, 2, 1, 5, 3])
    expect(await list([1], 9, before(30))).toEqual([6, 4, 2])
    expect(await list([1, 2], 9, null, ['CARD_READER_FAIL'])).toEqual([4, 1, 3])
  })

  it('is of incidents, in their order, the newest of each, from the first to the last', async () => {
    const incidents = await inspector.rows<{
      id: number
      atmId: number
      firstEventAt: Date
      lastEventAt: Date
      resolvedAt: Date | null
      kind: string
    }>(
      `select id, atm_id as "atmId", first_event_at as "firstEventAt", last_event_at as "lastEventAt",
          resolved_at as "resolvedAt", kind
        from incident.incident order by id desc`,
    )
    const names = (rows: readonly { typeId: number }[]) =>
      rows.map(({ typeId }) => types.find(({ id }) => id === typeId)?.eventType)
    const ofAll = await read((tx) => listEventsOfIncidents(tx, incidents, 9))
    expect(incidents.map(({ kind }) => kind)).toEqual(['DISPENSER', 'CARD_READER', 'CASH', 'CARD_READER'])
    expect(names(ofAll)).toEqual([
      'DISPENSER_JAM',
      'CARD_READER_FAIL',
      'CASSETTE_LOW',
      'CARD_READER_FAIL',
      'CARD_READER_FAIL',
    ])
    expect(await places(ofAll)).toEqual([6, 3, 2, 4, 1])
    expect(await places(await read((tx) => listEventsOfIncidents(tx, incidents.slice(-1), 1)))).toEqual([4])
  })

  it('of an incident that is over opens the days of its events only, and a week in which clocks may differ', async () => {
    await inspector.rows(`select incident.make_partitions('2026-08-01', '2026-11-21')`)
    await inspector.rows(`insert into incident.event (id, received_at, occurred_at, atm_id, incident_id, event_time,
        type_id, event_time_defaulted, agent_atm_id)
      select 900000 + n, r.at, '2026-08-02T10:00Z', 9, 77, '2026-08-02T10:00', 1, false, 'A-9'
      from unnest(array['2026-08-02T10:00Z', '2026-08-09T11:00Z', '2026-08-09T11:01Z']::timestamptz[])
        with ordinality r(at, n)`)
    const at = new Date('2026-08-02T10:00:00Z')
    const over = { id: 77, atmId: 9, firstEventAt: at, lastEventAt: at, resolvedAt: new Date('2026-08-02T11:00:00Z') }
    const opened = `select count(*)::int as days from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and c.relkind = 'r' and c.relname like 'event_2%'`
    const look = (incident: typeof over | (Omit<typeof over, 'resolvedAt'> & { resolvedAt: null })) =>
      read(async (tx) => {
        const rows = await listEventsOfIncidents(tx, [incident], 9)
        const firsts = await listFirstEventsByType(tx, [incident])
        const [locks] = await tx.execute<{ days: number }>(sql.raw(opened))
        return { ids: rows.map(({ id }) => id), firsts: firsts.map(({ id }) => id), days: locks?.days }
      })
    expect(await look(over)).toEqual({ ids: [900_002, 900_001], firsts: [900_001], days: 8 })
    expect(await look({ ...over, resolvedAt: null })).toMatchObject({
      ids: [900_003, 900_002, 900_001],
      firsts: [900_001],
    })
    await inspector.rows('delete from incident.event where id > 900000')
  })

  it('leads to each event by its id and receipt', async () => {
    const [row] = await inspector.rows<{ id: number; received_at: Date }>(
      'select id, received_at from incident.event order by id limit 1',
    )
    if (row === undefined) throw new Error('there is no event')
    expect(await read((tx) => findEvent(tx, row.id, row.received_at))).toMatchObject({
      ...{
        id: row.id,
        agentAtmId: 'A-1',
        occurredAt: before(50).getTime(),
        receivedAt: NOW,
        eventTime: '2026-11-20T11:10:00',
      },
    })
    expect(await read((tx) => findEvent(tx, row.id, new Date(NOW + 1_000)))).toBeNull()
    expect(await read((tx) => findEvent(tx, row.id + 1_000, row.received_at))).toBeNull()
  })
})
