import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenOnFreePort } from '../../../tests/support/ports.ts'
import { type Authenticate, createAuthenticate, createSecretCheck } from './principal.ts'
import { signToken } from './sign-token.ts'
import type { TokenKey } from './token-keys.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const served: { keys: JWK[] } = { keys: [] }
const set = { status: 200, requests: 0 }
const server = createServer((_request, response) => {
  set.requests += 1
  response.writeHead(set.status, { 'content-type': 'application/json' }).end(JSON.stringify(served))
})
let authenticate: Authenticate

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  Object.assign(set, { status: 200, requests: 0 })
  const port = await listenOnFreePort(server)
  const keys = [{ kind: 'jwks', url: `http://127.0.0.1:${port}/keys` }] as const
  authenticate = createAuthenticate({ keys: () => keys, issuer: null, audience: null }, () => new Date())
})

afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A new key, with what makes tokens of it. */
const newKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), alg: 'ES256', kid }
  const header = async (sub: string) =>
    `Bearer ${await new SignJWT({ sub, role: 'USER', institutionKey: 'ACME' })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setExpirationTime(NOW.getTime() / 1000 + 3_600)
      .sign(privateKey)}`
  return { jwk, header }
}

describe('a token that was verified with a key of the set', () => {
  it('is refused from the moment on that a set without that key is known', async () => {
    const [old, next] = [await newKey('old'), await newKey('next')]
    served.keys = [old.jwk]
    const token = await old.header('ann')
    const principal = await authenticate(token)
    expect(authenticate(token)).toBe(principal)

    served.keys = [next.jwk]
    vi.setSystemTime(NOW.getTime() + 10_000)
    expect((await authenticate(await next.header('ben'))).userId).toBe('ben')
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('is remembered while the set stays the same', async () => {
    const key = await newKey('only')
    served.keys = [key.jwk]
    const token = await key.header('ann')
    const principal = await authenticate(token)
    vi.setSystemTime(NOW.getTime() + 10_000)
    expect((await authenticate(await key.header('ben'))).userId).toBe('ben')
    expect(authenticate(token)).toBe(principal)
  })
})

describe('a set of keys that changes', () => {
  const after = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const outcome = async (header: string) => {
    try {
      return (await authenticate(header)).userId
    } catch (error) {
      return String(Object(error).code)
    }
  }

  it('is asked for again for an unknown key, but not at each token', async () => {
    const [old, next] = [await newKey('old'), await newKey('next')]
    served.keys = [old.jwk]
    expect(await outcome(await old.header('ann'))).toBe('ann')
    served.keys = [old.jwk, next.jwk]
    const tokens = await Promise.all(['a', 'b', 'c'].map((sub) => next.header(sub)))
    for (const token of tokens) expect(await outcome(token)).toBe('UNAUTHENTICATED')
    expect(set.requests).toBe(1)
    after(5_001)
    for (const [n, token] of tokens.entries()) expect(await outcome(token)).toBe(['a', 'b', 'c'][n])
    expect(set.requests).toBe(2)
  })

  it('no longer has a key that was removed a minute ago, for tokens that were verified before as well', async () => {
    const [old, kept] = [await newKey('old'), await newKey('kept')]
    served.keys = [old.jwk, kept.jwk]
    const token = await old.header('ann')
    expect(await outcome(token)).toBe('ann')
    served.keys = [kept.jwk]
    after(59_000)
    expect([await outcome(token), set.requests]).toEqual(['ann', 1])
    after(1_001)
    // The answer does not wait for the set, which then counts for the next one.
    await expect.poll(() => outcome(token)).toBe('UNAUTHENTICATED')
    expect(set.requests).toBe(2)
  })

  it('stays as it is while it cannot be had, which makes an unknown key unavailable and is asked rarely', async () => {
    const [old, next] = [await newKey('old'), await newKey('next')]
    served.keys = [old.jwk]
    expect(await outcome(await old.header('ann'))).toBe('ann')
    set.status = 500
    after(3_600_000 - 60_000)
    expect(await outcome(await old.header('ben'))).toBe('ben')
    await expect.poll(() => set.requests).toBe(2)
    served.keys = [next.jwk]
    for (const sub of ['a', 'b', 'c']) expect(await outcome(await next.header(sub))).toBe('UNAVAILABLE')
    expect(set.requests).toBe(2)
    set.status = 200
    after(5_001)
    expect(await outcome(await next.header('dan'))).toBe('dan')
  })
})

it('of two keys both verify, and a key that is removed verifies no more, whatever was verified before', async () => {
  const keyOf = (secret: string): TokenKey => ({ kind: 'secret', secret })
  const [old, next, other] = ['old', 'next', 'other'].map((name) => `${name} secret of 32 characters or more`)
  const sign = (secret = '', sub = 'ann') =>
    signToken(
      { role: 'ADMIN', userId: sub, email: null, institutions: [], agentAtmId: null },
      { secret, issuer: null, audience: null, now: NOW, ttlMs: 600_000 },
    )
  let keys = [keyOf(old ?? '')]
  const check = createAuthenticate({ keys: () => keys, issuer: null, audience: null }, () => new Date())
  const taken = async (secret?: string) => {
    try {
      return (await check(`Bearer ${await sign(secret)}`)).userId === 'ann'
    } catch {
      return false
    }
  }
  const all = async () => [await taken(old), await taken(next), await taken(other)]
  expect(await all()).toEqual([true, false, false])
  keys = [keyOf(old ?? ''), keyOf(next ?? '')]
  expect(await all()).toEqual([true, true, false])
  keys = [keyOf(next ?? '')]
  expect(await all()).toEqual([false, true, false])
})

it('of two internal secrets both are accepted', () => {
  let secrets = ['the first one', 'the second one']
  const isSecret = createSecretCheck(() => secrets)
  const given = ['the first one', 'the second one', 'the third one', '']
  expect(given.map(isSecret)).toEqual([true, true, false, false])
  secrets = ['the second one']
  expect(given.map(isSecret)).toEqual([false, true, false, false])
})

it('a token of more than 16,384 characters is not even parsed', async () => {
  const refusalOf = async (chars: number) => {
    try {
      return await authenticate(`Bearer ${'x'.repeat(chars)}`)
    } catch (error) {
      return String(error)
    }
  }
  expect(await refusalOf(16_385)).toContain('the token has more than 16384 characters')
  expect(await refusalOf(16_384)).not.toContain('characters')
})
