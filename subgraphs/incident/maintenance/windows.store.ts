import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import { columnOf, isAttribute } from '../../../schema/atm-attributes.rules.ts'
import type { PageRequest, Sorting } from '../../kit/common/paging.ts'
import type { WantedWindow, WindowTimes } from './windows.rules.ts'

export type WindowRow = WindowTimes & {
  readonly id: number
  readonly institutionKey: string
  readonly atmId: number | null
  readonly agentAtmId: string | null
  readonly attribute: string | null
  readonly value: string | null
  readonly reason: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly endedBy: string | null
  readonly nextAt: Date | null
}

type Dated = 'startsAt' | 'endsAt' | 'createdAt' | 'endedAt' | 'nextAt'
type DriverRow = Omit<WindowRow, Dated | 'weekdays'> &
  Record<Dated, string | null> & { readonly weekdays: string | null }

const COLUMNS = sql`w.id::float8 as id, w.institution_key as "institutionKey", w.atm_id::float8 as "atmId",
  (select a.agent_atm_id from incident.atm a where a.id = w.atm_id) as "agentAtmId", w.attribute, w.value,
  w.starts_at as "startsAt", w.ends_at as "endsAt", to_json(w.weekdays)::text as weekdays,
  to_char(w.until, 'YYYY-MM-DD') as until, w.time_zone as "timeZone", w.reason, w.created_by as "createdBy",
  w.created_at as "createdAt", w.ended_at as "endedAt", w.ended_by as "endedBy", w.next_at as "nextAt"`

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
const known = (text: string | null): Date => new Date(text ?? Number.NaN)

const windowOf = (row: DriverRow): WindowRow => ({
  ...row,
  startsAt: known(row.startsAt),
  endsAt: known(row.endsAt),
  createdAt: known(row.createdAt),
  endedAt: dateOf(row.endedAt),
  nextAt: dateOf(row.nextAt),
  weekdays: row.weekdays === null ? null : JSON.parse(row.weekdays),
})

export const WINDOW_SORTING: Sorting<SQL> = {
  sortable: { id: sql`w.id`, from: sql`w.starts_at`, to: sql`w.ends_at`, createdAt: sql`w.created_at` },
  defaultSort: ['from,desc'],
  tieBreak: { column: sql`w.id`, descending: true },
}

/** When the last occurrence of a window ends: on the last of its weekdays that `until` leaves, or as the first one. */
const LAST_END = sql`coalesce(w.ended_at, case when w.until is null then w.ends_at else greatest(w.ends_at, (
  select max((w.until - n + (w.starts_at at time zone w.time_zone)::time) at time zone w.time_zone)
    + (w.ends_at - w.starts_at)
  from generate_series(0, 6) n
  where extract(isodow from w.until - n)::int = any (w.weekdays)
    and w.until - n > (w.starts_at at time zone w.time_zone)::date)) end)`

/**
 * Whether a window is over. `next_at` is as the job left it, 3 minutes ahead; `nextAt` of an answer follows the
 * caller's clock. Shortly before its last occurrence a window has a `nextAt` and no `next_at`, and its end keeps it
 * among those that are not over. One whose job is late is not over until the job has run, though its `nextAt` is null.
 */
const isOver = (now: Date): SQL => sql`(w.next_at is null and ${LAST_END} <= ${sqlInstant(now)}
  and not exists (select from incident.atm_maintenance m where m.window_id = w.id and m.ends_at > ${sqlInstant(now)}))`

/** A page of windows: all, those that are or will be, or those that are over; of one ATM, where it is named. */
export const listWindowPage = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: { readonly over: boolean | null; readonly atmId: number | null; readonly now: Date },
  request: PageRequest<SQL>,
): Promise<{ rows: WindowRow[]; total: number }> => {
  const over = isOver(filter.now)
  const matching = sql`${scopeOf(visibility, sql`w.institution_key`)}
    and ${filter.over === null ? sql`true` : filter.over ? over : sql`not ${over}`}
    and ${filter.atmId === null ? sql`true` : ofAtm(filter.atmId)}`
  const order = request.order.map(({ column, descending }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`)
  const rows = await tx.execute<DriverRow>(sql`
    select ${COLUMNS} from incident.maintenance_window w where ${matching}
    order by ${sql.join(order, sql`, `)} limit ${request.size}::int offset ${request.offset}::bigint`)
  const [count] = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from incident.maintenance_window w where ${matching}`,
  )
  return { rows: rows.map(windowOf), total: count?.total ?? 0 }
}

/** Windows that an ATM was or is in, and those of its own. */
const ofAtm = (atmId: number): SQL => sql`(w.atm_id = ${atmId}::bigint
  or exists (select from incident.atm_maintenance m where m.window_id = w.id and m.atm_id = ${atmId}::bigint))`

/** How many windows of an institution are not over; no other transaction adds one before this one ends. */
export const countWindowsLocked = async (tx: TenantTx, institutionKey: string, now: Date): Promise<number> => {
  const lock = `incident.maintenance:institution:${institutionKey}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const [row] = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from incident.maintenance_window w
    where w.institution_key = ${institutionKey} and not ${isOver(now)}`)
  return row?.total ?? 0
}

export type NewWindow = WantedWindow & {
  readonly institutionKey: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly nextAt: Date
}

/**
 * Keeps an ATM from being retired, merged or moved until the transaction ends; false for one that is not in use, or not
 * of the institution.
 */
export const lockAtmInUse = async (tx: TenantTx, atmId: number, institutionKey: string): Promise<boolean> => {
  const rows = await tx.execute(sql`
    select id from incident.atm
    where id = ${atmId}::bigint and institution_key = ${institutionKey} and retired_at is null for share`)
  return rows.length > 0
}

/** Stores a window. */
export const insertWindow = async (tx: TenantTx, given: NewWindow): Promise<WindowRow> => {
  const weekdays = given.weekdays === null ? sql`null` : sqlArray(given.weekdays, 'smallint')
  const rows = await tx.execute<DriverRow>(sql`
    with w as (
      insert into incident.maintenance_window (institution_key, atm_id, attribute, value, starts_at, ends_at, weekdays,
        until, time_zone, reason, created_by, created_at, next_at)
      values (${given.institutionKey}, ${given.atmId}::bigint, ${given.attribute}, ${given.value},
        ${sqlInstant(given.startsAt)}, ${sqlInstant(given.endsAt)}, ${weekdays}, ${given.until}::date,
        ${given.timeZone}, ${given.reason}, ${given.createdBy}, ${sqlInstant(given.createdAt)},
        ${sqlInstant(given.nextAt)})
      returning *)
    select ${COLUMNS} from w`)
  const [row] = rows
  if (row === undefined) throw new Error('an inserted window did not come back')
  return windowOf(row)
}

/** One window; null for one that does not exist or is not the caller's. */
export const findWindow = async (tx: TenantTx, id: number): Promise<WindowRow | null> => {
  const [row] = await tx.execute<DriverRow>(
    sql`select ${COLUMNS} from incident.maintenance_window w where w.id = ${id}::bigint`,
  )
  return row === undefined ? null : windowOf(row)
}

/** Ends a window; false for one that somebody ended before, which stays as it is. */
export const updateEndedWindow = async (tx: TenantTx, id: number, by: string, at: Date): Promise<boolean> => {
  const rows = await tx.execute(sql`
    update incident.maintenance_window set ended_at = ${sqlInstant(at)}, ended_by = ${by}, next_at = null
    where id = ${id}::bigint and ended_at is null returning id`)
  return rows.length > 0
}

/** The windows with an occurrence that begins before an instant, or one of them: locked, a portion of them. */
export const listDueWindows = async (
  tx: PlatformTx,
  { before, windowId, limit }: { readonly before: Date; readonly windowId: number | null; readonly limit: number },
): Promise<WindowRow[]> => {
  const rows = await tx.execute<DriverRow>(sql`
    select ${COLUMNS} from incident.maintenance_window w where w.next_at < ${sqlInstant(before)}
      and ${windowId === null ? sql`true` : sql`w.id = ${windowId}::bigint`}
    order by w.next_at limit ${limit}::int for update skip locked`)
  return rows.map(windowOf)
}

/** Puts the ATMs of a window into an occurrence of it, and sets when the next one is. Resolves to the ATMs. */
export const insertOccurrence = async (
  tx: PlatformTx,
  window: WindowRow,
  { from, to, nextAt }: { readonly from: Date; readonly to: Date; readonly nextAt: Date | null },
): Promise<number[]> => {
  const { id, institutionKey, atmId, attribute, value } = window
  const ofScope =
    atmId !== null
      ? sql`a.id = ${atmId}::bigint`
      : attribute !== null && isAttribute(attribute)
        ? sql`a.${sql.raw(columnOf(attribute))} = ${value}`
        : sql`true`
  await tx.execute(sql`
    update incident.maintenance_window set next_at = ${nextAt?.toISOString() ?? null}::timestamptz
    where id = ${id}::bigint`)
  if (from >= to) return []
  const rows = await tx.execute<{ atmId: number }>(sql`
    insert into incident.atm_maintenance (atm_id, starts_at, window_id, ends_at, institution_key)
    select a.id, ${sqlInstant(from)}, ${id}::bigint, ${sqlInstant(to)}, a.institution_key
    from incident.atm a where a.institution_key = ${institutionKey} and ${ofScope}
    on conflict do nothing returning atm_id::float8 as "atmId"`)
  return rows.map(({ atmId: of }) => of)
}
