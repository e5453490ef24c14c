import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSmallGateway, type SmallService, type TestGateway } from '../support/gateway-services.ts'
import { tokenFor } from '../support/hosted-service.ts'

const SERVICES: readonly SmallService[] = [
  {
    name: 'incident',
    sdl: 'type Query { echo(text: String!): String @access broken: String @access }',
    resolvers: {
      Query: {
        echo: (_source: unknown, { text }: { text: string }) => text,
        broken: () => {
          throw new Error('secret')
        },
      },
    },
  },
]
const DOCUMENTS = new Map([
  ['sha256:echo', 'query Echo($text: String!) { echo(text: $text) }'],
  ['sha256:broken', 'query Broken { broken echo(text: "ü") }'],
  ['sha256:two', 'query A { a: echo(text: "a") } query B { b: echo(text: "b") }'],
])

let gateway: TestGateway | null = null
beforeAll(async () => {
  gateway = await openSmallGateway(SERVICES, {}, { documents: DOCUMENTS })
})
afterAll(() => gateway?.close())

const ask = async (accept: string, body: object) => {
  const answer = await fetch(`http://127.0.0.1:${gateway?.publicPort}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-trace-id': '0123456789abcdef0123456789abcdef',
      authorization: `Bearer ${await tokenFor({})}`,
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
    { documentId: 'sha256:unknown' },
  ])('is answered directly as by the handler of Apollo: %j', async (body) => {
    const direct = await ask('application/json', body)
    // Weighed media types are for that handler to read.
    expect(direct).toEqual(await ask('application/json;q=0.9', body))
    expect(direct.text).toMatch(/^\{"(?:data|errors)"/)
  })
})
