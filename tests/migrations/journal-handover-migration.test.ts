import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationDatabase, openDatabaseBefore } from './migration-database.ts'

const HANDOVER = '0007_handover.sql'

let database: MigrationDatabase

beforeAll(async () => {
  database = await openDatabaseBefore('journal', HANDOVER)
})
afterAll(() => database.close())

const file = (id: number, institution: string, atm: number) =>
  `insert into journal.journal_file (id, institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes,
   received_at)
   overriding system value values (${id}, '${institution}', ${atm}, 'ATM-${atm}', '2026-05-19', '${id}', 7, now())`
const transaction = (table: 'hot' | 'cold', fileId: number, institution: string, day: string, verdict: string) =>
  `insert into journal.transaction_${table} (file_id, institution_key, atm_id, agent_atm_id, started_at, kind, verdict,
   cash_outcome, completeness, first_line, last_line)
   values (${fileId}, '${institution}', 1, 'ATM-1', '${day} 10:00', 'OTHER', '${verdict}', 'NONE', 'COMPLETE', 1, 2)`
const total = (day: string, atm: number, institution: string, counts: string) =>
  `insert into journal.atm_day_total values ('${day}', ${atm}, '${institution}', 'ATM-${atm}', ${counts})`

test('what several institutions brought of an ATM is counted under each; the totals of others stay', async () => {
  await database.run(
    `select journal.make_partitions('2026-01-01', '2026-05-31', '2026-05-20', 90)`,
    ...[1, 2].map(
      (atm) =>
        `insert into journal.atm_journal
          values (${atm}, 'ATM-${atm}', '${atm === 1 ? 'BETA' : 'ACME'}', null, '2026-01-03')`,
    ),
    ...[file(1, 'ACME', 1), file(2, 'BETA', 1), file(3, 'ACME', 2)],
    transaction('hot', 1, 'ACME', '2026-05-19', 'APPROVED'),
    transaction('hot', 1, 'ACME', '2026-05-19', 'DECLINED'),
    transaction('hot', 2, 'BETA', '2026-05-19', 'APPROVED'),
    transaction('cold', 1, 'ACME', '2026-01-03', 'APPROVED'),
    total('2026-05-19', 1, 'BETA', '3, 2, 1'),
    total('2026-01-03', 1, 'ACME', '1, 1, 0'),
    total('2026-05-19', 2, 'ACME', '5, 4, 1'),
  )
  await database.apply(HANDOVER)
  expect(
    await database.run(
      `select day::text, atm_id::int as atm, institution_key as key, agent_atm_id as agent, transactions as n,
       successful, failed
       from journal.atm_day_total order by day, atm_id, institution_key`,
    ),
  ).toEqual([
    { day: '2026-01-03', atm: 1, key: 'ACME', agent: 'ATM-1', n: 1, successful: 1, failed: 0 },
    { day: '2026-05-19', atm: 1, key: 'ACME', agent: 'ATM-1', n: 2, successful: 1, failed: 1 },
    { day: '2026-05-19', atm: 1, key: 'BETA', agent: 'ATM-1', n: 1, successful: 1, failed: 0 },
    { day: '2026-05-19', atm: 2, key: 'ACME', agent: 'ATM-2', n: 5, successful: 4, failed: 1 },
  ])
  expect(await database.run('select atm_id::int from journal.atm_journal where changed_hands')).toEqual([{ atm_id: 1 }])
  expect(
    await database.run(`select from pg_policies where schemaname = 'journal' and policyname = 'owner_counts'`),
  ).toEqual([])
})
