import type { IncomingMessage } from './events.ts'

/** Messages of one partition as they were fetched. */
export type FetchedBatch = { readonly topic: string; readonly partition: number; readonly messages: readonly Fetched[] }

/** `offset` and `stamp` together tell a message from every other of its partition, also of one that was deleted and made anew. */
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
  /** The partition is handled up to, and without, `offset`. */
  onHandled(partition: PartitionName, offset: number): void
  /** There is room again for more of these partitions, which were full or refused. */
  onRoom(partitions: readonly PartitionName[]): void
}

type Partition = PartitionName & {
  messages: readonly Fetched[]
  next: number
  bytes: number
  full: boolean
  busy: boolean
  failures: number
  retryAtMs: number
  /** What was handled last: when it is fetched again after a rebalance, it need not be handled again. */
  handled: Fetched | null
}

/** What waits here at most, by size; partitions that have more are fetched later. */
const MAX_WAITING_BYTES = 16_777_216
/** From when on a partition is full, and down to where: fetching goes on while there is still much to handle. */
const FULL_BYTES = 524_288
const ROOM_BYTES = 262_144
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 500

/** Which messages are handled when: in order within a partition, and topics in turn, the one that was served longest ago first. */
export type Turns = {
  /** Takes what was fetched, unless it is refused. Of a partition that is full or refused nothing more is to be fetched until `onRoom`. */
  take(batch: FetchedBatch): 'taken' | 'full' | 'refused'
  /** The partitions of this member from now on. What was fetched before is forgotten: it is fetched again from what was committed. */
  assign(assignment: Readonly<Record<string, readonly number[]>>): void
  /** Starts no message until `assign`. Resolves when those under way have ended. */
  pause(): Promise<void>
}

/** How long a message that failed so many times waits. */
const pauseAfter = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS)

/** Lets fetched messages be handled by `concurrency` handlers at once. */
export const createTurns = (options: TurnsOptions): Turns => {
  const partitions = new Map<string, Partition>()
  const waiting = new Set<Partition>()
  const running = new Map<string, number>()
  const servedAt = new Map<string, number>()
  const refused = new Map<string, PartitionName>()
  const idle: (() => void)[] = []
  let turn = 0
  let count = 0
  let bytes = 0
  let paused = false
  let assignments = 0

  const keyOf = ({ topic, partition }: PartitionName) => `${partition} ${topic}`

  const partitionOf = (name: PartitionName): Partition => {
    const known = partitions.get(keyOf(name))
    if (known !== undefined) return known
    const { topic, partition } = name
    const empty = { messages: [], next: 0, bytes: 0, full: false }
    const made = { topic, partition, ...empty, busy: false, failures: 0, retryAtMs: 0, handled: null }
    partitions.set(keyOf(name), made)
    return made
  }

  const forget = (partition: Partition) => {
    bytes -= partition.bytes
    Object.assign(partition, { messages: [], next: 0, bytes: 0, full: false })
    waiting.delete(partition)
  }

  /** The partition whose turn it is: of the topic with the fewest under way, then of the one served longest ago. */
  const nextPartition = (): Partition | null => {
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

  const pump = () => {
    while (!paused && count < options.concurrency) {
      const partition = nextPartition()
      if (partition === null) return
      turn += 1
      servedAt.set(partition.topic, turn)
      void work(partition)
    }
  }

  /** Leaves out what was handled before the same messages were fetched again; true where there was something. */
  const skipHandled = (partition: Partition): boolean => {
    const { handled, messages, next } = partition
    if (handled === null) return false
    const same = ({ offset, stamp }: Fetched) => offset === handled.offset && stamp === handled.stamp
    const first = messages[next]
    const at = first !== undefined && same(first) ? next : messages.findIndex((fetched, n) => n > next && same(fetched))
    if (at === -1) return false
    for (; partition.next <= at; partition.next += 1) {
      const size = messages[partition.next]?.bytes ?? 0
      partition.bytes -= size
      bytes -= size
    }
    return true
  }

  /** After a rebalance another member may be further: what was handled then only counts where it is fetched again. */
  const advance = (partition: Partition, fetched: Fetched, since: number) => {
    partition.handled = fetched
    partition.failures = 0
    const counts = skipHandled(partition)
    if (counts || since === assignments) options.onHandled(partition, fetched.offset + 1)
  }

  const retryLater = (partition: Partition) => {
    partition.failures += 1
    const pauseMs = pauseAfter(partition.failures)
    partition.retryAtMs = performance.now() + pauseMs
    setTimeout(pump, pauseMs + 1)
  }

  const work = async (partition: Partition): Promise<void> => {
    const fetched = partition.messages[partition.next]
    if (fetched === undefined) return void waiting.delete(partition)
    const since = assignments
    partition.busy = true
    count += 1
    running.set(partition.topic, (running.get(partition.topic) ?? 0) + 1)
    try {
      await options.handle(fetched.message)
      advance(partition, fetched, since)
    } catch {
      // Whoever handles has told of it.
      retryLater(partition)
    }
    partition.busy = false
    count -= 1
    running.set(partition.topic, (running.get(partition.topic) ?? 1) - 1)
    settle(partition)
    pump()
    if (count === 0) for (const done of idle.splice(0)) done()
  }

  const settle = (partition: Partition) => {
    if (partition.next >= partition.messages.length) waiting.delete(partition)
    const room: PartitionName[] = []
    if (partition.full && partition.bytes <= ROOM_BYTES) {
      partition.full = false
      room.push(partition)
    }
    if (bytes <= MAX_WAITING_BYTES / 2) {
      room.push(...refused.values())
      refused.clear()
    }
    if (room.length > 0) options.onRoom(room)
  }

  return {
    take({ topic, partition: number, messages }) {
      const partition = partitionOf({ topic, partition: number })
      if (bytes > MAX_WAITING_BYTES) {
        refused.set(keyOf(partition), partition)
        return 'refused'
      }
      const size = messages.reduce((sum, message) => sum + message.bytes, 0)
      partition.bytes += size
      bytes += size
      partition.messages = partition.messages.slice(partition.next).concat(messages)
      partition.next = 0
      waiting.add(partition)
      if (skipHandled(partition) && partition.handled !== null)
        options.onHandled(partition, partition.handled.offset + 1)
      settle(partition)
      partition.full = partition.bytes > FULL_BYTES
      pump()
      return partition.full ? 'full' : 'taken'
    },
    assign(assignment) {
      paused = false
      assignments += 1
      refused.clear()
      const mine = new Set(
        Object.entries(assignment).flatMap(([topic, numbers]) =>
          numbers.map((partition) => keyOf({ topic, partition })),
        ),
      )
      for (const [key, partition] of partitions) {
        forget(partition)
        // One that is still at work stays known, so that nothing of it is begun beside.
        if (!mine.has(key) && !partition.busy) partitions.delete(key)
      }
      const topics = new Set(Object.keys(assignment))
      for (const topic of [...servedAt.keys()].filter((known) => !topics.has(known))) {
        servedAt.delete(topic)
        if (running.get(topic) === 0) running.delete(topic)
      }
    },
    pause() {
      paused = true
      return count === 0 ? Promise.resolve() : new Promise((resolve) => void idle.push(resolve))
    },
  }
}
