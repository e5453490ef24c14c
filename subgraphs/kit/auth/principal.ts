import { createHash, hash, timingSafeEqual } from 'node:crypto'
import { decodeJwt, type JWTVerifyOptions } from 'jose'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../common/errors.ts'
import { principalOf, type Role, unauthenticated } from './claims.rules.ts'
import { createTokenKeys, type TokenKey } from './token-keys.ts'

/** Who calls. A Principal is a Visibility, so it can open a tenant transaction as it is. */
export type Principal = {
  readonly userId: string
  readonly email: string | null
  /** How the token names the caller, to be shown to people. */
  readonly name?: string | null
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
  /** The keys of now, each of which verifies tokens: the same list as long as nothing has changed. */
  readonly keys: () => readonly TokenKey[]
  readonly issuer: string | null
  readonly audience: string | null
}

/** Turns the value of an Authorization header into a Principal, or throws UNAUTHENTICATED. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal> | Principal

/**
 * Room for some 140,000 callers. Agents come about once a minute, each with a token of its own: of a cache with less
 * room than the fleet needs, each would be gone before it is asked for again.
 */
const CACHE_BYTES = 67_108_864
/** What is kept of a caller beside texts: the digest of the token, the principal, the place among the others. */
const ENTRY_BYTES = 400
const CACHE_MS = 5 * 60_000
const CLOCK_TOLERANCE_S = 30
/** No token of ours comes near this; what is longer is not even parsed. */
const MAX_TOKEN_CHARS = 16_384

type Verified = { readonly principal: Principal; readonly until: number }

const sizeOf = ({ principal }: Verified): number => {
  const { userId, email, name, institutions, agentAtmId } = principal
  const texts = [userId, email, name, agentAtmId, ...institutions]
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), ENTRY_BYTES + 32 * institutions.length)
}

/**
 * Verifies bearer tokens (HS256 with a secret; RS256, ES256, EdDSA with a PEM key or a JWKS) and remembers each
 * verified principal until the token's `exp`, five minutes at most, within a cache of `cacheBytes` that is dropped when
 * the key set changes. It has digests of tokens, which are shorter, and of no use to anyone.
 */
export const createAuthenticate = (
  config: TokenConfig,
  now: () => Date,
  {
    cacheBytes = CACHE_BYTES,
    onLookUp = () => {},
  }: { readonly cacheBytes?: number; readonly onLookUp?: (isHit: boolean) => void } = {},
): Authenticate => {
  const keys = createTokenKeys(config.keys, () => now().getTime())
  const cache = new LRUCache<string, Verified>({ maxSize: cacheBytes, sizeCalculation: sizeOf })
  let cachedUnder = keys.version()
  const dropOutdated = () => {
    const version = keys.version()
    if (version !== cachedUnder) cache.clear()
    cachedUnder = version
  }

  const check = async (token: string, key: string): Promise<Principal> => {
    const options: JWTVerifyOptions = {
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now(),
      requiredClaims: ['exp'],
      ...(config.issuer === null ? {} : { issuer: config.issuer }),
      ...(config.audience === null ? {} : { audience: config.audience }),
    }
    const payload = await keys.verify(token, options).catch((cause: unknown) => {
      throw tokenFault(cause)
    })
    const principal = principalOf(payload, now().getTime() / 1000 + CLOCK_TOLERANCE_S)
    dropOutdated()
    const until = Math.min((payload.exp ?? 0) * 1000, now().getTime() + CACHE_MS)
    if (until > now().getTime()) cache.set(key, { principal, until })
    return principal
  }

  return (authorization) => {
    if (authorization === undefined) throw unauthenticated('the Authorization header is missing')
    const token = bearerToken(authorization)
    if (token === null) throw unauthenticated('the Authorization header is not a bearer token')
    if (token.length > MAX_TOKEN_CHARS) throw unauthenticated(`the token has more than ${MAX_TOKEN_CHARS} characters`)
    dropOutdated()
    const key = hash('sha256', token, 'base64')
    const known = cache.get(key)
    const isHit = known !== undefined && known.until > now().getTime()
    onLookUp(isHit)
    if (isHit) return known.principal
    cache.delete(key)
    return check(token, key)
  }
}

/** Failures to get the key set, which say nothing about the token. */
const KEY_SET_CODES = new Set<unknown>(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'])

const codeOf = (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : undefined)

/** What is wrong with a token whose signature is right, by the claim that was refused. */
const CLAIM_FAULTS: Readonly<Record<string, string>> = {
  iss: 'the token is not of the issuer that this platform trusts',
  aud: 'the token is not for the audience of this platform',
  exp: 'the token has no claim exp, or one that is no time',
  nbf: 'the token is not valid yet',
  iat: 'the claim iat is no time',
}

const tokenFault = (cause: unknown): DomainError => {
  const code = codeOf(cause)
  if (code === 'ERR_JWT_EXPIRED') return unauthenticated('the token has expired')
  if (KEY_SET_CODES.has(code) || cause instanceof TypeError) {
    return new DomainError('UNAVAILABLE', 'The keys that verify tokens cannot be reached right now; try again.', {
      retryAfterSeconds: 5,
      cause,
    })
  }
  const claim = code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && cause instanceof Error && 'claim' in cause && cause.claim
  return unauthenticated(CLAIM_FAULTS[String(claim)] ?? 'the token is not valid')
}

/** The token of a `Bearer` header, null where it is something else. */
export const bearerToken = (authorization: string): string | null =>
  /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1] ?? null

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares with each of the internal secrets of now in constant time, whatever the lengths. */
export const createSecretCheck =
  (secrets: () => readonly string[]): ((given: unknown) => boolean) =>
  (given) => {
    if (typeof given !== 'string') return false
    const found = digest(given)
    return secrets()
      .map((secret) => timingSafeEqual(digest(secret), found))
      .includes(true)
  }

/** When a token ends that was verified before; null for one without an end. */
export const tokenEndOf = (token: string): Date | null => {
  const { exp } = decodeJwt(token)
  return exp === undefined ? null : new Date(exp * 1000)
}
