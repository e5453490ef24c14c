import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { SERVICES } from '../../gateway/services.ts'
import { emptyAtOf } from '../../subgraphs/incident/model/cassette-rates.rules.ts'
import { recyclerDay } from '../../subgraphs/journal/testing/journal.testing.ts'
import { listMigrations } from '../../tools/migrations.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { runAs } from '../support/sql.ts'
import {
  changedRow,
  countByInstitution,
  REMOVED_EMPTY,
  type Row,
  type Rows,
  readRows,
  restoreArchive,
  rowsOf,
  sorted,
  withoutNewColumns,
} from './upgrade-rows.ts'

// All services open on the database, with whatever their first start does.
vi.setConfig({ testTimeout: 60_000 })

const INSTITUTIONS = ['ACME', 'BETA']
/** Moments after the archives were written. */
const NOW = '2026-05-20T12:10:00Z'
const WAIT = { timeout: 15_000, interval: 50 }

/** What a version of the platform left, and how many of today's migrations had run on it. */
const archives = [
  { name: 'the first schema', file: 'first.sql.gz', migrations: 6, hasTasks: false },
  { name: 'the first schema with tasks, insights and snapshots', file: 'tasks.sql.gz', migrations: 30, hasTasks: true },
]

/** What a list holds, whether it comes in pages or not. */
const listOf = (body: unknown): unknown[] => Array.from<unknown>(Array.isArray(body) ? body : Object(body).content)

// A story: the migrations run first, then the services start on what they leave, and change it.
describe('an archived database', { shuffle: false }, () => {
  describe.each(archives)('of $name', ({ file, migrations, hasTasks }) => {
    let database: TestDatabase
    let before: Rows
    let after: Rows
    let platform: TestPlatform
    let ran: number

    const query = (...statements: string[]) => runAs(database.urls.superuser, statements)
    const seenBy = (institutions: string, statement: string) =>
      runAs(database.urls.app, ['begin', `select set_config('app.institutions', '${institutions}', true)`, statement])

    beforeAll(async () => {
      database = await cloneDatabase()
      await restoreArchive(database.urls.superuser, file)
      before = await readRows(query)
      ran = await migrate({ ownerUrl: database.urls.owner })
      after = await readRows(query)
    })
    afterAll(async () => {
      await platform?.close()
      await database.drop()
    })

    it('is brought to the schema of today, and a second start finds nothing to do', async () => {
      expect(rowsOf(before, 'migrations.applied')).toHaveLength(migrations)
      expect(ran).toBe(listMigrations(new URL('../..', import.meta.url).pathname).size - migrations)
      expect(await migrate({ ownerUrl: database.urls.owner })).toBe(0)
    })

    it('holds what is worth an upgrade: rows of both institutions in each table that the version had a use for', () => {
      const tables = [
        'incident.atm',
        'incident.event',
        'incident.incident',
        'journal.journal_file',
        'journal.gap',
        'claims.vendor',
      ]
      const later = hasTasks ? ['fleet.task', 'analytics.snapshot', 'journal.content'] : ['journal.file_content']
      for (const table of [...tables, ...later])
        expect([table, Object.keys(countByInstitution(rowsOf(before, table)))]).toEqual([
          table,
          expect.arrayContaining(INSTITUTIONS),
        ])
      const others = [
        'claims.claim',
        'incident.outbox',
        'journal.outbox',
        'topics.message',
        'fleet.task_permission',
        'devices.atm',
      ]
      for (const table of hasTasks ? [...others, 'analytics.insight'] : others)
        expect([table, rowsOf(before, table).length > 0]).toEqual([table, true])
    })

    it('keeps every row with every value, but for what a migration is there to change', () => {
      const tables = [...before.keys()].filter(
        (table) => !['migrations.applied', 'journal.file_content', ...REMOVED_EMPTY].includes(table),
      )
      for (const table of REMOVED_EMPTY) expect([table, rowsOf(before, table)]).toEqual([table, []])
      for (const table of tables) {
        const old = rowsOf(before, table)
        const expected = sorted(old.map((row) => changedRow(table, row, before)))
        const found = sorted(rowsOf(after, table).map((row) => withoutNewColumns(row, old)))
        expect({ table, counts: countByInstitution(found) }).toEqual({ table, counts: countByInstitution(expected) })
        expect({ table, rows: found }).toEqual({ table, rows: expected })
      }
    })

    it('keeps the text of each journal, once for files of the same bytes of one institution', async () => {
      const texts = await query(`select f.id::int, string_agg(encode(c.data, 'hex'), '' order by c.number) as text
      from journal.journal_file f join journal.content_chunk c on c.content_id = f.content_id group by f.id
      order by f.id`)
      const files = rowsOf(before, 'journal.journal_file').map(({ id }) => id)
      expect(texts.map(({ id }) => id)).toEqual(files)
      for (const { file_id, content } of before.get('journal.file_content') ?? [])
        expect({ file_id, text: texts.find(({ id }) => id === file_id)?.text }).toEqual({
          file_id,
          text: String(content).slice(2),
        })
      const [contents] = await query(
        'select count(*)::int as n, count(distinct (institution_key, sha256))::int as distinct from journal.content',
      )
      expect(contents).toEqual({ n: files.length - 1, distinct: files.length - 1 })
    })

    it('knows when each cassette will be empty, by the rate of its last reading', () => {
      for (const { as_of, used, empty_at, cassette_type, current_count, ...row } of after.get('incident.cassette') ??
        []) {
        const reading = {
          type: cassette_type === null ? null : String(cassette_type),
          currentCount: current_count === null ? null : Number(current_count),
        }
        const at = emptyAtOf(reading, Date.parse(String(as_of)), Array.from<number>(Object(used)))
        const found = empty_at === null ? null : Math.round(Date.parse(String(empty_at)) / 1_000)
        expect({ row, found }).toEqual({ row, found: at === null ? null : Math.round(at / 1_000) })
      }
    })

    it('says which file of a day took the place of another one', async () => {
      expect(
        await query(
          'select id::int, superseded_by::int as by from journal.journal_file where superseded_by is not null',
        ),
      ).toEqual([{ id: 2, by: 3 }])
    })

    it('counts from the rows that are there what is counted by triggers from now on', async () => {
      const totals = 'select institution_key, day::text as day, atms, transactions, successful, failed'
      expect(
        await query(`select institution_key, sum(atms)::int as n from incident.institution_atms group by 1 order by 1`),
      ).toEqual([
        { institution_key: 'ACME', n: 2 },
        { institution_key: 'BETA', n: 2 },
      ])
      expect(
        await query(
          `select * from (${totals}
           from (select institution_key, day, sum(atms) as atms, sum(transactions) as transactions,
           sum(successful) as successful,
           sum(failed) as failed from journal.day_change group by 1, 2) c
         except ${totals}
           from (select institution_key, day, count(*) as atms, sum(transactions) as transactions,
           sum(successful) as successful,
           sum(failed) as failed from journal.atm_day_total group by 1, 2) t) difference`,
        ),
      ).toEqual([])
      const [counts] = await query(`select (select coalesce(sum(atms), 0)::int from journal.day_change) as days,
      (select coalesce(sum(tasks), 0)::int from fleet.task_total) as tasks,
      (select coalesce(sum(snapshots), 0)::int from analytics.snapshot_total) as snapshots`)
      expect(counts).toEqual({
        days: rowsOf(before, 'journal.atm_day_total').length,
        tasks: (before.get('fleet.task') ?? []).length,
        snapshots: (before.get('analytics.snapshot') ?? []).length,
      })
    })

    it('shows each institution its own rows alone, and nothing to who has none', async () => {
      expect(
        await query(`select c.oid::regclass::text as bare from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname
            in ('analytics', 'claims', 'devices', 'fleet', 'graph', 'incident', 'jobs', 'journal', 'topics')
          and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`),
      ).toEqual([])
      expect(
        await query(
          `select policyname from pg_policies
            where policyname in ('owner_moves', 'owner_once', 'owner_counts_once', 'owner_days')`,
        ),
      ).toEqual([])
      const visible = await query(`select table_schema || '.' || table_name as name from information_schema.columns
      where column_name = 'institution_key'
        and has_table_privilege('app', format('%I.%I', table_schema, table_name), 'select')
        and has_schema_privilege('app', table_schema, 'usage') order by 1`)
      const tables = visible.map(({ name }) => String(name)).filter((name) => before.has(name) && after.has(name))
      expect(tables.length).toBeGreaterThan(10)
      const counts = tables
        .map(
          (table) => `select '${table}' as name, institution_key as key, count(*)::int as n from ${table} group by 2`,
        )
        .join(' union all ')
      for (const institution of [...INSTITUTIONS, '']) {
        const own = tables.map((name) => ({
          name,
          key: institution,
          n: countByInstitution(rowsOf(after, name))[institution],
        }))
        const expected = own.filter(({ n }) => n !== undefined)
        expect(await seenBy(institution, `select * from (${counts}) c order by name`)).toEqual(expected)
      }
    })

    it('is what the services start on and answer from', async () => {
      platform = await openTestPlatform(SERVICES, { database, now: NOW, start: true })
      const acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
      const beta = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
      const get = async (path: string, as: string) => {
        const { status, body } = await platform.ask('GET', path, { as })
        expect({ path, status }).toEqual({ path, status: 200 })
        return body
      }
      const idsOf = async (path: string, as: string) =>
        listOf(await get(path, as))
          .map((one) => Object(one).id)
          .sort()
      // The cash of cassettes that were there is added up by the start.
      const admin = await platform.token({ role: 'ADMIN' })
      expect(await get('/incident/api/journal-events/fleet/cassette-inventory?view=totals', admin)).toEqual(
        await query(`select currency, round(sum(denomination_minor::numeric * current_count) / 100, 2)::text as amount,
          count(distinct atm_id)::int as atms from incident.cassette
          where currency is not null and denomination_minor is not null and current_count is not null
          group by currency order by currency`),
      )
      const own = (table: string, institution: string, filter: (row: Row) => boolean = () => true) =>
        rowsOf(after, table)
          .filter((row) => row.institution_key === institution && filter(row))
          .map(({ id }) => id)
          .sort()
      for (const [institution, as] of [
        ['ACME', acme],
        ['BETA', beta],
      ] as const) {
        expect(await idsOf('/incident/api/incidents/status/open', as)).toEqual(
          own('incident.incident', institution, ({ status }) => status !== 'RESOLVED'),
        )
        expect(await idsOf('/journal/api/journal/files?size=200', as)).toEqual(own('journal.journal_file', institution))
        expect(await idsOf('/journal/api/journal/gaps?status=OPEN', as)).toEqual(
          own('journal.gap', institution, ({ status }) => status === 'OPEN'),
        )
        const tasks = hasTasks ? own('fleet.task', institution) : []
        expect(await idsOf('/fleet/api/fleet/tasks?size=200', as)).toEqual(tasks)
      }
      expect(await get('/claims/api/claims/vendors', acme)).toMatchObject([
        { name: 'Guarded Transport' },
        { name: 'Repairs' },
      ])
      expect(await get('/journal/api/journal/files/3/content', acme)).toBe(
        recyclerDay('2026-05-16', ['000', '000', '116']),
      )
      expect((await platform.ask('GET', '/journal/api/journal/files/3/content', { as: beta })).status).not.toBe(200)
      const transactions = await get(
        '/journal/api/journal/transactions?dateFrom=2026-02-01&dateTo=2026-05-20&size=200',
        acme,
      )
      expect(Object(transactions)).toMatchObject({
        totalElements: rowsOf(before, 'journal.transaction_hot')
          .concat(rowsOf(before, 'journal.transaction_cold'))
          .filter(({ institution_key }) => institution_key === 'ACME').length,
      })
      if (hasTasks)
        expect(await get('/analytics/api/analytics/insights/active', acme)).toMatchObject([{ title: 'Cash' }])
    })

    it('gives up what was in its outboxes once, and reads the journal that was waiting', async () => {
      const pending = [...rowsOf(before, 'incident.outbox'), ...rowsOf(before, 'journal.outbox')].map(
        (row) => row.message_id,
      )
      const [first] = pending
      expect(pending).toHaveLength(2)
      const sent = `select id::text from topics.message where id in (${pending.map((id) => `'${id}'`).join()})`
      await expect.poll(async () => (await query(sent)).map(({ id }) => id).sort(), WAIT).toEqual(pending.sort())
      expect(first).toBeDefined()
      await expect
        .poll(() => query('select from incident.outbox union all select from journal.outbox'), WAIT)
        .toEqual([])
      await expect
        .poll(
          () => query("select status, transactions from journal.journal_file where journal_date = '2026-05-17'"),
          WAIT,
        )
        .toEqual([{ status: 'PARSED', transactions: 1 }])
    })

    it('goes on with ids that were never used', async () => {
      const agent = await platform.token({ role: 'AGENT', institutions: ['BETA'], agentAtmId: 'BETA-1' })
      const admin = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'], email: 'bob@example.org' })
      const store = async (path: string, ask: { as: string; body: unknown; headers?: Record<string, string> }) => {
        const { status, text, body } = await platform.ask('POST', path, ask)
        expect({ path, status, text }).toEqual({ path, status: 201, text: expect.anything() })
        return Object(body)
      }
      const highest = (table: string) => Math.max(0, ...(after.get(table) ?? []).map(({ id }) => Number(id)))
      const event = await store('/agent-proxy/api/journal-events', {
        as: agent,
        body: { agentAtmId: 'BETA-1', eventType: 'APPLICATION_ERROR_PRINTER', eventTime: '2026-05-20T12:09:00' },
      })
      expect(event.id).toBeGreaterThan(highest('incident.event'))
      expect(event.incidentId).toBeGreaterThan(highest('incident.incident'))
      const upload = await store('/agent-proxy/api/journal-files?agentAtmId=BETA-1&journalDate=2026-05-18', {
        as: agent,
        body: Buffer.from(recyclerDay('2026-05-18', ['000', '105'])),
        headers: { 'content-type': 'text/plain' },
      })
      expect(upload.id).toBeGreaterThan(highest('journal.journal_file'))
      const read = 'select status, transactions from journal.journal_file where id ='
      await expect.poll(() => query(`${read} ${upload.id}`), WAIT).toEqual([{ status: 'PARSED', transactions: 2 }])
      expect(
        await query(
          `select status, closed_by_file_id::int as by from journal.gap where agent_atm_id = 'BETA-1'
            and gap_date = '2026-05-18'`,
        ),
      ).toEqual([{ status: 'CLOSED', by: upload.id }])
      const insight = { category: 'TREND', severity: 'INFO', title: 'After the upgrade', body: 'All is well.' }
      const published = await store('/analytics/api/analytics/insights', { as: admin, body: insight })
      expect(published.id).toBeGreaterThan(highest('analytics.insight'))
      await store('/fleet/api/fleet/tasks', { as: admin, body: { agentAtmId: 'BETA-1', kind: 'REBOOT' } })
      await store('/claims/api/claims/vendors', { as: admin, body: { name: 'Locksmiths', type: 'SP' } })
    })
  })
})
