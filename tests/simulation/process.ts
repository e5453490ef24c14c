import { AsyncLocalStorage } from 'node:async_hooks'

/** A process of the platform, as far as the simulation knows it. What runs in it ends with it, in the middle. */
export type SimulatedProcess = {
  readonly name: string
  isAlive: boolean
  /** True while it is stopped, as by SIGSTOP: nothing of it goes on, and what it holds stays held. */
  isFrozen: boolean
  /** Rejects when the process crashes: what its clients see of that. */
  readonly crashed: Promise<never>
  /** Ends it. */
  crash(): void
}

const running = new AsyncLocalStorage<SimulatedProcess>()

export const createProcess = (name: string): SimulatedProcess => {
  const crashed = Promise.withResolvers<never>()
  crashed.promise.catch(() => {})
  const created: SimulatedProcess = {
    name,
    isAlive: true,
    isFrozen: false,
    crashed: crashed.promise,
    crash() {
      created.isAlive = false
      crashed.reject(new Error(`${name} crashed`))
    },
  }
  return created
}

/** Runs something as a part of a process, with everything that follows from it. */
export const within = <T>(process: SimulatedProcess, work: () => T): T => running.run(process, work)

/** The process that runs now; null for clients and for the simulation itself. */
export const currentProcess = (): SimulatedProcess | null => running.getStore() ?? null
