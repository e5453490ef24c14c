import { and, asc, count, gt, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { containing } from '../../../db/values.ts'
import { listedAttributes } from '../../../schema/atm-attributes.rules.ts'
import type { AtmSelection } from '../schema.gen.ts'
import { type AtmRow, isOfGroup } from './atms.store.ts'

const SEARCHED = [atm.agentAtmId, ...listedAttributes.map((name) => atm[name])]

const conditionOf = ({ institutions, siteName, q, ...group }: AtmSelection): SQL | undefined => {
  const pattern = q ? containing(q) : null
  return and(
    isNull(atm.retiredAt),
    institutions ? sql`${atm.institutionKey} = any (${sqlArray(institutions, 'text')})` : undefined,
    isOfGroup({ ...group, site: siteName }),
    pattern === null ? undefined : or(...SEARCHED.map((column) => ilike(column, pattern))),
  )
}

/** The ATMs in use that match, by numeric id from `afterId` on. */
export const listSelectedAtms = (
  tx: PlatformTx,
  selection: AtmSelection,
  afterId: number,
  limit: number,
): Promise<AtmRow[]> =>
  tx
    .select()
    .from(atm)
    .where(and(gt(atm.id, afterId), conditionOf(selection)))
    .orderBy(asc(atm.id))
    .limit(limit)

/** How many ATMs match, by institution. */
export const countSelectedAtms = (
  tx: PlatformTx,
  selection: AtmSelection,
): Promise<{ institutionKey: string | null; atms: number }[]> =>
  tx
    .select({ institutionKey: atm.institutionKey, atms: count() })
    .from(atm)
    .where(conditionOf(selection))
    .groupBy(atm.institutionKey)
    .orderBy(asc(atm.institutionKey))
