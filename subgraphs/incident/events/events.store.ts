import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { PageRequest } from '../../kit/common/paging.ts'

/** A stored event as it is read. Instants are epoch milliseconds. */
export type EventRow = {
  readonly id: number
  readonly eventId: string | null
  readonly institutionKey: string | null
  readonly atmId: number
  readonly agentAtmId: string
  readonly typeId: number
  readonly eventTime: string
  readonly eventTimeDefaulted: boolean
  readonly occurredAt: number
  readonly receivedAt: number
  readonly component: string | null
  readonly cassetteNo: string | null
  readonly errorCode: string | null
  readonly message: string | null
  readonly details: unknown
  readonly cassettes: unknown
  readonly incidentId: number | null
}

const ms = (column: SQL): SQL => sql`round(date_part('epoch', ${column}) * 1000)`

/** The columns of an event `e`, as `EventRow` names them. */
export const EVENT_COLUMNS = sql`
  e.id::float8 as "id", e.event_id as "eventId", e.institution_key as "institutionKey", e.atm_id::float8 as "atmId",
  e.agent_atm_id as "agentAtmId", e.type_id as "typeId", replace(e.event_time::text, ' ', 'T') as "eventTime",
  e.event_time_defaulted as "eventTimeDefaulted", ${ms(sql`e.occurred_at`)} as "occurredAt",
  ${ms(sql`e.received_at`)} as "receivedAt", e.component, e.cassette_no as "cassetteNo", e.error_code as "errorCode",
  e.message, e.details, e.cassettes, e.incident_id::float8 as "incidentId"`

/** Which events. As nothing occurs after its receipt, the start of the window also says which days need no look. */
export type EventFilter = {
  readonly atmId: number
  readonly from: Date | null
  readonly typeIds: readonly number[] | null
}

const ofTypes = (typeIds: readonly number[] | null): SQL =>
  typeIds === null ? sql`true` : sql`e.type_id = any (${sqlArray(typeIds, 'smallint')})`

const since = (from: Date | null): SQL =>
  from === null
    ? sql`true`
    : sql`e.occurred_at >= ${from.toISOString()}::timestamptz and e.received_at >= ${from.toISOString()}::timestamptz`

const matching = ({ atmId, from, typeIds }: EventFilter): SQL =>
  sql`e.atm_id = ${atmId}::bigint and ${since(from)} and ${ofTypes(typeIds)}`

/**
 * The columns that a page of events may be sorted by; all of them are in the index that finds the events. By eventTime
 * means in the order of the instants: an ATM whose clock runs ahead would otherwise hold the head of the list.
 */
export const EVENT_SORTING = {
  sortable: { eventTime: 'occurred_at', occurredAt: 'occurred_at', receivedAt: 'received_at', id: 'id' },
  defaultSort: ['eventTime,desc'],
  tieBreak: { column: 'id', descending: true },
} as const

type EventColumn = (typeof EVENT_SORTING.sortable)[keyof typeof EVENT_SORTING.sortable]

const orderBy = (
  request: PageRequest<EventColumn>,
  sorted = (column: EventColumn): SQL => sql`e.${sql.identifier(column)}`,
): SQL =>
  sql.join(
    request.order.map(({ column, descending }) => sql`${sorted(column)} ${sql.raw(descending ? 'desc' : 'asc')}`),
    sql`, `,
  )

/** In the order of numbers all events could be gone through until enough are the ATM's: as a sum no index has them. */
const unindexed = (column: EventColumn): SQL => (column === 'id' ? sql`e.id + 0` : sql`e.${sql.identifier(column)}`)

/** A page of an ATM's events and how many there are. The index finds the rows; only those of the page are fetched. */
export const listEventPage = async (
  tx: TenantTx,
  filter: EventFilter,
  request: PageRequest<EventColumn>,
): Promise<{ rows: EventRow[]; total: number }> => {
  const [rows, totals] = await Promise.all([
    tx.execute<EventRow>(sql`
      select ${EVENT_COLUMNS}
      from (
        select e.id, e.received_at from incident.event e where ${matching(filter)}
        order by ${orderBy(request, unindexed)} limit ${request.size}::int offset ${request.offset}::bigint) p
      join incident.event e on e.id = p.id and e.received_at = p.received_at
      order by ${orderBy(request)}`),
    tx.execute<{ total: number }>(
      sql`select count(*)::float8 as total from incident.event e where ${matching(filter)}`,
    ),
  ])
  return { rows: [...rows], total: totals[0]?.total ?? 0 }
}

/** One event by its key; null where it is not stored. */
export const findEvent = async (tx: TenantTx, id: number, receivedAt: Date): Promise<EventRow | null> => {
  const [row] = await tx.execute<EventRow>(sql`
    select ${EVENT_COLUMNS} from incident.event e
    where e.id = ${id}::bigint and e.received_at = ${receivedAt.toISOString()}::timestamptz`)
  return row ?? null
}

/** Where a list of events, newest first, was left. `occurredAt` in the store's own precision. */
export type EventCursor = { readonly occurredAt: string; readonly id: number }

/** Part of a list of events, newest first: those before `before` that occurred at `floor` or later. */
export const listEventsBefore = async (
  tx: TenantTx,
  which: SQL,
  part: {
    readonly floor: Date | null
    readonly before: EventCursor | null
    readonly typeIds: readonly number[] | null
    readonly limit: number
  },
): Promise<(EventRow & { readonly at: string })[]> => {
  const before =
    part.before === null
      ? sql`true`
      : sql`(e.occurred_at, e.id) < (${part.before.occurredAt}::text::timestamptz, ${part.before.id}::bigint)`
  const rows = await tx.execute<EventRow & { at: string }>(sql`
    select ${EVENT_COLUMNS}, e.occurred_at::text as at from incident.event e
    where ${which} and ${since(part.floor)} and ${before} and ${ofTypes(part.typeIds)}
    order by e.occurred_at desc, e.id desc limit ${part.limit}::int`)
  return [...rows]
}

/** The newest events of each of many ATMs, in one statement. */
export const listEventsOfAtms = async (
  tx: TenantTx,
  atmIds: readonly number[],
  filter: { readonly from: Date | null; readonly typeIds: readonly number[] | null; readonly limit: number },
): Promise<EventRow[]> => {
  const rows = await tx.execute<EventRow>(sql`
    select ${EVENT_COLUMNS} from unnest(${sqlArray(atmIds, 'bigint')}) with ordinality u(atm_id, n)
    cross join lateral (
      select * from incident.event e where e.atm_id = u.atm_id and ${since(filter.from)} and ${ofTypes(filter.typeIds)}
      order by e.occurred_at desc, e.id desc limit ${filter.limit}::int) e
    order by u.n, e.occurred_at desc, e.id desc`)
  return [...rows]
}

/** An incident as far as its events are found by it: they are its ATM's, from the first to the last. */
export type EventsOf = {
  readonly id: number
  readonly atmId: number
  readonly firstEventAt: Date
  readonly lastEventAt: Date
  /** By the clock of the process that resolved it; null while it is not. */
  readonly resolvedAt: Date | null
}

/** No event is added to what is resolved; by so much the clocks of processes may differ. */
const CLOCKS_DIFFER_MS = 7 * DAY_MS

/** When the last event of an incident was received at the latest; null where it may have more. */
const latestReceipt = ({ resolvedAt }: EventsOf): number | null =>
  resolvedAt === null ? null : resolvedAt.getTime() + CLOCKS_DIFFER_MS

/**
 * The receipts of some incidents' events: bounds for all of them, known before the statement runs. By them the days
 * that cannot matter are not even opened; else a look at an old incident would open every day since.
 */
const receivedIn = (incidents: readonly EventsOf[]): SQL => {
  const earliest = new Date(Math.min(...incidents.map(({ firstEventAt }) => firstEventAt.getTime())))
  const latest = Math.max(...incidents.map((one) => latestReceipt(one) ?? Number.POSITIVE_INFINITY))
  const from = sql`e.received_at >= ${earliest.toISOString()}::timestamptz and e.received_at >= v.since
    and (v.latest is null or e.received_at <= v.latest)`
  return Number.isFinite(latest)
    ? sql`${from} and e.received_at <= ${new Date(latest).toISOString()}::timestamptz`
    : from
}

const INCIDENTS = createSentColumns<EventsOf>({
  incident_id: ['bigint', ({ id }) => id],
  atm_id: ['bigint', ({ atmId }) => atmId],
  since: ['timestamptz', ({ firstEventAt }) => firstEventAt.getTime()],
  until: ['timestamptz', ({ lastEventAt }) => lastEventAt.getTime()],
  latest: ['timestamptz', latestReceipt],
  place: ['int', (_, n) => n],
})

/** Of each of some incidents, at least one, the first event of each type that it has, in one statement. */
export const listFirstEventsByType = async (tx: TenantTx, incidents: readonly EventsOf[]): Promise<EventRow[]> => {
  const rows = await tx.execute<EventRow>(sql`
    select ${EVENT_COLUMNS}
    from ${INCIDENTS.of(incidents)}
    cross join lateral (
      select distinct on (e.type_id) * from incident.event e
      where e.atm_id = v.atm_id and e.incident_id = v.incident_id
        and ${receivedIn(incidents)}
        and e.occurred_at between v.since and v.until
      order by e.type_id, e.id) e`)
  return [...rows]
}

/** The newest events of each of some incidents, at least one, in one statement. */
export const listEventsOfIncidents = async (
  tx: TenantTx,
  incidents: readonly EventsOf[],
  limit: number,
): Promise<EventRow[]> => {
  // One bound for all, known before the statement runs: by it the days that cannot matter are not even opened.
  const rows = await tx.execute<EventRow>(sql`
    select ${EVENT_COLUMNS}
    from ${INCIDENTS.of(incidents)}
    cross join lateral (
      select * from incident.event e
      where e.atm_id = v.atm_id and e.incident_id = v.incident_id
        and ${receivedIn(incidents)}
        and e.occurred_at between v.since and v.until
      order by e.occurred_at desc, e.id desc limit ${limit}::int) e
    order by v.place, e.occurred_at desc, e.id desc`)
  return [...rows]
}
