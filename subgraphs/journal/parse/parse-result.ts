import type { ParseSummary } from '../formats/parse.ts'
import type { JournalTransaction } from '../formats/sessions/transaction.ts'

/** Counts of the transactions of a file. */
export type TransactionCounts = {
  readonly transactions: number
  readonly successful: number
  readonly failed: number
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
export type ParsedFile = ParseSummary & {
  readonly counts: TransactionCounts
  /** In the order of the days. */
  readonly days: readonly DayCounts[]
  readonly slices: readonly string[]
}

/** A parsed file but for its slices, which are handed on as they fill up. */
export type ParsedHead = Omit<ParsedFile, 'slices'>

/** Transactions a slice: a statement of them takes some 20 ms. */
export const SLICE_TRANSACTIONS = 1_000

type SliceColumn = readonly [type: string, value: (transaction: JournalTransaction) => string | number | null]

/** The columns of a transaction that are read from its file, with their PostgreSQL types: those of a slice. */
export const SLICE_COLUMNS: Readonly<Record<string, SliceColumn>> = {
  started_at: ['timestamp', ({ startedAt }) => startedAt],
  ended_at: ['timestamp', ({ endedAt }) => endedAt],
  kind: ['text', ({ kind }) => kind],
  verdict: ['text', ({ verdict }) => verdict],
  host_code: ['text', ({ hostCode }) => hostCode],
  amount_minor: ['bigint', ({ amountMinor }) => amountMinor?.toString() ?? null],
  currency: ['text', ({ currency }) => currency],
  card: ['text', ({ card }) => card],
  reference: ['text', ({ reference }) => reference],
  cash_outcome: ['text', ({ cashOutcome }) => cashOutcome],
  completeness: ['text', ({ completeness }) => completeness],
  first_line: ['int', ({ firstLine }) => firstLine],
  last_line: ['int', ({ lastLine }) => lastLine],
}

const columns = Object.entries(SLICE_COLUMNS)

/** Beside its columns a record has its place among the transactions that begin in the same line. */
const recordOf = (transaction: JournalTransaction, nth: number): Readonly<Record<string, string | number | null>> => {
  const record: Record<string, string | number | null> = {}
  for (const [name, [, value]] of columns) record[name] = value(transaction)
  record.nth = nth
  return record
}

/** Counts transactions and packs them into slices; `emit` takes each slice once it is full. */
export const createCollector = (emit: (slice: string) => void) => {
  let records: ReturnType<typeof recordOf>[] = []
  const counts = { transactions: 0, successful: 0, failed: 0, undecided: 0 }
  const days = new Map<string, { transactions: number; successful: number; failed: number }>()
  const firstLines = new Map<number, number>()
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
    if (verdict === null) counts.undecided += 1
  }
  return {
    add(transaction: JournalTransaction): void {
      // Of several that begin in one line the first is the first again when the file is read once more.
      const nth = (firstLines.get(transaction.firstLine) ?? 0) + 1
      firstLines.set(transaction.firstLine, nth)
      count(transaction)
      records.push(recordOf(transaction, nth))
      if (records.length >= SLICE_TRANSACTIONS) flush()
    },
    end(summary: ParseSummary): ParsedHead {
      flush()
      const sorted = [...days].map(([day, counted]) => ({ day, ...counted })).sort((a, b) => (a.day < b.day ? -1 : 1))
      return { ...summary, counts, days: sorted }
    },
  }
}

/** A file of which nothing could be read, or stored. */
export const failedFile = (error: string, { format = null, lines = 0 }: Partial<ParseSummary> = {}): ParsedFile => ({
  status: 'FAILED',
  format,
  error,
  lines,
  counts: { transactions: 0, successful: 0, failed: 0, undecided: 0 },
  reasons: [],
  datedDays: [],
  days: [],
  slices: [],
})
