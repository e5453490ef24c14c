import type { Stores } from '../../db/tenancy.ts'
import { type AtmDescription, atmAttributes } from '../../schema/atm-attributes.rules.ts'
import type { StreamedAnswer } from '../kit/rest/answer.ts'
import type { CsvCell } from '../kit/rest/csv.rules.ts'
import { csvFileName } from '../kit/rest/csv.rules.ts'
import { type CsvCaller, type CsvSource, createCsvAnswers } from '../kit/rest/csv.ts'
import type { AtmStatus, QueryAtmStatusesCsvArgs } from './schema.gen.ts'
import { listStatusesAfter, type StatusRow } from './status.store.ts'
import { attributesOf, statusFilter, statusOf } from './statuses.ts'

/** A row with what is derived from it. */
type Row = StatusRow & Pick<AtmStatus, 'badge' | 'connectivity'>

/** Several words are one cell, as an import takes them. */
const cellOf = (value: AtmDescription[keyof AtmDescription]): CsvCell =>
  typeof value === 'object' && value !== null ? value.join(';') : value

const COLUMNS: CsvSource<Row>['columns'] = [
  ['id', ({ atmId }) => atmId],
  ['agentAtmId', ({ agentAtmId }) => agentAtmId],
  ['institutionKey', ({ institutionKey }) => institutionKey],
  ...atmAttributes.map((name) => [name, (row: Row) => cellOf(attributesOf(row)[name])] as const),
  ['badge', ({ badge }) => badge],
  ['serviceState', ({ serviceState }) => serviceState],
  ['serviceStateChangedAt', ({ serviceStateChangedAt }) => serviceStateChangedAt],
  ['supervisorSince', ({ supervisorSince }) => supervisorSince],
  ['connectivity', ({ connectivity }) => connectivity],
  ['lastHeartbeatAt', ({ lastHeartbeatAt }) => lastHeartbeatAt],
]

/** The status of ATMs as CSV, of any number, all as of the moment at which it was asked for. */
export const createStatusesCsv = (stores: Stores, connectedWithinMs: number) => {
  const answer = createCsvAnswers()
  return (args: QueryAtmStatusesCsvArgs, caller: CsvCaller, now: Date): Promise<StreamedAnswer> => {
    const { principal } = caller
    const filter = statusFilter(args, now, connectedWithinMs)
    const source: CsvSource<Row> = {
      fileName: csvFileName('atms', now),
      columns: COLUMNS,
      read: async (after, size) => {
        const rows = await stores.inTenant(
          principal,
          (tx) => listStatusesAfter(tx, principal, filter, after?.agentAtmId ?? null, size),
          { mode: 'read' },
        )
        return rows.map((row) => {
          const { badge, connectivity } = statusOf(row, now, connectedWithinMs)
          return { ...row, badge, connectivity }
        })
      },
    }
    return answer(source, caller)
  }
}
