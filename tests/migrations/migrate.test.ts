import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { UserFacingError } from '../../db/errors.ts'
import { checkMigrated, migrate } from '../../db/migrate.ts'
import { openStores } from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'

let folder: string
let database: TestDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fleetops-migrations-'))
  database = await cloneDatabase()
  // Only the migrations of the test's own folder are known to it.
  await query('truncate migrations.applied')
})

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

function file(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const run = (log?: (line: string) => void) =>
  migrate({ ownerUrl: database.urls.owner, folder, ...(log === undefined ? {} : { log }) })

async function query(statement: string): Promise<unknown[]> {
  const connection = await openConnection({ url: database.urls.owner, name: 'test' })
  try {
    return [...(await connection.sql.unsafe(statement))]
  } finally {
    await connection.close()
  }
}

test('each migration runs once, in order, as the owner, in the schema of its service', async () => {
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text); -- the last line may be a comment')
  file('zoo/migrations/0002_lion.sql', "insert into zoo.animal values ('lion')")
  file('zoo/animal.ts', 'not a migration')
  const lines: string[] = []
  expect(await run((line) => lines.push(line))).toBe(2)
  expect(lines).toEqual(['zoo/0001_animal.sql', 'zoo/0002_lion.sql'])
  expect(await run()).toBe(0)
  file('zoo/migrations/0003_seal.sql', "insert into zoo.animal values ('seal')")
  expect(await run()).toBe(1)
  expect(await query('select name from zoo.animal')).toEqual([{ name: 'lion' }, { name: 'seal' }])
  expect(await query("select tableowner from pg_tables where schemaname = 'zoo'")).toEqual([{ tableowner: 'owner' }])
})

test('replicas that start together run each migration once', async () => {
  file(
    'zoo/migrations/0001_animal.sql',
    "create table zoo.animal (name text); insert into zoo.animal values ('lion'); select pg_sleep(0.1)",
  )
  const counts = await Promise.all([run(), run(), run(), run()])
  expect(counts.sort()).toEqual([0, 0, 0, 1])
  expect(await query('select name from zoo.animal')).toEqual([{ name: 'lion' }])
})

test('a broken migration is reported with file, line and column, and leaves nothing behind', async () => {
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (näme text);\ncreate table zoo.cage (\n  size tex);')
  const outcome = run()
  await expect(outcome).rejects.toBeInstanceOf(UserFacingError)
  await expect(outcome).rejects.toThrow(
    'db/zoo/migrations/0001_animal.sql:3:8: type "tex" does not exist. \n    size tex);\n         ^',
  )
  expect(await query("select from pg_namespace where nspname = 'zoo'")).toEqual([])
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text)')
  expect(await run()).toBe(1)
})

test('a migration that waits for a table in use keeps no one else waiting, and goes on later', async () => {
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text)')
  await run()
  const reader = await openConnection({ url: database.urls.owner, name: 'test' })
  await reader.sql.unsafe('begin; select from zoo.animal')
  file('zoo/migrations/0002_legs.sql', 'alter table zoo.animal add legs int')
  const { promise: waiting, resolve } = Promise.withResolvers<void>()
  const lines: string[] = []
  const migrated = run((line) => {
    lines.push(line)
    if (line.includes('waits')) resolve()
  })
  await waiting
  expect(await query('select from zoo.animal')).toEqual([])
  await reader.sql.unsafe('commit')
  await reader.close()
  expect([await migrated, lines.at(-1)]).toEqual([1, 'zoo/0002_legs.sql waits for a table that is in use'])
})

test('indexes are made outside a transaction, and one that was left unfinished is made anew', async () => {
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text); insert into zoo.animal values (1), (1)')
  await run()
  const text = (unique: string) => `-- outside a transaction
create ${unique} index concurrently if not exists by_name on zoo.animal (name);
create index concurrently if not exists by_end on zoo.animal (right(name, 1));
`
  file('zoo/migrations/0002_indexes.sql', text('unique'))
  await expect(run()).rejects.toThrow('db/zoo/migrations/0002_indexes.sql: could not create unique index "by_name"')
  await query('delete from zoo.animal')
  expect(await Promise.all([run(), run()])).toEqual(expect.arrayContaining([0, 1]))
  const indexes = `select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'zoo'::regnamespace order by 1`
  expect(await query(indexes)).toEqual([
    { name: 'by_end', valid: true },
    { name: 'by_name', valid: true },
  ])
})

test('a migration that changed after it ran is refused', async () => {
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text)')
  await run()
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text, legs int)')
  await expect(run()).rejects.toThrow('db/zoo/migrations/0001_animal.sql was changed after it ran on this database')
})

test('a migration that changed in nothing but its line ends is refused too, and nothing else runs', async () => {
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text)')
  await run()
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text)\r\n')
  file('zoo/migrations/0002_lion.sql', "insert into zoo.animal values ('lion')")
  await expect(run()).rejects.toThrow('was changed after it ran')
  expect(await query('select name from zoo.animal')).toEqual([])
})

test('a database that a newer release migrated is refused, naming what is not known and the cure', async () => {
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text)')
  file('zoo/migrations/0002_lion.sql', 'alter table zoo.animal add legs int')
  file('park/migrations/0001_tree.sql', 'create table park.tree (name text)')
  await run()
  rmSync(join(folder, 'zoo/migrations/0002_lion.sql'))
  rmSync(join(folder, 'park'), { recursive: true })
  file('zoo/migrations/0003_seal.sql', 'alter table zoo.animal add fins int')
  const outcome = run()
  await expect(outcome).rejects.toBeInstanceOf(UserFacingError)
  await expect(outcome).rejects.toThrow(
    'The database was migrated by a newer release: this one does not know park/0001_tree.sql, zoo/0002_lion.sql. ' +
      'Start that release or a later one, or restore a backup from before it.',
  )
  expect(
    await query("select column_name from information_schema.columns where table_schema = 'zoo' order by 1"),
  ).toEqual([{ column_name: 'legs' }, { column_name: 'name' }])
})

test('tables of the job runner that a newer release updated are refused', async () => {
  await query('update pgboss.version set version = version + 1')
  await expect(run()).rejects.toThrow(/The tables of the job runner are of version \d+, made by a newer release/)
})

test.each([
  [['zoo/migrations/first.sql'], 'db/zoo/migrations/first.sql is not named NNNN_name.sql'],
  [['zoo/migrations/0001_a.sql', 'zoo/migrations/0001_b.sql'], 'db/zoo/migrations has two files of the number 0001'],
])('files %j are refused', async (paths, message) => {
  for (const path of paths) file(path, 'select 1')
  await expect(run()).rejects.toThrow(message)
})

test('the job runner works as the role platform, and the role app cannot see its tables', async () => {
  const boss = new PgBoss({ connectionString: database.urls.platform, migrate: false, createSchema: false })
  const errors: Error[] = []
  boss.on('error', (error) => errors.push(error))
  await boss.start()
  await boss.createQueue('zoo.feed', { policy: 'singleton' })
  await boss.schedule('zoo.feed', '0 6 * * *', null, { tz: 'Europe/Athens' })
  await boss.send('zoo.feed', { animal: 'lion' })
  const jobs = await boss.fetch<{ animal: string }>('zoo.feed')
  await boss.complete(
    'zoo.feed',
    jobs.map((job) => job.id),
  )
  await boss.supervise('zoo.feed')
  await boss.stop({ graceful: false })
  expect(jobs.map((job) => job.data)).toEqual([{ animal: 'lion' }])
  expect(errors).toEqual([])
  const app = await openConnection({ url: database.urls.app, name: 'test' })
  await expect(app.sql.unsafe('select from pgboss.job')).rejects.toThrow(/permission denied/)
  await expect(app.sql.unsafe('select from topics.message')).rejects.toThrow(/permission denied/)
  await app.close()
})

/** A server as an operator prepares it: a database whose owner may make roles or not, and logins of other names. */
async function operatorsUrls(ownerAttributes: string): Promise<{ owner: string; app: string; platform: string }> {
  const suffix = randomUUID().slice(0, 8)
  const superuser = await openConnection({ url: database.urls.superuser, name: 'test' })
  const { pathname } = new URL(database.urls.superuser)
  await superuser.sql.unsafe(`create role boss_${suffix} login password 'p' ${ownerAttributes};
    alter database ${pathname.slice(1)} owner to boss_${suffix};
    grant app, platform to boss_${suffix} with admin true, inherit false, set false;
    drop schema migrations, pgboss cascade`)
  await superuser.close()
  const as = (name: string) => {
    const url = new URL(database.urls.owner)
    url.username = `${name}_${suffix}`
    url.password = "p'"
    return url.toString()
  }
  return { owner: as('boss').replace("p'@", 'p@').replace('p%27@', 'p@'), app: as('app'), platform: as('platform') }
}

test('logins that are missing are made with the passwords of their URLs', async () => {
  const urls = await operatorsUrls('createrole')
  await migrate({ ownerUrl: urls.owner, appUrl: urls.app, platformUrl: urls.platform, folder })
  const stores = await openStores(urls, { name: 'test' })
  await stores.check()
  await stores.close()
})

test('an owner who may not make roles gets what an administrator has to run', async () => {
  const urls = await operatorsUrls('nocreaterole')
  const outcome = migrate({ ownerUrl: urls.owner, appUrl: urls.app, platformUrl: urls.platform, folder })
  await expect(outcome).rejects.toBeInstanceOf(UserFacingError)
  await expect(outcome).rejects.toThrow(
    /does not exist and the owner may not create it; .* login password '…' in role app$/,
  )
})

test('a process that does not migrate itself refuses a database that lacks a migration, and one that is newer', async () => {
  const checked = () => checkMigrated(database.urls.platform, folder)
  file('zoo/migrations/0001_animal.sql', 'create table zoo.animal (name text)')
  await expect(checked()).rejects.toThrow('lacks 1 migrations, the first is zoo/0001_animal.sql')
  await run()
  await checked()
  file('zoo/migrations/0002_lion.sql', 'select 1')
  await run()
  rmSync(join(folder, 'zoo/migrations/0002_lion.sql'))
  await expect(checked()).rejects.toThrow('does not know zoo/0002_lion.sql')
  await query('drop schema migrations cascade')
  await expect(checked()).rejects.toThrow('lacks 1 migrations')
})

test('the program that only migrates says what is missing of its environment, and what it did', async () => {
  const migrated = await cloneDatabase()
  const { owner, app, platform } = migrated.urls
  const program = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['tools/migrate.ts'], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATABASE_URL: app,
        PLATFORM_DATABASE_URL: platform,
        ...env,
      },
      encoding: 'utf8',
    })
  const without = program({})
  expect([without.status, without.stderr]).toEqual([1, expect.stringContaining('MIGRATION_DATABASE_URL are required')])
  // Of a login of Kafka it is given the password alone, as the job of the chart is given secrets.
  const complete = program({ MIGRATION_DATABASE_URL: owner, KAFKA_SASL_PASSWORD: 'secret' })
  expect([complete.status, complete.stdout]).toEqual([0, expect.stringContaining('up to date; 0 migrations ran')])
  await migrated.drop()
})
