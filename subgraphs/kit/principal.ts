import { createHash, timingSafeEqual } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, importSPKI, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { DomainError } from './errors.ts'
import { isInstitutionKey } from './institution-key.rules.ts'

export const USER_ROLES = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN'] as const
const TOKEN_ROLES = [...USER_ROLES, 'AGENT'] as const
export type Role = (typeof TOKEN_ROLES)[number] | 'INTERNAL'

/** Who calls. A Principal is a Visibility, so it can open a tenant transaction as it is. */
export type Principal = {
  readonly userId: string
  readonly email: string | null
  readonly role: Role
  /** The institutions of the token, without repeats; empty for a caller without any. */
  readonly institutions: readonly string[]
  /** True for roles that see every institution. */
  readonly unrestricted: boolean
  /** The one ATM that an agent's token is for. */
  readonly agentAtmId: string | null
  /** Where the caller asked to see one institution only: which, and the institutions of the token. */
  readonly narrowed?: { readonly institution: string; readonly ofToken: readonly string[] }
}

/** The caller of `/api/internal/**`, and of the platform's own work. */
export const INTERNAL_PRINCIPAL: Principal = {
  userId: 'internal',
  email: null,
  role: 'INTERNAL',
  institutions: [],
  unrestricted: true,
  agentAtmId: null,
}

export type TokenConfig = {
  readonly key:
    | { readonly kind: 'secret'; readonly secret: string }
    | { readonly kind: 'pem'; readonly pem: string }
    | { readonly kind: 'jwks'; readonly url: string }
  readonly issuer: string | null
  readonly audience: string | null
}

/** Turns the value of an Authorization header into a Principal, or throws UNAUTHENTICATED. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal> | Principal

const CACHE_ENTRIES = 20_000
const CACHE_MS = 5 * 60_000
const CLOCK_TOLERANCE_S = 30
const ASYMMETRIC = ['RS256', 'ES256', 'EdDSA']
const unauthenticated = (why: string) =>
  new DomainError('UNAUTHENTICATED', `${why}; send "Authorization: Bearer <token>" with a valid token`)

const isTokenRole = (role: unknown): role is (typeof TOKEN_ROLES)[number] => TOKEN_ROLES.some((known) => known === role)

/**
 * The institutions of the claim: a string, a comma-separated list or an array. Blank ones are dropped.
 * @throws DomainError UNAUTHENTICATED for anything else: it names an institution that is not understood, which is not the same as none.
 */
export const institutionsOf = (claim: unknown): readonly string[] => {
  const raw: unknown[] = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(',') : [claim]
  const keys = raw
    .filter((key) => key !== undefined && key !== null)
    .map((key) => {
      if (typeof key !== 'string')
        throw unauthenticated('the claim institutionKey is neither a text nor a list of texts')
      return key.trim()
    })
    .filter((key) => key !== '')
  const bad = keys.find((key) => !isInstitutionKey(key))
  if (bad !== undefined)
    throw unauthenticated('the claim institutionKey holds a key with characters that no institution has')
  return [...new Set(keys)]
}

const principalOf = (claims: JWTPayload): Principal => {
  if (typeof claims.sub !== 'string' || claims.sub === '') throw unauthenticated('the token has no claim sub')
  if (!isTokenRole(claims.role)) throw unauthenticated('the token has no known role')
  const institutions = institutionsOf(claims.institutionKey)
  return {
    userId: claims.sub,
    email: typeof claims.email === 'string' ? claims.email : null,
    role: claims.role,
    institutions,
    unrestricted: claims.role === 'ADMIN' || claims.role === 'BCOS_ADMIN',
    agentAtmId:
      claims.role === 'AGENT' && typeof claims.agentAtmId === 'string' && claims.agentAtmId !== ''
        ? claims.agentAtmId
        : null,
  }
}

type Verify = (token: string, options: JWTVerifyOptions) => Promise<{ payload: JWTPayload }>

const verifierOf = (key: TokenConfig['key']): { verify: Verify; algorithms: string[]; keySet(): unknown } => {
  if (key.kind === 'secret') {
    const secret = new TextEncoder().encode(key.secret)
    return {
      verify: (token, options) => jwtVerify(token, secret, options),
      algorithms: ['HS256'],
      keySet: () => secret,
    }
  }
  if (key.kind === 'pem') {
    // The algorithm of a PEM key is not known before its header is read, and each import is for one algorithm.
    const imported = new Map<string, ReturnType<typeof importSPKI>>()
    const keyFor = (alg: string) => {
      const known = imported.get(alg) ?? importSPKI(key.pem, alg)
      imported.set(alg, known)
      return known
    }
    return {
      verify: (token, options) => jwtVerify(token, ({ alg }) => keyFor(alg), options),
      algorithms: ASYMMETRIC,
      keySet: () => key.pem,
    }
  }
  const jwks = createRemoteJWKSet(new URL(key.url), { timeoutDuration: 3_000, cooldownDuration: 5_000 })
  return {
    verify: (token, options) => jwtVerify(token, jwks, options),
    algorithms: ASYMMETRIC,
    keySet: () => JSON.stringify(jwks.jwks() ?? null),
  }
}

/**
 * Verifies bearer tokens (HS256 with a secret; RS256, ES256, EdDSA with a PEM key or a JWKS) and remembers each verified principal
 * until the token's `exp`, five minutes at most, within a bounded cache that is dropped when the key set changes.
 */
export const createAuthenticate = (
  config: TokenConfig,
  now: () => Date,
  { cacheEntries = CACHE_ENTRIES }: { readonly cacheEntries?: number } = {},
): Authenticate => {
  const { verify, algorithms, keySet } = verifierOf(config.key)
  const cache = new LRUCache<string, { principal: Principal; until: number }>({ max: cacheEntries })
  let cachedUnder = keySet()

  const check = async (token: string): Promise<Principal> => {
    const options: JWTVerifyOptions = {
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now(),
      requiredClaims: ['exp'],
      ...(config.issuer === null ? {} : { issuer: config.issuer }),
      ...(config.audience === null ? {} : { audience: config.audience }),
    }
    const { payload } = await verify(token, options).catch((cause: unknown) => {
      throw tokenFault(cause)
    })
    const principal = principalOf(payload)
    const keys = keySet()
    if (keys !== cachedUnder) {
      cache.clear()
      cachedUnder = keys
    }
    const until = Math.min((payload.exp ?? 0) * 1000, now().getTime() + CACHE_MS)
    if (until > now().getTime()) cache.set(token, { principal, until })
    return principal
  }

  return (authorization) => {
    if (authorization === undefined) throw unauthenticated('the Authorization header is missing')
    const token = bearerToken(authorization)
    if (token === null) throw unauthenticated('the Authorization header is not a bearer token')
    const known = cache.get(token)
    if (known !== undefined) {
      if (known.until > now().getTime()) return known.principal
      cache.delete(token)
    }
    return check(token)
  }
}

/** Failures to get the key set, which say nothing about the token. */
const KEY_SET_CODES = new Set<unknown>(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'])

const codeOf = (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : undefined)

const tokenFault = (cause: unknown): DomainError => {
  const code = codeOf(cause)
  if (code === 'ERR_JWT_EXPIRED') return unauthenticated('the token has expired')
  if (KEY_SET_CODES.has(code) || cause instanceof TypeError) {
    return new DomainError('UNAVAILABLE', 'The keys that verify tokens cannot be reached right now; try again.', {
      retryAfterSeconds: 5,
      cause,
    })
  }
  return unauthenticated('the token is not valid')
}

/** The token of a `Bearer` header, null where it is something else. */
export const bearerToken = (authorization: string): string | null =>
  /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1] ?? null

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares the internal secret in constant time, whatever the lengths. */
export const createSecretCheck = (secret: string): ((given: unknown) => boolean) => {
  const expected = digest(secret)
  return (given) => typeof given === 'string' && timingSafeEqual(digest(given), expected)
}

/** When a token ends that was verified before; null for one that tells no end. */
export const tokenEndOf = (token: string): Date | null => {
  const { exp } = decodeJwt(token)
  return exp === undefined ? null : new Date(exp * 1000)
}
