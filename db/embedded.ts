import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, openConnection } from './client.ts'
import { createDatabase, type DatabaseLogins, type DatabaseUrls, urlsOf } from './databases.ts'
import { codeOf, isUnavailable, UserFacingError } from './errors.ts'
import { loadSecrets } from './secrets.ts'
import {
  findFreePort,
  initialise,
  isServing,
  readPidFile,
  SERVER_MAJOR,
  type Server,
  startServer,
  stopServer,
  waitUntilReady,
} from './server.ts'
import { findPrograms, findServerUser, placeDataFolder } from './server-user.ts'

/** A PostgreSQL server of this machine that keeps its data under DATA_DIR. */
export type EmbeddedDatabase = {
  readonly urls: DatabaseUrls
  /** True when the server ran already: another process of ours uses it, or one was killed and left it behind. */
  readonly adopted: boolean
  /** Lets go of the server, and stops it if no other process is attached. At most some 4 s. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  readonly dataDir: string
  /** Told of steps that take a moment. */
  readonly log?: (line: string) => void
}

const DATABASE = 'fleetops'

/** Each attached process holds this lock shared; who gets it alone is the last. A killed process lets go by dying. */
const ATTACHED_LOCK = 4_704_200_2

/** Start-up and recovery of a large write-ahead log may take long; only a server that hangs takes longer. */
const READY_TIMEOUT_MS = 120_000
const STOP_PATIENCE_MS = 4_000
const STALE_LOCK_MS = 300_000

const SETTINGS = {
  max_connections: '300',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  // The log must hold no data of ours: neither statements nor the values that an error's detail repeats.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Starts PostgreSQL on `dataDir`, or attaches to the server that runs there. The first start makes roles and database.
 * Throws UserFacingError: another version's data, a folder in use by something else, a server that does not start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir)
  try {
    return await startOn(dataDir, options.log)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOSPC') throw new UserFacingError(`The disk of ${dataDir} is full.`)
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    throw new UserFacingError(
      `${dataDir} cannot be written by this user: start as its owner, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

async function startOn(dataDir: string, log: EmbeddedOptions['log']): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir)
  try {
    const secrets = loadSecrets(dataDir)
    const logins: DatabaseLogins = {
      superuser: secrets.superuserPassword,
      owner: secrets.ownerPassword,
      app: secrets.appPassword,
      platform: secrets.platformPassword,
    }
    const server = describeServer(dataDir)
    const { pid, port, adopted, presence } = await attachOrStart(server, dataDir, logins, log)
    const stop = () => detach(presence, pid, server, dataDir)
    return { urls: urlsOf(port, DATABASE, logins), adopted, stop }
  } finally {
    unlock()
  }
}

type Attached = { pid: number; port: number; adopted: boolean; presence: Connection }

async function attachOrStart(
  server: Server,
  dataDir: string,
  logins: DatabaseLogins,
  log: EmbeddedOptions['log'],
): Promise<Attached> {
  const running = await findRunning(server)
  if (running === undefined) return startAnew(server, dataDir, logins, log)
  const { pid, port } = running
  try {
    return { pid, port, adopted: true, presence: await attach(port, logins, dataDir) }
  } catch (error) {
    // A server that was just killed may still look alive for a moment.
    if (!isUnavailable(error) || !(await isGone(pid, server))) throw error
    return startAnew(server, dataDir, logins, log)
  }
}

async function startAnew(
  server: Server,
  dataDir: string,
  logins: DatabaseLogins,
  log: EmbeddedOptions['log'],
): Promise<Attached> {
  const { pid, port } = await start(server, dataDir, logins, log)
  try {
    const presence = await attach(port, logins, dataDir)
    await createDatabase(port, logins, DATABASE)
    return { pid, port, adopted: false, presence }
  } catch (error) {
    await stopServer(pid, server.dataFolder, STOP_PATIENCE_MS)
    throw error
  }
}

async function isGone(pid: number, server: Server): Promise<boolean> {
  for (const deadline = Date.now() + STOP_PATIENCE_MS; Date.now() < deadline; await delay(50)) {
    if (!isServing(pid, server.dataFolder)) return true
  }
  return false
}

function describeServer(dataDir: string): Server {
  const folder = join(dataDir, 'postgres')
  const user = findServerUser(folder)
  const dataFolder = placeDataFolder(folder, user)
  refuseForeignFolder(dataFolder)
  return { dataFolder, logFile: join(dataDir, 'postgres.log'), programs: findPrograms(user), user }
}

function refuseForeignFolder(dataFolder: string): void {
  if (!existsSync(dataFolder)) return
  const versionFile = join(dataFolder, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    if (readdirSync(dataFolder).length === 0) {
      rmSync(dataFolder, { recursive: true })
      return
    }
    throw new UserFacingError(
      `${dataFolder} is not a data folder of PostgreSQL: remove it or set DATA_DIR to another folder.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version === String(SERVER_MAJOR)) return
  throw new UserFacingError(
    `The data in ${dataFolder} is of PostgreSQL ${version} and this release runs ${SERVER_MAJOR}: ` +
      'move the folder away or set DATA_DIR to another one.',
  )
}

/** The server that runs on the folder already, once it is ready; one that is going down is waited for. */
async function findRunning(server: Server): Promise<{ pid: number; port: number } | undefined> {
  const found = readPidFile(server.dataFolder)
  if (found === undefined || !isServing(found.pid, server.dataFolder)) return undefined
  const running = await waitUntilReady(server.dataFolder, READY_TIMEOUT_MS)
  if (running !== undefined || !isServing(found.pid, server.dataFolder)) return running
  throw new UserFacingError(
    `The PostgreSQL server on ${server.dataFolder} (process ${found.pid}) does not get ready: stop it and start again.`,
  )
}

async function start(
  server: Server,
  dataDir: string,
  logins: DatabaseLogins,
  log: EmbeddedOptions['log'],
): Promise<{ pid: number; port: number }> {
  if (!existsSync(server.dataFolder)) {
    log?.(`Making the data folder of PostgreSQL ${SERVER_MAJOR}`)
    const folder = join(realpathSync(dataDir), 'postgres')
    if (server.dataFolder !== folder)
      log?.(`Its user cannot enter ${folder}; that is a link to ${server.dataFolder} now`)
    await initialise(server, logins.superuser, { durable: true })
  }
  trimLog(server.logFile)
  const portFile = join(dataDir, 'postgres.port')
  const kept = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const port = await findFreePort(Number.isInteger(kept) && kept > 0 && kept < 65_536 ? kept : 0)
  const pid = await startServer(server, port, SETTINGS)
  writeFileSync(portFile, `${port}\n`)
  return { pid, port }
}

function trimLog(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) writeFileSync(logFile, '')
}

async function attach(port: number, logins: DatabaseLogins, dataDir: string): Promise<Connection> {
  const url = urlsOf(port, 'postgres', logins).superuser
  try {
    const presence = await openConnection({ url, name: `fleetops ${process.pid}` })
    await presence.sql.unsafe(`select pg_advisory_lock_shared(${ATTACHED_LOCK})`)
    return presence
  } catch (error) {
    if (codeOf(error) !== '28P01') throw error
    throw new UserFacingError(
      `${join(dataDir, 'postgres')} is in use by a server that these secrets do not open, or ${join(dataDir, 'secrets.json')} ` +
        'is not the one it was made with: restore that file, or move the folder away to start anew.',
    )
  }
}

async function detach(presence: Connection, pid: number, server: Server, dataDir: string): Promise<void> {
  const unlock = await lockFolder(dataDir)
  try {
    if (!(await isLast(presence))) return
    await stopServer(pid, server.dataFolder, STOP_PATIENCE_MS)
  } finally {
    await presence.close()
    unlock()
  }
}

/** A lost presence means that the server is gone or was restarted by somebody else: then it is not ours to stop. */
async function isLast({ sql, isOpen }: Connection): Promise<boolean> {
  if (!isOpen()) return false
  try {
    await sql.unsafe(`select pg_advisory_unlock_shared(${ATTACHED_LOCK})`)
    // The server may take a moment to see that a process which was killed beside us has let go.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const [answer] = await sql.unsafe<{ alone: boolean }[]>(`select pg_try_advisory_lock(${ATTACHED_LOCK}) as alone`)
      if (answer?.alone === true) return true
      await delay(50)
    }
    return false
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return false
  }
}

/** One process at a time starts, attaches to or stops the server of a data folder. */
async function lockFolder(dataDir: string): Promise<() => void> {
  const path = join(realpathSync(dataDir), 'starting.lock')
  for (const deadline = Date.now() + READY_TIMEOUT_MS; ; await delay(50)) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    if (isStale(path)) rmSync(path, { force: true })
    else if (Date.now() > deadline)
      throw new UserFacingError(`Another process is starting on ${dataDir} and does not come to an end (${path}).`)
  }
}

function isStale(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > STALE_LOCK_MS) return true
    const text = readFileSync(path, 'utf8')
    // Just made, and its process id not yet written.
    if (text === '') return false
    process.kill(Number(text), 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}
