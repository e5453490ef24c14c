import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { TenantTx } from '../../../db/tenancy.ts'
import { ACME, createStoreTest } from '../../../tests/support/stores.ts'
import { listIncidentsById } from './incidents.store.ts'
import { assignTo, type ManualAction, release } from './manual-actions.rules.ts'
import { listIncidentsLocked, updateIncidents } from './manual-actions.store.ts'

const { read, run, stores } = createStoreTest()

const IDS = [1, 2, 3, 4]
const NOW = new Date('2026-11-20T12:00:00Z')

beforeEach(() =>
  run(
    'truncate incident.incident, incident.atm cascade',
    `insert into incident.atm (id, agent_atm_id, institution_key, registered_at)
     select id, 'A-' || id, 'ACME', '2026-11-01' from generate_series(1, 4) id`,
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, opened_at,
       first_event_at, last_event_at)
     select id, id, 'A-' || id, case id when 4 then 'BETA' else 'ACME' end, 'CASH', 'LOW', 'Cash', '2026-11-20',
       '2026-11-20', '2026-11-20'
     from generate_series(1, 4) id`,
  ),
)

const BOB = { userId: 'bob', institutions: ['ACME'], unrestricted: false }

/** How many rows of incidents the session has changed lately without entering them into an index again. */
const countHot = async (tx: TenantTx): Promise<number> => {
  const [row] = await tx.execute<{ hot: number }>(
    sql`select pg_stat_get_xact_tuples_hot_updated('incident.incident'::regclass)::int as hot`,
  )
  return row?.hot ?? 0
}

it.each<readonly [string, ManualAction, ManualAction]>([
  ['given to somebody', assignTo(BOB), release],
  ['released', release, assignTo(BOB)],
])('incidents are not entered into any index again when they are %s', async (_what, action, first) => {
  const act = (how: ManualAction) =>
    stores().inTenant(ACME, async (tx) => {
      const rows = await listIncidentsLocked(tx, IDS)
      const changed = rows.flatMap((row) => {
        const done = how(row, null, { userId: 'ann', now: NOW })
        return done === null ? [] : [{ ...row, ...done.changes }]
      })
      const before = await countHot(tx)
      await updateIncidents(tx, changed)
      return { changed: changed.length, hot: (await countHot(tx)) - before }
    })
  await act(first)
  expect(await act(action)).toEqual({ changed: 3, hot: 3 })
})

it('what is due next is that of the status which was written', async () => {
  await run(
    `update incident.incident set acknowledge_due_at = '2026-11-20T13:00:00Z', resolve_due_at = '2026-11-21T13:00:00Z'`,
  )
  const due = await stores().inTenant(ACME, async (tx) => {
    const rows = await listIncidentsLocked(tx, [1, 2])
    const changed = rows.map((row) => ({
      ...row,
      status: row.id === 1 ? ('ACKNOWLEDGED' as const) : ('RESOLVED' as const),
      version: row.version + 1,
    }))
    return (await updateIncidents(tx, changed)).map(({ id, nextDueAt }) => [id, nextDueAt?.toISOString() ?? null])
  })
  expect(due.sort()).toEqual([
    [1, '2026-11-21T13:00:00.000Z'],
    [2, null],
  ])
})

it('the ATMs of many incidents are locked, of those that the caller may see', async () => {
  await stores().inTenant(ACME, async (tx) => {
    expect((await listIncidentsLocked(tx, IDS)).map(({ id }) => id).sort()).toEqual([1, 2, 3])
    const locked = await run(`set lock_timeout = '50ms'`, 'select id from incident.atm for no key update skip locked')
    expect(locked).toEqual([{ id: '4' }])
  })
  expect(await read(ACME, (tx) => listIncidentsById(tx, [4]))).toEqual([])
})
