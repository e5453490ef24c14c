import { type SQL, sql } from 'drizzle-orm'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { type DeafPeriod, deafPeriodOf, type ProcessStart, stopOf } from '../model/deaf-periods.rules.ts'

const msLong = (ms: number): SQL => sql`${ms}::float8 * interval '1 millisecond'`

/** When any ATM was last heard; null before the first heartbeat. */
export const findLastHeard = async (tx: PlatformTx): Promise<Date | null> => {
  const [row] = await tx.execute<{ at: string | null }>(sql`select max(last_heartbeat_at) as at from incident.atm`)
  return row?.at == null ? null : new Date(row.at)
}

/** Records a deaf period, or makes the one longer that begins at the same instant. */
const upsertDeafPeriod = async (tx: PlatformTx, { from, to }: DeafPeriod, isRefused: boolean): Promise<void> => {
  await tx.execute(sql`
    insert into incident.deaf_period (from_at, to_at, is_refused)
    values (${sqlInstant(from)}, ${sqlInstant(to)}, ${isRefused}::boolean)
    on conflict (from_at) do update set to_at = greatest(deaf_period.to_at, excluded.to_at)`)
}

/** Records the time since the platform was last there as a deaf period, if that is long ago. */
const upsertStop = async (tx: PlatformTx, heardUntil: Date, now: Date, withinMs: number): Promise<void> => {
  const stop = stopOf(heardUntil, now, withinMs)
  if (stop !== null) await upsertDeafPeriod(tx, stop, false)
}

/**
 * Records that the platform hears ATMs at `now`, and the time in which it did not as a deaf period. Where it was never
 * noted that it hears, that is the time from the last sign of life that it had to the start of the process, which hears
 * since then; a platform that never had one missed nothing.
 */
export const updateHeardUntil = async (tx: PlatformTx, now: Date, start: ProcessStart): Promise<void> => {
  const { connectedWithinMs: withinMs, startedAt, lastHeardAt } = start
  // Where a search has run later than this, the platform was there until then.
  const [row] = await tx.execute<{ until: string | null }>(sql`
    insert into incident.hearing as h (until) values (${sqlInstant(now)})
    on conflict (one) do update set until = greatest(h.until, excluded.until)
    returning case when old.until is not null
      then greatest(old.until, (select searched_to from incident.outage_search)) end as until`)
  if (row?.until != null) await upsertStop(tx, new Date(row.until), now, withinMs)
  else if (lastHeardAt !== null) await upsertStop(tx, lastHeardAt, startedAt, withinMs)
}

/**
 * Records the time since the platform was last there, as a deaf period that ends now, if that is long ago: neither
 * `updateHeardUntil` nor a search has run meanwhile, as in a failure of the database.
 */
export const insertDeafUntil = async (tx: PlatformTx, now: Date, withinMs: number): Promise<void> => {
  const [row] = await tx.execute<{ until: string }>(sql`
    select greatest(h.until, s.searched_to) as until from incident.hearing h, incident.outage_search s`)
  if (row !== undefined) await upsertStop(tx, new Date(row.until), now, withinMs)
}

/** Refusals that are so long apart are two times, in ms: heartbeats come once a minute. */
const APART_MS = 60_000

/** A time in which a process refused most heartbeats. `withinMs` is ATM_CONNECTED_WITHIN. */
export type RefusedTime = { readonly from: Date; readonly to: Date; readonly withinMs: number }

/** When what a deaf period was for had ended, of which `deafPeriodOf` made it. */
const endOf = (withinMs: number): SQL => sql`greatest(from_at + (to_at - from_at) / 2, to_at - ${msLong(withinMs)})`

/**
 * Records a time in which most heartbeats were refused as a deaf period, or makes the one longer that it follows.
 * Processes that report the same time make one period.
 */
export const upsertRefusedTime = async (tx: PlatformTx, { from, to, withinMs }: RefusedTime): Promise<void> => {
  // One at a time: two that find no period would make two.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('incident.refused'))`)
  const [followed] = await tx.execute<{ begunAt: string }>(sql`
    select from_at as "begunAt" from incident.deaf_period
    where is_refused and from_at <= ${sqlInstant(from)} and to_at >= ${sqlInstant(from)} - ${msLong(APART_MS)}
      and ${endOf(withinMs)} >= ${sqlInstant(from)} - ${msLong(APART_MS)}
    order by to_at desc limit 1`)
  const begunAt = followed === undefined ? from : new Date(followed.begunAt)
  await upsertDeafPeriod(tx, deafPeriodOf(begunAt, to, withinMs), true)
}

/**
 * How much longer an ATM may be silent at an instant, in ms: by the longest deaf period, until every ATM has had
 * `withinMs` to be heard again. One in which heartbeats were refused counts `withinMs` at most, so that refusals which
 * do not end hide no ATM that is lost.
 */
export const findDeafMs = async (tx: PlatformTx, now: Date, withinMs: number): Promise<number> => {
  const recently = sql`${sqlInstant(now)} - ${msLong(withinMs)}`
  const lasted = sql`${endOf(withinMs)} - from_at`
  const counted = sql`case when is_refused then least(${lasted}, ${msLong(withinMs)}) else ${lasted} end`
  const [row] = await tx.execute<{ ms: string }>(sql`
    select coalesce(max(round(extract(epoch from ${counted}) * 1000)::bigint), 0) as ms
    from incident.deaf_period where to_at > ${recently} and ${endOf(withinMs)} > ${recently}`)
  return Number(row?.ms ?? 0)
}
