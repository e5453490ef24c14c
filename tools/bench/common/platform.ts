import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseUrls } from '../../../db/databases.ts'
import { startEmbedded } from '../../../db/embedded.ts'
import { migrate } from '../../../db/migrate.ts'
import { findFreePort, readPidFile } from '../../../db/server.ts'
import { signToken, type TokenClaims } from '../../../subgraphs/kit/auth/sign-token.ts'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { withClient } from './client.ts'
import { type Program, STOP_PATIENCE_MS, startProgram } from './program.ts'

const SECRET = 'a secret that signs the tokens of a benchmark'
/** Jobs that were missed while the platform was down run after its start: the reconciliation reads the whole fleet. */
export const SETTLING_MS = 12_000
const TOKEN_TTL_MS = 12 * 3_600_000

/** The database of a benchmark: an embedded server with the settings of every embedded server, fsync included. */
export type BenchDatabase = {
  readonly urls: DatabaseUrls
  readonly serverPid: number | null
  /** Where the server writes its log. */
  readonly logFile: string
}

/** Starts the server again, so that it loads a module. */
const startWith = async (folder: string, module: string) => {
  const server = await startEmbedded({ dataDir: folder })
  await withClient(server.urls.superuser, '', (client) =>
    client.query(`alter system set shared_preload_libraries = '${module}'`),
  )
  await server.stop()
  return startEmbedded({ dataDir: folder })
}

/** Starts PostgreSQL on `dataDir`, or in a folder that is thrown away, with a module if need be, and migrates. */
export const openDatabase = (
  life: Lifecycle,
  dataDir: string | null,
  module: string | null = null,
): Promise<BenchDatabase> => {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'fleetops-bench-'))
  if (dataDir === null) chmodSync(folder, 0o755)
  const data = join(folder, 'postgres')
  const opened = life.open({
    name: 'PostgreSQL',
    atLeastMs: 15_000,
    essential: true,
    async open() {
      const server = await (module === null ? startEmbedded({ dataDir: folder }) : startWith(folder, module))
      await migrate({ ownerUrl: server.urls.owner })
      const serverPid = readPidFile(realpathSync(data))?.pid ?? null
      return { urls: server.urls, serverPid, logFile: join(folder, 'postgres.log'), stop: server.stop }
    },
    async close({ stop }) {
      await stop()
      if (dataDir !== null) return
      if (existsSync(data)) rmSync(realpathSync(data), { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  })
  return opened
}

/** The whole platform in a process of its own, as production starts it. */
export type BenchPlatform = Program & { readonly url: string }

const GATEWAY = new URL('../../../gateway/main.ts', import.meta.url).pathname

/** Variables of OpenTelemetry are passed on, so that the cost of traces can be measured. */
const tracing = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('OTEL_') && value !== undefined ? [[name, value]] : [],
    ),
  )

/** What every process of a platform has in its environment, on these ports. */
export const environment = (urls: DatabaseUrls, port: number, internalPort: number): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  INTERNAL_PORT: String(internalPort),
  DATABASE_URL: urls.app,
  PLATFORM_DATABASE_URL: urls.platform,
  MIGRATION_DATABASE_URL: urls.owner,
  JWT_SECRET: SECRET,
  JWT_RELAXED: 'issuer,audience',
  INTERNAL_SERVICE_SECRET: 'the internal secret of a benchmark',
  LOG_LEVEL: 'warn',
  // What is measured is the platform, and few callers represent many agents.
  RATE_LIMIT_AGENT: '1000000/s',
  RATE_LIMIT_INSTITUTION: '1000000/s',
  GRAPH_COST_PER_SECOND: '1000000000',
  ...tracing(),
})

const start = async (urls: DatabaseUrls, more: Record<string, string>): Promise<BenchPlatform> => {
  const [port, internalPort] = [await findFreePort(), await findFreePort()]
  const env = { ...environment(urls, port, internalPort), ...more }
  const program = await startProgram({ name: 'platform', file: GATEWAY, env, port, internalPort })
  return { ...program, url: `http://127.0.0.1:${port}` }
}

/** Starts the platform on a database, with more variables if need be; `stop` it, or leave that to the lifecycle. */
export const openPlatform = (
  life: Lifecycle,
  urls: DatabaseUrls,
  more: Record<string, string> = {},
): Promise<BenchPlatform> =>
  life.open({
    name: 'the platform',
    atLeastMs: STOP_PATIENCE_MS + 1_000,
    open: () => start(urls, more),
    close: (platform) => platform.stop(),
  })

/** A token that the platform of a benchmark takes. */
export const tokenFor = (claims: Pick<TokenClaims, 'role'> & Partial<TokenClaims>): Promise<string> =>
  signToken(
    { userId: 'bench', email: null, institutions: [], agentAtmId: null, ...claims },
    { secret: SECRET, issuer: null, audience: null, now: new Date(), ttlMs: TOKEN_TTL_MS },
  )
