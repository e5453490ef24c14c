import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import type { Cluster } from '../faults/cluster.ts'
import { type DatabaseServer, startDatabaseServer } from '../faults/database-server.ts'
import { askAt, createPorts, createTopics, readRows, settingsOf, startInTurn } from '../faults/environment.ts'
import { startIdentityProvider } from '../faults/identity.ts'
import { createMember, type Member } from '../faults/members.ts'
import { startReceiver } from '../faults/receiver.ts'
import type { Target } from '../faults/traffic.ts'
import { openBalancer, watchHealth } from './balancer.ts'
import { type KafkaCluster, startKafkaCluster } from './kafka-cluster.ts'

const STARTED_TOGETHER = 2
const GROUPS = ['gateway', ...SERVICE_NAMES] as const
type Group = (typeof GROUPS)[number]

/** The platform as `deploy` describes it: two processes of each kind behind balancers, on a Kafka of three brokers. */
export type Topology = Target &
  Pick<Cluster, 'rows' | 'members'> & {
    readonly kafka: KafkaCluster
    readonly database: DatabaseServer
    /** A process by its name, such as `incident-2`. */
    member(name: string): Member
    close(): Promise<void>
  }

type Processes = {
  readonly members: readonly Member[]
  readonly url: string
  close(): Promise<void>
}

type Surroundings = {
  readonly folder: string
  readonly identity: Awaited<ReturnType<typeof startIdentityProvider>>
  readonly database: DatabaseServer
  readonly kafka: KafkaCluster
  findPort(): Promise<number>
}

/** Two processes of each kind, not yet started, and the balancers in front of them. */
const createProcesses = async ({ folder, identity, database, kafka, findPort }: Surroundings): Promise<Processes> => {
  const entrances = new Map<Group, number>()
  for (const group of GROUPS) entrances.set(group, await findPort())
  const portTo = (group: Group): number => entrances.get(group) ?? 0
  const env = settingsOf({
    identity,
    databaseUrls: database.urls,
    kafka: kafka.settings,
    // The internal listener is a hundred above.
    internalUrl: `http://127.0.0.1:${portTo('gateway') + 100}`,
    urlTo: (name: ServiceName) => `http://127.0.0.1:${portTo(name)}`,
  })
  const members: Member[] = []
  const opened: { close(): Promise<void> }[] = []
  for (const group of GROUPS) {
    const backEnds = []
    for (const n of [1, 2]) {
      const port = await findPort()
      const isGateway = group === 'gateway'
      const program = isGateway ? 'gateway/main.ts' : `subgraphs/${group}/main.ts`
      const own = isGateway ? { ...env, INTERNAL_PORT: String(port + 100) } : env
      const member = createMember({ name: `${group}-${n}`, program, port, folder, env: own })
      members.push(member)
      const health = watchHealth(member.url)
      opened.push(health)
      backEnds.push({ port, health })
    }
    for (const above of [0, 100])
      opened.push(
        await openBalancer(
          portTo(group) + above,
          backEnds.map(({ port, health }) => ({ port: port + above, health })),
        ),
      )
  }
  return {
    members,
    url: `http://127.0.0.1:${portTo('gateway')}`,
    close: async () => void (await Promise.all(opened.map((one) => one.close()))),
  }
}

/** Starts everything, which takes a minute or two: three brokers, PostgreSQL and sixteen processes. */
export const startTopology = async (): Promise<Topology> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-topology-'))
  const findPort = createPorts()
  const kafka = await startKafkaCluster(folder)
  const [database, identity, receiver] = await Promise.all([
    startDatabaseServer(folder, await findPort()),
    startIdentityProvider(folder),
    startReceiver(),
  ])
  createTopics(kafka.settings)
  const { members, url, close: closeBalancers } = await createProcesses({ folder, identity, database, kafka, findPort })
  const close = async (): Promise<void> => {
    await Promise.all(members.map((one) => one.stop()))
    await closeBalancers()
    await Promise.all([database.close(), kafka.close(), identity.close(), receiver.close()])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await startInTurn(members, STARTED_TOGETHER)
  } catch (error) {
    await close()
    throw error
  }
  return {
    identity,
    receiver,
    kafka,
    database,
    members,
    entrances: [url],
    member(name) {
      const found = members.find((one) => one.name === name)
      if (found === undefined) throw new Error(`${name} is no process of the topology`)
      return found
    },
    ask: (method, path, ask = {}) => askAt(url, method, path, ask),
    rows: (statement) => readRows(database.urls, statement),
    close,
  }
}
