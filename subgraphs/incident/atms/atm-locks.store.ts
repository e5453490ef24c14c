import { type SQL, sql } from 'drizzle-orm'
import type { PlatformTx } from '../../../db/tenancy.ts'

/**
 * Locks the ATMs of a condition on `incident.atm` in the order of ingest, so that what follows may change the rows of
 * these ATMs in any order. Resolves to their ids.
 */
export const lockAtms = async (tx: PlatformTx, condition: SQL): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select id::float8 as id from incident.atm where ${condition}
    order by agent_atm_id collate "C" for no key update`)
  return rows.map(({ id }) => id)
}
