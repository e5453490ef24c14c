import { DomainError } from '../kit/errors.ts'
import type { LaneConnection } from './ingest.connection.ts'
import { takeBatch, type Waiting } from './ingest.queue.rules.ts'
import type { Signal } from './ingest.types.ts'
import { type Committed, CommitUnknownError, type Outcome, type Writer } from './ingest.writer.ts'

/** The one way of events and heartbeats into the store: what arrives together is committed together. */
export type Lane = {
  /**
   * Stores a signal with the next batch; resolves after the commit.
   * @throws DomainError UNAVAILABLE when the queue is full or the store cannot be reached; then nothing is stored for it.
   */
  submit(signal: Signal): Promise<Outcome>
  /** Whether the last attempt reached the store. */
  isUp(): boolean
  /** Stores what waits, refuses what comes, and closes the connection. */
  close(): Promise<void>
}

export type LaneOptions = {
  readonly connect: () => Promise<LaneConnection>
  readonly write: Writer
  /** Told of each committed batch, before its requests are answered. Must not throw. */
  readonly onCommitted: (committed: Committed) => void
  readonly onFault: (error: unknown, what: string) => void
  now(): Date
  random(): number
  readonly maxBatch?: number
  readonly maxWaiting?: number
}

const MAX_BATCH = 500
const MAX_WAITING = 50_000
const ATTEMPTS = 5
const RECONNECT_AFTER_MS = 250
const JITTER_MS = 60
const STATUS_TRIES = 40

const unavailable = (cause?: unknown) =>
  new DomainError('UNAVAILABLE', 'Events cannot be stored right now; send the event again.', {
    retryAfterSeconds: 1,
    cause,
  })

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** lock_not_available: somebody else holds an ATM of the batch. */
const isLocked = (error: unknown): boolean => codeOf(error) === '55P03'
/** deadlock_detected, serialization_failure: the same batch may simply be tried again. */
const isRetryable = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error))
/** data_exception, program_limit_exceeded, integrity_constraint_violation: the event's own fault. */
const isRefusal = (error: unknown): boolean => /^(22|54|23)/.test(codeOf(error))
/** insufficient_resources, system_error, a server that only reads: the store's. */
const isOutage = (error: unknown): boolean => /^(53|58|25006)/.test(codeOf(error))

const answer = (batch: readonly Waiting[], outcomes: readonly Outcome[]): void => {
  for (const [n, member] of batch.entries()) {
    const outcome = outcomes[n]
    if (outcome === undefined) continue
    member.resolve(outcome)
    for (const repeat of member.repeats) repeat.resolve(outcome)
  }
}

const refuse = (waiting: readonly Waiting[], error: unknown): void => {
  for (const one of waiting) {
    one.reject(error)
    for (const repeat of one.repeats) repeat.reject(error)
  }
}

/** Starts the lane: one connection, one batch under way while the next one fills, no timer when idle. */
export const startLane = (options: LaneOptions): Lane => {
  const { maxBatch = MAX_BATCH, maxWaiting = MAX_WAITING } = options
  const queue: Waiting[] = []
  let connection: LaneConnection | null = null
  const postponed = new Set<Promise<void>>()
  let running: Promise<void> | null = null
  let downUntil = 0
  let closed = false

  const connected = async (): Promise<LaneConnection> => {
    if (connection?.isOpen()) return connection
    connection = null
    try {
      connection = await options.connect()
      downUntil = 0
      return connection
    } catch (error) {
      downUntil = options.now().getTime() + RECONNECT_AFTER_MS
      throw unavailable(error)
    }
  }

  const drop = async (): Promise<void> => {
    const lost = connection
    connection = null
    await lost?.close().catch(() => {})
  }

  const pause = (attempt: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, attempt * JITTER_MS * (0.5 + options.random())))

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

  const resolveUnknown = async (lost: CommitUnknownError): Promise<Committed | null> => {
    await drop()
    const committed = await wasCommitted(lost.transaction).catch(() => null)
    if (committed === null) throw unavailable(lost)
    return committed ? lost.committed : null
  }

  /** One attempt; null where the batch is certainly not stored and may be tried again. */
  const attempt = async (batch: readonly Waiting[]): Promise<Committed | null> => {
    const session = await connected()
    try {
      return await options.write(
        session,
        batch.map(({ signal }) => signal),
      )
    } catch (error) {
      if (error instanceof CommitUnknownError) return await resolveUnknown(error)
      if (session.isOpen()) throw isOutage(error) ? unavailable(error) : error
      await drop()
      return null
    }
  }

  const store = async (batch: readonly Waiting[]): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const committed = await attempt(batch)
        if (committed !== null) {
          options.onCommitted(committed)
          answer(batch, committed.outcomes)
          return
        }
        if (tries >= ATTEMPTS) throw unavailable()
      } catch (error) {
        if (!isRetryable(error) || tries >= ATTEMPTS) {
          await giveUp(batch, error)
          return
        }
      }
      await pause(tries)
    }
  }

  /** Puts a signal whose ATM is locked back into the queue after a while; the lane goes on with the others. */
  const postpone = (waiting: Waiting): void => {
    const again = { ...waiting, tries: waiting.tries + 1 }
    const back = pause(again.tries).then(() => {
      postponed.delete(back)
      queue.unshift(again)
      running ??= run()
    })
    postponed.add(back)
  }

  /** A batch that cannot be stored is halved, so that a bad event fails alone, and only what is locked waits. */
  const giveUp = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    const [only, ...others] = batch
    if (only !== undefined && others.length === 0 && isLocked(error) && only.tries < ATTEMPTS) {
      postpone(only)
      return
    }
    if (batch.length > 1 && !(error instanceof DomainError)) {
      const half = batch.length >> 1
      await store(batch.slice(0, half))
      await store(batch.slice(half))
      return
    }
    if (error instanceof DomainError) refuse(batch, error)
    else if (isRefusal(error)) {
      options.onFault(error, 'an event was refused by the store')
      const fault = { field: 'body', message: 'holds a value that cannot be stored' }
      refuse(batch, new DomainError('BAD_USER_INPUT', `${fault.field}: ${fault.message}`, { errors: [fault] }))
    } else {
      options.onFault(error, 'an event could not be stored')
      refuse(batch, unavailable(error))
    }
  }

  const run = async (): Promise<void> => {
    // Left to the end of the tick, so that what arrives together goes together.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const batch = takeBatch(queue, maxBatch)
      await store(batch).catch((error: unknown) => {
        options.onFault(error, 'a batch could not be handled')
        refuse(batch, unavailable(error))
      })
      if (downUntil > 0) refuse(queue.splice(0), unavailable())
    }
    running = null
  }

  return {
    submit(signal) {
      const isDown = downUntil > 0 && options.now().getTime() < downUntil
      if (closed || isDown || queue.length >= maxWaiting) return Promise.reject(unavailable())
      return new Promise((resolve, reject) => {
        queue.push({ signal, tries: 0, repeats: [], resolve, reject })
        running ??= run()
      })
    },
    isUp: () => downUntil === 0,
    async close() {
      closed = true
      while (running !== null || postponed.size > 0) await Promise.all([running, ...postponed])
      await drop()
    },
  }
}
