import type { FastifyInstance } from 'fastify'
import type { TokenClaims } from '../../subgraphs/kit/auth/sign-token.ts'
import { notFound } from '../../subgraphs/kit/common/errors.ts'

/** A caller of the demo fleet, with a token. */
export type DemoToken = {
  readonly role: TokenClaims['role']
  readonly email: string | null
  readonly institutions: readonly string[]
  readonly agentAtmId: string | null
  readonly token: string
  readonly expiresAt: string
}

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
