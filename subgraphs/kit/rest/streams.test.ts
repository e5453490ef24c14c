import { once } from 'node:events'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import {
  type ListeningService,
  listenTestService,
  recordingLog,
  tokenFor,
} from '../../../tests/support/hosted-service.ts'
import { INTERNAL_PRINCIPAL } from '../auth/principal.ts'
import { DomainError } from '../common/errors.ts'
import type { OperationContext } from '../graphql/context.ts'
import { memoryPeer } from '../service/host.ts'
import type { ByteStream } from './answer.ts'

const sdl = `
  type Query {
    items(count: Int! = 3, from: DateTime, fail: String, reads: Boolean): [Item!]! @inaccessible @access
      @rest(route: "GET /api/items", as: STREAM)
    file(name: String!): Bytes @inaccessible @access @rest(route: "GET /api/files/{name}", as: BYTES)
    secret: Bytes @inaccessible @access(roles: [ADMIN]) @rest(route: "GET /api/secret", as: BYTES)
  }
  type Mutation {
    upload(name: String!, day: Date, file: Bytes! @restParam(in: STREAM)): Stored! @inaccessible
      @access @rest(route: "POST /api/files", status: 201, bodyLimit: 1000)
    refuse(file: Bytes! @restParam(in: STREAM)): Stored! @inaccessible @access
      @rest(route: "POST /api/refuse", bodyLimit: 100000000)
  }
  type Item { id: SafeInt! at: DateTime! }
  type Stored { name: String! day: Date sizeBytes: Int! contentEncoding: String contentType: String }
`

type ItemsArguments = { count: number; from?: Date; fail?: string; reads?: boolean }

const state = { begun: 0, ended: 0, pulled: 0, open: 0 }

async function* items({ count, from, fail, reads = false }: ItemsArguments, { read }: OperationContext) {
  for (let id = 1; id <= count; id += 1) {
    if (reads) await read(async () => null)
    state.open = state.begun - state.ended
    if (fail === 'at once') throw new DomainError('CONFLICT', 'Nothing to send.')
    if (fail === 'midway' && id === count) throw new Error('secret words of the store')
    state.pulled = id
    yield { id, at: from instanceof Date ? from : null }
  }
}

async function* chunks(text: string) {
  for (const letter of text) yield Buffer.from(letter)
}

const countBytes = async (file: ByteStream) => {
  let sizeBytes = 0
  for await (const chunk of file.chunks) sizeBytes += chunk.length
  return sizeBytes
}

const resolvers = {
  Query: {
    items: async (_: unknown, args: ItemsArguments, context: OperationContext) => {
      await context.read(async () => null)
      return items(args, context)
    },
    file: (_: unknown, { name }: { name: string }) =>
      name === 'none'
        ? null
        : { contentType: 'text/plain; charset=utf-8', headers: { etag: '"1"' }, chunks: chunks(`file ${name}`) },
    secret: () => null,
  },
  Mutation: {
    upload: async (_: unknown, { file, ...rest }: { file: ByteStream; name: string; day?: string }) => ({
      ...rest,
      sizeBytes: await countBytes(file),
      contentEncoding: file.contentEncoding,
      contentType: file.contentType,
    }),
    refuse: () => {
      throw new DomainError('CONFLICT', 'There is one already.')
    },
  },
}

let database: TestDatabase
let stores: Stores
let service: ListeningService
let authorization: string
let origin: string

beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests', max: 2 })
  const inTenant: Stores['inTenant'] = async (visibility, work, options) => {
    state.begun += 1
    try {
      return await stores.inTenant(visibility, work, options)
    } finally {
      state.ended += 1
    }
  }
  service = await listenTestService({ sdl, resolvers, stores: { ...stores, inTenant } })
  authorization = `Bearer ${await tokenFor({})}`
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service?.close()
  await stores?.close()
  await database?.drop()
})
beforeEach(() => Object.assign(state, { begun: 0, ended: 0, pulled: 0, open: 0 }))

const get = (url: string) => service.app.inject({ url: `/claims${url}`, headers: { authorization } })

describe('a list as a stream', () => {
  test('is the same JSON as a list, and its arguments are parsed like all others', async () => {
    const answer = await get('/api/items?count=2&from=2026-11-20T08:15:00Z')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual([
      { id: 1, at: '2026-11-20T08:15:00.000Z' },
      { id: 2, at: '2026-11-20T08:15:00.000Z' },
    ])
    expect((await get('/api/items')).json()).toHaveLength(3)
    expect((await get('/api/items?count=0')).json()).toEqual([])
  })

  test('holds no transaction while it is sent, and what it reads then has transactions of its own', async () => {
    await get('/api/items?count=10000')
    expect(state).toMatchObject({ begun: 1, ended: 1, pulled: 10_000, open: 0 })
    await get('/api/items?count=3&reads=true')
    expect(state).toMatchObject({ begun: 5, ended: 5, open: 0 })
  })

  test('answers with an error as any route does, as long as nothing was sent', async () => {
    expect((await get('/api/items?fail=at%20once')).json()).toMatchObject({ status: 409, detail: 'Nothing to send.' })
    expect((await get('/api/items?count=x')).json()).toMatchObject({ status: 400, errors: [{ field: 'count' }] })
    expect(state).toMatchObject({ begun: 1, ended: 1 })
  })

  test('breaks off when it fails midway, and says so in the log only', async () => {
    const { statusCode, text } = await fetchRaw('/api/items?count=20000&fail=midway')
    expect(statusCode).toBe(200)
    expect(text).not.toContain('secret words')
    expect(text.endsWith(']')).toBe(false)
    expect(service.lines.at(-1)).toContain('secret words')
    expect(state.ended).toBe(1)
  })

  test('is not read at all for HEAD', async () => {
    const answer = await service.app.inject({
      method: 'HEAD',
      url: '/claims/api/items?count=9999',
      headers: { authorization },
    })
    expect(answer).toMatchObject({ statusCode: 200, body: '' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    // Its length is not known, and it is not empty.
    expect(answer.headers['content-length']).toBeUndefined()
    expect(state).toEqual({ begun: 1, ended: 1, pulled: 0, open: 0 })
  })

  test('stops when the caller goes away', async () => {
    const socket = request(`${origin}/claims/api/items?count=100000000`, { headers: { authorization } }).end()
    const [response] = await once(socket, 'response')
    response.once('data', () => socket.destroy())
    response.on('error', () => {})
    await expect.poll(() => state.ended, { interval: 5, timeout: 5_000 }).toBe(1)
    expect(state.pulled).toBeLessThan(10_000_000)
  })

  test('ends its transaction even when it is never read', async () => {
    const [route] = service.hosted.routes.filter(({ path }) => path === '/api/items')
    if (route === undefined) throw new Error('no route')
    const input = { params: {}, query: {}, headers: {}, body: undefined }
    const caller = { principal: INTERNAL_PRINCIPAL, token: null, traceId: '' }
    const answer = await service.hosted.answer(route, input, caller)
    if (answer.kind !== 'items') throw new Error('not a stream')
    const iterator = answer.items[Symbol.asyncIterator]()
    await iterator.next()
    await iterator.return?.()
    const unread = await service.hosted.answer(route, input, caller)
    if (unread.kind !== 'items') throw new Error('not a stream')
    await unread.items[Symbol.asyncIterator]().return?.()
    expect(state.ended).toBe(state.begun)
  })
})

/** What arrives of an answer that may break off. */
const fetchRaw = async (url: string): Promise<{ statusCode: number; text: string }> => {
  const sent = request(`${origin}/claims${url}`, { headers: { authorization } }).end()
  const [response] = await once(sent, 'response')
  let text = ''
  response.on('data', (data: Buffer) => {
    text += data
  })
  response.on('error', () => {})
  await new Promise((resolve) => response.once('close', resolve))
  return { statusCode: response.statusCode, text }
}

describe('bytes', () => {
  test('are sent as they are, with the type and headers that the resolver gives', async () => {
    const answer = await get('/api/files/a')
    expect(answer.body).toBe('file a')
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', etag: '"1"' })
  })

  test('are 404 where there are none, and 403 to the wrong role', async () => {
    expect((await get('/api/files/none')).json()).toMatchObject({ status: 404 })
    expect((await get('/api/secret')).json()).toMatchObject({ status: 403 })
  })
})

describe('an upload', () => {
  const upload = (query: string, payload: Buffer | string, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: `/claims/api/files${query}`,
      headers: { authorization, ...headers },
      payload,
    })

  test('is a stream of bytes, the other arguments come from the query', async () => {
    const answer = await upload('?name=a&day=2026-11-20', 'x'.repeat(1000), { 'content-type': 'text/plain' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      name: 'a',
      day: '2026-11-20',
      sizeBytes: 1000,
      contentEncoding: null,
      contentType: 'text/plain',
    })
  })

  test('is handed over as it was encoded, whatever its type, JSON too', async () => {
    const body = gzipSync('{}')
    const answer = await upload('?name=a', body, { 'content-type': 'application/json', 'content-encoding': 'GZIP' })
    expect(answer.json()).toMatchObject({ sizeBytes: body.length, contentEncoding: 'gzip' })
    expect((await upload('?name=a', 'abc')).json()).toMatchObject({ sizeBytes: 3, contentType: null })
  })

  test('with faulty parameters is refused before it is read', async () => {
    const answer = await upload('?day=x', 'abc')
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ field: 'name' }, { field: 'day' }] })
  })

  test('is cut off at its limit, announced or not', async () => {
    expect((await upload('?name=a', 'x'.repeat(1001))).json()).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
    const sent = request(`${origin}/claims/api/files?name=a`, { method: 'POST', headers: { authorization } })
    sent.on('error', () => {})
    sent.write('x'.repeat(900))
    sent.write('x'.repeat(900))
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(413)
    sent.destroy()
  })

  test('that is refused does not have to be sent to its end', async () => {
    const sent = request(`${origin}/claims/api/refuse`, {
      method: 'POST',
      headers: { authorization, 'content-length': 90_000_000 },
    })
    sent.on('error', () => {})
    sent.write('x')
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(409)
    sent.destroy()
  })
})

describe('in memory', () => {
  const peer = () => memoryPeer(service.hosted, { log: recordingLog().log, now: () => new Date() })
  const as = { kind: 'caller', principal: { ...INTERNAL_PRINCIPAL, role: 'USER' }, token: null } as const

  test('streams and bytes are what they are over HTTP', async () => {
    const query = { count: 1, from: '2026-11-20T08:15:00Z' }
    const list = await peer()({ method: 'GET', path: '/api/items', query, as, timeoutMs: 1_000 })
    expect(list).toMatchObject({ status: 200, body: [{ id: 1, at: '2026-11-20T08:15:00.000Z' }] })
    const file = await peer()({ method: 'GET', path: '/api/files/a%20b', as, timeoutMs: 1_000 })
    expect(file).toMatchObject({ status: 200, body: 'file a b' })
  })

  test('an upload passes as a stream', async () => {
    const answer = await peer()({
      method: 'POST',
      path: '/api/files',
      query: { name: 'a' },
      headers: { 'content-encoding': 'gzip' },
      body: chunks('abc'),
      as,
      timeoutMs: 1_000,
    })
    expect(answer).toMatchObject({ status: 201, body: { sizeBytes: 3, contentEncoding: 'gzip' } })
  })
})
