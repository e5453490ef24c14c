import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { type Choices, choicesOf } from '../../demo/random.ts'
import { currentProcess, type SimulatedProcess } from './process.ts'

/** Something that can happen next. */
export type Step = { readonly label: string; readonly run: () => void }

/** The scheduler of one simulation: its virtual time, and the order in which everything happens, both from a seed. */
export type Scheduler = {
  readonly choices: Choices
  /** Epoch milliseconds of the virtual clock. */
  nowMs(): number
  now(): Date
  newId(): string
  /** Adds what gives steps, such as the statements that a database could run next. */
  addSource(source: () => readonly Step[]): void
  /** Lets something happen at some step from now on; it is dropped when the process that asked for it crashes. */
  task<T>(label: string, work: () => T): Promise<T>
  /** Lets something happen at a moment, whatever becomes of processes. */
  at(atMs: number, label: string, work: () => void): void
  /** Resolves at a moment that follows by so many milliseconds. */
  sleep(ms: number): Promise<void>
  /** Takes steps until `isDone`; false where `untilMs` of the virtual clock passed before. */
  run(isDone: () => boolean, untilMs: number): Promise<boolean>
  /** How many steps were taken, and the last of them. */
  steps(): number
  lastSteps(): readonly string[]
  /** A digest of all steps, by which two runs are compared. */
  digest(): string
  close(): void
}

type Timer = {
  atMs: number
  readonly order: number
  readonly everyMs: number | null
  readonly process: SimulatedProcess | null
  readonly label: string
  readonly run: () => void
}

const BEGIN_MS = Date.parse('2026-11-20T12:00:00Z')
/** How often the next timer goes off although something else could happen: what was sent is slow, then. */
const TIMER_FIRST = 0.12
const KEPT_STEPS = 200
const MAX_STEPS = 20_000

const real = { setImmediate, setTimeout, clearTimeout, setInterval, clearInterval, now: Date.now }
const realPerformanceNow = performance.now
const realTimers = { setTimeout: timersPromises.setTimeout }

/** All microtasks that can run have run when this resolves. */
const drained = () => new Promise<void>((resolve) => real.setImmediate(resolve))

const createTimers = (nowMs: () => number) => {
  const timers = new Map<number, Timer>()
  let order = 0
  const add = (delayMs: number, everyMs: number | null, label: string, run: () => void, of = currentProcess()) => {
    order += 1
    const context = AsyncLocalStorage.snapshot()
    // As Node does: instants of the clock are whole milliseconds.
    const atMs = nowMs() + Math.trunc(Math.max(0, delayMs))
    timers.set(order, { atMs, order, everyMs, process: of, label, run: () => context(run) })
    return order
  }
  return {
    add,
    remove: (id: number) => timers.delete(id),
    /** The next one to go off. */
    next(): Timer | null {
      let first: Timer | null = null
      for (const timer of timers.values()) {
        if (timer.process?.isAlive === false) timers.delete(timer.order)
        else if (timer.process?.isFrozen !== true && (first === null || timer.atMs < first.atMs)) first = timer
      }
      return first
    },
    fire(timer: Timer) {
      if (timer.everyMs === null) timers.delete(timer.order)
      else timer.atMs += Math.max(1, timer.everyMs)
      timer.run()
    },
  }
}

type Timers = ReturnType<typeof createTimers>

/** A handle as Node gives one. */
const handleOf = (timers: Timers, id: number) => {
  const handle = {
    id,
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    [Symbol.dispose]: () => timers.remove(id),
  }
  return handle
}

/**
 * Puts the virtual clock in the place of that of the process. Everything the simulation runs waits by these functions;
 * ids, dates and randomness are handed to the product's code, which takes them from outside.
 */
const install = (timers: Timers, nowMs: () => number, soon: (run: () => void) => void): void => {
  const remove = (handle: unknown) => {
    if (typeof handle === 'object' && handle !== null && 'id' in handle && typeof handle.id === 'number')
      timers.remove(handle.id)
  }
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => handleOf(timers, timers.add(ms, null, 'timeout', run)),
    setInterval: (run: () => void, ms = 0) => handleOf(timers, timers.add(ms, ms, 'interval', run)),
    setImmediate: soon,
    clearTimeout: remove,
    clearInterval: remove,
  })
  Object.assign(timersPromises, {
    setTimeout: <T>(ms: number, value: T, { signal }: { readonly signal?: AbortSignal } = {}) =>
      new Promise<T>((resolve, reject) => {
        const id = timers.add(ms, null, 'delay', () => resolve(value))
        signal?.addEventListener('abort', () => {
          timers.remove(id)
          reject(signal.reason)
        })
      }),
  })
  syncBuiltinESMExports()
  Date.now = nowMs
  performance.now = () => nowMs() - BEGIN_MS
}

const uninstall = (): void => {
  const { now, ...functions } = real
  Object.assign(globalThis, functions)
  Object.assign(timersPromises, realTimers)
  syncBuiltinESMExports()
  Date.now = now
  performance.now = realPerformanceNow
}

/** Begins a simulation; until it is closed, the clock and the timers of this process are virtual. */
export const openScheduler = (seed: string): Scheduler => {
  const choices = choicesOf(seed)
  const hash = createHash('sha256')
  const sources: (() => readonly Step[])[] = []
  const last: string[] = []
  let tasks: (Step & { readonly process: SimulatedProcess | null })[] = []
  let clockMs = BEGIN_MS
  let steps = 0
  let ids = 0
  const nowMs = () => clockMs
  const timers = createTimers(nowMs)
  const addTask = (label: string, run: () => void) => {
    const context = AsyncLocalStorage.snapshot()
    tasks.push({ label, process: currentProcess(), run: () => context(run) })
  }
  install(timers, nowMs, (run) => addTask('immediate', run))

  const took = (label: string) => {
    steps += 1
    const line = `${clockMs - BEGIN_MS} ${label}`
    hash.update(line)
    last.push(line)
    if (last.length > KEPT_STEPS) last.shift()
  }
  const takeStep = () => {
    tasks = tasks.filter(({ process }) => process?.isAlive !== false)
    const awake = tasks.filter(({ process }) => process?.isFrozen !== true)
    const ready: Step[] = [...awake, ...sources.flatMap((source) => source())]
    const timer = timers.next()
    if (ready.length === 0 || (timer !== null && choices.chance(TIMER_FIRST))) {
      if (timer === null) throw new Error('nothing can happen any more')
      clockMs = Math.max(clockMs, timer.atMs)
      took(`${timer.process?.name ?? '-'} ${timer.label}`)
      timers.fire(timer)
      return
    }
    const step = ready[choices.below(ready.length)]
    if (step === undefined) return
    tasks = tasks.filter((one) => one !== step)
    took(step.label)
    step.run()
  }
  return {
    choices,
    nowMs,
    now: () => new Date(clockMs),
    newId: () => {
      ids += 1
      return `00000000-0000-4000-8000-${ids.toString(16).padStart(12, '0')}`
    },
    addSource: (source) => sources.push(source),
    task: (label, work) =>
      new Promise((resolve, reject) => {
        addTask(`${currentProcess()?.name ?? '-'} ${label}`, () => {
          try {
            resolve(work())
          } catch (error) {
            reject(error)
          }
        })
      }),
    at(atMs, label, work) {
      timers.add(atMs - clockMs, null, label, work, null)
    },
    sleep: (ms) => new Promise((resolve) => timers.add(ms, null, 'sleep', resolve)),
    async run(isDone, untilMs) {
      await drained()
      while (!isDone()) {
        if (clockMs > untilMs) return false
        if (steps > MAX_STEPS) throw new Error(`not at an end after ${MAX_STEPS} steps`)
        takeStep()
        await drained()
      }
      return true
    },
    steps: () => steps,
    lastSteps: () => last,
    digest: () => hash.copy().digest('hex').slice(0, 16),
    close: uninstall,
  }
}
