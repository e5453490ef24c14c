import { expect, test } from 'vitest'
import { parseArray, toParameter } from './values.ts'

const asText = (text: string) => text

test.each([
  [[], '{}'],
  [['a', 'b,c', '"d"', 'e\\f', '', 'NULL', '{g}'], '{"a","b,c","\\"d\\"","e\\\\f","","NULL","{g}"}'],
  [[null, 'a'], '{NULL,"a"}'],
  [[['a'], ['b', null]], '{{"a"},{"b",NULL}}'],
])('an array %j is written as %s and read back the same', (values, literal) => {
  expect(toParameter(values)).toBe(literal)
  expect(parseArray(literal, asText)).toEqual(values)
})

test('an array is read as the server writes it', () => {
  expect(parseArray('{1,2,NULL}', Number)).toEqual([1, 2, null])
  expect(parseArray('{a,"b c",NULL}', asText)).toEqual(['a', 'b c', null])
  expect(parseArray('[0:1]={a,b}', asText)).toEqual(['a', 'b'])
})

test('dates become instants and objects JSON, alone and in arrays', () => {
  const at = new Date('2026-11-21T10:00:00.000Z')
  expect(toParameter(at)).toBe('2026-11-21T10:00:00.000Z')
  expect(toParameter([at])).toBe('{"2026-11-21T10:00:00.000Z"}')
  expect(toParameter({ a: 'b' })).toBe('{"a":"b"}')
  expect(toParameter([{ a: 1 }])).toBe('{"{\\"a\\":1}"}')
  expect(toParameter(5n)).toBe('5')
  expect(toParameter(null)).toBe(null)
  expect(() => toParameter(undefined)).toThrow(/no parameter of type undefined/)
})
