import { DomainError } from '../../kit/common/errors.ts'
import type { Component } from '../../kit/observability/health.ts'
import { currentSpan, outsideSpans, tracedTogether } from '../../kit/tracing/tracing.ts'
import type { Signal } from '../model/ingest.types.ts'
import type { LaneMetrics, SignalOutcome } from '../model/ingest-metrics.ts'
import type { Committed, Outcome, Writer } from './batch-writer.ts'
import type { LaneConnection } from './connection.ts'
import { createGathering, type Gathering } from './gathering.ts'
import { createStoreHealth, probeStore, type StoreHealth } from './health.ts'
import { createLaneStore, type LaneStore, unavailable } from './lane-store.ts'
import type { LockedAre } from './lock-atms.ts'
import { createIngestQueue, type IngestQueue, type Waiting } from './queue.rules.ts'
import { type BatchOptions, refuse, storeBatch } from './store-batch.ts'

/** The only path of events and heartbeats into the store: what arrives together is committed together. */
export type Lane = {
  /**
   * Stores a signal with the next batch; resolves after the commit.
   * @throws DomainError UNAVAILABLE when the queue is full or the store cannot be reached; then nothing is stored for
   * it.
   */
  submit(signal: Signal): Promise<Outcome>
  /** DOWN with the reason while the store does not take what is submitted. */
  check(): Promise<Component>
  /** Stores what waits, refuses what comes, and closes the connection. */
  close(): Promise<void>
}

export type LaneOptions = {
  readonly connect: () => Promise<LaneConnection>
  readonly write: Writer
  /** Called with each committed batch, before its requests are answered. */
  readonly onCommitted: (committed: Committed) => void
  readonly onFault: (error: unknown, what: string) => void
  /** Called with the reason when the store stops taking events, and with null when it takes them again. */
  readonly onStore: (reason: string | null) => void
  /** Counts and measures; nothing does when left out. */
  readonly metrics?: LaneMetrics
  now(): Date
  random(): number
  /** A monotonic clock, in ms. */
  readonly elapsedMs?: () => number
  readonly maxBatch?: number
  readonly maxWaiting?: number
  /** After how long without the end of a batch the store counts as stalled. */
  readonly stalledAfterMs?: number
  /** How long the senders who were just answered are waited for at most. */
  readonly answeredMs?: number
  /** How long after a batch the next one begins at the soonest while events come independently of each other. */
  readonly eventsMs?: number
  /** How long after a batch of several one of heartbeats alone begins at the soonest. */
  readonly heartbeatsMs?: number
}

/** Signals that one transaction stores, of any number of requests; not the limit of a request, which may differ. */
const MAX_BATCH = 500
const MAX_WAITING = 50_000
/** Well before callers give up: they get their refusal while it is still certain that nothing is stored. */
const STALLED_AFTER_MS = 5_000
const JITTER_MS = 60
/** How often an ATM may be found locked before its signals are refused. */
const MOST_LOCKED = 6
/** With the pauses between attempts, about as long as those would take that wait for the lock. */
const LOCKED_MS = 250
/** For so long after an ATM was found locked batches ask first, as its transaction may hold many others. */
const CAUTIOUS_MS = 5_000
/** A client's next request arrives within this time of its answer. */
const ANSWERED_MS = 3
/** Of 500 events a second some twelve go along instead of four, and an event costs a sixth to a quarter less. */
const EVENTS_MS = 25
/** Of 200 heartbeats a second some twenty go along, which costs a heartbeat half as much as going by itself. */
const HEARTBEATS_MS = 100

type State = {
  readonly options: Required<Omit<LaneOptions, 'metrics'>> & Pick<LaneOptions, 'metrics'>
  readonly queue: IngestQueue
  readonly store: LaneStore
  readonly health: StoreHealth
  readonly gathering: Gathering
  readonly postponed: Set<Promise<void>>
  pause(attempt: number, moreMs?: number): Promise<void>
  /** Until when batches ask first which of their ATMs are locked. */
  cautiousUntilMs: number
  running: Promise<void> | null
  /** Since when the oldest signal of the batch under way waits. */
  batchSinceMs: number | null
  closed: boolean
  stalled: boolean
}

const open = (given: LaneOptions): State => {
  const options = {
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    stalledAfterMs: STALLED_AFTER_MS,
    answeredMs: ANSWERED_MS,
    eventsMs: EVENTS_MS,
    heartbeatsMs: HEARTBEATS_MS,
    elapsedMs: () => performance.now(),
    ...given,
  }
  const { connect, write, now, elapsedMs } = options
  const health = createStoreHealth({ probe: () => probeStore(connect), elapsedMs, onChange: options.onStore })
  const pause = (attempt: number, moreMs = 0) =>
    new Promise<void>((resolve) => setTimeout(resolve, moreMs + attempt * JITTER_MS * (0.5 + options.random())))
  return {
    options,
    queue: createIngestQueue(options.maxWaiting),
    store: createLaneStore({ connect, write, now, pause, health }),
    health,
    gathering: createGathering(options),
    postponed: new Set(),
    pause,
    cautiousUntilMs: Number.NEGATIVE_INFINITY,
    running: null,
    batchSinceMs: null,
    closed: false,
    stalled: false,
  }
}

/**
 * Holds the locked ATMs of a batch for a while: the lane goes on with the others, and what else waits or comes of these
 * ATMs stays behind `found`, in the order of each. Refuses what has waited for its ATM too often.
 */
const setAside = (state: State, found: readonly Waiting[]): void => {
  const { queue, gathering, postponed, options } = state
  const atms = new Set(found.map(({ signal }) => signal.agentAtmId))
  const again: Waiting[] = []
  const late: Waiting[] = []
  for (const waiting of [...found, ...queue.takeOf(atms)]) {
    const tries = waiting.tries + 1
    if (tries < MOST_LOCKED) again.push({ ...waiting, tries })
    else late.push(waiting)
  }
  if (late.length > 0) {
    options.onFault(new Error(`${late.length} events were refused`), 'an ATM stays locked')
    refuse(late, unavailable())
  }
  if (again.length === 0) return
  queue.hold(again)
  const most = again.reduce((max, { tries }) => Math.max(max, tries), 0)
  const back = state.pause(most, LOCKED_MS).then(() => {
    postponed.delete(back)
    queue.release(atms)
    gathering.joined(queue.waiting())
    state.running ??= run(state)
  })
  postponed.add(back)
}

const isCautious = ({ options, cautiousUntilMs }: State): boolean => options.elapsedMs() < cautiousUntilMs

/**
 * The locked ATMs of signals. With one that was waited for in vain, or is locked again after its pause, the lane is
 * cautious for a while; those that it only meets then may be in a batch of another process, which holds them for
 * moments.
 */
const findLocked = async (
  state: State,
  batch: readonly Waiting[],
  lockedAre: LockedAre,
): Promise<ReadonlySet<string>> => {
  const signals = batch.map(({ signal }) => signal)
  const locked = await state.store.findLocked(signals, lockedAre)
  const isLasting = ({ tries, signal }: Waiting) => tries > 0 && locked.has(signal.agentAtmId)
  if (locked.size > 0 && (!isCautious(state) || batch.some(isLasting)))
    state.cautiousUntilMs = state.options.elapsedMs() + CAUTIOUS_MS
  return locked
}

/** Refuses what waits, and what comes, until the batch under way has ended. */
const stall = (state: State): void => {
  state.stalled = true
  const waiting = state.queue.clear()
  state.options.onFault(new Error(`${waiting.length} events behind it were refused`), 'a batch takes too long')
  refuse(waiting, unavailable())
}

const OUTCOMES: Readonly<Record<Outcome['kind'], SignalOutcome>> = {
  stored: 'stored',
  exception: 'stored',
  heartbeat: 'stored',
  known: 'repeated',
  foreign: 'refused',
  retired: 'refused',
}

/** Counts a committed batch by kinds and outcomes: a few additions, however many signals there are. */
const countCommitted = (metrics: LaneMetrics, batch: readonly Waiting[], { outcomes }: Committed): void => {
  const counts = new Map<string, { kind: Signal['kind']; outcome: SignalOutcome; count: number }>()
  const add = (kind: Signal['kind'], outcome: SignalOutcome, count: number) => {
    const known = counts.get(`${kind} ${outcome}`)
    if (known === undefined) counts.set(`${kind} ${outcome}`, { kind, outcome, count })
    else known.count += count
  }
  for (const [n, { signal, repeats }] of batch.entries()) {
    const outcome = OUTCOMES[outcomes[n]?.kind ?? 'foreign']
    add(signal.kind, outcome, 1)
    if (repeats.length > 0) add(signal.kind, outcome === 'stored' ? 'repeated' : outcome, repeats.length)
  }
  for (const { kind, outcome, count } of counts.values()) metrics.counted(kind, outcome, count)
  metrics.committed(batch.length)
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.code === 'UNAVAILABLE'

const storeNext = async (state: State): Promise<void> => {
  const { queue, store, options, pause } = state
  const { metrics } = options
  const batch = queue.take(options.maxBatch, options.now().getTime())
  const beganAtMs = options.elapsedMs()
  state.batchSinceMs = batch.reduce((least, { sinceMs = beganAtMs }) => Math.min(least, sinceMs), beganAtMs)
  metrics?.began(beganAtMs - state.batchSinceMs)
  const events = batch.filter(({ signal }) => signal.kind !== 'heartbeat').length
  state.gathering.took({ all: batch.length, events }, queue.waiting().all)
  const timer = setTimeout(() => stall(state), options.stalledAfterMs)
  const { onFault } = options
  const onCommitted = (committed: Committed, stored: readonly Waiting[]) => {
    if (metrics !== undefined) countCommitted(metrics, stored, committed)
    options.onCommitted(committed)
  }
  const way: BatchOptions = {
    ...{ store, pause, onCommitted, onFault, isStalled: () => state.stalled },
    isCautious: () => isCautious(state),
    findLocked: (some, lockedAre) => findLocked(state, some, lockedAre),
    setAside: (waiting) => setAside(state, waiting),
  }
  const work = () => storeBatch(way, batch)
  const spans = batch.map(({ span }) => span)
  const attributes = { 'fleetops.batch.size': batch.length }
  await tracedTogether('store batch', spans, { attributes }, work).catch((error: unknown) => {
    onFault(error, 'a batch could not be handled')
    refuse(batch, unavailable(error))
  })
  clearTimeout(timer)
  metrics?.ended(options.elapsedMs() - beganAtMs)
  state.batchSinceMs = null
  state.stalled = false
  if (!store.isUp()) refuse(queue.clear(), unavailable())
}

const run = async (state: State): Promise<void> => {
  // Left to the end of the tick, so that what arrives together goes together.
  await new Promise((resolve) => setImmediate(resolve))
  while (state.queue.waiting().all > 0) {
    if (!state.closed) await state.gathering.ready(state.queue.waiting)
    await storeNext(state)
    state.gathering.ended(state.queue.waiting())
  }
  state.running = null
}

/** Starts the lane: one connection, one batch under way while the next one fills, no timer when idle. */
export const startLane = (options: LaneOptions): Lane => {
  const state = open(options)
  const { queue, store, health, gathering, postponed } = state
  const { metrics, elapsedMs } = state.options
  metrics?.watch(queue.size, () => queue.oldestMs() ?? state.batchSinceMs, elapsedMs)
  const countRefused = ({ kind }: Signal, error: unknown): void =>
    metrics?.counted(kind, isUnavailable(error) ? 'unavailable' : 'refused', 1)
  return {
    submit(signal) {
      if (state.closed || state.stalled || store.isResting()) {
        metrics?.counted(signal.kind, 'unavailable', 1)
        return Promise.reject(unavailable())
      }
      return new Promise((resolve, refuseSender) => {
        const reject = (error: unknown) => {
          countRefused(signal, error)
          refuseSender(error)
        }
        const place = { tries: 0, sinceMs: elapsedMs(), span: currentSpan(), repeats: [] }
        if (!queue.offer({ signal, ...place, resolve, reject })) {
          reject(unavailable())
          return
        }
        gathering.joined(queue.waiting())
        state.running ??= outsideSpans(() => run(state))
      })
    },
    check: async () => (state.stalled ? { status: 'DOWN', reason: 'a batch takes too long' } : health.check()),
    async close() {
      state.closed = true
      gathering.end()
      while (state.running !== null || postponed.size > 0) await Promise.all([state.running, ...postponed])
      await store.close()
    },
  }
}
