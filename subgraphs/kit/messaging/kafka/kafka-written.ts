import { type Message, Partitioners, type RecordMetadata } from 'kafkajs'

/** Compares what one producer was to write with what Kafka has acknowledged, one batch after the other. */
export type Written = {
  /** The partitioner of kafkajs, which also notes the partition of each message of the batch. */
  createPartitioner(): ReturnType<typeof Partitioners.DefaultPartitioner>
  /** A new batch begins. */
  begin(): void
  /** The partitions of the batch that have not written it, by what Kafka answered. */
  listUnwritten(answers: readonly RecordMetadata[]): readonly string[]
}

const placeOf = (topic: string, partition: number): string => `${topic}-${partition}`

/**
 * kafkajs acknowledges batches that were not written, in two ways. It keeps the answers of brokers from one attempt of
 * a batch to the next: a partition that has moved to a broker that had answered already is not sent to it. And attempts
 * that overlap can use a sequence number twice: Kafka then answers with the place of an earlier batch. So each
 * partition must have an answer, with a higher offset than before.
 */
export const createWritten = (): Written => {
  /** By message: where its last attempt was to write it, as the number of partitions may have grown since the first. */
  const chosen = new Map<Message, string>()
  const offsets = new Map<string, number>()
  return {
    createPartitioner() {
      const choose = Partitioners.DefaultPartitioner()
      return (args) => {
        const partition = choose(args)
        chosen.set(args.message, placeOf(args.topic, partition))
        return partition
      }
    },
    begin: () => chosen.clear(),
    listUnwritten(answers) {
      const unwritten = new Set(chosen.values())
      for (const { topicName, partition, baseOffset } of answers) {
        const place = placeOf(topicName, partition)
        const offset = Number(baseOffset ?? -1)
        if (offset <= (offsets.get(place) ?? -1)) continue
        offsets.set(place, offset)
        unwritten.delete(place)
      }
      return [...unwritten]
    },
  }
}
