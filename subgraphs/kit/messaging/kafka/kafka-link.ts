import type { Consumer } from 'kafkajs'
import type { PartitionName } from './kafka-turns.ts'

type Member = Pick<Consumer, 'commitOffsets' | 'resume'>

/** What the handling of messages has to say to the group, by way of the membership that lasts just now. */
export type Link = {
  /** How far a partition is handled: one request at a time tells it, with all that came meanwhile. */
  commitSoon(name: PartitionName, offset: number): void
  resume(partitions: readonly PartitionName[]): void
  /** From now on to another membership, or to none. What the last one was not told is dropped. */
  retarget(member: Member | null): void
  /** Resolves when everything is told. */
  flush(): Promise<void>
}

const grouped = (partitions: readonly PartitionName[]) =>
  [...Map.groupBy(partitions, ({ topic }) => topic)].map(([topic, named]) => ({
    topic,
    partitions: named.map(({ partition }) => partition),
  }))

/** What one membership is told; it may hang for long in an outage, and the next one does not wait for it. */
const createTeller = (member: Member) => {
  const handled = new Map<string, PartitionName & { offset: number }>()
  let telling = false
  let told: Promise<void> = Promise.resolve()
  const tell = async () => {
    telling = true
    while (handled.size > 0) {
      const offsets = [...handled.values()].map(({ offset, ...name }) => ({ ...name, offset: String(offset) }))
      handled.clear()
      // What is refused was overtaken by a rebalance: it is fetched again and known again.
      await member.commitOffsets(offsets).catch(() => {})
    }
    telling = false
  }
  return {
    member,
    add({ topic, partition }: PartitionName, offset: number) {
      handled.set(`${partition} ${topic}`, { topic, partition, offset })
      if (!telling) told = tell()
    },
    drop: () => handled.clear(),
    told: () => told,
  }
}

/** A link to no membership yet. */
export const createLink = (): Link => {
  let teller: ReturnType<typeof createTeller> | null = null
  return {
    commitSoon: (name, offset) => teller?.add(name, offset),
    resume(partitions) {
      try {
        teller?.member.resume(grouped(partitions))
      } catch {
        // The client has crashed; the next membership begins with nothing paused.
      }
    },
    retarget(member) {
      teller?.drop()
      if (member !== teller?.member) teller = member === null ? null : createTeller(member)
    },
    flush: async () => teller?.told(),
  }
}
