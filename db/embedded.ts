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
import { createWatcher, type Watcher, type WatchOptions } from './embedded-watch.ts'
import { codeOf, isUnavailable, StoreUnavailableError, UserFacingError } from './errors.ts'
import { lockFolder } from './folder-lock.ts'
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
  /** Called with a line for each step that takes a moment. */
  readonly log?: (line: string) => void
  /** Has the server started again when it dies. */
  readonly watch?: WatchOptions
}

const DATABASE = 'fleetops'

/** Each attached process holds this lock shared; who gets it alone is the last. A killed process lets go by dying. */
const ATTACHED_LOCK = 4_704_200_2

/** Start-up and recovery of a large write-ahead log may take long; only a server that hangs takes longer. */
const READY_TIMEOUT_MS = 120_000
const STOP_PATIENCE_MS = 4_000

const SETTINGS = {
  max_connections: '300',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  // After each checkpoint the log holds whole pages again: with the default of 1 GB, every 20 s at full ingest.
  max_wal_size: '2GB',
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
    return await startOn(dataDir, options)
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

/** What starting and attaching needs. */
type Place = {
  readonly dataDir: string
  readonly server: Server
  readonly logins: DatabaseLogins
  readonly log: (line: string) => void
  /** Called with a presence whose connection is lost. */
  readonly onGone: (presence: Connection) => void
}

type Attached = {
  readonly pid: number
  readonly port: number
  readonly adopted: boolean
  readonly presence: Connection
}

async function startOn(dataDir: string, { log = () => {}, watch }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true })
  let watcher: Watcher | undefined
  let attached: Attached | undefined
  const onGone = (presence: Connection) => {
    if (presence === attached?.presence) watcher?.lost()
  }
  const open = (): Place => {
    const secrets = loadSecrets(dataDir)
    const logins: DatabaseLogins = {
      superuser: secrets.superuserPassword,
      owner: secrets.ownerPassword,
      app: secrets.appPassword,
      platform: secrets.platformPassword,
    }
    return { dataDir, server: describeServer(dataDir), logins, log, onGone }
  }
  const { place, attached: first } = await alone(dataDir, async () => {
    const opened = open()
    return { place: opened, attached: await attachOrStart(opened) }
  })
  attached = first
  if (watch !== undefined) {
    const recover = async () => {
      attached = await alone(dataDir, () => attachOrStart(place, first.port))
      if (!attached.presence.isOpen()) throw new StoreUnavailableError('it ended again at once')
    }
    watcher = createWatcher({ ...watch, recover, log })
    if (!first.presence.isOpen()) watcher.lost()
  }
  const stop = async () => {
    await watcher?.close()
    await detach(attached ?? first, place)
  }
  return { urls: urlsOf(first.port, DATABASE, place.logins), adopted: first.adopted, stop }
}

async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const unlock = await lockFolder(dataDir)
  try {
    return await work()
  } finally {
    unlock()
  }
}

/** `port`: where it has to run, as others know it to be there. */
async function attachOrStart(place: Place, port?: number): Promise<Attached> {
  const deadline = performance.now() + STOP_PATIENCE_MS
  for (;;) {
    const running = await findRunning(place.server)
    if (running === undefined) return startAnew(place, port)
    if (port !== undefined && running.port !== port) throw new UserFacingError(elsewhere(port))
    try {
      return { ...running, adopted: true, presence: await attach(running.port, place) }
    } catch (error) {
      // One that was just killed may still look alive, and one that restarts after a crash refuses everybody for a
      // moment.
      if (!isUnavailable(error) || performance.now() > deadline) throw error
    }
    await delay(50)
  }
}

async function startAnew(place: Place, wantedPort: number | undefined): Promise<Attached> {
  const { pid, port } = await start(place, wantedPort)
  try {
    const presence = await attach(port, place)
    await createDatabase(port, place.logins, DATABASE)
    return { pid, port, adopted: false, presence }
  } catch (error) {
    await stopServer(pid, place.server.dataFolder, STOP_PATIENCE_MS)
    throw error
  }
}

const elsewhere = (port: number): string =>
  `PostgreSQL ran on port ${port} of 127.0.0.1, which another program has taken: end that one.`

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
  { server, dataDir, logins, log }: Place,
  wantedPort: number | undefined,
): Promise<{ pid: number; port: number }> {
  if (!existsSync(server.dataFolder)) {
    log(`Making the data folder of PostgreSQL ${SERVER_MAJOR}`)
    const folder = join(realpathSync(dataDir), 'postgres')
    if (server.dataFolder !== folder) log(`Its user cannot enter ${folder}; that is a link to ${server.dataFolder} now`)
    await initialise(server, logins.superuser, { durable: true })
  }
  trimLog(server.logFile)
  const portFile = join(dataDir, 'postgres.port')
  const kept = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const port = await findFreePort(wantedPort ?? (Number.isInteger(kept) && kept > 0 && kept < 65_536 ? kept : 0))
  if (wantedPort !== undefined && port !== wantedPort) throw new UserFacingError(elsewhere(wantedPort))
  const pid = await startServer(server, port, SETTINGS)
  writeFileSync(portFile, `${port}\n`)
  return { pid, port }
}

function trimLog(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) writeFileSync(logFile, '')
}

async function attach(port: number, { logins, dataDir, onGone }: Place): Promise<Connection> {
  const url = urlsOf(port, 'postgres', logins).superuser
  try {
    let opened: Connection | undefined
    const onClose = () => {
      if (opened !== undefined) onGone(opened)
    }
    const presence = await openConnection({ url, name: `fleetops ${process.pid}`, onClose })
    opened = presence
    await presence.sql.unsafe(`select pg_advisory_lock_shared(${ATTACHED_LOCK})`)
    return presence
  } catch (error) {
    if (codeOf(error) !== '28P01') throw error
    throw new UserFacingError(
      `${join(dataDir, 'postgres')} is in use by a server that these secrets do not open, ` +
        `or ${join(dataDir, 'secrets.json')} ` +
        'is not the one it was made with: restore that file, or move the folder away to start anew.',
    )
  }
}

async function detach({ presence, pid }: Attached, { server, dataDir }: Place): Promise<void> {
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
