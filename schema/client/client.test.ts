import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { ApiError } from './errors.ts'
import { CreateVendorDocument, VendorsDocument } from './operations.gen.ts'
import { dataOf, expectNoContent, fileBody, pathOf } from './rest.ts'
import type { TransportOptions } from './transport.ts'

type Received = { readonly method: string; readonly url: string; readonly body: string } & Pick<
  IncomingMessage,
  'headers'
>
type Reply = (response: ServerResponse, attempt: number) => void

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server that answers as told and remembers what it was asked. */
const openServer = async (reply: Reply) => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body: await text(request) })
    reply(response, received.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, received }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const PROBLEM = {
  type: 'about:blank',
  status: 400,
  code: 'BAD_USER_INPUT',
  detail: 'The vendor is not valid.',
  traceId: 'trace-1',
  errors: [{ field: 'name', message: 'must not be blank' }],
}
const problem = (status: number, headers: Record<string, string> = {}): Reply =>
  json(status, { ...PROBLEM, status }, { 'content-type': 'application/problem+json', ...headers })

const openClient = async (reply: Reply, options: Partial<TransportOptions> = {}) => {
  const server = await openServer(reply)
  return { ...server, client: createClient({ url: `${server.url}/`, ...options }) }
}

const errorOf = async (work: Promise<unknown>): Promise<ApiError> => {
  const caught = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (caught instanceof ApiError) return caught
  throw new Error(`no ApiError: ${String(caught)}`)
}

test('a REST route is called with its parameters, the token and the institution', async () => {
  const { client, received } = await openClient(json(200, { content: [] }), { token: 'abc', institution: 'Bänk' })
  await client.rest.GET('/incident/api/journal-events/atm/{atmId}/paginated', {
    params: { path: { atmId: 7 }, query: { eventTypes: ['POWER_OFF', 'CASSETTE_LOW'], size: 5 } },
  })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    method: 'GET',
    url: '/incident/api/journal-events/atm/7/paginated?eventTypes=POWER_OFF&eventTypes=CASSETTE_LOW&size=5',
    headers: { authorization: 'Bearer abc', 'fleet-institution': 'B%C3%A4nk' },
  })
})

test('the path of a route is made with its parameters', () => {
  const path = pathOf('/incident/api/atms/{id}/state-history', { path: { id: 7 } })
  expect(path).toBe('/incident/api/atms/7/state-history')
  expect(pathOf('/claims/api/claims/vendors', { query: { type: 'CIT' } })).toBe('/claims/api/claims/vendors?type=CIT')
})

test('an operation is sent with its text and variables, and its data returned', async () => {
  const { client, received } = await openClient(json(200, { data: { vendors: [] } }), { token: 'abc' })
  expect(await client.graph.request(VendorsDocument, { type: 'CIT' })).toEqual({ vendors: [] })
  expect(received[0]).toMatchObject({ method: 'POST', url: '/graphql', headers: { authorization: 'Bearer abc' } })
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    query: expect.stringContaining('query Vendors($type: VendorType)'),
    variables: { type: 'CIT' },
  })
})

test('the token is asked for before each request', async () => {
  let count = 0
  const token = async () => `token-${++count}`
  const { client, received } = await openClient(json(200, { data: { vendors: [] } }), { token })
  await client.graph.request(VendorsDocument, {})
  await client.rest.GET('/claims/api/claims/vendors')
  expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
})

test('a request without a token has no authorization', async () => {
  const { client, received } = await openClient(json(200, []))
  await client.rest.GET('/claims/api/claims/vendors')
  expect(received[0]?.headers).not.toHaveProperty('authorization')
})

test('a problem of a REST route is an error with status, code and faulty fields', async () => {
  const { client } = await openClient(problem(400))
  const error = await errorOf(
    dataOf(client.rest.POST('/claims/api/claims/vendors', { body: { name: '', type: 'CIT' } })),
  )
  expect(error).toMatchObject({
    status: 400,
    code: 'BAD_USER_INPUT',
    message: 'The vendor is not valid.',
    errors: [{ field: 'name', message: 'must not be blank' }],
    traceId: 'trace-1',
    retryAfterMs: null,
  })
})

test('an answer without a body is waited for, and is an error where it is a problem', async () => {
  const body = { agentAtmId: 'A-1' }
  const taken = await openClient((response) => response.writeHead(204).end())
  await expectNoContent(taken.client.rest.POST('/agent-proxy/api/heartbeats', { body }))
  const refused = await openClient(problem(403))
  const error = await errorOf(expectNoContent(refused.client.rest.POST('/agent-proxy/api/heartbeats', { body })))
  expect(error).toMatchObject({ status: 403, traceId: 'trace-1' })
})

test('a file is sent as it is', async () => {
  const { client, received } = await openClient(json(201, {}))
  const params = { query: { agentAtmId: 'A-1', journalDate: '2026-11-20' } }
  await client.rest.POST('/agent-proxy/api/journal-files', { params, ...fileBody(Buffer.from('*1* CARD INSERTED')) })
  expect(received[0]).toMatchObject({
    url: '/agent-proxy/api/journal-files?agentAtmId=A-1&journalDate=2026-11-20',
    headers: { 'content-type': 'application/octet-stream' },
    body: '*1* CARD INSERTED',
  })
})

const GRAPH_ERROR = {
  message: 'name: must not be blank',
  path: ['createVendor', 'name'],
  extensions: { code: 'BAD_USER_INPUT', traceId: 'trace-2', errors: [{ field: 'name', message: 'must not be blank' }] },
}

test('an operation of which any part fails is an error with the code and the faulty fields', async () => {
  const { client } = await openClient(json(200, { data: { createVendor: null }, errors: [GRAPH_ERROR] }))
  const variables = { vendor: { name: '', type: 'CIT' as const } }
  expect(await errorOf(client.graph.request(CreateVendorDocument, variables))).toMatchObject({
    status: 200,
    code: 'BAD_USER_INPUT',
    errors: [{ field: 'name', message: 'must not be blank' }],
    faults: [{ path: 'createVendor.name', traceId: 'trace-2' }],
  })
  expect(await client.graph.requestPartial(CreateVendorDocument, variables)).toMatchObject({
    data: { createVendor: null },
    faults: [{ code: 'BAD_USER_INPUT', path: 'createVendor.name' }],
  })
})

test.each([
  ['graph', json(400, { errors: [GRAPH_ERROR] }), 400, 'BAD_USER_INPUT'],
  ['listener', problem(401), 401, 'BAD_USER_INPUT'],
  ['proxy', (response: ServerResponse) => response.writeHead(502).end('<html>'), 502, 'INTERNAL'],
] as const)('an operation that is refused by the %s is an error with its status', async (_by, reply, status, code) => {
  const { client } = await openClient(reply)
  expect(await errorOf(client.graph.requestPartial(VendorsDocument, {}))).toMatchObject({ status, code })
  expect(await errorOf(client.graph.requestText('{ vendors { name } }'))).toMatchObject({ status, code })
})

test('an answer of the graph that is no JSON is an error', async () => {
  const { client } = await openClient((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data"'),
  )
  await expect(client.graph.request(VendorsDocument, {})).rejects.toThrow()
})

test('a platform that does not answer in time is a timeout, in its headers and in its body', async () => {
  const silent = await openClient(() => {}, { timeoutMs: 50 })
  expect(await errorOf(dataOf(silent.client.rest.GET('/claims/api/claims/vendors')))).toMatchObject({
    status: 0,
    code: 'TIMEOUT',
  })
  const begun = await openClient((response) => void response.writeHead(200).write('{"data":'), { timeoutMs: 50 })
  expect(await errorOf(begun.client.graph.request(VendorsDocument, {}))).toMatchObject({ status: 0, code: 'TIMEOUT' })
})

test('a platform that cannot be reached is an error with the status 0', async () => {
  const client = createClient({ url: 'http://127.0.0.1:1' })
  expect(await errorOf(client.graph.request(VendorsDocument, {}))).toMatchObject({ status: 0, code: 'UNREACHABLE' })
})

test('a caller who gives up gets its own reason', async () => {
  const { client } = await openClient(() => {})
  const given = AbortSignal.abort(new Error('given up'))
  await expect(client.rest.GET('/claims/api/claims/vendors', { signal: given })).rejects.toThrow('given up')
})

const busyAt =
  (busy: number, then: Reply, headers: Record<string, string> = { 'retry-after': '0' }): Reply =>
  (response, attempt) =>
    attempt <= busy ? problem(503, headers)(response, attempt) : then(response, attempt)

test('a 503 with Retry-After is sent again as often as told, with its body', async () => {
  const vendor = { name: 'Brinks', type: 'CIT' as const }
  const { client, received } = await openClient(busyAt(2, json(201, { uuid: 'u', name: 'Brinks' })), { retries: 2 })
  await dataOf(client.rest.POST('/claims/api/claims/vendors', { body: vendor }))
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([vendor, vendor, vendor])
  const worse = await openClient(busyAt(2, json(200, [])), { retries: 1 })
  expect(await errorOf(dataOf(worse.client.rest.GET('/claims/api/claims/vendors')))).toMatchObject({
    status: 503,
    retryAfterMs: 0,
  })
  expect(worse.received).toHaveLength(2)
})

test.each([
  ['without being told to', {}, { 'retry-after': '0' }],
  ['that says no Retry-After', { retries: 3 }, {}],
])('a 503 is not sent again %s', async (_why, options, headers: Record<string, string>) => {
  const { client, received } = await openClient(busyAt(1, json(200, []), headers), options)
  expect(await errorOf(dataOf(client.rest.GET('/claims/api/claims/vendors')))).toMatchObject({ status: 503 })
  expect(received).toHaveLength(1)
})

test('a caller who gives up does not wait for the next attempt', async () => {
  const stop = new AbortController()
  const { client } = await openClient(
    (response, attempt) => {
      problem(503, { 'retry-after': '3600' })(response, attempt)
      setImmediate(() => stop.abort(new Error('given up')))
    },
    { retries: 1 },
  )
  await expect(client.rest.GET('/claims/api/claims/vendors', { signal: stop.signal })).rejects.toThrow('given up')
})
