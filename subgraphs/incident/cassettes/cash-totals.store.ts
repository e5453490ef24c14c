import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import { lockAtms } from '../atms/atm-locks.store.ts'
import { isOfAtmInUse } from '../atms/atms.store.ts'

/** Money of one currency in the smallest unit, as a decimal text of any length. */
export type CashTotalRow = { readonly currency: string; readonly minor: string; readonly atms: number }

/**
 * What the cassettes that the transaction may see hold, by currency, where denomination and count are known, and how
 * many ATMs have some: from what is kept of each ATM.
 */
export const listCashTotals = async (tx: TenantTx, visibility: Visibility): Promise<CashTotalRow[]> => {
  const rows = await tx.execute<CashTotalRow>(sql`
    select c.currency, sum(c.minor)::text as minor, count(*)::int as atms from incident.atm_cash c
    where ${scopeOf(visibility, sql`c.institution_key`)} and c.cassettes > 0 and ${isOfAtmInUse(sql`c.atm_id`)}
    group by c.currency order by c.currency`)
  return [...rows]
}

/** What is kept of an ATM, as its cassettes have it. */
const COUNTED = sql`
  select atm_id, currency, max(institution_key) as institution_key, count(*) as cassettes,
    sum(denomination_minor::numeric * current_count) as minor
  from incident.cassette
  where currency is not null and denomination_minor is not null and current_count is not null`

/**
 * Adds up the cassettes of the next `limit` ATMs that have been there since before this was kept. Resolves to how many
 * ATMs these were; 0 once all are added up. Processes that do so at once take turns.
 */
export const addUpPortion = async (tx: PlatformTx, limit: number): Promise<number> => {
  const [row] = await tx.execute<{ until: string | null }>(
    sql`select atm_id::text as until from incident.atm_cash_until for update`,
  )
  const until = row?.until ?? null
  if (until === null) return 0
  const next = sql`select id from incident.atm where id > ${until}::bigint order by id limit ${limit}::int`
  const ids = await lockAtms(tx, sql`id in (${next})`)
  const last = ids.length === 0 ? null : Math.max(...ids)
  const portion = sql`atm_id = any (${sqlArray(ids, 'bigint')})`
  await tx.execute(sql`delete from incident.atm_cash where ${portion}`)
  await tx.execute(sql`
    insert into incident.atm_cash (atm_id, currency, institution_key, cassettes, minor)
    ${COUNTED} and ${portion} group by atm_id, currency`)
  await tx.execute(sql`update incident.atm_cash_until set atm_id = ${last}::bigint`)
  return ids.length
}

/** An ATM and currency of which not what its cassettes hold is kept. */
export type CashDifference = {
  readonly atmId: number
  readonly currency: string
  /** Minor units, as decimal texts. */
  readonly kept: string
  readonly counted: string
}

/**
 * Compares what is kept with the cassettes, in one statement: an event that commits meanwhile changes both or neither.
 * Returns how many ATMs and currencies differ, and the first `limit` of them.
 */
export const listCashDifferences = async (
  tx: PlatformTx,
  limit: number,
): Promise<{ count: number; differences: CashDifference[] }> => {
  const rows = await tx.execute<CashDifference & { count: number }>(sql`
    with counted as (${COUNTED} group by atm_id, currency),
    kept as (select atm_id, currency, institution_key, cassettes, minor from incident.atm_cash where cassettes <> 0
      or minor <> 0)
    select atm_id::float8 as "atmId", currency, coalesce(k.minor, 0)::text as kept,
      coalesce(c.minor, 0)::text as counted, (count(*) over ())::int as count
    from counted c full join kept k using (atm_id, currency)
    where (c.institution_key, c.cassettes, c.minor) is distinct from (k.institution_key, k.cassettes, k.minor)
    order by atm_id, currency limit ${limit}::int`)
  const differences = rows.map(({ count: _count, ...difference }) => difference)
  return { count: rows[0]?.count ?? 0, differences }
}
