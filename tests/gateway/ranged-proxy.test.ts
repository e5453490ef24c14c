import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerProxy } from '../../gateway/edge/proxy.ts'
import { createHttpPool } from '../../subgraphs/kit/calls/calls.ts'
import { createServiceGates } from '../../subgraphs/kit/calls/service-gates.ts'
import { createHttpApp } from '../../subgraphs/kit/http/http.ts'
import {
  authenticator,
  type ListeningService,
  listenTestService,
  noStores,
  recordingLog,
  tokenFor,
} from '../support/hosted-service.ts'

const TEXT = '0123456789'

const sdl = `
  type Query {
    file(range: String @restParam(name: "Range", in: HEADER)): Bytes @inaccessible @access
      @rest(route: "GET /api/file", as: BYTES)
  }
`
async function* part(from: number, to: number) {
  yield Buffer.from(TEXT.slice(from, to))
}
const ranged = { sizeBytes: TEXT.length, etag: '"v1"', read: part }
const resolvers = { Query: { file: () => ({ contentType: 'text/plain', ranged }) } }

const pool = createHttpPool()
const { log } = recordingLog()
const app = createHttpApp({ log, now: () => new Date() })
let service: ListeningService
let gateway: string
let authorization: string

beforeAll(async () => {
  service = await listenTestService({ sdl, resolvers, stores: noStores })
  const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
  // The service is behind its prefix there.
  registerProxy(app, {
    ...{ service: 'claims', upstreamUrl: `${origin}/claims`, routes: [] },
    ...{ authenticator, pool, gate: createServiceGates()(origin), log, withheld: [] },
  })
  gateway = await app.listen({ port: 0, host: '127.0.0.1' })
  authorization = `Bearer ${await tokenFor({})}`
})
afterAll(async () => {
  await app.close()
  await service?.close()
  await pool.destroy()
})

describe('the gateway', () => {
  it.each([
    ['a part', 'GET', { range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10', '3'],
    ['the whole', 'GET', {}, 200, TEXT, null, '10'],
    ['its head', 'HEAD', { range: 'bytes=2-4' }, 200, '', null, '10'],
    ['what has changed since', 'GET', { range: 'bytes=2-4', 'if-range': '"v0"' }, 200, TEXT, null, '10'],
    ['nothing of what is known', 'GET', { 'if-none-match': '"v1"' }, 304, '', null, null],
  ])('passes on %s of what a service serves in parts', async (_name, method, headers, status, text, range, length) => {
    const answer = await fetch(`${gateway}/claims/api/file`, { method, headers: { authorization, ...headers } })
    expect({ status: answer.status, text: await answer.text() }).toEqual({ status, text })
    expect(answer.headers.get('content-range')).toBe(range)
    expect(answer.headers.get('etag')).toBe('"v1"')
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    if (length !== null) expect(answer.headers.get('content-length')).toBe(length)
  })

  it('passes on that a part lies behind the end', async () => {
    const answer = await fetch(`${gateway}/claims/api/file`, { headers: { authorization, range: 'bytes=10-' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(await answer.json()).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' })
  })
})
