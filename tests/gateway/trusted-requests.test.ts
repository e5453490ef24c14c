import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badInput } from '../../subgraphs/kit/common/errors.ts'
import { findPortPair, openSmallGateway, type SmallService, type TestGateway } from '../support/gateway-services.ts'
import { tokenFor } from '../support/hosted-service.ts'

const SERVICES: readonly SmallService[] = [
  {
    name: 'incident',
    sdl: `
      type Row { id: Int! }
      type Query {
        echo(text: String!): String @access
        broken: String @access
        refused: String! @access
        rows(limit: Int! = 10): [Row!]! @access @listSize(assumedSize: 30000, slicingArguments: ["limit"])
      }
      type Mutation { note(text: String!): String @access(roles: [ADMIN]) }`,
    resolvers: {
      Query: {
        echo: (_source: unknown, { text }: { text: string }) => text,
        broken: () => {
          throw new Error('secret')
        },
        refused: () => {
          throw badInput('day', 'must be a date')
        },
        rows: () => [{ id: 1 }],
      },
      Mutation: { note: (_source: unknown, { text }: { text: string }) => text },
    },
  },
  { name: 'devices', sdl: 'type Query { device: String @access }', resolvers: { Query: { device: () => 'a' } } },
]
const DOCUMENTS = new Map([
  ['sha256:echo', 'query Echo($text: String!) { echo(text: $text) }'],
  ['sha256:broken', 'query Broken { broken echo(text: "ü") }'],
  ['sha256:two', 'query A { a: echo(text: "a") } query B { b: echo(text: "b") }'],
  ['sha256:refused', '{ echo(text: "a") refused }'],
  ['sha256:device', '{ device echo(text: "a") }'],
  ['sha256:note', 'mutation Note { note(text: "a") }'],
  ['sha256:rows', 'query Rows($limit: Int!) { rows(limit: $limit) { id } }'],
  ['sha256:schema', '{ __schema { queryType { name } } echo(text: "a") }'],
  ['sha256:nul', '{ echo(text: "\\u0000") }'],
  ['sha256:invalid', '{ nothing }'],
])

let gateway: TestGateway | null = null
let production: TestGateway | null = null
beforeAll(async () => {
  const devices = `http://127.0.0.1:${await findPortPair()}`
  gateway = await openSmallGateway(SERVICES, { devices }, { documents: DOCUMENTS })
  const limits = { maxCost: 1_000, costPerSecond: 100 }
  production = await openSmallGateway(SERVICES, { devices }, { documents: DOCUMENTS, production: true, limits })
})
afterAll(async () => {
  await gateway?.close()
  await production?.close()
})

const ask = async (accept: string, body: object, { of = gateway, claims = {} } = {}) => {
  const answer = await fetch(`http://127.0.0.1:${of?.publicPort}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: '00-0123456789abcdef0123456789abcdef-00f067aa0ba902b7-00',
      authorization: `Bearer ${await tokenFor(claims)}`,
      accept,
    },
    body: JSON.stringify(body),
  })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'))
  return { status: answer.status, headers, text: await answer.text() }
}

describe('a request for a trusted document', () => {
  it.each([
    { documentId: 'sha256:echo', variables: { text: 'a' } },
    { documentId: 'echo', variables: { text: 'a' }, operationName: 'Echo' },
    { documentId: 'sha256:echo', variables: { text: null } },
    { documentId: 'sha256:echo', variables: {} },
    { documentId: 'sha256:echo', variables: 'text' },
    { documentId: 'sha256:echo', variables: [1] },
    { documentId: 'sha256:echo', variables: { text: 'a' }, operationName: 'Other' },
    { documentId: 'sha256:echo', variables: { text: 'a' }, operationName: 7 },
    { documentId: 'sha256:broken' },
    { documentId: 'sha256:two', operationName: 'B' },
    { documentId: 'sha256:two' },
    { documentId: 'sha256:two', operationName: null },
    { documentId: 'sha256:unknown' },
    { documentId: 'sha256:refused' },
    { documentId: 'sha256:device' },
    { documentId: 'sha256:note' },
    { documentId: 'sha256:rows', variables: { limit: 2 } },
    { documentId: 'sha256:rows', variables: { limit: 1_000_000 } },
    { documentId: 'sha256:rows', variables: { limit: 'many' } },
    { documentId: 'sha256:echo', variables: { text: '\u0000' } },
    { documentId: 'sha256:schema' },
    { documentId: 'sha256:nul' },
    { documentId: 'sha256:invalid' },
  ])('is answered directly as by the handler of Apollo: %j', async (body) => {
    const direct = await ask('application/json', body)
    // Weighed media types are for that handler to read.
    expect(direct).toEqual(await ask('application/json;q=0.9', body))
    expect(direct.text).toMatch(/^\{"(?:data|errors)"/)
  })

  it.each([
    [200, 'ADMIN', { documentId: 'sha256:note' }],
    [200, 'USER', { documentId: 'sha256:note' }],
    [200, 'ADMIN', { documentId: 'sha256:schema' }],
    [403, 'USER', { documentId: 'sha256:schema' }],
    [400, 'USER', { documentId: 'sha256:rows', variables: { limit: 2_000 } }],
    [200, 'USER', { documentId: 'sha256:broken' }],
  ])('is answered directly in production with %i to %s as by that handler: %j', async (status, role, body) => {
    // Each way has a caller of its own, as both take of the caller's budget.
    const as = (userId: string) => ({ of: production, claims: { role, sub: `${userId} ${JSON.stringify(body)}` } })
    const direct = await ask('application/json', body, as('a'))
    expect(direct.status).toBe(status)
    expect(direct).toEqual(await ask('application/json;q=0.9', body, as('b')))
    expect(direct.text).not.toContain('"cost"')
  })

  it('is refused, with the time to wait, to a caller whose budget is used up, as by that handler', async () => {
    const body = { documentId: 'sha256:rows', variables: { limit: 400 } }
    const refusals = []
    for (const accept of ['application/json', 'application/json;q=0.9']) {
      const as = { of: production, claims: { sub: `spender ${accept}` } }
      expect((await ask(accept, body, as)).status).toBe(200)
      const { status, headers, text } = await ask(accept, body, as)
      expect(headers['retry-after']).toMatch(/^\d$/)
      refusals.push([status, Object.keys(headers).sort(), text.replaceAll(/\d+ s\b|"retryAfterSeconds":\d/g, 'soon')])
    }
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]?.[0]).toBe(429)
  })
})
