import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { signToken } from '../auth/sign-token.ts'
import { checkTargetLength, MAX_TARGET_CHARS, NOWHERE, shownPath } from '../http/target-limit.ts'
import { createCounter, createMetrics, createRequestHistogram } from '../observability/metrics.ts'
import { refuseListening } from './program.ts'

describe('a target', () => {
  it('has 8,192 characters at most', () => {
    checkTargetLength('a'.repeat(8_192))
    expect(() => checkTargetLength('a'.repeat(8_193))).toThrow(
      expect.objectContaining({
        code: 'URI_TOO_LONG',
        message: 'The path and the query have 8193 characters; at most 8192 are read.',
      }),
    )
    expect([MAX_TARGET_CHARS, NOWHERE]).toEqual([8_192, '/-'])
  })

  it('is shown without its query, and with 1,024 characters at most', () => {
    expect(shownPath('/a/b?c=d?e')).toBe('/a/b')
    expect(shownPath('/a/b')).toBe('/a/b')
    expect(shownPath('?a')).toBe('/')
    expect(shownPath('/'.repeat(1_024))).toHaveLength(1_024)
    expect(shownPath('/'.repeat(1_025))).toHaveLength(1_024)
    expect(shownPath(`${'/'.repeat(1_025)}?`)).toHaveLength(1_024)
  })
})

describe('a token for tools', () => {
  const claims = { role: 'USER', userId: '7', email: null, institutions: [], agentAtmId: null } as const
  const secret = 'a-secret-of-more-than-32-characters!'
  const options = { secret, issuer: null, audience: null, now: new Date(1_000_999), ttlMs: 60_999 }

  it('says who holds it, from when and until when, and nothing else', async () => {
    const token = await signToken(claims, options)
    expect(decodeJwt(token)).toEqual({ role: 'USER', sub: '7', iat: 1_000, exp: 1_060 })
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256' })
    const key = new TextEncoder().encode(secret)
    await expect(jwtVerify(token, key, { currentDate: options.now })).resolves.toBeDefined()
  })

  it('names what its holder has: one institution as a text, several as a list', async () => {
    const full = { ...claims, email: 'a@b.c', institutions: ['A'], agentAtmId: 'ATM-7' }
    expect(decodeJwt(await signToken(full, { ...options, issuer: 'me', audience: 'fleet' }))).toEqual({
      role: 'USER',
      sub: '7',
      iat: 1_000,
      exp: 1_060,
      email: 'a@b.c',
      institutionKey: 'A',
      agentAtmId: 'ATM-7',
      iss: 'me',
      aud: 'fleet',
    })
    const { institutionKey } = decodeJwt(await signToken({ ...full, institutions: ['A', 'B'] }, options))
    expect(institutionKey).toEqual(['A', 'B'])
  })
})

describe('the measurements of a process', () => {
  it('are its own, and count what is counted', async () => {
    const registry = createMetrics()
    createCounter(registry, 'found_total', 'What was found').inc(3)
    createRequestHistogram(registry).observe({ listener: 'edge', service: 's', route: '/a', status: '2xx' }, 0.3)
    const text = await registry.metrics()
    expect(text).toContain('# HELP found_total What was found\n# TYPE found_total counter\nfound_total 3')
    expect(text).toContain('process_cpu_user_seconds_total')
    const buckets = [...text.matchAll(/^fleetops_http_request_duration_seconds_bucket\{le="(.*?)",.*\} (\d)$/gm)]
    expect(buckets.map(([, le, count]) => `${le}: ${count}`)).toEqual([
      ...['0.002', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25'].map((le) => `${le}: 0`),
      ...['0.5', '1', '2.5', '10', '+Inf'].map((le) => `${le}: 1`),
    ])
    expect(text).toContain('{listener="edge",service="s",route="/a",status="2xx"} 0.3')
    expect(await new Registry().metrics()).not.toContain('found_total')
  })
})

describe('an address that cannot be listened on', () => {
  const refusal = (code: string) => () => refuseListening(Object.assign(new Error(code), { code }), 'host', 80, 'PORT')
  it('is reported in one sentence with its cure', () => {
    expect(refusal('EADDRINUSE')).toThrow(
      'Port 80 of host is taken by another program: end that one, or set PORT to a free port.',
    )
    expect(refusal('EACCES')).toThrow('Port 80 of host may not be used by this user: set PORT to one above 1023.')
    for (const code of ['EADDRNOTAVAIL', 'ENOTFOUND'])
      expect(refusal(code)).toThrow('host is not an address of this machine: set another host to listen on.')
    expect(refusal('EOTHER')).toThrow(/^EOTHER$/)
  })
})
