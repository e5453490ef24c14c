import { afterAll, beforeAll, describe } from 'vitest'
import { describeReplay, START } from '../dead-letter-replay.ts'
import { openWholePlatform, type WholePlatform } from '../whole-platform.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'

describe.runIf(missing === null)('dead letters of topics of Kafka', () => {
  let broker: TestBroker
  let platform: WholePlatform
  const startedMs = Date.now()
  beforeAll(async () => {
    broker = await openBroker()
    const env = { KAFKA_BROKERS: broker.address }
    platform = await openWholePlatform({ env, now: () => new Date(START + Date.now() - startedMs) })
  })
  afterAll(async () => {
    await platform?.close()
    await broker?.close()
  })

  describeReplay(() => platform)
})
