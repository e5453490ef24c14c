import { createServer, type IncomingHttpHeaders } from 'node:http'
import { GraphQLDataSourceRequestKind } from '@apollo/gateway/dist/datasources/types.js'
import { GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpPool } from '../../subgraphs/kit/calls/calls.ts'
import { createServiceGates } from '../../subgraphs/kit/calls/service-gates.ts'
import type { Caller } from '../../subgraphs/kit/graphql/context.ts'
import { createOperationLimits, type OperationLimits } from '../../subgraphs/kit/graphql/operation-limits.ts'
import { inSpan, unrecordedSpan } from '../../subgraphs/kit/tracing/tracing.ts'
import { ADMIN_PRINCIPAL, openTestService, recordingLog } from '../../tests/support/hosted-service.ts'
import { listenOnFreePort } from '../../tests/support/ports.ts'
import { type Source, stockSource } from './data-sources.ts'
import { absentFetches, httpFetches, memoryFetches } from './fetch-sources.ts'
import { createServiceCall } from './service-calls.ts'

const principal = ADMIN_PRINCIPAL

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const SPAN_ID = 'b7ad6b7169203331'
const RUNNING = unrecordedSpan({ traceId: TRACE_ID, spanId: SPAN_ID, isSampled: false })

type Given = {
  readonly query?: string
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
  readonly caller?: Partial<Caller>
}

const fetchFrom = (source: Source, { query, variables, operationName, caller }: Given) =>
  source.process({
    kind: GraphQLDataSourceRequestKind.HEALTH_CHECK,
    request: {
      ...(query === undefined ? {} : { query }),
      ...(variables === undefined ? {} : { variables }),
      ...(operationName === undefined ? {} : { operationName }),
    },
    context: { caller: { principal, token: 'raw', traceId: TRACE_ID, ...caller }, authorization: 'bearer  raw' },
  })

/** The limits of an operation whose time is up, or that has some left. */
const limitsWith = (leftMs: number): OperationLimits => {
  let nowMs = 0
  const limits = createOperationLimits({ maxMs: 1_000, maxBytes: 200, nowMs: () => nowMs })
  nowMs = 1_000 - leftMs
  return limits
}

const TWO = `query Two { first: plain ...F second { id } _entities(representations: []) { __typename } } fragment F
  on Query { plain }`

describe('a service of this process', () => {
  const sdl = `
    type Query {
      plain(text: String): String @access
      broken: String @access
      who: String @access
    }`
  const resolvers = {
    Query: {
      plain: (_: unknown, { text }: { text?: string }) => text ?? 'plain',
      broken: () => {
        throw new GraphQLError('secret')
      },
      who: (_: unknown, _args: object, { traceId }: { traceId: string }) => traceId,
    },
  }
  const open = async () => stockSource(memoryFetches(await openTestService({ sdl, resolvers }, recordingLog().log)))

  it('answers the text, the variables and the operation that the gateway names', async () => {
    const source = await open()
    const query = 'query A { plain } query B($t: String) { b: plain(text: $t) who }'
    expect(await fetchFrom(source, { query, operationName: 'B', variables: { t: 'given' } })).toEqual({
      data: { b: 'given', who: TRACE_ID },
    })
    expect(await fetchFrom(source, { query: '{ plain }' })).toEqual({ data: { plain: 'plain' } })
  })

  it('hands its errors on beside what it answers, as JSON', async () => {
    const answer = await fetchFrom(await open(), { query: '{ plain broken }' })
    expect(answer).toEqual({
      data: { plain: 'plain', broken: null },
      errors: [
        {
          message: 'Something went wrong on our side; the trace id finds it in the log.',
          path: ['broken'],
          extensions: { code: 'INTERNAL', http: { status: 500 } },
        },
      ],
    })
    expect(Object.getPrototypeOf(answer.errors?.[0])).toBe(Object.prototype)
  })

  it('answers null where nothing was run', async () => {
    expect(await fetchFrom(await open(), {})).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })

  it('is not asked for an operation whose time is up', async () => {
    const source = await open()
    const { data, errors } = await fetchFrom(source, { query: TWO, caller: { limits: limitsWith(-1) } })
    expect(data).toBeNull()
    expect(errors).toMatchObject([
      { path: ['first'], extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 5 } },
      { path: ['second'] },
      { path: ['_entities', 0] },
    ])
    expect(await fetchFrom(source, { query: '{ plain }', caller: { limits: limitsWith(0) } })).toEqual({
      data: { plain: 'plain' },
    })
  })

  it('fails in the fields that the defaults of its variables leave in', async () => {
    const query = `query ($with: Boolean = true, $without: Boolean! = true) {
      a: plain @include(if: $with)
      b: plain @skip(if: $without)
      who
    }`
    const source = await open()
    const pathsFor = async (variables: Record<string, unknown>) => {
      const { errors = [] } = await fetchFrom(source, { query, variables, caller: { limits: limitsWith(-1) } })
      return errors.map(({ path }) => path)
    }
    expect(await pathsFor({})).toEqual([['a'], ['who']])
    expect(await pathsFor({ with: false, without: false })).toEqual([['b'], ['who']])
  })

  it('fails where the limits of the operation cannot be checked, with their error', async () => {
    const limits = {
      ...limitsWith(1),
      check: () => {
        throw new Error('no clock')
      },
    }
    await expect(fetchFrom(await open(), { query: '{ plain }', caller: { limits } })).rejects.toThrow('no clock')
  })

  it('is never asked without a caller', async () => {
    const source = await open()
    const kind = GraphQLDataSourceRequestKind.HEALTH_CHECK
    for (const context of [{ authorization: 'x' }, { caller: { principal, token: null, traceId: TRACE_ID } }])
      await expect(source.process({ kind, request: { query: '{ plain }' }, context })).rejects.toThrow(
        'a fetch of the graph without its caller',
      )
  })
})

describe('a service with a URL', () => {
  const asked: { method: string; url: string; headers: IncomingHttpHeaders; body: unknown }[] = []
  let answer = { status: 200, text: '{}' }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    asked.push({ method, url, headers, body: JSON.parse(text) })
    if (url.startsWith('/hanging/')) return
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
  })
  const pool = createHttpPool()
  const { log, lines } = recordingLog()
  const gates = createServiceGates()
  let base = ''

  beforeAll(async () => {
    base = `http://127.0.0.1:${await listenOnFreePort(server)}`
  })
  afterAll(async () => {
    await pool.destroy()
    server.closeAllConnections()
    server.close()
  })

  const fetchOver = (given: Given, path = '/incident') =>
    inSpan(RUNNING, () =>
      fetchFrom(
        stockSource(
          httpFetches(createServiceCall({ pool, gate: gates(base), service: 'incident', url: base + path, log })),
        ),
        given,
      ),
    )
  const unavailable = [
    {
      message: 'The incident service cannot be reached right now; try again.',
      path: ['plain'],
      extensions: { code: 'UNAVAILABLE', http: { status: 503 }, retryAfterSeconds: 2 },
    },
  ]

  it('is called at its path, as the caller, with the trace and the institution that the caller asks for', async () => {
    answer = { status: 200, text: '{"data":{"plain":"a"}}' }
    const narrowed = { institution: 'ä b', ofToken: [] }
    const given = { query: 'query A { plain }', variables: { t: 1 }, operationName: 'A' }
    expect(await fetchOver({ ...given, caller: { principal: { ...principal, narrowed } } }, '/incident/')).toEqual({
      data: { plain: 'a' },
    })
    expect(asked.at(-1)).toMatchObject({
      method: 'POST',
      url: '/incident/graphql',
      headers: {
        'content-type': 'application/json',
        authorization: 'bearer  raw',
        traceparent: `00-${TRACE_ID}-${SPAN_ID}-00`,
        'fleet-institution': '%C3%A4%20b',
      },
      body: given,
    })
    await fetchOver({ query: '{ plain }' }, '')
    expect(asked.at(-1)).toMatchObject({ url: '/graphql', body: { query: '{ plain }' } })
    expect(asked.at(-1)?.headers).not.toHaveProperty('fleet-institution')
  })

  it('hands its errors on beside what it answers, without what no error has', async () => {
    answer = {
      status: 200,
      text: JSON.stringify({
        data: { plain: null },
        errors: [
          { message: 'no', path: ['plain', 0], extensions: { code: 'NOT_FOUND' }, locations: [{ line: 1, column: 1 }] },
          { message: 'bare' },
        ],
        extensions: { more: 1 },
      }),
    }
    expect(await fetchOver({ query: '{ plain }' })).toEqual({
      data: { plain: null },
      errors: [{ message: 'no', path: ['plain', 0], extensions: { code: 'NOT_FOUND' } }, { message: 'bare' }],
    })
    answer = { status: 200, text: '{"errors":[{"message":"no"}]}' }
    expect(await fetchOver({ query: '{ plain }' })).toEqual({ data: null, errors: [{ message: 'no' }] })
  })

  it.each([
    ['another status', 201, '{"data":{}}'],
    ['a refusal', 404, '{"data":{}}'],
    ['no JSON', 200, 'nonsense'],
    ['another shape', 200, '{"data":[]}'],
    ['errors without words', 200, '{"errors":[{}]}'],
    ['a path of objects', 200, '{"errors":[{"message":"no","path":[{}]}]}'],
  ])('that answers with %s is UNAVAILABLE, and the log says why', async (_what, status, text) => {
    answer = { status, text }
    const before = lines.length
    expect(await fetchOver({ query: '{ plain }' })).toEqual({ data: null, errors: unavailable })
    expect(JSON.parse(lines[before] ?? '')).toMatchObject({
      msg: 'a service of the graph did not answer',
      service: 'incident',
      traceId: TRACE_ID,
      err: { message: expect.any(String) },
    })
  })

  it('may leave out a field whose name every object has', async () => {
    answer = { status: 200, text: '{"data":{"plain":{}}}' }
    const query = 'query ($no: Boolean!) { plain { constructor: inner @include(if: $no) { id } } }'
    expect(await fetchOver({ query, variables: { no: false } })).toEqual({ data: { plain: {} } })
  })

  it('is not waited for longer than the operation may take', async () => {
    expect(await fetchOver({ query: '{ plain }', caller: { limits: limitsWith(20) } }, '/hanging')).toEqual({
      data: null,
      errors: unavailable,
    })
  })

  it('is not asked for an operation whose time is up', async () => {
    const before = asked.length
    expect(await fetchOver({ query: TWO, caller: { limits: limitsWith(-1) } })).toMatchObject({
      data: null,
      errors: [{ path: ['first'], message: expect.stringContaining('longer than 1 s') }, {}, {}],
    })
    expect(asked).toHaveLength(before)
  })

  it('counts its answer against what the operation may read', async () => {
    answer = { status: 200, text: JSON.stringify({ data: { plain: 'x'.repeat(200) } }) }
    const before = lines.length
    expect(await fetchOver({ query: '{ plain }', caller: { limits: limitsWith(900) } })).toMatchObject({
      data: null,
      errors: [{ path: ['plain'], extensions: { code: 'BAD_USER_INPUT' } }],
    })
    expect(lines).toHaveLength(before)
    expect(await fetchOver({ query: '{ plain }' })).toEqual({ data: { plain: 'x'.repeat(200) } })
  })
})

describe('a service that is nowhere', () => {
  it('is UNAVAILABLE in every field that it was to answer', async () => {
    const { data, errors } = await fetchFrom(stockSource(absentFetches('fleet')), { query: TWO })
    expect(data).toBeNull()
    expect(errors).toMatchObject([
      {
        message: 'The fleet service cannot be reached right now; try again.',
        path: ['first'],
        extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 2 },
      },
      { path: ['second'] },
      { path: ['_entities', 0] },
    ])
  })
})
