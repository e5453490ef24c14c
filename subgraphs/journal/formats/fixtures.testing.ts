import { readFileSync } from 'node:fs'
import { FAMILIES } from './families.ts'
import { collectParse, type ParseResult } from './parse.ts'

/** What a fixture is expected to give; an amount is written as a string, since JSON has no such numbers. */
export type Expected = {
  readonly journalDate: string
  readonly format: string
  readonly status: string
  readonly transactions: readonly object[]
}

/** The bytes of `fixtures/<family>/<name>.txt`, and what `<name>.expected.json` beside it says. */
export const readFixture = (family: string, name: string): { readonly bytes: Buffer; readonly expected: Expected } => {
  const folder = new URL(`./fixtures/${family}/`, import.meta.url)
  return {
    bytes: readFileSync(new URL(`${name}.txt`, folder)),
    expected: JSON.parse(readFileSync(new URL(`${name}.expected.json`, folder), 'utf8')),
  }
}

async function* chunksOf(bytes: Uint8Array, step: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

/** Reads bytes of any family, in chunks of `step` bytes. */
export const parseBytes = (bytes: Uint8Array, journalDate: string, step: number = bytes.length || 1) =>
  collectParse(chunksOf(bytes, step), { families: FAMILIES, journalDate, earliest: '2021-01-01', latest: '2026-06-30' })

/** What came of a file, in the form of a fixture's expected result. */
export const asExpected = (read: ParseResult, journalDate: string): Expected => ({
  journalDate,
  format: read.format ?? '',
  status: read.status,
  transactions: read.transactions.map((found) => ({ ...found, amountMinor: found.amountMinor?.toString() ?? null })),
})

/** The same text in every encoding and with every line end that machines write. */
export const encodingsOf = (text: string): readonly (readonly [string, Buffer])[] => [
  ['CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['lone CR', Buffer.from(text.replaceAll('\n', '\r'))],
  ['ESC sequences', Buffer.from(text.replaceAll('\n', '\n\u001b[020t\u001b(1'))],
  ['UTF-8', Buffer.from(`${text}CAFÉ БАНК\n`)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE', Buffer.from(text, 'utf16le')],
  ['UTF-16LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16LE with CRLF', Buffer.from(text.replaceAll('\n', '\r\n'), 'utf16le')],
  ['Latin-1', Buffer.from(`${text}CAFÉ\n`, 'latin1')],
  ['indented lines', Buffer.from(text.replaceAll('\n', '  \n   '))],
]
