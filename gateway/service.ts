import { existsSync, readFileSync } from 'node:fs'
import { UserFacingError } from '../db/errors.ts'
import { createHttpPool } from '../subgraphs/kit/calls.ts'
import { type Config, readConfig } from '../subgraphs/kit/config.ts'
import { type Ground, openGround } from '../subgraphs/kit/ground.ts'
import type { Lifecycle } from '../subgraphs/kit/lifecycle.ts'
import { checkFree, openListener } from '../subgraphs/kit/listen.ts'
import { createLog } from '../subgraphs/kit/log.ts'
import { openProcess, type ServiceProcess } from '../subgraphs/kit/process.ts'
import type { ServiceDefinition } from '../subgraphs/kit/service.ts'
import { bannerOf } from './banner.ts'
import { createDemoTokens, mayGiveTokens } from './demo-callers.ts'
import { createEdge } from './edge/listeners.ts'
import { type Graph, startGraph } from './federation/graph.ts'
import { SERVICES } from './services.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Say = (line: string) => void

const SUPERGRAPH = new URL('../schema/supergraph.graphql', import.meta.url)

const readSupergraph = (): string => {
  if (!existsSync(SUPERGRAPH))
    throw new UserFacingError('schema/supergraph.graphql is missing: run "npm run codegen" to compose it.')
  return readFileSync(SUPERGRAPH, 'utf8')
}

const openServices = (
  life: Lifecycle,
  config: Config,
  ground: Ground,
  definitions: readonly ServiceDefinition[],
): Promise<ServiceProcess> => {
  const log = createLog({ level: config.logLevel, name: 'fleetops' })
  const hosted = definitions.filter(({ name }) => config.serviceUrls[name] === undefined)
  return life.open({
    name: 'the services',
    atLeastMs: 1_000,
    open: () => openProcess({ config, definitions: hosted, ...ground, log }),
    close: (opened) => opened.close(),
  })
}

const openGraph = (
  life: Lifecycle,
  config: Config,
  process: ServiceProcess,
  pool: ReturnType<typeof createHttpPool>,
): Promise<Graph> =>
  life.open({
    name: 'the graph',
    atLeastMs: 100,
    open: () =>
      startGraph({
        supergraphSdl: readSupergraph(),
        hosted: process.hosted,
        serviceUrls: config.serviceUrls,
        pool,
        production: config.production,
        log: process.log,
      }),
    close: (graph) => graph.stop(),
  })

/**
 * Starts the platform in this process: database, services, graph, both listeners, then background work. Everything is closed by the
 * lifecycle in reverse, PostgreSQL last.
 * @throws ConfigError with every fault of the environment, UserFacingError for whatever else an operator can mend.
 */
export const startGateway = async (life: Lifecycle, env: Environment, say: Say): Promise<void> => {
  const config = readConfig(env)
  const publicAddress = { host: config.host, port: config.port, variable: 'PORT' }
  const internalAddress = { host: config.internalHost, port: config.internalPort, variable: 'INTERNAL_PORT' }
  await checkFree(publicAddress)
  await checkFree(internalAddress)
  const ground = await openGround(life, config, say)
  const process = await openServices(life, config, ground, SERVICES)
  const pool = await life.open({
    name: 'the connections to other services',
    atLeastMs: 100,
    open: async () => createHttpPool(),
    close: (opened) => opened.destroy(),
  })
  const graph = await openGraph(life, config, process, pool)
  const demoTokens = createDemoTokens(config, ground.tokenSecret, process.now)
  let started = false
  const { publicApp, internalApp } = createEdge({
    config,
    definitions: SERVICES,
    process,
    graph,
    pool,
    demoTokens: mayGiveTokens(config) ? demoTokens : null,
    isReady: () => started && !life.signal.aborted,
  })
  await openListener(life, internalApp, internalAddress)
  await openListener(life, publicApp, publicAddress)
  await process.start()
  started = true
  say(bannerOf(config, (await demoTokens?.()) ?? []))
}
