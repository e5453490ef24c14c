import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  INTERNAL_SECRET,
  type ListeningService,
  listenTestService,
  NOW,
  TOKEN_SECRET,
  tokenFor,
} from '../../../tests/support/hosted-service.ts'
import { portOf } from '../../../tests/support/ports.ts'
import { DomainError, ERROR_TABLE, type ErrorCode } from '../common/errors.ts'

const sdl = `
  type Query {
    fail(code: String!, x: Int): Int @access @rest(route: "GET /api/fail/{code}")
    half: Half! @access @rest(route: "GET /api/half")
    thing(id: SafeInt!): Int @access(roles: [ADMIN]) @rest(route: "GET /api/things/{id}")
  }
  type Mutation {
    put(id: SafeInt!, name: String!): Boolean! @access(roles: [ADMIN, MSP_ADMIN]) @rest(route: "PUT /api/things/{id}")
    small(text: String): Boolean! @access @rest(route: "POST /api/small", bodyLimit: 100)
    within(text: String): Boolean! @access(roles: [INTERNAL]) @rest(route: "POST /api/internal/within")
  }
  type Half { whole: Int broken: Int }
`

const isErrorCode = (text: string): text is ErrorCode => text in ERROR_TABLE

const fail = (code: string) => {
  if (isErrorCode(code)) return new DomainError(code, `This is ${code}.`)
  const secret = `select * from cards where pan = '4111111111111111'; ${TOKEN_SECRET} http://10.0.0.1:4001`
  return code === 'sql'
    ? Object.assign(new Error(secret), { code: '42P01' })
    : Object.assign(new Error(secret), { code })
}

const resolvers = {
  Query: {
    fail: (_: unknown, { code }: { code: string }) => {
      throw fail(code)
    },
    half: () => ({ whole: 1 }),
    thing: () => 1,
  },
  Half: {
    broken: async () => {
      throw new DomainError('CONFLICT', 'Half of it is broken.')
    },
  },
  Mutation: { put: () => true, small: () => true, within: () => true },
}

let service: ListeningService
let authorization: string
const linesBefore = { count: 0 }

beforeAll(async () => {
  service = await listenTestService({ sdl, resolvers, listener: 'internal' })
  authorization = `Bearer ${await tokenFor({ role: 'ADMIN' })}`
  await service.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => service.close())
beforeEach(() => {
  linesBefore.count = service.lines.length
})

const newLines = () => service.lines.slice(linesBefore.count)

describe('an error is problem+json', () => {
  test.each(Object.entries(ERROR_TABLE))('with the code %s and its status', async (code, { status, title }) => {
    const answer = await service.app.inject({ url: `/claims/api/fail/${code}?x=1`, headers: { authorization } })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title,
      status,
      detail: `This is ${code}.`,
      instance: `/claims/api/fail/${code}`,
      code,
      message: `This is ${code}.`,
      timestamp: NOW.toISOString(),
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
    })
    expect(answer.headers['retry-after']).toBe(code === 'UNAVAILABLE' ? '2' : undefined)
    expect(answer.headers['www-authenticate']).toBe(code === 'UNAUTHENTICATED' ? 'Bearer' : undefined)
  })

  test('that says nothing of what happened inside, and logs it under the same trace id', async () => {
    const answer = await service.app.inject({ url: '/claims/api/fail/sql', headers: { authorization } })
    expect(answer.statusCode).toBe(500)
    const { traceId, ...rest } = answer.json()
    // A random id may contain any four digits.
    expect(JSON.stringify(rest)).not.toMatch(/select|cards|4111|10\.0\.0|at \w+ \(|\.ts/)
    const logged = newLines().map((line) => JSON.parse(line))
    expect(logged).toMatchObject([{ traceId, method: 'GET', path: '/claims/api/fail/sql' }])
  })

  test('with 503 for an outage of a store, and 400 for a text that it cannot hold', async () => {
    for (const code of ['ECONNREFUSED', '57P01', '40001', '53300', '57014']) {
      const answer = await service.app.inject({ url: `/claims/api/fail/${code}`, headers: { authorization } })
      expect(answer.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
      expect(answer.headers['retry-after']).toBe('2')
    }
    for (const code of ['22021', '22P05']) {
      const answer = await service.app.inject({ url: `/claims/api/fail/${code}`, headers: { authorization } })
      expect(answer.json()).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' })
    }
  })

  test('with the trace id of the caller', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const url = '/claims/api/fail/CONFLICT'
    const headers = { authorization, traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    expect((await service.app.inject({ url, headers })).json().traceId).toBe(traceId)
    const forged = { authorization, traceparent: 'x\n' }
    expect((await service.app.inject({ url, headers: forged })).json().traceId).toMatch(/^[\da-f]{32}$/)
  })

  test('also when only a part of the answer fails', async () => {
    const answer = await service.app.inject({ url: '/claims/api/half', headers: { authorization } })
    expect(answer.json()).toMatchObject({ status: 409, detail: 'Half of it is broken.' })
  })
})

describe('what the listener itself refuses', () => {
  const send = (payload: string, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/claims/api/small',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      payload,
    })

  test('a body that is not JSON', async () => {
    for (const payload of ['{', '{"text": undefined}', '\u0000', '{"a":1} x', '{"text":"a'])
      expect((await send(payload)).json()).toMatchObject({
        status: 400,
        code: 'BAD_USER_INPUT',
        errors: [{ field: 'body', message: 'is not valid JSON' }],
      })
  })

  test('a body of the wrong JSON type', async () => {
    for (const payload of ['[]', '1', '"x"', 'null'])
      expect((await send(payload)).json()).toMatchObject({ status: 400, errors: [{ field: 'body' }] })
  })

  test('a body that is too large', async () => {
    expect((await send(JSON.stringify({ text: 'x'.repeat(88) }))).statusCode).toBe(200)
    expect((await send(JSON.stringify({ text: 'x'.repeat(90) }))).json()).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  test('a body of another media type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
    ])
      expect((await send('{}', { 'content-type': type })).json()).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
      })
    for (const type of ['application/json; charset=utf-8', 'application/vnd.x+json', 'APPLICATION/JSON'])
      expect((await send('{}', { 'content-type': type })).statusCode).toBe(200)
  })

  test('an address that does not exist or cannot be read', async () => {
    for (const url of [
      '/claims/api/none',
      '/claims/api/things',
      '/claims/api/things/%zz',
      '/other',
      '/claims/api/things/1/',
    ])
      expect((await service.app.inject({ url, headers: { authorization } })).json()).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        instance: url,
      })
    expect(
      (await service.app.inject({ method: 'POST', url: '/claims/api/things/1', headers: { authorization } }))
        .statusCode,
    ).toBe(405)
  })
})

/** Sends a request whose body never comes, and resolves to the first line of the answer. */
const sendHeaders = (target: string, headers: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(portOf(service.app.server), '127.0.0.1', () => {
      const lines = [...headers, 'Host: x', 'Content-Type: application/json', 'Content-Length: 1000000']
      socket.write(`PUT ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    })
    socket.once('data', (data) => {
      resolve(String(data).split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })

describe('the order of checks', () => {
  test('is route, token, role, then body and parameters', async () => {
    const user = `Bearer ${await tokenFor({})}`
    const put = (url: string, headers: Record<string, string>) =>
      service.app.inject({ method: 'PUT', url, headers, payload: { name: 1 } })
    expect((await put('/claims/api/nothing/x', {})).statusCode).toBe(404)
    expect((await put('/claims/api/things/x', {})).statusCode).toBe(401)
    expect((await put('/claims/api/things/x', { authorization: user })).statusCode).toBe(403)
    const bad = await put('/claims/api/things/x', { authorization })
    expect(bad.json()).toMatchObject({ status: 400, errors: [{ field: 'id' }, { field: 'name' }] })
  })

  test('needs no byte of the body for 401 and 403, nor all of it for 413', async () => {
    expect(await sendHeaders('/claims/api/things/1', [])).toContain(' 401 ')
    expect(await sendHeaders('/claims/api/things/1', ['Authorization: Bearer nonsense'])).toContain(' 401 ')
    expect(await sendHeaders('/claims/api/things/1', [`Authorization: Bearer ${await tokenFor({})}`])).toContain(
      ' 403 ',
    )
  })
})

describe('an internal route', () => {
  const send = (headers: Record<string, string>) =>
    service.app.inject({ method: 'POST', url: '/claims/api/internal/within', headers, payload: {} })

  test('takes the secret and nothing else', async () => {
    expect((await send({ 'x-internal-secret': INTERNAL_SECRET })).statusCode).toBe(200)
    for (const headers of [{}, { authorization }, { 'x-internal-secret': 'wrong' }, { 'x-internal-secret': '' }]) {
      const answer = await send({ ...headers })
      expect(answer.json()).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })

  test('does not exist on the public listener, secret or not', async () => {
    const open = await listenTestService({ sdl, resolvers })
    const answer = await open.app.inject({
      method: 'POST',
      url: '/claims/api/internal/within',
      headers: { 'x-internal-secret': INTERNAL_SECRET, authorization },
      payload: {},
    })
    expect(answer.statusCode).toBe(404)
    await open.close()
  })

  test('does not open with the secret what needs a token', async () => {
    const answer = await service.app.inject({
      url: '/claims/api/things/1',
      headers: { 'x-internal-secret': INTERNAL_SECRET },
    })
    expect(answer.statusCode).toBe(401)
  })
})

describe('a route needs a token', () => {
  test('in the Authorization header, never in a cookie or the query', async () => {
    const token = await tokenFor({ role: 'ADMIN' })
    const get = (headers: Record<string, string>, query = '') =>
      service.app.inject({ url: `/claims/api/things/1${query}`, headers })
    expect((await get({ authorization: `bearer ${token}` })).statusCode).toBe(200)
    for (const headers of [
      { cookie: `token=${token}` },
      { authorization: token },
      { authorization: `Basic ${token}` },
    ]) {
      const answer = await get({ ...headers })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    expect((await get({}, `?access_token=${token}`)).statusCode).toBe(401)
    expect(newLines().join('')).not.toContain(token)
  })
})
