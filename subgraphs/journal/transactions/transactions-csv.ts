import type { StoredNotes, TransactionRow } from '../../../db/journal/transaction.ts'
import type { Stores } from '../../../db/tenancy.ts'
import type { StreamedAnswer } from '../../kit/rest/answer.ts'
import { type CsvCaller, type CsvSource, createCsvAnswers } from '../../kit/rest/csv.ts'
import { amountText } from '../model/amounts.rules.ts'
import { type DateRange, listTransactions, type TransactionFilter } from './transactions.store.ts'
import type { PageOrder } from './transactions-order.ts'

const BY_TIME: PageOrder = [
  { column: 'startedAt', descending: false },
  { column: 'id', descending: false },
]

/** `DISPENSED 10 x 500.00 INR`; a question mark for what the journal does not show. */
const noteText = ({ state, count, denominationMinor, currency }: StoredNotes): string =>
  `${state} ${count} x ${denominationMinor === null ? '?' : amountText(BigInt(denominationMinor))} ${currency ?? '?'}`

/** Columns that came later are at the end, for those who read them by their place. */
const COLUMNS: CsvSource<TransactionRow>['columns'] = [
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
  ['sessionId', ({ sessionId }) => sessionId],
  ['attemptNo', ({ attemptNo }) => attemptNo],
  ['decidedBy', ({ decidedRule }) => decidedRule],
  ['decidedLine', ({ decidedLine }) => decidedLine],
  ['conflict', ({ conflict }) => conflict.join(' ') || null],
  ['rrn', ({ rrn }) => rrn],
  ['stan', ({ stan }) => stan],
  ['authorisationCode', ({ authorisationCode }) => authorisationCode],
  ['serial', ({ serial }) => serial],
  ['terminalId', ({ terminalId }) => terminalId],
  ['hostDate', ({ hostDate }) => hostDate],
  ['accountTail', ({ accountTail }) => accountTail],
  ['notes', ({ notes }) => notes.map(noteText).join('; ') || null],
]

const READ = { mode: 'read' } as const

const fileNameOf = ({ dateFrom, dateTo }: DateRange): string =>
  `transactions-${dateFrom === dateTo ? dateFrom : `${dateFrom}-to-${dateTo}`}.csv`

/** Transactions as CSV, of any number, in the order of their time. */
export const createTransactionsCsv = (stores: Stores) => {
  const answer = createCsvAnswers()
  return (filter: TransactionFilter, caller: CsvCaller): Promise<StreamedAnswer> => {
    const { principal } = caller
    return answer<TransactionRow>(
      {
        fileName: fileNameOf(filter),
        columns: COLUMNS,
        read: (after, size) => {
          const page = { size, offset: 0, order: BY_TIME, after }
          return stores.inTenant(principal, (tx) => listTransactions(tx, principal, filter, page), READ)
        },
      },
      caller,
    )
  }
}
