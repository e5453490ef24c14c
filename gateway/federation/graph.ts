import { ApolloGateway } from '@apollo/gateway'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import { type GraphQLSchema, isScalarType } from 'graphql'
import type { Dispatcher } from 'undici'
import { SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { ERROR_TABLE } from '../../subgraphs/kit/common/errors.ts'
import { scalarResolvers } from '../../subgraphs/kit/graphql/scalars.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import type { HostedService } from '../../subgraphs/kit/service/service.ts'
import { admitInTurns } from './admission.ts'
import { limitCost } from './cost-limit.ts'
import { absentSource, type GraphContext, httpSource, memorySource, type Source } from './data-sources.ts'
import { formatGraphError } from './graph-errors.ts'
import { limitRootFields } from './root-fields.rules.ts'
import { createSubgraphCall } from './subgraph-calls.ts'

export type GraphOptions = {
  readonly supergraphSdl: string
  /** The SDL of every service, with the bounds of its lists. */
  readonly contracts: readonly string[]
  /** The services of this process; the others are called at their URLs. */
  readonly hosted: ReadonlyMap<ServiceName, HostedService>
  readonly serviceUrls: Partial<Record<ServiceName, string>>
  readonly pool: Dispatcher
  readonly production: boolean
  readonly log: Logger
}

/** The federated graph, started. */
export type Graph = ApolloServer<GraphContext>

/**
 * A document may have 300 fields; validation, which is not queued, takes more than proportional time.
 */
const MAX_TOKENS = 3_000
const MAX_RECURSIVE_SELECTIONS = 100_000
const PLAN_CACHE_MIB = 50

const sourceOf = (name: string, options: GraphOptions): Source => {
  const service = SERVICE_NAMES.find((known) => known === name)
  const hosted = service === undefined ? undefined : options.hosted.get(service)
  const url = service === undefined ? undefined : options.serviceUrls[service]
  if (hosted !== undefined) return memorySource(hosted)
  if (url === undefined) return absentSource(name)
  const { pool, log } = options
  return httpSource(createSubgraphCall({ pool, service: name, url, log }))
}

/**
 * An executed operation answers 200, even if some of its fields failed: their errors contain the statuses and the trace
 * id of the log. Nulls that the gateway had to propagate are logged, not reported to the client.
 */
const answers = (log: Logger): ApolloServerPlugin<GraphContext> => ({
  async requestDidStart() {
    return {
      async willSendResponse({ response, contextValue }) {
        if (response.body.kind !== 'single') return
        const { singleResult } = response.body
        const { traceId } = contextValue.caller
        if ('data' in singleResult) delete response.http.status
        // Apollo answers an unsupported hash with 200, though nothing was executed.
        else if (response.http.status === 200) response.http.status = ERROR_TABLE.BAD_USER_INPUT.status
        if (singleResult.errors !== undefined)
          singleResult.errors = singleResult.errors.map((error) => ({
            ...error,
            extensions: { ...error.extensions, traceId },
          }))
        const { extensions } = singleResult
        if (extensions === undefined) return
        // Present only where no error explains the null.
        log.warn({ traceId, extensions }, 'an answer of the graph did not fit its schema')
        delete singleResult.extensions
      },
    }
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

/**
 * Starts the federated graph with the committed supergraph: no service has to be up.
 * @throws Error when the supergraph is invalid, or a list of the contracts has no bound.
 */
export const startGraph = async (options: GraphOptions): Promise<Graph> => {
  const { log, production } = options
  const logger = apolloLog(log)
  const gateway = new ApolloGateway({
    supergraphSdl: options.supergraphSdl,
    buildService: ({ name }) => sourceOf(name, options),
    logger,
    experimental_approximateQueryPlanStoreMiB: PLAN_CACHE_MIB,
    // The default shows query plans, which contain the services, to any caller outside production.
    __exposeQueryPlanExperimental: false,
  })
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => readScalars(apiSchema))
  const server = new ApolloServer<GraphContext>({
    gateway: admitInTurns(gateway),
    logger,
    introspection: !production,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    maxRecursiveSelections: MAX_RECURSIVE_SELECTIONS,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: [limitRootFields],
    stopOnTerminationSignals: false,
    formatError: (formatted, error) =>
      formatGraphError(formatted, error, () => log.error({ err: error }, 'graph failed')),
    plugins: [
      answers(log),
      limitCost(options.contracts),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  })
  await server.start()
  return server
}
