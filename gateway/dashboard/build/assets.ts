import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** The folder of the dashboard, and that of its built files. */
export const DASHBOARD = fileURLToPath(new URL('..', import.meta.url))
export const DIST = join(DASHBOARD, 'dist')

const SOURCES = ['app', 'build', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts']
const LOCKFILE = join(DASHBOARD, '../../package-lock.json')

const filesBelow = (path: string): readonly string[] => {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const sourceFiles = (): readonly string[] =>
  SOURCES.flatMap((name) => (name.includes('.') ? [join(DASHBOARD, name)] : filesBelow(join(DASHBOARD, name))))
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()

/** A name for all that decides what a build gives: its sources and the packages it is made of. */
export const sourceStamp = (): string => {
  const hash = createHash('sha256').update(readFileSync(LOCKFILE))
  for (const file of sourceFiles()) hash.update(`\0${relative(DASHBOARD, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly isEntry?: boolean }

const isManifest = (value: unknown): value is Record<string, Chunk> => typeof value === 'object' && value !== null

const readManifest = (dist: string): Record<string, Chunk> => {
  const manifest: unknown = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  if (!isManifest(manifest)) throw new Error('the manifest of the build is no object')
  return manifest
}

/** The scripts that a browser loads before it shows the page of this source, such as `app/pages/fleet/page.tsx`. */
export const scriptsOfPage = (page: string, dist: string = DIST): readonly string[] => {
  const manifest = readManifest(dist)
  const found = new Set<string>()
  const follow = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined || found.has(chunk.file)) return
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) follow(imported)
  }
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry === true) follow(name)
  follow(page)
  return [...found]
}

/** The sources of all pages: any of them can be the first that a browser opens. */
export const pagesOfBuild = (dist: string = DIST): readonly string[] =>
  Object.keys(readManifest(dist))
    .filter((name) => /^app\/pages\/[\w-]+\/page\.tsx$/.test(name))
    .sort()

/** What these files weigh on the wire, in bytes of gzip. */
export const gzipBytes = (files: readonly string[], dist: string = DIST): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0)
