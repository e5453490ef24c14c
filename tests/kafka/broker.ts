import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKafkaTransport, type KafkaTransport } from '../../subgraphs/kit/messaging/kafka/events-kafka.ts'
import type { KafkaEnv } from '../../subgraphs/kit/messaging/kafka/kafka-client.ts'
import { type Broker, type BrokerOptions, startBroker } from '../../tools/kafka/broker.ts'
import { whyNoBroker } from '../../tools/kafka/jars.ts'
import { recordingLog } from '../support/hosted-service.ts'

/** Null where a broker can run; the run's set-up says why. */
export const missing = await whyNoBroker()

export type TestBroker = Broker & {
  /** A transport as a process has it, which may create any topic. */
  open(options?: Partial<Omit<KafkaEnv, 'clientId'>>): KafkaTransport
  close(): Promise<void>
}

/** A broker of one test file, in a folder that is thrown away; the system picks its port where none is given. */
export const openBroker = async (port = 0, secured?: BrokerOptions['secured']): Promise<TestBroker> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-kafka-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const broker = await startBroker({ folder, port, ...(secured === undefined ? {} : { secured }) }).catch(
    (error: unknown) => {
      removeFolder()
      throw error
    },
  )
  const transports: KafkaTransport[] = []
  return {
    ...broker,
    open: (options = {}) => {
      const transport = createKafkaTransport({
        brokers: [broker.address],
        clientId: 'tests',
        log: recordingLog().log,
        policy: { mayCreate: () => true, isInstitutional: () => true },
        ...options,
      })
      transports.push(transport)
      return transport
    },
    async close() {
      for (const transport of transports) await transport.close()
      await broker.stop()
      removeFolder()
    },
  }
}
