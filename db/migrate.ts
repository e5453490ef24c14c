import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import { openConnection } from './client.ts'
import { codeOf, UserFacingError } from './errors.ts'
import { grantJobRunner, planJobRunner } from './pgboss.ts'
import { ensureRoles, type Login, loginOf } from './roles.ts'

export type MigrateOptions = {
  /** Logs in as the owner of the schemas. */
  readonly ownerUrl: string
  /** The logins of the services: their roles are made with these passwords if they are missing and the owner may. */
  readonly appUrl?: string
  readonly platformUrl?: string
  /** Called with each migration that is about to run, as `journal/0001_files.sql`. */
  readonly log?: (line: string) => void
  /** Where the folders of the services lie; the folder of this file when left out. */
  readonly folder?: string
  /**
   * Only these migrations, as `journal/0001_files.sql`, for a restore into an empty database. The database is marked:
   * everything else refuses it until `finishRestore`.
   */
  readonly restoring?: ReadonlySet<string>
}

/** A migration of this release: `journal/0001_files.sql` is the file of that name of the service journal. */
export type Migration = {
  readonly service: string
  readonly name: string
  readonly text: string
  readonly sha256: string
}

/** Any number that nothing else takes an advisory lock on. */
const LOCK = 4_704_200_1

const LOCK_POLL_MS = 100

/**
 * A statement that waits for a table keeps all later ones waiting, so a migration gives up soon and tries again, for
 * some five minutes in all.
 */
const LOCK_TIMEOUT = '100ms'
const LOCK_PAUSE_MS = 400
const LOCK_ATTEMPTS = 600

/** Held shared by a backup: a migration would wait for the tables that it reads, and everything else behind it. */
export const BACKUP_LOCK = 4_704_200_3

const HERE = dirname(fileURLToPath(import.meta.url))

/**
 * Brings every service's schema up to date: each `<service>/migrations/NNNN_name.sql` once, in order, in a transaction
 * of its own. Replicas that start together wait for each other. Resolves to the number of migrations that ran.
 * Throws UserFacingError naming file, line and column of a migration that fails, a file that changed since it ran, or
 * the migrations of a newer release that this one does not know; then nothing ran.
 */
export async function migrate(options: MigrateOptions): Promise<number> {
  const { ownerUrl, log, folder = HERE, restoring } = options
  const migrations = listMigrations(folder).filter(
    ({ service, name }) => restoring === undefined || restoring.has(`${service}/${name}`),
  )
  const connection = await openConnection({ url: ownerUrl, name: 'fleetops migrate', settings: { lock_timeout: '0' } })
  try {
    await awaitLock(connection.sql, LOCK)
    await ensureRoles(connection.sql, loginsOf(options))
    await connection.sql.unsafe(LEDGER)
    if (restoring !== undefined) await connection.sql.unsafe(MARK_UNFINISHED)
    const ran = await appliedHashes(connection.sql)
    if (restoring === undefined) {
      refuseUnfinished(ran)
      refuseUnknown(migrations, ran)
    }
    const pending = migrations.filter((migration) => !hasRun(migration, ran))
    const jobRunner = await planJobRunner(connection.sql)
    if (pending.length > 0 || jobRunner !== null)
      await awaitLock(connection.sql, BACKUP_LOCK, () => log?.('waiting for a backup to end'))
    for (const migration of pending) {
      log?.(`${migration.service}/${migration.name}`)
      await apply(connection.sql, migration, log)
    }
    if (jobRunner !== null) {
      log?.(jobRunner.name)
      await runScript(connection.sql, jobRunner.script, () => log?.('pgboss waits for a table that is in use'))
    }
    await grantJobRunner(connection.sql)
    await grantSequences(connection.sql, [...new Set(migrations.map(({ service }) => service))])
    return pending.length
  } finally {
    await connection.close()
  }
}

/**
 * Checks that every migration of this release has run, for a process that does not migrate itself; `url` logs in as
 * platform. Throws UserFacingError that names what is missing or unknown.
 */
export async function checkMigrated(url: string, folder: string = HERE): Promise<void> {
  const migrations = listMigrations(folder)
  const connection = await openConnection({ url, name: 'fleetops migrations' })
  try {
    const ran = await appliedHashes(connection.sql).catch((error: unknown) => {
      // Neither the schema nor the right to read it is there before the first migration.
      if (['3F000', '42P01', '42501'].includes(codeOf(error) ?? '')) return new Map<string, string>()
      throw error
    })
    refuseUnfinished(ran)
    refuseUnknown(migrations, ran)
    const pending = migrations.filter((migration) => !hasRun(migration, ran))
    if (pending.length > 0)
      throw new UserFacingError(
        `The database lacks ${pending.length} migrations, the first is ${pending[0]?.service}/${pending[0]?.name}: ` +
          'run "node tools/migrate.ts" as the owner first, or set MIGRATE_AT_START=true.',
      )
  } finally {
    await connection.close()
  }
}

/** What of a restore is in the list of what has run, until all of it is there. */
const UNFINISHED = 'restore/unfinished'

/** Marks a database as one whose restore has not finished. */
export const MARK_UNFINISHED = `
  insert into migrations.applied (service, name, sha256) values ('restore', 'unfinished', '') on conflict do nothing`

/** Takes the mark of a restore away, as the owner. */
export async function finishRestore(ownerUrl: string): Promise<void> {
  const connection = await openConnection({ url: ownerUrl, name: 'fleetops restore' })
  try {
    await connection.sql.unsafe(`delete from migrations.applied where service || '/' || name = '${UNFINISHED}'`)
  } finally {
    await connection.close()
  }
}

/** True where a restore was begun and has not finished. */
export async function isUnfinished(sql: Sql): Promise<boolean> {
  const [ledger] = await sql`select from pg_tables where schemaname = 'migrations' and tablename = 'applied'`
  return ledger !== undefined && (await appliedHashes(sql)).has(UNFINISHED)
}

function refuseUnfinished(ran: ReadonlyMap<string, string>): void {
  if (ran.has(UNFINISHED))
    throw new UserFacingError('A restore of this database was begun and has not finished: run it again.')
}

/**
 * Waits for a lock without a statement that lasts: a CREATE INDEX CONCURRENTLY of its holder would wait for its
 * snapshot. `onWait` is called once where the lock is taken.
 */
async function awaitLock(sql: Sql, lock: number, onWait?: () => void): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const [tried] = await sql.unsafe<{ got: boolean }[]>(`select pg_try_advisory_lock(${lock}) as got`)
    if (tried?.got === true) return
    if (attempt === 0) onWait?.()
    await delay(LOCK_POLL_MS)
  }
}

/** A backup reads as the role platform, which needs no right to a sequence to draw from it through a column. */
async function grantSequences(sql: Sql, schemas: readonly string[]): Promise<void> {
  const missing = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in (select oid from pg_namespace where nspname = any (string_to_array(${schemas.join()}, ',')))
      and case when c.relkind = 'S' then not has_sequence_privilege('platform', c.oid, 'select') end`
  if (missing.length > 0)
    await sql.unsafe(`grant select on sequence ${missing.map(({ name }) => name).join()} to platform`)
}

function loginsOf({ appUrl, platformUrl }: MigrateOptions): Login[] {
  const app = appUrl === undefined ? [] : [loginOf('app', appUrl)]
  return platformUrl === undefined ? app : [...app, loginOf('platform', platformUrl)]
}

const LEDGER = `
  create schema if not exists migrations;
  create table if not exists migrations.applied (
    service text not null,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    primary key (service, name)
  );
  grant usage on schema migrations to platform;
  grant select on migrations.applied to platform`

/** The migrations of this release, in the order in which they run. */
export function listMigrations(folder: string = HERE): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migrations')))
    .map((entry) => entry.name)
    .sort()
    .flatMap((service) => listServiceMigrations(join(folder, service, 'migrations'), service))
}

function listServiceMigrations(folder: string, service: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const numbers = new Set<string>()
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]
    if (number === undefined) throw new UserFacingError(`db/${service}/migrations/${name} is not named NNNN_name.sql.`)
    if (numbers.has(number))
      throw new UserFacingError(`db/${service}/migrations has two files of the number ${number}.`)
    numbers.add(number)
    const text = readFileSync(join(folder, name), 'utf8')
    return { service, name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

async function appliedHashes(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ service: string; name: string; sha256: string }[]>`
    select service, name, sha256 from migrations.applied`
  return new Map(rows.map((row) => [`${row.service}/${row.name}`, row.sha256]))
}

const NAMED = 5

/** A database that a newer release has changed may hold what this one would misread, so it is left alone. */
function refuseUnknown(migrations: readonly Migration[], ran: ReadonlyMap<string, string>): void {
  const known = new Set(migrations.map(({ service, name }) => `${service}/${name}`))
  const unknown = [...ran.keys()].filter((name) => !known.has(name)).sort()
  if (unknown.length === 0) return
  const rest = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : ''
  throw new UserFacingError(
    'The database was migrated by a newer release: this one does not know ' +
      `${unknown.slice(0, NAMED).join(', ')}${rest}. ` +
      'Start that release or a later one, or restore a backup from before it.',
  )
}

function hasRun(migration: Migration, ran: ReadonlyMap<string, string>): boolean {
  const sha256 = ran.get(`${migration.service}/${migration.name}`)
  if (sha256 === undefined || sha256 === migration.sha256) return sha256 !== undefined
  throw new UserFacingError(
    `db/${migration.service}/migrations/${migration.name} was changed after it ran on this database: ` +
      'put it back and add a new migration (or, for demo data only, remove the data folder).',
  )
}

/** The first line of a migration that cannot run in a transaction. */
const ALONE = '-- outside a transaction\n'

/**
 * The statements of a migration that runs outside a transaction, as indexes of tables in use are made; null for any
 * other. They may run again after one that failed, so they say `if not exists`.
 */
export function statementsAlone(text: string): readonly string[] | null {
  if (!text.startsWith(ALONE)) return null
  return text
    .slice(ALONE.length)
    .split(';\n')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/** Runs statements one by one. An index that an earlier attempt left unfinished is removed first. */
async function applyAlone(sql: Sql, { service, name, sha256 }: Migration, statements: readonly string[]) {
  const unfinished = await sql<{ name: string }[]>`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relkind = 'i' and c.relnamespace = to_regnamespace(${service})`
  try {
    for (const index of unfinished) await sql.unsafe(`drop index concurrently ${index.name}`)
    for (const statement of statements) await sql.unsafe(statement)
    await sql`insert into migrations.applied (service, name, sha256) values (${service}, ${name}, ${sha256})`
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new UserFacingError(`db/${service}/migrations/${name}: ${message}. Start again to go on.`, { cause: error })
  }
}

/**
 * Runs a script with a transaction of its own, which must leave `lock_timeout` alone, again as long as a table that it
 * needs is in use. One message: the driver can neither split it nor send half of it elsewhere. `onWait` is called once.
 */
async function runScript(sql: Sql, script: string, onWait: () => void): Promise<void> {
  await sql.unsafe(`set lock_timeout = '${LOCK_TIMEOUT}'`)
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await sql.unsafe(script)
        return
      } catch (error) {
        await sql.unsafe('rollback')
        if (codeOf(error) !== '55P03' || attempt >= LOCK_ATTEMPTS) throw error
        if (attempt === 1) onWait()
        await delay(LOCK_PAUSE_MS)
      }
    }
  } finally {
    await sql.unsafe('reset lock_timeout')
  }
}

async function apply(sql: Sql, migration: Migration, log?: (line: string) => void): Promise<void> {
  const { service, name, text, sha256 } = migration
  const statements = statementsAlone(text)
  if (statements !== null) return applyAlone(sql, migration, statements)
  const prefix = `begin; create schema if not exists "${service}";\n`
  const record = `insert into migrations.applied (service, name, sha256) values ('${service}', '${name}', '${sha256}')`
  const onWait = () => log?.(`${service}/${name} waits for a table that is in use`)
  try {
    await runScript(sql, `${prefix}${text}\n;${record}; commit`, onWait)
  } catch (error) {
    throw new UserFacingError(describeFailure(`db/${service}/migrations/${name}`, text, prefix.length, error), {
      cause: error,
    })
  }
}

/** PostgreSQL counts the characters of the whole message; people count lines of the file. */
function describeFailure(file: string, text: string, prefixLength: number, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const detail = [fieldOf(error, 'detail'), fieldOf(error, 'hint'), fieldOf(error, 'where')].filter(Boolean).join(' ')
  const offset = Number(fieldOf(error, 'position') ?? Number.NaN) - 1 - prefixLength
  if (!(offset >= 0)) return `${file}: ${message}. ${detail}`.trim()
  const before = [...text].slice(0, offset).join('').split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const line = text.split('\n')[before.length - 1] ?? ''
  return `${file}:${before.length}:${column}: ${message}. ${detail}\n  ${line}\n  ${' '.repeat(column - 1)}^`
}

function fieldOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}
