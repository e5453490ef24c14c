import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { runAs } from '../support/sql.ts'

const MIGRATIONS = new URL('../../db/incident/migrations/', import.meta.url).pathname
const REGISTRY = '0003_registry.sql'

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
  await apply(...readdirSync(MIGRATIONS).filter((name) => name < REGISTRY))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

test('the ATMs that are there are counted, and those that come later are added', async () => {
  const register = (first: number, last: number, key: string) =>
    `insert into incident.atm (agent_atm_id, institution_key, registered_at)
     select 'ATM-' || n, ${key}, now() from generate_series(${first}, ${last}) n`
  await run(register(1, 30, `'ACME'`), register(31, 35, `'BETA'`), register(36, 38, 'null'))
  await apply(REGISTRY)
  await run(register(39, 40, `'BETA'`))
  expect(
    await run(
      'select institution_key as key, sum(atms)::int as atms from incident.institution_atms group by 1 order by 1',
    ),
  ).toEqual([
    { key: 'ACME', atms: 30 },
    { key: 'BETA', atms: 7 },
  ])
  const [forced] = await run(`select relforcerowsecurity as forced from pg_class where oid = 'incident.atm'::regclass`)
  expect(forced).toEqual({ forced: true })
})
