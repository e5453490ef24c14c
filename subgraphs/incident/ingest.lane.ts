import { badInput, DomainError } from '../kit/errors.ts'
import type { LaneConnection } from './ingest.connection.ts'
import { createIngestQueue, type Waiting } from './ingest.queue.rules.ts'
import { createSession, sqlStateOf, unavailable } from './ingest.session.ts'
import type { Signal } from './ingest.types.ts'
import type { Committed, Outcome, Writer } from './ingest.writer.ts'

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
  /** Told of each committed batch, before its requests are answered. */
  readonly onCommitted: (committed: Committed) => void
  readonly onFault: (error: unknown, what: string) => void
  now(): Date
  random(): number
  readonly maxBatch?: number
  readonly maxWaiting?: number
  /** After how long without the end of a batch the store counts as stalled. */
  readonly stalledAfterMs?: number
}

const MAX_BATCH = 500
const MAX_WAITING = 50_000
/** Well before those who wait give up: they are told that nothing is stored while it is still certain. */
const STALLED_AFTER_MS = 5_000
/**
 * Where many send at once, a batch that would be smaller than the one before it waits so long to become as large: those who have just been
 * answered send anew, and a batch costs the store as much as some forty events.
 */
const GATHER_MS = 3
const MANY = 16
const ATTEMPTS = 5
const JITTER_MS = 60

/** lock_not_available: somebody else holds an ATM of the batch. */
const isLocked = (error: unknown): boolean => sqlStateOf(error) === '55P03'
/** deadlock_detected, serialization_failure: the same batch may simply be tried again. */
const isRetryable = (error: unknown): boolean => ['40P01', '40001'].includes(sqlStateOf(error))
/** data_exception, program_limit_exceeded, integrity_constraint_violation: the event's own fault. */
const isRefusal = (error: unknown): boolean => /^(22|54|23)/.test(sqlStateOf(error))

/** What an event that cannot be stored is answered. */
const refusalOf = (error: unknown, onFault: LaneOptions['onFault']): DomainError => {
  if (error instanceof DomainError) return error
  if (isRefusal(error)) {
    onFault(error, 'an event was refused by the store')
    return badInput('body', 'holds a value that cannot be stored')
  }
  onFault(error, 'an event could not be stored')
  return unavailable(error)
}

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

/** Waits until so many are there, for `ms` at most. */
const createGathering = (ms: number) => {
  let wanted = 0
  let enough = () => {}
  return {
    count(size: number): void {
      if (size >= wanted) enough()
    },
    async until(size: number, already: number): Promise<void> {
      if (already >= size) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wanted = size
        enough = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      enough = () => {}
    },
  }
}

/** Starts the lane: one connection, one batch under way while the next one fills, no timer when idle. */
export const startLane = (options: LaneOptions): Lane => {
  const { maxBatch = MAX_BATCH, maxWaiting = MAX_WAITING, stalledAfterMs = STALLED_AFTER_MS } = options
  const queue = createIngestQueue(maxWaiting)
  const postponed = new Set<Promise<void>>()
  const gathering = createGathering(GATHER_MS)
  let running: Promise<void> | null = null
  let closed = false
  let stalled = false
  let lastSize = 0
  const pause = (attempt: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, attempt * JITTER_MS * (0.5 + options.random())))
  const session = createSession({ connect: options.connect, write: options.write, now: options.now, pause })

  /** What follows a commit must not undo it: a fault there is told, and the batch stays stored. */
  const conclude = (batch: readonly Waiting[], committed: Committed): void => {
    try {
      options.onCommitted(committed)
    } catch (error) {
      options.onFault(error, 'a committed batch could not be passed on')
    }
    answer(batch, committed.outcomes)
  }

  const store = async (batch: readonly Waiting[]): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const committed = await session.attempt(batch.map(({ signal }) => signal))
        if (committed !== null) {
          conclude(batch, committed)
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
      queue.putBack(again)
      running ??= run()
    })
    postponed.add(back)
  }

  /** A batch that cannot be stored is halved, so that a bad event fails alone, and only what is locked waits. */
  const giveUp = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    const [only, ...others] = batch
    if (stalled) {
      refuse(batch, unavailable(error))
      return
    }
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
    refuse(batch, refusalOf(error, options.onFault))
  }

  /** Refuses what waits, and what comes, until the batch under way has ended. */
  const stall = (): void => {
    stalled = true
    const waiting = queue.clear()
    options.onFault(new Error(`${waiting.length} events behind it were refused`), 'a batch takes too long')
    refuse(waiting, unavailable())
  }

  const storeNext = async (): Promise<void> => {
    const batch = queue.take(maxBatch, options.now().getTime())
    lastSize = batch.length
    const timer = setTimeout(stall, stalledAfterMs)
    await store(batch).catch((error: unknown) => {
      options.onFault(error, 'a batch could not be handled')
      refuse(batch, unavailable(error))
    })
    clearTimeout(timer)
    stalled = false
    if (!session.isUp()) refuse(queue.clear(), unavailable())
  }

  const run = async (): Promise<void> => {
    // Left to the end of the tick, so that what arrives together goes together.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.size() > 0) {
      if (!closed && lastSize >= MANY) await gathering.until(lastSize, queue.size())
      await storeNext()
    }
    running = null
  }

  return {
    submit(signal) {
      if (closed || stalled || session.isResting()) return Promise.reject(unavailable())
      return new Promise((resolve, reject) => {
        if (!queue.offer({ signal, tries: 0, repeats: [], resolve, reject })) {
          reject(unavailable())
          return
        }
        gathering.count(queue.size())
        running ??= run()
      })
    },
    isUp: session.isUp,
    async close() {
      closed = true
      while (running !== null || postponed.size > 0) await Promise.all([running, ...postponed])
      await session.close()
    },
  }
}
