import type { Consumer } from 'kafkajs'
import type { PartitionName } from './kafka-turns.ts'

type Member = Pick<Consumer, 'commitOffsets' | 'resume'>

/** The connection between the handling of messages and the current membership in the consumer group. */
export type Link = {
  /** Commits an offset: one request at a time, with all offsets that were added meanwhile. */
  commitSoon(name: PartitionName, offset: number): void
  resume(partitions: readonly PartitionName[]): void
  /** Switches to another membership, or to none. Offsets that the last one has not committed are dropped. */
  retarget(member: Member | null): void
  /** Resolves when everything is committed. */
  flush(): Promise<void>
}

const grouped = (partitions: readonly PartitionName[]) =>
  [...Map.groupBy(partitions, ({ topic }) => topic)].map(([topic, named]) => ({
    topic,
    partitions: named.map(({ partition }) => partition),
  }))

/** The commits of one membership; they may take long in an outage, and the next membership does not wait for them. */
const createCommitter = (member: Member) => {
  const handled = new Map<string, PartitionName & { offset: number }>()
  let committing = false
  let committed: Promise<void> = Promise.resolve()
  const commit = async () => {
    committing = true
    while (handled.size > 0) {
      const offsets = [...handled.values()].map(({ offset, ...name }) => ({ ...name, offset: String(offset) }))
      handled.clear()
      // A refused offset was overtaken by a rebalance: its messages are fetched again and recognised as handled.
      await member.commitOffsets(offsets).catch(() => {})
    }
    committing = false
  }
  return {
    member,
    add({ topic, partition }: PartitionName, offset: number) {
      handled.set(`${partition} ${topic}`, { topic, partition, offset })
      if (!committing) committed = commit()
    },
    drop: () => handled.clear(),
    committed: () => committed,
  }
}

/** A link to no membership yet. */
export const createLink = (): Link => {
  let committer: ReturnType<typeof createCommitter> | null = null
  return {
    commitSoon: (name, offset) => committer?.add(name, offset),
    resume(partitions) {
      try {
        committer?.member.resume(grouped(partitions))
      } catch {
        // The client has crashed; the next membership begins with nothing paused.
      }
    },
    retarget(member) {
      committer?.drop()
      if (member !== committer?.member) committer = member === null ? null : createCommitter(member)
    },
    flush: async () => committer?.committed(),
  }
}
