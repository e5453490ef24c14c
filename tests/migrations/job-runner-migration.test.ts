import { getRollbackPlans, PgBoss } from 'pg-boss'
import manifest from 'pg-boss/package.json' with { type: 'json' }
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { BACKUP_LOCK, migrate } from '../../db/migrate.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'

const CURRENT = manifest.pgboss.schema
/** The oldest that the library updates from. */
const OLDEST = 25

let database: TestDatabase

beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.drop())

const connect = () => openConnection({ url: database.urls.owner, name: 'test' })

async function query(...statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const connection = await connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = [...(await connection.sql.unsafe(statement))]
    return rows
  } finally {
    await connection.close()
  }
}

/** Takes the tables of the job runner back to what an older release of the library made. */
const goBackTo = (version: number) =>
  query(...Array.from({ length: CURRENT - version }, (_, n) => getRollbackPlans('pgboss', CURRENT - n)))

const run = (log?: (line: string) => void) =>
  migrate({ ownerUrl: database.urls.owner, ...(log === undefined ? {} : { log }) })

const INDEXES = `
  select i.indexrelid::regclass::text as name, i.indisvalid as valid, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'pgboss'::regnamespace order by 1`

test('older tables of the job runner get every index of new ones', async () => {
  const made = await query(INDEXES)
  for (const version of [CURRENT - 1, OLDEST]) {
    await goBackTo(version)
    await query(
      'revoke all on all tables in schema pgboss from platform',
      `select pgboss.create_queue('old', '{"policy": "singleton"}')`,
    )
    expect(await run()).toBe(0)
    expect(await query('select version from pgboss.version')).toEqual([{ version: CURRENT }])
    expect(await query(INDEXES)).toEqual(made)
    expect(await query("select policy from pgboss.queue where name = 'old'")).toEqual([{ policy: 'stately' }])
  }
  const boss = new PgBoss({ connectionString: database.urls.platform, migrate: false, createSchema: false })
  await boss.start()
  await boss.send('old', {})
  expect(await boss.fetch('old')).toHaveLength(1)
  await boss.stop({ graceful: false })
})

test('they are updated after a backup that is under way, and keep nobody waiting', async () => {
  await goBackTo(CURRENT - 1)
  const backup = await connect()
  await backup.sql.unsafe(`select pg_advisory_lock_shared(${BACKUP_LOCK})`)
  const reader = await connect()
  await reader.sql.unsafe('begin; select from pgboss.queue; select from pgboss.job')
  const lines: string[] = []
  const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const migrated = run((line) => {
    lines.push(line)
    if (line.startsWith('waiting for a backup')) waits[0].resolve()
    if (line.includes('in use')) waits[1].resolve()
  })
  await waits[0].promise
  expect(await query('select from pgboss.queue', 'select version from pgboss.version')).toEqual([
    { version: CURRENT - 1 },
  ])
  await backup.close()
  await waits[1].promise
  // Behind a statement that waited for the reader, this one would wait as well.
  expect(await query("set lock_timeout = '5s'", 'select from pgboss.queue where false')).toEqual([])
  await reader.sql.unsafe('commit')
  await reader.close()
  expect(await migrated).toBe(0)
  expect(await query('select version from pgboss.version')).toEqual([{ version: CURRENT }])
  expect(lines).toEqual([
    'waiting for a backup to end',
    `pgboss: version ${CURRENT} of the job runner's tables`,
    'pgboss waits for a table that is in use',
  ])
})
