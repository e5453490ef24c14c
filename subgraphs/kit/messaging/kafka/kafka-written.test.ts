import type { Message, PartitionMetadata, RecordMetadata } from 'kafkajs'
import { expect, test } from 'vitest'
import { createWritten } from './kafka-written.ts'

const PARTITIONS: readonly PartitionMetadata[] = [0, 1, 2].map((partitionId) => ({
  partitionErrorCode: 0,
  ...{ partitionId, leader: 1, replicas: [1], isr: [1] },
}))

const answer = (partition: number, baseOffset: string): RecordMetadata => ({
  topicName: 'audit.recorded',
  ...{ partition, errorCode: 0, baseOffset },
})

/** A batch with one message for each of these partitions. */
const openBatches = () => {
  const written = createWritten()
  const choose = written.createPartitioner()
  const attempt = (message: Message) =>
    void choose({ topic: 'audit.recorded', partitionMetadata: [...PARTITIONS], message })
  return {
    begin(...partitions: readonly number[]) {
      written.begin()
      for (const partition of partitions) attempt({ partition, value: null })
    },
    attempt,
    listUnwritten: written.listUnwritten,
  }
}

test('a partition without an answer has not written its part of the batch', () => {
  const { begin, listUnwritten } = openBatches()
  begin(0, 1)
  expect(listUnwritten([answer(0, '0')])).toEqual(['audit.recorded-1'])
  begin(1)
  expect(listUnwritten([answer(1, '0')])).toEqual([])
})

test('nor has one whose answer has the place of an earlier batch', () => {
  const { begin, listUnwritten } = openBatches()
  begin(0, 2)
  expect(listUnwritten([answer(0, '7'), answer(2, '4')])).toEqual([])
  begin(0, 2)
  expect(listUnwritten([answer(0, '7'), answer(2, '9')])).toEqual(['audit.recorded-0'])
})

test('a part that two attempts have written is written', () => {
  const { begin, listUnwritten } = openBatches()
  begin(0)
  expect(listUnwritten([answer(0, '8'), answer(0, '7')])).toEqual([])
})

test('a message that a later attempt sends to another partition is asked for there alone', () => {
  const { begin, attempt, listUnwritten } = openBatches()
  begin()
  const message: Message = { partition: 0, value: null }
  attempt(message)
  attempt(Object.assign(message, { partition: 1 }))
  expect(listUnwritten([answer(1, '0')])).toEqual([])
})
