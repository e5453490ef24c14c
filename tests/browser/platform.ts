import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../db/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Loading the demo fleet is most of it. */
const START_MS = 600_000

/** A gateway of its own process; `kill` leaves it no time to say farewell. */
export type RunningPlatform = { readonly url: string; stop(): Promise<void>; kill(): Promise<void> }

const untilUp = async (child: ChildProcess, url: string, log: () => string): Promise<void> => {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the platform ended while it started:\n${log()}`)
    const up = await fetch(`${url}/actuator/health/readiness`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`the platform did not start in ${START_MS / 1000} s:\n${log()}`)
}

/** The browser shares the machine: what is refused in overload says nothing of the pages. */
const BESIDE_A_BROWSER = { LOG_LEVEL: 'warn', OVERLOAD_AFTER: '10m' }

/**
 * Starts the platform as `npm start` does, with these settings beside its ports; at the address of an earlier one, if
 * one is given.
 */
export const startPlatform = async (
  environment: Readonly<Record<string, string>>,
  at?: string,
): Promise<RunningPlatform> => {
  const port = at === undefined ? await findFreePort() : Number(new URL(at).port)
  const internalPort = await findFreePort()
  const child = spawn(process.execPath, ['gateway/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...BESIDE_A_BROWSER,
      ...environment,
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const keep = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  const stop = () => end('SIGTERM')
  try {
    await untilUp(child, `http://127.0.0.1:${port}`, () => said)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, stop, kill: () => end('SIGKILL') }
}
