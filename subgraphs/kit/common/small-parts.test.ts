import { PassThrough } from 'node:stream'
import { buildSchema, GraphQLError, parse, Source } from 'graphql'
import { describe, expect, it } from 'vitest'
import { compileRenameEnums } from '../graphql/enum-names.ts'
import { literalFault } from '../graphql/execute.ts'
import { faultyFieldOf } from '../graphql/graphql-fields.ts'
import { countExpandedFields } from '../graphql/operation-fields.ts'
import { scalarResolvers } from '../graphql/scalars.ts'
import { addDays, isTimeZone, localDateOf } from './dates.ts'
import { findTextFault } from './text-faults.ts'

describe('the fields of a document', () => {
  it.each([
    ['{ a }', 1],
    ['{ a b { c d } }', 4],
    ['{ a { ... { b } ... on X { c } } }', 3],
    ['query A { a } query B { b c } mutation C { d }', 4],
    ['{ ...F ...F } fragment F on Q { a b }', 4],
    ['{ a { ...F } } fragment F on Q { ...G b } fragment G on Q { c { d } }', 4],
    ['{ ...F } fragment F on Q { a ...F }', Number.POSITIVE_INFINITY],
    ['{ ...F } fragment F on Q { ...G } fragment G on Q { ...F }', Number.POSITIVE_INFINITY],
    ['{ ...Unknown a }', 1],
    ['fragment F on Q { a }', 0],
  ])('of %s are %d with every fragment written out', (text, count) => {
    expect(countExpandedFields(parse(text))).toBe(count)
  })

  it('are counted in no time where fragments double from level to level', () => {
    const levels = Array.from({ length: 40 }, (_value, n) => `fragment F${n} on Q { ...F${n + 1} ...F${n + 1} }`)
    expect(countExpandedFields(parse(`{ ...F0 } ${levels.join(' ')} fragment F40 on Q { a }`))).toBe(2 ** 40)
  })
})

it('a text of an operation that cannot be stored is found, the first one', () => {
  expect(literalFault(parse('{ a(x: "b") c(y: ["\\u0000", "\\u0000"]) }'))).toMatchObject({ field: 'query' })
  expect(literalFault(parse('{ a(x: "b", y: 1) }'))).toBeNull()
})

describe('the renaming of enum values on REST', () => {
  const schema = buildSchema(`
    directive @restName(name: String!) on ENUM_VALUE
    enum Renamed { A @restName(name: "a") B }
    enum Plain { C D }
    union Either = One | Other
    type One { kind: Renamed plain: Plain text: String more: [One!] }
    type Other { kind: Renamed }
    type Query { one: One either: Either kinds: [Renamed!]! plain: Plain text: String }
  `)
  const rename = (field: string, selection: string) => {
    const [operation] = parse(`{ answer ${selection} }`).definitions
    const answer = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections[0] : undefined
    const type = schema.getQueryType()?.getFields()[field]?.type
    if (type === undefined) throw new Error(field)
    return compileRenameEnums(type, answer?.kind === 'Field' ? answer.selectionSet : undefined, schema)
  }

  it('applies in records, in lists and under aliases, at any depth', () => {
    const run = rename('one', '{ kind other: kind text more { kind } }')
    expect(
      run?.({ kind: 'A', other: 'B', text: 'A', more: [{ kind: 'A' }, { kind: null }, {}, null], unasked: 'A' }),
    ).toEqual({ kind: 'a', other: 'B', text: 'A', more: [{ kind: 'a' }, { kind: null }, {}, null], unasked: 'A' })
    expect(rename('kinds', '')?.(['A', 'B', 'X'])).toEqual(['a', 'B', 'X'])
    expect([run?.(null), rename('kinds', '')?.(null)]).toEqual([null, null])
  })

  it('applies in the members of a union, and in fragments', () => {
    const run = rename('either', '{ __typename ... on One { kind } ... on Other { of: kind } ... { x } }')
    expect(run?.({ __typename: 'One', kind: 'A', of: 'A' })).toEqual({ __typename: 'One', kind: 'a', of: 'a' })
    expect(rename('one', '{ ... { kind } ...F ... on Nothing { kind } }')?.({ kind: 'A' })).toEqual({ kind: 'a' })
  })

  it('need no pass where none differs from its own', () => {
    for (const [field, selection] of [
      ['plain', ''],
      ['text', ''],
      ['one', ''],
      ['one', '{ text plain }'],
      ['one', '{ more { text } nothing }'],
    ] as const)
      expect(rename(field, selection)).toBeNull()
  })
})

describe('a date', () => {
  it('is that of the time zone', () => {
    const instant = new Date('2026-11-20T23:30:00Z')
    expect(localDateOf(instant, 'UTC')).toBe('2026-11-20')
    expect(localDateOf(instant, 'Europe/Berlin')).toBe('2026-11-21')
    expect(localDateOf(new Date('2026-01-02T03:00:00Z'), 'America/New_York')).toBe('2026-01-01')
  })

  it('so many days on is counted by the calendar', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addDays('2026-03-29', 0)).toBe('2026-03-29')
  })

  it('is in a time zone that is known', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata']) {
      expect(isTimeZone(zone)).toBe(true)
      expect(isTimeZone(zone)).toBe(true)
    }
    for (const zone of ['Mars/Base', '', 'Mars/Base']) expect(isTimeZone(zone)).toBe(false)
  })
})

describe('a scalar', () => {
  const parseOf = (name: string, value: unknown) => scalarResolvers[name]?.parseValue(value)
  const serialized = (name: string, value: unknown) => scalarResolvers[name]?.serialize(value)

  it('has the name that the contract gives it', () => {
    for (const name of ['DateTime', 'Date', 'Bytes', 'SafeInt', 'LocalDateTime', 'JSON', 'UUID'])
      expect(scalarResolvers[name]?.name).toBe(name)
  })

  it('of a date is one from 1900-01-01 to 9998-12-31', () => {
    for (const date of ['1900-01-01', '9998-12-31']) expect(parseOf('Date', date)).toBe(date)
    for (const date of ['1899-12-31', '9999-01-01', '2026-02-30', 20_261_120, null])
      expect(() => parseOf('Date', date)).toThrow()
    expect(() => parseOf('Date', '1899-12-31')).toThrow('a date from 1900-01-01 to 9998-12-31 is expected')
    const literal = (text: string) => {
      const [operation] = parse(`{ a(b: ${text}) }`).definitions
      const [field] = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections : []
      const node = field?.kind === 'Field' ? field.arguments?.[0]?.value : undefined
      if (node === undefined) throw new Error(text)
      return scalarResolvers.Date?.parseLiteral(node)
    }
    expect(literal('"1900-01-01"')).toBe('1900-01-01')
    for (const text of ['"1899-12-31"', 'null', '[]']) expect(() => literal(text)).toThrow()
  })

  it('of an instant is written in one way, and passed on as it is where it is written so already', () => {
    const text = '2026-11-20T08:15:00.000Z'
    expect(serialized('DateTime', new Date(text))).toBe(text)
    expect(serialized('DateTime', text)).toBe(text)
    for (const other of ['2026-11-20T09:15:00+01:00', '2026-11-20T08:15:00Z'])
      expect(serialized('DateTime', other)).toBe(text)
    for (const broken of [`x${text}`, `${text}x`, 'text']) expect(() => serialized('DateTime', broken)).toThrow()
  })

  it('of an instant is of the years 2 to 9998', () => {
    for (const [text, read] of [
      ['0002-01-01T00:00:00Z', '0002-01-01T00:00:00.000Z'],
      ['1601-01-01T00:00Z', '1601-01-01T00:00:00.000Z'],
      ['9998-12-31T23:59:59.999Z', '9998-12-31T23:59:59.999Z'],
    ])
      expect(parseOf('DateTime', text)).toEqual(new Date(String(read)))
    for (const text of [
      '0000-01-01T00:00:00Z',
      '0002-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-23:59',
      '9999-01-01T00:00Z',
    ])
      expect(() => parseOf('DateTime', text)).toThrow('an instant of the years 2 to 9998 is expected')
  })

  it('of a UUID is one of 36 characters, in lower case', () => {
    const text = '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11'
    for (const written of [text, text.toUpperCase()]) {
      expect(parseOf('UUID', written)).toBe(text)
      expect(serialized('UUID', written)).toBe(text)
    }
    for (const other of [
      `${text}}`,
      `{${text}`,
      `{${text}}`,
      `{${text}x`,
      `${text}\n`,
      ` ${text}`,
      text.slice(1),
      7,
      null,
    ])
      expect(() => parseOf('UUID', other)).toThrow('a UUID is expected')
  })

  it('of bytes is whatever its resolver gives', () => {
    const stream = new PassThrough()
    expect([parseOf('Bytes', stream), serialized('Bytes', stream)]).toEqual([stream, stream])
  })
})

describe('a text', () => {
  it('of a value can be stored, or the first that cannot is named', () => {
    const fault = (value: unknown) => findTextFault(value, 'at')
    for (const fine of ['a', 1, null, undefined, true, { a: [{}] }, []]) expect(fault(fine)).toBeNull()
    const nul = 'must not contain the NUL character'
    expect(fault('\u0000')).toEqual({ field: 'at', message: nul })
    expect(fault({ a: 'x', b: [{ c: '\u0000' }] })).toEqual({ field: 'at.b[0].c', message: nul })
    expect(fault({ 'a\u0000': 1 })).toEqual({ field: 'at', message: nul })
    expect(findTextFault({ a: '\u0000' }, '')).toEqual({ field: 'a', message: nul })
    expect(fault([1, Number.POSITIVE_INFINITY])).toEqual({
      field: 'at[1]',
      message: 'must be a number of at most 64 bits',
    })
    expect(fault('\udc00a')).toEqual({ field: 'at', message: 'must be well-formed Unicode' })
  })

  it('is at most a hundred levels deep', () => {
    const nested = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1)
    expect(findTextFault(nested(100), 'at')).toBeNull()
    expect(findTextFault(nested(101), 'at')).toEqual({
      field: `at${'[0]'.repeat(100)}`,
      message: 'must not be nested deeper than 100 levels',
    })
  })
})

describe('the field that an error of GraphQL is about', () => {
  it('is that of its variable or of its argument', () => {
    const of = (message: string, text?: string, at = 0) =>
      faultyFieldOf(
        new GraphQLError(message, text === undefined ? {} : { source: new Source(text), nodes: fieldAt(text, at) }),
      )
    const fieldAt = (text: string, at: number) => {
      const [operation] = parse(text).definitions
      const [field] = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections : []
      const value = field?.kind === 'Field' ? field.arguments?.[at]?.value : undefined
      if (value?.kind === 'ObjectValue') return [value.fields[0]?.value ?? value]
      return value === undefined ? (field === undefined ? [] : [field]) : [value]
    }
    expect(of('Variable "$id" of required type "Int!" was not provided.')).toBe('id')
    expect(of('Variable "$i" got invalid value 5 at "i.name[0].x"; no')).toBe('i.name[0].x')
    expect(of('Variable "$i" got invalid value "a\nb" at "i.name"; no')).toBe('i.name')
    expect(of('Wrong: Variable "$i" is')).toBeNull()
    expect(of('wrong', '{ a(b: 1, c: { d: 2 }) }', 0)).toBe('b')
    expect(of('wrong', '{ a(b: 1, c: { d: 2 }) }', 1)).toBe('c.d')
    expect(of('wrong', '{ a }')).toBeNull()
    expect(faultyFieldOf(new Error('Variable "$id" of'))).toBeNull()
    expect(faultyFieldOf('text')).toBeNull()
  })
})
