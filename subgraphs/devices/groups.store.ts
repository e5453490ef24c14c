import { and, type SQL, sql } from 'drizzle-orm'
import { deviceAtm } from '../../db/devices/atm.ts'
import { scopeOf } from '../../db/scope.ts'
import type { TenantTx, Visibility } from '../../db/tenancy.ts'
import { ATM_GROUPINGS, type AtmGrouping } from '../../schema/atm-attributes.rules.ts'
import { type BadgeCounts, badgeColumns } from './badges.store.ts'
import { conditionOf, GROUP_COLUMNS, type StatusFilter } from './status.store.ts'

const MAX_GROUPS = 500

/** ATMs of the same value; null for those without one. */
export type GroupRow = BadgeCounts & { readonly value: string | null }

/** The caller's ATMs by an attribute, those with most ATMs first. An ATM with several tags counts with each. */
export const countGroups = async (
  tx: TenantTx,
  visibility: Visibility,
  by: AtmGrouping,
  filter: StatusFilter,
): Promise<GroupRow[]> => {
  const name = ATM_GROUPINGS[by]
  const isTag = name === 'tags'
  const value: SQL = isTag ? sql`t.value` : sql`${GROUP_COLUMNS.valueOf(name)}`
  const tags = isTag
    ? sql`left join lateral jsonb_array_elements_text(nullif(${deviceAtm.record} -> 'tags', 'null')) t on true`
    : sql``
  const condition = and(scopeOf(visibility, deviceAtm.institutionKey), conditionOf(filter)) ?? sql`true`
  const rows = await tx.execute<GroupRow>(sql`
    select ${value} as value, ${badgeColumns(filter.connectedSince)}
    from ${deviceAtm} ${tags} where ${condition}
    group by 1 order by count(*) desc, 1 nulls last limit ${MAX_GROUPS}::int`)
  return [...rows]
}
