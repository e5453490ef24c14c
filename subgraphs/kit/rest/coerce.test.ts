import { buildSchema, type GraphQLInputType } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { FieldFault } from '../common/errors.ts'
import { scalarResolvers } from '../graphql/scalars.ts'
import { compileCoerce, type Source, type Taken, takeJson } from './coerce.ts'

const schema = buildSchema(`
  directive @restName(name: String!) on INPUT_FIELD_DEFINITION | ENUM_VALUE
  scalar SafeInt scalar DateTime scalar LocalDateTime scalar Date scalar UUID scalar JSON scalar Bytes scalar Odd
  enum Kind { CARD CASH @restName(name: "notes") COIN }
  directive @strict on INPUT_OBJECT
  input Filter @strict { kind: String renamed: Int @restName(name: "other") leaf: Leaf }
  input Filtered { filter: Filter }
  input Leaf { n: Int! m: Int! = 3 renamed: String @restName(name: "other") more: [Leaf!] }
  type Query {
    field(
      int: Int int2: Int! safe: SafeInt float: Float boolean: Boolean string: String id: ID dateTime: DateTime
      localDateTime: LocalDateTime date: Date uuid: UUID json: JSON bytes: Bytes odd: Odd kind: Kind
      ints: [Int!] ints2: [Int]! kinds: [Kind!] leaf: Leaf leaf2: Leaf!
      filter: Filter filtered: Filtered filters: [Filter!]
    ): Int
  }
`)
for (const [name, scalar] of Object.entries(scalarResolvers)) {
  const { parseValue, parseLiteral } = scalar
  Object.assign(schema.getType(name) ?? {}, { parseValue, parseLiteral })
}
Object.assign(schema.getType('Odd') ?? {}, {
  parseValue: () => {
    throw new Error('odd')
  },
})

const typeOf = (argument: string): GraphQLInputType => {
  const found = schema
    .getQueryType()
    ?.getFields()
    .field?.args.find(({ name }) => name === argument)
  if (found === undefined) throw new Error(argument)
  return found.type
}

const read = (argument: string, source: Source, value: unknown, path = 'at', taken: Taken = null) => {
  const faults: FieldFault[] = []
  const result = compileCoerce(typeOf(argument), source, taken)(value, path, faults)
  return faults.length === 0 ? result : { faults: faults.map(({ field, message }) => `${field} ${message}`) }
}
const faulty = (...faults: string[]) => ({ faults })

describe('a value of a query', () => {
  it.each([
    ['int', '7', 7],
    ['int', '-7', -7],
    ['safe', '9007199254740991', 9_007_199_254_740_991],
    ['float', '1.5', 1.5],
    ['float', '-0.25', -0.25],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['string', '7', '7'],
    ['string', 'true', 'true'],
    ['kind', 'CARD', 'CARD'],
    ['kind', 'notes', 'CASH'],
    ['ints', '7', [7]],
    ['ints', ['7', '8'], [7, 8]],
    ['int', null, null],
    ['ints', null, null],
    ['uuid', '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11', '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11'],
  ])('that is %s: %j is read as %j', (argument, given, value) => {
    expect(read(argument, 'text', given)).toEqual(value)
  })

  it.each([
    ['int', '1x', 'a whole number of at most 32 bits, not "1x"'],
    ['int', 'x1', 'a whole number of at most 32 bits, not "x1"'],
    ['int', '1.', 'a whole number of at most 32 bits, not "1."'],
    ['int', '1e3', 'a whole number of at most 32 bits, not "1e3"'],
    ['int', '2147483648', 'a whole number of at most 32 bits, not "2147483648"'],
    ['safe', '1.5', 'a whole number, not "1.5"'],
    ['float', 'x', 'a number, not "x"'],
    ['boolean', 'TRUE', 'true or false, not "TRUE"'],
    ['dateTime', 'x', 'an ISO 8601 instant such as 2026-11-20T08:15:00Z, of the years 2 to 9998, not "x"'],
    ['localDateTime', 'x', 'a local date-time such as 2026-11-20T08:15:00, not "x"'],
    ['date', 'x', 'a date such as 2026-11-20, from 1900-01-01 to 9998-12-31, not "x"'],
    ['uuid', 'x', 'a UUID, not "x"'],
    ['odd', 'x', 'a value of type Odd, not "x"'],
    ['kind', 'CASH', 'one of CARD, notes, COIN, not "CASH"'],
  ])('that is %s: %j is refused', (argument, given, words) => {
    expect(read(argument, 'text', given)).toEqual(faulty(`at must be ${words}`))
  })

  it('is one of the values of an enum that the route takes', () => {
    expect(read('kind', 'text', 'notes', 'kind', ['CASH'])).toBe('CASH')
    expect(read('kind', 'text', 'CARD', 'kind', ['CASH', 'COIN'])).toEqual(
      faulty('kind must be one of notes, COIN, not "CARD"'),
    )
    expect(read('kinds', 'text', ['CARD', 'COIN'], 'kinds', ['COIN'])).toEqual(
      faulty('kinds[0] must be one of COIN, not "CARD"'),
    )
  })
})

describe('a value of JSON', () => {
  it.each([
    ['int', 7, 7],
    ['boolean', true, true],
    ['string', 'a', 'a'],
    ['json', { a: [1] }, { a: [1] }],
    ['ints', [], []],
    ['ints2', [1, null], [1, null]],
    ['leaf', null, null],
    ['leaf', { n: 1, unknown: 2 }, { n: 1 }],
    ['leaf', { n: 1, m: 2, other: 'x', renamed: 'y' }, { n: 1, m: 2, renamed: 'x' }],
    ['leaf', { n: 1, more: [{ n: 2, more: [{ n: 3 }] }] }, { n: 1, more: [{ n: 2, more: [{ n: 3 }] }] }],
  ])('that is %s: %j is taken as %j', (argument, given, value) => {
    expect(read(argument, 'json', given)).toEqual(value)
  })

  it.each<[string, unknown, ...string[]]>([
    ['int', '7', 'at must be a whole number of at most 32 bits, not "7"'],
    ['int', true, 'at must be a whole number of at most 32 bits, not true'],
    ['int', [], 'at must be a whole number of at most 32 bits, not a list'],
    ['int', {}, 'at must be a whole number of at most 32 bits, not an object'],
    ['boolean', 'true', 'at must be true or false, not "true"'],
    ['string', 7, 'at must be a text, not 7'],
    ['id', {}, 'at must be a text, not an object'],
    ['string', 'a\u0000', 'at must not contain the NUL character'],
    ['json', { a: 'b\u0000' }, 'at.a must not contain the NUL character'],
    ['kind', 7, 'at must be one of CARD, notes, COIN, not 7'],
    ['int2', null, 'at must not be null'],
    ['leaf2', null, 'at must not be null'],
    ['ints', 7, 'at must be a list, not 7'],
    ['ints', [1, 'x', null], 'at[1] must be a whole number of at most 32 bits, not "x"', 'at[2] must not be null'],
    ['leaf', [], 'at must be a JSON object, not a list'],
    ['leaf', 'x', 'at must be a JSON object, not "x"'],
    ['leaf', {}, 'at.n is required'],
    ['leaf', { n: null }, 'at.n must not be null'],
    ['leaf', { n: 1, other: 7 }, 'at.other must be a text, not 7'],
    ['leaf', { n: 1, more: [{}] }, 'at.more[0].n is required'],
  ])('that is %s: %j is refused', (argument, given, ...faults) => {
    expect(read(argument, 'json', given)).toEqual(faulty(...faults))
  })

  it('that is the whole body is called so, and its keys by their names', () => {
    expect(read('int', 'json', 'x', '')).toEqual(faulty('body must be a whole number of at most 32 bits, not "x"'))
    expect(read('int2', 'json', null, '')).toEqual(faulty('body must not be null'))
    expect(read('ints', 'json', 'x', '')).toEqual(faulty('body must be a list, not "x"'))
    expect(read('leaf', 'json', 'x', '')).toEqual(faulty('body must be a JSON object, not "x"'))
    expect(read('leaf', 'json', {}, '')).toEqual(faulty('n is required'))
    expect(read('string', 'json', '\u0000', '')).toEqual(faulty('body must not contain the NUL character'))
  })

  it('is looked into no further when a hundred faults are known', () => {
    const { faults = [] }: { faults?: string[] } = Object(read('ints', 'json', Array(150).fill('x')))
    expect(faults).toHaveLength(100)
    expect(faults.at(-1)).toMatch(/^at\[99\] /)
  })

  it('is repeated in the refusal with sixty characters at most, and without card numbers', () => {
    const quoted = (value: unknown) => {
      const { faults = [] }: { faults?: string[] } = Object(read('int', 'json', value))
      return faults[0]?.split(', not ')[1]
    }
    expect(quoted('a'.repeat(58))).toBe(`"${'a'.repeat(58)}"`)
    expect(quoted('a'.repeat(59))).toBe(`"${'a'.repeat(56)}…`)
    expect(quoted('4111 1111 1111 1111')).toBe('"4111 11XX XXXX 1111"')
  })

  it('that is bytes is not looked into', () => {
    const chunks = { text: 'a\u0000' }
    expect(read('bytes', 'json', chunks)).toBe(chunks)
  })
})

describe('a body that its service reads', () => {
  const take = (argument: string, value: unknown, path = '') => {
    const faults: FieldFault[] = []
    return { value: takeJson(typeOf(argument))(value, path, faults), faults }
  }

  it('is taken as it is', () => {
    for (const [argument, value] of [
      ['int', 'x'],
      ['int', null],
      ['ints', ['x', {}]],
      ['ints', null],
      ['ints2', [null]],
      ['leaf2', 'x'],
    ] as const)
      expect(take(argument, value)).toEqual({ value, faults: [] })
  })

  it('has to be there, and a list where one is asked for', () => {
    expect(take('leaf2', null).faults).toEqual([{ field: 'body', message: 'must not be null' }])
    expect(take('ints2', null).faults).toEqual([{ field: 'body', message: 'must not be null' }])
    for (const argument of ['ints', 'ints2'])
      expect(take(argument, {}, 'a').faults).toEqual([{ field: 'a', message: 'must be a list, not an object' }])
  })
})

describe('a value of a strict type', () => {
  it('is taken as any other one', () => {
    expect(read('filter', 'json', { kind: 'CARD', other: 1, leaf: { n: 1, unknown: 2 } })).toEqual({
      kind: 'CARD',
      renamed: 1,
      leaf: { n: 1 },
    })
    expect(read('filter', 'json', {})).toEqual({})
  })

  it('is refused for each field that its type does not have, with those that it has', () => {
    const cure = 'is not known here: known are kind, leaf, other'
    expect(read('filter', 'json', { kynd: 'CARD', renamed: 1 })).toEqual(
      faulty(`at.kynd ${cure}`, `at.renamed ${cure}`),
    )
    expect(read('filter', 'json', { kynd: 1 }, '')).toEqual(faulty(`kynd ${cure}`))
    expect(read('filtered', 'json', { filter: { kynd: null }, other: 1 })).toEqual(faulty(`at.filter.kynd ${cure}`))
    expect(read('filters', 'json', [{}, { kynd: 1 }])).toEqual(faulty(`at[1].kynd ${cure}`))
  })

  it('is refused with a hundred faults at most, and no card number in them', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x${at}`, at]))
    expect(read('filter', 'json', many)).toMatchObject({ faults: { length: 100 } })
    expect(read('filter', 'json', { ...many, kind: 1, other: 'a' })).toMatchObject({ faults: { length: 100 } })
    const [fault] = Object(read('filter', 'json', { 4111111111111111: 1 })).faults
    expect(fault).toMatch(/^at\.411111XXXXXX1111 is not known here/)
  })
})
