import type { JournalTransaction } from '../../subgraphs/journal/formats/sessions/transaction.ts'
import type { FileResult } from './journal-file.ts'

/** Columns have widths of their own, so that rows are printed as they are found. */
const COLUMNS: readonly (readonly [title: string, width: number, value: (attempt: JournalTransaction) => string])[] = [
  ['LINES', 13, ({ firstLine, lastLine }) => `${firstLine}-${lastLine}`],
  ['STARTED', 19, ({ startedAt }) => startedAt.replace('T', ' ')],
  ['NO', 2, ({ attemptNo }) => String(attemptNo)],
  ['KIND', 10, ({ kind }) => kind],
  ['VERDICT', 9, ({ verdict }) => verdict ?? '-'],
  ['DECIDED BY', 21, ({ decidedBy }) => (decidedBy === null ? '-' : `${decidedBy.rule} at ${decidedBy.line}`)],
  ['CODE', 8, ({ hostCode }) => hostCode ?? '-'],
  ['AMOUNT', 18, ({ amountMinor, currency }) => shownAmount(amountMinor, currency)],
  ['CASH', 9, ({ cashOutcome }) => cashOutcome],
  ['CARD', 16, ({ card }) => card ?? '-'],
  ['REFERENCE', 12, ({ reference }) => reference ?? '-'],
  ['CONFLICT', 8, ({ conflict }) => (conflict.length === 0 ? '-' : conflict.join(' '))],
]

const shownAmount = (minor: bigint | null, currency: string | null): string => {
  if (minor === null) return '-'
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${currency === null ? '' : ` ${currency}`}`
}

const rowOf = (cells: readonly string[]): string =>
  `${cells
    .map((cell, column) => cell.padEnd(COLUMNS[column]?.[1] ?? 0))
    .join('  ')
    .trimEnd()}\n`

export const ATTEMPTS_HEAD = rowOf(COLUMNS.map(([title]) => title))

export const attemptRow = (attempt: JournalTransaction): string => rowOf(COLUMNS.map(([, , value]) => value(attempt)))

/** What came of a file, in words. */
export const fileLines = (path: string, result: FileResult): string => {
  const { format, status, error, lines, repeated, journalDate, sessions, attempts } = result
  const again = repeated === 0 ? '' : `, ${repeated} of them printed before`
  return [
    `${path}: ${format ?? 'no known family'}, ${status}${error === null ? '' : ` (${error})`}`,
    `${attempts} attempts in ${sessions} sessions, ${lines} lines${again}, read as of ${journalDate}`,
    '',
  ].join('\n')
}

/** JSON with amounts as strings, on one line. */
export const jsonLine = (value: unknown): string =>
  `${JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each))}\n`
