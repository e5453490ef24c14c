import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../../db/errors.ts'
import type { Stores, TenantTx } from '../../../db/tenancy.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { Patience } from '../../kit/jobs/removal.ts'
import {
  ACME,
  allOf,
  INSERT_ROW,
  MONTHS,
  NOW,
  openSession,
  openTestMonths,
  ROWS_A_MONTH,
  type TestMonths,
  TODAY,
} from '../testing/partitions.testing.ts'
import { countTransactions, selectCount, selectTransactions } from '../transactions/transactions.store.ts'
import { hotToColdJob, moveToCold, partitionsJob } from './transaction-partitions.job.ts'
import { updateColdMonth } from './transaction-partitions.store.ts'

let months: TestMonths
beforeEach(async () => {
  months = await openTestMonths()
})
afterEach(() => months.close())

/** Time for the server and for what else is under way, without a sleep: a connection for each 100 ms. */
const roundTrips = async (ms: number) => {
  for (let leftMs = ms; leftMs > 0; leftMs -= 100) await months.run('select 1')
}
const OPTIONS: Patience = {
  wait: roundTrips,
  random: () => 0.5,
  patienceMs: 600_000,
}
const move = (options = OPTIONS) => moveToCold(months.stores, NOW, 90, options)
const ALL = { ...allOf('2025-10-01', '2026-04-30'), hostCode: '000' }
const count = () => months.stores.inTenant(ACME, (tx) => countTransactions(tx, ALL), { mode: 'read' })
const LOCK_NOT_AVAILABLE = '55P03'

/** The very statement that a store sends. */
const statementOf = (select: (tx: TenantTx) => { toSQL(): { sql: string; params: unknown[] } }) =>
  months.stores.inTenant(ACME, async (tx) => {
    const { sql, params } = select(tx).toSQL()
    return { sql, params: params.map((value) => String(value)) }
  })

describe('the nightly move', () => {
  it('takes months that lie wholly before the hot days, and nothing else, once', async () => {
    expect(await move()).toEqual({ moved: 3, isDone: true })
    expect(await months.tables()).toEqual({
      ...{ '2025_10': 'cold', '2025_11': 'cold', '2025_12': 'cold' },
      ...{ '2026_01': 'hot', '2026_02': 'hot', '2026_03': 'hot', '2026_04': 'hot', '2026_05': 'hot', '2026_06': 'hot' },
    })
    expect(await move()).toEqual({ moved: 0, isDone: true })
    expect(await count()).toBe(MONTHS * ROWS_A_MONTH)
  })

  it('and the partitions job believe no clock that is far ahead of their last run', async () => {
    const insertMessage = `insert into journal.inbox (consumer, message_id, received_at)
      values ('c', gen_random_uuid(), '${NOW.toISOString()}'::timestamptz - interval '20 days')`
    await months.run(insertMessage)
    const ahead = { now: new Date(NOW.getTime() + 365 * DAY_MS), lastDoneAt: NOW, progress: () => {} }
    const context = { ...ahead, log: recordingLog().log }
    expect(await hotToColdJob(months.stores, 90).run(context)).toBe('3 months moved from hot to cold')
    expect(await partitionsJob(months.stores, 90).run(context)).toMatch(/, 0 old messages forgotten$/)
  })

  it('follows the number of hot days: fewer move more, more bring none back, and nothing is lost', async () => {
    await move()
    expect(await moveToCold(months.stores, NOW, 20, OPTIONS)).toEqual({ moved: 2, isDone: true })
    expect(await moveToCold(months.stores, NOW, 400, OPTIONS)).toEqual({ moved: 0, isDone: true })
    expect(Object.values(await months.tables()).filter((table) => table === 'cold')).toHaveLength(5)
    expect(await count()).toBe(MONTHS * ROWS_A_MONTH)
  })

  it('builds no index and scans no row: every one of a partition is one of its new parent', async () => {
    await move()
    const loose = await months.run(`select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
      join pg_class t on t.oid = x.indrelid where t.relname ~ '^transaction_20' and not i.relispartition`)
    expect(loose).toEqual([])
    const scans = `select coalesce(sum(seq_scan + idx_scan), 0)::int as scans from pg_stat_user_tables
      where relname ~ '^transaction_20'`
    await months.run('select pg_stat_force_next_flush()')
    const before = await months.run(scans)
    await moveToCold(months.stores, NOW, 20, OPTIONS)
    expect(await months.run('select pg_stat_force_next_flush()', scans)).toEqual(before)
  })

  it('of two replicas moves each month once', async () => {
    const both = await Promise.all([move(), move()])
    expect(both.map(({ isDone }) => isDone)).toEqual([true, true])
    expect(both.reduce((sum, { moved }) => sum + moved, 0)).toBe(3)
    expect(await count()).toBe(MONTHS * ROWS_A_MONTH)
  })

  it('may die after any of its steps: nothing has happened then, and the next run does it', async () => {
    const before = await months.tables()
    await months.run(
      'create table public.step (number int)',
      `create sequence public.done; grant usage on sequence public.done to owner; grant select on public.step to owner`,
      `create function public.die() returns event_trigger language plpgsql as $$ begin
        if nextval('public.done') = (select number from public.step) then perform
          pg_terminate_backend(pg_backend_pid()); end if; end $$`,
      `create function public.die_row() returns trigger language plpgsql as $$ begin
        if nextval('public.done') = (select number from public.step) then perform
          pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`,
      `create event trigger die on ddl_command_end when tag in ('ALTER TABLE') execute function public.die()`,
      'create trigger die after update on journal.hot_boundary for each row execute function public.die_row()',
    )
    // Detached, attached, boundary moved; and the first step of the second month.
    for (const [step, moved] of [1, 2, 3, 4].map((number) => [number, number > 3 ? 1 : 0] as const)) {
      await months.run(`insert into public.step values (${step})`, `select setval('public.done', 1, false)`)
      await expect(move()).rejects.toThrow()
      await months.run('delete from public.step')
      const tables = await months.tables()
      expect(Object.values(tables).filter((table) => table === 'cold')).toHaveLength(moved)
      expect(Object.keys(tables)).toEqual(Object.keys(before))
      const [boundary] = await months.run('select hot_from::date::text as at from journal.hot_boundary')
      expect(boundary).toEqual({ at: moved === 0 ? '2025-10-01' : '2025-11-01' })
      expect(await count()).toBe(MONTHS * ROWS_A_MONTH)
    }
    expect(await move()).toEqual({ moved: 2, isDone: true })
  })
})

describe('while it waits for a reader', () => {
  it('lets inserts through, and the reader read on', async () => {
    const [reader, writer] = [
      await openSession(months.database.urls.superuser),
      await openSession(months.database.urls.superuser),
    ]
    let [attempts, asked] = [0, 0]
    const counting: Stores = {
      ...months.stores,
      asPlatform: (work, options) => {
        if (options?.mode !== 'read') asked += 1
        return months.stores.asPlatform(work, options)
      },
    }
    await reader.run('begin')
    await reader.run(`select count(*) from journal.transaction_all where started_at < '2025-11-01'`)
    const random = () => {
      attempts += 1
      return 0
    }
    const outcome = moveToCold(counting, NOW, 90, { ...OPTIONS, random })
    while (attempts < 5) await writer.run(INSERT_ROW)
    // It never asked for a lock that an insert would have had to wait behind.
    expect(asked).toBe(0)
    expect(Object.values(await months.tables())).not.toContain('cold')
    const [still] = await reader.run(
      `select count(*)::int as count from journal.transaction_all where started_at < '2025-11-01'`,
    )
    expect(still).toEqual({ count: ROWS_A_MONTH })
    await reader.run('commit')
    expect(await outcome).toEqual({ moved: 3, isDone: true })
    // Three months, and none that is left.
    expect(asked).toBeGreaterThanOrEqual(4)
    await Promise.all([reader.close(), writer.close()])
  })

  it('gives up after 50 ms for a reader that came too late to be seen; inserts go on while it reads', async () => {
    const [settings] = await months.run(`select proconfig from pg_proc where oid = 'journal.move_to_cold'::regproc`)
    expect(settings?.proconfig).toContain('lock_timeout=50ms')
    const [reader, writer] = [
      await openSession(months.database.urls.superuser),
      await openSession(months.database.urls.superuser),
    ]
    await reader.run('begin')
    await reader.run('select 1 from journal.transaction_hot limit 1')
    for (let n = 0; n < 10; n += 1) {
      const attempt = months.stores.asPlatform((tx) => updateColdMonth(tx, TODAY, 90)).catch(codeOf)
      const inserts = Array.from({ length: 20 }, () => writer.run(INSERT_ROW))
      expect(await attempt).toBe(LOCK_NOT_AVAILABLE)
      await Promise.all(inserts)
    }
    await Promise.all([reader.close(), writer.close()])
  })

  it('leaves the rest to the next run when its patience is at an end', async () => {
    const reader = await openSession(months.database.urls.superuser)
    await reader.run('begin')
    await reader.run('select 1 from journal.transaction_hot limit 1')
    expect(await move({ ...OPTIONS, patienceMs: 2_500 })).toEqual({ moved: 0, isDone: false })
    await reader.run('commit')
    expect(await move()).toEqual({ moved: 3, isDone: true })
    await reader.close()
  })

  it('waits for a parse that is under way, and takes what it wrote along', async () => {
    const parse = await openSession(months.database.urls.superuser)
    await parse.run('begin')
    await parse.run('select hot_from from journal.hot_boundary for share')
    await parse.run(INSERT_ROW.replace('2026-04-20', '2025-10-20'))
    expect(await months.stores.asPlatform((tx) => updateColdMonth(tx, TODAY, 90)).catch(codeOf)).toBe(
      LOCK_NOT_AVAILABLE,
    )
    await parse.run('commit')
    await move()
    const [cold] = await months.run(
      `select count(*)::int as count from journal.transaction_cold where institution_key = 'BETA'`,
    )
    expect(cold).toEqual({ count: 1 })
    await parse.close()
  })
})

describe('reading while months move', () => {
  it('misses nothing and sees nothing twice, in many transactions at once', async () => {
    let [isMoving, refusals] = [true, 0]
    const refused = () => {
      refusals += 1
      return 0.5
    }
    const page = { size: 1_000, offset: 0, order: [{ column: 'id' as const, descending: false }], after: null }
    const list = await statementOf((tx) => selectTransactions(tx, ACME, ALL, page))
    const counting = await statementOf((tx) => selectCount(tx, ALL))
    // Each statement is a transaction, as short as the server can make it: the move has to come between them.
    const readAll = async () => {
      const session = await openSession(months.database.urls.app)
      await session.run(`select set_config('app.institutions', 'ACME', false)`)
      const counts: unknown[] = []
      while (isMoving) {
        const [counted] = await session.sql.unsafe(counting.sql, counting.params, { prepare: true }).values()
        const rows = await session.sql.unsafe(list.sql, list.params, { prepare: true }).values()
        counts.push(Number(counted?.[0]), rows.length, new Set(rows.map(([id]) => id)).size)
        // On a machine so busy that a statement takes longer than a move may wait, readers leave it some room.
        if (refusals > 2) await roundTrips(100 * refusals)
      }
      await session.close()
      return counts
    }
    const readers = [readAll(), readAll()]
    try {
      const options = { ...OPTIONS, random: refused }
      expect(await move(options)).toEqual({ moved: 3, isDone: true })
      expect(await moveToCold(months.stores, NOW, 20, options)).toEqual({ moved: 2, isDone: true })
    } finally {
      isMoving = false
      await Promise.allSettled(readers)
    }
    const counts = (await Promise.all(readers)).flat()
    expect(counts.length).toBeGreaterThan(11)
    expect(new Set(counts)).toEqual(new Set([MONTHS * ROWS_A_MONTH]))
  }, 60_000)

  it('is right with a snapshot that is older than the move, and with a plan that is', async () => {
    const old = await openSession(months.database.urls.app)
    await old.run(`select set_config('app.institutions', 'ACME', false)`)
    await old.run(
      'prepare wide as select count(*)::int as count, count(distinct id)::int as ids from journal.transaction_all',
    )
    for (let n = 0; n < 8; n += 1) await old.run('execute wide')
    await old.run('begin isolation level repeatable read')
    await old.run('select hot_from from journal.hot_boundary')
    expect(await move()).toEqual({ moved: 3, isDone: true })
    const all = MONTHS * ROWS_A_MONTH
    expect([...(await old.run('execute wide'))]).toEqual([{ count: all, ids: all }])
    const [month] = await old.run(`select count(*)::int as count from journal.transaction_all
      where started_at >= '2025-10-01' and started_at < '2025-11-01'`)
    expect(month).toEqual({ count: ROWS_A_MONTH })
    await old.close()
  })
})
