import type { Database } from './database.ts'
import type { SimulatedProcess } from './process.ts'
import type { Scheduler } from './scheduler.ts'

/** A process that can be started again after a crash. */
export type Restartable = { readonly process: SimulatedProcess; restart(): void }

const DOWN_MS = [50, 3_000] as const
/** Chances of a fault at a step, and how many there are in one run at most. */
const CHANCE = { crash: 0.006, freeze: 0.02, cut: 0.008, store: 0.0015 }
/** Longer than any lease. */
const FROZEN_MS = [1_000, 45_000] as const
const MOST = 4

const isCommitOf = (name: string, steps: readonly string[]): boolean => {
  const last = steps.at(-1) ?? ''
  return last.endsWith(' commit') && last.includes(` ${name}#`)
}

/**
 * Brings about faults between steps: a process that crashes and comes back, or stops for longer than its leases, a
 * connection that is lost, a database that loses what was not on disk. Their moments come from the seed.
 */
export const createFaults = (scheduler: Scheduler, database: Database, processes: readonly Restartable[]) => {
  const { choices } = scheduler
  let happened = 0
  let pending = 0
  let isOver = false
  const crash = (one: Restartable) => {
    const { process } = one
    process.crash()
    database.abandon(process)
    pending += 1
    scheduler.at(scheduler.nowMs() + choices.between(...DOWN_MS), `restart ${process.name}`, () => {
      pending -= 1
      one.restart()
    })
  }
  const freeze = (process: SimulatedProcess) => {
    process.isFrozen = true
    pending += 1
    scheduler.at(scheduler.nowMs() + choices.between(...FROZEN_MS), `thaw ${process.name}`, () => {
      pending -= 1
      process.isFrozen = false
    })
  }
  scheduler.addSource(() => {
    if (isOver || happened >= MOST) return []
    const alive = processes.filter(({ process }) => process.isAlive)
    const [first, ...others] = alive
    if (first !== undefined && choices.chance(CHANCE.crash)) {
      const one = choices.pick([first, ...others])
      return [{ label: `CRASH ${one.process.name}`, run: () => count(() => crash(one)) }]
    }
    // Between a commit and what follows from it is where others find what a process has only half done.
    const committed = alive.find(
      ({ process: { name, isFrozen } }) => !isFrozen && isCommitOf(name, scheduler.lastSteps()),
    )
    if (committed !== undefined && choices.chance(CHANCE.freeze)) {
      const { process } = committed
      return [{ label: `FREEZE ${process.name}`, run: () => count(() => freeze(process)) }]
    }
    const [session, ...more] = database.sessions()
    if (session !== undefined && choices.chance(CHANCE.cut)) {
      // What becomes of a commit whose answer is lost is the question that most of the code is about.
      const [committing] = [session, ...more].filter(({ queue }) => queue.at(-1)?.text === 'commit')
      const one = committing !== undefined && choices.chance(0.7) ? committing : choices.pick([session, ...more])
      return [{ label: `CUT #${one.id}`, run: () => count(() => database.cut(one)) }]
    }
    if (choices.chance(CHANCE.store)) {
      const untilMs = scheduler.nowMs() + choices.between(...DOWN_MS)
      return [{ label: 'STORE CRASH', run: () => count(() => database.crash(untilMs)) }]
    }
    return []
  })
  const count = (fault: () => void) => {
    happened += 1
    fault()
  }
  return {
    /** True while a process is down or stopped. */
    isPending: () => pending > 0,
    /** No fault any more: what is left to do has to come to its end. */
    end: () => {
      isOver = true
    },
    happened: () => happened,
  }
}
