import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationDatabase, openDatabaseBefore } from './migration-database.ts'

const MOVED = '0093_moved_targets.sql'
const WEEKS = '0094_due_by_weeks.sql'
const ACKNOWLEDGED = '0095_acknowledged_targets.sql'

let database: MigrationDatabase

beforeAll(async () => {
  database = await openDatabaseBefore('incident', MOVED)
})
afterAll(() => database.close())

test('what moved before gets the due times of its institution once, also where that never had targets', async () => {
  await database.run(
    `insert into incident.atm (agent_atm_id, institution_key, registered_at)
      select key || '-' || n, key, now() from unnest('{ACME,NEVER}'::text[]) key, generate_series(1, 3) n`,
    `insert into incident.incident_target (institution_key, by_severity, applied, changed_at, changed_by)
      values ('ACME', '{"HIGH": {"resolveMinutes": 60}}', true, '2026-11-20Z', 'ann')`,
  )
  for (const name of [MOVED, WEEKS, ACKNOWLEDGED]) await database.apply(name)
  const rows = await database.run(
    `select institution_key as key, by_severity as targets, applied, moved_pending as pending,
      changed_at = date_trunc('milliseconds', changed_at) as rounded from incident.incident_target order by 1`,
  )
  expect(rows).toEqual([
    { key: 'ACME', targets: { HIGH: { resolveMinutes: 60 } }, applied: false, pending: true, rounded: true },
    { key: 'NEVER', targets: {}, applied: false, pending: true, rounded: true },
  ])
  const [forced] = await database.run(
    `select relforcerowsecurity as forced from pg_class where oid = 'incident.incident_target'::regclass`,
  )
  expect(forced).toEqual({ forced: true })
})
