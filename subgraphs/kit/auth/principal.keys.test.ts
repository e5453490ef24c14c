import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenOnFreePort } from '../../../tests/support/ports.ts'
import { type Authenticate, createAuthenticate } from './principal.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const served: { keys: JWK[] } = { keys: [] }
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(served))
})
let authenticate: Authenticate

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
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
