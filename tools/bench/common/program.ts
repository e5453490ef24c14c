import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { UserFacingError } from '../../../db/errors.ts'
import { withDeadline } from '../../../subgraphs/kit/common/deadline.ts'
import { readSamples, type Sample } from './metrics-text.rules.ts'
import type { Memory, Observed, ObserverAnswer, ObserverRequest } from './observer.ts'
import type { ProfileKind, ProfilerRequest } from './profiler.ts'

const START_PATIENCE_MS = 120_000
export const STOP_PATIENCE_MS = 10_000
const PROFILER = new URL('./profiler.ts', import.meta.url).href
const OBSERVER = new URL('./observer.ts', import.meta.url).href
/** As in `npm start` and in the image. */
const AS_IN_PRODUCTION = '--max-semi-space-size=64'

/** A process of the platform. */
export type Program = {
  readonly name: string
  readonly pid: number
  /** How long it took from its start until it was ready. */
  readonly startMs: number
  /** The internal listener, which serves `/metrics`. */
  readonly internalUrl: string
  startProfile(kind?: ProfileKind): Promise<void>
  /** Ends the profile and writes it to a file. */
  stopProfile(file: string, kind?: ProfileKind): Promise<void>
  /** Measures the event loop and the memory of the process until `stopObserving`. */
  startObserving(): Promise<void>
  stopObserving(): Promise<Observed>
  /** Lets the process collect its garbage, and reads what is left. */
  collectGarbage(): Promise<Memory>
  stop(): Promise<void>
}

export type ProgramOptions = {
  readonly name: string
  readonly file: string
  readonly env: Record<string, string>
  readonly port: number
  readonly internalPort: number
}

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

const observe = async (child: ChildProcess, request: ObserverRequest): Promise<ObserverAnswer> => {
  const answered = once(child, 'message')
  child.send(request)
  const [answer]: ObserverAnswer[] = await answered
  if (answer === undefined) throw new Error('the observer gave no answer')
  return answer
}

/** Starts a process of the platform, and waits until it is ready. */
export const startProgram = async (options: ProgramOptions): Promise<Program> => {
  const { name, file, env, port, internalPort } = options
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [AS_IN_PRODUCTION, '--expose-gc', '--import', PROFILER, '--import', OBSERVER, file],
    { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  child.channel?.unref()
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + START_PATIENCE_MS; !(await isReady(url)); await delay(100)) {
    if (child.exitCode !== null) throw new UserFacingError(`The ${name} did not start; it says why above.`)
    if (Date.now() > deadline) throw new UserFacingError(`The ${name} does not get ready.`)
  }
  return {
    name,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    startProfile: (kind = 'time') => ask(child, { profile: 'start', kind }),
    stopProfile: (to, kind = 'time') => ask(child, { profile: 'stop', kind, file: to }),
    async startObserving() {
      await observe(child, { observe: 'start' })
    },
    async stopObserving() {
      const { observed } = await observe(child, { observe: 'stop' })
      if (observed === null) throw new Error('nothing was observed')
      return observed
    },
    async collectGarbage() {
      const { memory } = await observe(child, { observe: 'collect' })
      if (memory === null) throw new Error('the memory was not read')
      return memory
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

/** What a process says of itself at the moment. */
export const readMetrics = async ({ internalUrl }: Pick<Program, 'internalUrl'>): Promise<Sample[]> => {
  const answer = await fetch(`${internalUrl}/metrics`, { signal: AbortSignal.timeout(120_000) })
  if (!answer.ok) throw new Error(`the metrics were answered with ${answer.status}`)
  return readSamples(await answer.text())
}
