import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListeningService, listenTestService, tokenFor } from '../../../tests/hosted-service.ts'
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
