import type { FastifyInstance } from 'fastify'
import type { Dispatcher } from 'undici'
import { internalUrlOf, SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import type { ServiceGates } from '../../subgraphs/kit/calls/service-gates.ts'
import { platformInfo } from '../../subgraphs/kit/common/version.ts'
import type { Config } from '../../subgraphs/kit/config/config.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { createHttpApp } from '../../subgraphs/kit/http/http.ts'
import { MAX_TARGET_CHARS } from '../../subgraphs/kit/http/target-limit.ts'
import { createRequestHistogram } from '../../subgraphs/kit/observability/metrics.ts'
import { type DescribedService, describeGateway } from '../../subgraphs/kit/openapi/openapi.ts'
import { createRouteFinder, templateOf } from '../../subgraphs/kit/rest/route-finder.ts'
import type { ServiceProcess } from '../../subgraphs/kit/runtime/process.ts'
import {
  describeService,
  registerPlatformDocument,
  registerServiceDocument,
} from '../../subgraphs/kit/service/documents.ts'
import { registerService } from '../../subgraphs/kit/service/host.ts'
import {
  type Observation,
  type ObservedRoute,
  observeRequests,
  registerHealth,
  registerInfo,
  registerMetrics,
  rememberHealth,
} from '../../subgraphs/kit/service/listener-routes.ts'
import type { ServiceDefinition } from '../../subgraphs/kit/service/service.ts'
import type { Graph } from '../federation/graph.ts'
import type { TrustedDocuments } from '../federation/trusted-documents.ts'
import { createLiveStreams } from '../live/streams.ts'
import { createSubscriptions, subscriptionGraphOf } from '../live/subscriptions.ts'
import type { GraphUsage } from '../usage/usage.ts'
import { asServed } from './answered-by.ts'
import { type DemoToken, registerDemoTokens } from './demo-routes.ts'
import { registerGraph } from './graph-routes.ts'
import { registerGraphiQL } from './graphiql.ts'
import { healthOfService, platformHealth } from './health.ts'
import { registerHome } from './home.ts'
import { registerOwnRoutes } from './own-routes.ts'
import { registerProxy } from './proxy.ts'
import { registerReference } from './reference.ts'
import { publicTarget } from './targets.ts'

/** What the listeners serve. */
export type EdgeOptions = {
  readonly config: Pick<Config, 'serviceUrls' | 'production'>
  /** Every service of the platform, hosted here or not. */
  readonly definitions: readonly ServiceDefinition[]
  readonly process: ServiceProcess
  readonly graph: Graph
  readonly usage: GraphUsage
  readonly pool: Dispatcher
  readonly gates: ServiceGates
  /** Null where demo tokens must not be served. */
  readonly demoTokens: (() => Promise<readonly DemoToken[]>) | null
  readonly isReady: () => boolean
  /** The services with an older schema that are waited for, and what they lack; none when left out. */
  readonly olderServices?: () => ReadonlyMap<ServiceName, string>
  /** The trusted documents of the graph; those of `schema/operations` by default. */
  readonly documents?: TrustedDocuments
}

/** The two listeners of the platform, not yet listening. */
export type Edge = { readonly publicApp: FastifyInstance; readonly internalApp: FastifyInstance }

type Listener = 'public' | 'internal'

type Shared = {
  readonly health: () => ReturnType<ServiceProcess['health']>
  readonly histogram: Parameters<typeof observeRequests>[1]
  readonly described: readonly DescribedService[]
}

const HEALTH_FOR_MS = 1_000

/** The routes of requests: of a service, hosted here or not, or of the gateway itself. */
const createRoutesOf = ({ described }: Shared): Pick<Observation, 'routeOf' | 'routeOfTarget'> => {
  const finders = new Map(described.map(({ name, routes }) => [name, createRouteFinder(routes)]))
  const routeUnder = (service: ServiceName, method: string, target: string): ObservedRoute => {
    const find = finders.get(service)
    return { service, route: find === undefined ? 'none' : templateOf(find, method, target.slice(service.length + 1)) }
  }
  return {
    routeOf({ method, url, routeOptions }) {
      const template = routeOptions.url ?? 'none'
      const service = SERVICE_NAMES.find((name) => template.startsWith(`/${name}/`))
      if (service === undefined) return { service: 'gateway', route: template }
      if (template !== `/${service}/*`) return { service, route: template.slice(service.length + 1) }
      return routeUnder(service, method, url)
    },
    routeOfTarget(method, asked) {
      if (asked.length > MAX_TARGET_CHARS) return { service: 'gateway', route: 'none' }
      const target = publicTarget({ method, target: asked })
      const service = SERVICE_NAMES.find((name) => target.startsWith(`/${name}/`))
      return service === undefined ? { service: 'gateway', route: 'none' } : routeUnder(service, method, target)
    },
  }
}

/** One service under its prefix: its own routes where it is hosted, otherwise a proxy to its URL. */
const registerPrefix = (
  app: FastifyInstance,
  name: ServiceName,
  listener: Listener,
  options: EdgeOptions,
  shared: Shared,
): void => {
  const { process, pool, gates } = options
  const { authenticator, log } = process
  const hosted = process.hosted.get(name)
  const url = options.config.serviceUrls[name]
  const prefix = `/${name}`
  if (hosted !== undefined) {
    const showComponents = listener === 'internal'
    registerService(app, hosted, { prefix, listener, authenticator })
    registerHealth(app, {
      prefix,
      health: healthOfService(shared.health, name),
      isReady: options.isReady,
      showComponents,
    })
    registerInfo(app, prefix, { name, version: platformInfo.version })
  } else if (url !== undefined) {
    const upstreamUrl = listener === 'internal' ? internalUrlOf(url) : url
    const withheld = listener === 'internal' ? [] : ['x-internal-secret']
    const routes = shared.described.find((service) => service.name === name)?.routes ?? []
    const gate = gates(upstreamUrl)
    registerProxy(app, { service: name, upstreamUrl, routes, authenticator, pool, gate, log, withheld })
  }
}

/** What both listeners have: the prefixes, health, documents of the services, and request metrics. */
const registerCommon = (app: FastifyInstance, listener: Listener, options: EdgeOptions, shared: Shared): void => {
  const { version } = platformInfo
  const { authenticator } = options.process
  const name = listener === 'public' ? 'edge' : 'internal'
  observeRequests(app, shared.histogram, { listener: name, ...createRoutesOf(shared) })
  for (const service of SERVICE_NAMES) registerPrefix(app, service, listener, options, shared)
  for (const service of shared.described)
    registerServiceDocument(app, `/${service.name}`, service, { version, authenticator })
  const showComponents = listener === 'internal'
  registerHealth(app, { prefix: '', health: shared.health, isReady: options.isReady, showComponents })
  registerInfo(app, '', platformInfo)
}

/** Builds the public and the internal listener. */
export const createEdge = (options: EdgeOptions): Edge => {
  const { process, pool, definitions } = options
  const { authenticator, log, now, tracer, overload } = process
  const health = rememberHealth(
    platformHealth(() => process.health(), options.config.serviceUrls, pool, options.olderServices),
    HEALTH_FOR_MS,
  )
  const described = asServed(definitions.map((one) => describeService(one, process.hosted.get(one.name))))
  const shared: Shared = { health, histogram: createRequestHistogram(process.metrics), described }

  const publicApp = createHttpApp({ log, now, tracer, overload, isOpen: true, rewriteTarget: publicTarget })
  registerCommon(publicApp, 'public', options, shared)
  registerPlatformDocument(publicApp, [...described, describeGateway()], platformInfo.version)
  const streams = createLiveStreams({
    calls: process.calls,
    authenticate: authenticator.authenticate,
    log,
    metrics: process.metrics,
    now,
  })
  const contracts = definitions.map(({ sdl }) => readSdl(sdl))
  const check = options.usage.watched(options.graph.subscriptions.check)
  const subscriptions = createSubscriptions({ ...subscriptionGraphOf(options.graph), check }, streams, {
    contracts,
    log,
  })
  const { jobStores: stores } = process
  registerOwnRoutes(publicApp, { stores, authenticator, streams, subscriptions, usage: options.usage, now })
  registerGraph(publicApp, {
    graph: options.graph,
    authenticator,
    sendPage: registerGraphiQL(publicApp),
    ...(options.documents === undefined ? {} : { documents: options.documents }),
  })
  registerReference(publicApp, { authenticator, production: options.config.production })
  registerHome(publicApp, { demo: options.demoTokens !== null })
  if (options.demoTokens !== null) registerDemoTokens(publicApp, options.demoTokens)

  // Services call the devices service directly, so this listener does not rewrite status reads.
  const internalApp = createHttpApp({ log, now, tracer, overload })
  registerCommon(internalApp, 'internal', options, shared)
  registerMetrics(internalApp, process.metrics)
  return { publicApp, internalApp }
}
