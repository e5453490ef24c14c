import type { DayFound } from '../../../db/journal/journal-file.ts'
import type { DayCounts, ParsedFile } from './parse-result.ts'

/** Days that are listed, the newest: an export may hold all days since the machine was set up. */
const MAX_DAYS_FOUND = 400
/** Days that the reason names. */
const MAX_DAYS_NAMED = 5

/** The days that lines and transactions of a file are of, in their order. */
export const daysFoundOf = (
  lineDays: readonly { readonly day: string; readonly lines: number }[],
  transactionDays: readonly Pick<DayCounts, 'day' | 'transactions'>[],
): DayFound[] => {
  const lines = new Map(lineDays.map(({ day, lines }) => [day, lines]))
  const transactions = new Map(transactionDays.map(({ day, transactions }) => [day, transactions]))
  return [...new Set([...lines.keys(), ...transactions.keys()])]
    .sort()
    .slice(-MAX_DAYS_FOUND)
    .map((date) => ({ date, lines: lines.get(date) ?? 0, transactions: transactions.get(date) ?? 0 }))
}

/** The day that most of a file is of: by lines, then by transactions, then the first; null for a file without days. */
export const mainDayOf = (days: readonly DayFound[]): string | null =>
  days.toSorted((a, b) => b.lines - a.lines || b.transactions - a.transactions || (a.date < b.date ? -1 : 1))[0]
    ?.date ?? null

const wordsOf = (days: readonly DayFound[]): string => {
  const named = days.slice(0, MAX_DAYS_NAMED).map(({ date, transactions }) => `${date} (transactions: ${transactions})`)
  const more = days.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Dated lines by which a file without transactions of a day is of it: this many, or this share of all. */
const MIN_LINES = 5
const MIN_SHARE = 0.1

/**
 * Whether a file is a journal of a day: a transaction is of it, or more than the line or two that a machine prints on
 * the evening before. A file without transactions is of each day that it names; one without days is of any.
 */
const isOfDay = (days: readonly DayFound[], journalDate: string): boolean => {
  if (days.length === 0) return true
  const found = days.find(({ date }) => date === journalDate)
  if (found === undefined) return false
  const all = days.reduce((sum, { lines }) => sum + lines, 0)
  const isQuiet = days.every(({ transactions }) => transactions === 0)
  return isQuiet || found.transactions > 0 || found.lines >= MIN_LINES || found.lines >= all * MIN_SHARE
}

/** Why a file is no journal of a day: the days that it is of instead. Null for one that is. */
export const misdatedReason = (journalDate: string, days: readonly DayFound[]): string | null => {
  if (isOfDay(days, journalDate)) return null
  const others = days.filter(({ date }) => date !== journalDate)
  const what =
    others.length === days.length ? 'Nothing in this file is' : 'No transaction and few lines of this file are'
  return (
    `${what} of ${journalDate}: it is of ${wordsOf(others)}. ` +
    'File it under its own day, and send the journal of the day that it came for.'
  )
}

/**
 * A file as it counts for a day: MISDATED, without its transactions, where it is a journal of other days. A file that
 * names no day at all is taken for one of the day that it was sent for.
 */
export const datedFile = (file: ParsedFile, journalDate: string): ParsedFile => {
  const error = file.status === 'FAILED' ? null : misdatedReason(journalDate, file.daysFound)
  if (error === null) return file
  const none = { counts: { transactions: 0, successful: 0, failed: 0, undecided: 0 }, days: [], slices: [] }
  return { ...file, ...none, status: 'MISDATED', error }
}
