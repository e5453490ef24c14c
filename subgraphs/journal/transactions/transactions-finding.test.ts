import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRow } from '../../../db/journal/transaction.ts'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, type TestJournal } from '../testing/journal.testing.ts'
import { allOf, openSession } from '../testing/partitions.testing.ts'
import { listTransactions, selectCount, selectTransactions, type TransactionFilter } from './transactions.store.ts'

let journal: TestJournal
let stores: Stores
let acme: string
let admin: string

const run = (...statements: string[]) => runAs(journal.database.urls.superuser, statements)

/** One transaction an hour and ATM over 190 days, of which the last are hot: two ATMs of ACME, one of BETA. */
const FILL = (
  table: 'hot' | 'cold',
) => `insert into journal.transaction_${table} (file_id, institution_key, atm_id, agent_atm_id,
    started_at, kind, verdict, host_code, amount_minor, currency, card, reference, cash_outcome, completeness,
    first_line, last_line, rrn, stan, authorisation_code, serial, terminal_id, host_date, account_tail, conflict)
  select 1, case when atm < 3 then 'ACME' else 'BETA' end, atm, 'ATM-' || atm, at, case when h % 12 = 0 then 'DEPOSIT'
    else 'WITHDRAWAL' end,
    case when h % 4 < 3 then 'APPROVED' end, case h % 4 when 0 then '000' when 1 then '000' when 2 then '001' end,
    case when h % 5 > 0 then (h % 5) * 10000 end, 'ETB', '412345******' || lpad((h % 500)::text, 4, '0'),
    'R' || h || '-' || atm,
    case when h % 6 = 0 then 'RETRACTED' else 'DISPENSED' end, 'COMPLETE', 1, 9,
    'R' || h || '-' || atm, 'S' || h % 100, 'A' || h % 101, 'N' || h % 102, 'T' || atm, at::date,
    lpad((h % 50)::text, 4, '0'),
    case h % 12 when 0 then '{MIXED_LINES}' when 1 then '{CARD_MISMATCH,AMOUNT_AND_NOTES}' else '{}' end::text[]
  from generate_series('2026-05-20T10:00:00'::timestamp - interval '190 days', '2026-05-20T10:00:00', '1 hour')
    with ordinality s(at, h),
    generate_series(1, 3) atm
  where (at >= (select hot_from from journal.hot_boundary)) = ${table === 'hot'} order by s.at, atm`

beforeAll(async () => {
  journal = await openTestJournal([], { now: '2026-05-20T12:00:00Z' })
  await run(
    `select journal.make_partitions('2025-11-01', '2026-05-20', '2026-05-20', 90)`,
    FILL('cold'),
    FILL('hot'),
    `insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
      select started_at::date, atm_id, institution_key, agent_atm_id, count(*),
        count(*) filter (where verdict = 'APPROVED'), 0
      from journal.transaction_all group by 1, 2, 3, 4`,
    'vacuum (analyze)',
  )
  stores = await openStores(journal.database.urls, { name: 'tests', max: 2 })
  acme = await journal.token({ institutions: ['ACME'] })
  admin = await journal.token({ role: 'ADMIN' })
})
afterAll(async () => {
  await stores.close()
  await journal.close()
})

const get = (query: string, as = acme) => journal.ask('GET', `/journal/api/journal/transactions${query}`, { as })
const page = async (query: string, as = acme) => Object((await get(query, as)).body)
const YESTERDAY = 'dateFrom=2026-05-19&dateTo=2026-05-19'

describe('finding transactions', () => {
  it.each([
    ['kind=DEPOSIT', 4],
    ['kind=WITHDRAWAL&hostCode=001', 12],
    ['kind=TRANSFER', 0],
    ['cashOutcome=RETRACTED', 8],
    ['hostCode=001', 12],
    ['hostCode=001&cashOutcome=RETRACTED&verdict=APPROVED', 4],
    ['amount=300', 10],
    ['amountFrom=200.00&amountTo=300.00', 20],
    ['amountFrom=200.01', 20],
    ['amountTo=100&verdict=APPROVED', 6],
    ['amount=100&amountFrom=200', 0],
    ['reference=nothing', 0],
    ['hostCode= 001 &agentAtmId=ATM-2', 6],
    ['terminalId=T2', 24],
    ['hostDate=2026-05-19', 48],
    ['hostDate=2026-05-18', 0],
    ['conflict=ANY', 8],
    ['conflict=CARD_MISMATCH&terminalId=T1', 2],
    ['conflict=NOTES_RETURNED', 0],
    ['verdict=REVERSED', 0],
    ['sessionId=1', 0],
  ])('by %s', async (query, expected) => {
    const found = await page(`?${YESTERDAY}&size=200&${query}`)
    expect(found).toMatchObject({ totalElements: expected, numberOfElements: expected })
    const both = await page(`?${YESTERDAY}&size=200&${query}`, admin)
    expect(both.content.filter(({ institutionKey }: { institutionKey: string }) => institutionKey === 'ACME')).toEqual(
      found.content,
    )
  })

  it('by the last digits of a card', async () => {
    const [row] = await run(
      `select card_last4 from journal.transaction_hot where started_at = '2026-05-19T10:00:00' limit 1`,
    )
    expect(await page(`?${YESTERDAY}&card=${row?.card_last4}`)).toMatchObject({ totalElements: 2, numberOfElements: 2 })
    expect(await page(`?${YESTERDAY}&card=${row?.card_last4}&atmId=1`)).toMatchObject({
      totalElements: 1,
      content: [{ atmId: 1, startedAt: '2026-05-19T10:00:00', card: `412345******${row?.card_last4}` }],
    })
  })

  it('by reference, in cold and hot months', async () => {
    const [row] = await run(
      `select id, reference, started_at::date::text as day from journal.transaction_cold where institution_key = 'ACME'
        order by id limit 1`,
    )
    const range = 'dateFrom=2025-11-01&dateTo=2026-05-20'
    expect(await page(`?${range}&reference=${row?.reference}`)).toMatchObject({
      totalElements: 1,
      content: [{ reference: row?.reference }],
    })
    expect(await page(`?dateFrom=2026-05-01&reference=${row?.reference}`)).toMatchObject({ totalElements: 0 })
  })

  it('by each number that a receipt or a host gives it, and by its session', async () => {
    const [first, second] = await run(
      `select id, rrn, stan, authorisation_code, serial, account_tail from journal.transaction_hot
        where started_at between '2026-05-19T10:00:00' and '2026-05-19T11:00:00' and atm_id = 1 order by id`,
    )
    for (const [argument, column] of [
      ...([
        ['rrn', 'rrn'],
        ['stan', 'stan'],
        ['authorisationCode', 'authorisation_code'],
      ] as const),
      ...([
        ['serial', 'serial'],
        ['accountTail', 'account_tail'],
      ] as const),
    ]) {
      const value = String(first?.[column])
      expect(await page(`?${YESTERDAY}&atmId=1&${argument}=${value}`)).toMatchObject({
        totalElements: 1,
        content: [{ id: Number(first?.id), [argument]: value }],
      })
      expect(await page(`?${YESTERDAY}&${argument}=${value}-`)).toMatchObject({ totalElements: 0, content: [] })
    }
    expect(await page(`?${YESTERDAY}&sessionId=${second?.id}`)).toMatchObject({ totalElements: 1 })
    await run(`update journal.transaction_hot set first_attempt_id = ${first?.id}, attempt_no = 2
      where id = ${second?.id}`)
    const session = await page(`?${YESTERDAY}&sessionId=${first?.id}`)
    expect(session.content.map(({ id, attemptNo }: { id: number; attemptNo: number }) => [id, attemptNo])).toEqual([
      [Number(second?.id), 2],
      [Number(first?.id), 1],
    ])
    expect(await page(`?${YESTERDAY}&sessionId=${second?.id}`)).toMatchObject({ totalElements: 0 })
  })

  it('names each faulty argument', async () => {
    const fields = async (query: string) => {
      const { status, body } = await get(query)
      return [status, ...Object(body).errors.map(({ field }: { field: string }) => field)]
    }
    expect(await fields('?amountFrom=x&amountTo=-1&card=12')).toEqual([400, 'card', 'amountFrom', 'amountTo'])
    expect(await fields('?amountFrom=3&amountTo=2')).toEqual([400, 'amountFrom'])
    expect(await fields('?cashOutcome=LOST')).toEqual([400, 'cashOutcome'])
    expect(await fields('?kind=LOAN')).toEqual([400, 'kind'])
    expect(await fields('?verdict=UNDECIDED')).toEqual([400, 'verdict'])
    expect(await fields('?conflict=NONE')).toEqual([400, 'conflict'])
    expect(await fields('?hostDate=20-05-2026')).toEqual([400, 'hostDate'])
    expect(await fields('?sessionId=x')).toEqual([400, 'sessionId'])
    expect(await fields('?format=xml')).toEqual([400, 'format'])
  })

  it('by its id, in whichever month it lies, and only its institution’s', async () => {
    const rows = await run(`(select id, institution_key from journal.transaction_cold order by id limit 3)
      union all (select id, institution_key from journal.transaction_hot order by id limit 3)`)
    for (const { id, institution_key } of rows) {
      const { status, body } = await get(`/${id}`)
      expect(status).toBe(institution_key === 'ACME' ? 200 : 404)
      if (status === 200) expect(body).toMatchObject({ id: Number(id), institutionKey: 'ACME', firstLine: 1 })
    }
    expect((await get('/9007199254740991')).status).toBe(404)
  })
})

describe('a page after a row', () => {
  const walk = async (query: string, as = acme) => {
    const rows: { id: number; startedAt: string; amount: string | null }[] = []
    for (let after = ''; ; ) {
      const found = await page(`?${YESTERDAY}&size=7&${query}${after}`, as)
      rows.push(...found.content)
      if (found.last) return rows
      after = `&after=${rows.at(-1)?.id}`
    }
  }

  it.each([
    '',
    'sort=amount,desc',
    'sort=amount,asc',
    'sort=startedAt,asc',
    'sort=id,desc',
    'sort=amount,asc&sort=startedAt,desc',
    'cashOutcome=RETRACTED&sort=amount',
  ])('follows in the order asked for: %s', async (query) => {
    const whole = await page(`?${YESTERDAY}&size=200&${query}`, admin)
    expect(await walk(query, admin)).toEqual(whole.content)
  })

  it('says what is first and last, and counts all', async () => {
    const first = await page(`?${YESTERDAY}&size=40`)
    expect(first).toMatchObject({ totalElements: 48, first: true, last: false, numberOfElements: 40 })
    const second = await page(`?${YESTERDAY}&size=40&after=${first.content.at(-1).id}`)
    expect(second).toMatchObject({ totalElements: 48, first: false, last: true, numberOfElements: 8 })
    const beyond = await page(`?${YESTERDAY}&size=40&after=${second.content.at(-1).id}`)
    expect(beyond).toMatchObject({ totalElements: 48, empty: true, last: true, content: [] })
  })

  it('stays as it is while new transactions come', async () => {
    const first = await page('?size=5')
    const expected = await page('?size=5&page=1')
    await run(`insert into journal.transaction_hot (file_id, institution_key, atm_id, agent_atm_id, started_at, kind,
      cash_outcome,
      completeness, first_line, last_line)
        values (1, 'ACME', 1, 'ATM-1', '2026-05-20T11:30:00', 'OTHER', 'NONE', 'COMPLETE', 1, 2)`)
    expect((await page('?size=5&page=1')).content).not.toEqual(expected.content)
    expect((await page(`?size=5&after=${first.content.at(-1).id}`)).content).toEqual(expected.content)
  })

  it('is refused together with a page, and after what is no transaction of the caller and of these days', async () => {
    const [row] = await run(`select min(id) filter (where institution_key = 'BETA') as foreign,
        min(id) filter (where institution_key = 'ACME') as own
      from journal.transaction_hot where started_at::date = '2026-05-19'`)
    const refused = async (query: string) => (await get(`?${YESTERDAY}&${query}`)).body
    expect(await refused(`after=${row?.own}&page=1`)).toMatchObject({ status: 400, errors: [{ field: 'page' }] })
    expect(await refused(`after=${row?.foreign}`)).toMatchObject({ status: 400, errors: [{ field: 'after' }] })
    expect(await refused('after=999999999')).toMatchObject({ status: 400, errors: [{ field: 'after' }] })
    expect(await refused('after=x')).toMatchObject({ status: 400, errors: [{ field: 'after' }] })
    expect((await get(`?after=${row?.own}`)).status).toBe(400)
  })
})

describe('in the graph', () => {
  const principal = {
    ...{ userId: '7', email: null, role: 'USER' as const },
    ...{ institutions: ['ACME'], unrestricted: false, agentAtmId: null },
  }
  const execute = (query: string, variables = {}) =>
    journal.process.hosted
      .get('journal')
      ?.execute({ query, variables }, { principal, token: null, traceId: '0'.repeat(32) })

  it('they are found by numbers and conflicts as on REST', async () => {
    const answer = await execute(`{ journalTransactions(size: 200, dateFrom: "2026-05-19", dateTo: "2026-05-19",
      hostDate: "2026-05-19", terminalId: "T1", conflict: CARD_MISMATCH) {
      totalElements content { id sessionId attemptNo conflict decidedBy { rule line } stan authorisationCode serial
        terminalId hostDate accountTail rrn notes { state denomination currency count } } } }`)
    const { totalElements, content } = Object(answer?.data).journalTransactions
    const rest = await page(`?${YESTERDAY}&size=200&hostDate=2026-05-19&terminalId=T1&conflict=CARD_MISMATCH`)
    expect([totalElements, content.length]).toEqual([2, 2])
    expect(rest.content).toMatchObject(content)
    expect(content[0]).toMatchObject({
      ...{ sessionId: content[0].id, attemptNo: 1, conflict: ['CARD_MISMATCH', 'AMOUNT_AND_NOTES'], decidedBy: null },
      ...{ terminalId: 'T1', hostDate: '2026-05-19', notes: [] },
    })
  })

  it('they are found and paged as on REST', async () => {
    const query = `query ($after: SafeInt) { journalTransactions(size: 5, dateFrom: "2026-05-19", dateTo: "2026-05-19",
      hostCode: "001", amountTo: "300", cashOutcome: DISPENSED, sort: ["amount,desc"], after: $after) {
      totalElements last content { id amount hostCode cashOutcome atm { id } } } }`
    const ask = async (after: number | null) => {
      const answer = await execute(query, { after })
      return Object(answer?.data).journalTransactions
    }
    const rest = await page(`?${YESTERDAY}&size=200&hostCode=001&amountTo=300&cashOutcome=DISPENSED&sort=amount,desc`)
    const first = await ask(null)
    const second = await ask(first.content.at(-1).id)
    expect([first.totalElements, second.totalElements]).toEqual([rest.totalElements, rest.totalElements])
    const seen = [...first.content, ...second.content]
    expect(seen.map(({ id }) => id)).toEqual(rest.content.slice(0, seen.length).map(({ id }: { id: number }) => id))
    expect(seen[0]).toMatchObject({ amount: '300.00', hostCode: '001', cashOutcome: 'DISPENSED' })
    expect(seen.every(({ atm }) => atm.id === 1 || atm.id === 2)).toBe(true)
  })
})

const ACME = { unrestricted: false, institutions: ['ACME'] }
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
    const visibility = ACME
    const statements = await stores.inTenant(visibility, async (tx) => [
      selectTransactions(tx, visibility, filter, { size: 20, offset: 0, order: NEWEST, after }).toSQL(),
      selectCount(tx, filter).toSQL(),
    ])
    const session = await openSession(journal.database.urls.app)
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
    const row = await stores.inTenant(ACME, (tx) =>
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
