import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationDatabase, openDatabaseBefore } from './migration-database.ts'

const RESUMED_AT = '0022_resumed_at.sql'
const ACCEPTED = '0023_accepted_tasks.sql'

let database: MigrationDatabase

beforeAll(async () => {
  database = await openDatabaseBefore('fleet', RESUMED_AT)
})
afterAll(() => database.close())

test('a rollout that runs since it was resumed has accepted what had ended then; others stay as they are', async () => {
  const rollout = (status: string, resumed: string | null, accepted: number) =>
    `insert into fleet.rollout (kind, listed, stages, pause_at_failure_pct, min_finished, expires_in_s,
       outcome_within_s, status, pause_reason, requested_by, requested_at, changed_at, by_customer, institutions,
       accepted_finished, accepted_failed, order_hash)
     values ('REBOOT', 9, '{100}', 5, 1, 900, 900, '${status}', ${status === 'PAUSED' ? `'FAILURES'` : 'null'}, 'ann',
       '2026-11-20T09:00Z', ${resumed === null ? 'null' : `'${resumed}'`}, false, '{ACME}', ${accepted}, ${accepted},
       '')`
  const noon = '2026-11-20T12:00Z'
  await database.run(
    rollout('RUNNING', noon, 7),
    rollout('RUNNING', null, 0),
    rollout('PAUSED', noon, 7),
    `insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, status, requested_by, requested_at,
       expires_at, finished_at, history, rollout_id, rollout_stage)
     select gen_random_uuid(), 'ACME', n, 'A-' || n, 'REBOOT', status, 'ann', '2026-11-20T09:00Z', '2026-11-21T09:00Z',
       finished::timestamptz, '[]', 1, 1
     from (values (1, 'SUCCEEDED', '2026-11-20T10:00Z'), (2, 'FAILED', '2026-11-20T11:00Z'),
       (3, 'EXPIRED', '2026-11-20T12:00Z'), (4, 'FAILED', '2026-11-20T13:00Z'), (5, 'SENT', null),
       (6, 'CANCELLED', '2026-11-20T10:00Z')) v(n, status, finished)`,
  )
  await database.apply(RESUMED_AT)
  await database.apply(ACCEPTED)
  const rows = await database.run(
    `select resumed_at = '${noon}' as resumed, accepted_finished as finished, accepted_failed as failed
     from fleet.rollout order by id`,
  )
  expect(rows).toEqual([
    { resumed: true, finished: 3, failed: 2 },
    { resumed: null, finished: 0, failed: 0 },
    { resumed: null, finished: 7, failed: 7 },
  ])
  const forced = `select count(*)::int as n from pg_class where relforcerowsecurity
    and relnamespace = 'fleet'::regnamespace and relname in ('rollout', 'task')`
  expect(await database.run(forced)).toEqual([{ n: 2 }])
})
