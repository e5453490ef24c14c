import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { IncidentRow } from './incidents.store.ts'

/** The numbers of the parts of a mass outage in one of these statuses, at most `limit`. */
export const listParts = async (
  tx: TenantTx,
  outageId: number,
  statuses: readonly IncidentRow['status'][],
  limit: number,
): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select id::float8 as id from incident.incident
    where parent_id = ${outageId}::bigint and status = any (${sqlArray(statuses, 'text')}) limit ${limit}::int`)
  return rows.map(({ id }) => id)
}
