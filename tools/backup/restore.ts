import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { openConnection } from '../../db/client.ts'
import { UserFacingError } from '../../db/errors.ts'
import { finishRestore, isUnfinished, listMigrations, MARK_UNFINISHED, migrate } from '../../db/migrate.ts'
import { copyIn } from '../../db/pg-client.ts'
import { quoteLiteral, quoteName } from '../../db/roles.ts'
import { createProgress, describedOf, jobRunnerVersion } from './backup.ts'
import { type Catalog, describeSchemas, keyOf, listPartitions, type Partition } from './catalog.ts'
import { checkFiles, fileOf, type Manifest, readManifest, type SavedTable } from './manifest.ts'
import { JOB_RUNNER, LEDGER, platformSchemas, type SavedDatabase } from './places.ts'
import { columnList, openCopyClient, quoted } from './snapshot.ts'

/** What a backup is restored with. */
export type RestoreOptions = {
  /** Databases without tables, with the logins of their owners. They need not be as many as the backup was made of. */
  readonly places: readonly SavedDatabase[]
  readonly folder: string
  readonly say: (line: string) => void
}

/** What was restored, and what the database then had in another way than the one that was saved. */
export type Restored = { readonly manifest: Manifest; readonly rows: number; readonly differences: readonly string[] }

/**
 * Restores a backup into empty databases: the schemas by the migrations that the backup had, then the rows and the
 * sequences, then the migrations that came since. Until all of it is there, no process starts on the databases, and a
 * restore that was cut off is begun anew.
 * @throws UserFacingError for a backup that is damaged or of a newer release, and a database that is not empty; then
 * nothing has changed.
 */
export const restoreBackup = async ({ places, folder, say }: RestoreOptions): Promise<Restored> => {
  const manifest = readManifest(folder)
  refuseNewer(folder, manifest)
  say(`Checking ${manifest.tables.length} files of ${manifest.writtenAt}`)
  await checkFiles(folder, manifest)
  for (const place of places) await refuseUnfit(place, manifest)
  for (const place of places) await removeUnfinished(place, say)
  const differences: string[] = []
  for (const place of places) differences.push(...(await restorePlace(place, manifest, folder, say)))
  for (const place of places) await finishRestore(ownerOf(place))
  for (const place of places) await migratePlace(place, say)
  return { manifest, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), differences }
}

const ownerOf = ({ name, urls }: SavedDatabase): string => {
  if (urls.owner === null)
    throw new UserFacingError(`MIGRATION_DATABASE_URL is required: the login of the owner of ${name}.`)
  return urls.owner
}

const migratePlace = (
  { name, urls, ...place }: SavedDatabase,
  say: (line: string) => void,
  restoring?: ReadonlySet<string>,
) =>
  migrate({
    ownerUrl: ownerOf({ name, urls, ...place }),
    appUrl: urls.app,
    platformUrl: urls.platform,
    ...(restoring === undefined ? { log: (migration: string) => say(`Migrating ${migration}`) } : { restoring }),
  })

const nameOf = ({ service, name }: { readonly service: string; readonly name: string }): string => `${service}/${name}`

/** Each migration of the backup is one of this release. */
const refuseNewer = (folder: string, { migrations, platform }: Manifest): void => {
  const known = new Map(listMigrations().map((migration) => [nameOf(migration), migration.sha256]))
  const unknown = migrations.filter((migration) => known.get(nameOf(migration)) !== migration.sha256)
  if (unknown.length > 0)
    throw new UserFacingError(
      `${folder} is a backup of a newer release (${platform}): this one does not know ` +
        `${unknown.slice(0, 5).map(nameOf).join(', ')} (${unknown.length} in all). ` +
        'Restore it with that release or a later one.',
    )
}

const refuseUnfit = async (place: SavedDatabase, { postgres }: Manifest): Promise<void> => {
  const { sql, close } = await openConnection({ url: ownerOf(place), name: 'fleetops restore' })
  try {
    const [server] = await sql<{ major: number }[]>`
      select current_setting('server_version_num')::int / 10000 as major`
    if (server !== undefined && server.major < postgres)
      throw new UserFacingError(
        `The backup is of PostgreSQL ${postgres}, ${place.name} of ${server.major}: restore into ${postgres} or later.`,
      )
    if (await isUnfinished(sql)) return
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`
    if (tables.length > 0)
      throw new UserFacingError(
        `${place.name} is not empty: it has ${tables.length} tables, such as ${tables[0]?.name}. ` +
          'Restore into a new database, or with DATA_DIR set to a new folder.',
      )
  } finally {
    await close()
  }
}

/**
 * What is there of the platform came from a restore that was cut off: everything else refuses the database since. Other
 * schemas are the provider's.
 */
const removeUnfinished = async (place: SavedDatabase, say: (line: string) => void): Promise<void> => {
  const { sql, close } = await openConnection({ url: ownerOf(place), name: 'fleetops restore' })
  try {
    if (!(await isUnfinished(sql))) return
    say(`Removing what a restore of ${place.name} left that did not finish`)
    const schemas = await sql<{ name: string }[]>`
      select nspname as name from pg_namespace
      where nspname = any (string_to_array(${platformSchemas().join()}, ','))
      order by nspname = ${LEDGER}, 1`
    for (const { name } of schemas) await sql.unsafe(`drop schema ${quoteName(name)} cascade`)
  } finally {
    await close()
  }
}

const restorePlace = async (
  place: SavedDatabase,
  manifest: Manifest,
  folder: string,
  say: (line: string) => void,
): Promise<readonly string[]> => {
  say(`Making the tables of ${place.name}`)
  await migratePlace(place, say, new Set(manifest.migrations.map(nameOf)))
  const client = await openCopyClient(ownerOf(place), { lock_timeout: '30s' })
  try {
    const isSameRunner = (await jobRunnerVersion(client)) === manifest.jobRunner
    if (!isSameRunner && place.schemas.includes(JOB_RUNNER))
      say('The queues of the job runner are of another version and are left out: jobs that waited run when next due')
    const belongs = ({ schema }: { readonly schema: string }) =>
      place.schemas.includes(schema) && (isSameRunner || schema !== JOB_RUNNER)
    await client.query('begin')
    await restorePartitions(client, manifest.partitions.filter(belongs), place.schemas)
    // Each database has a list of the migrations that it had.
    const tables = manifest.tables.filter((table) => belongs(table) || table.schema === LEDGER)
    await restoreTables(client, tables, folder, say)
    for (const sequence of manifest.sequences.filter(belongs))
      await client.query('select setval($1, $2, $3)', [quoted(sequence), sequence.value, sequence.called])
    await client.query(MARK_UNFINISHED)
    await client.query('commit')
    say(`Analysing the tables of ${place.name}`)
    await client.query(`analyze ${tables.map(quoted).join()}`)
    return differencesOf(manifest, await describeSchemas(client, describedOf(place)))
  } finally {
    await client.end()
  }
}

/** Makes the partitions that the backup has, in place of those that the migrations made for the days around today. */
const restorePartitions = async (
  client: pg.Client,
  wanted: readonly Partition[],
  schemas: readonly string[],
): Promise<void> => {
  const textOf = ({ schema, name, parent, bound }: Partition) => `${schema}.${name} ${parent} ${bound}`
  const ofSchemas = (await listPartitions(client, schemas)).filter(({ schema }) =>
    wanted.some((partition) => partition.schema === schema),
  )
  const kept = new Set(ofSchemas.map(textOf).filter((text) => wanted.some((partition) => textOf(partition) === text)))
  for (const partition of ofSchemas.filter((found) => !kept.has(textOf(found))))
    await client.query(`drop table ${quoted(partition)}`)
  for (const partition of wanted.filter((one) => !kept.has(textOf(one)))) await makePartition(client, partition)
}

const makePartition = async (client: pg.Client, partition: Partition): Promise<void> => {
  const { schema, parent, bound, options, secured, forced, checks } = partition
  const [name, whole] = [quoted(partition), quoted({ schema, name: parent })]
  const settings = options.map((option) => {
    const [parameter = '', value = ''] = option.split('=')
    return `${quoteName(parameter)} = ${quoteLiteral(value)}`
  })
  await client.query(
    `create table ${name} (like ${whole} including all)${settings.length > 0 ? ` with (${settings.join()})` : ''}`,
  )
  for (const check of checks)
    await client.query(`alter table ${name} add constraint ${quoteName(check.name)} ${check.definition}`)
  if (secured) await client.query(`alter table ${name} enable row level security`)
  if (forced) await client.query(`alter table ${name} force row level security`)
  await client.query(`alter table ${whole} attach partition ${name} ${bound}`)
}

/** Fills the tables as they were: no trigger counts or publishes again what it did when the rows were written. */
const restoreTables = async (
  client: pg.Client,
  tables: readonly SavedTable[],
  folder: string,
  say: (line: string) => void,
): Promise<void> => {
  const { rows: forced } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = any ($1) and c.relforcerowsecurity`,
    [tables.map(keyOf)],
  )
  const names = tables.map(quoted)
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join()}`)
  for (const table of tables) await restoreTable(client, table, folder, say)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`)
}

const restoreTable = async (
  client: pg.Client,
  table: SavedTable,
  folder: string,
  say: (line: string) => void,
): Promise<void> => {
  if (table.rows === 0) return
  const copy = copyIn(client, `copy ${quoted(table)} (${columnList(table)}) from stdin`)
  const progress = createProgress((size) => say(`${keyOf(table)}: ${size} MB so far`))
  await pipeline(createReadStream(join(folder, fileOf(table))), createGunzip(), progress, copy)
  if (copy.rowCount !== table.rows)
    throw new Error(`${keyOf(table)} has ${copy.rowCount} rows where the backup has ${table.rows}.`)
  say(`${keyOf(table)}: ${table.rows} rows`)
}

/** What of a catalog is not as it was. */
const differencesOf = ({ catalog }: Manifest, found: Catalog): readonly string[] =>
  Object.entries(found).flatMap(([schema, things]) => {
    const saved = catalog[schema] ?? {}
    const changed = Object.entries(saved).filter(([key, definition]) => things[key] !== definition)
    return [
      ...changed.map(([key, definition]) => `${key} was: ${definition}; it is: ${things[key] ?? 'not there'}`),
      ...Object.keys(things)
        .filter((key) => !(key in saved))
        .map((key) => `${key} was not there`),
    ]
  })
