import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from '../faults/cluster.ts'
import { type DatabaseServer, startDatabaseServer } from '../faults/database-server.ts'
import { askAt, close, createPorts, createTopics, readRows, startInTurn } from '../faults/environment.ts'
import { startIdentityProvider } from '../faults/identity.ts'
import { startReceiver } from '../faults/receiver.ts'
import type { Target } from '../faults/traffic.ts'
import { type KafkaCluster, startKafkaCluster } from './kafka-cluster.ts'
import { createProcesses, type Edition, type Process } from './processes.ts'

const STARTED_TOGETHER = 2
const EDITIONS: readonly Edition[] = [{ name: '1' }, { name: '2' }]

/** The platform as `deploy` describes it: two processes of each kind behind balancers, on a Kafka of three brokers. */
export type Topology = Target &
  Pick<Cluster, 'rows' | 'members'> & {
    readonly kafka: KafkaCluster
    readonly database: DatabaseServer
    /** A process by its name, such as `incident-2`. */
    find(name: string): Process
    close(): Promise<void>
  }

/**
 * Starts everything, which takes a minute or two: three brokers, PostgreSQL and sixteen processes. What a start that
 * fails has started is ended before it rejects.
 */
export const startTopology = async (editions: readonly Edition[] = EDITIONS): Promise<Topology> => {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-topology-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const findPort = createPorts()
  const kafka = opened.adopt(await startKafkaCluster(folder), close)
  const database = opened.adopt(await startDatabaseServer(folder, await findPort()), close)
  const identity = opened.adopt(await startIdentityProvider(folder), close)
  const receiver = opened.adopt(await startReceiver(), close)
  createTopics(kafka.administration)
  const processes = opened.adopt(
    await createProcesses({
      folder,
      editions,
      identity,
      databaseUrls: database.urls,
      kafkaOf: kafka.settingsOf,
      findPort,
    }),
    close,
  )
  const members = processes.all.map(({ member }) => member)
  opened.defer(async () => void (await Promise.all(members.map((one) => one.stop()))))
  await startInTurn(members, STARTED_TOGETHER)
  const kept = opened.move()
  return {
    identity,
    receiver,
    kafka,
    database,
    members,
    publicUrls: [processes.url],
    find: processes.find,
    ask: (method, path, ask = {}) => askAt(processes.url, method, path, ask),
    rows: (statement) => readRows(database.urls, statement),
    close: () => kept.disposeAsync(),
  }
}
