import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { NOW, recordingLog } from '../../../tests/support/hosted-service.ts'
import { portOf } from '../../../tests/support/ports.ts'
import { DomainError } from '../common/errors.ts'
import type { RestAnswer } from '../rest/answer.ts'
import { createHttpApp, type HttpOptions, sendAnswer } from './http.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'

type App = ReturnType<typeof createHttpApp>
const opened: App[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

const openApp = (options: Partial<HttpOptions> = {}) => {
  const { log, lines } = recordingLog()
  const app = createHttpApp({ log, now: () => NOW, ...options })
  opened.push(app)
  return { app, lines }
}

/** An app whose only route answers as `send` does. */
const answering = (send: (reply: FastifyReply) => FastifyReply, options: Partial<HttpOptions> = {}) => {
  const { app, lines } = openApp(options)
  app.get('/it', async (_request, reply) => send(reply))
  return { app, lines, get: (headers = {}) => app.inject({ url: '/it?x=1', headers }) }
}

const failing = (error: unknown, options: Partial<HttpOptions> = {}) =>
  answering(() => {
    throw error
  }, options)

describe('a listener', () => {
  it('has the limits of the platform', () => {
    const { app } = openApp()
    expect(app.server).toMatchObject({
      requestTimeout: 120_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 30_000,
      maxHeaderSize: 32_768,
      maxConnections: 40_000,
      timeout: 60_000,
    })
    expect(app.initialConfig).toMatchObject({
      bodyLimit: 1_048_576,
      forceCloseConnections: 'idle',
      routerOptions: { maxParamLength: 512 },
    })
    expect(app.getDecorator<number>('stalledAfterMs')).toBe(5_000)
  })

  it('waits for bodies and readers as long as configured', () => {
    const { app } = openApp({ stalledAfterMs: 7, unreadAfterMs: 8 })
    expect(app.server.timeout).toBe(8)
    expect(app.getDecorator<number>('stalledAfterMs')).toBe(7)
  })

  it.each([
    [{ writableLength: 1, timeout: 60_000 }, 1],
    [{ writableLength: 0, timeout: 60_000 }, 0],
    [{ writableLength: 0, timeout: 30_000 }, 1],
  ])('closes a connection that has timed out only when it is idle or its peer reads nothing: %o', (socket, closes) => {
    let closed = 0
    openApp().app.server.emit('timeout', { ...socket, destroy: () => (closed += 1) })
    expect(closed).toBe(closes)
  })

  it('reads a path variable of 512 characters, and finds nothing under a longer one', async () => {
    const { app } = openApp()
    app.get('/of/:id', async ({ params }) => params)
    expect((await app.inject(`/of/${'x'.repeat(512)}`)).json()).toEqual({ id: 'x'.repeat(512) })
    const long = await app.inject(`/of/${'x'.repeat(513)}`)
    expect(long.json()).toMatchObject({ status: 404, detail: 'There is nothing at this address.' })
    expect((await app.inject('/of/%zz')).json()).toMatchObject({ status: 404, instance: '/of/%zz' })
  })

  it('refuses a target that is too long before anything else looks at it', async () => {
    const { app } = openApp({ rewriteTarget: () => '/it' })
    app.get('/it', async () => 'found')
    expect((await app.inject(`/${'x'.repeat(8_191)}`)).payload).toBe('found')
    expect((await app.inject(`/${'x'.repeat(8_192)}`)).json()).toMatchObject({ status: 414, code: 'URI_TOO_LONG' })
  })

  it.each([
    [1_024, 200],
    [1_025, 415],
  ])('answers a request whose Content-Type has %i characters with %i', async (length, status) => {
    const { app } = openApp()
    app.get('/it', async () => 'found')
    const headers = { 'content-type': `text/plain;${' '.repeat(length - 12)}x` }
    expect((await app.inject({ url: '/it', headers })).statusCode).toBe(status)
  })

  it('routes by the target that it is given, and names the one asked for', async () => {
    const { app } = openApp({ rewriteTarget: ({ method, target }) => `/inner/${method}${target}` })
    app.get('/inner/GET/a', async ({ url, originalUrl }) => ({ url, originalUrl }))
    expect((await app.inject('/a?b=c')).json()).toEqual({ url: '/inner/GET/a?b=c', originalUrl: '/a?b=c' })
    expect((await app.inject('/b?c=d')).json()).toMatchObject({ status: 404, instance: '/b' })
  })

  it('answers a method that an address is not for with 405 and those that it is for', async () => {
    const { app } = openApp({ rewriteTarget: ({ target }) => target.replace('/old/', '/of/') })
    app.get('/of/:id', async () => 'found')
    app.patch('/of/:id', async () => 'changed')
    app.post('/of/all', async () => 'made')
    app.get('/files/*', async () => 'file')
    app.put('/at/:id', { config: { variablesAreIds: true } }, async () => 'put')
    app.get('/at/all', async () => 'all')
    const ask = async (method: 'DELETE' | 'OPTIONS' | 'GET', url: string) => {
      const answer = await app.inject({ method, url })
      return [answer.statusCode, answer.json().code, answer.headers.allow]
    }
    expect(await ask('DELETE', '/of/7?x=1')).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, PATCH'])
    expect(await ask('DELETE', '/of/all')).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, PATCH, POST'])
    expect((await app.inject({ method: 'PUT', url: '/at/7' })).payload).toBe('put')
    for (const method of ['PUT', 'DELETE'] as const) {
      const refused = await app.inject({ method, url: '/at/all' })
      expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD'])
    }
    expect(await ask('OPTIONS', '/old/7')).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, PATCH'])
    for (const nothing of ['/of/', '/of', '/of/7/8', '/files/a', '/'])
      expect(await ask('DELETE', nothing)).toEqual([404, 'NOT_FOUND', undefined])
    expect((await app.inject({ method: 'DELETE', url: `/of/${'x'.repeat(512)}` })).statusCode).toBe(405)
  })

  it('keeps a range for GET only, and forbids guessing of types', async () => {
    const { app } = openApp()
    app.route({ method: ['GET', 'POST'], url: '/it', handler: async ({ headers }) => ({ range: headers.range }) })
    const ask = (method: 'GET' | 'POST') => app.inject({ method, url: '/it', headers: { range: 'bytes=0-1' } })
    expect((await ask('GET')).json()).toEqual({ range: 'bytes=0-1' })
    expect((await ask('POST')).json()).toEqual({})
    expect((await ask('GET')).headers['x-content-type-options']).toBe('nosniff')
  })

  it('that closes waits for the answers under way, but not for connections on which nothing was sent', async () => {
    const { app } = openApp()
    const { promise, resolve } = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    app.get('/it', () => {
      begun.resolve()
      return promise
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const port = portOf(app.server)
    const accepted = once(app.server, 'connection')
    const unused = connect(port, '127.0.0.1')
    await accepted
    const used = connect(port, '127.0.0.1')
    let text = ''
    used.setEncoding('latin1').on('data', (part) => {
      text += part
    })
    used.write('GET /it HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await begun.promise
    const closed = app.close()
    await once(unused, 'close')
    const ended = once(used, 'close')
    resolve('found')
    await Promise.all([closed, ended])
    expect(text).toMatch(/^HTTP\/1\.1 200 .*found$/s)
  })
})

describe('a JSON body', () => {
  const inject = async (payload: string | Buffer, headers: Record<string, string>) => {
    const { app } = openApp()
    app.post('/it', async ({ body }) => ({ body: body === undefined ? 'none' : body }))
    return app.inject({ method: 'POST', url: '/it', payload, headers })
  }
  const send = async (payload: string, type: string) => (await inject(payload, { 'content-type': type })).json()

  it('is undefined where it is empty', async () => {
    for (const payload of ['', ' \n']) expect(await send(payload, 'application/json')).toEqual({ body: 'none' })
    expect(await send('null', 'application/json')).toEqual({ body: null })
  })

  it('that is empty may be called anything, as many clients name a type of what they do not send', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const headers of [type, { ...type, 'content-length': '0' }])
      expect((await inject('', headers)).json()).toEqual({ body: 'none' })
    expect((await inject('', { ...type, 'transfer-encoding': 'chunked' })).statusCode).toBe(415)
  })

  it('may begin with a byte order mark', async () => {
    expect(await send('\uFEFF{"a":1}', 'application/json')).toEqual({ body: { a: 1 } })
    expect(await send('\uFEFF', 'application/json')).toEqual({ body: 'none' })
    expect(await send('\uFEFF\uFEFF1', 'application/json')).toMatchObject({ status: 400 })
  })

  it('is taken as it is: one that is compressed is refused by name', async () => {
    const type = { 'content-type': 'application/json' }
    for (const coding of ['gzip', 'br', 'gzip, identity']) {
      const answer = await inject(gzipSync('1'), { ...type, 'content-encoding': coding })
      expect(answer.headers['accept-encoding']).toBe('identity')
      expect(answer.json()).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
        detail: 'This address takes a JSON body that is not compressed; send it without "Content-Encoding".',
      })
    }
    for (const coding of ['identity', ' Identity ', '', ' '])
      expect((await inject('1', { ...type, 'content-encoding': coding })).json()).toEqual({ body: 1 })
  })

  it('is refused by its field where it is no JSON', async () => {
    expect(await send('{', 'application/json')).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      detail: 'body: is not valid JSON',
      errors: [{ field: 'body', message: 'is not valid JSON' }],
    })
  })

  it('is known by its media type', async () => {
    for (const type of ['application/json', 'application/json;charset=utf-8', 'Application/Vnd.a-1+JSON'])
      expect(await send('1', type)).toEqual({ body: 1 })
    for (const type of ['application/jsonp', 'xapplication/json', 'application/+json', 'application/x-json'])
      expect(await send('1', type)).toMatchObject({
        status: 415,
        detail: 'This address takes a JSON body; send "Content-Type: application/json".',
      })
  })
})

describe('a trace id', () => {
  const of = async (headers: Record<string, string>) => {
    const { get } = answering((reply) => reply.send({ id: reply.request.id }))
    return (await get(headers)).json().id
  }
  const parent = `00-${TRACE_ID}-b7ad6b7169203331-01`

  it("is that of the caller's traceparent, which later versions may extend", async () => {
    for (const traceparent of [parent, `01${parent.slice(2)}`, `cc${parent.slice(2)}-more`])
      expect([traceparent, await of({ traceparent })]).toEqual([traceparent, TRACE_ID])
  })

  it('is a new one where that of the caller is not valid', async () => {
    const zeros = (digits: number) => '0'.repeat(digits)
    const faulty = [
      ...[`0${parent}`, `${parent}1`, parent.toUpperCase(), `ff${parent.slice(2)}`, `${parent}-more`, '', TRACE_ID],
      `00-${zeros(32)}-b7ad6b7169203331-01`,
      `00-${TRACE_ID}-${zeros(16)}-01`,
    ]
    for (const traceparent of faulty) {
      const id = await of({ traceparent })
      expect([traceparent, id]).toEqual([traceparent, expect.stringMatching(/^[\da-f]{32}$/)])
      expect([TRACE_ID, TRACE_ID.toLowerCase(), zeros(32)]).not.toContain(id)
    }
  })

  it('is another one for each request', async () => {
    const { get } = answering((reply) => reply.send({ id: reply.request.id }))
    const ids = new Set<string>()
    for (let at = 0; at < 600; at += 1) ids.add((await get()).json().id)
    expect(ids.size).toBe(600)
    expect([...ids].filter((id) => !/^[\da-f]{32}$/.test(id))).toEqual([])
  })
})

describe('an error', () => {
  it('carries its own headers and the seconds until a new try', async () => {
    const { get } = failing(new DomainError('RATE_LIMITED', 'Slowly.', { retryAfterSeconds: 7, headers: { x: 'y' } }))
    expect((await get()).headers).toMatchObject({ 'retry-after': '7', x: 'y' })
    const { headers } = await failing(new DomainError('RATE_LIMITED', 'Slowly.')).get()
    expect(headers).not.toHaveProperty('retry-after')
    expect((await failing(new DomainError('UNAVAILABLE', 'Away.')).get()).headers['retry-after']).toBe('2')
    const away = new DomainError('UNAVAILABLE', 'Away.', { retryAfterSeconds: 9 })
    expect((await failing(away).get()).headers['retry-after']).toBe('9')
  })

  it('is logged when it is unexpected, and only then', async () => {
    const { get, lines } = failing(new Error('surprise'))
    expect((await get({ traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` })).json()).toMatchObject({
      status: 500,
      instance: '/it',
    })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, msg: 'request failed', traceId: TRACE_ID, method: 'GET', path: '/it', err: { message: 'surprise' } },
    ])
    const refusing = failing(new DomainError('CONFLICT', 'No.'))
    await refusing.get()
    expect(refusing.lines).toEqual([])
  })

  it('names the path that was asked for at the gateway, behind it only', async () => {
    const asked = async (path: string, options: Partial<HttpOptions>) =>
      (await failing(new DomainError('CONFLICT', 'No.'), options).get({ 'x-forwarded-path': path })).json().instance
    expect(await asked('/journal/it?y', { behindGateway: true })).toBe('/journal/it')
    expect(await asked('journal', { behindGateway: true })).toBe('/it')
    expect(await asked('/journal/it', {})).toBe('/it')
    expect(await asked('/journal/it', { behindGateway: false })).toBe('/it')
  })
})

describe('an answer', () => {
  const sent = (answer: RestAnswer) => answering((reply) => sendAnswer(answer, reply))
  async function* bytes() {
    yield Buffer.from('ab')
    yield Buffer.from('c')
  }

  it('of JSON has its status, headers and type', async () => {
    const answer = await sent({ kind: 'json', status: 201, body: { a: 1 }, headers: { etag: '"1"' } }).get()
    expect(answer).toMatchObject({ statusCode: 201, payload: '{"a":1}' })
    expect(answer.headers).toMatchObject({ etag: '"1"', 'content-type': 'application/json; charset=utf-8' })
    expect((await sent({ kind: 'json', status: 200, body: null }).get()).payload).toBe('null')
  })

  it.each([
    [{ kind: 'json', status: 204, body: { a: 1 } }],
    [{ kind: 'json', status: 202, body: undefined }],
    [{ kind: 'bytes', status: 304, bytes: { contentType: 'text/plain', chunks: bytes() } }],
  ] as const)('without a body has no type either: %o', async (answer) => {
    const { statusCode, payload, headers } = await sent(answer).get()
    expect([statusCode, payload, headers['content-type']]).toEqual([answer.status, '', undefined])
  })

  it('of bytes has the headers that come with them, and so has its 304', async () => {
    for (const [status, payload] of [
      [206, 'abc'],
      [304, ''],
    ] as const) {
      const headers = { 'content-range': 'bytes 0-2/9' }
      const given = { kind: 'bytes', status, bytes: { contentType: 'text/csv', headers, chunks: bytes() } } as const
      const answer = await sent(given).get()
      expect(answer).toMatchObject({ statusCode: status, payload })
      expect(answer.headers).toMatchObject(headers)
      if (status === 206) expect(answer.headers['content-type']).toBe('text/csv')
    }
  })

  it('of items is written in pieces of more than 64 KiB', async () => {
    const sizes = [65_533, 0, 65_534, 1, 70_000]
    const items = async function* () {
      for (const size of sizes) yield 'x'.repeat(size)
    }
    const { app } = answering((reply) => sendAnswer({ kind: 'items', status: 200, items: items() }, reply))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(portOf(app.server), '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (part) => {
      text += part
    })
    socket.write('GET /it HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(socket, 'close')
    const pieces: string[] = []
    for (let rest = text.slice(text.indexOf('\r\n\r\n') + 4); ; ) {
      const size = Number.parseInt(rest, 16)
      const from = rest.indexOf('\r\n') + 2
      if (size === 0) break
      pieces.push(rest.slice(from, from + size))
      rest = rest.slice(from + size + 2)
    }
    expect(JSON.parse(pieces.join('')).map((item: string) => item.length)).toEqual(sizes)
    expect(pieces.map(({ length }) => length)).toEqual([65_536 + 3, 65_537, 4 + 70_003, 1])
  })

  it('to HEAD has the head of a stream, which is not read but ended', async () => {
    for (const kind of ['items', 'bytes'] as const) {
      const steps: string[] = []
      const chunks = {
        [Symbol.asyncIterator]: () => ({
          next: async () => {
            steps.push('read')
            return { done: true as const, value: undefined }
          },
          return: async () => {
            steps.push('ended')
            return { done: true as const, value: undefined }
          },
        }),
      }
      const answer: RestAnswer =
        kind === 'items'
          ? { kind, status: 200, items: chunks }
          : { kind, status: 206, bytes: { contentType: 'text/csv', headers: { 'x-rows': '1' }, chunks } }
      const { app } = openApp()
      app.get('/it', async (_request, reply) => sendAnswer(answer, reply))
      const head = await app.inject({ method: 'HEAD', url: '/it' })
      expect([head.statusCode, head.headers['content-type'], head.headers['x-rows'], steps]).toEqual(
        kind === 'items'
          ? [200, 'application/json; charset=utf-8', undefined, ['ended']]
          : [206, 'text/csv', '1', ['ended']],
      )
    }
  })
})
