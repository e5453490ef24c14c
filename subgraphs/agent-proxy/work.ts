import { checkAgentAtm } from '../domain/sender.rules.ts'
import { checkAgentAtmId } from '../kit/auth/identifiers.rules.ts'
import { checkBetween } from '../kit/graphql/bounds.rules.ts'
import { AnswerDeferred, type Deferral, type OperationContext } from '../kit/graphql/context.ts'
import { holderOf } from '../kit/sharing/shares.rules.ts'
import type { BeatHeart } from './heartbeat.ts'
import type { Ending, PendingPoll, PendingPolls } from './pending-polls.ts'
import { isSameWork, type RecentAnswers } from './recent-answers.ts'
import type { Fetches, Tasks, WorkSources } from './work-sources.ts'

const LONGEST_WAIT_S = 30
/** After so long an agent that waits is looked up again where its last look failed. */
const LOOK_AGAIN_MS = 5_000

type Env = {
  readonly sources: WorkSources
  readonly beatHeart: BeatHeart
  readonly pendingPolls: PendingPolls
  readonly recentAnswers: RecentAnswers
  /** Charges the request to its sender. @throws DomainError RATE_LIMITED. */
  charge(agentAtmId: string, context: OperationContext): void
  /** Monotonic milliseconds since any moment. */
  nowMs(): number
  readonly lookAgainMs?: number
}

export type WorkRequest = { readonly agentAtmId: string; readonly waitSeconds: number }

/** What there is for an agent, as far as it can be learned: `fault` says why not all of it could. */
type Work = {
  readonly tasks: Tasks
  readonly journalFetches: Fetches
  readonly fault: { readonly reason: unknown } | null
}

type Asking = { readonly agentAtmId: string; readonly context: OperationContext; readonly hungUp: AbortSignal | null }

/** What a look came to; `null` where it failed. */
const settled = async <T>(looked: Promise<T>): Promise<{ readonly value: T | null; readonly reason: unknown }> =>
  looked.then(
    (value) => ({ value, reason: null }),
    (reason: unknown) => ({ value: null, reason }),
  )

/** A look that is under way; nothing is taken yet. */
type Look = { readonly fetches: Promise<Fetches>; readonly hasTasks: Promise<boolean> }

const hasHungUp = ({ hungUp }: Asking): boolean => hungUp?.aborted === true

/**
 * Begins a look: asks both services, together with other agents, whether there is anything, and for the journals where
 * there are any.
 */
const startLook = ({ sources }: Env, asking: Asking): Look => {
  const { agentAtmId, context } = asking
  const listFetches = async () =>
    (await sources.askForFetches(agentAtmId, context)) && !hasHungUp(asking)
      ? sources.listFetches(agentAtmId, context)
      : []
  const look = { fetches: listFetches(), hasTasks: sources.askForTasks(agentAtmId, context) }
  // What fails is reported where it is waited for.
  for (const part of [look.fetches, look.hasTasks]) part.catch(() => {})
  return look
}

/** Takes the tasks that wait, unless the agent has hung up. */
const takeTasks = async ({ sources }: Env, asking: Asking, look: Look): Promise<Tasks> =>
  !hasHungUp(asking) && (await look.hasTasks) && !hasHungUp(asking)
    ? sources.takeTasks(asking.agentAtmId, asking.context)
    : []

/**
 * Takes tasks, after the look for journals that is under way: as each is given once, they are taken when nothing else
 * is waited for, and not for an agent that has hung up. A task that was taken is in the answer, whatever became of the
 * look.
 */
const complete = async (env: Env, asking: Asking, look: Look): Promise<Work> => {
  const fetches = await settled(look.fetches)
  const tasks = await settled(takeTasks(env, asking, look))
  const failed = [fetches, tasks].find(({ value }) => value === null)
  return {
    tasks: tasks.value ?? [],
    journalFetches: fetches.value ?? [],
    fault: failed === undefined ? null : { reason: failed.reason },
  }
}

const NOTHING: Work = { tasks: [], journalFetches: [], fault: null }

const isEmpty = ({ tasks, journalFetches }: Work): boolean => tasks.length + journalFetches.length === 0

/**
 * The first look, with the heartbeat, which also checks that the ATM is the agent's: if it fails, nothing is returned
 * or taken. An agent that comes again, and for which there was nothing and no change since, is not looked up.
 */
const firstLook = async (env: Env, asking: Asking, poll: PendingPoll | null): Promise<Work> => {
  if (poll?.hasNothing() === true) {
    await env.beatHeart(asking.agentAtmId, asking.context)
    return NOTHING
  }
  const look = startLook(env, asking)
  await env.beatHeart(asking.agentAtmId, asking.context)
  const work = await complete(env, asking, look)
  if (isEmpty(work) && work.fault === null) poll?.noteNothing()
  return work
}

/** The answer to a poll that waits for news, and what there is without news. */
class DeferredWork implements Deferral {
  readonly poll: PendingPoll
  readonly untilMs: number
  readonly #env: Pick<Env, 'nowMs' | 'lookAgainMs'>
  /** What the last look found that did not fail. */
  known: Work = NOTHING
  /** Of the last look. */
  fault: Work['fault'] = null
  /** How the poll ended last, once it has. After LATE it may be time to look again only; `isTimeOver` at its end. */
  ending: Ending = 'LATE'
  isTimeOver = false

  constructor(poll: PendingPoll, untilMs: number, env: Pick<Env, 'nowMs' | 'lookAgainMs'>) {
    this.poll = poll
    this.untilMs = untilMs
    this.#env = env
  }

  /** Notes what a look found that is no news. A change that the look was for is not told again. */
  note(work: Work): void {
    this.fault = work.fault
    if (work.fault === null || !isEmpty(work)) this.known = { ...work, fault: null }
  }

  /** Calls back when there may be news, the time is over, or nobody waits for the answer any more. */
  whenReady(run: () => void): void {
    const { nowMs, lookAgainMs = LOOK_AGAIN_MS } = this.#env
    const leftMs = this.untilMs - nowMs()
    const lookMs = this.fault === null ? leftMs : Math.min(leftMs, lookAgainMs)
    this.poll.whenEnded(lookMs, (ending) => {
      this.ending = ending
      this.isTimeOver = ending === 'LATE' && lookMs === leftMs
      run()
    })
  }
}

/**
 * Answers with `work`, and remembers the answer unless the agent has gone, which then does not receive it.
 * @throws what the look failed with, if it found nothing.
 */
const answerWith = ({ recentAnswers }: Env, asking: Asking, work: Work): Work => {
  if (isEmpty(work) && work.fault !== null) throw work.fault.reason
  if (!hasHungUp(asking)) recentAnswers.note(asking.agentAtmId, work.journalFetches)
  return work
}

/** What there is for an agent at once; or its deferred answer. */
const beginWork = async (
  env: Env,
  asking: Asking,
  poll: PendingPoll | null,
  untilMs: number,
): Promise<Work | DeferredWork> => {
  const work = await firstLook(env, asking, poll)
  const { tasks, journalFetches } = work
  const isNews =
    tasks.length > 0 || (journalFetches.length > 0 && !env.recentAnswers.isKnown(asking.agentAtmId, journalFetches))
  if (isNews || poll === null) return answerWith(env, asking, work)
  const deferred = new DeferredWork(poll, untilMs, env)
  deferred.note(work)
  return deferred
}

/** What there is for an agent whose poll has ended; or the same deferred answer, where the poll goes on. */
const goOn = async (env: Env, asking: Asking, deferred: DeferredWork): Promise<Work | DeferredWork> => {
  const { ending, isTimeOver, fault, known } = deferred
  // Not remembered as received: the connection is lost, or may be, as the agent has polled again since.
  if (ending === 'GONE' || ending === 'REPLACED') return known
  const isUnchanged = ending === 'LATE' && fault === null && env.pendingPolls.isWatching()
  // Without a fault where it is unchanged; a poll that is released may not look again.
  if (ending === 'RELEASED' || isUnchanged) return answerWith(env, asking, { ...known, fault })
  const work = await complete(env, asking, startLook(env, asking))
  // A change is read again for some seconds: what this poll knows already is told again only if it is requested anew.
  const { tasks, journalFetches } = work
  const isNews = tasks.length > 0 || (journalFetches.length > 0 && !isSameWork(journalFetches, known.journalFetches))
  if (isNews || isTimeOver) return answerWith(env, asking, work)
  deferred.note(work)
  return deferred
}

const ready = (deferred: DeferredWork): Promise<void> => new Promise((resolve) => deferred.whenReady(resolve))

/**
 * What an agent is to do, at once where there are tasks or journals that it has not just received; else after a wait of
 * up to 30 seconds, for which the answer is deferred where that is possible. Counts as one heartbeat. Where one part
 * cannot be read, the agent receives the other part. Where that would be empty, it gets 503 and asks again. Of an agent
 * with many polls at once the oldest ones end early.
 */
export const createAgentWork =
  (env: Env) =>
  async ({ agentAtmId: given, waitSeconds }: WorkRequest, context: OperationContext) => {
    const resumed = context.resumed instanceof DeferredWork ? context.resumed : null
    if (resumed === null) env.charge(given, context)
    checkAgentAtmId(given)
    checkBetween('waitSeconds', waitSeconds, 0, LONGEST_WAIT_S)
    checkAgentAtm(context.principal, given)
    const hungUp = context.hungUp?.() ?? null
    const asking = { agentAtmId: given.trim(), context, hungUp }
    const untilMs = env.nowMs() + waitSeconds * 1000
    const { group } = holderOf(context.principal)
    const open = () =>
      waitSeconds === 0 ? null : env.pendingPolls.open({ agentAtmId: asking.agentAtmId, group }, hungUp)
    // Pending before the look, so that no change is missed in between.
    const poll = resumed?.poll ?? open()
    let isDeferred = false
    try {
      let work = resumed === null ? await beginWork(env, asking, poll, untilMs) : await goOn(env, asking, resumed)
      while (work instanceof DeferredWork) {
        isDeferred = context.mayDefer === true
        if (isDeferred) throw new AnswerDeferred(work)
        await ready(work)
        work = await goOn(env, asking, work)
      }
      return { tasks: [...work.tasks], journalFetches: work.journalFetches }
    } finally {
      if (!isDeferred) poll?.close()
    }
  }
