import { connectivityOf } from '../../domain/connectivity.rules.ts'
import type { AtmMapper } from '../mappers.ts'
import type { AtmRecord, ResolvedAtm } from '../schema.gen.ts'
import type { AtmRow } from './atms.store.ts'

/** An ATM as the API shows it. Its lists have resolvers of their own. */
export const atmOf = (row: AtmRow, now: Date, withinMs: number): AtmMapper => ({
  ...row,
  deviceId: row.id,
  lifecycle: row.retiredAt === null ? 'ACTIVE' : 'RETIRED',
  connectivity: connectivityOf(row.lastHeartbeatAt, now, withinMs),
})

/** An ATM as the devices service keeps it. */
export const atmRecordOf = (row: AtmRow): AtmRecord => ({ ...row, atmId: row.id, sequence: row.stateSequence })

/** An ATM as other services know it. */
export const resolvedOf = ({
  id,
  agentAtmId,
  institutionKey,
  timeZone,
  retiredAt,
  reactivatedAt,
}: AtmRow): ResolvedAtm => ({
  atmId: id,
  agentAtmId,
  institutionKey,
  timeZone,
  retired: retiredAt !== null,
  reactivatedAt,
})

/** ATMs in the order in which they were asked for; those that are not there are left out. */
export const resolvedInOrder = (agentAtmIds: readonly string[], rows: readonly AtmRow[]): ResolvedAtm[] => {
  const byAgent = new Map(rows.map((row) => [row.agentAtmId, row]))
  return agentAtmIds.flatMap((agentAtmId) => {
    const row = byAgent.get(agentAtmId)
    return row === undefined ? [] : [resolvedOf(row)]
  })
}
