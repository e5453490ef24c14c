import type { FastifyInstance } from 'fastify'
import { internalUrlOf, SERVICE_NAMES, type ServiceName } from '../calls/calls.ts'
import { platformInfo } from '../common/version.ts'
import { type Config, readConfig } from '../config/config.ts'
import { warnOfRiskySettings } from '../config/risky-settings.ts'
import { createHttpApp } from '../http/http.ts'
import { createConsole } from '../observability/console.ts'
import { createLog } from '../observability/log.ts'
import { createRequestHistogram } from '../observability/metrics.ts'
import { createRouteFinder, templateOf } from '../rest/route-finder.ts'
import { registerSchema, registerServiceDocument } from '../service/documents.ts'
import { registerService } from '../service/host.ts'
import {
  observeRequests,
  registerHealth,
  registerInfo,
  registerMetrics,
  registerSubgraph,
  rememberHealth,
} from '../service/listener-routes.ts'
import type { ServiceDefinition } from '../service/service.ts'
import { openInfrastructure } from './infrastructure.ts'
import type { Lifecycle } from './lifecycle.ts'
import { checkFree, LEAVE_MS, openListener } from './listen.ts'
import { finishLoading } from './module-loading.ts'
import { openProcess, type ServiceProcess } from './process.ts'
import { runProgram } from './program.ts'
import { openTracer } from './tracer.ts'

type Environment = Readonly<Record<string, string | undefined>>

const FIRST_PORT = 4_101
const HEALTH_FOR_MS = 1_000

/** The port of a service that runs alone, unless PORT says otherwise: 4101 … 4107. */
const defaultPortOf = (name: ServiceName): number => FIRST_PORT + SERVICE_NAMES.indexOf(name)

type ListenerEnv = Pick<
  ServiceProcess,
  'hosted' | 'log' | 'now' | 'authenticator' | 'metrics' | 'health' | 'tracer' | 'overload'
>

/** The listeners of one service that runs alone: its own paths without prefix, and its internal listener. */
export const createListeners = (process: ListenerEnv, name: ServiceName, isReady: () => boolean) => {
  const hosted = process.hosted.get(name)
  if (hosted === undefined) throw new Error(`${name} is not hosted here`)
  const { log, now, tracer, authenticator, metrics, overload } = process
  const histogram = createRequestHistogram(metrics)
  const health = rememberHealth(() => process.health(), HEALTH_FOR_MS)
  const { version } = platformInfo
  const find = createRouteFinder(hosted.routes)
  const create = (listener: 'public' | 'internal'): FastifyInstance => {
    const app = createHttpApp({ log, now, tracer, overload, behindGateway: true })
    observeRequests(app, histogram, {
      listener: listener === 'public' ? 'service' : 'internal',
      routeOf: ({ routeOptions }) => ({ service: name, route: routeOptions.url ?? 'none' }),
      routeOfTarget: (method, target) => ({ service: name, route: templateOf(find, method, target) }),
    })
    registerService(app, hosted, { prefix: '', listener, authenticator })
    registerHealth(app, { prefix: '', health, isReady, showComponents: listener === 'internal' })
    registerInfo(app, '', { name, version })
    registerServiceDocument(app, '', hosted.contract, { version, authenticator })
    return app
  }
  const publicApp = create('public')
  registerSubgraph(publicApp, hosted, authenticator)
  const internalApp = create('internal')
  registerMetrics(internalApp, metrics)
  registerSchema(internalApp, hosted.sdl)
  return { publicApp, internalApp }
}

const openAlone = async (
  life: Lifecycle,
  definition: ServiceDefinition,
  config: Config,
  say: (line: string) => void,
): Promise<void> => {
  const { name } = definition
  const address = { host: config.host, port: config.port, variable: 'PORT' }
  const internalUrl = new URL(internalUrlOf(`http://localhost:${config.port}`))
  const internalAddress = { host: config.internalHost, port: Number(internalUrl.port), variable: 'PORT' }
  await checkFree(address)
  await checkFree(internalAddress)
  const infrastructure = await openInfrastructure(life, config, say)
  const log = createLog({ level: config.logLevel, name })
  warnOfRiskySettings(config, log)
  const tracer = await openTracer(life, config, { serviceName: `${config.platformName}-${name}`, log })
  const process = await life.open({
    name: `the ${name} service`,
    atLeastMs: 1_000,
    open: () => openProcess({ config, definitions: [definition], ...infrastructure, log, tracer }),
    close: (opened) => opened.close(),
  })
  let started = false
  const { publicApp, internalApp } = createListeners(process, name, () => started && !life.signal.aborted)
  const leaveMs = config.production ? LEAVE_MS : 0
  await openListener(life, internalApp, internalAddress, leaveMs)
  await openListener(life, publicApp, address, leaveMs)
  await process.start()
  started = true
  say(`${name} listens on http://${config.host}:${config.port}, its internal listener on port ${internalAddress.port}`)
}

/** Runs one service in a process of its own until a signal ends it. */
export const startStandalone = (definition: ServiceDefinition, env: Environment): Promise<void> =>
  runProgram(async (life) => {
    const config = readConfig({ ...env, PORT: env.PORT || String(defaultPortOf(definition.name)) })
    await openAlone(life, definition, config, createConsole(process.stdout).say)
    finishLoading()
  })
