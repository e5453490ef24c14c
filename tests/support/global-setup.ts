import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase, urlsOf } from '../../db/databases.ts'
import { migrate } from '../../db/migrate.ts'
import {
  findFreePort,
  initialise,
  isServing,
  readPidFile,
  type Server,
  SUPERUSER,
  startServer,
  stopServer,
} from '../../db/server.ts'
import { findPrograms, findServerUser, placeDataFolder } from '../../db/server-user.ts'

/** A run's data is thrown away, so nothing waits for the disk. */
const THROWAWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '400',
  shared_buffers: '128MB',
  jit: 'off',
  log_error_verbosity: 'terse',
  // Tests open thousands of connections, and proving a password takes most of the time of each.
  scram_iterations: '1',
}
/** A file system in memory: databases are cloned and dropped in a fraction of the time. */
const MEMORY_FOLDER = '/dev/shm'
const MEMORY_BYTES = 4 * 1024 ** 3
const PREFIX = 'fleetops-test-'

const hasMemoryFolder = (): boolean => {
  if (!existsSync(MEMORY_FOLDER)) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize >= MEMORY_BYTES
}

/** Where servers of tests are. */
const PARENT = hasMemoryFolder() ? MEMORY_FOLDER : tmpdir()

let stop = async () => {}

/** Stops the run's server and removes its data. */
export const teardown = (): Promise<void> => stop()

/** Starts one PostgreSQL server for the whole run, with a migrated template that each test file clones. */
export async function setup(project: TestProject): Promise<void> {
  await sweepLeftovers()
  const folder = mkdtempSync(join(PARENT, `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o755)
  const user = findServerUser(folder)
  const server: Server = {
    dataFolder: placeDataFolder(join(folder, 'data'), user),
    logFile: join(folder, 'log'),
    programs: findPrograms(user),
    user,
  }
  await initialise(server, SUPERUSER, { durable: false })
  const port = await findFreePort()
  const pid = await startServer(server, port, THROWAWAY)
  stop = async () => {
    await stopServer(pid, server.dataFolder, 0)
    for (const path of [folder, server.dataFolder]) rmSync(path, { recursive: true, force: true })
  }
  try {
    const logins = { superuser: SUPERUSER, owner: 'owner', app: 'app', platform: 'platform' }
    await createDatabase(port, logins, 'template')
    await migrate({ ownerUrl: urlsOf(port, 'template', logins).owner })
    project.provide('server', { port, logins, template: 'template' })
  } catch (error) {
    await stop()
    throw error
  }
}

/** A run that was killed leaves its server behind; the folder's name says whose it was. */
async function sweepLeftovers(): Promise<void> {
  const named = [...new Set([PARENT, tmpdir(), ...(existsSync(MEMORY_FOLDER) ? [MEMORY_FOLDER] : [])])].flatMap(
    (parent) =>
      readdirSync(parent)
        .filter((entry) => entry.startsWith(PREFIX))
        .map((name) => ({ parent, name })),
  )
  for (const { parent, name } of named) {
    const starter = Number(name.slice(PREFIX.length).split('-')[0])
    if (isAlive(starter)) continue
    const folder = join(parent, name)
    const data = join(folder, 'data')
    const running = readPidFile(data)
    if (running !== undefined && isServing(running.pid, data)) await stopServer(running.pid, data, 0)
    const target = existsSync(data) ? realpathSync(data) : data
    for (const path of [target, folder]) rmSync(path, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
