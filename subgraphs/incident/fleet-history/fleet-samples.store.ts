import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import { MINUTE_MS } from '../../kit/common/dates.ts'
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
}

/** The mean of the samples of a span of time. */
export type MeanSample = SampleCounts & { readonly atMs: number }

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`

/**
 * Counts every institution's ATMs, in one pass. A moment that was sampled before stays as it is. Resolves to the
 * number of samples.
 */
export const insertSamples = async (tx: PlatformTx, moment: Date, connectedSince: Date): Promise<number> => {
  const heard = sql`a.last_heartbeat_at >= ${at(connectedSince)}`
  const inState = (state: string) => sql`count(*) filter (where ${heard} and a.service_state = ${state})`
  const [row] = await tx.execute<{ samples: number }>(sql`
    with taken as (
      insert into incident.fleet_sample (institution_key, at, total, connected, never_connected, in_service,
        out_of_service, in_supervisor, unknown)
      select case when grouping(a.institution_key) = 1 then ${WHOLE_FLEET}
        else coalesce(a.institution_key, ${NO_INSTITUTION}) end, ${at(moment)}, count(*),
        count(*) filter (where ${heard}), count(*) filter (where a.last_heartbeat_at is null),
        ${inState('IN_SERVICE')}, ${inState('OUT_OF_SERVICE')}, ${inState('IN_SUPERVISOR')}, ${inState('UNKNOWN')}
      from incident.atm a where a.retired_at is null group by grouping sets ((a.institution_key), ())
      on conflict do nothing returning 1)
    select count(*)::int as samples from taken`)
  return row?.samples ?? 0
}

export const deleteSamples = async (tx: PlatformTx, before: Date): Promise<void> => {
  await tx.execute(sql`delete from incident.fleet_sample where at < ${at(before)}`)
  await tx.execute(sql`delete from incident.fleet_event_count where bucket < ${at(before)}`)
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
      select g as bucket from generate_series(${at(from)}, ${at(until)} - ${HALF_HOUR}, ${HALF_HOUR}) g
      where g >= ${at(again)} or not exists (select 1 from incident.fleet_event_count f where f.bucket = g)) b
    left join incident.event_count c on c.bucket >= b.bucket and c.bucket < b.bucket + ${HALF_HOUR}
    group by b.bucket
    on conflict (bucket) do update set counts = excluded.counts`)
}

/**
 * The caller's samples from `from` on, as the mean of each half hour, in order. Half hours without a sample are not
 * there.
 */
export const listMeanSamples = async (tx: TenantTx, visibility: Visibility, from: Date): Promise<MeanSample[]> => {
  const which = visibility.unrestricted
    ? sql`s.institution_key = ${WHOLE_FLEET}`
    : scopeOf(visibility, sql`s.institution_key`)
  const rows = await tx.execute<MeanSample>(sql`
    select (extract(epoch from m.bucket) * 1000)::float8 as "atMs", avg(m.total)::float8 as total,
      avg(m.connected)::float8 as connected,
      avg(m.never_connected)::float8 as "neverConnected", avg(m.in_service)::float8 as "inService",
      avg(m.out_of_service)::float8 as "outOfService", avg(m.in_supervisor)::float8 as "inSupervisor",
      avg(m.unknown)::float8 as unknown
    from (
      select date_bin(${HALF_HOUR}, s.at, ${at(from)}) as bucket, s.at, sum(s.total) as total,
        sum(s.connected) as connected,
        sum(s.never_connected) as never_connected, sum(s.in_service) as in_service,
        sum(s.out_of_service) as out_of_service,
        sum(s.in_supervisor) as in_supervisor, sum(s.unknown) as unknown
      from incident.fleet_sample s where ${which} and s.at >= ${at(from)} group by s.at) m
    group by m.bucket order by m.bucket`)
  return [...rows]
}

/** Events of the caller by half hours that are over, from `from` on, and since when anything is known. */
export const listHalfHours = async (
  tx: TenantTx,
  visibility: Visibility,
  from: Date,
  types: number,
): Promise<{
  readonly sinceMs: number | null
  readonly rows: readonly { readonly slot: number; readonly counts: readonly number[] }[]
}> => {
  const scope = scopeOf(visibility, sql`c.institution_key`)
  const table = visibility.unrestricted ? sql`incident.fleet_event_count` : sql`incident.event_count`
  const sums = sql.join(
    Array.from({ length: types }, (_, n) => sql`coalesce(sum(c.counts[${sql.raw(String(n + 1))}]), 0)`),
    sql`, `,
  )
  const rows = await tx.execute<{ slot: number; counts: number[] }>(sql`
    select (extract(epoch from date_bin(${HALF_HOUR}, c.bucket, ${at(from)})) * 1000)::float8 as slot,
      array[${sums}]::float8[] as counts
    from ${table} c where ${scope} and c.bucket >= ${at(from)} group by 1`)
  // What was never added up is not known, whatever was counted.
  const added = visibility.unrestricted ? sql`(select min(bucket) from incident.fleet_event_count)` : sql`'-infinity'`
  const [first] = await tx.execute<{ sinceMs: number | null }>(sql`
    select (extract(epoch from case when ${added} is not null then greatest(min(c.bucket), ${added}::timestamptz) end)
      * 1000)::float8 as "sinceMs"
    from incident.event_count c where ${scope}`)
  return { sinceMs: first?.sinceMs ?? null, rows: [...rows] }
}
