import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseUrls } from '../../../db/databases.ts'
import { startEmbedded } from '../../../db/embedded.ts'
import { UserFacingError } from '../../../db/errors.ts'
import { migrate } from '../../../db/migrate.ts'
import { findFreePort, readPidFile } from '../../../db/server.ts'
import { signToken, type TokenClaims } from '../../../subgraphs/kit/auth/sign-token.ts'
import { withDeadline } from '../../../subgraphs/kit/common/deadline.ts'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { withClient } from './client.ts'
import type { Observed, ObserverRequest } from './observer.ts'
import type { ProfilerRequest } from './profiler.ts'

const SECRET = 'a secret that signs the tokens of a benchmark'
const START_PATIENCE_MS = 120_000
const STOP_PATIENCE_MS = 10_000
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
export type BenchPlatform = {
  readonly url: string
  readonly pid: number
  startProfile(): Promise<void>
  /** Ends the profile and writes it to a file. */
  stopProfile(file: string): Promise<void>
  /** Measures the event loop and the memory of the process until `stopObserving`. */
  startObserving(): Promise<void>
  stopObserving(): Promise<Observed>
  stop(): Promise<void>
}

const GATEWAY = new URL('../../../gateway/main.ts', import.meta.url).pathname
const PROFILER = new URL('./profiler.ts', import.meta.url).href
const OBSERVER = new URL('./observer.ts', import.meta.url).href

/** Variables of OpenTelemetry are passed on, so that the cost of traces can be measured. */
const tracing = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('OTEL_') && value !== undefined ? [[name, value]] : [],
    ),
  )

const environment = (urls: DatabaseUrls, port: number, internalPort: number): Record<string, string> => ({
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

const isReady = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${url}/actuator/health/readiness`)
    return answer.ok
  } catch {
    return false
  }
}

const ask = async (child: ChildProcess, request: ProfilerRequest): Promise<void> => {
  const answered = once(child, 'message')
  child.send(request)
  const [answer] = await answered
  if (answer?.profiled !== true) throw new Error(`the profiler failed: ${answer?.reason}`)
}

const observe = async (child: ChildProcess, request: ObserverRequest): Promise<Observed | null> => {
  const answered = once(child, 'message')
  child.send(request)
  const [answer]: { readonly observed: Observed | null }[] = await answered
  return answer?.observed ?? null
}

const start = async (urls: DatabaseUrls, more: Record<string, string>): Promise<BenchPlatform> => {
  const [port, internalPort] = [await findFreePort(), await findFreePort()]
  const child = spawn(process.execPath, ['--expose-gc', '--import', PROFILER, '--import', OBSERVER, GATEWAY], {
    env: { ...environment(urls, port, internalPort), ...more },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.channel?.unref()
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + START_PATIENCE_MS; !(await isReady(url)); await delay(100)) {
    if (child.exitCode !== null) throw new UserFacingError('The platform did not start; it says why above.')
    if (Date.now() > deadline) throw new UserFacingError('The platform does not get ready.')
  }
  return {
    url,
    pid: child.pid ?? 0,
    startProfile: () => ask(child, { profile: 'start' }),
    stopProfile: (file) => ask(child, { profile: 'stop', file }),
    async startObserving() {
      await observe(child, { observe: 'start' })
    },
    async stopObserving() {
      const observed = await observe(child, { observe: 'stop' })
      if (observed === null) throw new Error('nothing was observed')
      return observed
    },
    async stop() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await withDeadline(gone, STOP_PATIENCE_MS, () => undefined)
      if (child.exitCode === null) child.kill('SIGKILL')
    },
  }
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
