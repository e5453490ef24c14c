import type { Stores } from '../../../db/tenancy.ts'
import type { StreamedAnswer } from '../../kit/rest/answer.ts'
import { csvFileName } from '../../kit/rest/csv.rules.ts'
import { type CsvCaller, type CsvSource, createCsvAnswers } from '../../kit/rest/csv.ts'
import type { CashCassette, CashOrder } from '../schema.gen.ts'
import { cashCassetteOf } from './cash.rules.ts'
import { type CashFilter, type CashRow, listCashCassettesAfter } from './cash.store.ts'

type Row = CashCassette & { readonly stored: CashRow }

const money = (amount: string | null | undefined) =>
  amount === null || amount === undefined ? null : { number: amount }
/** An instant as it was read: of the shape that answers have, it is a text only where one is formatted. */
const instant = (at: Date | string | null | undefined): Date | null => (at instanceof Date ? at : null)

const COLUMNS: CsvSource<Row>['columns'] = [
  ['institutionKey', (row) => row.institutionKey ?? null],
  ['carrier', (row) => row.carrier ?? null],
  ['siteName', (row) => row.siteName ?? null],
  ['agentAtmId', (row) => row.agentAtmId],
  ['atmId', (row) => row.atmId],
  ['name', (row) => row.name ?? null],
  ['cassetteNo', (row) => row.cassetteNo],
  ['type', (row) => row.type ?? null],
  ['currency', (row) => row.currency ?? null],
  ['denomination', (row) => row.denomination ?? null],
  ['currentCount', (row) => row.currentCount ?? null],
  ['capacity', (row) => row.capacity ?? null],
  ['notesToLoad', (row) => row.notesToLoad ?? null],
  ['amountToLoad', (row) => money(row.amountToLoad)],
  ['amountAtRisk', (row) => money(row.amountAtRisk)],
  ['emptyAt', (row) => instant(row.emptyAt)],
  ['hoursLeft', (row) => row.hoursLeft ?? null],
  ['asOf', (row) => instant(row.asOf)],
  ['status', (row) => row.status ?? null],
]

/** Cassettes as CSV, of any number. */
export const createCashCsv = (stores: Stores) => {
  const answer = createCsvAnswers()
  return (filter: CashFilter, order: CashOrder, caller: CsvCaller, now: Date): Promise<StreamedAnswer> => {
    const { principal } = caller
    const source: CsvSource<Row> = {
      fileName: csvFileName('cassettes', now),
      columns: COLUMNS,
      read: async (after, size) => {
        const part = { order, after: after?.stored ?? null, limit: size }
        const rows = await stores.inTenant(principal, (tx) => listCashCassettesAfter(tx, principal, filter, part), {
          mode: 'read',
        })
        return rows.map((stored) => ({ ...cashCassetteOf(stored, now), stored }))
      },
    }
    return answer(source, caller)
  }
}
