import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { ATM_GROUPINGS, type AtmGrouping } from '../../../schema/atm-attributes.rules.ts'
import { SEVERITIES, type Severity } from '../model/incident-kinds.rules.ts'

const MAX_GROUPS = 500

/** Open incidents of ATMs of the same value; null for ATMs without one. */
export type IncidentGroupRow = {
  readonly value: string | null
  readonly incidents: number
  readonly unacknowledged: number
  readonly atms: number
  readonly worst: Severity
}

/**
 * Open incidents by an attribute of their ATMs, those with most first. The ATMs of a tag are those that have it, so
 * that an incident counts with each tag of its ATM.
 */
export const countIncidentGroups = async (
  tx: TenantTx,
  visibility: Visibility,
  by: AtmGrouping,
): Promise<IncidentGroupRow[]> => {
  const name = ATM_GROUPINGS[by]
  const column = sql.raw(`a.${atm[name].name}`)
  const [value, tags] =
    name === 'tags' ? [sql`t.value`, sql`left join lateral unnest(${column}) t(value) on true`] : [column, sql``]
  const rows = await tx.execute<Omit<IncidentGroupRow, 'worst'> & { readonly place: number }>(sql`
    select ${value} as value, count(*)::int as incidents,
      (count(*) filter (where i.status = 'OPEN'))::int as unacknowledged, count(distinct i.atm_id)::int as atms,
      max(array_position(${sqlArray(SEVERITIES, 'text')}, i.severity)) as place
    from incident.incident i join incident.atm a on a.id = i.atm_id ${tags}
    where i.status <> 'RESOLVED' and i.status <> 'SUPPRESSED' and i.parent_id is null
      and ${scopeOf(visibility, sql`i.institution_key`)}
    group by 1 order by count(*) desc, 1 nulls last limit ${MAX_GROUPS}::int`)
  return rows.map(({ place, ...row }) => ({ ...row, worst: SEVERITIES[place - 1] ?? 'LOW' }))
}
