import { DomainError } from '../kit/errors.ts'
import type { LaneConnection } from './ingest.connection.ts'
import type { Signal } from './ingest.types.ts'
import { type Committed, CommitUnknownError, type Writer } from './ingest.writer.ts'

/** The refusal of an event that could not be stored for no fault of its own. */
export const unavailable = (cause?: unknown): DomainError =>
  new DomainError('UNAVAILABLE', 'Events cannot be stored right now; send the event again.', {
    retryAfterSeconds: 1,
    cause,
  })

/** The SQLSTATE of an error, '' where it has none. */
export const sqlStateOf = (error: unknown): string => {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** insufficient_resources, system_error, a server that only reads: the store's trouble, whatever the batch. */
const isOutage = (error: unknown): boolean => /^(53|58|25006)/.test(sqlStateOf(error))

export type SessionOptions = {
  readonly connect: () => Promise<LaneConnection>
  readonly write: Writer
  now(): Date
  /** Waits longer with each attempt, by a random measure. */
  pause(attempt: number): Promise<void>
}

/** The lane's one connection, made anew whenever it is lost. */
export type Session = {
  /**
   * Stores a batch; null where it is certainly not stored and may be tried again.
   * @throws the server's error, or DomainError UNAVAILABLE.
   */
  attempt(signals: readonly Signal[]): Promise<Committed | null>
  /** Whether the last attempt to connect succeeded. */
  isUp(): boolean
  /** True for a moment after an attempt to connect failed. */
  isResting(): boolean
  close(): Promise<void>
}

const RECONNECT_AFTER_MS = 250
const STATUS_TRIES = 40

/** Makes the session; it connects when it is first used. */
export const createSession = ({ connect, write, now, pause }: SessionOptions): Session => {
  let connection: LaneConnection | null = null
  let downUntil = 0

  const connected = async (): Promise<LaneConnection> => {
    if (connection?.isOpen()) return connection
    connection = null
    try {
      connection = await connect()
      downUntil = 0
      return connection
    } catch (error) {
      downUntil = now().getTime() + RECONNECT_AFTER_MS
      throw unavailable(error)
    }
  }

  const close = async (): Promise<void> => {
    const lost = connection
    connection = null
    await lost?.close().catch(() => {})
  }

  /** Asks a new connection whether a transaction was committed; null where the server does not know. */
  const wasCommitted = async (transaction: string): Promise<boolean | null> => {
    for (let tries = 0; tries < STATUS_TRIES; tries += 1) {
      const session = await connected()
      const text = 'select pg_xact_status($1::text::xid8) as status'
      const [row] = await session.run<{ status: string | null }>('xact-status', text, [transaction])
      if (row?.status !== 'in progress') return row?.status === null ? null : row?.status === 'committed'
      await pause(1)
    }
    return null
  }

  const afterLoss = async (lost: CommitUnknownError): Promise<Committed | null> => {
    await close()
    const committed = await wasCommitted(lost.transaction).catch(() => null)
    if (committed === null) throw unavailable(lost)
    return committed ? lost.committed : null
  }

  return {
    async attempt(signals) {
      const session = await connected()
      try {
        return await write(session, signals)
      } catch (error) {
        if (error instanceof CommitUnknownError) return await afterLoss(error)
        if (session.isOpen()) throw isOutage(error) ? unavailable(error) : error
        await close()
        return null
      }
    },
    isUp: () => downUntil === 0,
    isResting: () => downUntil > 0 && now().getTime() < downUntil,
    close,
  }
}
