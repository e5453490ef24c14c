import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { isPartOrNot } from './incidents.store.ts'

export type SeverityCount = {
  /** Null for the row of all severities. */
  readonly severity: string | null
  readonly count: number
  readonly unacknowledged: number
  /** Of the row of all severities. */
  readonly atms: number
  readonly oldestMs: number | null
}

/**
 * The caller's incidents that are not resolved, by severity and all together: one statement, from one index. `isPart`
 * limits it to parts of mass outages, or to what is none.
 */
export const countBySeverity = async (
  tx: TenantTx,
  visibility: Visibility,
  isPart: boolean | null,
): Promise<SeverityCount[]> => {
  const open = sql`${scopeOf(visibility, sql`institution_key`)} and status <> 'RESOLVED'
    and status <> 'SUPPRESSED' and ${isPartOrNot(isPart) ?? sql`true`}`
  const rows = await tx.execute<SeverityCount>(sql`
    with counted as (
      select severity, count(*)::int as count, count(*) filter (where status = 'OPEN')::int as unacknowledged,
        (extract(epoch from min(opened_at) filter (where status = 'OPEN')) * 1000)::float8 as "oldestMs"
      from incident.incident where ${open} group by severity)
    select severity, count, unacknowledged, 0 as atms, "oldestMs" from counted
    union all
    select null, coalesce(sum(count), 0)::int, coalesce(sum(unacknowledged), 0)::int,
      (select count(*)::int from (select distinct atm_id from incident.incident where ${open}) a), null
    from counted`)
  return [...rows]
}
