import { z } from 'zod'
import type { Calls } from '../kit/calls.ts'
import type { OperationContext } from '../kit/context.ts'
import { badInput } from '../kit/errors.ts'
import { type BeatHeart, checkAtmId } from './heartbeat.ts'
import type { Passing } from './passing.ts'
import { checkAgentAtm } from './sender.rules.ts'
import type { Told } from './work-told.ts'
import type { Changes, Wait, Waiters } from './work-waiters.ts'

const JOURNAL_TIMEOUT_MS = 10_000
const LONGEST_WAIT_S = 30

const fetches = z.array(z.object({ gapId: z.number().int(), gapDate: z.iso.date() }))
type Fetches = z.infer<typeof fetches>

const changes = z.object({
  agentAtmIds: z.array(z.string()),
  // In memory an instant arrives as it is.
  next: z.iso
    .datetime()
    .or(z.date())
    .transform((given) => new Date(given)),
})

/** Asks the journal service who was asked for files since a moment. Rejects when it does not say. */
export const createListChanges =
  (calls: Calls) =>
  async (since: Date): Promise<Changes> => {
    const answer = await calls.request('journal', {
      method: 'GET',
      path: '/api/internal/fetches/changes',
      query: { since: since.toISOString() },
      as: { kind: 'internal' },
      timeoutMs: JOURNAL_TIMEOUT_MS,
    })
    if (answer.status !== 200) throw new Error(`the journal service answered ${answer.status} when asked for changes`)
    return changes.parse(answer.body)
  }

type Env = { readonly pass: Passing; readonly beatHeart: BeatHeart; readonly waiters: Waiters; readonly told: Told }

export type WorkRequest = { readonly agentAtmId: string; readonly waitSeconds: number }

/** What the journal service wants of an agent. @throws DomainError UNAVAILABLE when that cannot be learned. */
const listFetches = async ({ pass }: Env, agentAtmId: string, context: OperationContext): Promise<Fetches> => {
  const query = { agentAtmId }
  const request = { method: 'GET', path: '/api/internal/fetches', query, timeoutMs: JOURNAL_TIMEOUT_MS } as const
  return fetches.parse((await pass('journal', request, context)).body)
}

/**
 * The first look, with the sign of life, which also tells whether the ATM is the agent's: without it nothing is told. What the
 * sender has done wrong comes before what is out of order here.
 */
const begin = async (env: Env, agentAtmId: string, context: OperationContext): Promise<Fetches> => {
  const [heartbeat, work] = await Promise.allSettled([
    env.beatHeart(agentAtmId, context),
    listFetches(env, agentAtmId, context),
  ])
  if (heartbeat.status === 'rejected') throw heartbeat.reason
  if (work.status === 'rejected') throw work.reason
  return work.value
}

/** Waits until there is news, the time is over, or nobody waits for the answer any more; `known` is what there is without news. */
const waitForWork = async (
  env: Env,
  { wait, agentAtmId, untilMs, known }: { wait: Wait; agentAtmId: string; untilMs: number; known: Fetches },
  context: OperationContext,
): Promise<Fetches> => {
  for (;;) {
    const ending = await wait.next(untilMs - performance.now())
    if (ending === 'GONE' || ending === 'RELEASED') return known
    if (ending === 'LATE' && env.waiters.isWatching()) return known
    const work = await listFetches(env, agentAtmId, context)
    if (work.length > 0 || ending === 'LATE') return work
  }
}

/**
 * What an agent is to do, at once where there is something that it has not just been told; else after a wait of up to 30 seconds.
 * Counts as one heartbeat. Who is told nothing because it cannot be learned gets 503, and asks again.
 */
export const createAgentWork =
  (env: Env) =>
  async ({ agentAtmId: given, waitSeconds }: WorkRequest, context: OperationContext) => {
    checkAtmId(given)
    if (waitSeconds < 0 || waitSeconds > LONGEST_WAIT_S)
      throw badInput('waitSeconds', `must be from 0 to ${LONGEST_WAIT_S}`)
    checkAgentAtm(context.principal, given)
    const agentAtmId = given.trim()
    const untilMs = performance.now() + waitSeconds * 1000
    // It waits before it looks, so that nothing is missed in between.
    const wait = waitSeconds === 0 ? null : env.waiters.open(agentAtmId, context.hungUp?.() ?? null)
    try {
      const known = await begin(env, agentAtmId, context)
      const isNews = known.length > 0 && !env.told.isKnown(agentAtmId, known)
      const journalFetches =
        isNews || wait === null ? known : await waitForWork(env, { wait, agentAtmId, untilMs, known }, context)
      env.told.note(agentAtmId, journalFetches)
      // Tasks come with the fleet service's; until it has any, there are none to hand out.
      return { tasks: [], journalFetches }
    } finally {
      wait?.close()
    }
  }
