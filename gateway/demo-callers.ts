import { DEMO_CALLERS } from '../demo/people.ts'
import { signToken, type TokenClaims } from '../subgraphs/kit/auth/sign-token.ts'
import { DAY_MS } from '../subgraphs/kit/common/dates.ts'
import type { Config } from '../subgraphs/kit/config/config.ts'
import type { DemoToken } from './edge/demo-routes.ts'

const TTL_MS = DAY_MS

/** One caller per role; the institutions and the ATM are those of the demo fleet. */
const CALLERS: readonly TokenClaims[] = [
  ...DEMO_CALLERS.map((person) => ({ ...person, agentAtmId: null })),
  { role: 'AGENT', userId: 'ACME-001', email: null, institutions: ['ACME'], agentAtmId: 'ACME-001' },
]

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/**
 * Whether `/api/public/demo-tokens` may serve tokens: with DEMO on, and a listener that other machines cannot reach.
 */
export const mayGiveTokens = ({ production, demo, host }: Pick<Config, 'production' | 'demo' | 'host'>): boolean =>
  !production && demo && isLoopback(host)

/**
 * Creates one token for each role, valid for a day. Null in production and where the operator configured a key: other
 * systems may accept tokens that are signed with it.
 */
export const createDemoTokens = (
  config: Pick<Config, 'production' | 'token'>,
  secret: string | null,
  now: () => Date,
): (() => Promise<readonly DemoToken[]>) | null => {
  const { key, issuer, audience } = config.token
  if (config.production || key !== null || secret === null) return null
  const mint = async (claims: TokenClaims): Promise<DemoToken> => {
    const { role, email, institutions, agentAtmId } = claims
    const token = await signToken(claims, { secret, issuer, audience, now: now(), ttlMs: TTL_MS })
    return { role, email, institutions, agentAtmId, token, expiresAt: new Date(now().getTime() + TTL_MS).toISOString() }
  }
  return () => Promise.all(CALLERS.map(mint))
}
