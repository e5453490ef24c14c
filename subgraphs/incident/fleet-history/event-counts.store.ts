import { sql } from 'drizzle-orm'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { TypeCount } from './activity.store.ts'

/** An ATM's events since an instant by type. As nothing occurs after its receipt, days before it need no look. */
export const countEventsOfAtm = async (tx: TenantTx, atmId: number, from: Date): Promise<TypeCount[]> => {
  const since = sql`${from.toISOString()}::timestamptz`
  const rows = await tx.execute<TypeCount>(sql`
    select e.type_id::int as "typeId", count(*)::float8 as "count" from incident.event e
    where e.atm_id = ${atmId}::bigint and e.occurred_at >= ${since} and e.received_at >= ${since}
    group by e.type_id`)
  return [...rows]
}
