import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type Stores, type TenantTx, type Visibility } from '../../../db/tenancy.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, type TestJournal } from '../testing/journal.testing.ts'
import { missingGaps } from './gap-detection.store.ts'
import {
  type GapFilter,
  type GapOrder,
  listFetchChanges,
  listFetches,
  listGaps,
  listPlacesWithFetches,
} from './gaps.store.ts'

// Plans and rows that are written directly are the point: what is read of tables of this size, which no answer shows.

/** A node of a plan, as PostgreSQL explains it in JSON. */
type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Loops'?: number
  readonly 'Actual Rows'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Temp Written Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

const ATMS = 2_000
const DAYS = 90
const NOW = '2026-06-01T06:00:00Z'
const LAST = '2026-05-31'
const FIRST = '2026-03-03'
const NONE: GapFilter = { status: null, agentAtmId: null, atmId: null, dateFrom: null, dateTo: null, group: {} }
const ONE: Visibility = { unrestricted: false, institutions: ['I-7'] }
const SEVERAL: Visibility = { unrestricted: false, institutions: ['I-7', 'I-8', 'I-9'] }
const ALL: Visibility = { unrestricted: true, institutions: [] }

let journal: TestJournal
let stores: Stores

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const textOf = (node: PlanNode, depth = 0): string => {
  const what = [node['Relation Name'], node['Index Name']].filter((name) => name !== undefined).join(' by ')
  const line = `${'  '.repeat(depth)}${node['Node Type']} ${what} rows ${node['Actual Rows']} × ${node['Actual Loops']}`
  return [line, ...(node.Plans ?? []).map((child) => textOf(child, depth + 1))].join('\n')
}
const explain = async (tx: TenantTx, statement: SQL): Promise<PlanNode> => {
  const [row] = await tx.execute<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    sql`explain (analyze, buffers, format json) ${statement}`,
  )
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new Error('no plan')
  return plan
}

beforeAll(async () => {
  journal = await openTestJournal([], { now: NOW })
  stores = await openStores(journal.database.urls, { name: 'tests', max: 2 })
  await runAs(journal.database.urls.superuser, [
    // Every zone of the day, and one file of every ATM and day but each hundredth.
    `insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, time_zone, first_date)
     select a, 'A-' || a, 'I-' || a % 20, (array[null, 'Asia/Tokyo', 'America/Lima', 'Etc/GMT+12'])[1 + a % 4],
       date '${FIRST}'
     from generate_series(1, ${ATMS}) a`,
    `insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes, status,
     received_at, parsed_at)
     select 'I-' || a % 20, a, 'A-' || a, date '${FIRST}' + d, md5(a || ' ' || d), 1, 'PARSED', now(), now()
     from generate_series(0, ${DAYS - 1}) d cross join generate_series(1, ${ATMS}) a
     where d = 0 or (a * 7 + d * 13) % 100 <> 0`,
    'analyze journal.atm_journal, journal.journal_file',
  ])
})
afterAll(async () => {
  await stores.close()
  await journal.close()
})

describe('detection over 2,000 ATMs and 90 days', () => {
  beforeEach(() => runAs(journal.database.urls.superuser, ['truncate journal.gap']))

  it('takes each day as a set: no table is looked up pair by pair, and nothing spills to disk', async () => {
    const lastDays = [null, 'Asia/Tokyo', 'America/Lima', 'Etc/GMT+12'].map((timeZone) => ({ timeZone, day: LAST }))
    const plan = await stores.asPlatform(async (tx) => {
      const found = await explain(tx, missingGaps({ from: FIRST, to: LAST }, lastDays, new Date(NOW)))
      await tx.execute(sql`delete from journal.gap`)
      return found
    })
    const text = textOf(plan)
    const nodes = nodesOf(plan)
    const files = nodes.filter((node) => node['Relation Name'] === 'journal_file')
    expect(files.length, text).toBeGreaterThan(0)
    for (const node of nodes.filter((one) => one['Relation Name'] !== undefined))
      expect(
        node['Actual Loops'],
        `${node['Relation Name']} is read once a day at most, not once a pair:\n${text}`,
      ).toBeLessThanOrEqual(DAYS)
    // In each loop only the day's own files are read, not all of them.
    for (const node of files) expect(node['Actual Rows'], text).toBeLessThanOrEqual(ATMS)
    expect(plan['Temp Written Blocks'], text).toBe(0)
  })

  it('opens what is missing, reports how far it is, and finds nothing the second time', async () => {
    const [{ missing } = { missing: 0 }] = await runAs(journal.database.urls.superuser, [
      `select count(*)::int as missing from journal.atm_journal a cross join generate_series(0, ${DAYS - 1}) d
       where date '${FIRST}' + d <= case a.time_zone when 'Etc/GMT+12' then date '${LAST}' - 1 else date '${LAST}' end
         and not exists (select from journal.journal_file f where f.atm_id = a.atm_id
           and f.journal_date = date '${FIRST}' + d)`,
    ])
    const progress: string[] = []
    const job = journal.process.jobs.find(({ name }) => name === 'journal.gap-detection')
    const context = {
      now: new Date(NOW),
      log: journal.process.log,
      progress: (text: string) => void progress.push(text),
    }
    expect(await job?.run(context)).toBe(`${missing} gaps opened`)
    expect(missing).toBeGreaterThan(1_500)
    expect(progress.length).toBeGreaterThanOrEqual(3)
    expect(progress.at(-1)).toContain(`${missing} gaps opened`)
    expect(await job?.run(context)).toBe('0 gaps opened')
  })
})

describe('lists of 200,000 gaps', () => {
  /** The statement that a store function would run, explained in its place. */
  const planOf = (visibility: Visibility, run: (tx: TenantTx) => { getSQL(): SQL }) =>
    stores.inTenant(visibility, (tx) => explain(tx, run(tx).getSQL()))
  const check = (plan: PlanNode, most: number) => {
    const text = textOf(plan)
    for (const node of nodesOf(plan)) {
      if (node['Relation Name'] === undefined) continue
      expect(node['Node Type'], text).not.toBe('Seq Scan')
      const loops = node['Actual Loops'] ?? 1
      const read = ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * loops
      expect(read, `${node['Index Name']} reads no more than it gives:\n${text}`).toBeLessThanOrEqual(most)
    }
    expect(
      nodesOf(plan).some((node) => node['Index Name'] !== undefined),
      text,
    ).toBe(true)
  }

  beforeAll(() =>
    runAs(journal.database.urls.superuser, [
      'truncate journal.gap',
      `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at,
       fetch_requested_at)
       select 'I-' || a % 20, a, 'A-' || a, date '${LAST}' - d,
         case when (a + d) % 50 = 0 then 'OPEN' when (a + d) % 500 = 1 then 'FETCH_REQUESTED' else 'CLOSED' end, now(),
         timestamptz '${NOW}' - (a + d) % 86400 * interval '1 second'
       from generate_series(1, ${ATMS}) a cross join generate_series(0, 99) d`,
      'vacuum analyze journal.gap',
    ]),
  )

  const cursor = { gapDate: '2026-04-10', id: 7, agentAtmId: 'A-1234' }
  const filters: [string, GapFilter][] = [
    ['of any state', NONE],
    ['that are open', { ...NONE, status: 'OPEN' }],
    ['of some days', { ...NONE, dateFrom: '2026-05-01', dateTo: '2026-05-03' }],
    ['of one ATM', { ...NONE, atmId: 7, status: 'OPEN' }],
    ['of one agent', { ...NONE, agentAtmId: 'A-7' }],
  ]
  const callers: [string, Visibility][] = [
    ['one institution', ONE],
    ['three', SEVERAL],
    ['all', ALL],
  ]
  it.each(
    callers.flatMap(([who, visibility]) => filters.map(([what, filter]) => [what, who, filter, visibility] as const)),
  )('%s, for a caller of %s, read little more than the page', async (_what, _who, filter, visibility) => {
    for (const after of [null, cursor])
      check(await planOf(visibility, (tx) => Object(listGaps(tx, visibility, filter, 20, after))), 110)
  })

  const orders: [string, GapOrder][] = [
    ['newest first', { by: 'gapDate', descending: true }],
    ['by ATM', { by: 'agentAtmId', descending: false }],
    ['by ATM downwards', { by: 'agentAtmId', descending: true }],
  ]
  // Days that are asked for in the order of ATMs are few enough to be sorted.
  const walked = filters.filter(([, { dateFrom }]) => dateFrom === null)
  it.each(
    orders.flatMap(([how, order]) =>
      callers.flatMap(([who, visibility]) =>
        walked.map(([what, filter]) => [how, what, who, order, filter, visibility] as const),
      ),
    ),
  )('%s, %s, for a caller of %s, read little more too', async (_how, _what, _who, order, filter, visibility) => {
    for (const after of [null, cursor])
      check(await planOf(visibility, (tx) => Object(listGaps(tx, visibility, filter, 20, after, order))), 110)
  })

  it('of an agent’s requests, and of who was asked lately, read those alone', async () => {
    check(await planOf(ALL, (tx) => Object(listFetches(tx, 'A-7'))), 10)
    const changes = await stores.asPlatform((tx) => listFetchChanges(tx, new Date('2026-06-01T05:59:30Z'), 10_000))
    expect(changes.length).toBeGreaterThan(0)
    expect(changes.length).toBeLessThan(60)
  })

  it('that 500 agents are asked for are found by one look into the index of requests for each', async () => {
    const agents = Array.from({ length: 500 }, (_, n) => `A-${1 + n * 4}`)
    const scans = async (tx: TenantTx) => {
      const [row] = await tx.execute<{ gaps: number; requests: number; files: number }>(sql`
        select pg_stat_get_xact_numscans('journal.gap'::regclass)::int as gaps,
          pg_stat_get_xact_numscans('journal.gap_fetching'::regclass)::int as requests,
          pg_stat_get_xact_numscans('journal.journal_file'::regclass)::int as files`)
      return { gaps: row?.gaps ?? 0, requests: row?.requests ?? 0, files: row?.files ?? 0 }
    }
    const found = await stores.asPlatform(async (tx) => {
      // The connection counts on from what it did before.
      const before = await scans(tx)
      const { length: count } = await listPlacesWithFetches(tx, agents)
      const { gaps, requests, files } = await scans(tx)
      return { count, gaps: gaps - before.gaps, requests: requests - before.requests, files: files - before.files }
    })
    expect(found).toEqual({ count: expect.any(Number), gaps: 0, requests: 500, files: 0 })
    expect(found.count).toBeGreaterThan(0)
  })
})
