import { afterAll, beforeAll, describe } from 'vitest'
import { describeTransport, type TransportPair } from '../transport-contract.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'

describe.runIf(missing === null)('topics of Kafka', () => {
  let broker: TestBroker
  let pair: TransportPair

  beforeAll(async () => {
    broker = await openBroker()
    pair = { first: broker.open(), second: broker.open() }
  })
  afterAll(() => broker?.close())

  describeTransport(() => pair)
})
