import { setTimeout as sleep } from 'node:timers/promises'
import { type AgentChanges, OVERLAP_MS } from '../domain/agent-changes.ts'
import { createSeats } from '../kit/sharing/seats.rules.ts'
import type { Holder } from '../kit/sharing/shares.rules.ts'
import { outsideSpans } from '../kit/tracing/tracing.ts'

/**
 * Why a poll ends: something changed for the agent, its time is over, a newer poll has taken its place, polls may no
 * longer wait, or the agent has hung up.
 */
export type Ending = 'CHANGED' | 'LATE' | 'REPLACED' | 'RELEASED' | 'GONE'

const FINAL: ReadonlySet<Ending> = new Set<Ending>(['REPLACED', 'RELEASED', 'GONE'])

/** Who polls: an ATM, and the group of callers that its seat is charged to. */
export type Poller = { readonly agentAtmId: string; readonly group: Holder['group'] }

export type PendingPollsEnv = {
  /**
   * The agents that have new work since then, one list a source. Read once for all polls, and only while one is
   * pending.
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

/** The polls of the agents that wait for work. */
export type PendingPolls = {
  /** Adds a poll. Where too many are pending, of this agent or in all, the one that `createSeats` names is replaced. */
  open(poller: Poller, hungUp: AbortSignal | null): PendingPoll
  count(): number
  /** False while changes cannot be read: then a poll without a change does not mean that there was none. */
  isWatching(): boolean
  /** Ends every poll at once, and each later one as it begins. */
  release(): void
  close(): Promise<void>
}

/** A pending poll holds a connection and a timer; some kilobytes each. */
const MAX_WAITING = 20_000
/** An agent needs one; after a lost connection it polls again while its last polls are still pending. */
const MAX_PER_AGENT = 4
const POLL_MS = 1_000
/**
 * A change that is committed later than `OVERLAP_MS` after its moment wakes no poll. Agents are looked up after so long
 * in any case.
 */
const NOTHING_MS = 300_000

type QuietAgents = { note(poller: Poller): void; has(poller: Poller): boolean }

/** What a poll needs of what all polls share. */
type Shared = {
  readonly quiet: QuietAgents
  isWatching(): boolean
  drop(poller: Poller, poll: PendingPoll): void
  /** Calls back in one of the next turns of the event loop. */
  soon(work: () => void): void
}

/** Each poll that ends runs its operation again, and thousands may end at once. */
const MOST_A_TURN = 100

/** Calls back in order, at most so many in a turn of the event loop. */
const createCallbackSlices = (): ((work: () => void) => void) => {
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
 * A poll of an agent that waits for work: what ends it is kept until it is asked for. A class, as functions of its own
 * would be most of what each of thousands of polls holds.
 */
export class PendingPoll implements EventListenerObject {
  readonly #shared: Shared
  readonly #poller: Poller
  readonly #hungUp: AbortSignal | null
  #ending: Ending | null = null
  #done: ((ending: Ending) => void) | null = null
  #timer: NodeJS.Timeout | undefined
  /** The next older poll of the agent, where that is woken once this one has looked. */
  #older: PendingPoll | null = null
  /** A newer poll of the agent looks for a change first: what an older look of this one finds says nothing. */
  #isBehind = false

  constructor(shared: Shared, poller: Poller, hungUp: AbortSignal | null) {
    this.#shared = shared
    this.#poller = poller
    this.#hungUp = hungUp
  }

  /** Ends when the agent hangs up. */
  watch(): void {
    this.#hungUp?.addEventListener('abort', this, { once: true })
  }

  /** The agent has hung up. */
  handleEvent(): void {
    this.end('GONE')
    this.#shared.drop(this.#poller, this)
  }

  end(given: Ending): void {
    // An agent that has gone or may not wait does not come back because something changed.
    if (this.#ending === null || !FINAL.has(this.#ending)) this.#ending = given
    if (given === 'CHANGED') this.#isBehind = false
    this.#settle()
  }

  /** Has an older poll of the agent woken once this one has looked. */
  putBefore(older: PendingPoll | null): void {
    this.#older = older
  }

  /** Leaves a change to a newer poll of the agent, until that one has looked. */
  stayBehind(): void {
    this.#isBehind = true
  }

  /** Waits once more, and calls back when that is over; a change since the last time ends it at once. */
  whenEnded(timeoutMs: number, done: (ending: Ending) => void): void {
    this.#done = done
    // It has looked, and found nothing that it answers with.
    if (this.#ending === null && !this.#isBehind) this.#wakeOlder()
    if (this.#ending !== null || timeoutMs <= 0) this.#settle()
    else this.#timer = setTimeout(PendingPoll.#onTime, timeoutMs, this)
  }

  /**
   * Notes that a look that began while this poll was pending found nothing. Until there is a change, for five minutes
   * at most, that is known without another look.
   */
  noteNothing(): void {
    // The look may not have seen what changed meanwhile; no changes are followed for who has left.
    if (this.#ending === null && !this.#isBehind) this.#shared.quiet.note(this.#poller)
  }

  /** True where nothing was found for the agent lately, and no change has been missed since. */
  hasNothing(): boolean {
    return this.#shared.isWatching() && this.#shared.quiet.has(this.#poller)
  }

  close(): void {
    this.#hungUp?.removeEventListener('abort', this)
    this.#shared.drop(this.#poller, this)
    this.#wakeOlder()
  }

  #wakeOlder(): void {
    const older = this.#older
    this.#older = null
    older?.end('CHANGED')
  }

  static #onTime(poll: PendingPoll): void {
    poll.#settle()
  }

  /** Calls back soon, if a call is waited for. */
  #settle(): void {
    const done = this.#done
    if (done === null) return
    this.#done = null
    clearTimeout(this.#timer)
    this.#shared.soon(() => {
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
    note({ agentAtmId, group }: Poller): void {
      byAgent.delete(agentAtmId)
      byAgent.set(agentAtmId, { group, untilMs: nowMs() + NOTHING_MS })
      const oldest = byAgent.size > max ? byAgent.keys().next().value : undefined
      if (oldest !== undefined) byAgent.delete(oldest)
    },
    has({ agentAtmId, group }: Poller): boolean {
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
 * The tail of a source's changes: one loop a process, which runs as long as a poll is pending; the failure of another
 * source does not delay it.
 */
const createTail = (
  env: PendingPollsEnv & { listChanges(since: Date): Promise<AgentChanges> },
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
    // A poll that begins looks for its agent itself.
    while (!stopped.signal.aborted && isWanted()) {
      await sleep(env.pollMs ?? POLL_MS, undefined, { signal: stopped.signal }).catch(() => {})
      if (!stopped.signal.aborted && isWanted()) since = await look(since)
    }
    isRunning = false
    watching = true
    onStop()
  }
  return {
    /** Starts the loop unless it runs: the first pending poll does, for all. */
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

/** The pending polls, by agent; there is a seat for each. */
const createRegister = (limits: { readonly total: number; readonly perMember: number }) => {
  const seats = createSeats<PendingPoll>(limits)
  const byAgent = new Map<string, Set<PendingPoll>>()
  return {
    count: seats.count,
    add({ agentAtmId, group }: Poller, poll: PendingPoll): void {
      seats.take({ group, member: agentAtmId }, poll)?.end('REPLACED')
      const others = byAgent.get(agentAtmId)
      if (others === undefined) byAgent.set(agentAtmId, new Set([poll]))
      else others.add(poll)
    },
    drop({ agentAtmId }: Poller, poll: PendingPoll): void {
      seats.leave(poll)
      const polls = byAgent.get(agentAtmId)
      polls?.delete(poll)
      if (polls?.size === 0) byAgent.delete(agentAtmId)
    },
    /**
     * Wakes the polls of agents, the newest of each first: a task is given once, and of an agent that polls again while
     * an older poll waits, the connection of that one is most likely lost.
     */
    wake(agentAtmIds: readonly string[]): void {
      for (const agentAtmId of agentAtmIds) {
        let newest: PendingPoll | null = null
        for (const poll of byAgent.get(agentAtmId) ?? []) {
          newest?.stayBehind()
          poll.putBefore(newest)
          newest = poll
        }
        newest?.end('CHANGED')
      }
    },
    release(): void {
      for (const polls of byAgent.values()) for (const poll of polls) poll.end('RELEASED')
    },
  }
}

/** Lets agents wait for work: one look a source for all of them a second, however many they are. Close it. */
export const createPendingPolls = (env: PendingPollsEnv): PendingPolls => {
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
  const shared: Shared = { quiet, isWatching, drop: register.drop, soon: createCallbackSlices() }

  const release = (): void => {
    released = true
    for (const tail of tails) tail.stop()
    register.release()
  }

  return {
    open(poller, hungUp) {
      const poll = new PendingPoll(shared, poller, hungUp)
      // It takes the place of no other, and no changes are followed for it.
      if (hungUp?.aborted === true) {
        poll.end('GONE')
        return poll
      }
      register.add(poller, poll)
      if (released) poll.end('RELEASED')
      poll.watch()
      for (const tail of tails) tail.start()
      return poll
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
