import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TenantTx } from '../../db/tenancy.ts'
import { ACME, ALL, createStoreTest } from '../../tests/support/stores.ts'
import { listPlacesWithTasks } from './task-delivery.store.ts'
import { listTaskPage, TASK_SORTING } from './tasks.store.ts'

const { read, run } = createStoreTest()

/** 30,000 tasks of 30 institutions, one a minute, each ended an hour later. */
beforeAll(() =>
  run(
    `insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, status, requested_by, requested_at,
      expires_at, finished_at, history)
    select gen_random_uuid(), case when n % 30 = 0 then 'ACME' else 'I-' || n % 30 end, n, 'A-' || n, 'REBOOT',
      'SUCCEEDED', 'ann', r.at, r.at + interval '1 day', r.at + interval '1 hour', '[]'
    from generate_series(1, 30000) n cross join lateral (select now() - n * interval '1 minute' as at) r`,
    'vacuum analyze fleet.task',
  ),
)

describe('the list of tasks that ended between two instants', () => {
  it.each([
    ['all', ALL, 480],
    ['an institution', ACME, 16],
  ])('is found by an index, of %s', async (_name, caller, total) => {
    const filter = {
      ...{ status: null, kind: null, agentAtmId: null, atmId: null, requestedFrom: null, requestedTo: null },
      finishedFrom: new Date(Date.now() - 12 * 3_600_000),
      finishedTo: new Date(Date.now() - 4 * 3_600_000),
    }
    const order = [{ column: TASK_SORTING.sortable.requestedAt ?? TASK_SORTING.tieBreak.column, descending: true }]
    const found = await read(caller, async (tx) => {
      const page = await listTaskPage(tx, caller, filter, { page: 0, size: 20, offset: 0, order })
      const [row] = await tx.execute<{ table: number; index: number }>(sql`
        select pg_stat_get_xact_numscans('fleet.task'::regclass)::int as "table",
          pg_stat_get_xact_numscans('fleet.task_by_end'::regclass)::int as index`)
      return { total: page.total, table: row?.table, isIndexed: (row?.index ?? 0) > 0 }
    })
    expect(found).toEqual({ total, table: 0, isIndexed: true })
  })
})

describe('the question which of 500 agents a task waits for', () => {
  const agents = Array.from({ length: 500 }, (_, n) => ({ agentAtmId: `A-${n * 60}`, institutionKey: 'ACME' }))
  const scans = async (tx: TenantTx) => {
    const [row] = await tx.execute<{ table: number; index: number }>(sql`
      select pg_stat_get_xact_numscans('fleet.task'::regclass)::int as "table",
        (select sum(pg_stat_get_xact_numscans(indexrelid))::int from pg_index where indrelid = 'fleet.task'::regclass)
          as index`)
    return { table: row?.table ?? 0, index: row?.index ?? 0 }
  }
  const ask = () =>
    read(ALL, async (tx) => {
      // The connection counts on from what it did before.
      const before = await scans(tx)
      const places = await listPlacesWithTasks(tx, agents, new Date())
      const after = await scans(tx)
      return { count: places.length, table: after.table - before.table, index: after.index - before.index }
    })

  it.each([
    ['few', 300, 100],
    ['all', 1, 500],
  ])('is one look into an index of tasks for each, where %s of 30,000 have one', async (_n, step, count) => {
    await run(
      `insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, status, requested_by, requested_at,
        expires_at, history)
      select gen_random_uuid(), 'ACME', n, 'A-' || n, 'REBOOT', 'QUEUED', 'ann', now(), now() + interval '1 day', '[]'
      from generate_series(0, 30000, ${step}) n`,
      'vacuum analyze fleet.task',
    )
    const found = await ask()
    await run(`delete from fleet.task where status = 'QUEUED'`)
    expect(found).toEqual({ count, table: 0, index: 500 })
  })
})
