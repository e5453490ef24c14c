import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { during, PARTS_NOT_OUTAGES, type Period } from '../model/counted-incidents.store.ts'
import type { IncidentTimesRow } from './incident-days.store.ts'

/** Rows of kinds and causes at most. */
const MAX_ROWS = 200

/** The incidents that opened in a period by kind and cause, most frequent first. */
export const listIncidentCauses = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
): Promise<(IncidentTimesRow & { readonly kind: string; readonly cause: string | null })[]> => {
  const rows = await tx.execute<IncidentTimesRow & { kind: string; cause: string | null }>(sql`
    select kind, cause, count(*)::int as "incidentCount",
      avg(date_part('epoch', acknowledged_at - opened_at)) as "mttaSeconds",
      avg(date_part('epoch', resolved_at - opened_at)) as "mttrSeconds"
    from incident.incident
    where ${scopeOf(caller, sql`institution_key`)} and ${PARTS_NOT_OUTAGES}
      and ${during(sql`opened_at`, period)}
    group by kind, cause order by count(*) desc, kind, cause limit ${MAX_ROWS}::int`)
  return [...rows]
}
