import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationDatabase, openDatabaseBefore } from './migration-database.ts'

const REGISTRY = '0003_registry.sql'

let database: MigrationDatabase

beforeAll(async () => {
  database = await openDatabaseBefore('incident', REGISTRY)
})
afterAll(() => database.close())

test('the ATMs that are there are counted, and those that come later are added', async () => {
  const register = (first: number, last: number, key: string) =>
    `insert into incident.atm (agent_atm_id, institution_key, registered_at)
     select 'ATM-' || n, ${key}, now() from generate_series(${first}, ${last}) n`
  await database.run(register(1, 30, `'ACME'`), register(31, 35, `'BETA'`), register(36, 38, 'null'))
  await database.apply(REGISTRY)
  await database.run(register(39, 40, `'BETA'`))
  expect(
    await database.run(
      'select institution_key as key, sum(atms)::int as atms from incident.institution_atms group by 1 order by 1',
    ),
  ).toEqual([
    { key: 'ACME', atms: 30 },
    { key: 'BETA', atms: 7 },
  ])
  const [forced] = await database.run(
    `select relforcerowsecurity as forced from pg_class where oid = 'incident.atm'::regclass`,
  )
  expect(forced).toEqual({ forced: true })
})
