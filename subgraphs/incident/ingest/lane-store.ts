import { codeOf, storeFaultOf } from '../../../db/errors.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { Signal } from '../model/ingest.types.ts'
import { type Committed, CommitUnknownError, type Writer } from './batch-writer.ts'
import type { LaneConnection } from './connection.ts'
import type { StoreHealth } from './health.ts'
import { findLockedAtms, type LockedAre } from './lock-atms.ts'

/** The refusal of an event that could not be stored for no fault of its own. */
export const unavailable = (cause?: unknown): DomainError =>
  new DomainError('UNAVAILABLE', 'Events cannot be stored right now; send the event again.', {
    retryAfterSeconds: 1,
    cause,
  })

export type LaneStoreOptions = {
  readonly connect: () => Promise<LaneConnection>
  readonly write: Writer
  now(): Date
  /** Waits longer with each attempt, by a random measure. */
  pause(attempt: number): Promise<void>
  /** Receives each attempt that the store could not serve, and each batch that it stored. */
  readonly health: Pick<StoreHealth, 'failed' | 'succeeded'>
}

/** Stores the lane's batches over its one connection, which is opened again whenever it is lost. */
export type LaneStore = {
  /**
   * Stores a batch; null where it is certainly not stored and may be tried again.
   * @throws the server's error, or DomainError UNAVAILABLE.
   */
  attempt(signals: readonly Signal[]): Promise<Committed | null>
  /**
   * The textual ids of those ATMs of the signals that another transaction holds. Empty where that cannot be found out:
   * the next attempt meets the reason.
   */
  findLocked(signals: readonly Signal[], lockedAre: LockedAre): Promise<ReadonlySet<string>>
  /** Whether the last attempt to connect succeeded. */
  isUp(): boolean
  /** True for a moment after an attempt to connect failed. */
  isResting(): boolean
  close(): Promise<void>
}

const RECONNECT_AFTER_MS = 250
const STATUS_TRIES = 40
const READ_ONLY = '25006'
const NONE: ReadonlySet<string> = new Set()

/** The connection, reopened whenever it is lost. */
const createLink = ({ connect, now, health }: LaneStoreOptions) => {
  let connection: LaneConnection | null = null
  let downUntil = 0
  return {
    async connected(): Promise<LaneConnection> {
      if (connection?.isOpen() && !connection.isOutdated()) return connection
      const outdated = connection
      connection = null
      if (outdated?.isOpen()) void outdated.close().catch(() => {})
      try {
        connection = await connect()
        downUntil = 0
        return connection
      } catch (error) {
        downUntil = now().getTime() + RECONNECT_AFTER_MS
        health.failed(error)
        throw unavailable(error)
      }
    },
    current: () => (connection?.isOpen() ? connection : null),
    isUp: () => downUntil === 0,
    isResting() {
      const leftMs = downUntil - now().getTime()
      // A clock that is set back does not make it longer.
      return leftMs > 0 && leftMs <= RECONNECT_AFTER_MS
    },
    async close(): Promise<void> {
      const lost = connection
      connection = null
      await lost?.close().catch(() => {})
    },
  }
}

/** Makes the store; it connects when it is first used. */
export const createLaneStore = (options: LaneStoreOptions): LaneStore => {
  const { write, pause, health } = options
  const { connected, current, close, isUp, isResting } = createLink(options)
  /** The connection that stored the last batch. */
  let proven: LaneConnection | null = null

  /**
   * Asks a new connection whether a transaction was committed; null where the server does not know. Another server,
   * or a standby that was promoted, may have given the same number to another transaction.
   */
  const wasCommitted = async (transaction: string, server: string | null): Promise<boolean | null> => {
    for (let tries = 0; tries < STATUS_TRIES; tries += 1) {
      const connection = await connected()
      if (connection.server === null || connection.server !== server) return null
      const text = 'select pg_xact_status($1::text::xid8) as status'
      const [row] = await connection.run<{ status: string | null }>('xact-status', text, [transaction])
      if (row?.status !== 'in progress') return row?.status === null ? null : row?.status === 'committed'
      await pause(1)
    }
    return null
  }

  const afterLoss = async (lost: CommitUnknownError, server: string | null): Promise<Committed | null> => {
    await close()
    const committed = await wasCommitted(lost.transaction, server).catch(() => null)
    if (committed === null) throw unavailable(lost)
    return committed ? lost.committed : null
  }

  /**
   * A batch that the server refused. A connection that stored others may be at fault itself, as after a change of
   * tables.
   */
  const afterRefusal = async (error: unknown, connection: LaneConnection): Promise<null> => {
    const fault = storeFaultOf(error)
    if (fault === 'defect' && proven === connection) {
      await close()
      return null
    }
    if (fault !== 'unavailable') throw error
    // After a failover the former primary may still run, read-only.
    if (codeOf(error) === READ_ONLY) await close()
    health.failed(error)
    throw unavailable(error)
  }

  return {
    async attempt(signals) {
      const connection = await connected()
      try {
        const committed = await write(connection, signals)
        proven = connection
        health.succeeded()
        return committed
      } catch (error) {
        if (error instanceof CommitUnknownError) return await afterLoss(error, connection.server)
        if (connection.isOpen()) return await afterRefusal(error, connection)
        await close()
        return null
      }
    },
    async findLocked(signals, lockedAre) {
      const connection = current()
      if (connection === null) return NONE
      return findLockedAtms(connection, signals, lockedAre).catch(() => NONE)
    },
    isUp,
    isResting,
    close,
  }
}
