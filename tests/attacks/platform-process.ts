import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findPortPair } from '../support/gateway-services.ts'
import { serverOn } from '../support/start-program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000
const LOG_LEVEL_ERROR = 50

/** What the tokens of the attack suite are signed with. */
export const ATTACK_SECRET = 'a secret of thirty-two characters or more, for attacks'

/** Where a platform under attack listens, and where it keeps its data and its log. */
export type Target = {
  readonly url: string
  readonly port: number
  readonly internalUrl: string
  readonly internalPort: number
  /** Process id of the platform. */
  readonly pid: number
  readonly dataDir: string
  readonly logFile: string
}

/** A platform of its own process, on an embedded database of its own. */
export type AttackedPlatform = {
  readonly target: Target
  /** Resolves to the exit code once the platform has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>
  /** Ends the platform and its database, and removes the data. */
  stop(): Promise<void>
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/actuator/health/readiness`)).status === 200
  } catch {
    return false
  }
}

const waitUntilReady = async (url: string, child: ChildProcess, logFile: string): Promise<void> => {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; ; await delay(100)) {
    if (await isReady(url)) return
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the platform did not get ready:\n${readFileSync(logFile, 'utf8')}`)
  }
}

/** Ends a child within the time of an orderly stop, and kills it after that. */
const end = async (child: ChildProcess, ended: Promise<unknown>): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(killing)
}

/**
 * Starts the platform as an operator does, without the demo fleet, and waits until it is ready. `env` is added to its
 * environment.
 * @throws Error with the platform's log when it does not get ready.
 */
export const startAttackedPlatform = async (env: Readonly<Record<string, string>> = {}): Promise<AttackedPlatform> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-attack-'))
  // The embedded server of root runs as another user, who has to be able to enter the folder.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const logFile = join(folder, 'platform.log')
  const log = openSync(logFile, 'a')
  const port = await findPortPair()
  const child = spawn(process.execPath, ['gateway/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      JWT_SECRET: ATTACK_SECRET,
      PORT: String(port),
      INTERNAL_PORT: String(port + 100),
      ...env,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  const url = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    await end(child, ended)
    const server = serverOn(dataDir)
    if (server !== null) process.kill(server, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(url, child, logFile)
  } catch (error) {
    await stop()
    throw error
  }
  const internalPort = port + 100
  const target = { url, port, internalUrl: `http://127.0.0.1:${internalPort}`, internalPort, dataDir, logFile }
  return { target: { ...target, pid: child.pid ?? 0 }, ended, stop }
}

/** The lines of level error that the platform has logged so far. */
export const errorsLogged = ({ logFile }: Target): readonly string[] =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= LOG_LEVEL_ERROR)
