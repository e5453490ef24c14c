import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// What takes long to load is imported where something is to be built.

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The folder that the gateway serves. */
const REFERENCE = `${ROOT}gateway/reference/dist`
const require = createRequire(import.meta.url)

/** How SpectaQL is told what to make; a JSON document is YAML. */
const CONFIG = {
  spectaql: { targetDir: './made' },
  introspection: { schemaFile: './graph.graphql' },
  info: {
    title: 'The graph',
    description:
      'Every operation and type of the federated graph. Requests are sent to `/graphql` with the header ' +
      '`Authorization: Bearer …`. Examples are made up by the generator.',
  },
  servers: [{ url: 'https://fleetops.example/graphql', description: 'The public listener', production: true }],
}

/** The files of the reference of REST, from the package as they are. */
const VIEWER = ['swagger-ui-bundle.js', 'swagger-ui.css']

/** A name for all that decides what a build gives: the SDL, the packages and this file. */
const sourceStamp = (): string => {
  const schema = `${ROOT}schema`
  const sources = readdirSync(schema).filter((name) => name.endsWith('.graphql'))
  const files = [...sources.map((name) => join(schema, name)), `${ROOT}package-lock.json`, import.meta.filename]
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(readFileSync(file))
  return hash.digest('hex')
}

const stampFile = join(REFERENCE, 'build.txt')

/** Whether the built files are those of the sources as they are now. */
export const isReferenceBuilt = (): boolean =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp()

/** The SDL of the graph as clients see it. */
const readGraph = async (): Promise<string> => {
  const { composeGraph } = await import('../schema/compose.ts')
  const { listServiceSdls } = await import('../schema/services.ts')
  const { printSchema } = await import('graphql')
  return printSchema(composeGraph(listServiceSdls()).apiSchema)
}

/**
 * Builds the reference of the graph with SpectaQL, and copies the viewer of the OpenAPI document, into the folder that
 * the gateway serves. Several at once do not disturb one another.
 * @throws Error with what the generator says, where it fails.
 */
export const buildReference = async (): Promise<void> => {
  const stamp = sourceStamp()
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-reference-'))
  const fresh = `${REFERENCE}.next-${process.pid}`
  try {
    writeFileSync(join(folder, 'graph.graphql'), await readGraph())
    writeFileSync(join(folder, 'config.yml'), JSON.stringify(CONFIG))
    await run(process.execPath, [require.resolve('spectaql/bin/spectaql.js'), 'config.yml', '--quiet'], { cwd: folder })
    mkdirSync(fresh, { recursive: true })
    copyFileSync(join(folder, 'made/index.html'), join(fresh, 'graph.html'))
    copyFileSync(join(folder, 'made/stylesheets/spectaql.min.css'), join(fresh, 'graph.css'))
    copyFileSync(join(folder, 'made/javascripts/spectaql.min.js'), join(fresh, 'graph.js'))
    for (const name of VIEWER) copyFileSync(require.resolve(`swagger-ui-dist/${name}`), join(fresh, name))
    writeFileSync(join(fresh, 'build.txt'), stamp)
    mkdirSync(REFERENCE, { recursive: true })
    for (const name of readdirSync(fresh).sort((a, b) => Number(a === 'build.txt') - Number(b === 'build.txt')))
      renameSync(join(fresh, name), join(REFERENCE, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(fresh, { recursive: true, force: true })
  }
}
