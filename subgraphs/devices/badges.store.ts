import { type SQL, sql } from 'drizzle-orm'
import { scopeOf } from '../../db/scope.ts'
import type { TenantTx, Visibility } from '../../db/tenancy.ts'

export type BadgeCounts = {
  readonly total: number
  readonly agentOffline: number
  readonly inSupervisor: number
  readonly outOfService: number
  readonly inService: number
  readonly unknown: number
}

/** The counts of a statement over `devices.atm`; connected are ATMs with a heartbeat since `since`. */
export const badgeColumns = (since: Date): SQL => {
  const heard = sql`last_heartbeat_at >= ${since.toISOString()}::timestamptz`
  const inState = (state: string) => sql`(count(*) filter (where ${heard} and service_state = ${state}))::int`
  return sql`count(*)::int as total, (count(*) filter (where (${heard}) is not true))::int as "agentOffline",
      ${inState('IN_SUPERVISOR')} as "inSupervisor", ${inState('OUT_OF_SERVICE')} as "outOfService",
      ${inState('IN_SERVICE')} as "inService", ${inState('UNKNOWN')} as "unknown"`
}

/** The caller's ATMs by badge, in one pass. */
export const countBadges = async (tx: TenantTx, visibility: Visibility, since: Date): Promise<BadgeCounts> => {
  const [row] = await tx.execute<BadgeCounts>(sql`
    select ${badgeColumns(since)} from devices.atm
    where ${scopeOf(visibility, sql`institution_key`)} and not retired`)
  if (row === undefined) throw new Error('a count without a row')
  return row
}
