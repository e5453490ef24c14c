import { sql } from 'drizzle-orm'
import type { TenantTx } from '../../../db/tenancy.ts'

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
