import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, createStoreTest } from '../../../tests/support/stores.ts'
import { allOf } from '../testing/partitions.testing.ts'
import { countTransactions } from './transactions.store.ts'

const { read, run } = createStoreTest()

/** 100 ATMs of two institutions and 300 days. */
beforeAll(() =>
  run(
    `insert into journal.atm_day_total (institution_key, atm_id, agent_atm_id, day, transactions, successful, failed)
    select case when atm <= 50 then 'ACME' else 'BETA' end, atm, 'A-' || atm, date '2025-06-01' + day, 10, 6, 3
    from generate_series(1, 100) atm cross join generate_series(0, 299) day`,
    'vacuum analyze journal.atm_day_total',
  ),
)

const DAYS = { dateFrom: '2025-07-01', dateTo: '2026-02-28' }

/** How many transactions an ATM has, and how many rows of totals were read for it. */
const count = (caller: Visibility, agentAtmId: string) =>
  read(caller, async (tx) => {
    const total = await countTransactions(tx, { ...allOf(DAYS.dateFrom, DAYS.dateTo), agentAtmId })
    const of = sql`'journal.atm_day_total'::regclass`
    const [row] = await tx.execute<{ read: number }>(
      sql`select pg_stat_get_xact_tuples_returned(${of})::int + pg_stat_get_xact_tuples_fetched(${of})::int as read`,
    )
    return { total, read: row?.read }
  })

describe('the number of transactions of an ATM', () => {
  it('is added up of its own days, for callers of one institution and of all', async () => {
    expect(await count(ALL, 'A-7')).toEqual({ total: 2430, read: 243 })
    expect(await count(ACME, 'A-7')).toEqual({ total: 2430, read: 243 })
    expect(await count(ACME, 'A-77')).toMatchObject({ total: 0 })
  })
})
