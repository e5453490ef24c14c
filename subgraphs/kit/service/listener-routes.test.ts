import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authenticator,
  type ListeningService,
  listenTestService,
  NOW,
  recordingLog,
  tokenFor,
} from '../../../tests/support/hosted-service.ts'
import { createHttpApp } from '../http/http.ts'
import type { Component } from '../observability/health.ts'
import { registerPlatformDocument, registerServiceDocument } from './documents.ts'
import {
  observeRequests,
  registerHealth,
  registerInfo,
  registerMetrics,
  registerSubgraph,
  rememberHealth,
} from './listener-routes.ts'

const sdl = `
  type Query { ping(times: Int = 1): String! @access @rest(route: "GET /api/ping") }
  type Mutation { echo(text: String!): String! @access @rest(route: "POST /api/echo") }
`
const resolvers = {
  Query: { ping: (_: unknown, { times }: { times: number }) => 'pong'.repeat(times) },
  Mutation: { echo: (_: unknown, { text }: { text: string }) => text },
}

let service: ListeningService
let authorization: string
const components: Record<string, Component> = {}
let ready = true
const observed: [Record<string, string>, number][] = []
const registry = new Registry()

const put = (app: FastifyInstance) => {
  const listener = { health: async () => ({ ...components }), isReady: () => ready }
  registerHealth(app, { ...listener, prefix: '', showComponents: false })
  registerHealth(app, { ...listener, prefix: '/inner', showComponents: true })
  registerMetrics(app, registry)
  registerInfo(app, '/claims', { name: 'claims', version: '1.2.3' })
  registerSubgraph(app, service.hosted, authenticator)
  registerPlatformDocument(app, [service.hosted.contract], '1.2.3')
  registerServiceDocument(app, '/claims', service.hosted.contract, { version: '4.5.6', authenticator })
}

let app: FastifyInstance
beforeAll(async () => {
  service = await listenTestService({ sdl, resolvers })
  authorization = `Bearer ${await tokenFor({})}`
  app = createHttpApp({ log: recordingLog().log, now: () => NOW })
  observeRequests(
    app,
    { observe: (labels, seconds) => void observed.push([labels, seconds]) },
    {
      listener: 'edge',
      routeOf: ({ routeOptions: { url = 'none' } }) => ({ service: `of ${url}`, route: url }),
      routeOfTarget: (method, target) => ({ service: `of ${target}`, route: `${method} ${target}` }),
    },
  )
  put(app)
})
afterAll(async () => {
  await app.close()
  await service.close()
})

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url, headers })
  return { ...answer, status: answer.statusCode, body: answer.payload === '' ? null : answer.json() }
}

const stateOf = async (path: string) => {
  const { status, body } = await get(`${path}`)
  return [status, body]
}

describe('health', () => {
  const UP: Component = { status: 'UP' }
  const set = (given: Record<string, Component>, isReady = true) => {
    for (const name of Object.keys(components)) delete components[name]
    Object.assign(components, given)
    ready = isReady
  }

  it('is UP with 200, with its parts on the internal listener only', async () => {
    set({ database: UP })
    for (const path of ['/actuator/health', '/actuator/health/readiness']) {
      expect(await stateOf(path)).toEqual([200, { status: 'UP' }])
      expect(await stateOf(`/inner${path}`)).toEqual([200, { status: 'UP', components: { database: UP } }])
    }
    expect(await stateOf('/actuator/health/liveness')).toEqual([200, { status: 'UP' }])
  })

  it('is DOWN with 503 where a part is, and the process lives', async () => {
    set({ database: { status: 'DOWN', reason: 'away' } })
    for (const path of ['/actuator/health', '/actuator/health/readiness'])
      expect(await stateOf(path)).toEqual([503, { status: 'DOWN' }])
    expect(await stateOf('/inner/actuator/health/liveness')).toEqual([200, { status: 'UP' }])
  })

  it('is not ready before the start is complete, though UP', async () => {
    set({ database: UP }, false)
    expect(await stateOf('/actuator/health')).toEqual([200, { status: 'UP' }])
    expect(await stateOf('/inner/actuator/health/readiness')).toEqual([
      503,
      { status: 'DOWN', components: { database: UP } },
    ])
  })
})

it('one check of health is shared by those who ask within its time', async () => {
  let checks = 0
  const check = async () => {
    checks += 1
    return { database: { status: 'UP' as const } }
  }
  const shared = rememberHealth(check, 60_000)
  const [first, second] = [shared(), shared()]
  expect(first).toBe(second)
  expect([await first, checks]).toEqual([{ database: { status: 'UP' } }, 1])
  const forgetful = rememberHealth(check, -1)
  await forgetful()
  await forgetful()
  expect(checks).toBe(3)
})

it('metrics and information are served as they are', async () => {
  const metrics = await app.inject('/metrics')
  expect([metrics.statusCode, metrics.headers['content-type'], metrics.payload]).toEqual([
    200,
    registry.contentType,
    '\n',
  ])
  expect(await stateOf('/claims/api/public/info')).toEqual([200, { name: 'claims', version: '1.2.3' }])
})

describe('the graph of a service', () => {
  const ask = (payload: unknown, headers: Record<string, string> = { authorization }) =>
    app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(payload),
    })

  it('is answered to holders of a token', async () => {
    const query = 'query A { ping } query B($n: Int) { ping(times: $n) }'
    const answer = await ask({ query, operationName: 'B', variables: { n: 2 } })
    expect([answer.statusCode, answer.headers['content-type'], answer.json()]).toEqual([
      200,
      'application/json; charset=utf-8',
      { data: { ping: 'pongpong' } },
    ])
    expect((await ask({ query: '{ ping }' })).json()).toEqual({ data: { ping: 'pong' } })
    expect((await ask({ query: '{ ping }', operationName: null, variables: null })).json()).toEqual({
      data: { ping: 'pong' },
    })
    expect((await ask({ query: '{ ping }' }, {})).json()).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })

  it('takes an operation that is larger than what the gateway takes of a client', async () => {
    const padded = (bytes: number) => ask({ query: '{ ping }', variables: { padding: 'x'.repeat(bytes) } })
    expect((await padded(4_000_000)).json()).toEqual({ data: { ping: 'pong' } })
    expect((await padded(4_200_000)).json()).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })

  it('takes nothing but an operation', async () => {
    for (const body of [
      {},
      [],
      'x',
      { query: 1 },
      { query: '{ ping }', variables: [] },
      { query: '', operationName: 1 },
    ])
      expect((await ask(body)).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'body', message: 'must be a JSON object with "query" and, if need be, "variables"' }],
      })
  })
})

describe('a document', () => {
  it('of the platform is open, and sent once to a client that keeps it', async () => {
    const first = await get('/openapi.json')
    expect([first.status, first.headers['content-type'], first.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-cache',
    ])
    expect(first.body.info).toMatchObject({ title: 'FleetOps', version: '1.2.3' })
    expect(first.headers.etag).toMatch(/^"[\w-]{22}"$/)
    const again = await get('/openapi.json', { 'if-none-match': String(first.headers.etag) })
    expect([again.status, again.payload, again.headers.etag]).toEqual([304, '', first.headers.etag])
    expect((await get('/openapi.json', { 'if-none-match': '"other"' })).payload).toBe(first.payload)
  })

  it('of a service is for holders of a token', async () => {
    expect((await get('/claims/openapi.json')).status).toBe(401)
    const { status, body } = await get('/claims/openapi.json', { authorization })
    expect([status, body.info]).toMatchObject([200, { title: 'FleetOps: claims', version: '4.5.6' }])
  })
})

it('each request is observed under its route, and what has none together', async () => {
  observed.length = 0
  await get('/actuator/health/liveness?x=1')
  await app.inject({ method: 'POST', url: '/nowhere' })
  expect(observed.map(([labels]) => labels)).toEqual([
    {
      listener: 'edge',
      service: 'of /actuator/health/liveness',
      method: 'GET',
      route: '/actuator/health/liveness',
      status: '2xx',
    },
    { listener: 'edge', service: 'of none', method: 'POST', route: 'none', status: '4xx' },
  ])
  for (const [, seconds] of observed) expect(typeof seconds).toBe('number')
})
