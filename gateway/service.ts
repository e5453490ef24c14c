import { existsSync, readFileSync } from 'node:fs'
import { UserFacingError } from '../db/errors.ts'
import { createHttpPool, type ServiceName } from '../subgraphs/kit/calls/calls.ts'
import { createServiceGates, type ServiceGates } from '../subgraphs/kit/calls/service-gates.ts'
import { type Config, ConfigError, readConfig } from '../subgraphs/kit/config/config.ts'
import { warnOfRiskySettings } from '../subgraphs/kit/config/risky-settings.ts'
import { readSdl } from '../subgraphs/kit/graphql/schema.ts'
import type { Console } from '../subgraphs/kit/observability/console.ts'
import { createLog, type Logger } from '../subgraphs/kit/observability/log.ts'
import { type Infrastructure, openInfrastructure } from '../subgraphs/kit/runtime/infrastructure.ts'
import type { Lifecycle } from '../subgraphs/kit/runtime/lifecycle.ts'
import { checkFree, LEAVE_MS, openListener } from '../subgraphs/kit/runtime/listen.ts'
import { openProcess, type ProcessOptions, type ServiceProcess } from '../subgraphs/kit/runtime/process.ts'
import { openTracer } from '../subgraphs/kit/runtime/tracer.ts'
import { bannerOf } from './banner.ts'
import { openSimulator, topUpDemo } from './demo.ts'
import { createDemoTokens, mayGiveTokens } from './demo-callers.ts'
import { createEdge, type EdgeOptions } from './edge/listeners.ts'
import { type ServiceSchemas, watchServiceSchemas } from './edge/service-schemas.ts'
import { type Graph, startGraph } from './federation/graph.ts'
import { readTrustedDocuments } from './federation/trusted-documents.ts'
import { SERVICES } from './services.ts'
import { createGraphUsage, type GraphUsage } from './usage/usage.ts'

type Environment = Readonly<Record<string, string | undefined>>

const SUPERGRAPH = new URL('../schema/supergraph.graphql', import.meta.url)

const readSupergraph = (): string => {
  if (!existsSync(SUPERGRAPH))
    throw new UserFacingError('schema/supergraph.graphql is missing: run "npm run codegen" to compose it.')
  return readFileSync(SUPERGRAPH, 'utf8')
}

/** The dependencies of the services that this process hosts. */
const hostOf = (
  config: Config,
  infrastructure: Infrastructure,
): Omit<ProcessOptions, 'now' | 'newId' | 'background'> => ({
  config,
  ...infrastructure,
  definitions: SERVICES.filter(({ name }) => config.serviceUrls[name] === undefined),
  log: createLog({ level: config.logLevel, name: 'fleetops' }),
})

type Pool = ReturnType<typeof createHttpPool>

const openPool = (life: Lifecycle): Promise<Pool> =>
  life.open({
    name: 'the connections to other services',
    atLeastMs: 100,
    open: async () => createHttpPool(),
    close: (pool) => pool.destroy(),
  })

const openUsage = (life: Lifecycle, { jobStores, now, log }: ServiceProcess): Promise<GraphUsage> =>
  life.open({
    name: 'the usage of the graph',
    atLeastMs: 1_000,
    open: async () => createGraphUsage(jobStores, now, log),
    close: (usage) => usage.close(),
  })

/** The SDL of every service, hosted here or not. */
const sdlOf = (service: ServiceName): string => {
  const definition = SERVICES.find(({ name }) => name === service)
  if (definition === undefined) throw new Error(`${service} is no service of the platform`)
  return readSdl(definition.sdl)
}

const openSchemas = (life: Lifecycle, config: Config, pool: Pool, log: Logger): Promise<ServiceSchemas> =>
  life.open({
    name: 'the check of the schemas of services',
    atLeastMs: 100,
    open: async () =>
      watchServiceSchemas({
        serviceUrls: config.serviceUrls,
        sdlOf,
        pool,
        log,
        waitMs: config.graph.schemaWaitMs,
      }),
    close: (schemas) => schemas.close(),
  })

type GraphParts = {
  readonly process: ServiceProcess
  readonly pool: Pool
  readonly gates: ServiceGates
  readonly usage: GraphUsage
}

const openGraph = (life: Lifecycle, config: Config, { process, pool, gates, usage }: GraphParts): Promise<Graph> =>
  life.open({
    name: 'the graph',
    atLeastMs: 100,
    open: () =>
      startGraph({
        supergraphSdl: readSupergraph(),
        contracts: SERVICES.map(({ sdl }) => readSdl(sdl)),
        hosted: process.hosted,
        serviceUrls: config.serviceUrls,
        pool,
        gates,
        production: config.production,
        log: process.log,
        metrics: process.metrics,
        limits: config.graph,
        hooks: [usage.hook],
      }),
    close: (graph) => graph.stop(),
  })

const addressesOf = (config: Config) => ({
  publicAddress: { host: config.host, port: config.port, variable: 'PORT' },
  internalAddress: { host: config.internalHost, port: config.internalPort, variable: 'INTERNAL_PORT' },
})

/** The listeners are started last, as they accept requests. */
const openEdge = async (
  life: Lifecycle,
  config: Config,
  edge: Omit<EdgeOptions, 'graph' | 'pool' | 'gates' | 'definitions' | 'usage' | 'olderServices'>,
) => {
  const { publicAddress, internalAddress } = addressesOf(config)
  const pool = await openPool(life)
  const gates = createServiceGates()
  const usage = await openUsage(life, edge.process)
  const graph = await openGraph(life, config, { process: edge.process, pool, gates, usage })
  const { areCurrent, older: olderServices } = await openSchemas(life, config, pool, edge.process.log)
  const isReady = () => edge.isReady() && areCurrent()
  const { publicApp, internalApp } = createEdge({
    ...edge,
    definitions: SERVICES,
    graph,
    pool,
    gates,
    usage,
    isReady,
    olderServices,
  })
  const leaveMs = config.production ? LEAVE_MS : 0
  await openListener(life, internalApp, internalAddress, leaveMs)
  await openListener(life, publicApp, publicAddress, leaveMs)
  usage.start()
  return graph
}

/**
 * Starts the platform in this process: database, services, graph, both listeners, then background work. Resolves a
 * second after it is ready, when there is nothing left to prepare. Everything is closed by the lifecycle in reverse,
 * PostgreSQL last.
 * @throws ConfigError with every fault of the environment, UserFacingError for anything else that an operator can fix.
 */
export const startGateway = async (life: Lifecycle, env: Environment, console: Console): Promise<void> => {
  const { say } = console
  const config = readConfig(env)
  if (config.port === config.internalPort && config.port !== 0)
    throw new ConfigError(['PORT and INTERNAL_PORT must be two ports, as only one of them is for the outside'])
  for (const address of Object.values(addressesOf(config))) await checkFree(address)
  const infrastructure = await openInfrastructure(life, config, say)
  const host = hostOf(config, infrastructure)
  warnOfRiskySettings(config, host.log)
  const tracer = await openTracer(life, config, { serviceName: config.platformName, log: host.log })
  if (config.demo) await topUpDemo(life, host, console)
  const process = await life.open({
    name: 'the services',
    atLeastMs: 1_000,
    open: () => openProcess({ ...host, tracer }),
    close: (opened) => opened.close(),
  })
  const demoTokens = createDemoTokens(config, infrastructure.tokenSecret, process.now)
  let started = false
  const graph = await openEdge(life, config, {
    config,
    process,
    demoTokens: mayGiveTokens(config) ? demoTokens : null,
    isReady: () => started && !life.signal.aborted,
  })
  await process.start()
  if (config.demo) await openSimulator(life, process, config)
  started = true
  const prepared = graph.prepareTrusted(readTrustedDocuments().values(), life.signal)
  say(bannerOf(config, (await demoTokens?.()) ?? []))
  await prepared
}
