import { describe, expect, test } from 'vitest'
import { allowsPart, namesTag, rangeOf } from './ranges.rules.ts'

describe('a range of 10 bytes', () => {
  test.each([
    ['bytes=0-0', { from: 0, to: 1 }],
    ['bytes=2-5', { from: 2, to: 6 }],
    ['bytes=2-', { from: 2, to: 10 }],
    ['bytes=2-99', { from: 2, to: 10 }],
    ['bytes=-3', { from: 7, to: 10 }],
    ['bytes=-99', { from: 0, to: 10 }],
    ['Bytes = 1 - 2', { from: 1, to: 3 }],
    ['bytes=9-9', { from: 9, to: 10 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=99-100', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,3-4', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['lines=1-2', null],
    ['kilobytes=1-2', null],
    [' bytes=2-5 ', { from: 2, to: 6 }],
    [`bytes=${' '.repeat(191)}2-5`, { from: 2, to: 6 }],
    [`bytes=${' '.repeat(192)}2-5`, null],
    ['', null],
    [undefined, null],
  ])('%s', (header, range) => expect(rangeOf(header, 10)).toEqual(range))

  test('of nothing is never satisfiable', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable')
    expect(rangeOf('bytes=-5', 0)).toBe('unsatisfiable')
  })
})

test('a tag is named by itself, among others, weakly, or by a star', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '*']) expect(namesTag(header, '"a"')).toBe(true)
  for (const header of ['"b"', '"W/a"', 'a', '', undefined]) expect(namesTag(header, '"a"')).toBe(false)
})

test('a part is allowed by the same strong tag, or where nothing is asked', () => {
  for (const header of ['"a"', ' "a" ', undefined]) expect(allowsPart(header, '"a"')).toBe(true)
  for (const header of ['W/"a"', '"b"', 'Sat, 21 Nov 2026 08:00:00 GMT']) expect(allowsPart(header, '"a"')).toBe(false)
})
