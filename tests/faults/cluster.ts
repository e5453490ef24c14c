import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { openBroker, type TestBroker } from '../kafka/broker.ts'
import { openTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.ts'
import { type DatabaseServer, DISK_BYTES, startDatabaseServer } from './database-server.ts'
import {
  type Answer,
  type Ask as AskThrough,
  askAt,
  close,
  createPorts,
  createTopics,
  INTERNAL_SECRET,
  readRows,
  settingsOf,
  startInTurn,
} from './environment.ts'
import { type IdentityProvider, startIdentityProvider } from './identity.ts'
import { createMember, type Member } from './members.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { LONG } from './report.ts'

const STARTED_TOGETHER = 3

export const GATEWAY_NAMES = ['gateway-1', 'gateway-2'] as const
export type GatewayName = (typeof GATEWAY_NAMES)[number]
export type MemberName = GatewayName | ServiceName
/** Every process of the platform. */
export const MEMBER_NAMES: readonly MemberName[] = [...GATEWAY_NAMES, ...SERVICE_NAMES]
export type Ask = AskThrough<GatewayName>

/** What can be done to a way. */
export type Way = Pick<TcpProxy, 'delay' | 'cut' | 'halfOpen' | 'refuse' | 'accept'>

/** The ways that can be disturbed: from each process to PostgreSQL, and from gateways and services to each service. */
export type Ways = { readonly database: Way; service(name: ServiceName): Way }

/** The platform as it is deployed: two gateways and seven services in processes of their own, in production mode. */
export type Cluster = {
  readonly identity: IdentityProvider
  readonly database: DatabaseServer
  readonly broker: TestBroker
  /** The address that receives webhooks. */
  readonly receiver: Receiver
  readonly ways: Ways
  readonly members: readonly Member[]
  /** The addresses to which clients send. */
  readonly publicUrls: readonly string[]
  /** What the processes are given and must not reveal. */
  readonly secrets: readonly string[]
  member(name: MemberName): Member
  /**
   * One more gateway, not yet started, with settings of its own beside those that all have. The caller stops
   * it.
   */
  createGateway(name: string, env: Readonly<Record<string, string>>): Promise<Member>
  ask(method: string, path: string, ask?: Ask): Promise<Answer>
  /** Rows of the database, read past row-level security. */
  rows(statement: string): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

type Environment = Pick<Cluster, 'identity' | 'database' | 'broker'> & {
  readonly folder: string
  findPort(): Promise<number>
}

const openWays = async (
  { database, findPort }: Pick<Environment, 'database' | 'findPort'>,
  portOf: (name: MemberName) => number,
) => {
  const toDatabase = await openTcpProxy(database.port)
  const services = new Map<ServiceName, { readonly port: number; readonly proxies: readonly TcpProxy[] }>()
  for (const name of SERVICE_NAMES) {
    // The internal listener is a hundred above.
    const port = await findPort()
    const proxies = [await openTcpProxy(portOf(name), port), await openTcpProxy(portOf(name) + 100, port + 100)]
    services.set(name, { port, proxies })
  }
  const wayTo = (name: ServiceName) => {
    const found = services.get(name)
    if (found === undefined) throw new Error(`there is no way to ${name}`)
    return found
  }
  return {
    database: toDatabase,
    portTo: (name: ServiceName) => wayTo(name).port,
    service(name: ServiceName): Way {
      const { proxies } = wayTo(name)
      return {
        delay: (ms) => proxies.forEach((way) => void way.delay(ms)),
        cut: () => proxies.forEach((way) => void way.cut()),
        halfOpen: (dead) => proxies.forEach((way) => void way.halfOpen(dead)),
        refuse: async () => void (await Promise.all(proxies.map((way) => way.refuse()))),
        accept: async () => void (await Promise.all(proxies.map((way) => way.accept()))),
      }
    },
    async close() {
      await Promise.all(
        [toDatabase, ...[...services.values()].flatMap(({ proxies }) => proxies)].map((way) => way.close()),
      )
    },
  }
}

/** The same database by another port. */
const through = (url: string, { port }: TcpProxy): string => Object.assign(new URL(url), { port: String(port) }).href

type Members = Pick<Cluster, 'member' | 'createGateway' | 'ways'> & {
  readonly all: readonly Member[]
  closeWays(): Promise<void>
}

const createMembers = async (environment: Environment): Promise<Members> => {
  const { identity, database, broker, folder, findPort } = environment
  const ports = new Map<MemberName, number>()
  for (const name of MEMBER_NAMES) ports.set(name, await findPort())
  const portOf = (name: MemberName): number => ports.get(name) ?? 0
  const ways = await openWays({ database, findPort }, portOf)
  const { app, platform, owner, superuser } = database.urls
  const shared = settingsOf({
    identity,
    databaseUrls: {
      app: through(app, ways.database),
      platform: through(platform, ways.database),
      owner: through(owner, ways.database),
      superuser,
    },
    kafka: { KAFKA_BROKERS: broker.address },
    internalUrl: `http://127.0.0.1:${portOf('gateway-1') + 100}`,
    urlTo: (name) => `http://127.0.0.1:${ways.portTo(name)}`,
  })
  const gateway = (name: string, port: number, own: Readonly<Record<string, string>>): Member => {
    const env = { ...shared, INTERNAL_PORT: String(port + 100), ...own }
    return createMember({ name, program: 'gateway/main.ts', port, folder, env })
  }
  const members = new Map<MemberName, Member>()
  for (const name of GATEWAY_NAMES) members.set(name, gateway(name, portOf(name), {}))
  for (const name of SERVICE_NAMES) {
    const program = `subgraphs/${name}/main.ts`
    members.set(name, createMember({ name, program, port: portOf(name), folder, env: shared }))
  }
  return {
    all: [...members.values()],
    ways,
    closeWays: ways.close,
    member(name) {
      const found = members.get(name)
      if (found === undefined) throw new Error(`${name} is no member of the cluster`)
      return found
    },
    createGateway: async (name, env) => gateway(name, await findPort(), env),
  }
}

/**
 * Starts everything: PostgreSQL, Kafka, an identity provider, then two gateways and seven services. Takes half a
 * minute.
 */
export const startCluster = async (): Promise<Cluster> => {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-system-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const findPort = createPorts()
  const [databasePort, brokerPort] = [await findPort(), await findPort()]
  const database = opened.adopt(await startDatabaseServer(folder, databasePort, LONG ? DISK_BYTES : null), close)
  const broker = opened.adopt(await openBroker(brokerPort), close)
  const identity = opened.adopt(await startIdentityProvider(folder), close)
  const receiver = opened.adopt(await startReceiver(), close)
  createTopics({ KAFKA_BROKERS: broker.address })
  const { all, member, createGateway, ways, closeWays } = await createMembers({
    identity,
    database,
    broker,
    folder,
    findPort,
  })
  opened.defer(closeWays)
  opened.defer(async () => void (await Promise.all(all.map((one) => one.stop()))))
  const first = member('gateway-1')
  await startInTurn([first, ...all.filter((one) => one !== first)], STARTED_TOGETHER)
  const kept = opened.move()
  return {
    identity,
    database,
    broker,
    receiver,
    ways,
    members: all,
    publicUrls: GATEWAY_NAMES.map((name) => member(name).url),
    secrets: [INTERNAL_SECRET, ...database.passwords],
    member,
    createGateway,
    close: () => kept.disposeAsync(),
    ask: (method, path, ask = {}) => askAt(member(ask.through ?? 'gateway-1').url, method, path, ask),
    rows: (statement) => readRows(database.urls, statement),
  }
}
