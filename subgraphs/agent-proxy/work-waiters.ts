import { setTimeout as sleep } from 'node:timers/promises'
import { type AgentChanges, OVERLAP_MS } from '../domain/agent-changes.ts'
import { createSeats } from '../kit/sharing/seats.rules.ts'
import type { Holder } from '../kit/sharing/shares.rules.ts'
import { outsideSpans } from '../kit/tracing/tracing.ts'

/**
 * Why a wait ended: something changed for the agent, its time is over, a newer wait has taken its place, waits are no
 * longer allowed, or the agent has hung up.
 */
export type Ending = 'CHANGED' | 'LATE' | 'REPLACED' | 'RELEASED' | 'GONE'

const FINAL: ReadonlySet<Ending> = new Set<Ending>(['REPLACED', 'RELEASED', 'GONE'])

/** Who waits: an ATM, and the group of callers that its seat is charged to. */
export type Waiting = { readonly agentAtmId: string; readonly group: Holder['group'] }

/** One agent that waits. */
export type Wait = {
  /** Waits once more, and calls back when that is over; a change since the last time ends it at once. */
  whenEnded(timeoutMs: number, done: (ending: Ending) => void): void
  /**
   * Notes that a look that began during this wait found nothing. Until there is a change, for five minutes at most,
   * that is known without another look.
   */
  noteNothing(): void
  /** True where nothing was found for the agent lately, and no change has been missed since. */
  hasNothing(): boolean
  close(): void
}

export type WaitersEnv = {
  /**
   * The agents that have new work since then, one list a source. Read once for all that wait, and only while an agent
   * waits.
   */
  readonly sources: readonly ((since: Date) => Promise<AgentChanges>)[]
  /** Called when one of them fails for the first time. */
  onFault(error: unknown): void
  now(): Date
  /** Monotonic milliseconds since any moment. */
  nowMs(): number
  readonly maxWaiting?: number
  readonly maxPerAgent?: number
  readonly pollMs?: number
}

/** Agents that wait for work. */
export type Waiters = {
  /** Begins a wait. Where too many wait, of this agent or in all, the wait that `createSeats` names is replaced. */
  open(waiting: Waiting, hungUp: AbortSignal | null): Wait
  count(): number
  /** False while changes cannot be read: then a wait without a change does not mean that there was none. */
  isWatching(): boolean
  /** Ends every wait at once, and each later one as it begins. */
  release(): void
  close(): Promise<void>
}

/** An agent that waits holds a connection and a timer; some kilobytes each. */
const MAX_WAITING = 20_000
/** An agent needs one; after a lost connection it comes again while its last ones still wait. */
const MAX_PER_AGENT = 4
const POLL_MS = 1_000
/**
 * A change that is committed later than `OVERLAP_MS` after its moment is missed by agents that wait. They look for
 * themselves after so long.
 */
const NOTHING_MS = 300_000

type Waiter = { end(ending: Ending): void }

type Quiet = { note(waiting: Waiting): void; has(waiting: Waiting): boolean }

/** What a wait needs of all waits. */
type Waits = {
  readonly quiet: Quiet
  isWatching(): boolean
  drop(waiting: Waiting, waiter: Waiter): void
  /** Calls back in one of the next turns of the event loop. */
  soon(work: () => void): void
}

/** Each that goes on runs its operation again, and thousands may be woken at once. */
const MOST_A_TURN = 100

/** Calls back in order, so many in a turn of the event loop at most. */
const createTurns = (): ((work: () => void) => void) => {
  const due: (() => void)[] = []
  let isComing = false
  const goOn = (): void => {
    if (!isComing && due.length > 0) outsideSpans(() => setImmediate(run))
    isComing = due.length > 0
  }
  const run = (): void => {
    isComing = false
    for (const work of due.splice(0, MOST_A_TURN)) work()
    goOn()
  }
  return (work) => {
    due.push(work)
    goOn()
  }
}

/**
 * A wait of one agent: what ends it is kept until it is asked for. A class, as functions of its own would be most of
 * what each of thousands of waits holds.
 */
class AgentWait implements Wait, Waiter, EventListenerObject {
  readonly #waits: Waits
  readonly #waiting: Waiting
  readonly #hungUp: AbortSignal | null
  #ending: Ending | null = null
  #done: ((ending: Ending) => void) | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(waits: Waits, waiting: Waiting, hungUp: AbortSignal | null) {
    this.#waits = waits
    this.#waiting = waiting
    this.#hungUp = hungUp
  }

  /** Ends when the agent hangs up. */
  watch(): void {
    this.#hungUp?.addEventListener('abort', this, { once: true })
  }

  handleEvent(): void {
    this.end('GONE')
    this.#waits.drop(this.#waiting, this)
  }

  end(given: Ending): void {
    // Who has gone or may not wait does not come back because something changed.
    if (this.#ending === null || !FINAL.has(this.#ending)) this.#ending = given
    this.#settle()
  }

  whenEnded(timeoutMs: number, done: (ending: Ending) => void): void {
    this.#done = done
    if (this.#ending !== null || timeoutMs <= 0) this.#settle()
    else this.#timer = setTimeout(AgentWait.#onTime, timeoutMs, this)
  }

  noteNothing(): void {
    // What changed meanwhile, the look may not have seen; who has left is no longer watched for.
    if (this.#ending === null) this.#waits.quiet.note(this.#waiting)
  }

  hasNothing(): boolean {
    return this.#waits.isWatching() && this.#waits.quiet.has(this.#waiting)
  }

  close(): void {
    this.#hungUp?.removeEventListener('abort', this)
    this.#waits.drop(this.#waiting, this)
  }

  static #onTime(wait: AgentWait): void {
    wait.#settle()
  }

  /** Tells who waits, if anybody does, soon. */
  #settle(): void {
    const done = this.#done
    if (done === null) return
    this.#done = null
    clearTimeout(this.#timer)
    this.#waits.soon(() => {
      const ending = this.#ending ?? 'LATE'
      if (ending === 'CHANGED') this.#ending = null
      done(ending)
    })
  }
}

/**
 * Agents for which nothing was found. What is noted holds as long as every change is seen: `miss` is called where one
 * may be missed from now on.
 */
const createQuietAgents = (nowMs: () => number, max: number) => {
  const byAgent = new Map<string, { readonly group: Holder['group']; readonly untilMs: number }>()
  return {
    note({ agentAtmId, group }: Waiting): void {
      byAgent.delete(agentAtmId)
      byAgent.set(agentAtmId, { group, untilMs: nowMs() + NOTHING_MS })
      const oldest = byAgent.size > max ? byAgent.keys().next().value : undefined
      if (oldest !== undefined) byAgent.delete(oldest)
    },
    has({ agentAtmId, group }: Waiting): boolean {
      const known = byAgent.get(agentAtmId)
      return known !== undefined && known.group === group && nowMs() < known.untilMs
    },
    wake(agentAtmIds: readonly string[]): void {
      for (const agentAtmId of agentAtmIds) byAgent.delete(agentAtmId)
    },
    miss: () => byAgent.clear(),
  }
}

/**
 * The tail of a source's changes: one loop a process, which runs as long as an agent waits; the failure of another
 * source does not delay it.
 */
const createTail = (
  env: WaitersEnv & { listChanges(since: Date): Promise<AgentChanges> },
  isWanted: () => boolean,
  { wake, onStop }: { wake(agentAtmIds: readonly string[]): void; onStop(): void },
) => {
  const stopped = new AbortController()
  let isRunning = false
  let ended = Promise.resolve()
  let watching = true

  const look = async (since: Date): Promise<Date> => {
    try {
      const { agentAtmIds, next } = await env.listChanges(since)
      watching = true
      wake(agentAtmIds)
      return next
    } catch (error) {
      if (watching && !stopped.signal.aborted) env.onFault(error)
      watching = false
      return since
    }
  }
  const run = async (): Promise<void> => {
    let since = new Date(env.now().getTime() - OVERLAP_MS)
    // An agent that begins to wait has just looked for itself.
    while (!stopped.signal.aborted && isWanted()) {
      await sleep(env.pollMs ?? POLL_MS, undefined, { signal: stopped.signal }).catch(() => {})
      if (!stopped.signal.aborted && isWanted()) since = await look(since)
    }
    isRunning = false
    watching = true
    onStop()
  }
  return {
    /** Starts the loop unless it runs. The first agent that waits does; it looks for all. */
    start() {
      if (isRunning || stopped.signal.aborted || !isWanted()) return
      // Before the loop begins, as it may end at once.
      isRunning = true
      ended = outsideSpans(run)
    },
    isWatching: () => watching,
    stop: () => stopped.abort(),
    ended: () => ended,
  }
}

/** Who waits, by agent; there is a seat for each. */
const createRegister = (limits: { readonly total: number; readonly perMember: number }) => {
  const seats = createSeats<Waiter>(limits)
  const byAgent = new Map<string, Set<Waiter>>()
  return {
    count: seats.count,
    add({ agentAtmId, group }: Waiting, waiter: Waiter): void {
      seats.take({ group, member: agentAtmId }, waiter)?.end('REPLACED')
      const others = byAgent.get(agentAtmId)
      if (others === undefined) byAgent.set(agentAtmId, new Set([waiter]))
      else others.add(waiter)
    },
    drop({ agentAtmId }: Waiting, waiter: Waiter): void {
      seats.leave(waiter)
      const waiters = byAgent.get(agentAtmId)
      waiters?.delete(waiter)
      if (waiters?.size === 0) byAgent.delete(agentAtmId)
    },
    wake(agentAtmIds: readonly string[]): void {
      for (const agentAtmId of agentAtmIds) for (const waiter of byAgent.get(agentAtmId) ?? []) waiter.end('CHANGED')
    },
    release(): void {
      for (const waiters of byAgent.values()) for (const waiter of waiters) waiter.end('RELEASED')
    },
  }
}

/** Lets agents wait for work: one look a source for all of them a second, however many they are. Close it. */
export const createWaiters = (env: WaitersEnv): Waiters => {
  const { maxWaiting = MAX_WAITING, maxPerAgent = MAX_PER_AGENT } = env
  const register = createRegister({ total: maxWaiting, perMember: maxPerAgent })
  let released = false
  const quiet = createQuietAgents(env.nowMs, maxWaiting)
  const isWanted = () => register.count() > 0
  const onChanges = {
    wake(agentAtmIds: readonly string[]) {
      quiet.wake(agentAtmIds)
      register.wake(agentAtmIds)
    },
    onStop: quiet.miss,
  }
  const tails = env.sources.map((listChanges) => createTail({ ...env, listChanges }, isWanted, onChanges))
  const isWatching = () => tails.every((tail) => tail.isWatching())
  const waits: Waits = { quiet, isWatching, drop: register.drop, soon: createTurns() }

  const release = (): void => {
    released = true
    for (const tail of tails) tail.stop()
    register.release()
  }

  return {
    open(waiting, hungUp) {
      const wait = new AgentWait(waits, waiting, hungUp)
      // It takes the place of no other, and nobody looks for it.
      if (hungUp?.aborted === true) {
        wait.end('GONE')
        return wait
      }
      register.add(waiting, wait)
      if (released) wait.end('RELEASED')
      wait.watch()
      for (const tail of tails) tail.start()
      return wait
    },
    count: register.count,
    isWatching,
    release,
    async close() {
      release()
      await Promise.all(tails.map((tail) => tail.ended()))
    },
  }
}
