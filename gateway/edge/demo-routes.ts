import type { FastifyInstance } from 'fastify'
import { notFound } from '../../subgraphs/kit/common/errors.ts'
import type { DemoToken } from '../demo-callers.ts'

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/**
 * Serves `/api/public/demo-tokens`, only under a loopback host name: otherwise a foreign page could get the tokens by
 * DNS rebinding.
 */
export const registerDemoTokens = (app: FastifyInstance, tokens: () => Promise<readonly DemoToken[]>): void => {
  app.get('/api/public/demo-tokens', async (request, reply) => {
    if (!LOOPBACK_HOST.test(request.headers.host ?? '')) throw notFound('This address')
    return reply.header('cache-control', 'no-store').send(await tokens())
  })
}
