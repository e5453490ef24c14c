import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { DemoToken } from '../../gateway/edge/demo-routes.ts'
import { createEdge } from '../../gateway/edge/listeners.ts'
import { type GraphOptions, startGraph } from '../../gateway/federation/graph.ts'
import { createGraphUsage } from '../../gateway/usage/usage.ts'
import { createCalls, createHttpPool, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { createServiceGates } from '../../subgraphs/kit/calls/service-gates.ts'
import { badInput } from '../../subgraphs/kit/common/errors.ts'
import { createWaker } from '../../subgraphs/kit/common/waker.ts'
import { GRAPH_LIMITS, type GraphLimits } from '../../subgraphs/kit/config/graph-limits.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import type { ResolverMap } from '../../subgraphs/kit/graphql/subgraph-schema.ts'
import { createOverload } from '../../subgraphs/kit/http/overload.ts'
import { OVERLOAD_LIMITS } from '../../subgraphs/kit/http/overload-detector.rules.ts'
import { createLog, type Logger } from '../../subgraphs/kit/observability/log.ts'
import type { ServiceProcess } from '../../subgraphs/kit/runtime/process.ts'
import { createListeners } from '../../subgraphs/kit/runtime/standalone.ts'
import {
  defineService,
  type HostedService,
  openService,
  type ServiceDefinition,
} from '../../subgraphs/kit/service/service.ts'
import { plainTracer } from '../../subgraphs/kit/tracing/tracing.ts'
import { composeGraph } from '../../tools/schema/compose.ts'
import { authenticator, LINK, NOW, noStores, TEST_CONFIG } from './hosted-service.ts'
import { portOf } from './ports.ts'

// @apollo/gateway reports its use to Apollo unless switched off.
process.env.APOLLO_TELEMETRY_DISABLED = '1'

const INCIDENT = `
type Atm @key(fields: "id") @access(sameAs: "atm") { id: SafeInt! label: String! seenAt: DateTime! secret: String }
type Query {
  atm(id: SafeInt!): Atm @access @rest(route: "GET /api/atms/{id}")
  atmList: [Atm!]! @listSize(assumedSize: 20) @access
    @rest(route: "GET /api/atms") @rest(route: "GET /api/atms/summary")
  deeper(id: SafeInt!): Atm @access @rest(route: "GET /api/atms/{id}/availability")
  echo(text: String!): String @access @rest(route: "GET /api/echo/{text}")
}
type Mutation {
  note(text: String!): Atm! @access(roles: [ADMIN]) @rest(route: "POST /api/notes", status: 201)
  ingest(text: String!): Atm! @access(roles: [INTERNAL]) @inaccessible
    @rest(route: "POST /api/internal/journal-events", status: 201)
}`

const DEVICES = `
type DeviceAtm { id: SafeInt! servedBy: String! }
type Query {
  deviceAtm(id: SafeInt!): DeviceAtm @access @rest(route: "GET /api/atms/{id}")
  deviceAtms(page: Int): [DeviceAtm!]! @listSize(assumedSize: 20) @access
    @rest(route: "GET /api/atms") @rest(route: "GET /api/atms/summary")
}`

const ANALYTICS = `
type Atm @key(fields: "id", resolvable: false) { id: SafeInt! }
type Top { count: Int! atm: Atm }
type Query {
  top: [Top!]! @listSize(assumedSize: 5) @access @rest(route: "GET /api/analytics/top")
  broken: String @access
  refused(day: String!): String @access
}`

const atm = (id: number) => ({ id, label: `ATM ${id}`, seenAt: NOW, secret: null })

const RESOLVERS = {
  incident: {
    Atm: { __resolveReference: ({ id }: { id: number }) => (id === 404 ? null : atm(id)) },
    Query: {
      atm: (_source: unknown, { id }: { id: number }) => atm(id),
      atmList: () => [atm(1)],
      deeper: (_source: unknown, { id }: { id: number }) => atm(id),
      echo: (_source: unknown, { text }: { text: string }) => text,
    },
    Mutation: { note: () => atm(1), ingest: () => atm(1) },
  },
  devices: {
    Query: {
      deviceAtm: (_source: unknown, { id }: { id: number }) => ({ id, servedBy: 'devices' }),
      deviceAtms: () => [{ id: 1, servedBy: 'devices' }],
    },
  },
  analytics: {
    Query: {
      top: () => [
        { count: 3, atm: { id: 1 } },
        { count: 2, atm: { id: 404 } },
      ],
      broken: () => {
        throw new Error('select secret from nowhere at http://10.0.0.1')
      },
      refused: () => {
        throw badInput('day', 'must be a date')
      },
    },
  },
} as const

const SDLS = { incident: INCIDENT, devices: DEVICES, analytics: ANALYTICS }
type FixtureName = keyof typeof SDLS
const NAMES = ['analytics', 'incident', 'devices'] as const satisfies readonly FixtureName[]

export type TestGateway = {
  readonly publicPort: number
  readonly internalPort: number
  readonly publicApp: FastifyInstance
  readonly internalApp: FastifyInstance
  close(): Promise<void>
}

const openFixture = (definition: ServiceDefinition, log: Logger): Promise<HostedService> =>
  openService(definition, {
    config: TEST_CONFIG,
    log,
    now: () => NOW,
    newId: () => '00000000-0000-4000-8000-000000000000',
    stores: noStores,
    urls: { app: '', platform: '' },
    calls: createCalls(new Map()),
    topics: { publish: async () => {}, subscribe: () => ({ close: async () => {} }) },
    metrics: new Registry(),
    outbox: createWaker(),
  })

/** A process of services without a store, as far as listeners look at one. */
const processOf = (
  hosted: ReadonlyMap<ServiceName, HostedService>,
  log: Logger,
  metrics = new Registry(),
): ServiceProcess => ({
  hosted,
  calls: createCalls(new Map()),
  authenticator,
  overload: createOverload(OVERLOAD_LIMITS, { metrics }),
  metrics,
  jobs: [],
  jobStores: noStores,
  log,
  tracer: plainTracer,
  now: () => NOW,
  health: async () =>
    Object.fromEntries([...hosted.keys()].map((name) => [`${name}.database`, { status: 'UP' as const }])),
  start: async () => {},
  close: async () => {},
})

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer()
  const free = new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  const answer = await free
  if (answer) await new Promise((resolve) => probe.close(resolve))
  return answer
}

/** What was given lately in this process, where nothing may listen yet, the oldest first. */
const given = new Set<number>()
const MOST_GIVEN = 400
/** Test files that run at the same time have ports of their own: the rest of dividing by this is their worker. */
const WORKERS = 4
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS

/** A free port whose neighbour 100 above, for the internal listener, is free too. None is given again soon. */
export const findPortPair = async (): Promise<number> => {
  for (;;) {
    // Below those that Linux gives to outgoing connections (32768), which could take one while its process is away.
    const port = 20_000 + Math.floor((Math.random() * 12_000) / WORKERS) * WORKERS + worker
    const pair = [port, port + 100]
    if (pair.some((one) => given.has(one))) continue
    for (const one of pair) given.add(one)
    for (const oldest of [...given].slice(0, -MOST_GIVEN)) given.delete(oldest)
    if ((await isFree(port)) && (await isFree(port + 100))) return port
  }
}

/** Puts one service behind listeners of its own, as a service that runs alone is. */
const standAlone = async (definition: ServiceDefinition, log: Logger) => {
  const hosted = await openFixture(definition, log)
  const { publicApp, internalApp } = createListeners(
    processOf(new Map([[definition.name, hosted]]), log),
    definition.name,
    () => true,
  )
  const port = await findPortPair()
  await publicApp.listen({ port, host: '127.0.0.1' })
  await internalApp.listen({ port: port + 100, host: '127.0.0.1' })
  const close = async () => {
    await publicApp.close()
    await internalApp.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** A service of an SDL and resolvers, without a store. */
export type SmallService = { readonly name: ServiceName; readonly sdl: string; readonly resolvers: ResolverMap }

/** The definitions of small services, whose SDL is in files until they are closed. */
export const defineSmallServices = (services: readonly SmallService[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-gateway-'))
  const definitions = services.map(({ name, sdl, resolvers }) => {
    const file = join(folder, `${name}.graphql`)
    writeFileSync(file, `${LINK}${sdl}`)
    return defineService({ name, sdl: pathToFileURL(file).href, outbox: null, open: async () => ({ resolvers }) })
  })
  return { definitions, close: async () => rmSync(folder, { recursive: true }) }
}

/** Small services, each behind listeners of its own. */
export const openSmallServices = async (services: readonly SmallService[], log: Logger) => {
  const { definitions, close } = defineSmallServices(services)
  const urls: Partial<Record<ServiceName, string>> = {}
  const closers: (() => Promise<unknown>)[] = [close]
  for (const definition of definitions) {
    const alone = await standAlone(definition, log)
    urls[definition.name] = alone.url
    closers.push(alone.close)
  }
  return {
    urls,
    async close() {
      for (const closer of closers.toReversed()) await closer()
    },
  }
}

type GatewayOptions = {
  readonly production?: boolean
  readonly demoTokens?: readonly DemoToken[]
  readonly log?: Logger
  readonly executor?: GraphOptions['executor']
  readonly limits?: Partial<GraphLimits>
  /** The trusted documents; those of the platform by default. */
  readonly documents?: ReadonlyMap<string, string>
}

/** A gateway before small services: those with a URL are called there, the rest are hosted in its process. */
export const openSmallGateway = async (
  services: readonly SmallService[],
  serviceUrls: Partial<Record<ServiceName, string>>,
  options: GatewayOptions = {},
): Promise<TestGateway> => {
  const { log = createLog({ level: 'silent', name: 'test' }), demoTokens: demo, documents } = options
  const { definitions, close } = defineSmallServices(services)
  const { supergraphSdl } = composeGraph(definitions.map(({ name, sdl }) => ({ name, sdl: readSdl(sdl) })))
  const hosted = new Map<ServiceName, HostedService>()
  for (const definition of definitions)
    if (serviceUrls[definition.name] === undefined) hosted.set(definition.name, await openFixture(definition, log))
  const pool = createHttpPool()
  const gates = createServiceGates()
  const metrics = new Registry()
  const closers: (() => Promise<unknown>)[] = [close, () => pool.destroy()]
  const graph = await startGraph({
    supergraphSdl,
    contracts: definitions.map(({ sdl }) => readSdl(sdl)),
    hosted,
    serviceUrls,
    pool,
    gates,
    production: options.production ?? false,
    log,
    metrics,
    limits: { ...GRAPH_LIMITS, ...options.limits },
    ...(options.executor === undefined ? {} : { executor: options.executor }),
  })
  closers.push(() => graph.stop())
  const process = processOf(hosted, log, metrics)
  const { publicApp, internalApp } = createEdge({
    config: { serviceUrls, production: options.production ?? false },
    definitions,
    process,
    graph,
    usage: createGraphUsage(process.jobStores, process.now, log),
    pool,
    gates,
    demoTokens: demo === undefined ? null : async () => demo,
    isReady: () => true,
    ...(documents === undefined ? {} : { documents }),
  })
  for (const app of [publicApp, internalApp]) {
    await app.listen({ port: 0, host: '127.0.0.1' })
    closers.push(() => app.close())
  }
  return {
    publicPort: portOf(publicApp.server),
    internalPort: portOf(internalApp.server),
    publicApp,
    internalApp,
    async close() {
      for (const closer of closers.toReversed()) await closer()
    },
  }
}

/**
 * A gateway before three small services: `remote` ones run alone behind HTTP, `down` ones have a URL where nothing
 * answers, `urls` are those of servers of the test, the rest are hosted in the gateway's process.
 */
export const openTestGateway = async (
  options: Omit<GatewayOptions, 'executor'> & {
    readonly remote?: readonly FixtureName[]
    readonly down?: readonly FixtureName[]
    readonly urls?: Partial<Record<FixtureName, string>>
  } = {},
): Promise<TestGateway> => {
  const { remote = [], down = [], urls = {}, log = createLog({ level: 'silent', name: 'test' }) } = options
  const services = NAMES.map((name) => ({ name, sdl: SDLS[name], resolvers: RESOLVERS[name] }))
  const alone = await openSmallServices(
    services.filter(({ name }) => remote.includes(name)),
    log,
  )
  const serviceUrls = { ...alone.urls, ...urls }
  for (const name of down) serviceUrls[name] = `http://127.0.0.1:${await findPortPair()}`
  const gateway = await openSmallGateway(services, serviceUrls, { ...options, log })
  const close = async () => {
    await gateway.close()
    await alone.close()
  }
  return { ...gateway, close }
}

/**
 * Sends bytes over a plain socket, so that no client tidies the request line, and returns status and text of the
 * answer.
 */
export const sendRaw = async (port: number, text: string): Promise<{ status: number; text: string }> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(text, 'latin1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  await once(socket, 'close')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), text: answer }
}
