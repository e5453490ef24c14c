import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { createLog } from '../../kit/observability/log.ts'
import { createMetrics } from '../../kit/observability/metrics.ts'
import { totalsCheckJob } from './totals-check.job.ts'
import { daysToCheck } from './totals-check.rules.ts'

let database: TestDatabase
let stores: Stores
const NOW = new Date('2026-05-20T02:30:00Z')

const run = (statement: string) => runAs(database.urls.superuser, [statement])

beforeEach(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests', max: 2 })
  await runAs(database.urls.superuser, [
    `select journal.make_partitions('2026-01-01', '2026-06-30', '2026-05-20', 90)`,
    ...['hot', 'cold'].map(
      (
        table,
      ) => `insert into journal.transaction_${table} (file_id, institution_key, atm_id, agent_atm_id, started_at, kind,
        verdict, cash_outcome, completeness, first_line, last_line)
      select 1, 'ACME', atm, 'ATM-' || atm, d + interval '1 hour' * n, 'OTHER', case when n < 5 then 'APPROVED'
        when n < 7 then 'DECLINED' end,
        'NONE', 'COMPLETE', 1, 2
      from generate_series('2026-01-05'::timestamp, '2026-05-20', '1 day') d, generate_series(1, 3) atm,
        generate_series(0, 7) n
      where (d >= (select hot_from from journal.hot_boundary)) = ${table === 'hot'}`,
    ),
    `insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
      select d, atm, 'ACME', 'ATM-' || atm, 8, 5, 2 from generate_series('2026-01-05'::date, '2026-05-20', '1 day') d,
        generate_series(1, 3) atm`,
  ])
})
afterEach(async () => {
  await stores.close()
  await database.drop()
})

/** Runs the job; what it said, counted and logged. */
const check = async (now = NOW, keptDays: number | null = null) => {
  const lines: string[] = []
  const log = createLog({ level: 'error', name: 'test' }, { write: (line) => lines.push(line) })
  const metrics = createMetrics()
  const outcome = await totalsCheckJob({ stores, metrics }, keptDays).run({ now, log, progress: () => {} })
  const counted = await metrics.getSingleMetric('fleetops_journal_total_differences_total')?.get()
  return { outcome, counted: counted?.values[0]?.value, logged: lines.map((line) => JSON.parse(line)) }
}

// Totals are written directly, as no request makes wrong ones.
describe('the check of the totals', () => {
  it('finds nothing where the totals are what the rows count to', async () => {
    expect(await check()).toEqual({ outcome: '39 days checked, 0 totals differ', counted: 0, logged: [] })
  })

  it('leaves out what retention is about to delete: it deletes totals and rows one after the other', async () => {
    await run(`delete from journal.atm_day_total where day < '2026-03-01'`)
    expect((await check()).counted).toBeGreaterThan(0)
    // 60 days before the check is 21 March.
    expect(await check(NOW, 60)).toMatchObject({ counted: 0, logged: [] })
    await run(`delete from journal.atm_day_total where day = '2026-04-20'`)
    expect(await check(NOW, 60)).toMatchObject({ counted: 3 })
  })

  it('reports a wrong total, one without rows and rows without one, with both figures, and mends nothing', async () => {
    await run(`update journal.atm_day_total set failed = 3 where atm_id = 2 and day = '2026-05-19'`)
    await run(`delete from journal.atm_day_total where atm_id = 1 and day = '2026-05-18'`)
    await run(`insert into journal.atm_day_total values ('2026-05-18', 9, 'ACME', 'ATM-9', 1, 1, 0)`)
    const found = await check()
    expect(found).toMatchObject({ outcome: '39 days checked, 3 totals differ', counted: 3 })
    const [none, rows] = [
      { transactions: 0, successful: 0, failed: 0 },
      { transactions: 8, successful: 5, failed: 2 },
    ]
    expect(found.logged).toMatchObject([
      { atmId: 1, day: '2026-05-18', kept: none, counted: rows },
      { atmId: 9, day: '2026-05-18', kept: { transactions: 1, successful: 1, failed: 0 }, counted: none },
      { atmId: 2, day: '2026-05-19', kept: { ...rows, failed: 3 }, counted: rows },
    ])
    expect(await check()).toMatchObject({ counted: 3 })
  })

  it('distinguishes the institutions of an ATM that has changed hands', async () => {
    await run(`update journal.atm_day_total set institution_key = 'BETA' where atm_id = 3 and day = '2026-05-17'`)
    const { counted, logged } = await check()
    const none = { transactions: 0, successful: 0, failed: 0 }
    expect(counted).toBe(2)
    expect(logged).toMatchObject([
      { atmId: 3, institutionKey: 'ACME', day: '2026-05-17', kept: none, counted: { transactions: 8 } },
      { atmId: 3, institutionKey: 'BETA', day: '2026-05-17', kept: { transactions: 8 }, counted: none },
    ])
  })

  it('logs a bounded number, and counts all', async () => {
    await run(`update journal.atm_day_total set transactions = 9 where day > '2026-05-01'`)
    const found = await check()
    expect(found.logged).toHaveLength(20)
    // Nineteen days of three ATMs.
    expect(found.counted).toBe(19 * 3)
  })

  it('comes to every older day within thirty nights', async () => {
    const span = { first: '2021-05-21', last: '2026-06-20' }
    const nights = Array.from({ length: 30 }, (_, at) => `2026-05-${String(at + 1).padStart(2, '0')}`)
    const checked = nights.map((night) => daysToCheck(span, night))
    expect(new Set(checked.flat()).size).toBe(1857)
    expect(Math.max(...checked.map((days) => days.length))).toBeLessThan(160)
  })
})
