import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAddress } from '../../db/address.ts'
import { listMigrations as listServiceMigrations, migrate } from '../../db/migrate.ts'
import { openPgClient } from '../../db/pg-client.ts'
import { findFacts, findTaken } from '../../tools/migration-check/facts.ts'
import {
  blockingFindings,
  breakingFindings,
  findingsAlone,
  namesUnlessThere,
  SMALL,
} from '../../tools/migration-check/findings.ts'
import { findReference, listCommitted, listMigrations } from '../../tools/migrations.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCHEMAS = [...new Set(listServiceMigrations().map(({ service }) => service))]

const openOwner = ({ urls }: TestDatabase): Promise<pg.Client> =>
  openPgClient(createAddress(urls.owner), { name: 'check of migrations', connectTimeoutMs: 10_000 })

/** What a migration would pass over in silence, or could not do beside the release before it; nothing of it stays. */
const findingsOf = async (client: pg.Client, text: string): Promise<readonly string[]> => {
  const taken = await findTaken(client, namesUnlessThere(text))
  const passedOver = taken.map((name) => `makes no ${name}, as the name is taken`)
  const alone = findingsAlone(text)
  if (alone !== null) return [...passedOver, ...alone]
  const facts = await findFacts(client, text, SCHEMAS)
  return [...passedOver, ...blockingFindings(facts), ...breakingFindings(facts)]
}

describe('the check of migrations', () => {
  let database: TestDatabase
  let client: pg.Client

  beforeAll(async () => {
    database = await cloneDatabase()
    client = await openOwner(database)
    // Partitions, as they are what is read through.
    await client.query("select incident.make_partitions('2026-05-01', '2026-05-02')")
    await client.query("select journal.make_partitions('2026-05-01', '2026-05-02', '2026-05-02', 90)")
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it.each([
    ['a table', 'create table incident.extra (id bigint primary key, atm_id bigint references incident.atm)'],
    ['a column', "alter table incident.incident add column extra text, add column more text not null default 'x'"],
    ['a constraint that is checked for new rows', 'alter table incident.atm add check (id > 0) not valid'],
    [
      'a policy, a trigger and another body of a function',
      `create policy more on incident.atm to app using (false);
      create function incident.nothing() returns trigger language plpgsql as 'begin return null; end';
      create trigger nothing after insert on incident.event for each statement execute function incident.nothing();
      create or replace function topics.count_topics() returns trigger language plpgsql as 'begin return null; end'`,
    ],
    [
      'a copy of rows, and rows of a small table',
      `create table incident.copy as select * from incident.event;
      update topics.made set topics = topics`,
    ],
    ['an index of a small table', 'create index more on claims.vendor (name)'],
    ['rows that are found by an index', 'update incident.atm set site_name = site_name where id = 7'],
  ])('lets %s pass', async (_what, text) => {
    const findings = await findingsOf(client, text)
    // A check that holds for new rows is one that the release before may run into.
    expect(findings.filter((finding) => !finding.includes('CHECK') && !finding.includes('_check'))).toEqual([])
  })

  it.each([
    [
      'alter table journal.gap alter column fetch_requested_by type varchar(200)',
      'blocks readers and writers of journal.gap while it goes through journal.gap',
    ],
    [
      'alter table incident.event add column drawn double precision default random()',
      'blocks readers and writers of incident.event while it goes through incident.event',
    ],
    [
      'alter table journal.gap add check (id > 0)',
      'blocks readers and writers of journal.gap while it goes through journal.gap',
    ],
    [
      'alter table incident.atm alter column site_name set not null',
      'blocks readers and writers of incident.atm while it goes through incident.atm',
    ],
    [
      'create index more on incident.incident (atm_id, status)',
      'blocks writers of incident.incident while it goes through incident.incident',
    ],
    [
      'create index more on journal.transaction_hot (file_id, id)',
      'blocks writers of journal.transaction_hot while it goes through journal.transaction_hot',
    ],
    [
      `alter table incident.atm add column more text; alter table incident.incident no force row level security;
        update incident.incident set version = version`,
      'blocks readers and writers of incident.atm while it goes through incident.incident',
    ],
  ])('finds that others wait: %s', async (text, finding) => {
    expect(await findingsOf(client, text)).toContainEqual(expect.stringContaining(finding))
  })

  it.each([
    [
      'drop table incident.saved_view',
      ['removes table incident.saved_view', 'removes sequence incident.saved_view_id_seq'],
    ],
    ['alter table claims.outbox drop column traceparent', ['removes column claims.outbox.traceparent']],
    [
      'alter table claims.vendor rename column name to title',
      ['removes column claims.vendor.name', 'adds column claims.vendor.title'],
    ],
    [
      'alter table claims.vendor add column more text not null',
      ['adds column claims.vendor.more, which every insert has to name'],
    ],
    ['alter table claims.vendor alter column name type varchar', ['changes column claims.vendor.name']],
    ["alter table claims.vendor add check (name <> 'x')", ['adds constraint claims.vendor.']],
    ['create unique index one on claims.vendor (name, type)', ['adds index CREATE UNIQUE INDEX one']],
    ['drop policy platform_all on claims.vendor', ['removes policy claims.vendor.platform_all']],
    ['revoke insert on claims.vendor from app', ['removes right app INSERT on claims.vendor']],
    ['drop trigger move_heads on topics.message', ['removes trigger topics.message.move_heads']],
    ['drop function incident.drop_event_keys(date)', ['removes function incident.drop_event_keys(date)']],
    ['alter table claims.vendor no force row level security', ['changes table claims.vendor from']],
  ])('finds what the release before could fail at: %s', async (text, starts) => {
    const findings = await findingsOf(client, text)
    for (const start of starts) expect(findings).toContainEqual(expect.stringContaining(start))
    expect(findings.filter((finding) => !finding.startsWith('blocks')).length).toBe(starts.length)
  })

  it('takes indexes alone outside a transaction', () => {
    const index = 'create index concurrently if not exists more on incident.incident (atm_id)'
    expect(findingsAlone(index)).toBeNull()
    expect(findingsAlone(`-- outside a transaction\n${index};\n`)).toEqual([])
    expect(findingsAlone(`-- outside a transaction\n${index};\ndelete from incident.atm;\n`)).toEqual([
      'runs outside a transaction: delete from incident.atm',
    ])
  })

  it.each([
    [
      '-- outside a transaction\ncreate index concurrently if not exists NAME on fleet.task (kind)',
      'fleet.task_by_end',
    ],
    ['create unique index if not exists NAME on only claims.vendor (name)', 'claims.vendor_pkey'],
    ['create table if not exists NAME (id bigint)', 'claims.vendor'],
  ])('finds a name that is taken, where that is passed over in silence: %s', async (text, taken) => {
    const name = text.includes('table') ? taken : taken.slice(taken.indexOf('.') + 1)
    const silent = (name: string) => `makes no ${name}, as the name is taken`
    expect(await findingsOf(client, text.replace('NAME', name))).toContain(silent(taken))
    expect(await findingsOf(client, text.replace('NAME', `${name}_2`))).not.toContain(silent(`${taken}_2`))
  })

  it('knows of small tables only what there is', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where c.oid::regclass::text = any ($1)`,
      [[...SMALL]],
    )
    expect(rows.map(({ name }) => name).sort()).toEqual([...SMALL].sort())
  })
})

describe('the migrations that are new since the main branch', () => {
  it('keep no one waiting and break nothing of the release before, but for what exceptions.json explains', async () => {
    const reference = findReference(ROOT)
    const current = listMigrations(ROOT)
    const released = reference === null ? current : listCommitted(ROOT, reference)
    const added = [...current.keys()].filter((path) => !released.has(path))
    if (added.length === 0) return
    const exceptions = z
      .record(z.string(), z.object({ reason: z.string().min(20), findings: z.array(z.string()) }))
      .parse(JSON.parse(readFileSync(join(ROOT, 'tools/migration-check/exceptions.json'), 'utf8')))
    const folder = mkdtempSync(join(tmpdir(), 'fleetops-new-migrations-'))
    const database = await emptyDatabase()
    const client = await openOwner(database)
    const put = (path: string) => {
      const target = join(folder, path)
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(ROOT, path), target)
    }
    try {
      for (const path of current.keys()) if (released.has(path)) put(path)
      await migrate({ ownerUrl: database.urls.owner, folder: join(folder, 'db') })
      for (const path of added) {
        const text = readFileSync(join(ROOT, path), 'utf8')
        const findings = await findingsOf(client, text)
        const name = `${basename(join(path, '../..'))}/${basename(path)}`
        expect({ name, findings }).toEqual({ name, findings: exceptions[name]?.findings ?? [] })
        put(path)
        await migrate({ ownerUrl: database.urls.owner, folder: join(folder, 'db') })
      }
    } finally {
      await client.end()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
