import { asc, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'

/** The newest reading of a cassette. */
export type CassetteRow = {
  readonly atmId: number
  readonly cassetteNo: string
  /** Epoch milliseconds. */
  readonly asOf: number
  readonly type: string | null
  readonly currency: string | null
  readonly denominationMinor: number | null
  readonly initialCount: number | null
  readonly currentCount: number | null
  readonly rejectedCount: number | null
  readonly capacity: number | null
  readonly status: string | null
  /** What left it, by day, as the store keeps it: an array as PostgreSQL writes it. */
  readonly used: string
}

/**
 * The newest readings of many ATMs, in one statement, by ATM and cassette number. A fleet has thousands: its columns
 * come as plain numbers and texts, which are taken as they are.
 */
export const listCassettesOfAtms = (tx: TenantTx, atmIds: readonly number[]): Promise<readonly CassetteRow[]> =>
  tx.execute<CassetteRow>(sql`
    select c.atm_id::float8 as "atmId", c.cassette_no as "cassetteNo",
      round(date_part('epoch', c.as_of) * 1000) as "asOf",
      c.cassette_type as type, c.currency, c.denomination_minor::float8 as "denominationMinor",
      c.initial_count as "initialCount",
      c.current_count as "currentCount", c.rejected_count as "rejectedCount", c.capacity, c.status, c.used::text as used
    from incident.cassette c where c.atm_id = any (${sqlArray(atmIds, 'bigint')}) order by c.atm_id, c.cassette_no`)

/** ATMs after `afterAtmId`, whether they reported cassettes or not, by numeric id. */
export const listAtmsAfter = (
  tx: TenantTx,
  visibility: Visibility,
  afterAtmId: number,
  limit: number,
): Promise<{ id: number; agentAtmId: string }[]> =>
  tx
    .select({ id: atm.id, agentAtmId: atm.agentAtmId })
    .from(atm)
    .where(
      sql`${gt(atm.id, afterAtmId)} and ${scopeOf(visibility, sql`${atm.institutionKey}`)}
        and ${isNull(atm.retiredAt)}`,
    )
    .orderBy(asc(atm.id))
    .limit(limit)

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
      sql`${gt(atm.id, afterAtmId)} and ${scope} and ${isNull(atm.retiredAt)}
        and exists (select from incident.cassette c where c.atm_id = ${atm.id})`,
    )
    .orderBy(asc(atm.id))
    .limit(limit)
}
