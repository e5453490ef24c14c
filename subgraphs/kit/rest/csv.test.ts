import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callerOf } from '../auth/principal.testing.ts'
import { type CsvCell, csvLine, textOfCell } from './csv.rules.ts'
import { createCsvAnswers } from './csv.ts'

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
    ["x;'=1", "x;''=1"],
    ["'=1", "''=1"],
    ["'x", "'x"],
    ['a;b-c = d', 'a;b-c = d'],
    ['2026-11-21', '2026-11-21'],
  ])('makes of %j, where it is split elsewhere, a text that is no formula', (text, harmless) => {
    expect(readCsv(csvLine([text, 'after']))).toEqual([[harmless, 'after']])
  })

  it.each(['+1', "'+1", "''=1", "x;'-1", "'\t-1", "'", "x;'", "' =1", '=1'])(
    'has %j in a cell that is read as the text that it was',
    (text) => {
      expect(readCsv(csvLine([text, ''])).map((cells) => cells.map(textOfCell))).toEqual([[text, '']])
    },
  )

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
      fc.string({ unit: fc.constantFrom("'", '=', '-', ';', '\t', '\n', '"', ' ', 'x', '\u200b'), maxLength: 8 }),
      fc.integer(),
      fc.constant(null),
    )
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 8 }), (cells) => {
        const [row = []] = readCsv(csvLine(cells))
        expect(row.map((text, at) => (typeof cells[at] === 'string' ? textOfCell(text) : text))).toEqual(
          cells.map((value) => String(value ?? '')),
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

describe('a list that is answered as CSV', () => {
  type Row = { readonly n: number }

  /** The answer with so many rows, and what was read for it so far. */
  const answerOf = async (count: number) => {
    const reads: [number | null, number][] = []
    const answer = await createCsvAnswers()<Row>(
      {
        fileName: 'rows.csv',
        columns: [
          ['n', ({ n }) => n],
          ['twice', ({ n }) => 2 * n],
        ],
        read: async (after, size) => {
          reads.push([after?.n ?? null, size])
          const from = after === null ? 1 : after.n + 1
          return Array.from({ length: Math.min(size, count - from + 1) }, (_value, at) => ({ n: from + at }))
        },
      },
      { principal: callerOf() },
    )
    return { answer, reads }
  }

  it('is a file of its own name that is not cached', async () => {
    const { answer, reads } = await answerOf(2)
    expect(answer).toMatchObject({
      contentType: 'text/csv; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="rows.csv"', 'cache-control': 'no-store' },
    })
    const chunks = await Array.fromAsync(answer.chunks)
    expect(chunks.map((chunk) => Buffer.from(chunk).toString())).toEqual(['\ufeffn,twice\r\n1,2\r\n2,4\r\n'])
    expect(reads).toEqual([[null, 1_000]])
  })

  it('is read by a thousand rows, each batch when the one before was taken', async () => {
    const { answer, reads } = await answerOf(2_001)
    const sizes: number[] = []
    for await (const chunk of answer.chunks) {
      sizes.push(Buffer.from(chunk).toString().trim().split('\r\n').length)
      expect(reads).toHaveLength(sizes.length)
    }
    expect(sizes).toEqual([1_001, 1_000, 1])
    expect(reads).toEqual([
      [null, 1_000],
      [1_000, 1_000],
      [2_000, 1_000],
    ])
  })

  it('that ends with a whole batch is looked for once more, and sends nothing for it', async () => {
    const { answer, reads } = await answerOf(1_000)
    expect(await Array.fromAsync(answer.chunks)).toHaveLength(1)
    expect(reads).toHaveLength(2)
  })

  it('is read for two callers at once, and for others in turn', async () => {
    const answers = createCsvAnswers()
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (institution: string) =>
      answers<Row>(
        {
          fileName: 'x',
          columns: [],
          read: async () => {
            begun.push(institution)
            await new Promise<void>((resolve) => ends.push(resolve))
            return []
          },
        },
        { principal: callerOf({ institutions: [institution] }) },
      )
    const asked = ['a', 'b', 'c'].map(ask)
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toEqual(['a', 'b'])
    ends.shift()?.()
    await asked[0]
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const end of ends) end()
    await Promise.all(asked)
  })

  it('is not read for a caller that has gone while it waited for its turn', async () => {
    const answers = createCsvAnswers()
    const begun: string[] = []
    const ends: (() => void)[] = []
    const gone = new AbortController()
    const ask = (institution: string, hungUp?: () => AbortSignal) =>
      answers<Row>(
        {
          fileName: 'x',
          columns: [],
          read: async () => {
            begun.push(institution)
            await new Promise<void>((resolve) => ends.push(resolve))
            return []
          },
        },
        { principal: callerOf({ institutions: [institution] }), ...(hungUp === undefined ? {} : { hungUp }) },
      )
    const asked = [ask('a'), ask('b')]
    const left = expect(ask('c', () => gone.signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    gone.abort()
    await left
    for (const end of ends) end()
    await Promise.all(asked)
    expect(begun).toEqual(['a', 'b'])
  })
})
