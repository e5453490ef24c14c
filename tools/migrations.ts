import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LIST = 'db/migrations.sha256'
const MIGRATION = /^db\/[a-z-]+\/migrations\/[^/]+\.sql$/

/** Migrations with their checksums, by their path from the root. */
export type Checksums = ReadonlyMap<string, string>

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** The migrations of a working tree. */
export const listMigrations = (root: string): Checksums => {
  const services = readdirSync(join(root, 'db')).filter((name) => existsSync(join(root, 'db', name, 'migrations')))
  const paths = services.flatMap((service) =>
    readdirSync(join(root, 'db', service, 'migrations')).map((name) => `db/${service}/migrations/${name}`),
  )
  const migrations = paths.filter((path) => MIGRATION.test(path)).sort()
  return new Map(migrations.map((path) => [path, sha256(readFileSync(join(root, path)))]))
}

/** The committed list, in the format of `sha256sum`; empty where there is none. */
export const readList = (root: string): Checksums => {
  if (!existsSync(join(root, LIST))) return new Map()
  const lines = readFileSync(join(root, LIST), 'utf8').trim().split('\n')
  return new Map(lines.filter((line) => line !== '').map((line) => [line.slice(66), line.slice(0, 64)]))
}

const git = (root: string, ...args: readonly string[]): Buffer | null => {
  try {
    return execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 })
  } catch {
    return null
  }
}

/**
 * The commit that a change is compared with: where it left the main branch, and on that branch the commit before.
 * Null where the clone does not hold it; then the list is all there is.
 */
export const findReference = (root: string): string | null => {
  const commitOf = (...args: readonly string[]) =>
    git(root, ...args)
      ?.toString()
      .trim() || null
  const head = commitOf('rev-parse', '--verify', 'HEAD')
  for (const main of ['origin/main', 'main']) {
    const base = commitOf('merge-base', 'HEAD', main)
    if (base !== null && base !== head) return base
  }
  return commitOf('rev-parse', '--verify', 'HEAD^')
}

/** The migrations of a commit. */
export const listCommitted = (root: string, commit: string): Checksums => {
  const paths =
    git(root, 'ls-tree', '-r', '--name-only', '-z', '--full-tree', commit, '--', 'db')?.toString().split('\0') ?? []
  return new Map(
    paths
      .filter((path) => MIGRATION.test(path))
      .map((path) => [path, sha256(git(root, 'cat-file', 'blob', `${commit}:${path}`) ?? Buffer.alloc(0))]),
  )
}

/** What became of released migrations that must not have, in words: those that were changed, renamed or removed. */
export const findBroken = (released: Checksums, current: Checksums): readonly string[] =>
  [...released].flatMap(([path, checksum]) => {
    const now = current.get(path)
    if (now === checksum) return []
    return [now === undefined ? `${path} is gone` : `${path} was changed`]
  })

/**
 * The list with migrations that are new to it.
 * @throws Error naming those that were changed or removed since they were listed.
 */
export const addNew = (list: Checksums, current: Checksums): string => {
  const broken = findBroken(list, current)
  if (broken.length > 0)
    throw new Error(`${broken.join('; ')}: put it back, and say what is to change in a new migration.`)
  return [...current].map(([path, checksum]) => `${checksum}  ${path}\n`).join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const list = readList(ROOT)
  const current = listMigrations(ROOT)
  writeFileSync(join(ROOT, LIST), addNew(list, current))
  process.stdout.write(`${LIST}: ${current.size} migrations, ${current.size - list.size} of them new\n`)
}
