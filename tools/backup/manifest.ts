import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { UserFacingError } from '../../db/errors.ts'

/** What a backup of this release looks like; a later one counts on. */
export const FORMAT = 1

const MANIFEST = 'manifest.json'
const CHECKSUM = 'manifest.json.sha256'

const name = z.string().min(1).max(63)
const tableSchema = z.object({
  schema: name,
  name,
  columns: z.array(name).readonly(),
  rows: z.number().int().min(0),
  /** Of the file. */
  bytes: z.number().int().min(0),
  sha256: z.string().length(64),
})
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of the platform that wrote it. */
  platform: z.string(),
  writtenAt: z.iso.datetime(),
  /** Major version of PostgreSQL. */
  postgres: z.number().int(),
  /** The version of the tables of the job runner. */
  jobRunner: z.number().int(),
  databases: z.number().int().min(1),
  migrations: z.array(z.object({ service: name, name: z.string(), sha256: z.string() })),
  tables: z.array(tableSchema),
  partitions: z.array(
    z.object({
      schema: name,
      name,
      parent: name,
      bound: z.string(),
      options: z.array(z.string()).readonly(),
      secured: z.boolean(),
      forced: z.boolean(),
      checks: z.array(z.object({ name, definition: z.string() })).readonly(),
    }),
  ),
  sequences: z.array(z.object({ schema: name, name, value: z.string().max(20), called: z.boolean() })),
  /** Everything else that the schemas had, each thing with its definition. */
  catalog: z.record(z.string(), z.record(z.string(), z.string())),
})

/** What is in a backup. */
export type Manifest = z.infer<typeof manifestSchema>
/** A table of a backup, whose rows are in a file. */
export type SavedTable = Manifest['tables'][number]

/** The file of a table's rows: the text format of COPY, compressed with gzip. */
export const fileOf = ({ schema, name: table }: { readonly schema: string; readonly name: string }): string =>
  `${schema}.${table}.copy.gz`

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** Writes a file for its owner alone, and waits until the disk has it. */
const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes the manifest, by which a folder becomes a backup. */
export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await writeDurably(join(folder, MANIFEST), text)
  await writeDurably(join(folder, CHECKSUM), `${sha256(text)}  ${MANIFEST}\n`)
}

/** Reads the manifest of a backup. @throws UserFacingError for what is no whole backup, or one of a newer release. */
export const readManifest = (folder: string): Manifest => {
  if (!existsSync(join(folder, MANIFEST)) || !existsSync(join(folder, CHECKSUM)))
    throw new UserFacingError(`${folder} has no ${MANIFEST} with its checksum: it is no backup, or it was cut off.`)
  const text = readFileSync(join(folder, MANIFEST))
  if (readFileSync(join(folder, CHECKSUM), 'utf8').slice(0, 64) !== sha256(text))
    throw new UserFacingError(`${join(folder, MANIFEST)} is damaged: it is not as it was written.`)
  const content: unknown = JSON.parse(text.toString())
  const { format } = z.object({ format: z.number() }).parse(content)
  if (format > FORMAT)
    throw new UserFacingError(
      `${folder} is a backup of a newer release (format ${format}, this one reads ${FORMAT}): use that one.`,
    )
  return manifestSchema.parse(content)
}

/** Reads every file of a backup through. @throws UserFacingError naming the first one that is not as it was written. */
export const checkFiles = async (folder: string, { tables }: Manifest): Promise<void> => {
  for (const table of tables) {
    const path = join(folder, fileOf(table))
    if (!existsSync(path)) throw new UserFacingError(`${path} is missing: the backup is not whole.`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    if (hash.digest('hex') !== table.sha256)
      throw new UserFacingError(`${path} is damaged: it is not as it was written. Nothing was restored.`)
  }
}
