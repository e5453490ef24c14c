import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationDatabase, openDatabaseBefore } from './migration-database.ts'

const FIRST_INSTITUTION = '0007_first_institution.sql'

let database: MigrationDatabase

beforeAll(async () => {
  database = await openDatabaseBefore('incident', FIRST_INSTITUTION)
})
afterAll(() => database.close())

test('what ATMs with an institution by now had left behind goes to it; row-level security stays forced', async () => {
  await database.run(
    `insert into incident.atm (id, agent_atm_id, institution_key, registered_at)
     values (1, 'A-1', 'ACME', now()), (2, 'N-1', null, now())`,
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, opened_at,
     first_event_at, last_event_at)
     select n, atm, agent, key, 'K' || n, 'LOW', 'T', now(), now(), now()
     from (values (1, 1, 'A-1', null), (2, 1, 'A-1', 'BETA'), (3, 2, 'N-1', null)) v(n, atm, agent, key)`,
    `insert into incident.state_history (atm_id, occurred_at, sequence, from_state, to_state)
      values (1, now(), 1, 'UNKNOWN', 'IN_SERVICE')`,
    `insert into incident.event_exception (id, received_at, atm_id, agent_atm_id, body)
      values (1, now(), 1, 'A-1', '{}')`,
  )
  await database.apply(FIRST_INSTITUTION)
  expect(
    await database.run('select id::int, institution_key as key, version from incident.incident order by 1'),
  ).toEqual([
    { id: 1, key: 'ACME', version: 2 },
    { id: 2, key: 'BETA', version: 1 },
    { id: 3, key: null, version: 1 },
  ])
  const others = `select institution_key as key from incident.state_history union all select institution_key
    from incident.event_exception`
  expect(await database.run(others)).toEqual([{ key: 'ACME' }, { key: 'ACME' }])
  const forced = `select count(*)::int as n from pg_class where relforcerowsecurity
    and relnamespace = 'incident'::regnamespace
    and relname in ('atm', 'incident', 'state_history', 'event_exception')`
  expect(await database.run(forced)).toEqual([{ n: 4 }])
})
