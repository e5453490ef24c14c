import { beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRow } from '../../../db/journal/transaction.ts'
import { ACME, createStoreTest } from '../../../tests/support/stores.ts'
import { allOf, openSession } from '../testing/partitions.testing.ts'
import { FILL_TRANSACTIONS } from '../testing/transactions-fill.testing.ts'
import { listTransactions, selectCount, selectTransactions, type TransactionFilter } from './transactions.store.ts'

const { read, run, urls } = createStoreTest()

beforeAll(() => run(...FILL_TRANSACTIONS))

const NEWEST = [
  { column: 'startedAt' as const, descending: true },
  { column: 'id' as const, descending: true },
]

// The plan is the point: a month that is not looked at must cost nothing, which no answer shows.
describe('the plans', () => {
  type Plan = {
    readonly 'Relation Name'?: string
    readonly 'Node Type': string
    readonly 'Index Name'?: string
    readonly 'Index Cond'?: string
    readonly Plans?: Plan[]
  }
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

  beforeAll(async () => {
    // By what is known of the tables a plan is chosen; the autovacuum may come in between, or not.
    await run('vacuum analyze journal.transaction_hot, journal.transaction_cold')
  })

  /** What the very statements of a page and its count read, for a caller of one institution. */
  const plansOf = async (filter: TransactionFilter, setting = 'select 1', after: TransactionRow | null = null) => {
    const statements = await read(ACME, async (tx) => [
      selectTransactions(tx, ACME, filter, { size: 20, offset: 0, order: NEWEST, after }).toSQL(),
      selectCount(tx, filter).toSQL(),
    ])
    const session = await openSession(urls().app)
    await session.run(`select set_config('app.institutions', 'ACME', false)`)
    await session.run(setting)
    const plans: Plan[] = []
    for (const { sql, params } of statements) {
      const [row] = await session.sql.unsafe(`explain (format json) ${sql}`, params.map(String))
      plans.push(...nodes(Object(row)['QUERY PLAN'][0].Plan))
    }
    await session.close()
    return plans
  }
  const tablesOf = (plans: readonly Plan[]) => new Set(plans.flatMap((plan) => plan['Relation Name'] ?? []))
  const partitions = async (table: 'hot' | 'cold') =>
    (
      await run(
        `select inhrelid::regclass::text as name from pg_inherits
          where inhparent = 'journal.transaction_${table}'::regclass`,
      )
    ).map(({ name }) => String(name).replace('journal.', ''))

  it('of the last 90 days touch hot months only; of more, both', async () => {
    const [hot, cold] = [new Set(await partitions('hot')), new Set(await partitions('cold'))]
    const within = tablesOf(await plansOf({ ...allOf('2026-02-19', '2026-05-20'), hostCode: '001' }))
    expect(within.size).toBe(4)
    expect([...within].filter((table) => !hot.has(table))).toEqual([])
    const today = tablesOf(await plansOf({ ...allOf('2026-05-20', '2026-05-20'), hostCode: '001' }))
    expect([...today]).toEqual(['transaction_2026_05'])
    const wide = tablesOf(await plansOf({ ...allOf('2025-11-20', '2026-05-20'), hostCode: '001' }))
    expect(wide.intersection(hot).size).toBe(4)
    expect(wide.intersection(cold).size).toBe(3)
  })

  it.each([
    ['any conflict', { conflict: 'ANY' as const }],
    ['one conflict', { conflict: 'CARD_MISMATCH' as const }],
  ])('for %s read the index of conflicts alone', async (_name, wanted) => {
    const plans = await plansOf({ ...allOf('2026-03-01', '2026-05-20'), ...wanted }, 'set enable_seqscan = off')
    const used = plans.filter((plan) => plan['Index Name'] !== undefined && plan['Node Type'] === 'Index Only Scan')
    expect(used.filter((plan) => !/conflict|include/.test(String(plan['Index Name'])))).toEqual([])
    expect(new Set(used.map((plan) => plan['Relation Name'])).size).toBe(3)
  })

  it('of a page after a row begin with that row, also where they merge rows and keys', async () => {
    const filter = allOf('2026-03-01', '2026-05-20')
    const row = await read(ACME, (tx) =>
      listTransactions(tx, ACME, filter, { size: 1, offset: 500, order: NEWEST, after: null }),
    )
    const after = row[0] ?? null
    const merging = ['nestloop', 'hashjoin', 'seqscan', 'bitmapscan'].map((kind) => `set enable_${kind} = off`)
    const plans = await plansOf(filter, merging.join('; '), after)
    const scans = plans.slice(
      0,
      plans.findIndex((plan) => plan['Node Type'] === 'Aggregate'),
    )
    const conditions = scans.flatMap((plan) => (plan['Index Cond']?.includes('started_at') ? plan['Index Cond'] : []))
    expect(conditions).toHaveLength(6)
    const begin = `started_at <= '${after?.startedAt.replace('T', ' ')}'`
    expect(conditions.filter((condition) => !condition.includes(begin))).toEqual([])
  })

  it('for a session find its first attempt by its id, and the others by what they belong to', async () => {
    const plans = await plansOf(
      { ...allOf('2026-03-01', '2026-05-20'), sessionId: 4 },
      'set enable_seqscan = off; set enable_indexscan = off',
    )
    const conditions = plans.flatMap((plan) => (plan['Node Type'] === 'Bitmap Index Scan' ? plan['Index Cond'] : []))
    const having = (column: string) => conditions.filter((condition) => condition?.startsWith(`((${column} = '4'`))
    expect([having('id').length, having('first_attempt_id').length]).toEqual([6, 6])
  })

  it.each([
    ['the newest', {}, 'Index Only Scan', 'institution_key'],
    ['a card', { cardLast4: '0003' }, 'Index Only Scan', 'card_last4'],
    ['a reference', { reference: 'R4000-1' }, 'Index Only Scan', 'reference'],
    ['an audit number', { stan: 'S4' }, 'Index Only Scan', 'stan'],
    ['an authorisation code', { authorisationCode: 'A4' }, 'Index Only Scan', 'authorisation_code'],
    ['a serial number', { serial: 'N4' }, 'Index Only Scan', 'serial'],
    ['a terminal', { terminalId: 'T1' }, 'Index Only Scan', 'terminal_id'],
    ['a host date', { hostDate: '2026-04-01' }, 'Index Only Scan', 'host_date'],
    ['an account', { accountTail: '0004' }, 'Index Only Scan', 'account_tail'],
    ['a retrieval reference number', { rrn: 'R4000-1' }, 'Index Scan', 'reference'],
    ['a kind', { kind: 'DEPOSIT' as const }, 'Index Only Scan', 'institution_key'],
    ['a host code', { hostCode: '001' }, 'Index Only Scan', 'institution_key'],
    ['amounts', { amountFromMinor: 10_000n, amountToMinor: 20_000n }, 'Index Only Scan', 'institution_key'],
    ['both', { verdict: 'APPROVED' as const, cashOutcome: 'RETRACTED' as const }, 'Index Only Scan', 'institution_key'],
  ])('for %s find their index under row-level security', async (_name, wanted, kind, column) => {
    // In a table of this size nothing is faster than reading it: without that choice it shows which index can serve.
    const plans = await plansOf(
      { ...allOf('2026-03-01', '2026-05-20'), ...wanted },
      'set enable_seqscan = off; set enable_bitmapscan = off',
    )
    const scans = plans.filter((plan) => plan['Index Cond']?.includes(column) && plan['Node Type'] === kind)
    expect(new Set(scans.map((plan) => plan['Relation Name'])).size).toBe(3)
  })
})
