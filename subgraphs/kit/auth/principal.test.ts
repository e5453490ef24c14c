import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { portOf } from '../../../tests/support/ports.ts'
import { institutionsOf } from './claims.rules.ts'
import { type Authenticate, bearerToken, createAuthenticate, createSecretCheck, type TokenConfig } from './principal.ts'
import type { TokenKey } from './token-keys.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const NOW_S = NOW.getTime() / 1_000
const SECRET = 'a-secret-of-more-than-32-characters!'

type Key = Parameters<SignJWT['sign']>[0]
type Pair = { readonly privateKey: Key; readonly pem: string; readonly jwk: JWK }

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const
type Algorithm = (typeof ALGORITHMS)[number]

const pairOf = async (alg: string): Promise<Pair> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, pem: await exportSPKI(publicKey), jwk: { ...(await exportJWK(publicKey)), alg, kid: alg } }
}

const pairs: Readonly<Record<Algorithm, Pair>> = {
  RS256: await pairOf('RS256'),
  ES256: await pairOf('ES256'),
  EdDSA: await pairOf('EdDSA'),
}

const claims = { sub: '7', email: 'a@b.c', role: 'CUSTOMER', institutionKey: 'ACME', exp: NOW_S + 3_600 }

const sign = (key: Key, alg: string, more: Record<string, unknown> = {}, kid?: string) =>
  new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) }).sign(key)

const hs256 = (more: Record<string, unknown> = {}, secret = SECRET) =>
  sign(new TextEncoder().encode(secret), 'HS256', more)

const configOf = (...keys: readonly TokenKey[]): TokenConfig => ({ keys: () => keys, issuer: null, audience: null })

const authenticatorOf = (key: TokenKey, now = () => NOW, more: Partial<TokenConfig> = {}): Authenticate =>
  createAuthenticate({ ...configOf(key), ...more }, now)

const withSecret = authenticatorOf({ kind: 'secret', secret: SECRET })

/** The code of the refusal, or the principal's role. */
const outcome = async (authenticate: Authenticate, token: string): Promise<string> => {
  try {
    return (await authenticate(`Bearer ${token}`)).role
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

describe('a token verifies', () => {
  test('with the secret (HS256)', async () => {
    expect(await withSecret(`Bearer ${await hs256()}`)).toEqual({
      userId: '7',
      email: 'a@b.c',
      role: 'CUSTOMER',
      institutions: ['ACME'],
      unrestricted: false,
      agentAtmId: null,
    })
  })

  test.each(ALGORITHMS)('with a PEM key (%s)', async (alg) => {
    const { pem, privateKey } = pairs[alg]
    expect(await outcome(authenticatorOf({ kind: 'pem', pem }), await sign(privateKey, alg))).toBe('CUSTOMER')
  })

  test('within 30 seconds of its times', async () => {
    expect(await outcome(withSecret, await hs256({ exp: NOW_S - 29 }))).toBe('CUSTOMER')
    expect(await outcome(withSecret, await hs256({ nbf: NOW_S + 29 }))).toBe('CUSTOMER')
  })

  test('with the issuer and audience that are asked for', async () => {
    const strict = authenticatorOf({ kind: 'secret', secret: SECRET }, () => NOW, { issuer: 'me', audience: 'fleet' })
    expect(await outcome(strict, await hs256({ iss: 'me', aud: ['x', 'fleet'] }))).toBe('CUSTOMER')
    expect(await outcome(strict, await hs256({ iss: 'me' }))).toBe('UNAUTHENTICATED')
    expect(await outcome(strict, await hs256({ iss: 'you', aud: 'fleet' }))).toBe('UNAUTHENTICATED')
  })
})

describe('a token is refused', () => {
  test.each([
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['without a role', { role: undefined }],
    ['with an unknown role', { role: 'ROOT' }],
    ['with a role in another case', { role: 'admin' }],
    ['with several roles', { role: ['ADMIN'] }],
    ['that claims to be the platform itself', { role: 'INTERNAL' }],
    ['that has expired', { exp: NOW_S - 31 }],
    ['that is not valid yet', { nbf: NOW_S + 31 }],
    ['without an end', { exp: undefined }],
    ['with an end that is no number', { exp: '9999999999' }],
    ['with an institution that could be two', { institutionKey: ['A,B'] }],
    ['with an institution that is a number', { institutionKey: 5 }],
    ['with an institution that is an object', { institutionKey: ['ACME', {}] }],
    ['with an institution that could end a setting', { institutionKey: 'A"} ' }],
  ])('%s', async (_what, more) => {
    expect(await outcome(withSecret, await hs256(more))).toBe('UNAUTHENTICATED')
  })

  test('with a wrong signature, without one, or with none as its algorithm', async () => {
    const [header = '', payload = ''] = (await hs256()).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const forged = Buffer.from(JSON.stringify({ ...claims, role: 'ADMIN' })).toString('base64url')
    for (const token of [
      await hs256({}, 'another-secret-of-more-than-32-chars!'),
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${none}.${forged}.`,
      `${header}.${forged}.${(await hs256()).split('.')[2]}`,
      'nonsense',
    ])
      expect(await outcome(withSecret, token)).toBe('UNAUTHENTICATED')
  })

  test('with an algorithm of the other family, both ways, or one that is not allowed', async () => {
    const { pem, privateKey, jwk } = pairs.RS256
    const withPem = authenticatorOf({ kind: 'pem', pem })
    expect(await outcome(withPem, await hs256({}, pem))).toBe('UNAUTHENTICATED')
    expect(await outcome(withPem, await hs256({}, pem.trim()))).toBe('UNAUTHENTICATED')
    expect(await outcome(withPem, await hs256({}, String(jwk.n)))).toBe('UNAUTHENTICATED')
    expect(await outcome(withSecret, await sign(privateKey, 'RS256'))).toBe('UNAUTHENTICATED')
    expect(await outcome(withSecret, await sign(new TextEncoder().encode(`${SECRET}${SECRET}`), 'HS512'))).toBe(
      'UNAUTHENTICATED',
    )
    const rs512 = await pairOf('RS512')
    expect(await outcome(authenticatorOf({ kind: 'pem', pem: rs512.pem }), await sign(rs512.privateKey, 'RS512'))).toBe(
      'UNAUTHENTICATED',
    )
  })

  test.each(ALGORITHMS)('by a PEM key of another kind than its algorithm (%s)', async (alg) => {
    const others = ALGORITHMS.filter((other) => other !== alg)
    for (const other of others) {
      const authenticate = authenticatorOf({ kind: 'pem', pem: pairs[other].pem })
      expect(await outcome(authenticate, await sign(pairs[alg].privateKey, alg))).toBe('UNAUTHENTICATED')
    }
  })

  test('without a word about the key, the secret or the token', async () => {
    const token = await hs256({ exp: NOW_S - 100 })
    const error = await Promise.resolve(withSecret(`Bearer ${token}`)).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('the token has expired')
    expect(String(error)).not.toMatch(new RegExp(`${token}|${SECRET}|HS256`))
  })
})

describe('the header', () => {
  test('is one of a bearer token, in any case', () => {
    expect(bearerToken('Bearer a.b-c_~+/=')).toBe('a.b-c_~+/=')
    expect(bearerToken('BEARER   abc ')).toBe('abc')
    for (const header of ['', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic abc', 'abc', 'Bearer a,Bearer b'])
      expect(bearerToken(header)).toBeNull()
  })

  test('has to be there', () => {
    expect(() => withSecret(undefined)).toThrow('the Authorization header is missing')
    expect(() => withSecret('Basic abc')).toThrow('not a bearer token')
  })
})

describe('a principal', () => {
  test('has the institutions of a text, a list in a text, or a list', () => {
    expect(institutionsOf('ACME')).toEqual(['ACME'])
    expect(institutionsOf(' ACME , BANK,,ACME ')).toEqual(['ACME', 'BANK'])
    expect(institutionsOf(['ACME', ' ', 'BANK', null])).toEqual(['ACME', 'BANK'])
    for (const nothing of [undefined, null, '', ' , ', [], [null]]) expect(institutionsOf(nothing)).toEqual([])
  })

  test('is unrestricted as ADMIN and BCOS_ADMIN only', async () => {
    for (const role of ['USER', 'CUSTOMER', 'MSP_ADMIN', 'AGENT', 'ADMIN', 'BCOS_ADMIN']) {
      const { unrestricted } = await withSecret(`Bearer ${await hs256({ role })}`)
      expect(unrestricted).toBe(role === 'ADMIN' || role === 'BCOS_ADMIN')
    }
  })

  test('is of one ATM as an agent only', async () => {
    const agentAtmId = 'ATM-7'
    expect((await withSecret(`Bearer ${await hs256({ role: 'AGENT', agentAtmId })}`)).agentAtmId).toBe('ATM-7')
    expect((await withSecret(`Bearer ${await hs256({ role: 'AGENT' })}`)).agentAtmId).toBeNull()
    expect((await withSecret(`Bearer ${await hs256({ role: 'USER', agentAtmId })}`)).agentAtmId).toBeNull()
  })
})

describe('a verified token is remembered', () => {
  const clocked = () => {
    const clock = { now: NOW }
    return { clock, authenticate: authenticatorOf({ kind: 'secret', secret: SECRET }, () => clock.now) }
  }
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)

  test('for five minutes', async () => {
    const { clock, authenticate } = clocked()
    const header = `Bearer ${await hs256()}`
    const principal = await authenticate(header)
    clock.now = at(299)
    expect(authenticate(header)).toBe(principal)
    clock.now = at(301)
    expect(authenticate(header)).toBeInstanceOf(Promise)
  })

  test('until it ends, if that is sooner', async () => {
    const { clock, authenticate } = clocked()
    const token = await hs256({ exp: NOW_S + 60 })
    const principal = await authenticate(`Bearer ${token}`)
    clock.now = at(59)
    expect(authenticate(`Bearer ${token}`)).toBe(principal)
    clock.now = at(91)
    expect(await outcome(authenticate, token)).toBe('UNAUTHENTICATED')
  })

  test('never when it was refused', async () => {
    const { authenticate } = clocked()
    const token = await hs256({ role: 'ROOT' })
    expect(await outcome(authenticate, token)).toBe('UNAUTHENTICATED')
    expect(await outcome(authenticate, token)).toBe('UNAUTHENTICATED')
  })

  test('within so many bytes, the longest unused forgotten first', async () => {
    const authenticate = createAuthenticate(configOf({ kind: 'secret', secret: SECRET }), () => NOW, {
      cacheBytes: 4_500,
    })
    const [first, second] = [`Bearer ${await hs256({ sub: 'first' })}`, `Bearer ${await hs256({ sub: 'second' })}`]
    await authenticate(first)
    const kept = await authenticate(second)
    for (let n = 0; n < 9; n += 1) {
      await authenticate(`Bearer ${await hs256({ sub: `user ${n}` })}`)
      expect(authenticate(second)).toBe(kept)
    }
    expect(authenticate(first)).toBeInstanceOf(Promise)
  })
})

describe('a key set', () => {
  let server: Server | null = null
  const served: { keys: JWK[]; status: number; requests: number } = { keys: [], status: 200, requests: 0 }

  const startKeys = async (): Promise<string> => {
    Object.assign(served, { keys: ALGORITHMS.map((alg) => pairs[alg].jwk), status: 200, requests: 0 })
    server = createServer((_request, response) => {
      served.requests += 1
      response
        .writeHead(served.status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ keys: served.keys }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${portOf(server)}/keys`
  }
  const stopKeys = async () => {
    if (server === null) return
    server.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
    server = null
  }
  afterEach(stopKeys)

  test.each(ALGORITHMS)('verifies a token of its keys (%s), asked for once', async (alg) => {
    const authenticate = authenticatorOf({ kind: 'jwks', url: await startKeys() })
    expect(await outcome(authenticate, await sign(pairs[alg].privateKey, alg, {}, alg))).toBe('CUSTOMER')
    expect(await outcome(authenticate, await sign(pairs[alg].privateKey, alg, { sub: '8' }, alg))).toBe('CUSTOMER')
    expect(served.requests).toBe(1)
  })

  test('verifies nothing else', async () => {
    const url = await startKeys()
    const secret = new TextEncoder().encode(SECRET)
    served.keys.push({ kty: 'oct', k: Buffer.from(secret).toString('base64url'), kid: 'oct', alg: 'HS256' })
    const authenticate = authenticatorOf({ kind: 'jwks', url })
    expect(await outcome(authenticate, await sign(secret, 'HS256', {}, 'oct'))).toBe('UNAUTHENTICATED')
    const { privateKey } = await pairOf('ES256')
    expect(await outcome(authenticate, await sign(privateKey, 'ES256', {}, 'ES256'))).toBe('UNAUTHENTICATED')
    expect(await outcome(authenticate, await sign(privateKey, 'ES256', {}, 'unknown'))).toBe('UNAUTHENTICATED')
  })

  test('that cannot be had makes the platform unavailable, not the token invalid', async () => {
    const url = await startKeys()
    const token = await sign(pairs.ES256.privateKey, 'ES256', {}, 'ES256')
    served.status = 500
    expect(await outcome(authenticatorOf({ kind: 'jwks', url }), token)).toBe('UNAVAILABLE')
    await stopKeys()
    expect(await outcome(authenticatorOf({ kind: 'jwks', url }), token)).toBe('UNAVAILABLE')
  })
})

test('the internal secret is compared as a whole', () => {
  const isSecret = createSecretCheck(() => ['the-internal-secret'])
  expect(isSecret('the-internal-secret')).toBe(true)
  for (const given of ['', 'the-internal-secre', 'the-internal-secret ', undefined, ['the-internal-secret'], null])
    expect(isSecret(given)).toBe(false)
})
