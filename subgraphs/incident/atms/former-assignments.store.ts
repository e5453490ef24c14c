import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'

/** A time in which an institution had an ATM that was then moved away. */
export type FormerAssignmentRow = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly institutionKey: string
  readonly from: Date
  readonly to: Date
}

/** When institutions that the caller sees had an ATM, the newest first, at most `limit`. */
export const listFormerAssignments = async (
  tx: TenantTx,
  visibility: Visibility,
  atmId: number,
  limit: number,
): Promise<FormerAssignmentRow[]> => {
  const rows = await tx.execute<Omit<FormerAssignmentRow, 'from' | 'to'> & { from: string; to: string }>(sql`
    select atm_id::float8 as "atmId", agent_atm_id as "agentAtmId", institution_key as "institutionKey",
      from_at as "from", to_at as "to"
    from incident.former_assignment
    where atm_id = ${atmId}::bigint and ${scopeOf(visibility, sql`institution_key`)}
    order by to_at desc, id desc limit ${limit}::int`)
  return rows.map((row) => ({ ...row, from: new Date(row.from), to: new Date(row.to) }))
}
