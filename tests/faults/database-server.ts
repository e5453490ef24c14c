import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, type DatabaseUrls, urlsOf } from '../../db/databases.ts'
import { codeOf } from '../../db/errors.ts'
import { initialise, type Server, startServer, stopServer } from '../../db/server.ts'
import { findPrograms, findServerUser, placeDataFolder } from '../../db/server-user.ts'

/** A PostgreSQL server that is not the platform's own: it is stopped and started beside it. */
export type DatabaseServer = {
  readonly urls: DatabaseUrls
  readonly port: number
  /** Passwords of its logins; none of them is a word that is printed for another reason. */
  readonly passwords: readonly string[]
  start(): Promise<void>
  /** A fast shutdown: all connections are cut off. */
  stop(): Promise<void>
  /** Stops it for good. */
  close(): Promise<void>
  /** An immediate shutdown, as in a crash: nothing is written any more. */
  crash(): Promise<void>
  /** Stops every process of the server as it is, for so long, then lets them go on. */
  freeze(forMs: number): Promise<void>
  /** Takes what is left of its disk. Null where it has no disk of its own. */
  readonly fillDisk: (() => Disk) | null
}

/** A disk that is full. */
export type Disk = {
  /** Gives back what was taken, and starts the server if that ended it. */
  free(): Promise<void>
}

/** A disk of its own for a server: a file system in memory, which only root of Linux can make. */
export const DISK_BYTES = process.platform === 'linux' && process.getuid?.() === 0 ? 2 ** 30 : null

const LOGINS = {
  superuser: 'password-of-the-superuser',
  owner: 'password-of-the-owner',
  app: 'password-of-the-app',
  platform: 'password-of-the-platform',
}
const DATABASE = 'fleetops'
/** How long a server that runs on after an error is given before it is seen whether it does. */
const RECOVERY_MS = 2_000
const SETTINGS = { max_connections: '400', shared_buffers: '128MB', jit: 'off', log_error_verbosity: 'terse' }

/** Signals a process and its children. */
const signalAll = (pid: number, signal: NodeJS.Signals): void => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const one of [pid, ...children.filter((text) => text !== '').map(Number)]) {
    try {
      process.kill(one, signal)
    } catch (error) {
      // A child may end at any moment.
      if (codeOf(error) !== 'ESRCH') throw error
    }
  }
}

/** Takes the rest of the file system of a folder. */
const takeRest = (folder: string): string => {
  const { bavail, bsize } = statfsSync(folder)
  const file = join(folder, 'ballast')
  execFileSync('fallocate', ['-l', String(bavail * bsize), file])
  return file
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Starts a durable server in `folder` on a port, with an empty database and the platform's three logins; on a disk of
 * its own where a size in bytes is given.
 */
export const startDatabaseServer = async (
  folder: string,
  port: number,
  diskBytes: number | null = null,
): Promise<DatabaseServer> => {
  const home = join(folder, 'postgres')
  mkdirSync(home)
  if (diskBytes !== null) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', home])
  // The server of root runs as another user, who has to be able to enter.
  for (const path of [folder, home]) chmodSync(path, 0o755)
  const user = findServerUser(home)
  const server: Server = {
    dataFolder: placeDataFolder(join(home, 'data'), user),
    logFile: join(home, 'log'),
    programs: findPrograms(user),
    user,
  }
  await initialise(server, LOGINS.superuser, { durable: true })
  let pid = await startServer(server, port, SETTINGS)
  await createDatabase(port, LOGINS, DATABASE)
  return {
    urls: urlsOf(port, DATABASE, LOGINS),
    port,
    passwords: Object.values(LOGINS),
    async start() {
      pid = await startServer(server, port, SETTINGS)
    },
    stop: () => stopServer(pid, server.dataFolder, 0),
    fillDisk:
      diskBytes === null
        ? null
        : () => {
            const ballast = takeRest(home)
            return {
              async free() {
                rmSync(ballast)
                await delay(RECOVERY_MS)
                if (!isRunning(pid)) pid = await startServer(server, port, SETTINGS)
              },
            }
          },
    async close() {
      await stopServer(pid, server.dataFolder, 0)
      if (diskBytes !== null) execFileSync('umount', ['--lazy', home])
    },
    async crash() {
      process.kill(pid, 'SIGQUIT')
      await stopServer(pid, server.dataFolder, 0)
    },
    async freeze(forMs) {
      signalAll(pid, 'SIGSTOP')
      await delay(forMs)
      signalAll(pid, 'SIGCONT')
    },
  }
}
