import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { runLoop } from '../../kit/common/loop.ts'
import type { Waker } from '../../kit/common/waker.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import type { Logger } from '../../kit/observability/log.ts'
import { PLATFORM_ACTOR } from '../tasks.rules.ts'
import { makeTasks, prepareSome, type StepEnv } from './driver-steps.ts'
import { hasQueued, updateTakenBack } from './rollout-atms.store.ts'
import { findRolloutLocked, listStages, updateDue, updateRollout } from './rollouts.store.ts'
import { nextStep } from './stages.rules.ts'

type Env = StepEnv & { readonly stores: Stores }

/** How often a rollout that waits for outcomes is looked at. */
const OUTCOME_POLL_MS = 2_000
/** For how long a process has a rollout to itself; what it does takes a fraction of that. */
const LEASE_MS = 30_000
/** What one transaction takes back: an agent that asks meanwhile waits for no longer than that. */
const TASKS_TAKEN_BACK = 2_000
const POLL_MS = 1_000

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** Takes back what was not delivered of a rollout that was paused or cancelled. */
const takeBack = async (tx: PlatformTx, row: RolloutRow, at: Date): Promise<Date | null> => {
  const forGood = row.status === 'CANCELLED'
  const by = row.changedBy ?? PLATFORM_ACTOR
  const taken = await updateTakenBack(tx, row.id, { forGood, by, at, limit: TASKS_TAKEN_BACK })
  if (taken > 0) return at
  return (await hasQueued(tx, row.id)) ? later(at, POLL_MS) : null
}

/** Decides what is next for a rollout whose ATMs are divided into stages. Returns true where tasks are to be made. */
const decide = async (tx: PlatformTx, row: RolloutRow, at: Date): Promise<boolean> => {
  const stages = (await listStages(tx, [row], at)).get(row.id) ?? []
  const open = stages.slice(0, row.stageOpenedAt.length)
  const byPlatform = { changedBy: PLATFORM_ACTOR, changedAt: at }
  switch (nextStep(open, stages.length, row)) {
    case 'PAUSE':
      await updateRollout(tx, row.id, { status: 'PAUSED', pauseReason: 'FAILURES', nextAt: at, ...byPlatform })
      return false
    case 'OPEN_STAGE':
      await updateRollout(tx, row.id, { stageOpenedAt: [...row.stageOpenedAt, at], nextAt: at })
      return false
    case 'FINISH':
      await updateRollout(tx, row.id, { status: 'DONE', finishedAt: at, nextAt: null })
      return false
    case 'MAKE_TASKS':
      return true
    case 'WAIT':
      await updateRollout(tx, row.id, { nextAt: later(at, OUTCOME_POLL_MS) })
      return false
  }
}

/**
 * One step of a rollout: one transaction, after what it asks other services. It decides under the lock of the rollout,
 * by what is stored: a process that ends at any moment leaves a rollout that the next one goes on with.
 */
const drive = async (env: Env, due: RolloutRow): Promise<void> => {
  if (due.status === 'RUNNING' && due.preparedAt === null) return prepareSome(env, due)
  const mayMakeTasks = await env.stores.asPlatform(async (tx) => {
    const at = env.now()
    const row = await findRolloutLocked(tx, due.id)
    if (row === null) return false
    // Resumed after it was found to be due, before its ATMs were looked up: it has no stages yet, and is due again.
    if (row.status === 'RUNNING' && row.preparedAt === null) return false
    if (row.status === 'RUNNING') return decide(tx, row, at)
    await updateRollout(tx, row.id, { nextAt: await takeBack(tx, row, at) })
    return false
  })
  if (mayMakeTasks) await makeTasks(env, due)
}

/** Drives the rollouts that are due, one step each in turn, until none is. Returns how many steps were taken. */
export const driveRollouts = async (env: Env, isClosing: () => boolean = () => false): Promise<number> => {
  for (let steps = 0; ; steps += 1) {
    if (isClosing()) return steps
    const at = env.now()
    const due = await env.stores.asPlatform((tx) => updateDue(tx, at, later(at, LEASE_MS)))
    if (due === null) return steps
    await drive(env, due)
  }
}

/** Drives rollouts as they become due, until it is closed. Any number of processes may do so at the same time. */
export const startRollouts = (
  env: Env & { readonly log: Logger; readonly waker: Waker },
): { close(): Promise<void> } => {
  let closing = false
  const isClosing = () => closing
  const ended = runLoop({
    turn: async () => {
      await driveRollouts(env, isClosing)
      return POLL_MS
    },
    waker: env.waker,
    retryMs: POLL_MS,
    isClosing,
    onFailure: (error) => env.log.warn({ err: error }, 'rollouts cannot be driven; it is tried again'),
    onRecovery: () => env.log.info('rollouts are driven again'),
  })
  return {
    async close() {
      closing = true
      env.waker.wake()
      await ended
    },
  }
}

/** Drives the rollouts that are due now; by hand, as every process of the service does so all the time. */
export const rolloutsJob = (env: Env): JobDefinition => ({
  name: 'fleet.rollouts',
  cron: null,
  timeZone: 'UTC',
  run: async ({ signal }) => `${await driveRollouts(env, () => signal?.aborted === true)} steps taken`,
})
