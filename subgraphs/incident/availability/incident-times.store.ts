import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { Period } from './availability.store.ts'

/** Rows of kinds and causes at most. */
const MAX_ROWS = 200

/** How fast incidents were dealt with: means in seconds, null for none. */
export type IncidentTimesRow = {
  readonly incidentCount: number
  readonly mttaSeconds: number | null
  readonly mttrSeconds: number | null
}

const FIGURES = sql`count(*)::int as "incidentCount",
  avg(date_part('epoch', acknowledged_at - opened_at)) as "mttaSeconds",
  avg(date_part('epoch', resolved_at - opened_at)) as "mttrSeconds"`

/** A mass outage is counted by its parts; suppressed incidents are left out. */
const opened = (caller: Visibility, { from, to }: Period) => sql`
  from incident.incident
  where ${scopeOf(caller, sql`institution_key`)} and kind <> 'MASS_OUTAGE' and not suppressed
    and opened_at >= ${from.toISOString()}::timestamptz and opened_at < ${to.toISOString()}::timestamptz`

/** The incidents that opened in a period. */
export const findIncidentTimes = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
): Promise<IncidentTimesRow> => {
  const [row] = await tx.execute<IncidentTimesRow>(sql`select ${FIGURES} ${opened(caller, period)}`)
  return row ?? { incidentCount: 0, mttaSeconds: null, mttrSeconds: null }
}

/** The incidents that opened in a period by kind and cause, most frequent first. */
export const listIncidentCauses = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
): Promise<(IncidentTimesRow & { readonly kind: string; readonly cause: string | null })[]> => {
  const rows = await tx.execute<IncidentTimesRow & { kind: string; cause: string | null }>(sql`
    select kind, cause, ${FIGURES} ${opened(caller, period)}
    group by kind, cause order by count(*) desc, kind, cause limit ${MAX_ROWS}::int`)
  return [...rows]
}
