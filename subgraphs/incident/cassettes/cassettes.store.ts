import { asc, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { isOfAtmInUse } from '../atms/atms.store.ts'

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

/** Money of one currency in the smallest unit, as a decimal text of any length. */
export type CashTotalRow = { readonly currency: string; readonly minor: string; readonly atms: number }

/**
 * A cassette that is worth less, in minor units, is worth a whole number that a float8 has exactly, and so are
 * thousands of them together.
 */
const SMALL_WORTH = 1e12

/**
 * What the cassettes that the transaction may see hold, by currency, where denomination and count are known. They are
 * read once: their rows are wide. First those of an ATM are added up, so that ATMs are counted by their groups; as
 * float8, which takes a fraction of the time and memory of exact numbers. Those that are too large for it are read
 * apart, if there are any.
 */
export const listCashTotals = async (tx: TenantTx, visibility: Visibility): Promise<CashTotalRow[]> => {
  const worth = sql`c.denomination_minor::float8 * c.current_count`
  const known = sql`incident.cassette c where ${scopeOf(visibility, sql`c.institution_key`)}
    and c.currency is not null and c.denomination_minor is not null and c.current_count is not null`
  const isLarge = sql`${worth} >= ${SMALL_WORTH}::float8`
  const rows = await tx.execute<CashTotalRow>(sql`
    with held as (
      select c.currency, c.atm_id, sum(${worth}) filter (where not ${isLarge}) as small,
        bool_or(${isLarge}) as has_large
      from ${known} group by c.currency, c.atm_id),
    totals as (
      select currency, coalesce(sum(small::bigint), 0) as minor, bool_or(has_large) as has_large, count(*)::int as atms
      from held where ${isOfAtmInUse(sql`held.atm_id`)} group by currency)
    select currency, atms, (minor + case when has_large then (
      select coalesce(sum(c.denomination_minor::numeric * c.current_count), 0)
      from ${known} and c.currency = totals.currency and ${isLarge} and ${isOfAtmInUse(sql`c.atm_id`)})
      else 0 end)::text as minor
    from totals order by currency`)
  return [...rows]
}
