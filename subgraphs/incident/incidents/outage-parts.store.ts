import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'

/** The numbers of the open parts of a mass outage after a number, at most `limit`, in order. */
export const listOpenParts = async (
  tx: TenantTx,
  outageId: number,
  after: number,
  limit: number,
): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select id::float8 as id from incident.incident
    where parent_id = ${outageId}::bigint and id > ${after}::bigint and status in ('OPEN', 'ACKNOWLEDGED')
    order by id limit ${limit}::int`)
  return rows.map(({ id }) => id)
}

/**
 * Where a user has open parts of mass outages that are not theirs: the number of the outage, where the part is left of
 * what was done to it; else that of the part, which was given to them by itself. At most `limit` of them, with how many
 * there are.
 */
export const listPartsLeft = async (
  tx: TenantTx,
  caller: Visibility,
  userId: string,
  limit: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> => {
  const rows = await tx.execute<{ id: number; total: number }>(sql`
    select id, count(*) over ()::int as total from (
      select distinct (case when p.owned_since <= o.owned_since then o.id else p.id end)::float8 as id
    from incident.incident p join incident.incident o on o.id = p.parent_id
    where ${scopeOf(caller, sql`p.institution_key`)} and p.status <> 'RESOLVED' and p.status <> 'SUPPRESSED'
      and p.owner_user_id = ${userId} and o.owner_user_id is distinct from ${userId}) p
    order by id limit ${limit}::int`)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}
