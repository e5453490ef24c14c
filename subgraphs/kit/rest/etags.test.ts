import { buildSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListeningService, listenTestService, tokenFor } from '../../../tests/support/hosted-service.ts'
import { etagFieldOf, etagSelection, tagged } from './etags.ts'
import { readIfMatch } from './preconditions.rules.ts'

const TAG = '"v,1"'
let service: ListeningService
let token: string

beforeAll(async () => {
  service = await listenTestService({
    sdl: `
      type Query {
        words(of: String!): [String!]! @access @rest(route: "GET /api/words/{of}", etag: "wordsTag")
        wordsTag(of: String!): String! @access
      }`,
    resolvers: {
      Query: {
        words: (_source: unknown, { of }: { of: string }) => [of],
        wordsTag: (_source: unknown, { of }: { of: string }) => `"${of}"`,
      },
    },
  })
  token = await tokenFor({})
})
afterAll(() => service.close())

const ask = (method: 'GET' | 'HEAD', path: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method, url: `/claims${path}`, headers: { authorization: `Bearer ${token}`, ...headers } })

describe('an answer with an entity tag', () => {
  test('names it, and shows nothing else of it', async () => {
    const answer = await ask('GET', '/api/words/one')
    expect([answer.statusCode, answer.json(), answer.headers.etag]).toEqual([200, ['one'], '"one"'])
    expect((await ask('HEAD', '/api/words/one')).headers.etag).toBe('"one"')
  })

  test('is not sent to who has it', async () => {
    const known = await ask('GET', '/api/words/one', { 'if-none-match': '"two", W/"one"' })
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', '"one"'])
    expect((await ask('GET', '/api/words/one', { 'if-none-match': '"two"' })).statusCode).toBe(200)
  })

  test('does not start where its source is no query that it can feed', async () => {
    for (const source of [
      'type Query { b: Int! @access',
      'type Query { b(x: Int): String! @access',
      'type Query { c: String! @access',
    ]) {
      const sdl = `${source} a: String! @access @rest(route: "GET /api/a", etag: "b") }`
      await expect(
        listenTestService({ sdl, resolvers: { Query: { a: () => '', b: () => '', c: () => '' } } }),
      ).rejects.toThrow('"etag" must name')
    }
  })
})

describe('the source of an entity tag', () => {
  const schema = buildSchema(
    'type Query { a(x: Int, y: Int): Int tag: String given(x: Int, y: Int): String! other(x: Int, z: Int): ' +
      'String no: Int }',
  )
  const fields = schema.getQueryType()?.getFields() ?? {}
  const find = (name: string | null) => {
    const { a } = fields
    if (a === undefined) throw new Error('no field')
    return etagFieldOf(name, a, schema, 'here')
  }

  test('is a query for a text that takes what its route has', () => {
    expect(find(null)).toBeNull()
    for (const name of ['tag', 'given']) expect(find(name)).toBe(fields[name])
    for (const name of ['other', 'no', 'nothing'])
      expect(() => find(name)).toThrow(
        'here: "etag" must name a query that gives a String and takes arguments of this field only',
      )
  })

  test('is selected before the answer', () => {
    expect([null, 'tag', 'given'].map((name) => etagSelection(find(name)))).toEqual([
      '',
      'etag: tag ',
      'etag: given(x: $x, y: $y) ',
    ])
  })

  test('says whether the caller has the answer, in one header or in several', () => {
    expect(tagged(null, '"a"')).toEqual({ headers: {}, isKnown: false })
    const headers = { etag: '"a"' }
    for (const known of ['"a"', '*', ['"b"', '"a"'], ['"a"', '"b"']])
      expect(tagged('"a"', known)).toEqual({ headers, isKnown: true })
    for (const unknown of [undefined, '"b"', []]) expect(tagged('"a"', unknown)).toEqual({ headers, isKnown: false })
  })
})

describe('a write that names what its caller has seen', () => {
  const outcome = (header: string | null | undefined): unknown => {
    try {
      readIfMatch(header)(TAG)
      return 'written'
    } catch (error) {
      return Object(error).code
    }
  }

  test.each([undefined, null, '*', ' * ', TAG, ` ${TAG} `, `"x",${TAG}`, `"x" , W/"y", ${TAG}`, `${TAG},`])(
    'is written with %j',
    (header) => {
      expect(outcome(header)).toBe('written')
    },
  )

  test.each(['"x"', `W/${TAG}`, '""', '"v","1"'])('is refused with 412 with %j', (header) => {
    expect(outcome(header)).toBe('PRECONDITION_FAILED')
  })

  test.each(['', ' ', 'v', '"v', 'w/"v"', '"v" "1"', ',"v"', '*, "v"', '"a b"'])(
    'is refused with 400 with %j',
    (header) => {
      expect(outcome(header)).toBe('BAD_USER_INPUT')
    },
  )

  test('is read in time linear to what it names', () => {
    expect(outcome(`${'"x" , '.repeat(100_000)}v`)).toBe('BAD_USER_INPUT')
  })
})
