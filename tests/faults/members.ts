import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The folder of this release. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY_TIMEOUT_MS = 150_000
const STOP_TIMEOUT_MS = 30_000
/** Within this time everything arrives that a process wrote before it was stopped. */
const ON_THE_WAY_MS = 20

/** One process of a platform that runs as several. */
export type Member = {
  readonly name: string
  readonly url: string
  /** Starts the process, with settings of its own beside those that it has, and waits until it is ready. */
  start(env?: Readonly<Record<string, string>>): Promise<void>
  /** Ends the process at once, as kill -9 does. */
  kill(): Promise<void>
  /** Ends the process at once if it is busy, which is checked while it is stopped. Resolves to whether it ended. */
  killIfBusy(isBusy: () => boolean): Promise<boolean>
  /** Ends the process in order. */
  stop(): Promise<void>
  /** Lets the process do nothing for a while. */
  freeze(forMs: number): Promise<void>
  /** Everything that it has printed. */
  output(): string
}

export type MemberOptions = {
  readonly name: string
  /** The program, from the root of the repository. */
  readonly program: string
  /** The folder of the release that it belongs to; this one when left out. */
  readonly root?: string
  readonly port: number
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/actuator/health/readiness`)).status === 200
  } catch {
    return false
  }
}

/** A process that is not yet started. Its environment is only what is given: nothing of the test run's own gets in. */
export const createMember = ({ name, program, root = ROOT, port, folder, env }: MemberOptions): Member => {
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `${name}.log`)
  const output = () => readFileSync(logFile, 'utf8')
  let child: ChildProcess | null = null
  let ended: Promise<unknown> = Promise.resolve()

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    const killing = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(killing)
  }

  return {
    name,
    url,
    output,
    async start(own = {}) {
      const log = openSync(logFile, 'a')
      const { PATH = '' } = process.env
      child = spawn(process.execPath, [program], {
        cwd: root,
        env: { PATH, PORT: String(port), ...env, ...own },
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      ended = once(child, 'close')
      for (const deadline = Date.now() + READY_TIMEOUT_MS; !(await isReady(url)); await delay(100))
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`${name} did not get ready:\n${output().slice(-4_000)}`)
    },
    kill: () => end('SIGKILL'),
    async killIfBusy(isBusy) {
      child?.kill('SIGSTOP')
      await delay(ON_THE_WAY_MS)
      if (isBusy()) {
        await end('SIGKILL')
        return true
      }
      child?.kill('SIGCONT')
      return false
    },
    stop: () => end('SIGTERM'),
    async freeze(forMs) {
      child?.kill('SIGSTOP')
      await delay(forMs)
      child?.kill('SIGCONT')
    },
  }
}
