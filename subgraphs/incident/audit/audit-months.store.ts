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
 * Drops the months that lie wholly before a day, except those of the last year, and anchors the chains at them.
 * Resolves to how many were dropped.
 */
export const dropAuditMonths = async (tx: PlatformTx, before: string): Promise<number> => {
  const [row] = await tx.execute<{ dropped: number }>(
    sql`select incident.drop_audit_months(${before}::text::date) as dropped`,
  )
  return row?.dropped ?? 0
}
