import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { type ListeningService, listenTestService, tokenFor } from '../../../tests/support/hosted-service.ts'

const sdl = `
  type Query {
    file(name: String!, range: String @restParam(name: "Range", in: HEADER)): Bytes @inaccessible @access
      @rest(route: "GET /api/files/{name}", as: BYTES)
  }
`
const TEXT = '0123456789'
const LARGE_BYTES = 1_000_000_000

const state = { pulled: 0, ended: 0 }

async function* part(name: string, from: number, to: number) {
  try {
    for (let at = from; at < to; ) {
      const end = name === 'large' ? Math.min(to, at + 65_536) : at + 1
      yield name === 'large' ? Buffer.alloc(end - at) : Buffer.from(TEXT.slice(at, end))
      state.pulled += end - at
      at = end
    }
  } finally {
    state.ended += 1
  }
}

const resolvers = {
  Query: {
    file: (_: unknown, { name }: { name: string }) => ({
      contentType: 'text/plain; charset=utf-8',
      headers: { 'cache-control': 'private' },
      ranged: {
        sizeBytes: name === 'large' ? LARGE_BYTES : TEXT.length,
        etag: '"v1"',
        read: (from: number, to: number) => part(name, from, to),
      },
    }),
  },
}

let database: TestDatabase
let stores: Stores
let service: ListeningService
let authorization: string

beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests', max: 2 })
  service = await listenTestService({ sdl, resolvers, stores })
  authorization = `Bearer ${await tokenFor({})}`
})
afterAll(async () => {
  await service?.close()
  await stores?.close()
  await database?.drop()
})

const ask = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await service.app.inject({
    method,
    url: '/claims/api/files/a',
    headers: { authorization, ...headers },
  })
  const { 'content-range': range, 'content-length': length, etag, 'accept-ranges': accepts } = answer.headers
  return { status: answer.statusCode, body: answer.body, range, length: Number(length), etag, accepts, answer }
}
const whole = { status: 200, body: TEXT, length: 10, range: undefined, etag: '"v1"', accepts: 'bytes' }

describe('bytes that can be read in part', () => {
  test('are sent whole, with their size and tag, where nothing else is asked, or nothing understood', async () => {
    expect(await ask()).toMatchObject(whole)
    for (const range of ['lines=1-2', 'bytes=5-2', 'bytes=0-1,4-5', 'rubbish'])
      expect(await ask({ range })).toMatchObject(whole)
  })

  test('are sent in part, where that is asked', async () => {
    const part = (body: string, range: string) => ({ ...whole, status: 206, body, range, length: body.length })
    expect(await ask({ range: 'bytes=2-4' })).toMatchObject(part('234', 'bytes 2-4/10'))
    expect(await ask({ range: 'bytes=7-' })).toMatchObject(part('789', 'bytes 7-9/10'))
    expect(await ask({ range: 'bytes=-1' })).toMatchObject(part('9', 'bytes 9-9/10'))
    expect(await ask({ range: 'bytes=0-', 'if-range': '"v1"' })).toMatchObject(part(TEXT, 'bytes 0-9/10'))
    expect(await ask({ range: 'bytes=0-1', 'if-range': '"v0"' })).toMatchObject(whole)
  })

  test('are a problem where the part lies behind the end', async () => {
    const { status, range, answer } = await ask({ range: 'bytes=10-' })
    expect({ status, range }).toEqual({ status: 416, range: 'bytes */10' })
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ status: 416, code: 'RANGE_NOT_SATISFIABLE' })
    expect(await ask({ range: 'bytes=10-', 'if-range': '"v0"' })).toMatchObject(whole)
  })

  test('are not sent again to whom has them', async () => {
    const { status, body, etag, answer } = await ask({ 'if-none-match': 'W/"v0", "v1"', range: 'bytes=0-1' })
    expect({ status, body, etag }).toEqual({ status: 304, body: '', etag: '"v1"' })
    expect(answer.headers['cache-control']).toBe('private')
    expect(await ask({ 'if-none-match': '"v0"' })).toMatchObject(whole)
  })

  test('are only measured for HEAD, which knows no parts', async () => {
    state.pulled = 0
    expect(await ask({}, 'HEAD')).toMatchObject({ ...whole, body: '' })
    expect(await ask({ range: 'bytes=2-4' }, 'HEAD')).toMatchObject({ ...whole, body: '' })
    expect(await ask({ range: 'bytes=99-' }, 'HEAD')).toMatchObject({ ...whole, body: '' })
    expect(state.pulled).toBe(0)
  })

  test('are not read on when the caller goes away', async () => {
    state.ended = 0
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const sent = request(`${origin}/claims/api/files/large`, { headers: { authorization, range: 'bytes=5-' } }).end()
    const [response] = await once(sent, 'response')
    expect(response.headers['content-length']).toBe(String(LARGE_BYTES - 5))
    response.once('data', () => sent.destroy())
    response.on('error', () => {})
    await expect.poll(() => state.ended, { interval: 5, timeout: 5_000 }).toBe(1)
    expect(state.pulled).toBeLessThan(LARGE_BYTES / 2)
  })
})
