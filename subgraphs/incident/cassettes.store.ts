import { asc, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { atm } from '../../db/incident/atm.ts'
import { cassette } from '../../db/incident/cassette.ts'
import type { TenantTx, Visibility } from '../../db/tenancy.ts'
import { scopeOf } from './scope.ts'

export type CassetteRow = typeof cassette.$inferSelect

/** The newest readings of many ATMs, in one statement, by ATM and cassette number. */
export const listCassettesOfAtms = (tx: TenantTx, atmIds: readonly number[]): Promise<CassetteRow[]> =>
  tx
    .select()
    .from(cassette)
    .where(inArray(cassette.atmId, [...atmIds]))
    .orderBy(asc(cassette.atmId), asc(cassette.cassetteNo))

/** ATMs after `afterAtmId` that reported cassettes, by numeric id. */
export const listAtmsWithCassettes = (
  tx: TenantTx,
  visibility: Visibility,
  afterAtmId: number,
  limit: number,
): Promise<{ id: number; agentAtmId: string }[]> => {
  const scope: SQL = scopeOf(visibility, sql`${atm.institutionKey}`)
  return tx
    .select({ id: atm.id, agentAtmId: atm.agentAtmId })
    .from(atm)
    .where(
      sql`${gt(atm.id, afterAtmId)} and ${scope} and exists (select from incident.cassette c where c.atm_id = ${atm.id})`,
    )
    .orderBy(asc(atm.id))
    .limit(limit)
}
