import { Kafka, logLevel } from 'kafkajs'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeMembers, HOLD_MS, type Members } from '../transport-members.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'

/** Deletes what is in a topic now, as Kafka does by itself when it is old enough. */
const expire = async (address: string, topic: string): Promise<void> => {
  const admin = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  const partitions = await admin.fetchTopicOffsets(topic)
  await admin.deleteTopicRecords({
    topic,
    partitions: partitions.map(({ partition, high }) => ({ partition, offset: high })),
  })
  await admin.disconnect()
}

describe.runIf(missing === null)('members of a group on Kafka', () => {
  let broker: TestBroker
  let members: Members

  beforeAll(async () => {
    broker = await openBroker()
    const open = () => broker.open({ sessionTimeoutMs: HOLD_MS })
    members = {
      first: open(),
      second: open(),
      place: { kafka: broker.address, database: null },
      expire: (topic) => expire(broker.address, topic),
    }
  })
  afterAll(() => broker?.close())

  describeMembers(() => members)
})
