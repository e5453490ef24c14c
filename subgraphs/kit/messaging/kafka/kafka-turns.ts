import type { IncomingMessage } from '../events.ts'

/** Messages of one partition as they were fetched. */
export type FetchedBatch = PartitionName & {
  readonly messages: readonly Fetched[]
  /** The offset after the last message of the partition. */
  readonly end?: number
}

/**
 * `offset` and `stamp` together identify a message of a partition, also after its topic was deleted and created again.
 */
export type Fetched = {
  readonly offset: number
  readonly stamp: string
  readonly bytes: number
  readonly message: IncomingMessage
}

export type PartitionName = { readonly topic: string; readonly partition: number }

export type TurnsOptions = {
  readonly concurrency: number
  handle(message: IncomingMessage): Promise<void>
  /** The partition is handled up to `offset`, exclusive. */
  onHandled(partition: PartitionName, offset: number): void
  /** There is room again for more of these partitions, which were full or refused. */
  onRoom(partitions: readonly PartitionName[]): void
}

type Partition = PartitionName & {
  messages: readonly Fetched[]
  end: number
  next: number
  bytes: number
  full: boolean
  busy: boolean
  failures: number
  retryAtMs: number
  /** The message handled last: if it is fetched again after a rebalance, it is not handled again. */
  handled: Fetched | null
}

/** The maximum size of waiting messages; beyond it partitions are fetched later. */
const MAX_WAITING_BYTES = 16_777_216
/** When a partition is full, and when it has room again: fetching goes on before everything is handled. */
const FULL_BYTES = 524_288
const ROOM_BYTES = 262_144
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 500

/**
 * Decides which message is handled next: in order within a partition, and topics in turn, the one served longest ago
 * first.
 */
export type Turns = {
  /**
   * Takes what was fetched, unless it is refused. Of a partition that is full or refused nothing more is to be
   * fetched until `onRoom`.
   */
  take(batch: FetchedBatch): 'taken' | 'full' | 'refused'
  /**
   * The partitions of this member from now on. What was fetched before is forgotten: it is fetched again from what
   * was committed.
   */
  assign(assignment: Readonly<Record<string, readonly number[]>>): void
  /** How many messages of the partitions are known and not handled, and when the oldest of them was written. */
  lag(): { readonly messages: number; readonly oldestAtMs: number | null }
  /**
   * Starts no message until `reopen` and then `assign`, whatever a rebalance of the membership that ends assigns.
   * Resolves when those in progress have ended.
   */
  pause(): Promise<void>
  /** Another membership begins: the next `assign` ends a pause. */
  reopen(): void
}

/** How long a message that failed so many times waits. */
const pauseAfter = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS)

type State = {
  readonly options: TurnsOptions
  readonly partitions: Map<string, Partition>
  /** Those that have messages to handle. */
  readonly waiting: Set<Partition>
  readonly refused: Map<string, PartitionName>
  /** By topic: how many of its messages are in progress, and the turn in which it was served last. */
  readonly running: Map<string, number>
  readonly servedAt: Map<string, number>
  /** The callers that wait until nothing is in progress. */
  readonly idle: (() => void)[]
  turn: number
  /** The number of messages in progress, and the size of all that wait. */
  count: number
  bytes: number
  /** `stopped` from a pause to the next membership, `paused` on to its first assignment. */
  paused: boolean
  stopped: boolean
  assignments: number
}

const keyOf = ({ topic, partition }: PartitionName) => `${partition} ${topic}`

const partitionOf = ({ partitions }: State, name: PartitionName): Partition => {
  const known = partitions.get(keyOf(name))
  if (known !== undefined) return known
  const { topic, partition } = name
  const empty = { messages: [], end: 0, next: 0, bytes: 0, full: false }
  const made = { topic, partition, ...empty, busy: false, failures: 0, retryAtMs: 0, handled: null }
  partitions.set(keyOf(name), made)
  return made
}

const forget = (state: State, partition: Partition): void => {
  state.bytes -= partition.bytes
  Object.assign(partition, { messages: [], next: 0, bytes: 0, full: false })
  state.waiting.delete(partition)
}

/** The next partition: of the topic with the fewest messages in progress, then of the one served longest ago. */
const nextPartition = ({ waiting, running, servedAt }: State): Partition | null => {
  const nowMs = performance.now()
  let best: Partition | null = null
  let rank = [0, 0]
  for (const one of waiting) {
    if (one.busy || one.retryAtMs > nowMs) continue
    const [load, served] = [running.get(one.topic) ?? 0, servedAt.get(one.topic) ?? 0]
    const [bestLoad = 0, bestServed = 0] = rank
    if (best !== null && (load > bestLoad || (load === bestLoad && served >= bestServed))) continue
    best = one
    rank = [load, served]
  }
  return best
}

/** Starts as many messages as may be in progress at once. */
const pump = (state: State): void => {
  while (!state.paused && state.count < state.options.concurrency) {
    const partition = nextPartition(state)
    if (partition === null) return
    state.turn += 1
    state.servedAt.set(partition.topic, state.turn)
    void work(state, partition)
  }
}

/** Skips messages that were handled before they were fetched again; true if there were any. */
const skipHandled = (state: State, partition: Partition): boolean => {
  const { handled, messages, next } = partition
  if (handled === null) return false
  const same = ({ offset, stamp }: Fetched) => offset === handled.offset && stamp === handled.stamp
  const first = messages[next]
  const at = first !== undefined && same(first) ? next : messages.findIndex((fetched, n) => n > next && same(fetched))
  if (at === -1) return false
  for (; partition.next <= at; partition.next += 1) {
    const size = messages[partition.next]?.bytes ?? 0
    partition.bytes -= size
    state.bytes -= size
  }
  return true
}

/** After a rebalance another member may be further: what was handled then only counts where it is fetched again. */
const advance = (state: State, partition: Partition, fetched: Fetched, since: number): void => {
  partition.handled = fetched
  partition.failures = 0
  const counts = skipHandled(state, partition)
  if (counts || since === state.assignments) state.options.onHandled(partition, fetched.offset + 1)
}

const retryLater = (state: State, partition: Partition): void => {
  partition.failures += 1
  const pauseMs = pauseAfter(partition.failures)
  partition.retryAtMs = performance.now() + pauseMs
  setTimeout(() => pump(state), pauseMs + 1)
}

/** Asks for more of the partitions that have room again. */
const settle = (state: State, partition: Partition): void => {
  if (partition.next >= partition.messages.length) state.waiting.delete(partition)
  const room: PartitionName[] = []
  if (partition.full && partition.bytes <= ROOM_BYTES) {
    partition.full = false
    room.push(partition)
  }
  if (state.bytes <= MAX_WAITING_BYTES / 2) {
    room.push(...state.refused.values())
    state.refused.clear()
  }
  if (room.length > 0) state.options.onRoom(room)
}

/** Handles the next message of a partition, and starts what may follow it. */
const work = async (state: State, partition: Partition): Promise<void> => {
  const fetched = partition.messages[partition.next]
  if (fetched === undefined) return void state.waiting.delete(partition)
  const { running, assignments: since } = state
  partition.busy = true
  state.count += 1
  running.set(partition.topic, (running.get(partition.topic) ?? 0) + 1)
  try {
    await state.options.handle(fetched.message)
    advance(state, partition, fetched, since)
  } catch {
    // The handler has logged it.
    retryLater(state, partition)
  }
  partition.busy = false
  state.count -= 1
  running.set(partition.topic, (running.get(partition.topic) ?? 1) - 1)
  settle(state, partition)
  pump(state)
  if (state.count === 0) for (const done of state.idle.splice(0)) done()
}

const lagOf = ({ partitions }: State): ReturnType<Turns['lag']> => {
  let messages = 0
  let oldestAtMs: number | null = null
  for (const { messages: fetched, next, end } of partitions.values()) {
    const first = fetched[next]
    if (first === undefined) continue
    messages += Math.max(fetched.length - next, end - first.offset)
    oldestAtMs = Math.min(oldestAtMs ?? Number.POSITIVE_INFINITY, Number(first.stamp))
  }
  return { messages, oldestAtMs }
}

const take = (
  state: State,
  { topic, partition: number, messages, end = 0 }: FetchedBatch,
): ReturnType<Turns['take']> => {
  const partition = partitionOf(state, { topic, partition: number })
  if (state.bytes > MAX_WAITING_BYTES) {
    state.refused.set(keyOf(partition), partition)
    return 'refused'
  }
  const size = messages.reduce((sum, message) => sum + message.bytes, 0)
  partition.bytes += size
  state.bytes += size
  partition.messages = partition.messages.slice(partition.next).concat(messages)
  partition.next = 0
  partition.end = end
  state.waiting.add(partition)
  if (skipHandled(state, partition) && partition.handled !== null)
    state.options.onHandled(partition, partition.handled.offset + 1)
  settle(state, partition)
  partition.full = partition.bytes > FULL_BYTES
  pump(state)
  return partition.full ? 'full' : 'taken'
}

const assign = (state: State, assignment: Parameters<Turns['assign']>[0]): void => {
  const { partitions, running, servedAt } = state
  state.paused = state.stopped
  state.assignments += 1
  state.refused.clear()
  const mine = new Set(
    Object.entries(assignment).flatMap(([topic, numbers]) => numbers.map((partition) => keyOf({ topic, partition }))),
  )
  for (const [key, partition] of partitions) {
    forget(state, partition)
    // A partition with a message in progress is kept, so that no other message of it is started.
    if (!mine.has(key) && !partition.busy) partitions.delete(key)
  }
  const topics = new Set(Object.keys(assignment))
  for (const topic of [...servedAt.keys()].filter((known) => !topics.has(known))) {
    servedAt.delete(topic)
    if (running.get(topic) === 0) running.delete(topic)
  }
}

/** Lets fetched messages be handled by `concurrency` handlers at once. */
export const createPartitionTurns = (options: TurnsOptions): Turns => {
  const state: State = {
    options,
    partitions: new Map(),
    waiting: new Set(),
    refused: new Map(),
    running: new Map(),
    servedAt: new Map(),
    idle: [],
    turn: 0,
    count: 0,
    bytes: 0,
    paused: false,
    stopped: false,
    assignments: 0,
  }
  return {
    take: (batch) => take(state, batch),
    lag: () => lagOf(state),
    assign: (assignment) => assign(state, assignment),
    pause() {
      state.paused = true
      state.stopped = true
      return state.count === 0 ? Promise.resolve() : new Promise((resolve) => void state.idle.push(resolve))
    },
    reopen() {
      state.stopped = false
    },
  }
}
