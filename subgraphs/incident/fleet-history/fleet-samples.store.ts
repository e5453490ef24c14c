import { type SQL, sql } from 'drizzle-orm'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import { DAY_MS, MINUTE_MS } from '../../kit/common/dates.ts'
import { NO_INSTITUTION, WHOLE_FLEET } from '../model/event-counters.rules.ts'
import { HALF_HOUR_MS } from './fleet-history.rules.ts'

const HALF_HOUR = sql.raw(`interval '${HALF_HOUR_MS / MINUTE_MS} minutes'`)

export type SampleCounts = {
  readonly total: number
  readonly connected: number
  readonly neverConnected: number
  readonly inService: number
  readonly outOfService: number
  readonly inSupervisor: number
  readonly unknown: number
  /** Those that were not heard of within the day before, be it that they never were. */
  readonly silent: number
  /** Those that were not in service at any time of the day before, the silent and those that are new among them. */
  readonly down: number
}

/** A span of time in parts of equal width, one of which begins at `origin`. */
export type Span = {
  readonly from: Date
  readonly until: Date
  readonly origin: Date
  readonly widthMs: number
}

/** The mean of the samples of a span of time. */
export type MeanSample = SampleCounts & { readonly atMs: number }

/**
 * Counts every institution's ATMs, in one pass. A moment that was sampled before stays as it is. Resolves to the
 * number of samples.
 */
export const insertSamples = async (tx: PlatformTx, moment: Date, connectedSince: Date): Promise<number> => {
  const dayBefore = sqlInstant(new Date(moment.getTime() - DAY_MS))
  const silent = sql`(a.last_heartbeat_at < ${dayBefore} or a.last_heartbeat_at is null)`
  // It was not in service for a day: an index leads to its changes, of the few that are not in service.
  const isDown = sql`case when ${silent} then true when a.service_state = 'IN_SERVICE' then false
    else not exists (select from incident.state_history h where h.atm_id = a.id and h.occurred_at >= ${dayBefore}
      and 'IN_SERVICE' in (h.from_state, h.to_state)) end`
  const heard = sql`a.last_heartbeat_at >= ${sqlInstant(connectedSince)}`
  const inState = (state: string) => sql`count(*) filter (where ${heard} and a.service_state = ${state})`
  const [row] = await tx.execute<{ samples: number }>(sql`
    with taken as (
      insert into incident.fleet_sample (institution_key, at, total, connected, never_connected, in_service,
        out_of_service, in_supervisor, unknown, silent, down)
      select case when grouping(a.institution_key) = 1 then ${WHOLE_FLEET}
        else coalesce(a.institution_key, ${NO_INSTITUTION}) end, ${sqlInstant(moment)}, count(*),
        count(*) filter (where ${heard}), count(*) filter (where a.last_heartbeat_at is null),
        ${inState('IN_SERVICE')}, ${inState('OUT_OF_SERVICE')}, ${inState('IN_SUPERVISOR')}, ${inState('UNKNOWN')},
        count(*) filter (where ${silent}), count(*) filter (where ${isDown})
      from incident.atm a where a.retired_at is null group by grouping sets ((a.institution_key), ())
      on conflict do nothing returning 1)
    select count(*)::int as samples from taken`)
  return row?.samples ?? 0
}

export const deleteSamples = async (tx: PlatformTx, before: Date): Promise<void> => {
  await tx.execute(sql`delete from incident.fleet_sample where at < ${sqlInstant(before)}`)
  await tx.execute(sql`delete from incident.fleet_event_count where bucket < ${sqlInstant(before)}`)
}

/**
 * Adds up the events of the whole fleet for half hours that are over: those that are missing, and the last ones,
 * which late events still change.
 */
export const insertFleetCounts = async (
  tx: PlatformTx,
  from: Date,
  until: Date,
  again: Date,
  types: number,
): Promise<void> => {
  const sums = sql.join(
    Array.from({ length: types }, (_, n) => sql`coalesce(sum(c.counts[${sql.raw(String(n + 1))}]), 0)::int`),
    sql`, `,
  )
  await tx.execute(sql`
    insert into incident.fleet_event_count (bucket, counts)
    select b.bucket, array[${sums}] from (
      select g as bucket from generate_series(${sqlInstant(from)}, ${sqlInstant(until)} - ${HALF_HOUR}, ${HALF_HOUR}) g
      where g >= ${sqlInstant(again)} or not exists (select 1 from incident.fleet_event_count f where f.bucket = g)) b
    left join incident.event_count c on c.bucket >= b.bucket and c.bucket < b.bucket + ${HALF_HOUR}
    group by b.bucket
    on conflict (bucket) do update set counts = excluded.counts`)
}

const MEANT = [
  ...['total', 'connected', 'never_connected', 'in_service', 'out_of_service', 'in_supervisor', 'unknown'],
  ...['silent', 'down'],
]
const each = (to: (column: string) => string): SQL => sql.raw(MEANT.map(to).join(', '))
const camel = (column: string): string => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/**
 * The caller's samples from `from` until `until`, as the mean of each `widthMs`, in order. Parts without a sample are
 * not there. `origin` is where one of them begins.
 */
export const listMeanSamples = async (
  tx: TenantTx,
  visibility: Visibility,
  { from, until, origin, widthMs }: Span,
): Promise<MeanSample[]> => {
  const which = visibility.unrestricted
    ? sql`s.institution_key = ${WHOLE_FLEET}`
    : scopeOf(visibility, sql`s.institution_key`)
  const rows = await tx.execute<MeanSample>(sql`
    select (extract(epoch from m.bucket) * 1000)::float8 as "atMs",
      ${each((column) => `avg(m.${column})::float8 as "${camel(column)}"`)}
    from (
      select date_bin(${`${widthMs / 1000} seconds`}::text::interval, s.at, ${sqlInstant(origin)}) as bucket, s.at,
        ${each((column) => `sum(s.${column}) as ${column}`)}
      from incident.fleet_sample s where ${which} and s.at >= ${sqlInstant(from)} and s.at < ${sqlInstant(until)}
      group by s.at) m
    group by m.bucket order by m.bucket`)
  return [...rows]
}

/**
 * Events of the caller by half hours that are over, from `from` until `until`, and since when anything is known. What
 * is added up for the whole fleet begins at full and half hours: from another instant on, each institution is read.
 */
export const listHalfHours = async (
  tx: TenantTx,
  visibility: Visibility,
  from: Date,
  until: Date,
  types: number,
): Promise<{
  readonly sinceMs: number | null
  readonly rows: readonly { readonly slot: number; readonly counts: readonly number[] }[]
}> => {
  const scope = scopeOf(visibility, sql`c.institution_key`)
  const isAdded = visibility.unrestricted && from.getTime() % HALF_HOUR_MS === 0
  const table = isAdded ? sql`incident.fleet_event_count` : sql`incident.event_count`
  const sums = sql.join(
    Array.from({ length: types }, (_, n) => sql`coalesce(sum(c.counts[${sql.raw(String(n + 1))}]), 0)`),
    sql`, `,
  )
  const rows = await tx.execute<{ slot: number; counts: number[] }>(sql`
    select (extract(epoch from date_bin(${HALF_HOUR}, c.bucket, ${sqlInstant(from)})) * 1000)::float8 as slot,
      array[${sums}]::float8[] as counts
    from ${table} c where ${scope} and c.bucket >= ${sqlInstant(from)} and c.bucket < ${sqlInstant(until)} group by 1`)
  // What was never added up is not known, whatever was counted.
  const added = isAdded ? sql`(select min(bucket) from incident.fleet_event_count)` : sql`'-infinity'`
  const [first] = await tx.execute<{ sinceMs: number | null }>(sql`
    select (extract(epoch from case when ${added} is not null then greatest(min(c.bucket), ${added}::timestamptz) end)
      * 1000)::float8 as "sinceMs"
    from incident.event_count c where ${scope}`)
  return { sinceMs: first?.sinceMs ?? null, rows: [...rows] }
}
