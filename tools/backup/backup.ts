import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { codeOf, UserFacingError } from '../../db/errors.ts'
import { checkMigrated, listMigrations } from '../../db/migrate.ts'
import { copyOut } from '../../db/pg-client.ts'
import manifestOfPlatform from '../../package.json' with { type: 'json' }
import {
  type Catalog,
  describeSchemas,
  keyOf,
  listPartitions,
  listSequences,
  type Partition,
  type Sequence,
  type Table,
} from './catalog.ts'
import { FORMAT, fileOf, type Manifest, type SavedTable, writeManifest } from './manifest.ts'
import { JOB_RUNNER, LEDGER, type SavedDatabase } from './places.ts'
import { closeSnapshots, copyStatement, openSnapshots, type Snapshot } from './snapshot.ts'

/** What a backup is written with. */
export type BackupOptions = {
  readonly places: readonly SavedDatabase[]
  /** Is made; may be there if it is empty. */
  readonly folder: string
  readonly now: () => Date
  /** Called with each step, and from time to time while a large table is copied. */
  readonly say: (line: string) => void
}

/** PostgreSQL is faster at reading than gzip at its usual level is at compressing. */
const GZIP_LEVEL = 3
const PROGRESS_BYTES = 256 * 1024 ** 2

/**
 * Writes the rows of all services, as they were at one moment, into a folder. The platform goes on meanwhile.
 * Resolves to what is in the backup. What was written of one that fails is removed.
 * @throws UserFacingError for a folder that is in use, a database of another release, a full disk.
 */
export const writeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { folder, places } = options
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UserFacingError(`${folder} is not empty: name a folder that is not there yet.`)
  for (const { urls } of places) await checkMigrated(urls.platform)
  const isNew = !existsSync(folder)
  makeFolder(folder)
  reserve(folder)
  try {
    const snapshots = await openSnapshots(places)
    try {
      const manifest = await writeSnapshots(snapshots, options)
      rmSync(join(folder, RESERVED))
      return manifest
    } finally {
      await closeSnapshots(snapshots)
    }
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
    if (isNew) rmSync(folder, { recursive: true })
    if (codeOf(error) === '42501')
      throw new UserFacingError(
        `The login of PLATFORM_DATABASE_URL may not read all of it (${String(error)}): ` +
          'run "node tools/migrate.ts" of this release as the owner first.',
        { cause: error },
      )
    if (codeOf(error) === 'ENOSPC') throw new UserFacingError(`The disk of ${folder} is full.`, { cause: error })
    throw error
  }
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new UserFacingError(`${folder} cannot be made (${codeOf(error)}): name a folder that can be written.`)
  }
}

/** Is in a folder while a backup is written there. */
const RESERVED = 'unfinished'

/** Of two backups into one folder, one gets it. */
const reserve = (folder: string): void => {
  try {
    writeFileSync(join(folder, RESERVED), '', { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new UserFacingError(`Another backup is being written into ${folder}: name another folder.`)
  }
}

const writeSnapshots = async (snapshots: readonly Snapshot[], options: BackupOptions): Promise<Manifest> => {
  const { folder, say, now } = options
  const writtenAt = now().toISOString()
  const tables: SavedTable[] = []
  const partitions: Partition[] = []
  const sequences: Sequence[] = []
  let catalog: Catalog = {}
  for (const { client, place, ...snapshot } of snapshots) {
    for (const table of snapshot.tables) {
      const saved = await writeTable(client, table, folder, say)
      tables.push(saved)
      if (saved.rows > 0) say(`${keyOf(saved)}: ${saved.rows} rows`)
    }
    partitions.push(...(await listPartitions(client, place.schemas)))
    sequences.push(...(await listSequences(client, place.schemas)))
    catalog = { ...catalog, ...(await describeSchemas(client, describedOf(place))) }
  }
  const manifest: Manifest = {
    format: FORMAT,
    platform: manifestOfPlatform.version,
    writtenAt,
    ...(await versionsOf(snapshots)),
    databases: snapshots.length,
    migrations: listMigrations().map(({ service, name, sha256 }) => ({ service, name, sha256 })),
    tables,
    partitions,
    sequences,
    catalog: Object.fromEntries(Object.entries(catalog).map(([schema, things]) => [schema, { ...things }])),
  }
  await writeManifest(folder, manifest)
  return manifest
}

/** The job runner makes and changes its tables itself. */
export const describedOf = ({ schemas }: Pick<SavedDatabase, 'schemas'>): readonly string[] =>
  schemas.filter((schema) => schema !== JOB_RUNNER && schema !== LEDGER)

const versionsOf = async ([first]: readonly Snapshot[]): Promise<Pick<Manifest, 'postgres' | 'jobRunner'>> => {
  if (first === undefined) throw new Error('A platform has a database.')
  return { postgres: await serverMajor(first.client), jobRunner: await jobRunnerVersion(first.client) }
}

const serverMajor = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

/** The version of the tables of the job runner. */
export const jobRunnerVersion = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ version: number }>(`select version from ${JOB_RUNNER}.version`)
  return rows[0]?.version ?? 0
}

const writeTable = async (
  client: pg.Client,
  table: Table,
  folder: string,
  say: (line: string) => void,
): Promise<SavedTable> => {
  const path = join(folder, fileOf(table))
  const hash = createHash('sha256')
  let bytes = 0
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const rows = copyOut(client, copyStatement(table))
  const progress = createProgress((size) => say(`${keyOf(table)}: ${size} MB so far`))
  await pipeline(
    rows,
    progress,
    createGzip({ level: GZIP_LEVEL }),
    hashed,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  await syncFile(path)
  return { ...table, rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}

/** Passes bytes on, and reports every so many of them, in MB. */
export const createProgress = (report: (megabytes: number) => void): Transform => {
  let passed = 0
  let next = PROGRESS_BYTES
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed >= next) {
        report(Math.floor(passed / 1024 ** 2))
        next += PROGRESS_BYTES
      }
      done(null, chunk)
    },
  })
}

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
