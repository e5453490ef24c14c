import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvCell, csvLine } from './csv.rules.ts'

/** Reads lines of RFC 4180 back, as any reader of CSV would. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

describe('a line of CSV', () => {
  it('quotes what needs it, and ends with CRLF', () => {
    expect(csvLine(['a', null, 1, 'b,c', 'say "so"', 'two\nlines'])).toBe('a,,1,"b,c","say ""so""","two\nlines"\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '=cmd|"/c calc"!A0', '＝1', '＋1', '－1', '＠A1'])(
    'makes %j a text that is no formula',
    (text) => {
      expect(readCsv(csvLine([text, 'after']))).toEqual([[`'${text}`, 'after']])
    },
  )

  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['x;=1;+2;y;@A1', "x;'=1;'+2;y;'@A1"],
    ['x; =1', "x; '=1"],
    ['x;"=1"', `x;"'=1"`],
    ['x;\u200b=1', "x;\u200b'=1"],
    ['x\t-1', "x\t'-1"],
    ['x\r\n=1', "x\r\n'=1"],
    ['x;＝1', "x;'＝1"],
    [' =1', " '=1"],
    ['"=1"', `"'=1"`],
    ["x;'=1", "x;'=1"],
    ['a;b-c = d', 'a;b-c = d'],
    ['2026-11-21', '2026-11-21'],
  ])('makes of %j, where it is split elsewhere, a text that is no formula', (text, harmless) => {
    expect(readCsv(csvLine([text, 'after']))).toEqual([[harmless, 'after']])
  })

  it('is written in linear time', () => {
    expect(csvLine([`;${'\t"'.repeat(500_000)}=`]).endsWith(`'="\r\n`)).toBe(true)
  })

  it('leaves numbers as they are, negative ones too', () => {
    expect(csvLine([-5, { number: '-100.00' }, { number: '20.50' }])).toBe('-5,-100.00,20.50\r\n')
  })

  it('is read back as it was written, whatever the text', () => {
    const cell: fc.Arbitrary<CsvCell> = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string(),
      fc.integer(),
      fc.constant(null),
    )
    const bare = (text: string) => text.replaceAll(/'(?=[=+\-@＝＋－＠])|^'(?=[\t\r\n])/g, '')
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 8 }), (cells) => {
        const [row = []] = readCsv(csvLine(cells))
        expect(row.map(bare)).toEqual(
          cells.map((value) => (typeof value === 'string' ? bare(value) : String(value ?? ''))),
        )
        expect(row.filter((text, at) => typeof cells[at] === 'string' && /^[=+\-@\t\r\n]/.test(text))).toEqual([])
      }),
    )
  })

  it('has no formula for a reader that splits it at semicolons, tabs or ends of lines, whatever the text', () => {
    const sign = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      ';',
      '\t',
      '\r',
      '\n',
      '"',
      ',',
      ' ',
      "'",
      '\u200b',
      '\u00a0',
      'x',
      '1',
    )
    fc.assert(
      fc.property(fc.array(fc.string({ unit: sign, maxLength: 12 }), { minLength: 1, maxLength: 4 }), (cells) => {
        const parts = csvLine(cells).split(/[;\t\r\n]/)
        expect(parts.filter((part) => /^["\s\u200b]*[=+\-@＝]/.test(part))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})
