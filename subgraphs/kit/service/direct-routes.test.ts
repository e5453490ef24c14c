import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  authenticator,
  type ListeningService,
  listenTestService,
  NOW,
  openTestService,
  recordingLog,
  tokenFor,
} from '../../../tests/support/hosted-service.ts'
import { portOf } from '../../../tests/support/ports.ts'
import { DomainError } from '../common/errors.ts'
import { AnswerDeferred, type OperationContext } from '../graphql/context.ts'
import type { DirectAnswered } from '../http/direct-routes.ts'
import { createHttpApp } from '../http/http.ts'
import { currentTraceparent, outsideSpans } from '../tracing/tracing.ts'
import { registerService } from './host.ts'

const SDL = `
  type Work { "Who." agentAtmId: String! "How long." waitSeconds: Int! }
  type Query {
    work(agentAtmId: String!, waitSeconds: Int = 7): Work! @access(roles: [AGENT]) @rest(route: "GET /api/work")
    later(agentAtmId: String!): Work! @access(roles: [AGENT]) @rest(route: "GET /api/later")
    peopleOnly: Boolean @access(roles: [USER]) @rest(route: "GET /api/people")
  }
  type Mutation {
    beat(agentAtmId: String!): Boolean! @access(roles: [AGENT]) @rest(route: "POST /api/beats", status: 204)
    echo(body: JSON @restParam(in: BODY)): JSON @access(roles: [AGENT]) @rest(route: "POST /api/echo", bodyLimit: 1000)
  }`

const beat = (agentAtmId: string): boolean => {
  if (agentAtmId === 'MANY')
    throw new DomainError('RATE_LIMITED', 'This ATM sends more than it may.', { retryAfterSeconds: 3 })
  if (agentAtmId === 'BROKEN') throw new Error('a defect')
  return true
}

/** The traces in which the field `later` was resolved, in order. */
let traces: (string | undefined)[]

/** Defers its answer where it may, until something outside of the request calls back. */
const later = (agentAtmId: string, { mayDefer, resumed }: OperationContext) => {
  traces.push(currentTraceparent())
  if (mayDefer !== true) return { agentAtmId, waitSeconds: 0 }
  if (resumed === undefined)
    throw new AnswerDeferred({ whenReady: (run) => void outsideSpans(() => setImmediate(run)) })
  return { agentAtmId: beat(agentAtmId) ? agentAtmId : '', waitSeconds: 0 }
}
const service = {
  sdl: SDL,
  resolvers: {
    Query: {
      work: (_source: unknown, args: object) => args,
      later: (_source: unknown, { agentAtmId }: { agentAtmId: string }, context: OperationContext) =>
        later(agentAtmId, context),
      peopleOnly: () => true,
    },
    Mutation: {
      beat: (_source: unknown, { agentAtmId }: { agentAtmId: string }) => beat(agentAtmId),
      echo: (_source: unknown, { body }: { body: unknown }) => body,
    },
  },
}

type Headers = Readonly<Record<string, unknown>>
type Answer = { readonly status: number | undefined; readonly headers: Headers; readonly body: string }

/** Of the connection, and of the clock of Node. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive'])
const own = (headers: Headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_NODE.has(name)))

const TRACE = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' }

let listening: ListeningService
let answered: DirectAnswered[]
let agent: Record<string, string>
let user: Record<string, string>

beforeAll(async () => {
  listening = await listenTestService(service)
  listening.app.whenAnsweredDirectly((one) => void answered.push(one))
  await listening.app.listen({ host: '127.0.0.1', port: 0 })
  agent = { authorization: `Bearer ${await tokenFor({ role: 'AGENT' })}`, ...TRACE }
  user = { authorization: `Bearer ${await tokenFor({ role: 'USER' })}`, ...TRACE }
})
afterAll(async () => {
  listening.app.server.closeAllConnections()
  await listening.close()
})

type Asked = {
  readonly method?: 'GET' | 'POST' | 'HEAD'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string | Buffer
}

const overHttp = (port: number, { method = 'POST', path, headers, body }: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, method, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }),
      )
    })
    sent.on('error', reject).end(body)
  })

/** How a request is answered over HTTP, whether directly, and by the router. */
const both = async (asked: Asked) => {
  answered = []
  const given = await overHttp(portOf(listening.app.server), asked)
  const { method = 'POST', path: url, headers, body } = asked
  const routed = await listening.app.inject({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  })
  return {
    isDirect: answered.length === 1,
    given: { ...given, headers: own(given.headers) },
    routed: { status: routed.statusCode, headers: own(routed.headers), body: routed.body },
  }
}

const json = (body: string | Buffer) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
})
const post = (path: string, body: string | Buffer, headers: Record<string, string>): Asked => ({
  path: `/claims${path}`,
  headers: { ...json(body), ...headers },
  body,
})
const get = (path: string, headers: Record<string, string>): Asked => ({
  method: 'GET',
  path: `/claims${path}`,
  headers,
})

it('what agents send again and again is answered directly, as the router answers it', async () => {
  const requests: readonly (readonly [Asked, number])[] = [
    [post('/api/beats', '{"agentAtmId":"ATM-1"}', agent), 204],
    [post('/api/beats', '{"agentAtmId":"MANY"}', agent), 429],
    [post('/api/beats', '{"agentAtmId":"BROKEN"}', agent), 500],
    [post('/api/beats', '{"agentAtmId":7}', agent), 400],
    [post('/api/beats', '{}', agent), 400],
    [post('/api/beats', '{', agent), 400],
    [post('/api/beats', Buffer.from('{"agentAtmId":"ATM-\u00c91"}', 'latin1'), agent), 400],
    [post('/api/beats', '{"agentAtmId":"ATM-1"}', user), 403],
    [post('/api/beats', '{"agentAtmId":"ATM-1"}', TRACE), 401],
    [post('/api/beats', '{"agentAtmId":"ATM-1"}', { ...agent, 'fleet-institution': 'BETA' }), 403],
    [post('/api/beats?x=1', '{"agentAtmId":"ATM-1"}', agent), 204],
    [post('/api/echo', '{"ä":[1,2,{"b":null}]}', agent), 200],
    [post('/api/echo', `"${'x'.repeat(900)}"`, agent), 200],
    [get('/api/work?agentAtmId=ATM-1', agent), 200],
    [get('/api/work?agentAtmId=ATM-1&waitSeconds=3', agent), 200],
    [get('/api/work?agentAtmId=ATM-1&waitSeconds=x', agent), 400],
    [get('/api/work?agentAtmId=ATM-1&other=3', agent), 400],
    [get('/api/work', agent), 400],
  ]
  for (const [asked, status] of requests) {
    const { isDirect, given, routed } = await both(asked)
    expect([asked.path, asked.body, given.status, isDirect]).toEqual([asked.path, asked.body, status, true])
    expect(given).toEqual(routed)
  }
})

it('what is not plain goes the way of all requests, and so does what agents do not send', async () => {
  const type = { 'content-type': 'application/json; charset=UTF-8' }
  const beats = post('/api/beats', '{"agentAtmId":"ATM-1"}', agent)
  const chunked = { path: beats.path, headers: { ...agent, ...type, 'transfer-encoding': 'chunked' }, body: '{}' }
  const requests: readonly (readonly [Asked, number])[] = [
    [{ ...beats, headers: { ...beats.headers, ...type } }, 204],
    [{ ...beats, headers: { ...beats.headers, 'content-type': 'text/plain' } }, 415],
    [{ ...beats, headers: { ...beats.headers, 'content-encoding': 'gzip' } }, 415],
    [chunked, 400],
    [post('/api/echo', `"${'x'.repeat(1_000)}"`, agent), 413],
    [get('/api/work?agentAtmId=ATM%2D1', agent), 200],
    [get('/api/work?agentAtmId=ATM-1&agentAtmId=ATM-2', agent), 400],
    [get('/api/work?agentAtmId=', agent), 200],
    [get(`/api/work?agentAtmId=${'x'.repeat(8_200)}`, agent), 414],
    [get('/api/work/?agentAtmId=ATM-1', agent), 404],
    [get('/api/beats', agent), 405],
    [get('/api/people', user), 200],
  ]
  for (const [asked, status] of requests) {
    const { isDirect, given, routed } = await both(asked)
    expect([asked.path, given.status, isDirect]).toEqual([asked.path, status, false])
    expect(given).toEqual(routed)
  }
})

it('direct answers are noted with route and status, and end their connection while the app leaves', async () => {
  const { log } = recordingLog()
  const hosted = await openTestService(service, log)
  const rewriteTarget = ({ target }: { readonly target: string }) => target.replace('/beats', '/elsewhere')
  const app = createHttpApp({ log, now: () => NOW, rewriteTarget })
  registerService(app, hosted, { prefix: '', listener: 'public', authenticator })
  const noted: object[] = []
  app.whenAnsweredDirectly(({ method, path, status }) => void noted.push({ method, path, status }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const port = portOf(app.server)
  const ask = (asked: Asked) => overHttp(port, { ...asked, path: asked.path.replace('/claims', '') })
  expect((await ask(post('/api/beats', '{}', agent))).status).toBe(404)
  expect((await ask(get('/api/work?agentAtmId=ATM-1', agent))).status).toBe(200)
  expect((await ask(get('/api/work', agent))).status).toBe(400)
  app.leave()
  expect((await ask(get('/api/work?agentAtmId=ATM-1', agent))).headers.connection).toBe('close')
  expect(noted).toEqual([
    { method: 'GET', path: '/api/work', status: 200 },
    { method: 'GET', path: '/api/work', status: 400 },
  ])
  await app.close()
})

it.each([
  ['ATM-1', 200],
  ['MANY', 429],
  ['BROKEN', 500],
])('gives a deferred answer in the same trace: %s with %i', async (agentAtmId, status) => {
  traces = []
  const { isDirect, given } = await both(get(`/api/later?agentAtmId=${agentAtmId}`, agent))
  expect({ isDirect, status: given.status }).toEqual({ isDirect: true, status })
  const [first, second] = traces
  expect(first).toContain('0af7651916cd43dd8448eb211c80319c')
  expect(second).toBe(first)
})
