import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Graph, startGraph } from '../../gateway/federation/graph.ts'
import { callerOf } from '../../subgraphs/kit/auth/principal.testing.ts'
import { createHttpPool, SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { createServiceGates } from '../../subgraphs/kit/calls/service-gates.ts'
import { createMetrics } from '../../subgraphs/kit/observability/metrics.ts'
import type { HostedService } from '../../subgraphs/kit/service/service.ts'
import { composeGraph } from '../../tools/schema/compose.ts'
import { LINK, openTestService } from '../support/hosted-service.ts'

const SHARED = readFileSync(new URL('../../schema/directives.graphql', import.meta.url), 'utf8')
const CLAIMS = `
  type Query {
    plain(at: DateTime): String @access
    broken: String @access
    uncompiled: String @access
    wrong: Row @access
  }
  type Row { name: String! needed: String! other: String size: Int }`
const FLEET = 'type Query { fleet: String @access }'
const DEVICES = 'type Query { device: String @access }'

const asked: unknown[] = []
const resolvers = {
  Query: {
    plain: (_: unknown, { at }: { at?: Date }) => {
      asked.push(at)
      return 'plain'
    },
    uncompiled: () => 'executed',
    wrong: () => null,
    broken: () => {
      throw new Error('secret words')
    },
  },
}

/** The texts that were compiled. */
const prepared: string[] = []

/** A service that answers what does not fit the contract. */
const withWrongAnswers = (hosted: HostedService): HostedService => ({
  ...hosted,
  prepare: (request) => {
    const isFirst = !prepared.includes(request.query)
    prepared.push(request.query)
    // The compiled executor asks first, the stock one after it.
    if (request.query.includes('uncompiled') && isFirst) throw new Error('no compiler for this')
    const run = hosted.prepare(request)
    return async (variables, caller) => {
      const { data, errors } = await run(variables, caller)
      const wrong = request.query.includes('wrong') ? { wrong: { name: null, other: 'x', size: 'large' } } : {}
      return { ...(errors === undefined ? {} : { errors }), data: { ...data, ...wrong } }
    }
  },
})

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const pool = createHttpPool()
const metrics = createMetrics()
const graphs: Record<'open' | 'production', Graph | null> = { open: null, production: null }

const TRUSTED = ['query Trusted { plain broken }', '{ nothing }']

beforeAll(async () => {
  const hosted = withWrongAnswers(await openTestService({ sdl: CLAIMS, resolvers }, log))
  const sdls: Partial<Record<ServiceName, string>> = { claims: CLAIMS, fleet: FLEET, devices: DEVICES }
  const services = SERVICE_NAMES.flatMap((name) => {
    const sdl = sdls[name]
    return sdl === undefined ? [] : [{ name, sdl: `${SHARED}${LINK}${sdl}` }]
  })
  const { supergraphSdl } = composeGraph(services)
  for (const mode of ['open', 'production'] as const) {
    const graph = await startGraph({
      supergraphSdl,
      contracts: services.map(({ sdl }) => sdl),
      hosted: new Map([['claims', hosted]]),
      serviceUrls: { fleet: 'http://127.0.0.1:1' },
      pool,
      gates: createServiceGates(),
      production: mode === 'production',
      log,
      metrics: mode === 'open' ? metrics : createMetrics(),
    })
    graphs[mode] = graph
    await graph.prepareTrusted(TRUSTED, new AbortController().signal)
  }
})
afterAll(async () => {
  for (const graph of Object.values(graphs)) await graph?.stop()
  await pool.destroy()
})

const principal = callerOf({ userId: 'u', institutions: [] })

const ask = async (query: string, variables: Record<string, unknown> = {}, mode: 'open' | 'production' = 'open') => {
  const graph = graphs[mode]
  if (graph === null) throw new Error('not started')
  const contextValue = { caller: { principal, token: 'raw', traceId: 'trace' }, authorization: 'Bearer raw' }
  const { body, http } = await graph.executeOperation({ query, variables }, { contextValue })
  if (body.kind !== 'single') throw new Error('the answer comes in parts')
  return { ...body.singleResult, status: http.status }
}

describe('a trusted document', () => {
  it('is compiled after the start, and not again when it is asked for', async () => {
    const before = [...prepared]
    expect(before).toContain('query Trusted__claims__0{plain broken}')
    expect(await ask('query Trusted { plain broken }')).toMatchObject({ data: { plain: 'plain', broken: null } })
    expect(prepared).toEqual(before)
  })

  it('that is invalid is logged then', () => {
    expect(lines.filter(({ level }) => level === 40).slice(0, 1)).toMatchObject([
      { msg: 'a trusted document is invalid', err: { message: 'Cannot query field "nothing" on type "Query".' } },
    ])
  })
})

describe('trusted documents', () => {
  it('are not compiled any more when the platform stops', async () => {
    const before = [...prepared]
    await graphs.open?.prepareTrusted(['query Late { plain }'], AbortSignal.abort())
    expect(prepared).toEqual(before)
  })
})

describe('an operation that cannot be compiled', () => {
  it('is left to the stock executor, which starts for the first one, and is counted and logged', async () => {
    const before = lines.length
    const counted = async () => await metrics.getSingleMetricAsString('fleetops_graph_fallback_operations_total')
    for (const times of [1, 2]) {
      expect(await ask('{ uncompiled }')).toMatchObject({ data: { uncompiled: 'executed' } })
      expect(await counted()).toContain(`fleetops_graph_fallback_operations_total ${times}`)
    }
    expect(lines.slice(before)).toMatchObject([
      { level: 40, msg: 'an operation of the graph is not compiled', reason: 'no compiler for this' },
      { level: 20, msg: expect.any(String) },
      { level: 20, msg: 'Loading gateway...' },
      { level: 20, msg: expect.any(String) },
    ])
  })

  it('is none of a client: names that every object has are compiled as any others', async () => {
    const before = lines.length
    expect(await ask('{ constructor: plain __proto__: plain toString: fleet }')).toMatchObject({
      errors: [{ path: ['toString'], extensions: { code: 'UNAVAILABLE' } }],
    })
    expect(lines.slice(before).map(({ msg }) => msg)).not.toContain('an operation of the graph is not compiled')
  })
})

describe('an operation of the graph', () => {
  it('is answered with the data alone in production, and nothing is logged', async () => {
    const before = lines.length
    expect(await ask('{ plain }', {}, 'production')).toEqual({ data: { plain: 'plain' }, status: undefined })
    expect(await ask('{ plain }')).toEqual({
      data: { plain: 'plain' },
      extensions: { cost: { requested: 1, maximum: 20_000, depth: 1, fields: 1 } },
      status: undefined,
    })
    expect(lines.slice(before).map(({ msg }) => msg)).toEqual([])
  })

  it('has the trace id in each error, and 200 where it was executed', async () => {
    const { data, errors, status } = await ask('{ plain broken fleet device }')
    expect([data, status]).toEqual([{ plain: 'plain', broken: null, fleet: null, device: null }, undefined])
    const unavailable = (serviceName: string) => ({
      code: 'UNAVAILABLE',
      http: { status: 503 },
      retryAfterSeconds: 2,
      serviceName,
      traceId: 'trace',
    })
    const byPath = Object.fromEntries((errors ?? []).map(({ path, extensions }) => [String(path), extensions]))
    expect(byPath).toEqual({
      broken: { code: 'INTERNAL', http: { status: 500 }, traceId: 'trace' },
      fleet: unavailable('fleet'),
      device: unavailable('devices'),
    })
  })

  it('is refused with 400 where its text is no valid operation, or several', async () => {
    for (const text of ['{', '{ nothing }', 'query A { plain } query B { plain }'])
      expect(await ask(text)).toMatchObject({
        status: 400,
        errors: [{ extensions: { code: 'BAD_USER_INPUT', traceId: 'trace' } }],
      })
  })

  it('is refused with 400 where it is named by a hash that the server does not know', async () => {
    const graph = graphs.open
    if (graph === null) throw new Error('not started')
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
    const contextValue = { caller: { principal, token: 'raw', traceId: 'trace' }, authorization: 'Bearer raw' }
    const { http } = await graph.executeOperation({ extensions }, { contextValue })
    expect(http.status).toBe(400)
  })

  it('has a value that does not fit its scalar refused before any service is asked', async () => {
    const before = asked.length
    const query = 'query ($at: DateTime) { plain(at: $at) }'
    expect(await ask(query, { at: 'yesterday' })).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'BAD_USER_INPUT', errors: [{ field: 'at' }] } }],
    })
    expect(await ask('{ plain(at: "yesterday") }')).toMatchObject({ status: 400 })
    expect(asked).toHaveLength(before)
    expect((await ask(query, { at: '2026-11-20T08:15:00Z' })).data).toEqual({ plain: 'plain' })
    expect(asked.at(-1)).toEqual(new Date('2026-11-20T08:15:00Z'))
  })

  it('may have 3,000 tokens', async () => {
    const { errors: most } = await ask(`{ ${'plain '.repeat(2_998)} }`)
    expect(most?.[0]?.message).toBe('Validation aborted.')
    const { errors: more } = await ask(`{ ${'plain '.repeat(2_999)} }`)
    expect(more).toMatchObject([
      {
        message: expect.stringContaining('more that 3000 tokens'),
        extensions: { code: 'MAX_TOKENS_EXCEEDED', http: { status: 400 } },
      },
    ])
  })

  it('may ask for 50 root fields', async () => {
    const fields = (count: number) => `{ ${Array.from({ length: count }, (_value, n) => `a${n}: plain`).join(' ')} }`
    expect((await ask(fields(50))).errors).toBeUndefined()
    expect((await ask(fields(51))).errors?.[0]?.message).toBe(
      'An operation may ask for 50 root fields at most; this one asks for 51. Send several.',
    )
  })

  it('may ask for the schema, but not in production, and is never helped to guess it', async () => {
    const query = '{ __schema { queryType { name } } }'
    expect((await ask(query)).data).toEqual({ __schema: { queryType: { name: 'Query' } } })
    expect(await ask(query, {}, 'production')).toMatchObject({ status: 403 })
    expect((await ask('{ plai }')).errors?.[0]?.message).not.toMatch(/did you mean/i)
  })
})

describe('an answer of a service that does not fit its contract', () => {
  const MISFIT = 'an answer of the graph did not fit its schema'
  const internal = (path: readonly string[]) => ({ path, extensions: { code: 'INTERNAL', traceId: 'trace' } })

  it('is null where a value has another type, which an error says and the log', async () => {
    const before = lines.length
    const { data, errors } = await ask('{ wrong { other size } }', {}, 'production')
    expect({ data, errors }).toMatchObject({
      data: { wrong: { other: 'x', size: null } },
      errors: [internal(['wrong', 'size'])],
    })
    const logged = lines.slice(before).filter(({ msg }) => msg === MISFIT)
    expect(logged).toMatchObject([{ level: 40, traceId: 'trace', wrongValues: [{ path: ['wrong', 'size'] }] }])
  })

  it('has that error also where another part of the operation failed', async () => {
    const { data, errors = [] } = await ask('{ wrong { size } broken }', {}, 'production')
    expect(data).toEqual({ wrong: { size: null }, broken: null })
    expect(errors.map(({ path }) => path?.join('.')).toSorted()).toEqual(['broken', 'wrong.size'])
  })

  it('has an error where it is null and never may be, but none where it is missing: nobody may see all', async () => {
    const before = lines.length
    const misfits = () => lines.slice(before).filter(({ msg }) => msg === MISFIT).length
    expect(await ask('{ wrong { needed other } }', {}, 'production')).toMatchObject({ data: { wrong: null } })
    expect(misfits()).toBe(0)
    const { data, errors } = await ask('{ wrong { name other } }', {}, 'production')
    expect({ data, errors }).toMatchObject({ data: { wrong: null }, errors: [internal(['wrong', 'name'])] })
    expect(misfits()).toBe(1)
  })
})
