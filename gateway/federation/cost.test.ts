import { buildSchema, getOperationAST, getVariableValues, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { costOf } from './cost.rules.ts'
import { readListSizes, withIntrospection } from './list-sizes.rules.ts'

const DIRECTIVES = `
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
  directive @cost(weight: Int!) on FIELD_DEFINITION
  directive @inaccessible on FIELD_DEFINITION | OBJECT
`
const SDL = `${DIRECTIVES}
  type Query {
    atms(size: Int = 20): Page! @listSize(assumedSize: 200, slicingArguments: ["size"], sizedFields: ["content"])
    gaps(limit: Int = 100): [Gap!]! @listSize(assumedSize: 1000, slicingArguments: ["limit"])
    days(from: String!): [Day!]! @listSize(assumedSize: 400)
    between(first: Int, last: Int): [Gap!]! @listSize(assumedSize: 100, slicingArguments: ["first", "last"])
    heavy: Day @cost(weight: 30)
    one: Atm
    any: Any
  }
  union Any = Atm | Day
  type Page { content: [Atm!]! last: Atm total: Int! }
  type Atm { id: Int! gaps(first: Int = 50): [Gap!]! @listSize(assumedSize: 200, slicingArguments: ["first"])
    tags: [String!]! @listSize(assumedSize: 8) site: Site }
  type Site { name: String! }
  type Day { date: String! note: String @cost(weight: 9) }
  type Gap { id: Int! atm: Atm }
`
const schema = buildSchema(SDL)
const listSizes = withIntrospection(readListSizes([parse(SDL)]), schema)

const NO_SIZES = readListSizes([])
const NOTHING = { values: 0, depth: 0, fields: 0, pageSize: 0 }

const cost = (query: string, given: Record<string, unknown> = {}) => {
  const document = parse(query)
  const operation = getOperationAST(document)
  if (operation === null || operation === undefined) throw new Error('no operation')
  const { coerced: variables = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], given)
  return costOf({ schema, listSizes, document, operation, variables })
}
const values = (query: string, given: Record<string, unknown> = {}) => cost(query, given).values

describe('the cost of an operation', () => {
  it('is the number of objects and fields that it asks for', () => {
    expect(values('{ one { id site { name } } }')).toBe(4)
    expect(values('{ gaps(limit: 3) { atm { id } } }')).toBe(9)
    expect(values('{ one { a: id b: id __typename } }')).toBe(4)
    expect(values('{ one { tags } }')).toBe(3)
  })

  it('takes the default of an argument that is left out, and of a variable that is not given', () => {
    expect(values('{ gaps { id } }')).toBe(200)
    expect(values('query ($n: Int = 7) { gaps(limit: $n) { id } }')).toBe(14)
    expect(values('query ($n: Int = 7) { gaps(limit: $n) { id } }', { n: 9 })).toBe(18)
    expect(values('query ($n: Int) { gaps(limit: $n) { id } }')).toBe(200)
    expect(values('query ($s: Int = 200) { atms(size: $s) { content { id } } }')).toBe(401)
  })

  it('takes a size as the resolver does: never above the bound, and the bound where it is none', () => {
    expect(values('{ atms(size: 9999) { content { id } } }')).toBe(401)
    expect(values('{ atms(size: null) { content { id } } }')).toBe(401)
    expect(values('{ atms(size: -1) { content { id } } }')).toBe(401)
    expect(values('{ atms(size: 0) { content { id } } }')).toBe(1)
  })

  it('takes the largest of several sizes', () => {
    expect(values('{ between { id } }')).toBe(200)
    expect(values('{ between(first: 3) { id } }')).toBe(6)
    expect(values('{ between(first: 3, last: 5) { id } }')).toBe(10)
    expect(values('{ between(first: 300, last: 5) { id } }')).toBe(200)
  })

  it('says how large the largest page is that is asked for, lists left aside', () => {
    const pageSize = (query: string, given: Record<string, unknown> = {}) => cost(query, given).pageSize
    expect(pageSize('{ atms(size: 9999) { content { gaps(first: 10000) { id } } } }')).toBe(9_999)
    expect(pageSize('{ atms { content { id } } }')).toBe(20)
    expect(pageSize('{ a: atms(size: 3) { total } b: atms(size: 7) { total } gaps { id } }')).toBe(7)
    expect(pageSize('query ($s: Int) { ...P } fragment P on Query { atms(size: $s) { total } }', { s: 300 })).toBe(300)
    expect(pageSize('{ gaps(limit: 10000) { id } }')).toBe(0)
  })

  it('counts a list without a size argument by its bound', () => {
    expect(values('{ days(from: "x") { date } }')).toBe(800)
  })

  it('counts the weight of a field once for each time that it is given', () => {
    expect(values('{ heavy { date } }')).toBe(32)
    expect(values('{ days(from: "x") { note } }')).toBe(400 * 11)
  })

  it('counts a page with the rows of its content, under aliases and through fragments too', () => {
    expect(values('{ atms(size: 200) { total content { id } } }')).toBe(402)
    expect(values('{ atms(size: 200) { a: content { id } ...P } } fragment P on Page { content { id } }')).toBe(801)
  })

  it('counts what a page gives beside its content once', () => {
    expect(values('{ atms(size: 200) { last { id } } }')).toBe(3)
  })

  it('counts a fragment with the size of each page that it is used on', () => {
    expect(
      values('{ a: atms(size: 200) { ...P } b: atms(size: 100) { ...P } } fragment P on Page { content { id } }'),
    ).toBe(401 + 201)
  })

  it('counts `__typename` as one value, of unions too, and fragments by their types', () => {
    expect(cost('{ __typename }')).toEqual({ values: 1, depth: 1, fields: 1, pageSize: 0 })
    expect(values('{ any { __typename ... on Atm { gaps(first: 3) { id } } ... on Day { note } } }')).toBe(2 + 6 + 10)
    expect(values('{ any { ...A } } fragment A on Atm { gaps(first: 3) { id } }')).toBe(7)
    expect(values('{ ... { one { ... { id } } } }')).toBe(2)
  })

  it('is 0 for a fragment or a root type that does not exist', () => {
    expect(cost('{ ...Gone }')).toEqual(NOTHING)
    expect(cost('mutation { one { id } }')).toEqual(NOTHING)
  })

  it('is unknown where a bound names an argument that the schema does not have', () => {
    const [document, other] = [parse('{ gaps { id } }'), buildSchema(SDL.replace('gaps(limit: Int = 100)', 'gaps'))]
    const operation = getOperationAST(document)
    if (!operation) throw new Error('no operation')
    const ask = () => costOf({ schema: other, listSizes, document, operation, variables: {} })
    expect(ask).toThrow('Query.gaps has no argument limit')
  })

  it('multiplies from level to level, under aliases and through fragments', () => {
    expect(values('{ gaps(limit: 10) { atm { gaps { atm { gaps { id } } } } } }')).toBeGreaterThan(50_000)
    expect(values('{ a: gaps { id } b: gaps { id } }')).toBe(400)
    expect(cost('{ ...F } fragment F on Query { gaps { ... on Gap { atm { id } } } }')).toEqual({
      values: 300,
      depth: 3,
      fields: 3,
      pageSize: 0,
    })
  })

  it('counts the fields of the text wherever a fragment is used', () => {
    expect(cost('{ a: one { ...F } b: one { ...F } } fragment F on Atm { id site { name } }').fields).toBe(8)
  })

  it('reads a fragment once, however often it is used', () => {
    const levels = Array.from({ length: 40 }, (_value, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)
    expect(values(`{ ...F0 } ${levels.join(' ')} fragment F40 on Query { one { id } }`)).toBe(2 ** 41)
  })

  it('of introspection is a quarter of what it answers, as no service is asked', () => {
    const types = Object.keys(schema.getTypeMap()).length
    expect(values('{ __schema { types { name } } }')).toBe((1 + types * 2) / 4)
    expect(values('{ __schema { types { fields { name } } } }')).toBe((1 + types * (1 + 4 * 2)) / 4)
    expect(cost('{ __type(name: "Atm") { name kind } }')).toEqual({ values: 0.75, depth: 2, fields: 3, pageSize: 0 })
    expect(values('{ __type(name: "Atm") { ofType { ofType { name } } } }')).toBe((1 + (1 + 1) / 2) / 4)
    expect(cost('{ __type(name: "Atm") { ofType { ofType { ofType { name } } } } }').depth).toBe(1)
  })

  it('of the query that took all memory is above the limit', () => {
    const bomb = `{ gaps(limit: 10) { atm { ${'gaps { atm { '.repeat(8)} id ${'} }'.repeat(8)} } } }`
    expect(values(bomb)).toBeGreaterThan(20_000)
  })
})

describe('the bounds of lists', () => {
  const read = (sdl: string) => readListSizes([parse(`${DIRECTIVES}${sdl}`)])

  it('are declared for every list and page of the graph', () => {
    const sdl = (size: string) => `
      type Query { a: [Int!]! b(size: Int): Page ${size} c: [Int] @listSize(assumedSize: 3) d: Page }
      type Page { content: [Int!]! }`
    expect(() => read(sdl(''))).toThrow(/no @listSize: Query\.a, Page\.content$/)
    const sized = '@listSize(assumedSize: 3, slicingArguments: ["size"], sizedFields: ["content"])'
    expect(() => read(sdl(sized))).toThrow(/no @listSize: Query\.a, Query\.d$/)
  })

  it('are needed where a single list has none, beside the content of a page too', () => {
    expect(() => read('type Query { a: Int } extend type Query { b: [Int] }')).toThrow(/no @listSize: Query\.b$/)
    const sized = '@listSize(assumedSize: 3, sizedFields: ["content"])'
    expect(() => read(`type Query { a: Page ${sized} } type Page { content: [Int!]! others: [Int] }`)).toThrow(
      /no @listSize: Page\.others$/,
    )
    expect(() => read('input Ids { ids: [Int] } interface Listed { ids: [Int] }')).not.toThrow()
  })

  it('of the fields of a type in introspection are their mean, rounded up', () => {
    const mean = (fields: number) => {
      const names = Array.from({ length: fields }, (_value, n) => `a${n}: Int`)
      const { lists } = withIntrospection(NO_SIZES, buildSchema(`type Query { ${names.join(' ')} }`))
      return [...lists]
    }
    // Besides `Query` there are eleven types, those of introspection with 40 fields.
    expect(mean(1)).toEqual([
      ['__Schema.types', { max: 12, slicing: [], sized: [] }],
      ['__Schema.directives', { max: 5, slicing: [], sized: [] }],
      ['__Type.fields', { max: 4, slicing: [], sized: [] }],
      ['__Type.ofType', { max: 0.5, slicing: [], sized: [] }],
    ])
    expect(mean(8)).toEqual(mean(1))
    expect(mean(9)).toContainEqual(['__Type.fields', { max: 5, slicing: [], sized: [] }])
  })

  it('name an argument of their field, of the type Int, and a size', () => {
    const list = (args: string, size: string) => `type Query { a${args}: [Int!]! @listSize(${size}) }`
    const sliced = 'assumedSize: 1, slicingArguments: ["size"]'
    expect(() => read(list('', sliced))).toThrow('Query.a @listSize: there is no argument size of type Int')
    expect(() => read(list('(size: String)', sliced))).toThrow('no argument size of type Int')
    expect(() => read(list('(size: Int!)', 'slicingArguments: ["size"]'))).toThrow('there is no assumedSize')
    expect(read(list('(size: Int!)', sliced)).lists.get('Query.a')).toEqual({ max: 1, slicing: ['size'], sized: [] })
  })

  it('are not needed where no client of the graph can look', () => {
    expect(read('type Query { a: [Int!]! @inaccessible b: T } type T @inaccessible { c: [Int] }').lists.size).toBe(0)
  })
})
