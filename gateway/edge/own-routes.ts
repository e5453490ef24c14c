import type { FastifyInstance } from 'fastify'
import type { Stores } from '../../db/tenancy.ts'
import { openOperation } from '../../subgraphs/kit/graphql/context.ts'
import { buildServiceSchema, readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { compileAnswers } from '../../subgraphs/kit/rest/answer.ts'
import { compileRoutes, type Route } from '../../subgraphs/kit/rest/routes.ts'
import { type Answering, type Authenticator, registerService } from '../../subgraphs/kit/service/host.ts'
import { createStreamQueries } from '../live/stream.resolvers.ts'
import type { LiveStreams } from '../live/streams.ts'
import type { Subscriptions } from '../live/subscriptions.ts'
import { createUsageQueries } from '../usage/usage.resolvers.ts'
import type { GraphUsage } from '../usage/usage.ts'
import { createJobQueries } from './jobs.resolvers.ts'

type OwnRoutesOptions = {
  readonly stores: Stores
  readonly authenticator: Authenticator
  readonly streams: LiveStreams
  readonly subscriptions: Subscriptions
  readonly usage: GraphUsage
  now(): Date
}

/**
 * Serves the gateway's own routes: `/api/jobs`, `/api/stream`, `/graphql/stream` and `/api/graph/usage`. They are
 * defined in an SDL like those of a service, but are not part of the graph.
 */
export const registerOwnRoutes = (app: FastifyInstance, options: OwnRoutesOptions): void => {
  const { stores, authenticator, streams, subscriptions, usage, now } = options
  const Query = {
    ...createJobQueries(stores, now),
    ...createStreamQueries(streams, subscriptions),
    ...createUsageQueries(usage),
  }
  const sdl = readSdl('gateway.graphql')
  const schema = buildServiceSchema(sdl, { Query })
  const routes = compileRoutes(schema)
  const answers = compileAnswers(sdl, schema, routes)
  const hosted: Answering = {
    routes,
    admit: null,
    release: () => streams.release(),
    async answer(route: Route, input, caller) {
      const run = answers.get(route)
      if (run === undefined) throw new Error(`${route.method} ${route.path} is not a route of the gateway`)
      const scope = openOperation(stores, caller, now)
      try {
        return await run(input, scope.context)
      } finally {
        await scope.close()
      }
    },
  }
  registerService(app, hosted, { prefix: '', listener: 'public', authenticator })
}
