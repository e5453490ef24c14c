import { buildSchema, parse, print } from 'graphql'
import { expect, test } from 'vitest'
import { untilOf, withDatedReasons } from './deprecation.rules.ts'

const dated = (use: string) => print(withDatedReasons(parse(`type Query { a: Int ${use} b: Int }`)))

test('a deprecation says its date where clients read its reason', () => {
  const sdl = dated('@deprecated(reason: "Use b.", until: "2027-03-01")')
  const field = buildSchema(sdl).getQueryType()?.getFields().a
  expect(field?.deprecationReason).toBe('Use b. Until 2027-03-01.')
  expect(untilOf(field?.deprecationReason)).toBe('2027-03-01')
})

test.each([
  ['no date', '@deprecated(reason: "Use b.")'],
  ['no reason', '@deprecated(until: "2027-03-01")'],
  ['a day that its month does not have', '@deprecated(reason: "Use b.", until: "2027-02-30")'],
  ['another form of date', '@deprecated(reason: "Use b.", until: "March")'],
])('a deprecation with %s is refused', (_what, use) => {
  expect(() => dated(use)).toThrow('@deprecated needs a reason and the date until which it stays')
})

test('what is not deprecated has no date', () => {
  expect(untilOf(null)).toBeNull()
  expect(untilOf('Until it is replaced.')).toBeNull()
})
