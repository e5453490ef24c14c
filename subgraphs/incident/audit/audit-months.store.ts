import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'

/** Makes the partitions of the months of some days (`2026-11-20`). Resolves to how many were missing. */
export const makeAuditMonths = async (tx: PlatformTx, days: readonly string[]): Promise<number> => {
  const [row] = await tx.execute<{ made: number }>(sql`
    select count(*) filter (where incident.make_audit_month(m.month))::int as made
    from (select distinct date_trunc('month', d::date)::date as month
      from unnest(${sqlArray(days, 'text')}) d order by 1) m`)
  return row?.made ?? 0
}

/**
 * Drops the oldest month if it lies wholly before a day and is not of the last year, and anchors the chains at it: 1,
 * or 0 if there is none.
 * @throws a retryable error when a lock is not to be had within 50 ms; then nothing was dropped.
 */
export const dropAuditMonth = async (tx: PlatformTx, before: string): Promise<number> => {
  const [row] = await tx.execute<{ dropped: number }>(
    sql`select incident.drop_audit_month(${before}::text::date) as dropped`,
  )
  return row?.dropped ?? 0
}
