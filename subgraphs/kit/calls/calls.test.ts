import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  INTERNAL_SECRET,
  type ListeningService,
  listenTestService,
  NOW,
  recordingLog,
  tokenFor,
} from '../../../tests/support/hosted-service.ts'
import { portOf } from '../../../tests/support/ports.ts'
import { callerOf } from '../auth/principal.testing.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../auth/principal.ts'
import { DomainError } from '../common/errors.ts'
import { memoryPeer } from '../service/host.ts'
import { inSpan, unrecordedSpan } from '../tracing/tracing.ts'
import { type CallRequest, createCalls, createHttpPool, httpPeer, internalUrlOf, type Peer } from './calls.ts'

const sdl = `
  type Query {
    echo(text: String!, tags: [String!], on: Boolean, since: DateTime): JSON! @access
      @rest(route: "GET /api/echo/{text}")
    thing(id: SafeInt!): String @access @rest(route: "GET /api/things/{id}")
    admins: String! @access(roles: [ADMIN]) @rest(route: "GET /api/admins")
    fail(how: String!): Int @access @rest(route: "GET /api/fail/{how}")
    inside: String! @access(roles: [INTERNAL]) @rest(route: "GET /api/internal/inside")
  }
  type Put { text: String! at: DateTime }
  type Mutation {
    put(text: String!, at: DateTime): Put! @access @rest(route: "POST /api/put", status: 201)
    drop: Boolean! @access @rest(route: "DELETE /api/drop", status: 204)
  }
`

const given = (_: unknown, args: object) => args
const forever = new Promise<never>(() => {})

const resolvers = {
  Query: {
    echo: given,
    thing: () => null,
    admins: () => 'yes',
    fail: (_: unknown, { how }: { how: string }) => {
      if (how === 'hang') return forever
      throw how === 'down'
        ? new DomainError('UNAVAILABLE', 'Not now.', { retryAfterSeconds: 9 })
        : new Error('secret words')
    },
    inside: () => 'yes',
  },
  Mutation: { put: given, drop: () => true },
}

const principal: Principal = callerOf()

let open: ListeningService
let internal: ListeningService
let token: string
const pool = createHttpPool()
const peers: Record<string, Peer> = {}

beforeAll(async () => {
  open = await listenTestService({ sdl, resolvers })
  internal = await listenTestService({ sdl, resolvers, listener: 'internal' })
  const [publicUrl, internalUrl] = await Promise.all(
    [open, internal].map(async ({ app }) => `${await app.listen({ host: '127.0.0.1', port: 0 })}/claims`),
  )
  token = await tokenFor({})
  peers.http = httpPeer(pool, { publicUrl: publicUrl ?? '', internalUrl: internalUrl ?? '' }, () => INTERNAL_SECRET)
  peers.memory = memoryPeer(open.hosted, { log: recordingLog().log, now: () => NOW })
})
afterAll(async () => {
  await pool.destroy()
  await open?.close()
  await internal?.close()
})

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const RUNNING = unrecordedSpan({ traceId: TRACE_ID, spanId: '00f067aa0ba902b7', isSampled: false })

describe.each([
  // In the process the platform finds internal routes only; over HTTP it is a caller without a token.
  { way: 'memory', refused: 404 },
  { way: 'http', refused: 401 },
])('a call ($way)', ({ way, refused }) => {
  const call = async (request: Partial<CallRequest>) => {
    const peer = peers[way]
    if (peer === undefined) throw new Error('no peer')
    const calls = createCalls(new Map([['claims', peer]]))
    const asked: CallRequest = {
      method: 'GET',
      path: '/api/echo/a',
      as: { kind: 'caller', principal, token },
      timeoutMs: 1_000,
      ...request,
    }
    const { status, body, headers } = await inSpan(RUNNING, () => calls.request('claims', asked))
    return { status, body, retryAfter: headers['retry-after'] }
  }
  const inside = { kind: 'internal' } as const

  test('carries path, query and body', async () => {
    const query = { tags: ['x', 'y&z'], on: true, since: undefined, unknown: null }
    expect(await call({ path: `/api/echo/${encodeURIComponent('a/b ä')}`, query })).toMatchObject({
      status: 200,
      body: { text: 'a/b ä', tags: ['x', 'y&z'], on: true },
    })
    expect(await call({ method: 'POST', path: '/api/put', body: { text: 'a', at: NOW } })).toMatchObject({
      status: 201,
      body: { text: 'a', at: NOW.toISOString() },
    })
    expect(await call({ method: 'DELETE', path: '/api/drop' })).toMatchObject({ status: 204, body: undefined })
  })

  test('comes back with the status and problem that any caller gets', async () => {
    const problemOf = async (request: Partial<CallRequest>) => {
      const { status, body } = await call(request)
      return { status, ...Object(body) }
    }
    expect(await problemOf({ path: '/api/things/1' })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      traceId: TRACE_ID,
    })
    expect(await problemOf({ path: '/api/nothing' })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await problemOf({ path: '/api/admins' })).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await problemOf({ query: { on: 'x' } })).toMatchObject({ status: 400, errors: [{ field: 'on' }] })
    const bug = await problemOf({ path: '/api/fail/bug' })
    expect(bug).toMatchObject({ status: 500, code: 'INTERNAL' })
    expect(JSON.stringify(bug)).not.toContain('secret')
    expect(await call({ path: '/api/fail/down' })).toMatchObject({ status: 503, retryAfter: '9' })
  })

  test('opens internal listeners to the platform only, and nothing else to it', async () => {
    expect(await call({ path: '/api/internal/inside', as: inside })).toMatchObject({ status: 200, body: 'yes' })
    expect((await call({ path: '/api/internal/inside' })).status).toBe(404)
    expect((await call({ as: inside })).status).toBe(refused)
  })

  test('that hangs is given up in time', async () => {
    await expect(call({ path: '/api/fail/hang', timeoutMs: 50 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('a service that cannot be reached', () => {
  const request: CallRequest = {
    method: 'GET',
    path: '/api/x',
    as: { kind: 'caller', principal: INTERNAL_PRINCIPAL, token: null },
    timeoutMs: 500,
  }
  const callThrough = (url: string) =>
    createCalls(new Map([['fleet', httpPeer(pool, { publicUrl: url, internalUrl: url }, () => '')]])).request(
      'fleet',
      request,
    )

  const listen = async (onSocket: Parameters<typeof createServer>[1]): Promise<{ server: Server; url: string }> => {
    const server = createServer(onSocket).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, url: `http://127.0.0.1:${portOf(server)}` }
  }

  test('is UNAVAILABLE: refused, cut off, not JSON, or not known at all', async () => {
    const { server: refusing, url: refused } = await listen(() => {})
    refusing.close()
    await once(refusing, 'close')
    const { server: cutting, url: cut } = await listen((socket) => socket.destroy())
    const { server: babbling, url: babble } = await listen((socket) => {
      socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\nConnection: close\r\n\r\n{"a',
      )
    })
    for (const url of [refused, cut, babble])
      await expect(callThrough(url)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    for (const server of [cutting, babbling]) server.close()
    await expect(createCalls(new Map()).request('fleet', request)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The fleet service cannot be reached right now; try again.',
    })
  })

  test('is not named by its address', async () => {
    const error = await callThrough('http://127.0.0.1:1').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DomainError)
    expect(String(error)).not.toMatch(/127\.0\.0\.1|:1\b/)
  })
})

test('the internal listener of a service is 100 above its own', () => {
  expect(internalUrlOf('http://journal:4102')).toBe('http://journal:4202')
  expect(internalUrlOf('http://journal/')).toBe('http://journal:180')
  expect(internalUrlOf('https://journal/base/')).toBe('https://journal:543/base')
})
