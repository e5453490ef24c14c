import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestGateway, type TestGateway } from '../support/gateway-services.ts'
import { recordingLog, tokenFor } from '../support/hosted-service.ts'

let gateway: TestGateway
let callers = 0
const { log, lines } = recordingLog()

beforeAll(async () => {
  gateway = await openTestGateway({ log })
})
afterAll(() => gateway.close())

type Sent = { readonly method?: 'GET' | 'POST'; readonly path?: string; readonly body?: string; readonly type?: string }

/** Each is sent by a caller of its own: reading these texts takes of a budget. */
const send = async ({ method = 'POST', path = '', body, type = 'application/json' }: Sent) => {
  callers += 1
  const token = await tokenFor({ role: 'ADMIN', sub: `hostile ${callers}` })
  const answer = await fetch(`http://127.0.0.1:${gateway.publicPort}/graphql${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'apollo-require-preflight': '1',
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

const post = (body: unknown): Sent => ({ body: JSON.stringify(body) })
const query = (text: string, more: object = {}): Sent => post({ query: text, ...more })
const nested = (levels: number, open: string, inner: string, close: string) =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`

const TWO = 'query A { atmList { id } } query B { atmList { id } }'
const ATM = 'query ($id: SafeInt!) { atm(id: $id) { label } }'
const ECHO = 'query ($text: String!) { echo(text: $text) }'

const TYPES = Array.from({ length: 300 }, (_v, n) => `a${n}: types { fields { name type { name } } }`)

/** What a careless or hostile client sends; none of it is an operation that can be run. */
const HOSTILE: Readonly<Record<string, Sent>> = {
  'a subscription': query('subscription { x }'),
  'a subscription to __typename': query('subscription { __typename }'),
  'a name that no operation has': query(TWO, { operationName: 'C' }),
  'a name that the only operation does not have': query('{ atmList { id } }', { operationName: 'C' }),
  'no name for one of two operations': query(TWO),
  'an empty name for one of two operations': query(TWO, { operationName: '' }),
  'a name that is a number': query(TWO, { operationName: 7 }),
  'a name that is an object': query(TWO, { operationName: {} }),
  'variables as a list': query('{ atmList { id } }', { variables: [1] }),
  'variables as a text': query('{ atmList { id } }', { variables: 'x' }),
  'variables as a number': query('{ atmList { id } }', { variables: 7 }),
  'extensions as a text': query('{ atmList { id } }', { extensions: 'x' }),
  'a query that is a number': post({ query: 7 }),
  'a query that is an object': post({ query: {} }),
  'a query that is null': post({ query: null }),
  'an empty query': post({ query: '' }),
  'a query of blanks': post({ query: ' \n,' }),
  'no query': post({}),
  'a body that is null': post(null),
  'a body that is a text': post('x'),
  'a body that is a number': post(7),
  'an empty batch': post([]),
  'a batch': post([{ query: '{ atmList { id } }' }]),
  'an empty body': { body: '' },
  'a body that is no JSON': { body: '{"query":' },
  'a body of form fields': { body: 'query={atmList{id}}', type: 'application/x-www-form-urlencoded' },
  'only fragments': query('fragment F on Atm { id }'),
  'a fragment that uses itself': query('{ atmList { ...F } } fragment F on Atm { id ...F }'),
  'fragments that use each other': query('{ atmList { ...F } } fragment F on Atm { ...G } fragment G on Atm { ...F }'),
  'a type definition': query('type X { a: Int }'),
  'an id above all integers': query(ATM, { variables: { id: 1e300 } }),
  'an id in the text above all integers': query(`{ atm(id: ${'9'.repeat(400)}) { label } }`),
  'an id that is a fraction': query(ATM, { variables: { id: 1.5 } }),
  'an id that is an object': query(ATM, { variables: { id: { a: 1 } } }),
  'an id that JSON reads as infinite': { body: `{"query":${JSON.stringify(ATM)},"variables":{"id":1e999}}` },
  'a variable that is missing': query(ATM),
  'a variable that is null': query(ATM, { variables: { id: null } }),
  'NUL in a variable': query(ECHO, { variables: { text: 'a\u0000b' } }),
  'NUL in the text': query('{ echo(text: "a\\u0000b") }'),
  'half a character in a variable': { body: `{"query":${JSON.stringify(ECHO)},"variables":{"text":"\\ud800"}}` },
  'NUL in the name of the operation': query(TWO, { operationName: 'A\u0000' }),
  'a control character in the text': query('{ atmList { id \u0007 } }'),
  'lists in lists': query(`{ atm(id: ${nested(2_000, '[', '1', ']')}) { label } }`),
  'objects in objects': query(`{ atm(id: ${nested(1_200, '{a:', '1', '}')}) { label } }`),
  'selections in selections': query(nested(2_400, '{a', '{b}', '}')),
  'types in types': query(`query ($a: ${nested(2_000, '[', 'Int', ']')}) { atmList { id } }`),
  'deep variables': { body: `{"query":${JSON.stringify(ATM)},"variables":{"id":${nested(20_000, '[', '1', ']')}}}` },
  'deep variables that nothing uses': {
    body: `{"query":"{ atmList { id } }","variables":{"x":${nested(20_000, '{"a":', '1', '}')}}}`,
  },
  'more than 5,000 tokens': query(`{ ${'a '.repeat(5_001)} }`),
  'aliases of __typename': query(`{ ${Array.from({ length: 2_000 }, (_v, n) => `a${n}: __typename`).join(' ')} }`),
  'lists of lists of introspection': query(
    '{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }',
  ),
  'aliases of introspection': query(`{ __schema { ${TYPES.join(' ')} } }`),
  '@defer': query('{ atmList { ... @defer { id } } }'),
  '@stream': query('{ atmList @stream(initialCount: 1) { id } }'),
  'an unknown directive': query('{ atmList { id @what } }'),
  '@include without a condition': query('{ atmList @include { id } }'),
  '@include with null': query('query ($x: Boolean) { atmList @include(if: $x) { id } }', { variables: { x: null } }),
  'a GET without parameters': { method: 'GET' },
  'a GET with an empty query': { method: 'GET', path: '?query=' },
  'a GET with two queries': { method: 'GET', path: '?query=%7BatmList%7Bid%7D%7D&query=x' },
  'a GET with variables that are no JSON': { method: 'GET', path: '?query=%7BatmList%7Bid%7D%7D&variables=%7B' },
  'a GET with variables that are a list': { method: 'GET', path: '?query=%7BatmList%7Bid%7D%7D&variables=%5B%5D' },
  'a GET with extensions that are no JSON': { method: 'GET', path: '?query=%7BatmList%7Bid%7D%7D&extensions=x' },
  'a GET with a broken escape': { method: 'GET', path: '?query=%E0%A4%A' },
  'a GET with a mutation': { method: 'GET', path: '?query=mutation%7Bnote(text%3A%22a%22)%7Bid%7D%7D' },
  'a persisted query of another version': post({ extensions: { persistedQuery: { version: 2, sha256Hash: 'x' } } }),
  'a persisted query without a hash': post({ extensions: { persistedQuery: { version: 1 } } }),
  'an unknown persisted query': post({ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
  'a GET of a persisted query': {
    method: 'GET',
    path: `?extensions=${encodeURIComponent('{"persistedQuery":{"version":1,"sha256Hash":"x"}}')}`,
  },
  'a document id that is a number': post({ documentId: 7 }),
}

describe('a request that is no operation', () => {
  it.each(Object.entries(HOSTILE))('is refused as the client’s fault: %s', async (_name, sent) => {
    const before = lines.length
    const { status, text } = await send(sent)
    const isRefused = status >= 400 && status < 500 && status !== 429
    expect([isRefused, status, text.slice(0, 200)]).toEqual([true, status, text.slice(0, 200)])
    const answer = JSON.parse(text)
    const { code, traceId } = answer.errors?.[0]?.extensions ?? answer
    expect(code).toMatch(/^[A-Z_]+$/)
    expect(code).not.toBe('INTERNAL')
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(lines.slice(before).filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))).toEqual([])
  })
})

describe('a request with more than it needs', () => {
  it('is answered: a hash beside the text of the operation says nothing more', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'x' } }
    expect(await send(query('{ atmList { id } }', { extensions }))).toMatchObject({ status: 200 })
  })
})
