import { Kafka, logLevel } from 'kafkajs'
import { afterAll, beforeAll, expect } from 'vitest'
import { describeDeadLetters } from '../messaging/dead-letter-contract.ts'
import { describeTransport, type TransportPair } from '../messaging/transport-contract.ts'
import { describeMembers, HOLD_MS, type Members } from '../messaging/transport-members.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'

/** Deletes what is in a topic now, as Kafka does by itself when it is old enough. */
const expire = async (address: string, topic: string): Promise<void> => {
  const admin = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  const offsets = await admin.fetchTopicOffsets(topic)
  const partitions = offsets.map(({ partition, high }) => ({ partition, offset: high }))
  await admin.deleteTopicRecords({ topic, partitions })
  await admin.disconnect()
}

describeWhere({ missing }, 'topics of Kafka', () => {
  let broker: TestBroker
  let pair: TransportPair
  let members: Members

  beforeAll(async () => {
    broker = await openBroker()
    pair = { first: broker.open(), second: broker.open() }
    members = {
      first: broker.open({ sessionTimeoutMs: HOLD_MS }),
      second: broker.open({ sessionTimeoutMs: HOLD_MS }),
      place: { kafka: broker.address, database: null },
      // A broker does not say when it last heard of a member.
      async outlast() {
        const longMs = performance.now() + 2 * HOLD_MS
        await expect.poll(() => performance.now(), { timeout: 10_000 }).toBeGreaterThan(longMs)
      },
      expire: (topic) => expire(broker.address, topic),
    }
  })
  afterAll(() => broker?.close())

  describeTransport(() => pair)
  describeDeadLetters(() => pair)
  describeMembers(() => members)
})
