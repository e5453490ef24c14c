import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { checkMigrated, migrate } from '../../db/migrate.ts'
import { SERVICES } from '../../gateway/services.ts'
import { readConfig } from '../../subgraphs/kit/config/config.ts'
import { writeBackup } from '../../tools/backup/backup.ts'
import { databasesOf } from '../../tools/backup/places.ts'
import { restoreBackup } from '../../tools/backup/restore.ts'
import { readRows, restoreArchive } from '../migrations/upgrade-rows.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts'
import { openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { runAs } from '../support/sql.ts'

const NOW = '2026-05-20T12:10:00Z'
const WAIT = { timeout: 15_000, interval: 50 }
const folder = mkdtempSync(join(tmpdir(), 'fleetops-backup-'))
const opened: { drop(): Promise<void> }[] = []
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const database of opened) await database.drop()
})

const keep = <T extends TestDatabase>(database: T): T => {
  opened.push(database)
  return database
}
const placesIn = ({ urls }: TestDatabase, others: Readonly<Record<string, TestDatabase>> = {}) => {
  const elsewhere = Object.entries(others).map(([name, other]) => [`${name}_DATABASE_URL`, other.urls.app])
  return databasesOf(readConfig(Object.fromEntries(elsewhere)), urls)
}
const backUp = (database: TestDatabase, to: string, others?: Readonly<Record<string, TestDatabase>>) =>
  writeBackup({ places: placesIn(database, others), folder: to, now: () => new Date(NOW), say: () => {} })
const restore = (from: string, into: TestDatabase, lines: string[] = []) =>
  restoreBackup({ places: placesIn(into), folder: from, say: (line) => void lines.push(line) })
const queryIn =
  ({ urls }: TestDatabase) =>
  (...statements: string[]) =>
    runAs(urls.superuser, statements)
const gapOf = (institution: string) =>
  `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, detected_at)
    values ('${institution}', 1, 'A-1', '2026-05-01', now())`
/** A statement that leaves a message. */
const twin = (schema: string, id: string) => `insert into ${schema}.outbox (message_id, topic, key, occurred_at, data)
      values ('${id}', 'twins', 'k', now(), '{}')`
const SEQUENCES = `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
  where sequencename not like 'live_change%' order by 1`

// A story: a platform with rows in its tables is saved, restored, and used.
describe('a backup', { shuffle: false }, () => {
  const saved = join(folder, 'saved')
  let source: TestDatabase
  let target: TestDatabase
  let platform: TestPlatform
  let openedBefore: number

  const post = async (on: TestPlatform, eventType: string, at: string) => {
    const as = await on.token({ role: 'AGENT', institutions: ['BETA'], agentAtmId: 'BETA-1' })
    const body = { agentAtmId: 'BETA-1', eventType, eventTime: at }
    const answer = await on.ask('POST', '/agent-proxy/api/journal-events', { as, body })
    expect(answer).toMatchObject({ status: 201 })
    return Object(answer.body)
  }

  beforeAll(async () => {
    source = keep(await cloneDatabase())
    await restoreArchive(source.urls.superuser, 'tasks.sql.gz')
    await migrate({ ownerUrl: source.urls.owner })
    const used = await openTestPlatform(SERVICES, { database: source, now: NOW, start: true })
    openedBefore = (await post(used, 'CARD_READER_FAIL', '2026-05-20T12:09:00')).incidentId
    await used.close()
  })
  afterAll(() => platform?.close())

  it('is written while the platform goes on, and holds what was committed together or nothing of it', async () => {
    let writing = true
    let written = 0
    const writer = (async () => {
      while (writing) {
        const id = randomUUID()
        const both = ['claims', 'fleet'].map((schema) => twin(schema, id))
        await queryIn(source)('begin', ...both, 'commit')
        written += 1
      }
    })()
    await expect.poll(() => written, WAIT).toBeGreaterThan(0)
    const { tables } = await backUp(source, join(folder, 'busy'))
    writing = false
    await writer
    const rowsOf = (schema: string) => tables.find((table) => table.schema === schema && table.name === 'outbox')?.rows
    expect([rowsOf('claims'), written > Number(rowsOf('claims'))]).toEqual([rowsOf('fleet'), true])
    await queryIn(source)(
      "delete from claims.outbox where topic = 'twins'",
      "delete from fleet.outbox where topic = 'twins'",
    )
  })

  it('restores every row of every table, sequences, rights, policies, triggers and partitions', async () => {
    const manifest = await backUp(source, saved)
    expect(manifest.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(35)
    target = keep(await emptyDatabase())
    const lines: string[] = []
    const restored = await restore(saved, target, lines)
    expect(restored.differences).toEqual([])
    expect(lines).toContain('incident.atm: 4 rows')
    const [before, after] = [await readRows(queryIn(source)), await readRows(queryIn(target))]
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [table, rows] of before) expect({ table, rows: after.get(table) }).toEqual({ table, rows })
    expect(await queryIn(target)(SEQUENCES)).toEqual(await queryIn(source)(SEQUENCES))
    const runner = 'select to_jsonb(j) as job from pgboss.queue j order by name'
    expect(await queryIn(target)(runner)).toEqual(await queryIn(source)(runner))
    await checkMigrated(target.urls.platform)
    expect(await migrate({ ownerUrl: target.urls.owner })).toBe(0)
  })

  it('is what a platform goes on from: ids, incidents, messages and the copy of devices', async () => {
    await queryIn(target)('delete from devices.atm')
    const [last] = await queryIn(target)('select max(id)::int as id from incident.incident')
    platform = await openTestPlatform(SERVICES, { database: target, now: NOW, start: true })
    const { incidentId } = await post(platform, 'APPLICATION_ERROR_PRINTER', '2026-05-20T12:09:30')
    expect(incidentId).toBeGreaterThan(Number(last?.id))
    const again = await post(platform, 'CARD_READER_FAIL', '2026-05-20T12:09:40')
    expect(again.incidentId).toBe(openedBefore)
    await expect.poll(() => queryIn(target)('select from incident.outbox'), WAIT).toEqual([])
    await platform.runJob('devices.reconcile')
    expect(await queryIn(target)('select count(*)::int as n from devices.atm')).toEqual([{ n: 4 }])
  })

  it('is refused by a database with tables, which stays as it is', async () => {
    await expect(restore(saved, target)).rejects.toThrow(/is not empty: it has \d+ tables, such as analytics\./)
    expect(await queryIn(target)('select count(*)::int as n from devices.atm')).toEqual([{ n: 4 }])
  })

  /** A copy of the backup with one file changed; the manifest gets its checksum. */
  const changed = (name: string, file: string, change: (content: Buffer) => Buffer | string) => {
    const copy = join(folder, name)
    mkdirSync(copy)
    for (const entry of readdirSync(saved)) writeFileSync(join(copy, entry), readFileSync(join(saved, entry)))
    const content = change(readFileSync(join(copy, file)))
    writeFileSync(join(copy, file), content)
    if (file === 'manifest.json')
      writeFileSync(join(copy, `${file}.sha256`), `${createHash('sha256').update(content).digest('hex')}  ${file}\n`)
    return copy
  }

  it('is refused where it is damaged, cut off or of a newer release, before anything is written', async () => {
    const flipped = (content: Buffer) => {
      content.writeUInt8(content.readUInt8(content.length - 9) ^ 1, content.length - 9)
      return content
    }
    const newer = (content: Buffer) =>
      content
        .toString()
        .replace('"service": "topics"', '"service": "topics", "name": "0099_later.sql", "a": ""')
        .replace('"a": "",\n   "name": "0001_topics.sql"', '"a": ""')
    const empty = keep(await emptyDatabase())
    const refusals: readonly (readonly [string, RegExp])[] = [
      [changed('flipped', 'incident.event.copy.gz', flipped), /incident\.event\.copy\.gz is damaged/],
      [changed('short', 'incident.event.copy.gz', (content) => content.subarray(0, 40)), /copy\.gz is damaged/],
      [
        changed('newer', 'manifest.json', newer),
        /newer release \(0\.1\.0\): this one does not know topics\/0099_later\.sql/,
      ],
      [
        changed('format', 'manifest.json', (content) => content.toString().replace('"format": 1', '"format": 2')),
        /newer release \(format 2, this one reads 1\)/,
      ],
      [folder, /has no manifest\.json with its checksum/],
    ]
    for (const [from, message] of refusals) await expect(restore(from, empty)).rejects.toThrow(message)
    const edited = changed('edited', 'claims.vendor.copy.gz', (content) => content)
    writeFileSync(join(edited, 'manifest.json'), readFileSync(join(edited, 'manifest.json'), 'utf8').replace('1', '2'))
    await expect(restore(edited, empty)).rejects.toThrow('manifest.json is damaged')
    rmSync(join(edited, 'manifest.json'))
    await expect(restore(edited, empty)).rejects.toThrow('has no manifest.json')
    expect(await queryIn(empty)("select from pg_namespace where nspname = 'migrations'")).toEqual([])
  })

  it('that was restored in part keeps processes from starting, and is restored anew', async () => {
    const cut = keep(await emptyDatabase())
    const vanishing = changed('vanishing', 'incident.event.copy.gz', (content) => content)
    const outcome = restoreBackup({
      places: placesIn(cut),
      folder: vanishing,
      say: (line) => {
        if (line.startsWith('Making the tables')) rmSync(join(vanishing, 'incident.event.copy.gz'))
      },
    })
    await expect(outcome).rejects.toThrow('ENOENT')
    const starts = [() => checkMigrated(cut.urls.platform), () => migrate({ ownerUrl: cut.urls.owner })]
    for (const start of starts)
      await expect(start()).rejects.toThrow('A restore of this database was begun and has not finished: run it again.')
    // Of the provider, who owns it.
    await runAs(cut.urls.superuser, ['create schema provider'])
    expect((await restore(saved, cut)).differences).toEqual([])
    await checkMigrated(cut.urls.platform)
  })

  it('of an earlier release is restored and brought up to date', async () => {
    const earlier = changed('earlier', 'manifest.json', (content) => content)
    const manifest = Object(JSON.parse(readFileSync(join(earlier, 'manifest.json'), 'utf8')))
    const [last] = manifest.migrations.slice(-1)
    expect(last.name).toBe('0002_turns.sql')
    const folderOfLast = changed('before', 'manifest.json', () =>
      JSON.stringify({
        ...manifest,
        migrations: manifest.migrations.slice(0, -1),
        tables: manifest.tables.filter(
          (table: { schema: string }) => table.schema !== 'topics' && table.schema !== 'migrations',
        ),
        sequences: [],
        catalog: {},
      }),
    )
    const lines: string[] = []
    const database = keep(await emptyDatabase())
    await restore(folderOfLast, database, lines)
    expect(lines).toContain('Migrating topics/0002_turns.sql')
    await checkMigrated(database.urls.platform)
  })

  it('of several databases belongs together, and can be restored into one', async () => {
    const journal = keep(await cloneDatabase())
    const whole = keep(await cloneDatabase())
    await queryIn(journal)(gapOf('ACME'))
    await queryIn(whole)(gapOf('LEFT'))
    const several = join(folder, 'several')
    expect(await backUp(whole, several, { JOURNAL: journal })).toMatchObject({ databases: 2 })
    const one = keep(await emptyDatabase())
    expect((await restore(several, one)).differences).toEqual([])
    expect(await queryIn(one)('select institution_key as key from journal.gap')).toEqual([{ key: 'ACME' }])
  })

  it('of several databases is of a moment at which no message is being written in any of them', async () => {
    const journal = keep(await cloneDatabase())
    const whole = keep(await cloneDatabase())
    const writer = await openConnection({ url: journal.urls.superuser, name: 'writer' })
    await writer.sql.unsafe('begin')
    await writer.sql.unsafe(twin('journal', randomUUID()))
    const written = backUp(whole, join(folder, 'gate'), { JOURNAL: journal })
    const waits = `select from pg_locks
      where not granted and mode = 'ShareLock' and relation = 'journal.outbox'::regclass`
    await expect.poll(() => queryIn(journal)(waits), WAIT).toHaveLength(1)
    await writer.sql.unsafe('commit')
    await writer.close()
    const { tables } = await written
    expect(tables.find((table) => table.schema === 'journal' && table.name === 'outbox')?.rows).toBe(1)
  })

  it('says what it cannot do: a folder in use, rows that its login may not see', async () => {
    await expect(backUp(source, saved)).rejects.toThrow('is not empty: name a folder that is not there yet')
    const hidden = keep(await cloneDatabase())
    await queryIn(hidden)('drop policy platform_all on claims.vendor')
    await expect(backUp(hidden, join(folder, 'hidden'))).rejects.toThrow(/does not see every row of claims\.vendor/)
    expect(existsSync(join(folder, 'hidden'))).toBe(false)
    expect(statSync(saved).mode & 0o77).toBe(0)
  })

  it('has its folder alone: of two that begin together in one, one is written and the other refused', async () => {
    const to = join(folder, 'twice')
    const [one, other] = await Promise.allSettled([backUp(source, to), backUp(source, to)])
    const [refused] = [one, other].flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(refused).toMatch(/Another backup is being written into .*twice|is not empty/)
    const [written] = [one, other].flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    // Besides its tables: the manifest and the checksum of it.
    expect(readdirSync(to).length).toBe((written?.tables.length ?? 0) + 2)
    expect(readdirSync(to)).not.toContain('unfinished')
  })

  it('is written by a program that has the databases alone; without the login of the owner none is restored', () => {
    const program = (name: string, to: string) =>
      spawnSync(process.execPath, ['tools/backup/main.ts', name, to], {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          DATABASE_URL: source.urls.app,
          PLATFORM_DATABASE_URL: source.urls.platform,
        },
        encoding: 'utf8',
      })
    const written = program('backup', join(folder, 'by-program'))
    const end = /The backup of \S+ is in .*: \d+ rows, [\d.]+ MB\.\n$/
    expect([written.stderr, written.stdout]).toEqual(['', expect.stringMatching(end)])
    const refused = program('restore', join(folder, 'by-program'))
    expect(refused.stderr).toMatch(/^MIGRATION_DATABASE_URL is required: the login of the owner of 127/)
  })
})
