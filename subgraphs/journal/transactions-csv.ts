import type { TransactionRow } from '../../db/journal/transaction.ts'
import type { Stores } from '../../db/tenancy.ts'
import type { StreamedAnswer } from '../kit/answer.ts'
import type { Principal } from '../kit/principal.ts'
import { amountText } from './amounts.rules.ts'
import { type CsvCell, csvLine, UTF8_MARK } from './csv.rules.ts'
import { type DateRange, listTransactions, type TransactionFilter } from './transactions.store.ts'
import type { PageOrder } from './transactions-order.ts'

/** Rows that are held in memory at a time. */
const BATCH = 2_000

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

const fileNameOf = ({ dateFrom, dateTo }: DateRange): string =>
  `transactions-${dateFrom === dateTo ? dateFrom : `${dateFrom}-to-${dateTo}`}.csv`

/**
 * Transactions as CSV, of any number. Each batch is a transaction of its own that ends before a byte of it is sent, and
 * is read when the one before has been taken: a slow reader holds nothing, and one that goes away stops it.
 */
export const createTransactionsCsv =
  (stores: Stores) =>
  async (filter: TransactionFilter, principal: Principal): Promise<StreamedAnswer> => {
    const readBatch = (after: TransactionRow | null): Promise<TransactionRow[]> => {
      const page = { size: BATCH, offset: 0, order: BY_TIME, after }
      return stores.inTenant(principal, (tx) => listTransactions(tx, principal, filter, page), { mode: 'read' })
    }
    // Before the answer begins, so that a failure is still answered as one.
    const first = await readBatch(null)
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${UTF8_MARK}${csvLine(COLUMNS.map(([name]) => name))}${linesOf(first)}`)
      for (let rows = first; rows.length === BATCH; ) {
        rows = await readBatch(rows.at(-1) ?? null)
        if (rows.length > 0) yield Buffer.from(linesOf(rows))
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
