import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { buildSchema, type GraphQLSchema, getOperationAST, type OperationTypeNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { callerOf } from '../../subgraphs/kit/auth/principal.testing.ts'
import { GRAPH_LIMITS, type GraphLimits } from '../../subgraphs/kit/config/graph-limits.ts'
import { createCostLimit, limitCost } from './cost-limit.ts'
import type { GraphContext } from './data-sources.ts'
import { hooksPlugin } from './operation-hooks.ts'

const SDL = `
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
  directive @cost(weight: Int!) on FIELD_DEFINITION
  type Query {
    rows(limit: Int = 100): [Row!] @listSize(assumedSize: 30000, slicingArguments: ["limit"])
    row: Row
    found(name: String, size: Int): Row
    plain: Int
    kind(kind: Kind, filter: Filter): Int
    listed(ids: [Int!]): Int
    page(size: Int = 20): Page @listSize(assumedSize: 200, slicingArguments: ["size"], sizedFields: ["content"])
  }
  type Page { content: [Row!] total: Int }
  type Row { id: Int deeper: Row }
  enum Kind { CASH_IN }
  input Filter { agentAtmId: String }
`

const principal = callerOf({ userId: 'u', institutions: [] })

const refusing = (limits: Partial<GraphLimits> = {}, nowMs = () => 0, production = true) =>
  limitCost(
    createCostLimit({
      contracts: [SDL],
      limits: { ...GRAPH_LIMITS, costPerSecond: 1_000_000_000, ...limits },
      nowMs,
    }),
    { production },
  )

const usual = refusing()

const ask = async (
  query: string,
  {
    variables = {},
    operationName,
    plugin = usual,
    userId = 'u',
    isChange = false,
  }: {
    variables?: Record<string, unknown>
    operationName?: string
    plugin?: typeof usual
    userId?: string
    isChange?: boolean
  } = {},
  schema: GraphQLSchema = buildSchema(SDL),
) => {
  let budgetCost: number | undefined
  // A server hands a copy of the context to its plugins.
  const noteValues: ApolloServerPlugin<GraphContext> = {
    requestDidStart: async () => ({
      async willSendResponse({ contextValue }) {
        budgetCost = contextValue.budgetCost
      },
    }),
  }
  const server = new ApolloServer<GraphContext>({ schema, plugins: [hooksPlugin([plugin]), noteValues] })
  try {
    const { body, http } = await server.executeOperation(
      { query, variables, ...(operationName === undefined ? {} : { operationName }) },
      {
        contextValue: {
          caller: { principal: { ...principal, userId }, token: null, traceId: 'trace' },
          authorization: '',
          ...(isChange ? { isChange } : {}),
        },
      },
    )
    if (body.kind !== 'single') throw new Error('the answer comes in parts')
    const { data, errors, extensions } = body.singleResult
    return { data, errors, extensions, status: http.status, budgetCost }
  } finally {
    await server.stop()
  }
}

const refused = (message: string, code = 'BAD_USER_INPUT', status = 400) => ({
  status,
  budgetCost: undefined,
  errors: [{ message, extensions: { code } }],
})

const levels = (count: number) => `{ row ${'{ deeper '.repeat(count - 2)}{ id }${' }'.repeat(count - 1)}`
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_value, n) => `a${n}: ${field}`).join(' ')
/** An operation of so many fields. */
const rows = (count: number) => `{ row { ${Array.from({ length: count - 1 }, () => 'id').join(' ')} } }`

describe('an operation', () => {
  it('may ask for 20,000 values and for no more', async () => {
    expect(await ask('{ rows(limit: 10000) { id } }')).toMatchObject({
      data: { rows: null },
      errors: undefined,
      budgetCost: 20_040,
    })
    expect(await ask('{ plain rows(limit: 10000) { id } }')).toMatchObject(
      refused(
        'An operation may ask for 20000 values at most, by the bounds of its lists; this one asks for 20001. ' +
          'Ask for smaller pages, fewer fields or fewer levels.',
        'MAX_COST_EXCEEDED',
      ),
    )
    expect(await ask('{ rows(limit: 30000) { id } }')).toMatchObject({ data: undefined, status: 400 })
  })

  it('may have 15 levels and no more', async () => {
    expect(await ask(levels(15))).toMatchObject({ data: { row: null }, errors: undefined, budgetCost: 15 + 15 * 20 })
    expect(await ask(levels(16))).toMatchObject(
      refused('An operation may be 15 levels deep at most; this one has 16.', 'MAX_DEPTH_EXCEEDED'),
    )
  })

  it('may have 300 fields and no more', async () => {
    expect(await ask(rows(300))).toMatchObject({ errors: undefined, budgetCost: 300 + 300 * 20 })
    expect(await ask(rows(301))).toMatchObject(
      refused(
        'An operation may have 300 fields at most, those of its fragments wherever they are used; ' +
          'this one has 301. Send several.',
        'MAX_FIELDS_EXCEEDED',
      ),
    )
  })

  it('may have 100 aliases and no more', async () => {
    expect(await ask(`{ row { ${aliases(100, 'id')} } }`)).toMatchObject({ errors: undefined })
    expect(await ask(`{ row { ${aliases(101, 'id')} } }`)).toMatchObject(
      refused('A document may have 100 aliases at most; this one has 101. Send several.', 'MAX_ALIASES_EXCEEDED'),
    )
  })

  it('may have 50 root fields and no more, those of fragments included', async () => {
    expect(await ask(`{ ${aliases(50, 'plain')} }`)).toMatchObject({ errors: undefined })
    const message = 'An operation may ask for 50 root fields at most; this one asks for 51. Send several.'
    expect(await ask(`{ ${aliases(51, 'plain')} }`)).toMatchObject(refused(message, 'MAX_ROOT_FIELDS_EXCEEDED'))
    const half = `fragment F on Query { ... { ${aliases(17, 'plain')} } }`
    expect(await ask(`{ ...F ...F ... on Query { ...F } } ${half}`)).toMatchObject(
      refused(message, 'MAX_ROOT_FIELDS_EXCEEDED'),
    )
  })

  it('may have 50 directives and no more', async () => {
    const included = (count: number) =>
      `{ row { ${Array.from({ length: count }, () => 'id @include(if: true)').join(' ')} } }`
    expect(await ask(included(50))).toMatchObject({ errors: undefined })
    expect(await ask(included(51))).toMatchObject(
      refused('A document may have 50 directives at most; this one has 51.', 'MAX_DIRECTIVES_EXCEEDED'),
    )
  })

  it('may ask for pages of 1,000 records, and for no larger ones', async () => {
    expect(await ask('{ page(size: 1000) { total } }')).toMatchObject({ errors: undefined })
    const message = 'A page of 1000 records may be asked for at most, not of 1001; ask for several pages.'
    expect(await ask('query ($n: Int) { page(size: $n) { total } }', { variables: { n: 1_001 } })).toMatchObject(
      refused(message, 'MAX_PAGE_SIZE_EXCEEDED'),
    )
  })

  it('is limited as the platform is configured', async () => {
    const plugin = refusing({
      maxDepth: 2,
      maxFields: 6,
      maxAliases: 2,
      maxRootFields: 4,
      maxDirectives: 1,
      maxPageSize: 10,
      maxCost: 8,
    })
    const codes = async (query: string) =>
      (await ask(query, { plugin })).errors?.map(({ extensions }) => extensions?.code)
    expect(await codes('{ row { id deeper { __typename } } }')).toEqual(['MAX_DEPTH_EXCEEDED'])
    expect(await codes('{ plain plain plain plain plain }')).toEqual(['MAX_ROOT_FIELDS_EXCEEDED'])
    expect(await codes('{ row { id id id id id id } }')).toEqual(['MAX_FIELDS_EXCEEDED'])
    expect(await codes(`{ ${aliases(3, 'plain')} }`)).toEqual(['MAX_ALIASES_EXCEEDED'])
    expect(await codes('{ row @skip(if: false) { id @skip(if: false) } }')).toEqual(['MAX_DIRECTIVES_EXCEEDED'])
    expect(await codes('{ page(size: 11) { total } }')).toEqual(['MAX_PAGE_SIZE_EXCEEDED'])
    expect(await codes('{ rows(limit: 5) { id } }')).toEqual(['MAX_COST_EXCEEDED'])
    expect(await codes('{ rows(limit: 4) { id } }')).toBeUndefined()
  })

  it('is refused for a while where its caller has used up the budget, and no other caller is', async () => {
    let nowMs = 0
    const plugin = refusing({ costPerSecond: 100 }, () => nowMs)
    // Five seconds' worth may come at once; what is too much is waited for.
    for (let n = 0; n < 2; n += 1)
      expect(await ask('{ rows(limit: 200) { id } }', { plugin })).toMatchObject({ errors: undefined, budgetCost: 440 })
    const spent = await ask('{ plain }', { plugin })
    expect(spent).toMatchObject(
      refused('Your operations may cost 100 values a second; try again in 4 s.', 'COST_BUDGET_EXCEEDED', 429),
    )
    expect(spent.errors?.[0]?.extensions?.retryAfterSeconds).toBe(4)
    expect(await ask('{ plain }', { plugin, userId: 'other' })).toMatchObject({ errors: undefined })
    nowMs = 4_000
    expect(await ask('{ plain }', { plugin })).toMatchObject({ errors: undefined })
  })

  it('for a change of a subscription takes from a budget of its own, a quarter of the other', async () => {
    let nowMs = 0
    const plugin = refusing({ costPerSecond: 100 }, () => nowMs)
    expect(await ask('{ rows(limit: 60) { id } }', { plugin, isChange: true })).toMatchObject({ budgetCost: 160 })
    const spent = await ask('{ plain }', { plugin, isChange: true })
    expect(spent).toMatchObject(
      refused('Your subscriptions may cost 25 values a second; try again in 2 s.', 'COST_BUDGET_EXCEEDED', 429),
    )
    expect(await ask('{ plain }', { plugin })).toMatchObject({ errors: undefined })
    nowMs = 2_000
    expect(await ask('{ plain }', { plugin, isChange: true })).toMatchObject({ errors: undefined })
  })

  it('takes nothing from the budget where it is refused', async () => {
    const plugin = refusing({ costPerSecond: 100 })
    for (let n = 0; n < 50; n += 1)
      expect(await ask('{ rows(limit: 30000) { id } }', { plugin })).toMatchObject({ status: 400 })
    expect(await ask('{ plain }', { plugin })).toMatchObject({ errors: undefined })
  })

  it('says what it costs, but not in production', async () => {
    const plugin = refusing({}, () => 0, false)
    expect((await ask('{ rows(limit: 7) { id } }', { plugin })).extensions).toEqual({
      cost: { requested: 14, maximum: 20_000, depth: 2, fields: 2 },
    })
    expect((await ask('{ rows(limit: 30000) { id } }', { plugin })).extensions).toBeUndefined()
    expect((await ask('{ nothing }', { plugin })).extensions).toBeUndefined()
    expect((await ask('{ plain }')).extensions).toBeUndefined()
  })

  it('costs what its variables ask for, or what the bounds of the services say where these ask for none', async () => {
    const query = 'query ($n: Int = 7) { rows(limit: $n) { id } }'
    expect((await ask(query)).budgetCost).toBe(14 + 40)
    expect((await ask(query, { variables: { n: 9 } })).budgetCost).toBe(18 + 40)
    expect(await ask('query ($n: Int) { rows(limit: $n) { id } }', { variables: { n: null } })).toMatchObject({
      status: 400,
      budgetCost: undefined,
    })
  })

  it('is computed once for all lists in its variables, as no list is a size', async () => {
    const schema = buildSchema(SDL)
    let computed = 0
    const watched = Object.assign(Object.create(schema), {
      getRootType(operation: OperationTypeNode) {
        computed += 1
        return schema.getRootType(operation)
      },
    })
    const { admit } = createCostLimit({ contracts: [SDL], nowMs: () => 0 })
    const document = parse('query ($ids: [Int!], $limit: Int) { listed(ids: $ids) rows(limit: $limit) { id } }')
    const operation = getOperationAST(document)
    if (!operation) throw new Error('no operation')
    const costOf = (given: Record<string, unknown>) =>
      admit({ schema: watched, document, operation, given }, principal, 'operations').values
    expect([costOf({ ids: [1], limit: 1 }), costOf({ ids: [2, 3], limit: 1 }), costOf({ limit: 1 })]).toEqual([3, 3, 3])
    expect(computed).toBe(1)
    expect(costOf({ ids: [1], limit: 2 })).toBe(5)
    expect(computed).toBe(2)
  })

  it('counts the lists of introspection by those of the schema, of every schema anew', async () => {
    const small = buildSchema(SDL)
    const types = Object.keys(small.getTypeMap()).length
    const query = '{ __schema { types { name } } }'
    expect((await ask(query, {}, small)).budgetCost).toBe((1 + types * 2) / 4 + 60)
    const more = buildSchema(`${SDL} type Another { id: Int }`)
    expect((await ask(query, {}, more)).budgetCost).toBe((1 + (types + 1) * 2) / 4 + 60)
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

  it('is sent no names of the schema and no card numbers where variables do not fit', async () => {
    const message = async (type: string, value: unknown) =>
      (await ask(`query ($v: ${type}) { kind(${type.toLowerCase()}: $v) }`, { variables: { v: value } })).errors?.[0]
        ?.message
    expect(await message('Kind', 'CASH_I')).toBe(
      'Variable "$v" got invalid value "CASH_I"; Value "CASH_I" does not exist in "Kind" enum.',
    )
    expect(await message('Filter', { agentAtmI: 'a' })).toBe(
      'Variable "$v" got invalid value { agentAtmI: "a" }; Field "agentAtmI" is not defined by type "Filter".',
    )
    const masked = await message('Filter', { agentAtmId: 4_111_111_111_111_111 })
    expect(masked).toContain('got invalid value')
    expect(masked).not.toContain('111111111')
    expect(await message('Kind', 'x'.repeat(1_000))).toHaveLength(200)
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

  it('is refused where its name is not in the text, or is needed, and where it is a subscription', async () => {
    expect(await ask('query A { plain } query B { plain }')).toMatchObject(
      refused('The request names no operation of its text: give the name of one of them as `operationName`.'),
    )
    expect(await ask('query A { plain } query B { a: plain }', { operationName: 'B' })).toMatchObject({
      data: { a: null },
    })
    const withSubscription = buildSchema(`${SDL} type Subscription { plain: Int }`)
    expect(await ask('subscription { plain }', {}, withSubscription)).toMatchObject(
      refused('Subscriptions are answered as server-sent events; send it to /graphql/stream.'),
    )
  })
})

describe('contracts', () => {
  it('are refused at start where a list has no bound', () => {
    const contracts = ['type Query { a: [Int!] }', 'type Query { b: [Int!] }']
    expect(() => createCostLimit({ contracts })).toThrow('these lists have no @listSize: Query.a, Query.b')
  })
})
