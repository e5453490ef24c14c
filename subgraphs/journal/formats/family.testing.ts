import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { FAMILIES } from './families.ts'
import type { JournalTransaction } from './family.ts'
import { collectParse, type ParseResult } from './parse.testing.ts'

const FOLDER = new URL('./fixtures/', import.meta.url)
const EXPECTED = '.expected.txt'

/** A journal written by hand, and the path of what is expected of it. */
export type Fixture = {
  readonly family: string
  readonly name: string
  readonly bytes: Buffer
  readonly text: string
  readonly journalDate: string
  readonly expectedPath: string
  readonly isExpectedKnown: boolean
}

/** The day of most fixtures: theirs as long as nothing is written down that is expected of them. */
const USUAL_DATE = '2025-06-18'

const journalDateOf = (path: URL): string =>
  existsSync(path) ? (/^journalDate: (\d{4}-\d\d-\d\d)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '') : USUAL_DATE

const readFixture = (folder: string, file: string): Fixture => {
  const name = file.slice(0, -'.txt'.length)
  const bytes = readFileSync(new URL(`${folder}/${file}`, FOLDER))
  const expected = new URL(`${folder}/${name}${EXPECTED}`, FOLDER)
  return {
    family: folder,
    name,
    bytes,
    text: bytes.toString('utf8'),
    journalDate: journalDateOf(expected),
    expectedPath: expected.pathname,
    isExpectedKnown: existsSync(expected),
  }
}

/** The folders of fixtures: one a family, named as the family in small letters. */
export const listFixtureFolders = (): string[] =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** The lines of all fixtures of a family. */
export const linesOf = (family: string): string[] => listFixtures(family).flatMap(({ text }) => text.split('\n'))

/** The fixtures of a family, or of all. */
export const listFixtures = (family?: string): Fixture[] =>
  listFixtureFolders()
    .filter((folder) => family === undefined || folder === family)
    .flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, FOLDER))
        .filter((file) => file.endsWith('.txt') && !file.endsWith(EXPECTED))
        .toSorted()
        .map((file) => readFixture(folder, file)),
    )

async function* inSteps(bytes: Uint8Array, step: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

/** What the parser makes of a journal, with every family known. */
export const parseBytes = (bytes: Uint8Array, journalDate: string, step = bytes.length || 1): Promise<ParseResult> =>
  collectParse(inSteps(bytes, step), {
    journalDate,
    earliest: '2021-01-01',
    latest: '2026-06-30',
    families: FAMILIES,
  })

export const parseText = (text: string, journalDate = USUAL_DATE): Promise<ParseResult> =>
  parseBytes(Buffer.from(text), journalDate)

const amountText = (minor: bigint | null): string =>
  minor === null ? '-' : `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

const rowOf = (transaction: JournalTransaction): string[] => [
  `${transaction.firstLine}-${transaction.lastLine}`,
  transaction.startedAt,
  transaction.endedAt ?? '-',
  transaction.kind,
  transaction.verdict ?? '-',
  transaction.hostCode ?? '-',
  amountText(transaction.amountMinor),
  transaction.currency ?? '-',
  transaction.card ?? '-',
  transaction.reference ?? '-',
  transaction.cashOutcome,
  transaction.completeness,
]

const HEAD = 'lines startedAt endedAt kind verdict code amount currency card reference cash completeness'.split(' ')

/** A result as a table that a person can check against the journal. */
export const tableOf = (result: ParseResult, journalDate: string): string => {
  const rows = [HEAD, ...result.transactions.map(rowOf)]
  const widths = HEAD.map((_head, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const summary = `${result.status} ${result.format ?? '-'}, lines: ${result.lines}, error: ${result.error ?? '-'}`
  return `journalDate: ${journalDate}\n${summary}\n\n${table.join('\n')}\n`
}

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
]
