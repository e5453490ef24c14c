import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, type Doorkeeper } from '../../subgraphs/kit/host.ts'
import type { GraphContext } from '../federation/data-sources.ts'
import type { Graph } from '../federation/graph.ts'

export type GraphDoor = {
  readonly graph: Graph
  readonly doorkeeper: Doorkeeper
  /** Sends the page for developers, which needs no token to be looked at. */
  sendPage(reply: FastifyReply): FastifyReply
}

const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && /\btext\/html\b/i.test(request.headers.accept ?? '')

/** Serves the federated graph at `/graphql`; a caller without a valid token is refused before the body is read. */
export const registerGraph = (app: FastifyInstance, door: GraphDoor): void => {
  app.register(async (scope) => {
    scope.decorateRequest('graphContext', null)
    scope.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      exposeHeadRoute: false,
      async onRequest(request, reply) {
        reply.header('vary', 'accept')
        if (wantsPage(request)) return door.sendPage(reply)
        const caller = await callerOf(request, door.doorkeeper)
        const { authorization = '' } = request.headers
        request.setDecorator<GraphContext>('graphContext', { caller, authorization })
      },
      handler: fastifyApolloHandler(door.graph, {
        context: async (request) => request.getDecorator<GraphContext>('graphContext'),
      }),
    })
  })
}
