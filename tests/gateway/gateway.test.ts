import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestGateway, sendRaw, type TestGateway } from '../support/gateway-services.ts'
import { recordingLog, tokenFor } from '../support/hosted-service.ts'

const url = (gateway: TestGateway, path: string) => `http://127.0.0.1:${gateway.publicPort}${path}`

const ask = async (
  gateway: TestGateway,
  query: string,
  options: { token?: string; headers?: Record<string, string> } = {},
) => {
  const answer = await fetch(url(gateway, '/graphql'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-00`,
      authorization: `Bearer ${options.token ?? (await tokenFor({}))}`,
      ...options.headers,
    },
    body: JSON.stringify({ query }),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

const TRACE_ID = '0123456789abcdef0123456789abcdef'
const ACROSS = '{ top { count atm { id label seenAt secret } } }'

describe('a federated query', () => {
  it('answers alike for services in memory and over HTTP', async () => {
    const gateways = [
      await openTestGateway(),
      await openTestGateway({ remote: ['analytics', 'incident', 'devices'] }),
      await openTestGateway({ remote: ['incident'] }),
    ]
    const queries = [ACROSS, '{ broken }', '{ refused(day: "x") }', '{ atm(id: 5) { label } deviceAtms { servedBy } }']
    const mutation = 'mutation { note(text: "a") { label } }'
    try {
      const answers = await Promise.all(
        gateways.map((gateway) => Promise.all([...queries, mutation].map((query) => ask(gateway, query)))),
      )
      const bodies = answers.map((list) => list.map(({ status, body }) => ({ status, body })))
      expect(bodies[0]).toMatchObject([
        {
          body: {
            data: { top: [{ count: 3, atm: { label: 'ATM 1', seenAt: '2026-11-20T12:00:00.000Z' } }, { atm: null }] },
          },
        },
        { body: { data: { broken: null }, errors: [{ path: ['broken'], extensions: { code: 'INTERNAL' } }] } },
        { body: { errors: [{ extensions: { code: 'BAD_USER_INPUT', errors: [{ field: 'day' }] } }] } },
        { body: { data: { atm: { label: 'ATM 5' }, deviceAtms: [{ servedBy: 'devices' }] } } },
        { body: { errors: [{ extensions: { code: 'FORBIDDEN', http: { status: 403 } } }] } },
      ])
      expect(bodies[1]).toEqual(bodies[0])
      expect(bodies[2]).toEqual(bodies[0])
    } finally {
      for (const gateway of gateways) await gateway.close()
    }
  })

  it('names the argument or variable that is faulty', async () => {
    const gateway = await openTestGateway()
    try {
      const faulty = await ask(gateway, '{ atm(id: "x") { label } }')
      expect(faulty.body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', errors: [{ field: 'id' }] } }])
    } finally {
      await gateway.close()
    }
  })

  it('answers the fields of services that are up while another is down', async () => {
    const gateway = await openTestGateway({ down: ['incident'] })
    try {
      const { status, body } = await ask(
        gateway,
        '{ top { count atm { id label } } atm(id: 1) { label } atmList { id } }',
      )
      expect(status).toBe(200)
      expect(body.data.top[0].count).toBe(3)
      expect(body.data.atm).toBeNull()
      // Never null in its own service; the graph does not let that take the others along.
      expect(body.data.atmList).toBeNull()
      expect(body.errors.length).toBeGreaterThan(0)
      for (const error of body.errors) {
        expect(error.extensions).toEqual({
          code: 'UNAVAILABLE',
          http: { status: 503 },
          retryAfterSeconds: 2,
          serviceName: 'incident',
          traceId: TRACE_ID,
        })
      }
      expect(body.errors.map(({ path }: { path: unknown }) => path)).toContainEqual(['atm'])
      expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|stack/)
      const health = await fetch(url(gateway, '/actuator/health'))
      expect([health.status, await health.json()]).toEqual([200, { status: 'UP' }])
    } finally {
      await gateway.close()
    }
  })

  it('forwards the Authorization header unchanged and checks it there', async () => {
    const gateway = await openTestGateway({ remote: ['incident'] })
    try {
      const token = await tokenFor({ role: 'ADMIN' })
      const { body } = await ask(gateway, 'mutation { note(text: "a") { label } }', {
        headers: { authorization: `bearer  ${token}` },
      })
      expect(body).toMatchObject({ data: { note: { label: 'ATM 1' } } })
      expect(body).not.toHaveProperty('errors')
    } finally {
      await gateway.close()
    }
  })
})

describe('the graph at the edge', () => {
  let gateway: TestGateway
  const { log, lines } = recordingLog()
  beforeAll(async () => {
    gateway = await openTestGateway({ log })
  })
  afterAll(() => gateway.close())

  it('refuses a caller without a valid token before the body is read', async () => {
    for (const authorization of ['', 'Authorization: Bearer nonsense\r\n']) {
      // The body that is announced is never sent.
      const { status, text } = await sendRaw(
        gateway.publicPort,
        `POST /graphql HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\n` +
          'Content-Length: 500\r\nConnection: close\r\n\r\n',
      )
      expect(status).toBe(401)
      expect(text).toMatch(/www-authenticate: Bearer/i)
      expect(text).toMatch(/application\/problem\+json/)
      expect(text).toContain('"code":"UNAUTHENTICATED"')
    }
  })

  it('hides what went wrong inside, and logs it', async () => {
    const { body } = await ask(gateway, '{ broken }')
    expect(JSON.stringify(body)).not.toMatch(/nowhere|10\.0\.0\.1|analytics/)
    expect(body.errors[0].extensions).toEqual({ code: 'INTERNAL', http: { status: 500 }, traceId: TRACE_ID })
    const logged = lines.filter((line) => line.includes('nowhere'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(TRACE_ID)
  })

  it('knows neither internal fields nor suggestions', async () => {
    const internal = await ask(gateway, 'mutation { ingest(text: "a") { id } }')
    expect([internal.status, internal.body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    const misspelt = await ask(gateway, '{ to { count } }')
    expect(misspelt.body.errors[0].message).not.toMatch(/did you mean/i)
  })

  it('never shows a query plan', async () => {
    const { body } = await ask(gateway, ACROSS, { headers: { 'apollo-query-plan-experimental': '1' } })
    expect([Object.keys(body), Object.keys(body.extensions)]).toEqual([['data', 'extensions'], ['cost']])
  })

  it('takes one operation at a time, in JSON, and mutations by POST only', async () => {
    const authorization = `Bearer ${await tokenFor({ role: 'ADMIN' })}`
    const post = (body: string, type = 'application/json') =>
      fetch(url(gateway, '/graphql'), { method: 'POST', headers: { authorization, 'content-type': type }, body })
    expect((await post(JSON.stringify([{ query: '{ broken }' }, { query: '{ broken }' }]))).status).toBe(400)
    expect((await post('{ "query": ')).status).toBe(400)
    expect((await post('{ broken }', 'text/plain')).status).toBe(415)
    expect((await post(JSON.stringify({ query: 'x'.repeat(1_100_000) }))).status).toBe(413)
    const get = (query: string, headers: Record<string, string> = {}) =>
      fetch(url(gateway, `/graphql?query=${encodeURIComponent(query)}`), { headers: { authorization, ...headers } })
    expect((await get('{ atmList { id } }')).status).toBe(400)
    expect((await get('{ atmList { id } }', { 'apollo-require-preflight': '1' })).status).toBe(200)
    expect((await get('mutation { note(text: "a") { id } }', { 'apollo-require-preflight': '1' })).status).toBe(405)
    expect((await fetch(url(gateway, '/graphql?query=%7B__typename%7D'))).status).toBe(401)
  })

  it('bounds what one operation may ask for', async () => {
    const many = (count: number) =>
      `{ ${Array.from({ length: count }, (_value, at) => `a${at}: atmList { id }`).join(' ')} }`
    expect((await ask(gateway, many(50))).body.errors).toBeUndefined()
    for (const [count, limit, words] of [
      [51, 'MAX_ROOT_FIELDS_EXCEEDED', 'An operation may ask for 50 root fields at most; this one asks for 51.'],
      [3_000, 'MAX_TOKENS_EXCEEDED', 'Document contains more'],
    ] as const) {
      const { status, body } = await ask(gateway, many(count))
      expect([status, body.errors[0].extensions.code]).toEqual([400, limit])
      expect(body.errors[0].message).toContain(words)
    }
    const wide = (count: number) => `{ atmList { ${Array.from({ length: count }, () => 'id').join(' ')} } }`
    expect((await ask(gateway, wide(299))).body.errors).toBeUndefined()
    const { status, body } = await ask(gateway, wide(300))
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'MAX_FIELDS_EXCEEDED'])
    expect(body.errors[0].message).toContain('An operation may have 300 fields at most')
  })
})

describe('a caller of the graph', () => {
  it('whose operations cost more a second than they may learns when to try again', async () => {
    const gateway = await openTestGateway({ limits: { costPerSecond: 1 } })
    try {
      expect((await ask(gateway, '{ top { count } }')).status).toBe(200)
      const { status, body, headers } = await ask(gateway, '{ top { count } }')
      const { code, retryAfterSeconds } = body.errors[0].extensions
      expect([status, code]).toEqual([429, 'COST_BUDGET_EXCEEDED'])
      expect(retryAfterSeconds).toBeGreaterThan(1)
      expect(headers.get('retry-after')).toBe(String(retryAfterSeconds))
      const other = await tokenFor({ sub: '8' })
      expect((await ask(gateway, '{ top { count } }', { token: other })).status).toBe(200)
    } finally {
      await gateway.close()
    }
  })

  it('who sends documents that are refused learns when to try again, too', async () => {
    const gateway = await openTestGateway({ limits: { costPerSecond: 100 } })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 4; n += 1) statuses.push((await ask(gateway, `{ gone${n} { count } }`)).status)
      expect(statuses).toEqual([400, 400, 429, 429])
      const { body, headers } = await ask(gateway, '{ gone')
      const { code, retryAfterSeconds, traceId } = body.errors[0].extensions
      expect([code, typeof traceId]).toEqual(['COST_BUDGET_EXCEEDED', 'string'])
      expect(headers.get('retry-after')).toBe(String(retryAfterSeconds))
    } finally {
      await gateway.close()
    }
  })
})

describe('in production', () => {
  const SCHEMA = '{ __schema { types { name } } }'
  /** Ways to read the schema, besides the plain one. */
  const INTROSPECTIONS = [
    SCHEMA,
    '{ __type(name: "Atm") { name } }',
    '{ a: __type(name: "Atm") { name } }',
    '{ ...s } fragment s on Query { __schema { queryType { name } } }',
    'query ($on: Boolean = false) { __schema @include(if: $on) { queryType { name } } }',
  ]

  it('shows the schema to ADMIN alone', async () => {
    const gateway = await openTestGateway({ production: true })
    try {
      for (const role of ['USER', 'CUSTOMER', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'])
        for (const query of INTROSPECTIONS) {
          const { status, body } = await ask(gateway, query, { token: await tokenFor({ role }) })
          expect([role, query, status, body.errors[0].extensions.code]).toEqual([role, query, 403, 'FORBIDDEN'])
          expect(body.data ?? null).toBeNull()
        }
      const { body } = await ask(gateway, SCHEMA, { token: await tokenFor({ role: 'ADMIN' }) })
      expect(body.data.__schema.types.length).toBeGreaterThan(5)
      expect((await ask(gateway, '{ atmList { __typename id } }')).body.data.atmList).toHaveLength(1)
    } finally {
      await gateway.close()
    }
  })
})

describe('the graph of a service alone', () => {
  it('is called by the gateway, and is not to be had through it', async () => {
    const gateway = await openTestGateway({ remote: ['incident'] })
    const headers = { authorization: `Bearer ${await tokenFor({})}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ query: '{ atmList { id } }' })
    for (const path of ['/incident/graphql', '/incident/%67raphql', '/incident//graphql/', '/incident/GraphQL?a=b'])
      expect((await fetch(url(gateway, path), { method: 'POST', headers, body })).status).toBe(404)
    expect((await ask(gateway, '{ atmList { id } }')).body).toMatchObject({ data: { atmList: [{ id: 1 }] } })
    await gateway.close()
  })
})
