import type { JWTVerifyOptions } from 'jose'
import { createRemoteJWKSet, customFetch, type FetchImplementation, importSPKI, type JWTPayload, jwtVerify } from 'jose'

/** What verifies tokens: an HS256 secret, a public key in PEM, or the address of a key set. */
export type TokenKey =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'pem'; readonly pem: string }
  | { readonly kind: 'jwks'; readonly url: string }

/** The keys of a process, which may change while it runs. */
export type TokenKeys = {
  /** Rejects with the error of jose that says most about the token. */
  verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload>
  /** Another number after each change of the keys. Reads a key set again from time to time, without waiting for it. */
  version(): number
}

type Verifier = {
  readonly algorithms: readonly string[]
  verify(token: string, options: JWTVerifyOptions): Promise<{ payload: JWTPayload }>
  /** How often the keys of the verifier have changed. */
  changes(): number
}

const ASYMMETRIC = ['RS256', 'ES256', 'EdDSA']
const FETCH_TIMEOUT_MS = 3_000
/** A key set is not asked for again so soon, whatever tokens come, and whether the last answer was one or not. */
const COOLDOWN_MS = 5_000
/** A key that its set has no longer is forgotten after this time, as soon as the next token comes. */
const REFRESH_MS = 60_000

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

const secretVerifier = (text: string): Verifier => {
  // Given as bytes, the secret would be imported for each token, which costs two thirds of verifying it.
  const imported = crypto.subtle.importKey('raw', new TextEncoder().encode(text), HMAC, false, ['verify'])
  imported.catch(() => {})
  return {
    algorithms: ['HS256'],
    verify: async (token, options) => jwtVerify(token, await imported, options),
    changes: () => 0,
  }
}

const pemVerifier = (pem: string): Verifier => {
  // The algorithm of a PEM key is not known before its header is read, and each import is for one algorithm.
  const imported = new Map<string, ReturnType<typeof importSPKI>>()
  const keyFor = (alg: string) => {
    const known = imported.get(alg) ?? importSPKI(pem, alg)
    imported.set(alg, known)
    return known
  }
  return {
    algorithms: ASYMMETRIC,
    verify: (token, options) => jwtVerify(token, ({ alg }) => keyFor(alg), options),
    changes: () => 0,
  }
}

/** Fetches unless the last attempt failed a moment ago; then that failure is repeated. */
const restingFetch = (nowMs: () => number): FetchImplementation => {
  let failed: { readonly atMs: number; readonly error: unknown } | null = null
  return async (href, init) => {
    if (failed !== null && Math.abs(nowMs() - failed.atMs) < COOLDOWN_MS) throw failed.error
    try {
      const answer = await fetch(href, init)
      failed = answer.status === 200 ? null : { atMs: nowMs(), error: new TypeError('the key set is not available') }
      return answer
    } catch (error) {
      failed = { atMs: nowMs(), error }
      throw error
    }
  }
}

/** A key set that is kept while it cannot be had; an unknown key makes it be asked for again. */
const jwksVerifier = (url: string, nowMs: () => number): Verifier => {
  const keySet = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: restingFetch(nowMs),
  })
  let known: string | null = null
  let changes = 0
  let readAtMs = nowMs()
  const compare = () => {
    const now = JSON.stringify(keySet.jwks() ?? null)
    if (now !== known) changes += 1
    known = now
  }
  return {
    algorithms: ASYMMETRIC,
    verify: (token, options) => jwtVerify(token, keySet, options).finally(compare),
    changes() {
      if (known !== null && Math.abs(nowMs() - readAtMs) >= REFRESH_MS) {
        readAtMs = nowMs()
        keySet.reload().then(compare, () => {})
      }
      return changes
    },
  }
}

const verifierOf = (key: TokenKey, nowMs: () => number): Verifier => {
  if (key.kind === 'secret') return secretVerifier(key.secret)
  return key.kind === 'pem' ? pemVerifier(key.pem) : jwksVerifier(key.url, nowMs)
}

/** Failures that are about a token whose signature is right: no other key would find less. */
const OF_CLAIMS = new Set<unknown>(['ERR_JWT_EXPIRED', 'ERR_JWT_CLAIM_VALIDATION_FAILED'])

const isOfClaims = (error: unknown): boolean => error instanceof Error && 'code' in error && OF_CLAIMS.has(error.code)

/** Verifies with what `keys` gives now: the same list as long as nothing has changed. */
export const createTokenKeys = (keys: () => readonly TokenKey[], nowMs: () => number): TokenKeys => {
  let known = keys()
  let verifiers = known.map((key) => verifierOf(key, nowMs))
  let past = 0
  const current = (): readonly Verifier[] => {
    const given = keys()
    if (given !== known) {
      past += 1 + verifiers.reduce((sum, verifier) => sum + verifier.changes(), 0)
      known = given
      verifiers = given.map((key) => verifierOf(key, nowMs))
    }
    return verifiers
  }
  return {
    async verify(token, options) {
      let failure: unknown
      for (const verifier of current()) {
        try {
          const { payload } = await verifier.verify(token, { ...options, algorithms: [...verifier.algorithms] })
          return payload
        } catch (error) {
          if (isOfClaims(error)) throw error
          failure ??= error
        }
      }
      throw failure
    },
    version: () => current().reduce((sum, verifier) => sum + verifier.changes(), past),
  }
}
