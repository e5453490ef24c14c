import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway'
import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { createGraphExecutor, type Executor, type Uncompiled } from '../../gateway/federation/compiled/executor.ts'
import type { FetchSource } from '../../gateway/federation/compiled/fetch.types.ts'
import { createBodies } from '../../gateway/federation/fetch-sources.ts'
import { unavailable } from '../../gateway/federation/service-calls.ts'

const TIMEOUT_MS = 10_000

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string().default(''),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
})

/** A service at its URL, without tokens and limits of operations. */
const openFetches = (pool: Dispatcher, service: string, url: string): FetchSource<object> => ({
  prepare({ query, operationName }) {
    const bodyOf = createBodies(query, operationName)
    return async (variables, representations) => {
      try {
        const { pathname, search, origin } = new URL(url)
        const { body } = await pool.request({
          origin,
          path: `${pathname}${search}`,
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: bodyOf(variables, representations?.texts ?? null),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const { data = null, errors } = answerSchema.parse(await body.json())
        return { data, errors }
      } catch (error) {
        throw unavailable(service, undefined, error)
      }
    }
  },
})

const openStock = async (supergraphSdl: string): Promise<Executor> => {
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ url = '' }) => new RemoteGraphQLDataSource({ url }),
  })
  const { executor } = await gateway.load()
  if (executor === null) throw new Error('the gateway has no executor')
  return executor
}

export type AnyGatewayOptions = {
  readonly supergraphSdl: string
  readonly pool: Dispatcher
  /** Told of every operation that is left to the stock executor. */
  onUncompiled(operation: Uncompiled): void
}

/**
 * The graph of any supergraph, whose services are asked at the URLs that it names, without authentication.
 * @throws Error when the supergraph is invalid.
 */
export const openAnyGateway = async (options: AnyGatewayOptions): Promise<ApolloServer> => {
  const { supergraphSdl, pool, onUncompiled } = options
  const { gateway } = createGraphExecutor<object>({
    supergraphSdl,
    sourceOf: (name, url) => openFetches(pool, name, url),
    contextOf: () => ({}),
    openStock: () => openStock(supergraphSdl),
    onUncompiled,
    onAmbiguous: () => undefined,
    onFallback: () => undefined,
  })
  const server = new ApolloServer({
    gateway,
    introspection: true,
    stopOnTerminationSignals: false,
    plugins: [ApolloServerPluginLandingPageDisabled(), ApolloServerPluginUsageReportingDisabled()],
  })
  await server.start()
  return server
}
