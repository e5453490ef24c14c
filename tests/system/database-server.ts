import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, type DatabaseUrls, urlsOf } from '../../db/databases.ts'
import { initialise, type Server, startServer, stopServer } from '../../db/server.ts'
import { findPrograms, findServerUser, placeDataFolder } from '../../db/server-user.ts'

/** A PostgreSQL server that is not the platform's own: it is stopped and started beside it. */
export type DatabaseServer = {
  readonly urls: DatabaseUrls
  /** Passwords of its logins; none of them is a word that is printed for another reason. */
  readonly passwords: readonly string[]
  start(): Promise<void>
  /** A fast shutdown: all connections are cut off. */
  stop(): Promise<void>
}

const LOGINS = {
  superuser: 'password-of-the-superuser',
  owner: 'password-of-the-owner',
  app: 'password-of-the-app',
  platform: 'password-of-the-platform',
}
const DATABASE = 'fleetops'
const SETTINGS = { max_connections: '400', shared_buffers: '128MB', jit: 'off', log_error_verbosity: 'terse' }

/** Starts a durable server in `folder` on a port, with an empty database and the platform's three logins. */
export const startDatabaseServer = async (folder: string, port: number): Promise<DatabaseServer> => {
  const home = join(folder, 'postgres')
  mkdirSync(home)
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
    passwords: Object.values(LOGINS),
    async start() {
      pid = await startServer(server, port, SETTINGS)
    },
    stop: () => stopServer(pid, server.dataFolder, 0),
  }
}
