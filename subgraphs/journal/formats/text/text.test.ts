import { describe, expect, it } from 'vitest'
import { createLineSplitter, readableText, visibleText } from './text.ts'

const linesOf = (bytes: Uint8Array): readonly string[] => {
  const splitter = createLineSplitter()
  const lines = [...splitter.push(bytes), ...splitter.end()]
  return lines.map(({ text }) => readableText(visibleText(text), splitter.units()))
}

describe('what is seen of a line', () => {
  it.each([
    ['\u001b[020tCARD INSERTED', 'CARD INSERTED'],
    ['\u001b[000p\u001b[040q\u001b(I*105*1', '*105*1'],
    ['[020tCARD INSERTED', 'CARD INSERTED'],
    ['[000p[040q(I*105*1*', '*105*1*'],
    ['[020t(104:48:15 PIN ENTERED', '04:48:15 PIN ENTERED'],
    ['(104:48:15 PIN ENTERED', '04:48:15 PIN ENTERED'],
    ['\u000e(1*TRANSACTION START*\u000f', '*TRANSACTION START*'],
    ['\u000eCARD\u000f: 4111\u000e', 'CARD: 4111'],
    ['\u001b\u000e[02\u000f0tCARD', 'CARD'],
  ])('%j is %j', (text, seen) => {
    expect(visibleText(text)).toBe(seen)
  })

  it.each([
    '(1 NOTE)',
    '(10 X 500.00) TAKEN',
    '(INCLUDING FEES',
    '[000123][05/13/2026 10:00:00]TEXT',
    '[CAS 00001] OUT: 19',
    '[020]',
    'A [020tB',
    'A (1B',
  ])('%j is as it is', (text) => {
    expect(visibleText(text)).toBe(text)
  })
})

describe('the lines of UTF-16', () => {
  const text = 'FIRST LINE 1\r\nSECOND É\r\n\r\nLAST'
  const lines = ['FIRST LINE 1', 'SECOND É', '', 'LAST']

  it.each([
    ['little endian', (marked: string) => Buffer.from(marked, 'utf16le')],
    ['big endian', (marked: string) => Buffer.from(marked, 'utf16le').swap16()],
  ])('%s are read with and without a byte order mark', (_name, encode) => {
    expect(linesOf(encode(text))).toEqual(lines)
    expect(linesOf(encode(`\ufeff${text}`))).toEqual(lines)
    expect(linesOf(encode('\ufeffA'))).toEqual(['A'])
  })
})
