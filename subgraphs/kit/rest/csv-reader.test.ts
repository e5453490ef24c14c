import { describe, expect, it } from 'vitest'
import { createCsvReader } from './csv-reader.rules.ts'

const read = (...pieces: string[]) => {
  const reader = createCsvReader()
  const rows = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
  return rows.map(({ line, cells }) => [line, ...cells])
}

describe('a CSV file', () => {
  it('is read with quotation marks, line breaks in cells, empty lines and line breaks of any system', () => {
    expect(read('a,b\r\n"x, ""y""",\r\n\r\n"1\n2",z\n3,4\r5,6')).toEqual([
      [1, 'a', 'b'],
      [2, 'x, "y"', ''],
      [4, '1\n2', 'z'],
      [6, '3', '4'],
      [7, '5', '6'],
    ])
    expect(read('')).toEqual([])
    expect(read('a')).toEqual([[1, 'a']])
  })

  it('has semicolons between its cells where its first line has only them', () => {
    expect(read('a;b\n"1;2";3,5\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1;2', '3,5'],
    ])
    expect(read('a;b,c\n')).toEqual([[1, 'a;b', 'c']])
  })

  it('is the same however it comes in pieces', () => {
    const text = 'a,b\r\n"x, ""y""",\r\n\r\n"1\r\n2",z\n'
    const whole = read(text)
    for (let at = 0; at <= text.length; at += 1) expect(read(text.slice(0, at), text.slice(at))).toEqual(whole)
    expect(read(...text)).toEqual(whole)
  })

  it('is refused by the line where it is none', () => {
    expect(() => read('a,b\n"x" y,z')).toThrow(expect.objectContaining({ line: 2 }))
    expect(() => read('a,b\n1,2\n"x')).toThrow(expect.objectContaining({ line: 3 }))
    expect(() => read('a\n', 'x'.repeat(5_000))).toThrow(expect.objectContaining({ line: 2 }))
    expect(() => read(`a\n${','.repeat(200)}`)).toThrow(expect.objectContaining({ line: 2 }))
  })
})
