import { Kind, parse } from 'graphql'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SUBSCRIPTION_FIELDS } from '../../gateway/live/subscription.rules.ts'
import { directiveOf } from '../../subgraphs/kit/graphql/directives.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { listServiceSdls } from '../../tools/schema/services.ts'
import { runAs } from '../support/sql.ts'
import { listen, type StreamClient } from '../support/stream-client.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

let platform: WholePlatform
let acme: string
let bank: string

const post = async (agentAtmId: string, eventType: string, institution = 'ACME') => {
  const as = await platform.token({ role: 'AGENT', institutions: [institution] })
  const body = { agentAtmId, eventType }
  expect(await platform.ask('POST', '/agent-proxy/api/journal-events', { as, body })).toMatchObject({ status: 201 })
}

/** Whether an id holds a position in every service. */
const isWhole = (id: string | null): boolean =>
  id !== null && !Buffer.from(id, 'base64url').toString().split('|').includes('')

type Given = { readonly as?: string; readonly headers?: Record<string, string>; readonly more?: object }

const open = (query: string, { as = acme, headers = {}, more = {} }: Given = {}): Promise<StreamClient> =>
  listen(`${platform.url}/graphql/stream?${new URLSearchParams({ query, ...more })}`, {
    authorization: `Bearer ${as}`,
    accept: 'text/event-stream',
    ...headers,
  })

const isReady = (client: StreamClient): Promise<boolean> =>
  expect
    .poll(() => isWhole(client.lastId()), { timeout: 500 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )

/**
 * Opens a subscription that sends every later change. The first one of a process learns its position with the next
 * keep-alive only, one that is opened after the services were asked at once.
 */
const subscribe = async (query: string, given: Given = {}): Promise<StreamClient> => {
  for (;;) {
    const client = await open(query, given)
    if (await isReady(client)) return client
    client.kill()
  }
}

type Record_ = Readonly<Record<string, unknown>>
const dataOf = (client: StreamClient): Record_[] =>
  client.events.filter(({ event }) => event === 'next').map(({ data }) => Object(data).data)

const until = async (client: StreamClient, text: string): Promise<Record_> => {
  await client.until((events) => events.some(({ data }) => JSON.stringify(data).includes(text)))
  return dataOf(client).find((data) => JSON.stringify(data).includes(text)) ?? {}
}

const usageSchema = z.object({
  operations: z.array(z.object({ name: z.string(), coordinates: z.array(z.string()) })),
})

const INCIDENTS = 'subscription { incidentChanged { agentAtmId kind status } }'

describe.each([
  ['of services in one process', false],
  ['of services in processes of their own', true],
])('a subscription %s', { timeout: 60_000 }, (_where, separate) => {
  beforeAll(async () => {
    platform = await openWholePlatform({ separate })
    acme = await platform.token({ institutions: ['ACME'] })
    bank = await platform.token({ institutions: ['BANK'] })
  })
  afterAll(() => platform.close())

  it('is counted once as used when it is opened, whatever it asks for each change', async () => {
    const client = await subscribe('subscription Watched { incidentChanged { agentAtmId atm { id } } }')
    await post('ACME-WATCHED', 'CARD_READER_FAIL')
    await until(client, 'ACME-WATCHED')
    client.kill()
    const as = await platform.token({ role: 'ADMIN' })
    const { body } = await platform.ask('GET', '/api/graph/usage', { as })
    const { operations } = usageSchema.parse(body)
    const used = operations.filter(({ name }) => name === 'Watched').map(({ coordinates }) => coordinates)
    expect(used).toEqual([expect.arrayContaining(['Atm.id', 'Incident.atm', 'Subscription.incidentChanged'])])
  })

  it('sends incidents as they change, to those who may see them', async () => {
    const clients = { acme: await subscribe(INCIDENTS), bank: await subscribe(INCIDENTS, { as: bank }) }
    await post('SUB-1', 'DISPENSER_JAM')
    await post('SUB-2', 'DISPENSER_JAM', 'BANK')
    expect(await until(clients.acme, 'SUB-1')).toEqual({
      incidentChanged: { agentAtmId: 'SUB-1', kind: 'DISPENSER', status: 'OPEN' },
    })
    expect(await until(clients.bank, 'SUB-2')).toBeDefined()
    for (const client of Object.values(clients)) {
      expect(client.status).toBe(200)
      expect(dataOf(client)).toHaveLength(1)
      client.kill()
    }
  })

  it('sends what belongs to an incident, as the graph answers it', async () => {
    const client = await subscribe(
      `query Other { atmSummary { total } }
      subscription Asked($first: Int = 9) { ...S }
      fragment S on Subscription { changed: incidentChanged { ...I } }
      fragment I on Incident { id atm { agentAtmId name } events(first: $first) { eventType } }`,
      { more: { operationName: 'Asked', variables: '{"first":1}' } },
    )
    await post('SUB-3', 'DISPENSER_JAM')
    expect(await until(client, 'SUB-3')).toMatchObject({
      changed: { atm: { agentAtmId: 'SUB-3' }, events: [{ eventType: 'DISPENSER_JAM' }] },
    })
    client.kill()
  })

  it('sends changes of service states, gaps and insights', async () => {
    const states = await subscribe('subscription { serviceStateChanged { agentAtmId from to __typename } }')
    const insights = await subscribe('subscription { insightChanged { title publishedAt snapshotId acknowledgedAt } }')
    const gaps = await subscribe('subscription { journalGapChanged { id agentAtmId atm { agentAtmId } } }')
    await post('SUB-4', 'ATM_OUT_OF_SERVICE')
    expect(await until(states, 'SUB-4')).toEqual({
      serviceStateChanged: { agentAtmId: 'SUB-4', from: 'UNKNOWN', to: 'OUT_OF_SERVICE', __typename: 'StateChange' },
    })
    const publisher = await platform.token({ role: 'BCOS_ADMIN' })
    const insight = { category: 'TREND', severity: 'INFO', title: 'SUB-5', body: 'text' }
    const { body } = await platform.ask('POST', '/analytics/api/analytics/insights', { as: publisher, body: insight })
    expect(await until(insights, 'SUB-5')).toEqual({
      insightChanged: {
        title: 'SUB-5',
        publishedAt: Object(body).published_at,
        snapshotId: Object(body).snapshot_id,
        acknowledgedAt: null,
      },
    })
    const { body: atm } = await platform.ask('GET', '/incident/api/atms?agentAtmId=SUB-4', { as: acme })
    await runAs(platform.database.urls.superuser, [
      `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at)
       values ('ACME', ${Object(atm).content[0].id}, 'SUB-4', '2026-01-02', 'OPEN', now())`,
    ])
    expect(await until(gaps, 'SUB-4')).toMatchObject({
      journalGapChanged: { agentAtmId: 'SUB-4', atm: { agentAtmId: 'SUB-4' } },
    })
    for (const client of [states, insights, gaps]) client.kill()
  })

  it('goes on where it broke off', async () => {
    const client = await subscribe(INCIDENTS)
    const lastId = client.lastId()
    client.kill()
    for (const n of [0, 1, 2]) await post(`RES-${n}`, 'DISPENSER_JAM')
    const again = await open(INCIDENTS, { headers: { 'last-event-id': String(lastId) } })
    await until(again, 'RES-2')
    expect(dataOf(again).map((data) => Object(data.incidentChanged).agentAtmId)).toEqual(['RES-0', 'RES-1', 'RES-2'])
    again.kill()
  })

  it('sends a notice where changes were lost', async () => {
    const client = await open(INCIDENTS, { headers: { 'last-event-id': 'nonsense' } })
    await client.until((events) => events.length > 0)
    expect(client.events[0]?.data).toEqual({
      data: { incidentChanged: null },
      extensions: { live: { event: 'reset', topics: ['incidents'] } },
    })
    client.kill()
  })

  it('is read by the client of graphql-sse', async () => {
    const first = await subscribe(INCIDENTS)
    const { promise: connected, resolve: onConnected } = Promise.withResolvers<void>()
    const client = createClient({
      url: `${platform.url}/graphql/stream`,
      headers: { authorization: `Bearer ${acme}` },
      retryAttempts: 0,
      on: { connected: () => onConnected() },
    })
    const results = client.iterate<Record_>({ query: INCIDENTS, variables: {} })
    const next = results.next()
    await connected
    await post('SUB-6', 'DISPENSER_JAM')
    await until(first, 'SUB-6')
    expect((await next).value).toEqual({
      data: { incidentChanged: { agentAtmId: 'SUB-6', kind: 'DISPENSER', status: 'OPEN' } },
    })
    await results.return?.()
    const refused = client.iterate({ query: 'subscription { nothing }' })
    expect((await refused.next()).value).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    expect((await refused.next()).done).toBe(true)
    client.dispose()
    first.kill()
  })
})

describe('the subscriptions of the contracts', () => {
  it('are those that the gateway answers, for the roles that may listen', () => {
    const rolesOf = (file: string, type: string): Record<string, unknown> => {
      const { definitions } = parse(readSdl(file))
      const fields = definitions.flatMap((node) =>
        node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === type ? (node.fields ?? []) : [],
      )
      return Object.fromEntries(
        fields.map((field) => [field.name.value, directiveOf({ astNode: field }, 'access')?.roles]),
      )
    }
    const { graphStream, liveStream } = rolesOf('gateway.graphql', 'Query')
    expect(graphStream).toEqual(liveStream)
    const declared = Object.assign(
      {},
      ...listServiceSdls().map(({ name }) => rolesOf(`${name}.graphql`, 'Subscription')),
    )
    expect(declared).toEqual(Object.fromEntries(Object.keys(SUBSCRIPTION_FIELDS).map((field) => [field, graphStream])))
  })
})

describe('what is no subscription', () => {
  beforeAll(async () => {
    platform = await openWholePlatform({ start: false })
    acme = await platform.token({ institutions: ['ACME'] })
  })
  afterAll(() => platform.close())

  const errorsOf = async (query: string): Promise<unknown> => {
    const { status, body } = await platform.ask('POST', '/graphql/stream', { as: acme, body: { query } })
    const [, data = ''] = /^event: next\ndata: (.*)\n\nevent: complete\ndata: \n\n$/.exec(String(body)) ?? []
    return [status, JSON.parse(data).errors]
  }

  it.each([
    ['{', 'BAD_USER_INPUT'],
    ['subscription { nothing }', 'BAD_USER_INPUT'],
    ['subscription { incidentChanged { id } insightChanged { id } }', 'BAD_USER_INPUT'],
    ['subscription ($x: Boolean!) { incidentChanged @skip(if: $x) { id } }', 'BAD_USER_INPUT'],
    ['{ __typename }', 'BAD_USER_INPUT'],
    ['mutation { acknowledgeActiveInsights { acknowledged } }', 'BAD_USER_INPUT'],
    [`subscription { incidentChanged { ${'id '.repeat(3_000)} } }`, 'MAX_TOKENS_EXCEEDED'],
    [`subscription { incidentChanged { ${'id '.repeat(300)} } }`, 'MAX_FIELDS_EXCEEDED'],
    [
      'subscription { incidentChanged { events(first: 500) { atm { events(first: 200) { id } } } } }',
      'MAX_COST_EXCEEDED',
    ],
  ])('is refused with a code, and the stream ends: %#', async (query, code) => {
    expect(await errorsOf(query)).toMatchObject([200, [{ extensions: { code, traceId: expect.any(String) } }]])
  })

  it('is refused at /graphql as the client’s fault', async () => {
    for (const root of ['incidentChanged { id }', 'incidentChanged @skip(if: $x) { id }']) {
      const query = `subscription ($x: Boolean!) { ${root} }`
      const { status, body } = await platform.ask('POST', '/graphql', {
        as: acme,
        body: { query, variables: { x: true } },
      })
      expect([status, body]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }])
    }
  })

  it('is refused before it is read for a caller who may not listen', async () => {
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    const path = `/graphql/stream?query=${encodeURIComponent(INCIDENTS)}`
    expect(await platform.ask('GET', path, { as: agent })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await platform.ask('GET', path)).toMatchObject({ status: 401 })
    const faulty = [{}, { documentId: 'unknown' }, { query: INCIDENTS, variables: '[' }]
    for (const body of faulty)
      expect(await platform.ask('POST', '/graphql/stream', { as: acme, body })).toMatchObject({ status: 400 })
  })

  it('is not answered at the path of the graph either', async () => {
    expect(await platform.ask('POST', '/graphql', { as: acme, body: { query: INCIDENTS } })).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'Subscriptions are answered as server-sent events; send it to /graphql/stream.' }] },
    })
  })
})
