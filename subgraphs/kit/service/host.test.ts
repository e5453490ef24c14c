import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  INTERNAL_SECRET,
  type ListeningService,
  listenTestService,
  NOW,
  recordingLog,
  tokenFor,
} from '../../../tests/support/hosted-service.ts'
import { callerOf } from '../auth/principal.testing.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../auth/principal.ts'
import type { CallRequest } from '../calls/calls.ts'
import { DomainError } from '../common/errors.ts'
import type { ByteStream } from '../rest/answer.ts'
import { inSpan, unrecordedSpan } from '../tracing/tracing.ts'
import { memoryPeer } from './host.ts'

const sdl = `
  type Query {
    plain(view: String): JSON! @access @rest(route: "GET /api/forms")
    counts: JSON! @access @rest(route: "GET /api/forms", when: "view=counts")
    days: JSON! @access @rest(route: "GET /api/forms", when: "view=days")
    csv: Bytes! @inaccessible @access @rest(route: "GET /api/forms", as: BYTES, accept: "text/csv")
    strict: JSON! @access @rest(route: "GET /api/strict")
    strictCounts: JSON! @access @rest(route: "GET /api/strict", when: "view=counts")
    strictDays: JSON! @access @rest(route: "GET /api/strict", when: "view=days")
    only: JSON! @access @rest(route: "GET /api/only", when: "view=counts")
    list(kind: String, size: Int): JSON! @access @rest(route: "GET /api/lists")
    listCsv(kind: String): JSON! @access @rest(route: "GET /api/lists", when: "format=csv")
    listCounts(since: Date): JSON! @access @rest(route: "GET /api/lists", when: "view=counts")
    listDays(since: Date): JSON! @access @rest(route: "GET /api/lists", when: "view=days")
    listPage(width: Int): Bytes! @inaccessible @access @rest(route: "GET /api/lists", as: BYTES, accept: "text/html")
    one(id: String!): JSON! @access @rest(route: "GET /api/ones/{id}/parts")
    items: [JSON!]! @inaccessible @access @rest(route: "GET /api/items", as: STREAM)
    given(tags: [String!], words: String): JSON! @access @rest(route: "GET /api/given")
    who: JSON! @access @rest(route: "GET /api/who") @rest(route: "GET /api/words/who")
    fail(how: String!): JSON @access @rest(route: "GET /api/fail/{how}")
    slow: JSON! @access @rest(route: "GET /api/slow")
    within: JSON! @access(roles: [INTERNAL]) @rest(route: "GET /api/internal/within")
  }
  type Mutation {
    report(event: JSON! @restParam(in: BODY)): JSON! @access(roles: [AGENT, USER]) @rest(route: "POST /api/reports")
    upload(file: Bytes! @restParam(in: STREAM)): JSON! @inaccessible @access
      @rest(route: "POST /api/files", bodyLimit: 10)
    word(key: ID!): JSON! @access @rest(route: "DELETE /api/words/{key}")
    number(id: SafeInt!): JSON! @access @rest(route: "PATCH /api/words/{id}")
  }
`

const failures: Readonly<Record<string, () => Error>> = {
  away: () => new DomainError('UNAVAILABLE', 'Away.'),
  late: () => new DomainError('UNAVAILABLE', 'Late.', { retryAfterSeconds: 9 }),
  many: () => new DomainError('RATE_LIMITED', 'Slowly.', { retryAfterSeconds: 4 }),
  no: () => new DomainError('CONFLICT', 'No.'),
  odd: () => new Error('surprise'),
}

async function* csv() {
  yield Buffer.from('a;')
  yield Buffer.from('ü')
}

/** Resolves when a slow request has begun, and lets it end. */
const slow = new EventEmitter()

const resolvers = {
  Query: {
    plain: () => 'plain',
    counts: () => 'counts',
    days: () => 'days',
    csv: () => ({ contentType: 'text/csv', chunks: csv() }),
    strict: () => 'strict',
    strictCounts: () => 'counts',
    strictDays: () => 'days',
    only: () => 'only',
    list: () => 'list',
    listCsv: () => 'csv',
    listCounts: () => 'counts',
    listDays: () => 'days',
    listPage: () => ({ contentType: 'text/html', chunks: csv() }),
    one: (_: unknown, { id }: { id: string }) => id,
    async *items() {
      yield { at: NOW }
      yield 2
    },
    given: (_: unknown, args: object) => args,
    who: (_: unknown, _args: object, context: { principal: Principal; traceId: string }) => ({
      userId: context.principal.userId,
      traceId: context.traceId,
    }),
    fail: (_: unknown, { how }: { how: string }) => {
      throw failures[how]?.() ?? new Error(how)
    },
    slow: async () => {
      const ended = once(slow, 'end')
      slow.emit('begun')
      return await ended
    },
    within: () => 'within',
  },
  Mutation: {
    report: (_: unknown, { event }: { event: unknown }) => event,
    word: (_: unknown, { key }: { key: string }) => key,
    number: (_: unknown, { id }: { id: number }) => id,
    upload: async (_: unknown, { file }: { file: ByteStream }) => ({
      type: file.contentType,
      encoding: file.contentEncoding,
      bytes: Buffer.concat(await Array.fromAsync(file.chunks)).length,
    }),
  },
}

let open: ListeningService
let inner: ListeningService
let authorization: string
const { log, lines } = recordingLog()
beforeAll(async () => {
  open = await listenTestService({ sdl, resolvers })
  inner = await listenTestService({ sdl, resolvers, listener: 'internal' })
  authorization = `Bearer ${await tokenFor({})}`
})
afterAll(async () => {
  await open.close()
  await inner.close()
})

const principal = callerOf()

describe('a fixed path of one method', () => {
  const ask = async (method: 'DELETE' | 'PATCH', url: string) => {
    const answer = await open.app.inject({ method, url: `/claims/api/${url}`, headers: { authorization } })
    return [answer.statusCode, answer.headers.allow]
  }

  it('is no id for a path of another method, and may be a word of it', async () => {
    expect(await ask('PATCH', 'words/7')).toEqual([200, undefined])
    expect(await ask('PATCH', 'words/who')).toEqual([405, 'GET, HEAD'])
    expect(await ask('DELETE', 'words/who')).toEqual([200, undefined])
  })
})

/** A route by HTTP, and by a call within the process: both have to answer alike. */
const ways = {
  http: async (path: string, headers: Record<string, string> = {}) => {
    const answer = await open.app.inject({ url: `/claims${path}`, headers: { authorization, ...headers } })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.payload, headers: answer.headers }
  },
  memory: (path: string, headers: Record<string, string> = {}) => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    return call({ path: pathname, query: Object.fromEntries(searchParams), headers })
  },
}

const call = (request: Partial<CallRequest>) =>
  memoryPeer(open.hosted, { log, now: () => NOW })({
    method: 'GET',
    path: '/api/who',
    as: { kind: 'caller', principal, token: null },
    timeoutMs: 1_000,
    ...request,
  })

describe.each(['http', 'memory'] as const)('one of several forms of an address (%s)', (way) => {
  const ask = ways[way]
  it('is chosen by a parameter, then by what the caller accepts', async () => {
    const accept = { accept: 'text/csv' }
    expect((await ask('/api/forms')).body).toBe('plain')
    expect((await ask('/api/forms?view=days')).body).toBe('days')
    expect((await ask('/api/forms?view=counts', accept)).body).toBe('counts')
    expect((await ask('/api/forms', accept)).body).toBe('a;ü')
    expect((await ask('/api/forms', { accept: 'application/json, text/csv;q=0.5' })).body).toBe('plain')
  })

  it('is none where the parameter has a value that no form has', async () => {
    expect(await ask('/api/strict?view=weeks')).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', errors: [{ field: 'view', message: 'must be counts or days, or left out' }] },
    })
    for (const [path, body] of [
      ['/api/strict', 'strict'],
      ['/api/strict?view=', 'strict'],
      ['/api/strict?view=days', 'days'],
      // The plain form takes the parameter itself.
      ['/api/forms?view=weeks', 'plain'],
    ] as const)
      expect(await ask(path)).toMatchObject({ status: 200, body })
    expect(await ask('/api/only?view=counts')).toMatchObject({ status: 200, body: 'only' })
    expect(await ask('/api/only')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('refuses the parameters of the other forms, and says with which it takes them', async () => {
    const faultsOf = async (query: string, headers: Record<string, string> = {}) => {
      const { status, body } = await ask(`/api/lists?${query}`, headers)
      expect([query, status]).toEqual([query, 400])
      return Object(body).errors.map(({ field, message }: { field: string; message: string }) => `${field} ${message}`)
    }
    const not = 'is no query parameter of this address'
    const counted = 'it is one with view=counts, with view=days'
    expect(await faultsOf('view=counts&size=2&kind=')).toEqual([
      `size ${not} with view=counts, which has since, view; it is one without format or view`,
      `kind ${not} with view=counts, which has since, view; it is one without format or view, with format=csv`,
    ])
    expect(await faultsOf('since=2026-11-20')).toEqual([
      `since ${not} without format or view, which has format, kind, size, view; ${counted}`,
    ])
    expect(await faultsOf('since=', { accept: 'text/html' })).toEqual([
      `since ${not} with Accept: text/html, which has format, view, width; ${counted}`,
    ])
    expect(await faultsOf('format=csv&view=counts')).toEqual([
      `view ${not} with format=csv, which has format, kind; ${counted}`,
    ])
    expect(await faultsOf('view=days&sise=2')).toEqual([`sise ${not} with view=days, which has since, view`])
    expect(await faultsOf('view=weeks&since=2026-11-20')).toEqual(['view must be counts or days, or left out'])
  })

  it('takes its own parameters, and an empty one that chooses no other form', async () => {
    for (const [query, body] of [
      ['kind=a&size=2&view=&format=', 'list'],
      ['format=csv&kind=a&view=', 'csv'],
      ['view=counts&since=2026-11-20', 'counts'],
      ['view=days&since=&format=', 'days'],
    ] as const)
      expect([query, await ask(`/api/lists?${query}`)]).toMatchObject([query, { status: 200, body }])
    expect(await ask('/api/lists?width=2', { accept: 'text/html' })).toMatchObject({ status: 200, body: 'a;ü' })
  })

  it('is none where a part of its path is empty, and none inside for others', async () => {
    expect(await ask('/api/ones/x/parts')).toMatchObject({ status: 200, body: 'x' })
    const longest = 'x'.repeat(512)
    expect(await ask(`/api/ones/${longest}/parts`)).toMatchObject({ status: 200, body: longest })
    const nothing = { status: 404, body: { detail: 'There is nothing at this address.' } }
    for (const path of ['/api/ones//parts', '/api/internal/within', '/api/none'])
      expect([path, await ask(path)]).toMatchObject([path, nothing])
  })
})

describe('an answer', () => {
  it('varies by what the caller accepts where there are forms for it', async () => {
    expect((await ways.http('/api/forms')).headers.vary).toBe('accept')
    expect((await ways.http('/api/strict')).headers).not.toHaveProperty('vary')
  })

  it('closes its connection while the listener closes, and no sooner', async () => {
    const service = await listenTestService({ sdl, resolvers })
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const ask = (path: string) => fetch(`${url}/claims${path}`, { headers: { authorization } })
    expect((await ask('/api/who')).headers.get('connection')).toBe('keep-alive')
    const begun = once(slow, 'begun')
    const asked = ask('/api/slow')
    await begun
    const closed = service.close()
    await expect.poll(() => service.app.server.listening).toBe(false)
    slow.emit('end')
    expect((await asked).headers.get('connection')).toBe('close')
    await closed
  })
})

describe('a body that is taken as it comes', () => {
  const send = async (headers: Record<string, string>, payload = 'abc') =>
    (
      await open.app.inject({
        method: 'POST',
        url: '/claims/api/files',
        headers: { authorization, ...headers },
        payload,
      })
    ).json()

  it('may be called anything', async () => {
    for (const type of ['text/plain', 'application/json; charset=utf-8', 'x.y+z-1/*', 'a/b ;c'])
      expect(await send({ 'content-type': type, 'content-encoding': 'GZIP' })).toEqual({
        type,
        encoding: 'gzip',
        bytes: 3,
      })
  })

  it('has no type where its own is none', async () => {
    for (const type of ['text', 'a b/c', 'text/', '/plain', 'text/plain x', ''])
      expect(await send({ 'content-type': type })).toEqual({ type: null, encoding: null, bytes: 3 })
  })

  it('is bounded by its route', async () => {
    expect(await send({}, 'x'.repeat(10))).toMatchObject({ bytes: 10 })
    expect(await send({}, 'x'.repeat(11))).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })

  it('is handed on by a call within the process', async () => {
    const upload = { method: 'POST', path: '/api/files', body: csv() } as const
    const headers = { 'content-type': 'text/csv', 'content-encoding': 'br' }
    expect((await call({ ...upload, headers })).body).toEqual({ type: 'text/csv', encoding: 'br', bytes: 4 })
    expect((await call({ ...upload, body: csv() })).body).toEqual({ type: null, encoding: null, bytes: 4 })
  })
})

describe('a query parameter that is not known', () => {
  const unknown = { status: 400, body: { errors: [{ field: 'trace' }] } }

  it('is refused by what people read and write', async () => {
    expect(await ways.http('/api/who?trace=1')).toMatchObject(unknown)
    expect(await ways.memory('/api/who?trace=1')).toMatchObject(unknown)
    expect(await call({ method: 'PATCH', path: '/api/words/7', query: { trace: '1' } })).toMatchObject(unknown)
  })

  it('refuses no report of an agent, which would be lost', async () => {
    const report = { method: 'POST', payload: { a: 1 } } as const
    const answer = await open.app.inject({ ...report, url: '/claims/api/reports?trace=1', headers: { authorization } })
    expect([answer.statusCode, answer.json()]).toEqual([200, { a: 1 }])
    const inMemory = { method: 'POST', path: '/api/reports', body: { a: 1 } } as const
    expect(await call({ ...inMemory, query: { trace: '1' } })).toMatchObject({ status: 200 })
  })

  it('refuses no internal call, whose caller may be of a newer release', async () => {
    const within = { path: '/api/internal/within', as: { kind: 'internal' }, query: { trace: '1' } } as const
    expect(await call(within)).toMatchObject({ status: 200, body: 'within' })
    const headers = { 'x-internal-secret': INTERNAL_SECRET }
    expect((await inner.app.inject({ url: '/claims/api/internal/within?trace=1', headers })).statusCode).toBe(200)
  })
})

describe('an internal route', () => {
  it('is for holders of the secret, on the internal listener', async () => {
    const ask = (headers: Record<string, string>) =>
      inner.app.inject({ url: '/claims/api/internal/within', headers: { authorization, ...headers } })
    expect((await ask({ 'x-internal-secret': INTERNAL_SECRET })).json()).toBe('within')
    expect((await ask({})).json()).toMatchObject({
      status: 401,
      detail: 'This address needs the header X-Internal-Secret with the secret of the platform.',
    })
  })

  it('is called by the platform itself, which calls nothing else so', async () => {
    const as = { kind: 'internal' } as const
    expect(await call({ path: '/api/internal/within', as })).toMatchObject({ status: 200, body: 'within' })
    expect(await call({ path: '/api/who', as })).toMatchObject({ status: 404 })
    expect(INTERNAL_PRINCIPAL.role).toBe('INTERNAL')
  })
})

describe('a call within the process', () => {
  const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
  const RUNNING = unrecordedSpan({ traceId: TRACE_ID, spanId: '00f067aa0ba902b7', isSampled: false })

  it('gives the values of a query as texts, and leaves out what is none', async () => {
    const query = { tags: ['1', 'b'], words: 7, none: null, nothing: undefined }
    expect((await call({ path: '/api/given', query })).body).toEqual({ tags: ['1', 'b'], words: '7' })
  })

  it('answers with what would arrive', async () => {
    expect((await call({ path: '/api/items' })).body).toEqual([{ at: NOW.toISOString() }, 2])
    expect((await inSpan(RUNNING, () => call({}))).body).toEqual({ userId: '7', traceId: TRACE_ID })
    expect((await call({})).body).toEqual({ userId: '7', traceId: expect.stringMatching(/^[\da-f]{32}$/) })
  })

  it('fails with a problem, and says when a new try makes sense', async () => {
    const fail = async (how: string) => {
      const { status, body, headers } = await inSpan(RUNNING, () => call({ path: `/api/fail/${how}` }))
      expect(body).toMatchObject({
        status,
        traceId: TRACE_ID,
        instance: `/api/fail/${how}`,
        timestamp: NOW.toISOString(),
      })
      return [status, headers]
    }
    expect(await fail('away')).toEqual([503, { 'retry-after': '2' }])
    expect(await fail('late')).toEqual([503, { 'retry-after': '9' }])
    expect(await fail('many')).toEqual([429, { 'retry-after': '4' }])
    expect(await fail('no')).toEqual([409, {}])
    expect(lines).toEqual([])
    expect(await fail('odd')).toEqual([500, {}])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 50,
        msg: 'call failed',
        service: 'claims',
        path: '/api/fail/odd',
        traceId: TRACE_ID,
        err: { message: 'surprise' },
      },
    ])
  })
})
