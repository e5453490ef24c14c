import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { buildSchema, type GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { limitCost } from './cost-limit.ts'
import type { GraphContext } from './data-sources.ts'

const SDL = `
  directive @bound(max: Int!, argument: String) on FIELD_DEFINITION
  directive @weight(values: Int!) on FIELD_DEFINITION
  type Query {
    rows(limit: Int = 100): [Row!] @bound(max: 30000, argument: "limit")
    row: Row
    found(name: String, size: Int): Row
    plain: Int
  }
  type Row { id: Int deeper: Row }
`

const principal = {
  userId: 'u',
  email: null,
  role: 'USER',
  agentAtmId: null,
  unrestricted: false,
  institutions: [],
} as const

const plugin = limitCost([SDL])

const ask = async (
  query: string,
  { variables = {}, operationName }: { variables?: Record<string, unknown>; operationName?: string } = {},
  schema: GraphQLSchema = buildSchema(SDL),
) => {
  let values: number | undefined
  // A server hands a copy of the context to its plugins.
  const noteValues: ApolloServerPlugin<GraphContext> = {
    requestDidStart: async () => ({
      async willSendResponse({ contextValue }) {
        values = contextValue.values
      },
    }),
  }
  const server = new ApolloServer<GraphContext>({ schema, plugins: [plugin, noteValues] })
  try {
    const { body, http } = await server.executeOperation(
      { query, variables, ...(operationName === undefined ? {} : { operationName }) },
      { contextValue: { caller: { principal, token: null, traceId: 'trace' }, authorization: '' } },
    )
    if (body.kind !== 'single') throw new Error('the answer comes in parts')
    const { data, errors } = body.singleResult
    return { data, errors, status: http.status, values }
  } finally {
    await server.stop()
  }
}

const refused = (message: string) => ({
  status: 400,
  values: undefined,
  errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }],
})

const levels = (count: number) => `{ row ${'{ deeper '.repeat(count - 2)}{ id }${' }'.repeat(count - 1)}`
const aliases = (count: number) => `{ ${Array.from({ length: count }, (_value, n) => `a${n}: plain`).join(' ')} }`

describe('an operation', () => {
  it('may ask for 20,000 values and for no more', async () => {
    expect(await ask('{ rows(limit: 10000) { id } }')).toMatchObject({
      data: { rows: null },
      errors: undefined,
      values: 20_040,
    })
    expect(await ask('{ plain rows(limit: 10000) { id } }')).toMatchObject(
      refused(
        'An operation may ask for 20000 values at most, by the bounds of its lists; this one asks for 20001. ' +
          'Ask for smaller pages, fewer fields or fewer levels.',
      ),
    )
    expect(await ask('{ rows(limit: 30000) { id } }')).toMatchObject({ data: undefined, status: 400 })
  })

  it('may have 15 levels and no more', async () => {
    expect(await ask(levels(15))).toMatchObject({ data: { row: null }, errors: undefined, values: 15 + 15 * 20 })
    expect(await ask(levels(16))).toMatchObject(refused('An operation may be 15 levels deep at most; this one has 16.'))
  })

  it('may have 300 fields and no more', async () => {
    expect(await ask(aliases(300))).toMatchObject({ errors: undefined, values: 300 + 300 * 20 })
    expect(await ask(aliases(301))).toMatchObject(
      refused(
        'An operation may have 300 fields at most, those of its fragments wherever they are used; ' +
          'this one has 301. Send several.',
      ),
    )
  })

  it('costs what its variables ask for, or what the bounds of the services say where these ask for none', async () => {
    const query = 'query ($n: Int = 7) { rows(limit: $n) { id } }'
    expect((await ask(query)).values).toBe(14 + 40)
    expect((await ask(query, { variables: { n: 9 } })).values).toBe(18 + 40)
    expect(await ask('query ($n: Int) { rows(limit: $n) { id } }', { variables: { n: null } })).toMatchObject({
      status: 400,
      values: undefined,
    })
  })

  it('counts the lists of introspection by those of the schema, of every schema anew', async () => {
    const small = buildSchema(SDL)
    const types = Object.keys(small.getTypeMap()).length
    const query = '{ __schema { types { name } } }'
    expect((await ask(query, {}, small)).values).toBe((1 + types * 2) / 2 + 60)
    const more = buildSchema(`${SDL} type Another { id: Int }`)
    expect((await ask(query, {}, more)).values).toBe((1 + (types + 1) * 2) / 2 + 60)
  })

  it('is refused for variables that do not fit, with a word on each', async () => {
    const query = 'query ($name: String!, $size: Int!) { found(name: $name, size: $size) { id } }'
    expect(await ask(query, { variables: { name: 7, size: 1.5 } })).toMatchObject(
      refused(
        'Variable "$name" got invalid value 7; String cannot represent a non string value: 7 Variable "$size" ' +
          'got invalid value 1.5; Int cannot represent non-integer value: 1.5',
      ),
    )
    expect((await ask(query, { variables: { name: 'a', size: 1 } })).data).toEqual({ found: null })
  })

  it('has 20 faults of its variables at most', async () => {
    const names = Array.from({ length: 30 }, (_value, n) => `v${n}`)
    const query = `query (${names.map((name) => `$${name}: Int!`).join(' ')}) { ${names
      .map((name) => `${name}: found(size: $${name}) { id }`)
      .join(' ')} }`
    const { errors = [] } = await ask(query)
    expect(errors[0]?.message.match(/of required type/g)).toHaveLength(20)
    expect(errors[0]?.message).toMatch(/Too many errors/)
  })

  it('is refused for a text that no store can hold, in variables and in the operation itself', async () => {
    const query = 'query ($name: String) { found(name: $name) { id } }'
    const extensions = (field: string) => ({
      code: 'BAD_USER_INPUT',
      errors: [{ field, message: 'must not contain the NUL character' }],
    })
    expect((await ask(query, { variables: { name: 'a\u0000' } })).errors).toMatchObject([
      { message: 'name: must not contain the NUL character', extensions: extensions('name') },
    ])
    expect((await ask('{ found(name: "a\\u0000") { id } }')).errors).toMatchObject([
      { message: 'query: must not contain the NUL character', extensions: extensions('query') },
    ])
  })

  it('is one of its text, and no subscription', async () => {
    expect(await ask('query A { plain } query B { plain }')).toMatchObject(
      refused('The request names no operation of its text: give the name of one of them as `operationName`.'),
    )
    expect(await ask('query A { plain } query B { a: plain }', { operationName: 'B' })).toMatchObject({
      data: { a: null },
    })
    const withSubscription = buildSchema(`${SDL} type Subscription { plain: Int }`)
    expect(await ask('subscription { plain }', {}, withSubscription)).toMatchObject(
      refused('There are no subscriptions; what changes is streamed at GET /api/stream.'),
    )
  })
})

describe('contracts', () => {
  it('are refused at start where a list has no bound', () => {
    expect(() => limitCost(['type Query { a: [Int!] }', 'type Query { b: [Int!] }'])).toThrow(
      'these lists have no @bound: Query.a, Query.b',
    )
  })
})
