import { setImmediate } from 'node:timers/promises'
import type { ApolloGateway } from '@apollo/gateway'
import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import { type GraphQLSchema, isScalarType } from 'graphql'
import type { Registry } from 'prom-client'
import type { Dispatcher } from 'undici'
import { SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import type { ServiceGates } from '../../subgraphs/kit/calls/service-gates.ts'
import { GRAPH_LIMITS, type GraphLimits } from '../../subgraphs/kit/config/graph-limits.ts'
import { scalarResolvers } from '../../subgraphs/kit/graphql/scalars.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import { createCacheCounter, createCounter } from '../../subgraphs/kit/observability/metrics.ts'
import type { HostedService } from '../../subgraphs/kit/service/service.ts'
import { currentSpan, traced } from '../../subgraphs/kit/tracing/tracing.ts'
import { admitInTurns, createOperationTurns } from './admission.ts'
import { createGraphExecutor, type Executor, type Gateway, type GraphExecutor } from './compiled/executor.ts'
import type { FetchSource } from './compiled/fetch.types.ts'
import { createCostLimit, limitCost } from './cost-limit.ts'
import { type GraphContext, stockSource } from './data-sources.ts'
import { createDocumentReader, type DocumentReader } from './document-reader.ts'
import { absentFetches, httpFetches, memoryFetches } from './fetch-sources.ts'
import { formatGraphError, wrongValueError, wrongValuesOf } from './graph-errors.ts'
import { limitIntrospection } from './introspection-access.ts'
import { hooksPlugin, type OperationHook, withTraceId } from './operation-hooks.ts'
import { createOperationMetrics, type OperationMetrics } from './operation-metrics.ts'
import { createServiceCallMetrics } from './service-call-metrics.ts'
import { createServiceCall } from './service-calls.ts'
import { createSubscriptionChecks, type SubscriptionChecks } from './subscription-checks.ts'
import { createTrustedOperations, type TrustedOperations, type TrustedOperationsOptions } from './trusted-operations.ts'

export type GraphOptions = {
  readonly supergraphSdl: string
  /** The SDL of every service, with the bounds of its lists. */
  readonly contracts: readonly string[]
  /** The services of this process; the others are called at their URLs. */
  readonly hosted: ReadonlyMap<ServiceName, HostedService>
  readonly serviceUrls: Partial<Record<ServiceName, string>>
  readonly pool: Dispatcher
  readonly gates: ServiceGates
  readonly production: boolean
  readonly log: Logger
  readonly metrics: Registry
  /** Those of an environment that sets none, when left out. */
  readonly limits?: GraphLimits
  /** What watches operations besides, such as their usage. */
  readonly hooks?: readonly OperationHook[]
  /** How long expensive operations may wait for their turn, where that is not as long as usual. */
  readonly turnPatienceMs?: number
  /** What executes operations: compiled plans by default, or @apollo/gateway, to compare with. */
  readonly executor?: 'compiled' | 'stock'
}

/** The federated graph, started. It executes queries and mutations; of subscriptions it only checks the operation. */
export type Graph = ApolloServer<GraphContext> & {
  readonly subscriptions: SubscriptionChecks
  readonly trusted: TrustedOperations
  /**
   * Plans and compiles trusted documents, one at a time between requests, until the signal is aborted. One that is
   * asked for before is prepared then.
   */
  prepareTrusted(documents: Iterable<string>, signal: AbortSignal): Promise<void>
  readonly operations: Pick<OperationMetrics, 'ended'>
  /** Checks a text that a caller sent, before it is validated. */
  readonly checkText: DocumentReader['check']
}

const MAX_RECURSIVE_SELECTIONS = 100_000
const PLAN_CACHE_MIB = 50

/** A service as both executors ask it. */
type GraphSource = FetchSource<GraphContext>
type ObserverOf = ReturnType<typeof createServiceCallMetrics>

/** The same service; fetches are recorded as parts of the running trace. */
const tracedSource = (name: string, source: GraphSource): GraphSource => {
  const options = { kind: 'client', attributes: { 'fleetops.service': name } } as const
  return {
    prepare(text) {
      const ask = source.prepare(text)
      return (variables, representations, context) => {
        if (currentSpan()?.context.isSampled !== true) return ask(variables, representations, context)
        return traced(`fetch from ${name}`, options, async () => ask(variables, representations, context))
      }
    },
  }
}

const openSource = (name: string, options: GraphOptions, observerOf: ObserverOf): GraphSource => {
  const service = SERVICE_NAMES.find((known) => known === name)
  const hosted = service === undefined ? undefined : options.hosted.get(service)
  const url = service === undefined ? undefined : options.serviceUrls[service]
  if (hosted !== undefined) return memoryFetches(hosted)
  if (url === undefined) return absentFetches(name)
  const { pool, gates, log, limits: { serviceTimeoutMs: timeoutMs } = GRAPH_LIMITS } = options
  const parts = { pool, gate: gates(url), log, observer: observerOf(name) }
  const call = createServiceCall({ ...parts, service: name, url, limits: { timeoutMs } })
  return httpFetches(call)
}

const createSources = (options: GraphOptions): ((name: string) => GraphSource) => {
  const observerOf = createServiceCallMetrics(options.metrics)
  const known = new Map<string, GraphSource>()
  return (name) => {
    const source = known.get(name) ?? tracedSource(name, openSource(name, options, observerOf))
    known.set(name, source)
    return source
  }
}

/** Loaded when it is needed, which is rare: it takes a tenth of the start and 12 MB. */
const stockGateway = async (
  { supergraphSdl, log }: GraphOptions,
  sourceOf: (name: string) => GraphSource,
): Promise<ApolloGateway> => {
  const { ApolloGateway } = await import('@apollo/gateway')
  return new ApolloGateway({
    supergraphSdl,
    buildService: ({ name }) => stockSource(sourceOf(name)),
    logger: apolloLog(log),
    experimental_approximateQueryPlanStoreMiB: PLAN_CACHE_MIB,
    // The default shows query plans, which contain the services, to any caller outside production.
    __exposeQueryPlanExperimental: false,
  })
}

/** The executor of @apollo/gateway, for what is not compiled. */
const openStock = async (options: GraphOptions, sourceOf: (name: string) => GraphSource): Promise<Executor> => {
  const gateway = await stockGateway(options, sourceOf)
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => readScalars(apiSchema))
  const { executor } = await gateway.load()
  if (executor === null) throw new Error('the gateway has no executor')
  return executor
}

/** Everything by the executor of @apollo/gateway. */
const createStock = async (options: GraphOptions): Promise<GraphExecutor<GraphContext>> => ({
  gateway: await stockGateway(options, createSources(options)),
  prepare: () => null,
})

const createExecutor = (options: GraphOptions): GraphExecutor<GraphContext> => {
  const { supergraphSdl, log, metrics } = options
  const sourceOf = createSources(options)
  const fallbacks = createCounter(
    metrics,
    'fleetops_graph_fallback_operations_total',
    'Operations of the graph that were left to the stock executor, as they cannot be compiled',
  )
  const ambiguous = createCounter(
    metrics,
    'fleetops_graph_ambiguous_operations_total',
    'Distinct operations of the graph that are executed in parts or under other names, as fields require others',
  )
  return createGraphExecutor({
    supergraphSdl,
    sourceOf,
    contextOf: ({ caller, authorization }): GraphContext => ({ caller, authorization }),
    openStock: () => openStock(options, sourceOf),
    onUncompiled: (uncompiled) => log.warn(uncompiled, 'an operation of the graph is not compiled'),
    onAmbiguous: () => ambiguous.inc(1),
    onFallback: () => fallbacks.inc(1),
    onLookUp: createCacheCounter(metrics, 'graph_plans'),
  })
}

/**
 * Adds the trace id to errors. Where a value of a service did not fit the schema the answer says so, and the log says
 * how. A null that the schema allows, as of an entity that the caller may not see, is neither.
 */
const explainAnswers = (log: Logger): OperationHook => ({
  after(answer, { caller: { traceId } }) {
    const { extensions, errors = [] } = answer
    const wrongValues = extensions === undefined ? [] : wrongValuesOf(extensions, errors)
    const all = [...errors, ...wrongValues.map(wrongValueError)]
    if (all.length > 0) answer.errors = withTraceId(all, traceId)
    if (wrongValues.length > 0) log.warn({ traceId, wrongValues }, 'an answer of the graph did not fit its schema')
    delete answer.extensions
  },
})

const apolloLog = (log: Logger) => ({
  debug: (message?: unknown) => log.debug(String(message)),
  info: (message?: unknown) => log.debug(String(message)),
  warn: (message?: unknown) => log.warn(String(message)),
  error: (message?: unknown) => log.error(String(message)),
})

/**
 * A supergraph does not define the values of a scalar: an invalid value is refused here, before any service is called.
 */
const readScalars = (schema: GraphQLSchema): void => {
  for (const [name, { parseValue, parseLiteral }] of Object.entries(scalarResolvers)) {
    const type = schema.getType(name)
    if (isScalarType(type)) Object.assign(type, { parseValue, parseLiteral })
  }
}

const trustedPreparer =
  (trusted: TrustedOperations, log: Logger): Graph['prepareTrusted'] =>
  async (documents, signal) => {
    for (const text of documents) {
      // One takes some 10 ms: what waits meanwhile comes first.
      await setImmediate()
      if (signal.aborted) return
      try {
        trusted.prepare(text)
      } catch (error) {
        // It is refused when it is asked for, like any other.
        log.warn({ err: error }, 'a trusted document is invalid')
      }
    }
  }

type ServerParts = {
  readonly gateway: Gateway
  readonly hooks: readonly OperationHook[]
  readonly subscriptions: SubscriptionChecks
  readonly formatError: TrustedOperationsOptions['formatError']
}

const createServer = (
  { log, limits = GRAPH_LIMITS }: GraphOptions,
  { gateway, hooks, subscriptions, formatError }: ServerParts,
): ApolloServer<GraphContext> =>
  new ApolloServer<GraphContext>({
    gateway,
    logger: apolloLog(log),
    // Limited by role in `limitIntrospection`.
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    maxRecursiveSelections: MAX_RECURSIVE_SELECTIONS,
    // Validation is not queued, and takes more than proportional time.
    parseOptions: { maxTokens: limits.maxTokens },
    stopOnTerminationSignals: false,
    formatError,
    plugins: [
      hooksPlugin(hooks),
      subscriptions.plugin,
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  })

/**
 * Starts the federated graph with the committed supergraph: no service has to be up.
 * @throws Error when the supergraph is invalid, or a list of the contracts has no bound.
 */
export const startGraph = async (options: GraphOptions): Promise<Graph> => {
  const { log, production, limits = GRAPH_LIMITS } = options
  const { gateway, prepare } = options.executor === 'stock' ? await createStock(options) : createExecutor(options)
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => readScalars(apiSchema))
  const costLimit = createCostLimit(options)
  const reader = createDocumentReader(costLimit, limits, createCacheCounter(options.metrics, 'graph_documents'))
  const subscriptions = createSubscriptionChecks(costLimit, reader)
  const operations = createOperationMetrics(options.metrics)
  const hooks = [
    operations.hook,
    reader.hook,
    explainAnswers(log),
    limitIntrospection(production),
    limitCost(costLimit, options),
    ...(options.hooks ?? []),
  ]
  const formatError: TrustedOperationsOptions['formatError'] = (formatted, error) =>
    formatGraphError(formatted, error, () => log.error({ err: error }, 'graph failed'))
  const turns = createOperationTurns(options.turnPatienceMs)
  const trusted = createTrustedOperations({ prepare, hooks, turns, formatError })
  const server = createServer(options, { gateway: admitInTurns(gateway, turns), hooks, subscriptions, formatError })
  await server.start()
  const prepareTrusted = trustedPreparer(trusted, log)
  return Object.assign(server, { subscriptions, trusted, prepareTrusted, operations, checkText: reader.check })
}
