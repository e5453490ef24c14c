import type { Signal } from '../model/ingest.types.ts'
import type { LaneConnection } from './connection.ts'
import { findAtms, type LockedAtm, type RememberedAtm } from './lock-atms.ts'

const IDS_PER_BLOCK = 10_000
const MAX_REMEMBERED = 500_000

/** Ids in blocks: one `nextval` hands out 10,000. */
const createIds = (name: string, sequence: string) => {
  let next = 0
  let end = 0
  return {
    /** Sees to it that `count` ids are at hand. */
    async ensure(connection: LaneConnection, count: number): Promise<void> {
      if (end - next >= count) return
      const [row] = await connection.run<{ block: number }>(name, `select nextval('${sequence}') as block`, [])
      if (row === undefined) throw new Error(`${sequence} gave no block`)
      next = row.block * IDS_PER_BLOCK
      end = next + IDS_PER_BLOCK
    },
    take: () => next++,
  }
}

/**
 * What the lane remembers of ATMs between batches, so that the statements that read need not wait for the one that
 * locks: their ids and time zones. Both are compared with every batch: where a batch that registers an ATM is rolled
 * back, another process may give it another id.
 */
const createMemory = () => {
  const remembered = new Map<string, RememberedAtm>()
  const remember = (agentAtmId: string, atm: RememberedAtm) => {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(agentAtmId, { id: atm.id, timeZone: atm.timeZone })
  }
  return {
    idOf: (agentAtmId: string): number | null => remembered.get(agentAtmId)?.id ?? null,
    zoneOf: (agentAtmId: string): string | null => remembered.get(agentAtmId)?.timeZone ?? null,
    /** Looks up the ATMs that are seen for the first time. Returns those that are not registered. */
    async meet(connection: LaneConnection, signals: readonly Signal[]): Promise<ReadonlySet<string>> {
      const unregistered = new Set(signals.map(({ agentAtmId }) => agentAtmId).filter((id) => !remembered.has(id)))
      if (unregistered.size === 0) return unregistered
      for (const atm of await findAtms(connection, [...unregistered])) {
        remember(atm.agentAtmId, atm)
        unregistered.delete(atm.agentAtmId)
      }
      return unregistered
    },
    /** Takes over what the locks found; true where what was read rests on something else. */
    correct(atms: readonly LockedAtm[]): boolean {
      let surprised = false
      for (const atm of atms) {
        // Its open incidents changed when it was adopted, after they were read.
        if (atm.adopted) surprised = true
        const before = remembered.get(atm.agentAtmId)
        if (before?.id === atm.id && before.timeZone === atm.timeZone) continue
        // A new ATM has neither a past nor a zone of its own, so nothing was missed.
        if (!atm.registered) surprised = true
        remember(atm.agentAtmId, atm)
      }
      return surprised
    },
  }
}

/**
 * What is remembered between batches. It is read again on each connection: the server may have been restored
 * meanwhile.
 */
const createLaneCache = () => ({
  eventIds: createIds('event-block', 'incident.event_block'),
  exceptionIds: createIds('exception-block', 'incident.exception_block'),
  memory: createMemory(),
})

export type LaneCache = ReturnType<typeof createLaneCache>

/** Gives what is remembered on a connection; of the one before nothing is kept. */
export const rememberByConnection = (): ((connection: LaneConnection) => LaneCache) => {
  let known: { readonly connection: LaneConnection; readonly cache: LaneCache } | null = null
  return (connection) => {
    if (known?.connection !== connection) known = { connection, cache: createLaneCache() }
    return known.cache
  }
}
