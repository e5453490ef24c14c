import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { runAs } from '../support/sql.ts'

const MIGRATIONS = new URL('../../db/incident/migrations/', import.meta.url).pathname
const FIRST_INSTITUTION = '0007_first_institution.sql'

let folder: string
let database: TestDatabase

const run = (...statements: string[]) => runAs(database.urls.superuser, statements)
const apply = (...names: string[]) => {
  for (const name of names) copyFileSync(join(MIGRATIONS, name), join(folder, 'incident/migrations', name))
  return migrate({ ownerUrl: database.urls.owner, folder })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fleetops-migrations-'))
  mkdirSync(join(folder, 'incident/migrations'), { recursive: true })
  database = await cloneDatabase()
  await run('drop schema incident cascade', 'truncate migrations.applied')
  await apply(...readdirSync(MIGRATIONS).filter((name) => name < FIRST_INSTITUTION))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

test('what ATMs left behind that have an institution by now goes to it, and row-level security stays forced', async () => {
  await run(
    `insert into incident.atm (id, agent_atm_id, institution_key, registered_at)
     values (1, 'A-1', 'ACME', now()), (2, 'N-1', null, now())`,
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, opened_at, first_event_at, last_event_at)
     select n, atm, agent, key, 'K' || n, 'LOW', 'T', now(), now(), now()
     from (values (1, 1, 'A-1', null), (2, 1, 'A-1', 'BETA'), (3, 2, 'N-1', null)) v(n, atm, agent, key)`,
    `insert into incident.state_history (atm_id, occurred_at, sequence, from_state, to_state) values (1, now(), 1, 'UNKNOWN', 'IN_SERVICE')`,
    `insert into incident.event_exception (id, received_at, atm_id, agent_atm_id, body) values (1, now(), 1, 'A-1', '{}')`,
  )
  await apply(FIRST_INSTITUTION)
  expect(await run('select id::int, institution_key as key, version from incident.incident order by 1')).toEqual([
    { id: 1, key: 'ACME', version: 2 },
    { id: 2, key: 'BETA', version: 1 },
    { id: 3, key: null, version: 1 },
  ])
  const others =
    'select institution_key as key from incident.state_history union all select institution_key from incident.event_exception'
  expect(await run(others)).toEqual([{ key: 'ACME' }, { key: 'ACME' }])
  const forced = `select count(*)::int as n from pg_class where relforcerowsecurity and relnamespace = 'incident'::regnamespace
    and relname in ('atm', 'incident', 'state_history', 'event_exception')`
  expect(await run(forced)).toEqual([{ n: 4 }])
})
