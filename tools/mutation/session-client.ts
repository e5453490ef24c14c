import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { withDeadline } from '../../subgraphs/kit/common/deadline.ts'
import type { Job, Outcome } from './messages.ts'

const START_MS = 180_000

/** What a job came to: an outcome, or nothing within the time that it had or before its process ended. */
export type Answer = Outcome | 'stalled'

/** Runs jobs, one after the other, in a process that is started again when a job stalls or after `jobsEach` jobs. */
export class Sessions {
  #process: ChildProcess | null = null
  #jobs = 0
  #nextId = 0
  readonly #jobsEach: number

  constructor(jobsEach: number) {
    this.#jobsEach = jobsEach
  }

  async run(job: Omit<Job, 'id'>, limitMs: number): Promise<Answer> {
    if (this.#process?.connected === false) await this.kill()
    if (this.#jobs >= this.#jobsEach) await this.close()
    this.#process ??= await this.#start()
    this.#jobs += 1
    this.#nextId += 1
    const id = this.#nextId
    const answer = waitFor(this.#process, (message) => (isOutcome(message) && message.id === id ? message : null))
    this.#process.send({ ...job, id })
    const outcome = await within(answer, limitMs)
    if (outcome === null) await this.kill()
    return outcome ?? 'stalled'
  }

  /** Ends the process in order, so that it stops its server. */
  async close(): Promise<void> {
    const child = this.#process
    this.#process = null
    this.#jobs = 0
    if (child === null || child.exitCode !== null) return
    const ended = new Promise<true>((resolve) => child.once('exit', () => resolve(true)))
    child.send('end')
    if ((await within(ended, 20_000)) === null) child.kill('SIGKILL')
  }

  /** Ends a process that does not answer; the next one removes the server that it leaves behind. */
  async kill(): Promise<void> {
    const child = this.#process
    this.#process = null
    this.#jobs = 0
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill('SIGKILL')
    await ended
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'session.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const ready = await within(
      waitFor(child, (message) => (message === 'ready' ? true : null)),
      START_MS,
    )
    if (ready !== null) return child
    child.kill('SIGKILL')
    throw new Error(`the process that runs the tests was not ready within ${START_MS / 1000} s`)
  }
}

const isOutcome = (message: unknown): message is Outcome =>
  typeof message === 'object' && message !== null && 'id' in message && 'outside' in message

/** The first message that `pick` makes something of; null when the process ends first. */
const waitFor = <T>(child: ChildProcess, pick: (message: unknown) => T | null): Promise<T | null> =>
  new Promise((resolve) => {
    const settle = (value: T | null) => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(value)
    }
    const onMessage = (message: unknown) => {
      const picked = pick(message)
      if (picked !== null) settle(picked)
    }
    const onExit = () => settle(null)
    child.on('message', onMessage)
    child.on('exit', onExit)
  })

const within = <T>(promise: Promise<T | null>, ms: number): Promise<T | null> => withDeadline(promise, ms, () => null)
