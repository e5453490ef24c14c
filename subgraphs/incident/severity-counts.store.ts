import { sql } from 'drizzle-orm'
import type { TenantTx, Visibility } from '../../db/tenancy.ts'
import { scopeOf } from './scope.ts'

export type SeverityCount = {
  /** Null for the row of all severities. */
  readonly severity: string | null
  readonly count: number
  readonly unacknowledged: number
  readonly atms: number
  readonly oldestMs: number | null
}

/** The caller's incidents that are not resolved, by severity and all together: one statement, from one index. */
export const countBySeverity = async (tx: TenantTx, visibility: Visibility): Promise<SeverityCount[]> => {
  const rows = await tx.execute<SeverityCount>(sql`
    with by_atm as materialized (
      select severity, atm_id, count(*) as n, count(*) filter (where status = 'OPEN') as fresh,
        min(opened_at) filter (where status = 'OPEN') as oldest
      from incident.incident where ${scopeOf(visibility, sql`institution_key`)} and status <> 'RESOLVED' group by severity, atm_id)
    select severity, sum(n)::int as count, sum(fresh)::int as unacknowledged, count(*)::int as atms,
      (extract(epoch from min(oldest)) * 1000)::float8 as "oldestMs"
    from by_atm group by severity
    union all
    select null, coalesce(sum(n), 0)::int, coalesce(sum(fresh), 0)::int, count(distinct atm_id)::int, null from by_atm`)
  return [...rows]
}
