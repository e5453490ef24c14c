import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INTERNAL_SECRET, TEST_SECRET } from '../support/platform.ts'
import { openRequirements, type RequirementsPlatform } from './table.ts'

let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: '2026-11-20T10:00:00Z', start: false })
})
afterAll(() => platform.close())

/** One call of each service, and one of the graph. */
const CALLS = [
  ['analytics', 'GET', '/analytics/api/analytics/fleet-health', undefined],
  ['journal', 'GET', '/journal/api/journal/gaps', undefined],
  ['incident', 'GET', '/incident/api/journal-events/activity', undefined],
  ['devices', 'GET', '/devices/api/atms', undefined],
  ['fleet', 'GET', '/fleet/task-permissions/mine', undefined],
  ['claims', 'GET', '/claims/api/claims/vendors', undefined],
  ['agent-proxy', 'POST', '/agent-proxy/api/journal-events', { agentAtmId: 'A-1', eventType: 'POWER_OFF' }],
  ['graph', 'POST', '/graphql', { query: '{ vendors { uuid } }' }],
] as const

const sign = (claims: Record<string, unknown>, secret = TEST_SECRET, expires = '5m', alg = 'HS256') =>
  new SignJWT({ sub: '7', institutionKey: 'ACME', ...claims })
    .setProtectedHeader({ alg })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const unsigned = (claims: Record<string, unknown>) => `${encode({ alg: 'none' })}.${encode(claims)}.`
const USER = { role: 'USER' }

/** Headers that hold no valid token. */
const INVALID: readonly (readonly [what: string, headers: () => Promise<Record<string, string>>])[] = [
  ['no header', async () => ({})],
  [
    'a token in a cookie: there is no cookie fallback',
    async () => ({ cookie: `token=${await sign(USER)}; access_token=${await sign(USER)}` }),
  ],
  ['an empty token', async () => ({ authorization: 'Bearer ' })],
  ['a text that is no token', async () => ({ authorization: 'Bearer not-a-token' })],
  ['another scheme', async () => ({ authorization: `Basic ${await sign(USER)}` })],
  ['an expired token', async () => ({ authorization: `Bearer ${await sign(USER, TEST_SECRET, '-1m')}` })],
  ['a token of another key', async () => ({ authorization: `Bearer ${await sign(USER, `${TEST_SECRET} not`)}` })],
  [
    'an unsigned token',
    async () => ({ authorization: `Bearer ${unsigned({ ...USER, sub: '7', exp: 4_000_000_000 })}` }),
  ],
  ['a token without a role', async () => ({ authorization: `Bearer ${await sign({})}` })],
  ['a role that is not known', async () => ({ authorization: `Bearer ${await sign({ role: 'ROOT' })}` })],
  [
    'a token that claims the role INTERNAL',
    async () => ({ authorization: `Bearer ${await sign({ role: 'INTERNAL' })}` }),
  ],
]

describe('Errors: missing or invalid token on any service is 401', () => {
  for (const [what, headersOf] of INVALID) {
    it.each(CALLS)(`${what}: %s`, async (_service, method, path, body) => {
      const answer = await platform.whole.ask(method, path, { body, headers: await headersOf() })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    })
  }
})

describe('Authentication 1: all services accept the header Authorization: Bearer', () => {
  it.each(CALLS)('%s', async (service, method, path, body) => {
    const headers = { authorization: `Bearer ${await sign(USER)}` }
    const answer = await platform.whole.ask(method, path, { body, headers })
    expect(answer.status).toBe(service === 'agent-proxy' ? 201 : 200)
  })

  it.each(['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'])('of the role %s', async (role) => {
    const headers = { authorization: `Bearer ${await sign({ role })}` }
    expect((await platform.whole.ask('GET', '/claims/api/claims/vendors', { headers })).status).toBe(200)
  })
})

describe('Authentication 2: open paths of the analytics service', () => {
  it.each(['/analytics/actuator/health', '/analytics/api/public/info', '/actuator/health', '/api/public/info'])(
    '%s',
    async (path) => {
      expect((await platform.whole.ask('GET', path)).status).toBe(200)
    },
  )

  it('/api/public/** is never 401', async () => {
    expect((await platform.whole.ask('GET', '/analytics/api/public/anything/else')).status).toBe(404)
  })

  it.each([
    '/analytics/api/analytics/fleet-health',
    '/analytics/api/analytics/journal-coverage',
    '/analytics/api/analytics/insights',
    '/analytics/api/analytics/insights/active',
    '/analytics/api/analytics/snapshots',
    '/analytics/openapi.json',
  ])('everything else needs a valid token: %s', async (path) => {
    expect((await platform.whole.ask('GET', path)).status).toBe(401)
  })
})

const INGEST = '/incident/api/internal/journal-events'
const EVENT = { agentAtmId: 'S-1', institutionKey: 'ACME', eventType: 'POWER_OFF' }

describe('Authentication 8: POST /api/internal/journal-events requires X-Internal-Secret', () => {
  const post = async (headers: Record<string, string>) =>
    (await platform.whole.ask('POST', INGEST, { body: EVENT, internal: true, headers })).status

  it('with the secret it is 201', async () => {
    expect(await post({ 'x-internal-secret': INTERNAL_SECRET })).toBe(201)
  })

  it.each(['', 'another secret', `${INTERNAL_SECRET} `.trimEnd().slice(0, -1), INTERNAL_SECRET.toUpperCase()])(
    'with %j it is 401 or 403',
    async (secret) => {
      expect(await post({ 'x-internal-secret': secret })).toBeOneOf([401, 403])
    },
  )

  it('with a token of an administrator in its place it is 401 or 403', async () => {
    const authorization = `Bearer ${await sign({ role: 'BCOS_ADMIN' })}`
    expect(await post({ 'x-internal-secret': '', authorization })).toBeOneOf([401, 403])
  })

  it('with a token that claims the role INTERNAL in its place it is 401 or 403', async () => {
    const authorization = `Bearer ${await sign({ role: 'INTERNAL' })}`
    expect(await post({ 'x-internal-secret': '', authorization })).toBeOneOf([401, 403])
  })

  it('is not there on the public listener, even with the secret', async () => {
    const headers = { 'x-internal-secret': INTERNAL_SECRET }
    expect((await platform.whole.ask('POST', INGEST, { body: EVENT, headers })).status).toBe(404)
  })
})
