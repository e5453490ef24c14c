import { checkAgentAtm } from '../domain/sender.rules.ts'
import { checkAgentAtmId } from '../kit/auth/identifiers.rules.ts'
import { checkBetween } from '../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import { holderOf } from '../kit/sharing/shares.rules.ts'
import type { BeatHeart } from './heartbeat.ts'
import type { RecentAnswers } from './recent-answers.ts'
import type { Fetches, Tasks, WorkSources } from './work-sources.ts'
import type { Wait, Waiters } from './work-waiters.ts'

const LONGEST_WAIT_S = 30
/** After so long an agent that waits is looked up again where its last look failed. */
const LOOK_AGAIN_MS = 5_000

type Env = {
  readonly sources: WorkSources
  readonly beatHeart: BeatHeart
  readonly waiters: Waiters
  readonly recentAnswers: RecentAnswers
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
const begin = async (env: Env, asking: Asking, wait: Wait | null): Promise<Work> => {
  if (wait?.hasNothing() === true) {
    await env.beatHeart(asking.agentAtmId, asking.context)
    return NOTHING
  }
  const look = startLook(env, asking)
  await env.beatHeart(asking.agentAtmId, asking.context)
  const work = await complete(env, asking, look)
  if (isEmpty(work) && work.fault === null) wait?.noteNothing()
  return work
}

/**
 * Waits until there is news, the time is over, or no one waits for the answer any more; `known` is what there is
 * without news.
 */
const waitForWork = async (
  env: Env,
  asking: Asking,
  { wait, untilMs, known }: { wait: Wait; untilMs: number; known: Work },
): Promise<Work> => {
  let { fault } = known
  for (;;) {
    const leftMs = untilMs - performance.now()
    const lookMs = fault === null ? leftMs : Math.min(leftMs, env.lookAgainMs ?? LOOK_AGAIN_MS)
    const ending = await wait.next(lookMs)
    if (ending === 'GONE' || ending === 'RELEASED' || ending === 'REPLACED') return { ...known, fault: null }
    if (ending === 'LATE' && fault === null && env.waiters.isWatching()) return known
    const work = await complete(env, asking, startLook(env, asking))
    if (!isEmpty(work) || (ending === 'LATE' && lookMs === leftMs)) return work
    // A change that this look was for is not told again.
    fault = work.fault
  }
}

/**
 * What an agent is to do, at once where there are tasks or journals that it has not just received; else after a wait of
 * up to 30 seconds. Counts as one heartbeat. Where one part cannot be read, the agent receives the other part. Where
 * that would be empty, it gets 503 and asks again. Of an agent with many waits at once the oldest waits end early.
 */
export const createAgentWork =
  (env: Env) =>
  async ({ agentAtmId: given, waitSeconds }: WorkRequest, context: OperationContext) => {
    checkAgentAtmId(given)
    checkBetween('waitSeconds', waitSeconds, 0, LONGEST_WAIT_S)
    checkAgentAtm(context.principal, given)
    const hungUp = context.hungUp?.() ?? null
    const asking = { agentAtmId: given.trim(), context, hungUp }
    const untilMs = performance.now() + waitSeconds * 1000
    // It waits before it looks, so that nothing is missed in between.
    const { group } = holderOf(context.principal)
    const wait = waitSeconds === 0 ? null : env.waiters.open({ agentAtmId: asking.agentAtmId, group }, hungUp)
    try {
      const known = await begin(env, asking, wait)
      const isNews =
        known.tasks.length > 0 ||
        (known.journalFetches.length > 0 && !env.recentAnswers.isKnown(asking.agentAtmId, known.journalFetches))
      const work = isNews || wait === null ? known : await waitForWork(env, asking, { wait, untilMs, known })
      if (isEmpty(work) && work.fault !== null) throw work.fault.reason
      env.recentAnswers.note(asking.agentAtmId, work.journalFetches)
      return { tasks: [...work.tasks], journalFetches: work.journalFetches }
    } finally {
      wait?.close()
    }
  }
