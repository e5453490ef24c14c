import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationDatabase, openDatabaseBefore } from './migration-database.ts'

const MONTHS = '0049_audit_months.sql'

let database: MigrationDatabase

beforeAll(async () => {
  database = await openDatabaseBefore('incident', MONTHS)
})
afterAll(() => database.close())

test('the audit that is there moves into its months as it is', async () => {
  await database.run(`
    insert into incident.audit_entry (id, chain, seq, at, actor, role, institution_key, action, subject_type,
      subject_id, before, after, trace_id, previous_hash, hash)
    select gen_random_uuid(), 'ACME', n, '2025-01-01Z'::timestamptz + interval '1 day' * n, 'ann', 'ADMIN', 'ACME',
      'createAtm', 'Atm', n::text, '{"b":  1, "a": 2}', null, 't',
      case when n > 1 then sha256((n - 1)::text::bytea) end, sha256(n::text::bytea)
    from generate_series(1, 100) n`)
  const rows = () => database.run('select e.*, before::text as text from incident.audit_entry e order by seq')
  const before = await rows()
  expect(before).toHaveLength(100)
  await database.apply(MONTHS)
  expect(await rows()).toEqual(before)
  expect(await database.run(`select count(*)::int as rows from incident.audit_entry_2025_02`)).toEqual([{ rows: 28 }])
  const [forced] = await database.run(
    `select bool_and(relforcerowsecurity) as forced from pg_class
    where relname like 'audit\\_entry%' and relkind in ('r', 'p')`,
  )
  expect(forced).toEqual({ forced: true })
  expect(await database.runAsApp('select * from incident.audit_entry')).toEqual([])
})
