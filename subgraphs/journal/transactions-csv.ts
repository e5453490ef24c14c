import type { TransactionRow } from '../../db/journal/transaction.ts'
import type { Stores } from '../../db/tenancy.ts'
import type { StreamedAnswer } from '../kit/answer.ts'
import type { Principal } from '../kit/principal.ts'
import { amountText } from './amounts.rules.ts'
import { type CsvCell, csvLine, UTF8_MARK } from './csv.rules.ts'
import { createGate } from './gate.ts'
import { type DateRange, listTransactions, type TransactionFilter } from './transactions.store.ts'
import type { PageOrder } from './transactions-order.ts'

/** Rows that are held in memory at a time; to write them takes the thread that serves everybody some 20 ms. */
const BATCH = 1_000
/** Batches that are read at once, for all exports together: those of a hundred callers leave others their turns and connections. */
const BATCHES_AT_ONCE = 2

const BY_TIME: PageOrder = [
  { column: 'startedAt', descending: false },
  { column: 'id', descending: false },
]

type Column = readonly [name: string, cell: (row: TransactionRow) => CsvCell]

const COLUMNS: readonly Column[] = [
  ['id', ({ id }) => id],
  ['institutionKey', ({ institutionKey }) => institutionKey],
  ['atmId', ({ atmId }) => atmId],
  ['agentAtmId', ({ agentAtmId }) => agentAtmId],
  ['startedAt', ({ startedAt }) => startedAt],
  ['endedAt', ({ endedAt }) => endedAt],
  ['kind', ({ kind }) => kind],
  ['verdict', ({ verdict }) => verdict],
  ['hostCode', ({ hostCode }) => hostCode],
  ['amount', ({ amountMinor }) => (amountMinor === null ? null : { number: amountText(amountMinor) })],
  ['currency', ({ currency }) => currency],
  ['card', ({ card }) => card],
  ['reference', ({ reference }) => reference],
  ['cashOutcome', ({ cashOutcome }) => cashOutcome],
  ['completeness', ({ completeness }) => completeness],
  ['fileId', ({ fileId }) => fileId],
  ['firstLine', ({ firstLine }) => firstLine],
  ['lastLine', ({ lastLine }) => lastLine],
]

const linesOf = (rows: readonly TransactionRow[]): string =>
  rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join('')

/** Rows as they are sent, and the last of them, null if none follow: a stalled reader holds no more than this. */
type Batch = { readonly text: Buffer; readonly last: TransactionRow | null }

const batchOf = (rows: readonly TransactionRow[]): Batch => ({
  text: Buffer.from(linesOf(rows)),
  last: rows.length === BATCH ? (rows.at(-1) ?? null) : null,
})

const READ = { mode: 'read' } as const

const fileNameOf = ({ dateFrom, dateTo }: DateRange): string =>
  `transactions-${dateFrom === dateTo ? dateFrom : `${dateFrom}-to-${dateTo}`}.csv`

/**
 * Transactions as CSV, of any number. Each batch is a transaction of its own that ends before a byte of it is sent, and
 * is read when the one before has been taken: a slow reader holds nothing, and one that goes away stops it.
 */
export const createTransactionsCsv = (stores: Stores) => {
  const gate = createGate({ atOnce: BATCHES_AT_ONCE, waiting: Number.POSITIVE_INFINITY })
  return async (filter: TransactionFilter, principal: Principal): Promise<StreamedAnswer> => {
    const readBatch = async (after: TransactionRow | null): Promise<Batch> => {
      const page = { size: BATCH, offset: 0, order: BY_TIME, after }
      await gate.enter()
      try {
        return batchOf(await stores.inTenant(principal, (tx) => listTransactions(tx, principal, filter, page), READ))
      } finally {
        gate.leave()
      }
    }
    // Before the answer begins, so that a failure is still answered as one.
    let batch = await readBatch(null)
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.concat([Buffer.from(`${UTF8_MARK}${csvLine(COLUMNS.map(([name]) => name))}`), batch.text])
      while (batch.last !== null) {
        batch = await readBatch(batch.last)
        if (batch.text.length > 0) yield batch.text
      }
    }
    return {
      contentType: 'text/csv; charset=utf-8',
      headers: {
        'content-disposition': `attachment; filename="${fileNameOf(filter)}"`,
        'cache-control': 'no-store',
      },
      chunks: chunks(),
    }
  }
}
