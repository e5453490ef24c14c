import type { ParseSummary } from '../formats/parse.ts'
import type { JournalTransaction } from '../formats/sessions/family.ts'

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
 * that its statement takes, so that nobody but the parser's thread goes through them one by one.
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

const recordOf = (transaction: JournalTransaction, nth: number) => ({
  started_at: transaction.startedAt,
  ended_at: transaction.endedAt,
  kind: transaction.kind,
  verdict: transaction.verdict,
  host_code: transaction.hostCode,
  amount_minor: transaction.amountMinor?.toString() ?? null,
  currency: transaction.currency,
  card: transaction.card,
  reference: transaction.reference,
  cash_outcome: transaction.cashOutcome,
  completeness: transaction.completeness,
  first_line: transaction.firstLine,
  last_line: transaction.lastLine,
  nth,
})

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
  days: [],
  slices: [],
})
