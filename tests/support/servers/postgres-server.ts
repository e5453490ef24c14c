import { chmodSync, chownSync, copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type DatabaseUrls, urlsOf } from '../../../db/databases.ts'
import { findFreePort, initialise, type Server, SUPERUSER, startServer, stopServer } from '../../../db/server.ts'
import { findPrograms, findServerUser, placeDataFolder } from '../../../db/server-user.ts'
import type { Certificate } from './certificates.ts'

/** A PostgreSQL server of one test file, which stops and starts it. */
export type PostgresServer = {
  readonly port: number
  readonly urls: DatabaseUrls
  /** Starts it again after `stop`, with further settings. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>
  /** Ends it as a crash does (`crash`), or lets it write everything first. */
  stop(how?: 'crash'): Promise<void>
  /** A copy of a stopped server that follows it as a standby; it is not started yet. */
  standby(): Promise<PostgresServer>
  close(): Promise<void>
}

const LOGINS = { superuser: SUPERUSER, owner: 'owner', app: 'app', platform: 'platform' }
const DATABASE = 'fleetops'
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', max_connections: '100', jit: 'off' }

const describeServer = (): { readonly folder: string; readonly server: Server } => {
  const folder = mkdtempSync(join(tmpdir(), `fleetops-test-${process.pid}-`))
  chmodSync(folder, 0o755)
  const user = findServerUser(folder)
  const dataFolder = placeDataFolder(join(folder, 'data'), user)
  return { folder, server: { dataFolder, logFile: join(folder, 'log'), programs: findPrograms(user), user } }
}

type Place = ReturnType<typeof describeServer> & {
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
}

const serverAt = ({ folder, server, port, settings }: Place): PostgresServer => {
  let pid: number | null = null
  const stop = async (how?: 'crash') => {
    const stopping = pid
    pid = null
    if (stopping === null) return
    if (how === 'crash') process.kill(stopping, 'SIGQUIT')
    await stopServer(stopping, server.dataFolder, 0)
  }
  return {
    port,
    urls: urlsOf(port, DATABASE, LOGINS),
    async start(more = {}) {
      pid = await startServer(server, port, { ...SETTINGS, ...settings, ...more })
    },
    stop,
    async standby() {
      const copy = describeServer()
      const { dataFolder, user } = copy.server
      cpSync(server.dataFolder, dataFolder, { recursive: true, preserveTimestamps: true })
      chmodSync(dataFolder, 0o700)
      writeFileSync(join(dataFolder, 'standby.signal'), '')
      own(dataFolder, user, ['', ...readdirSync(dataFolder, { recursive: true }).map(String)])
      const primary_conninfo = `host=127.0.0.1 port=${port} user=${SUPERUSER} password=${SUPERUSER}`
      return serverAt({ ...copy, port: await findFreePort(), settings: { ...settings, primary_conninfo } })
    },
    async close() {
      await stop()
      for (const path of [server.dataFolder, folder]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Copies belong to whom copies them; the server takes only what is its own. */
const own = (dataFolder: string, user: Server['user'], names: readonly string[]): void => {
  if (user === undefined) return
  for (const name of names) chownSync(join(dataFolder, name), user.uid, user.gid)
}

/** Starts a server with the roles and an empty database of the platform, over TLS where a certificate is given. */
export const startPostgresServer = async (tls?: Certificate): Promise<PostgresServer> => {
  const place = describeServer()
  const { dataFolder, user } = place.server
  await initialise(place.server, LOGINS.superuser, { durable: false })
  let settings = {}
  if (tls !== undefined) {
    copyFileSync(tls.keyFile, join(dataFolder, 'server.key'))
    copyFileSync(tls.certificateFile, join(dataFolder, 'server.crt'))
    chmodSync(join(dataFolder, 'server.key'), 0o600)
    own(dataFolder, user, ['server.key', 'server.crt'])
    settings = { ssl: 'on' }
  }
  const opened = serverAt({ ...place, port: await findFreePort(), settings })
  await opened.start()
  await createDatabase(opened.port, LOGINS, DATABASE)
  return opened
}
