import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, createStoreTest } from '../../../tests/support/stores.ts'
import { createLog } from '../../kit/observability/log.ts'
import { createMetrics } from '../../kit/observability/metrics.ts'
import { addUpCash, cashCheckJob } from './cash-check.job.ts'
import { listCashTotals } from './cash-totals.store.ts'

const { lines, read, run, stores, write } = createStoreTest()

/** More than one portion. Every tenth ATM has no cassettes, and every second one is ACME's. */
const ATMS = 600

const FILL = `
  insert into incident.cassette (atm_id, cassette_no, institution_key, as_of, currency, denomination_minor,
    current_count)
  select a.id, c::text, a.institution_key, now(), case c when 1 then 'EUR' when 2 then 'EUR' when 3 then 'USD' end, 500,
    case when c < 4 then a.id end
  from incident.atm a cross join generate_series(1, 4) c where a.id % 10 > 0`

/** What was there before the cash of ATMs was kept: nothing is kept of it. */
const fillAsBefore = () =>
  run(
    'set session_replication_role = replica',
    FILL,
    'set session_replication_role = origin',
    'update incident.atm_cash_until set atm_id = 0',
  )

beforeEach(() =>
  run(
    'truncate incident.atm, incident.cassette, incident.atm_cash',
    'update incident.atm_cash_until set atm_id = null',
    `insert into incident.atm (id, agent_atm_id, institution_key, registered_at)
    select n, 'C-' || n, case when n % 2 = 0 then 'ACME' else 'BETA' end, now() from generate_series(1, ${ATMS}) n`,
  ),
)

const totalsOf = async (caller: Visibility) =>
  (await read(caller, (tx) => listCashTotals(tx, caller))).map(
    ({ currency, minor, atms }) => `${currency} ${minor} ${atms}`,
  )

/** The same from cassettes. */
const counted = (institution = '%') =>
  lines(`select currency, sum(denomination_minor * current_count), count(distinct atm_id) from incident.cassette
    where currency is not null and current_count is not null and institution_key like '${institution}'
    group by currency order by currency`)

const check = async () => {
  const logged: unknown[] = []
  const log = createLog({ level: 'error', name: 'test' }, { write: (line) => logged.push(JSON.parse(line)) })
  const metrics = createMetrics()
  const job = cashCheckJob({ stores: stores(), metrics })
  const outcome = await job.run({ now: new Date(), log, progress: () => {} })
  const counted = await metrics.getSingleMetric('fleetops_cash_differences_total')?.get()
  return { outcome, counted: counted?.values[0]?.value, logged }
}

/** By how much a figure of the session about a table grows with some work. */
const growth = async (tx: TenantTx, figure: string, table: string, work: () => Promise<unknown>) => {
  const value = async () => {
    const [row] = await tx.execute<{ n: number }>(
      sql`select ${sql.raw(`pg_stat_get_xact_${figure}('incident.${table}'::regclass)`)}::int as n`,
    )
    return row?.n ?? 0
  }
  const before = await value()
  await work()
  return (await value()) - before
}

const change = (set: string, where: string) => run(`update incident.cassette set ${set} where ${where}`)

describe('the cash of a fleet', () => {
  it('is kept as cassettes come, change, and lose what is known of them', async () => {
    await run(FILL)
    expect(await totalsOf(ALL)).toEqual(await counted())
    expect(await totalsOf(ACME)).toEqual(await counted('ACME'))
    await change('current_count = current_count + 7', 'atm_id < 100')
    await change(`currency = 'KES'`, `cassette_no = '1' and atm_id < 50`)
    await change('current_count = null', 'atm_id between 40 and 60')
    await change("status = 'LOW'", 'true')
    expect(await totalsOf(ALL)).toEqual(await counted())
    expect(await totalsOf(ACME)).toEqual(await counted('ACME'))
    expect(await check()).toEqual({
      ...{ outcome: '0 amounts differ from the cassettes of their ATMs', counted: 0, logged: [] },
    })
  })

  it('is read without reading a cassette, and what a reading changes is in no index', async () => {
    await run(FILL)
    const scansOfCassettes = await read(ALL, (tx) => growth(tx, 'numscans', 'cassette', () => listCashTotals(tx, ALL)))
    expect(scansOfCassettes).toBe(0)
    const hotUpdates = await write((tx) =>
      growth(tx, 'tuples_hot_updated', 'atm_cash', () =>
        tx.execute(sql`update incident.cassette set current_count = 9 where atm_id = 7`),
      ),
    )
    expect(hotUpdates).toBe(2)
  })
})

describe('cassettes that were there before their cash was kept', () => {
  it('are added up once, by several processes at once too', async () => {
    await fillAsBefore()
    const portions = await Promise.all([addUpCash(stores()), addUpCash(stores())])
    expect(portions[0] + portions[1]).toBe(ATMS)
    expect(await totalsOf(ALL)).toEqual(await counted())
    expect(await addUpCash(stores())).toBe(0)
    expect((await check()).outcome).toMatch(/^0 /)
  })

  it('are added up as they are by then, whatever changed before and meanwhile', async () => {
    await fillAsBefore()
    await change('current_count = 1', 'atm_id < 30')
    await run(`insert into incident.atm (id, agent_atm_id, institution_key, registered_at)
      values (1001, 'C-1001', 'ACME', now())`)
    const adding = addUpCash(stores())
    await run(`insert into incident.cassette (atm_id, cassette_no, institution_key, as_of, currency, denomination_minor,
      current_count) values (1001, '1', 'ACME', now(), 'EUR', 100, 5)`)
    await adding
    await run(`update incident.atm set institution_key = 'ACME' where id in (1, 3)`)
    expect(await totalsOf(ALL)).toEqual(await counted())
    expect(await totalsOf(ACME)).toEqual(await counted('ACME'))
    expect((await check()).outcome).toMatch(/^0 /)
  })
})

describe('the check of cash', () => {
  it('reports amounts and institutions that differ, what is missing and what is too much, and mends nothing', async () => {
    await run(
      FILL,
      `update incident.atm_cash set minor = minor + 1 where atm_id = 1 and currency = 'EUR'`,
      `update incident.atm_cash set institution_key = 'BETA' where atm_id = 2 and currency = 'USD'`,
      `delete from incident.atm_cash where atm_id = 3 and currency = 'EUR'`,
      `insert into incident.atm_cash values (4, 1, 'KES', 'ACME', 100)`,
    )
    const found = await check()
    expect(found).toMatchObject({ outcome: '4 amounts differ from the cassettes of their ATMs', counted: 4 })
    expect(found.logged).toMatchObject([
      { atmId: 1, currency: 'EUR', kept: '1001', counted: '1000' },
      { atmId: 2, currency: 'USD', kept: '1000', counted: '1000' },
      { atmId: 3, currency: 'EUR', kept: '0', counted: '3000' },
      { atmId: 4, currency: 'KES', kept: '100', counted: '0' },
    ])
    expect((await check()).outcome).toBe(found.outcome)
    // As the runbook says.
    await run('update incident.atm_cash_until set atm_id = 0')
    expect(await check()).toMatchObject({ counted: 0, logged: [] })
  })
})
