import { sql } from 'drizzle-orm'
import type { PlatformTx } from '../../../db/tenancy.ts'

/**
 * Drops the oldest day of events if all of it was received before a day (`2026-11-20`): 1, or 0 if there is none.
 * @throws a retryable error when a lock is not to be had within 50 ms; then nothing was dropped.
 */
export const dropEventDay = async (tx: PlatformTx, before: string): Promise<number> => {
  const [row] = await tx.execute<{ dropped: number }>(
    sql`select incident.drop_event_day(${before}::text::date) as dropped`,
  )
  return row?.dropped ?? 0
}

/**
 * Deletes up to `limit` incidents that were resolved before an instant, with their entries; how many went. None of them
 * was opened later, so they are at the beginning of the index by opening.
 */
export const deleteIncidents = async (tx: PlatformTx, before: Date, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from incident.incident where id in (
      select id from incident.incident
      where opened_at < ${before.toISOString()}::timestamptz and resolved_at < ${before.toISOString()}::timestamptz
        and status = 'RESOLVED'
      order by opened_at, id limit ${limit}::int)
    returning 1`)
  return rows.length
}

/**
 * Deletes up to `limit` maintenance windows whose last occurrence ended before an instant; how many went. The ATMs that
 * were in them are deleted with availability.
 */
export const deleteWindows = async (tx: PlatformTx, before: Date, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from incident.maintenance_window where id in (
      select w.id from incident.maintenance_window w
      where w.next_at is null
        and coalesce(w.ended_at, greatest(w.ends_at, (w.until + 2)::timestamptz)) < ${before.toISOString()}::timestamptz
        and not exists (select from incident.atm_maintenance m where m.window_id = w.id)
      limit ${limit}::int)
    returning 1`)
  return rows.length
}

/** Deletes up to `limit` people that were last seen before an instant; how many went. */
export const deleteUsers = async (tx: PlatformTx, before: Date, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from incident.app_user where user_id in (
      select user_id from incident.app_user where last_seen_at < ${before.toISOString()}::timestamptz
      limit ${limit}::int)
    returning 1`)
  return rows.length
}
