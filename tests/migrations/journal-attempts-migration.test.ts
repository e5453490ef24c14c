import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationDatabase, openDatabaseBefore } from './migration-database.ts'

const ATTEMPTS = '0016_attempts.sql'

let database: MigrationDatabase

beforeAll(async () => {
  database = await openDatabaseBefore('journal', ATTEMPTS)
})
afterAll(() => database.close())

const transaction = (table: 'hot' | 'cold', id: number, day: string) =>
  `insert into journal.transaction_${table} (id, file_id, institution_key, atm_id, agent_atm_id, started_at, kind,
   verdict, reference, cash_outcome, completeness, first_line, last_line)
   values (${id}, 1, 'ACME', 1, 'ATM-1', '${day} 10:00', 'WITHDRAWAL', 'APPROVED', 'R${id}', 'NONE', 'COMPLETE', 1, 2)`

const files = () =>
  database.run(`select relname, relfilenode::text from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and i.inhparent in ('journal.transaction_hot'::regclass, 'journal.transaction_cold'::regclass)
    order by 1`)

test('what was read before is a session of one attempt each, and no row of it is written again', async () => {
  await database.run(
    `select journal.make_partitions('2026-01-01', '2026-05-31', '2026-05-20', 90)`,
    transaction('cold', 11, '2026-01-03'),
    transaction('hot', 12, '2026-05-19'),
    `insert into journal.hot_boundary (hot_from) values ('2026-02-01') on conflict do nothing`,
  )
  const before = await files()
  await database.apply(ATTEMPTS)
  expect(await files()).toEqual(before)
  expect(
    await database.run(`select id::int, session_id::int, first_attempt_id, attempt_no, decided_by, conflict, notes, rrn,
      reference from journal.transaction_all order by id`),
  ).toEqual(
    [11, 12].map((id) => ({
      ...{ id, session_id: id, first_attempt_id: null, attempt_no: 1, decided_by: null, conflict: [], notes: [] },
      ...{ rrn: null, reference: `R${id}` },
    })),
  )
  const seen = `select id::int from journal.transaction_all where conflict <> '{}' or session_id = 12`
  expect(await database.runAsApp('begin', `select set_config('app.institutions', 'ACME', true)`, seen)).toEqual([
    { id: 12 },
  ])
  expect(await database.runAsApp('begin', `select set_config('app.institutions', 'BETA', true)`, seen)).toEqual([])
})
