import type { DayFound } from '../../../db/journal/journal-file.ts'
import type { StoredNotes } from '../../../db/journal/transaction.ts'
import type { ParseSummary } from '../formats/parse.ts'
import type { JournalTransaction, Notes } from '../formats/sessions/transaction.ts'
import { daysFoundOf } from './misdated.rules.ts'

/** Counts of the transactions of a file. */
export type TransactionCounts = {
  readonly transactions: number
  readonly successful: number
  readonly failed: number
  /** Those that were neither approved nor declined. */
  readonly undecided: number
}

/** How many transactions of a file are of a local day. */
export type DayCounts = {
  readonly day: string
  readonly transactions: number
  readonly successful: number
  readonly failed: number
}

/**
 * What came of parsing a file, ready to be stored. The transactions are slices of bounded size, each the JSON text
 * that its statement takes, so that only the parser's thread goes through them one by one.
 */
export type ParsedFile = Omit<ParseSummary, 'status' | 'datedDays'> & {
  /** MISDATED: nothing of it is of the day that it was sent for; it brings no transactions then. */
  readonly status: ParseSummary['status'] | 'MISDATED'
  readonly counts: TransactionCounts
  /** In the order of the days. */
  readonly days: readonly DayCounts[]
  /** The days that its lines and transactions are of, in their order. */
  readonly daysFound: readonly DayFound[]
  readonly slices: readonly string[]
}

/** A parsed file but for its slices, which are handed on as they fill up. */
export type ParsedHead = Omit<ParsedFile, 'slices'>

/** Transactions a slice: a statement of them takes some 20 ms. */
export const SLICE_TRANSACTIONS = 1_000

type Value = string | number | null | readonly string[] | readonly StoredNotes[]
type SliceColumn = readonly [type: string, value: (transaction: JournalTransaction) => Value]

/** More than a request has of states and denominations; what a hostile file prints beyond is not kept. */
const MAX_NOTES = 60

const storedNotes = (notes: readonly Notes[]): readonly StoredNotes[] =>
  notes
    .slice(0, MAX_NOTES)
    .map(({ denominationMinor, ...rest }) => ({ ...rest, denominationMinor: denominationMinor?.toString() ?? null }))

/** The columns of a transaction that are read from its file, with their PostgreSQL types: those of a slice. */
export const SLICE_COLUMNS: Readonly<Record<string, SliceColumn>> = {
  attempt_no: ['int', ({ attemptNo }) => attemptNo],
  started_at: ['timestamp', ({ startedAt }) => startedAt],
  ended_at: ['timestamp', ({ endedAt }) => endedAt],
  kind: ['text', ({ kind }) => kind],
  verdict: ['text', ({ verdict }) => verdict],
  decided_by: ['text', ({ decidedBy }) => decidedBy?.rule ?? null],
  decided_line: ['int', ({ decidedBy }) => decidedBy?.line ?? null],
  conflict: ['text[]', ({ conflict }) => conflict],
  host_code: ['text', ({ hostCode }) => hostCode],
  amount_minor: ['bigint', ({ amountMinor }) => amountMinor?.toString() ?? null],
  currency: ['text', ({ currency }) => currency],
  card: ['text', ({ card }) => card],
  reference: ['text', ({ reference }) => reference],
  rrn: ['text', ({ rrn }) => rrn],
  stan: ['text', ({ stan }) => stan],
  authorisation_code: ['text', ({ authorisationCode }) => authorisationCode],
  serial: ['text', ({ serial }) => serial],
  terminal_id: ['text', ({ terminalId }) => terminalId],
  host_date: ['date', ({ hostDate }) => hostDate],
  account_tail: ['text', ({ accountTail }) => accountTail],
  cash_outcome: ['text', ({ cashOutcome }) => cashOutcome],
  notes: ['jsonb', ({ notes }) => storedNotes(notes)],
  completeness: ['text', ({ completeness }) => completeness],
  first_line: ['int', ({ firstLine }) => firstLine],
  last_line: ['int', ({ lastLine }) => lastLine],
}

const columns = Object.entries(SLICE_COLUMNS)

/** Where a transaction is in its file: its first line, and its place among those that begin in the same line. */
type Place = { readonly line: number; readonly nth: number }

/** Beside its columns a record has its place, and unless it is the first attempt of its session, the place of that. */
const recordOf = (transaction: JournalTransaction, { nth }: Place, first: Place | null) => {
  const record: Record<string, Value> = {}
  for (const [name, [, value]] of columns) record[name] = value(transaction)
  return { ...record, nth, session_line: first?.line ?? null, session_nth: first?.nth ?? null }
}

/** Finds the places of transactions, given one by one in the order of the file, and of their sessions. */
const createPlaces = () => {
  const firstLines = new Map<number, number>()
  /** The first attempt of each session, by the session's line. */
  const sessions = new Map<number, Place>()
  return {
    place({ firstLine }: JournalTransaction): Place {
      // Of several that begin in one line the first is the first again when the file is read once more.
      const nth = (firstLines.get(firstLine) ?? 0) + 1
      firstLines.set(firstLine, nth)
      return { line: firstLine, nth }
    },
    /** The place of the first attempt of its session; null if that is this one. */
    session({ sessionLine, attemptNo }: JournalTransaction, place: Place): Place | null {
      const first = attemptNo > 1 ? sessions.get(sessionLine) : undefined
      if (first === undefined) sessions.set(sessionLine, place)
      return first ?? null
    },
  }
}

/** Counts transactions and packs them into slices; `emit` takes each slice once it is full. */
export const createCollector = (emit: (slice: string) => void) => {
  let records: ReturnType<typeof recordOf>[] = []
  const counts = { transactions: 0, successful: 0, failed: 0, undecided: 0 }
  const days = new Map<string, { transactions: number; successful: number; failed: number }>()
  const places = createPlaces()
  const flush = (): void => {
    if (records.length > 0) emit(JSON.stringify(records))
    records = []
  }
  const count = ({ startedAt, verdict }: JournalTransaction): void => {
    const key = startedAt.slice(0, 10)
    const day = days.get(key) ?? { transactions: 0, successful: 0, failed: 0 }
    days.set(key, day)
    for (const counted of [counts, day]) {
      counted.transactions += 1
      if (verdict === 'APPROVED') counted.successful += 1
      if (verdict === 'DECLINED') counted.failed += 1
    }
    if (verdict !== 'APPROVED' && verdict !== 'DECLINED') counts.undecided += 1
  }
  return {
    add(transaction: JournalTransaction): void {
      const place = places.place(transaction)
      count(transaction)
      records.push(recordOf(transaction, place, places.session(transaction, place)))
      if (records.length >= SLICE_TRANSACTIONS) flush()
    },
    end({ datedDays, ...summary }: ParseSummary): ParsedHead {
      flush()
      const sorted = [...days].map(([day, counted]) => ({ day, ...counted })).sort((a, b) => (a.day < b.day ? -1 : 1))
      return { ...summary, counts, days: sorted, daysFound: daysFoundOf(datedDays, sorted) }
    },
  }
}

/** A file of which nothing could be read, or stored. */
export const failedFile = (
  error: string,
  { format = null, lines = 0 }: Partial<Pick<ParsedFile, 'format' | 'lines'>> = {},
): ParsedFile => ({
  status: 'FAILED',
  format,
  error,
  lines,
  repeated: 0,
  counts: { transactions: 0, successful: 0, failed: 0, undecided: 0 },
  reasons: [],
  days: [],
  daysFound: [],
  slices: [],
})
