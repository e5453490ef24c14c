import { and, asc, count, eq, gt, ilike, or, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { listedAttributes } from '../../../schema/atm-attributes.rules.ts'
import type { AtmSelection } from '../schema.gen.ts'
import type { AtmRow } from './atms.store.ts'

const SEARCHED = [atm.agentAtmId, ...listedAttributes.map((name) => atm[name])]

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

const conditionOf = ({ institutions, vendor, model, siteName, q }: AtmSelection): SQL | undefined => {
  const pattern = q ? `%${escapeLike(q)}%` : null
  return and(
    institutions ? sql`${atm.institutionKey} = any (${sqlArray(institutions, 'text')})` : undefined,
    vendor ? eq(atm.vendor, vendor) : undefined,
    model ? eq(atm.model, model) : undefined,
    siteName ? eq(atm.siteName, siteName) : undefined,
    pattern === null ? undefined : or(...SEARCHED.map((column) => ilike(column, pattern))),
  )
}

/** The ATMs that match, by numeric id from `afterId` on. */
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
