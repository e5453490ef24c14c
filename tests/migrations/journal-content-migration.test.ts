import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationDatabase, openDatabaseBefore } from './migration-database.ts'

const CONTENT = '0002_content.sql'

let database: MigrationDatabase

const fileOf = (id: number, institution: string, atm: number, sha256: string) =>
  `insert into journal.journal_file (id, institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes,
   received_at)
   overriding system value values (${id}, '${institution}', ${atm}, 'ATM', '2026-05-13', '${sha256}', 7, now())`
const textOf = (id: number, institution: string, encoding: string) =>
  `insert into journal.file_content values (${id}, '${institution}', '${encoding}', '\\x0${id}')`

beforeAll(async () => {
  database = await openDatabaseBefore('journal', CONTENT)
  await database.run(
    ...[fileOf(1, 'ACME', 1, 'aa'), fileOf(2, 'ACME', 2, 'aa'), fileOf(3, 'BETA', 3, 'aa'), fileOf(4, 'ACME', 1, 'bb')],
    fileOf(5, 'ACME', 1, 'no text'),
    ...[
      textOf(1, 'ACME', 'utf-8'),
      textOf(2, 'ACME', 'utf-8'),
      textOf(3, 'BETA', 'utf-8'),
      textOf(4, 'ACME', 'latin1'),
    ],
  )
  await database.apply(CONTENT)
})
afterAll(() => database.close())

test('texts that are stored already are kept, once for files of the same bytes of one institution', async () => {
  const rows =
    await database.run(`select f.id::int, k.institution_key as owner, k.sha256, k.size_bytes::int as size, c.number,
       c.codec, c.encoding, c.first_line as line,
       c.text_from::int as "from", c.text_bytes as bytes, encode(c.data, 'hex') as data
     from journal.journal_file f left join journal.content k on k.id = f.content_id left join journal.content_chunk c
       on c.content_id = k.id
     order by f.id`)
  const chunk = { size: 7, number: 0, codec: 'gzip', line: 1, from: 0, bytes: null }
  const acme = { id: 1, owner: 'ACME', sha256: 'aa', encoding: 'utf-8', data: '01', ...chunk }
  expect(rows).toMatchObject([
    acme,
    { ...acme, id: 2 },
    { ...acme, id: 3, owner: 'BETA', data: '03' },
    { ...acme, id: 4, sha256: 'bb', encoding: 'latin1', data: '04' },
    { id: 5, owner: null, data: null },
  ])
  expect(await database.run('select count(*)::int as n from journal.content')).toEqual([{ n: 3 }])
})

test('no caller sees more of them than before', async () => {
  const seenBy = (institutions: string) =>
    database.runAsApp(
      'begin',
      `select set_config('app.institutions', '${institutions}', true)`,
      'select count(*)::int as n from journal.content_chunk',
    )
  expect(await seenBy('BETA')).toEqual([{ n: 1 }])
  expect(await seenBy('ACME')).toEqual([{ n: 2 }])
  expect(await seenBy('')).toEqual([{ n: 0 }])
  expect(
    await database.run(
      `select policyname from pg_policies where schemaname = 'journal' and policyname = 'owner_moves'`,
    ),
  ).toEqual([])
})
