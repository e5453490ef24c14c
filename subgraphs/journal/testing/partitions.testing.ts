import { openConnection } from '../../../db/client.ts'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { runAs } from '../../../tests/support/sql.ts'
import type { TransactionFilter } from '../transactions/transactions.store.ts'

/** The day on which the tests of months take place, with 90 hot days: the hot table begins in January 2026. */
export const TODAY = '2026-04-20'
export const NOW = new Date(`${TODAY}T12:00:00Z`)
export const ACME = { unrestricted: false, institutions: ['ACME'] }
/** Of each month from October 2025 to April 2026. */
export const ROWS_A_MONTH = 56
export const MONTHS = 7

/**
 * A journal database with seven months of transactions, all of them hot: the boundary is where it was when they came.
 */
export type TestMonths = {
  readonly database: TestDatabase
  readonly stores: Stores
  run(...statements: string[]): Promise<Record<string, unknown>[]>
  /** Which table each month that has a partition belongs to. */
  tables(): Promise<Record<string, 'hot' | 'cold'>>
  close(): Promise<void>
}

/** Inserts a row a call, as a parse does. */
export const INSERT_ROW = `insert into journal.transaction_hot (file_id, institution_key, atm_id, agent_atm_id,
  started_at, kind, verdict,
  cash_outcome, completeness, first_line, last_line)
    values (2, 'BETA', 9, 'ATM-9', '2026-04-20T10:00:00', 'OTHER', null, 'NONE', 'COMPLETE', 1, 2)`

export const openTestMonths = async (): Promise<TestMonths> => {
  const database = await cloneDatabase()
  const stores = await openStores(database.urls, { name: 'tests', max: 6 })
  const run = (...statements: string[]) => runAs(database.urls.superuser, statements)
  await run(
    `select journal.make_partitions('2025-10-01', '2026-06-30', '2025-12-31', 90)`,
    `insert into journal.transaction_hot (file_id, institution_key, atm_id, agent_atm_id, started_at, kind,
      verdict, host_code,
      amount_minor, card, reference, cash_outcome, completeness, first_line, last_line)
    select 1, 'ACME', atm, 'ATM-' || atm, m + interval '1 day' * d + interval '1 hour' * atm, 'WITHDRAWAL',
      'APPROVED', '000',
      10000 * d, '412345******6789', 'R' || d, 'DISPENSED', 'COMPLETE', 1, 2
    from generate_series('2025-10-01'::timestamp, '2026-04-01', '1 month') m, generate_series(0, 27) d,
      generate_series(1, 2) atm
    order by 5`,
    'analyze',
  )
  return {
    database,
    stores,
    run,
    async tables() {
      const rows = await run(`select right(c.relname, 7) as month, right(p.relname, 4) as parent from pg_inherits i
        join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
        where p.relname in ('transaction_hot', 'transaction_cold') and c.relkind = 'r' order by 1`)
      return Object.fromEntries(
        rows.map(({ month, parent }) => [String(month), parent === 'cold' ? ('cold' as const) : ('hot' as const)]),
      )
    },
    async close() {
      await stores.close()
      await database.drop()
    },
  }
}

/** A session of its own, for what takes its time inside a transaction. */
export const openSession = async (url: string, settings: Record<string, string> = {}) => {
  const { sql, close } = await openConnection({ url, name: 'tests', settings })
  return { run: (text: string) => sql.unsafe<Record<string, unknown>[]>(text), sql, close }
}

/** Every transaction of these days. */
export const allOf = (dateFrom: string, dateTo: string): TransactionFilter => ({
  ...{ dateFrom, dateTo, agentAtmId: null, atmId: null, kind: null, verdict: null, cashOutcome: null },
  ...{
    cardLast4: null,
    reference: null,
    rrn: null,
    stan: null,
    authorisationCode: null,
    serial: null,
    terminalId: null,
    hostDate: null,
    accountTail: null,
    sessionId: null,
    conflict: null,
    hostCode: null,
    fileId: null,
    amountMinor: null,
    amountFromMinor: null,
    amountToMinor: null,
  },
})
