import { createShares, type Holder } from '../../kit/sharing/shares.rules.ts'
import type { Span } from '../../kit/tracing/tracing.ts'
import type { Signal } from '../model/ingest.types.ts'
import type { Outcome } from './batch-writer.ts'
import type { Queued } from './gathering.ts'

/** A signal that waits for its batch, and the one who waits for its outcome. */
export type Waiting = {
  readonly signal: Signal
  /** How often its ATM was found locked. */
  readonly tries: number
  /** When it came, on a monotonic clock, in ms. */
  readonly sinceMs?: number
  /** The request that it is part of. */
  readonly span?: Span | undefined
  /** Repeats of its eventId that came while it waited: they get its answer, and have no repeats themselves. */
  readonly repeats: Waiting[]
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** What waits for the lane, each institution in its own order. */
export type IngestQueue = {
  /**
   * Puts a signal at the end of its institution's, or of its ATM's where that is held; false where there is no room
   * for it.
   */
  offer(waiting: Waiting): boolean
  /** Takes all that waits of these ATMs and is not held, each in its order. */
  takeOf(agentAtmIds: ReadonlySet<string>): Waiting[]
  /**
   * Holds the ATMs of signals that were taken: these signals, and those that come, keep their room and are in no batch.
   */
  hold(taken: readonly Waiting[]): void
  /** Puts what is held of these ATMs before all others of its institution, in the order of each ATM. */
  release(agentAtmIds: ReadonlySet<string>): void
  /** Takes the next batch. `nowMs` is on the clock of the signals' receipt. */
  take(maxBatch: number, nowMs: number): Waiting[]
  /** Takes all that waits, also what is held. */
  clear(): Waiting[]
  /** How many there are, with those that are held. */
  size(): number
  /** How many a batch may take, and how many of them are no heartbeats. */
  waiting(): Queued
  /** When the oldest that waits came; null where none waits. */
  oldestMs(): number | null
}

/**
 * While several institutions send, so many of each go along in a batch: a short batch keeps no sender waiting for long,
 * and costs an event a quarter more than a whole one.
 */
const SHARE = 100
/** With so many whole batches waiting each is filled: what counts then is how soon all of it is stored. */
const LONG_BATCHES = 5
/** Institutions with at most this many waiting go along with each full batch; all of these share half of it. */
const FEW = 100
/** A sender counts as active for this long after its last signal. */
const SENDS_MS = 1_000

/** An event exception has another answer than a repeat of it that came meanwhile. */
const eventKeyOf = (signal: Signal): string | null => {
  if (signal.kind === 'heartbeat' || signal.eventId === null) return null
  return signal.kind === 'event' && signal.replay !== undefined ? null : `${signal.agentAtmId}|${signal.eventId}`
}

/**
 * A batch that is being put together. Of an ATM that two institutions name at once only the first goes along; the
 * other is passed over and stays for the next batch, which finds out whose the ATM is.
 */
const createBatch = (maxBatch: number) => {
  const batch: Waiting[] = []
  const institutions = new Map<string, string | null>()
  const byEvent = new Map<string, Waiting>()

  /** True where it goes along, by itself or with the one that it repeats. */
  const join = (waiting: Waiting): boolean => {
    const { agentAtmId, institutionKey } = waiting.signal
    const named = institutions.get(agentAtmId)
    if (named !== undefined && named !== institutionKey) return false
    if (named === undefined) institutions.set(agentAtmId, institutionKey)
    const key = eventKeyOf(waiting.signal)
    const first = key === null ? undefined : byEvent.get(key)
    if (first !== undefined) {
      // One that was put back may have repeats of its own.
      first.repeats.push(waiting, ...waiting.repeats.splice(0))
      return true
    }
    if (key !== null) byEvent.set(key, waiting)
    batch.push(waiting)
    return true
  }

  return {
    batch,
    /** Takes up to `most` from the front of a queue, in order; true where some were passed over. */
    takeFrom(queue: Waiting[], most: number): boolean {
      const left: Waiting[] = []
      const upTo = Math.min(maxBatch, batch.length + most)
      let n = 0
      for (; n < queue.length && batch.length < upTo; n += 1) {
        const waiting = queue[n]
        if (waiting !== undefined && !join(waiting)) left.push(waiting)
      }
      queue.splice(0, n, ...left)
      return left.length > 0
    },
  }
}

/** How many senders wait with one: itself and its repeats. */
const countOf = ({ repeats }: Waiting): number => 1 + repeats.length

const countEvents = (waiting: Waiting): number => (waiting.signal.kind === 'heartbeat' ? 0 : countOf(waiting))

const keyOf = ({ signal }: Waiting): string => signal.institutionKey ?? ''

const holderOf = (waiting: Waiting): Holder => ({ group: keyOf(waiting), member: waiting.signal.agentAtmId })

type Queues = Map<string, Waiting[]>

const queueOf = (queues: Queues, key: string): Waiting[] => {
  const known = queues.get(key)
  if (known !== undefined) return known
  const queue: Waiting[] = []
  queues.set(key, queue)
  return queue
}

/** What waits, by institution in the order of their turns. */
type Turns = {
  readonly queues: Queues
  /** Those that were passed over and had no turn since, the longest first: they come before all others. */
  readonly passedOver: Set<string>
}
type Queue = readonly [string, Waiting[]]

/** Puts a batch together in turns: whose turn it was, and who still has some waiting, comes behind all others. */
const createBatchFiller = ({ queues, passedOver }: Turns, maxBatch: number) => {
  const { batch, takeFrom } = createBatch(maxBatch)
  return {
    batch,
    /** Takes up to `most` of each, until the batch has so many. */
    takeEach(some: Iterable<Queue>, most: number, upTo = maxBatch): void {
      for (const [key, queue] of some) {
        if (batch.length >= upTo) return
        if (takeFrom(queue, Math.min(most, upTo - batch.length))) passedOver.add(key)
        else passedOver.delete(key)
        queues.delete(key)
        if (queue.length > 0) queues.set(key, queue)
      }
    },
  }
}

/** The institutions that were passed over, and the others. */
const splitPassedOver = ({ queues, passedOver }: Turns): readonly [readonly Queue[], readonly Queue[]] => [
  [...passedOver].flatMap((key) => {
    const queue = queues.get(key)
    return queue === undefined ? [] : [[key, queue] as const]
  }),
  [...queues].filter(([key]) => !passedOver.has(key)),
]

/**
 * A short batch: of each institution as much as all of them could have, then up to `SHARE` of those that have more. So
 * a large one does not wait because there are many others with little.
 */
const takeShares = (turns: Turns, maxBatch: number): Waiting[] => {
  const { batch, takeEach } = createBatchFiller(turns, maxBatch)
  const each = Math.min(SHARE, Math.max(1, Math.ceil(maxBatch / turns.queues.size)))
  takeEach(splitPassedOver(turns).flat(), each)
  if (each < SHARE) takeEach([...turns.queues], SHARE - each)
  return batch
}

/**
 * A full batch: a share of each who was passed over or has few waiting, and for the rest as much as it has of one after
 * the other. What an institution sends together is of the same ATMs, and costs a fraction of as many events of ATMs all
 * over the fleet.
 */
const takeFull = (turns: Turns, maxBatch: number): Waiting[] => {
  const { batch, takeEach } = createBatchFiller(turns, maxBatch)
  const each = Math.max(1, Math.ceil(maxBatch / turns.queues.size))
  const [passedOver, others] = splitPassedOver(turns)
  const few = others.filter(([, queue]) => queue.length <= FEW)
  const many = others.filter(([, queue]) => queue.length > FEW)
  takeEach(passedOver, each)
  const left = maxBatch - batch.length
  takeEach(few, each, batch.length + (many.length === 0 ? left : Math.ceil(left / 2)))
  takeEach(many, maxBatch)
  return batch
}

/** Takes what waits of these ATMs, each in its order. Institutions keep their turns. */
const takeAtms = ({ queues, passedOver }: Turns, agentAtmIds: ReadonlySet<string>): Waiting[] => {
  const taken: Waiting[] = []
  for (const [key, queue] of queues) {
    const parts = Map.groupBy(queue, ({ signal }) => agentAtmIds.has(signal.agentAtmId))
    for (const waiting of parts.get(true) ?? []) taken.push(waiting)
    const left = parts.get(false) ?? []
    if (left.length > 0) {
      queues.set(key, left)
    } else {
      queues.delete(key)
      passedOver.delete(key)
    }
  }
  return taken
}

/** Signals of ATMs that are held, each ATM in its order. */
const createHeld = () => {
  const byAtm = new Map<string, Waiting[]>()
  /** Puts a signal behind the others of its ATM; false where that is not held. */
  const join = (waiting: Waiting): boolean => {
    const ofAtm = byAtm.get(waiting.signal.agentAtmId)
    ofAtm?.push(waiting)
    return ofAtm !== undefined
  }
  return {
    join,
    hold(waiting: Waiting): void {
      if (!join(waiting)) byAtm.set(waiting.signal.agentAtmId, [waiting])
    },
    release(agentAtmIds: Iterable<string>): Waiting[] {
      const released: Waiting[] = []
      for (const agentAtmId of agentAtmIds) {
        for (const waiting of byAtm.get(agentAtmId) ?? []) released.push(waiting)
        byAtm.delete(agentAtmId)
      }
      return released
    },
    lists: (): Iterable<Waiting[]> => byAtm.values(),
    clear: (): void => byAtm.clear(),
  }
}

/**
 * A queue in which institutions take turns. Its room is shared out by institution and ATM as `createShares` says: one
 * institution alone has half of it, one ATM alone a quarter, and there is always room for another one.
 */
export const createIngestQueue = (maxWaiting: number): IngestQueue => {
  const turns: Turns = { queues: new Map(), passedOver: new Set() }
  const { queues } = turns
  const lastSentMs = new Map<string, number>()
  const held = createHeld()
  const room = createShares(maxWaiting)
  let all = 0
  let events = 0

  const count = (waiting: Waiting, sign: 1 | -1): void => {
    all += sign * countOf(waiting)
    events += sign * countEvents(waiting)
  }
  const giveRoom = (waiting: Waiting): void => room.give(holderOf(waiting), countOf(waiting))
  const leave = (waiting: Waiting): void => {
    giveRoom(waiting)
    count(waiting, -1)
  }

  /** How many institutions send just now. A clock that was set back leaves times in the future. */
  const countSenders = (nowMs: number): number => {
    for (const [key, sentMs] of lastSentMs) if (Math.abs(nowMs - sentMs) > SENDS_MS) lastSentMs.delete(key)
    return lastSentMs.size
  }

  return {
    offer(waiting) {
      const holder = holderOf(waiting)
      if (!room.fits(holder, 1)) return false
      room.take(holder, countOf(waiting))
      if (held.join(waiting)) return true
      queueOf(queues, holder.group).push(waiting)
      lastSentMs.set(holder.group, waiting.signal.receivedAt)
      count(waiting, 1)
      return true
    },
    takeOf(agentAtmIds) {
      const taken = takeAtms(turns, agentAtmIds)
      for (const waiting of taken) leave(waiting)
      return taken
    },
    hold(taken) {
      for (const waiting of taken) {
        held.hold(waiting)
        room.take(holderOf(waiting), countOf(waiting))
      }
    },
    release(agentAtmIds) {
      const released = held.release(agentAtmIds)
      for (const [key, some] of Map.groupBy(released, keyOf)) queues.set(key, some.concat(queueOf(queues, key)))
      for (const waiting of released) count(waiting, 1)
    },
    take(maxBatch, nowMs) {
      const isShort = all < LONG_BATCHES * maxBatch && countSenders(nowMs) > 1
      const batch = isShort ? takeShares(turns, maxBatch) : takeFull(turns, maxBatch)
      for (const waiting of batch) leave(waiting)
      return batch
    },
    clear() {
      const cleared = [...queues.values(), ...held.lists()].flat()
      for (const waiting of cleared) giveRoom(waiting)
      queues.clear()
      turns.passedOver.clear()
      held.clear()
      all = 0
      events = 0
      return cleared
    },
    size: room.taken,
    waiting: () => ({ all, events }),
    oldestMs() {
      const since = [...queues.values(), ...held.lists()].flatMap(([first]) => first?.sinceMs ?? [])
      return since.length === 0 ? null : Math.min(...since)
    },
  }
}
