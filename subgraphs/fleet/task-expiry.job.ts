import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { DAY_MS } from '../kit/common/dates.ts'
import type { JobContext, JobDefinition } from '../kit/jobs/jobs.ts'
import { removeInPortions, trustedNow } from '../kit/jobs/removal.ts'
import { deleteTasks, updateExpired } from './task-delivery.store.ts'
import { deleteTaskKeys } from './task-requests.store.ts'
import { KEY_LIFETIME_MS } from './task-requests.ts'
import { PLATFORM_ACTOR } from './tasks.rules.ts'

/** What one transaction does: an agent that asks meanwhile waits for no longer than that. */
const BATCH = 2_000

/** All there is, in one run. */
const inBatches = (
  stores: Stores,
  work: (tx: PlatformTx) => Promise<number>,
  signal: JobContext['signal'],
): Promise<number> => removeInPortions(stores, BATCH, work, { signal, mostPortions: Number.POSITIVE_INFINITY })

/**
 * Marks tasks that no agent has asked for in time, and forgets the keys of yesterday's requests. Neither waits for
 * this: an expired task is never sent, and an old key has no effect, whether or not it has run. Every minute.
 */
export const taskExpiryJob = (stores: Stores): JobDefinition => ({
  name: 'fleet.task-expiry',
  cron: '* * * * *',
  timeZone: 'UTC',
  run: async ({ now, signal }) => {
    const expired = await inBatches(stores, (tx) => updateExpired(tx, PLATFORM_ACTOR, now, BATCH), signal)
    const until = new Date(now.getTime() - KEY_LIFETIME_MS)
    const forgotten = await inBatches(stores, (tx) => deleteTaskKeys(tx, until, BATCH), signal)
    return `${expired} tasks expired, ${forgotten} keys forgotten`
  },
})

/** Each day: deletes tasks `keptDays` after they were requested that neither wait nor are of an unfinished rollout. */
export const taskRetentionJob = (stores: Stores, keptDays: number): JobDefinition => ({
  name: 'fleet.task-retention',
  cron: '40 0 * * *',
  timeZone: 'UTC',
  run: async (context) => {
    const before = new Date(trustedNow(context).getTime() - keptDays * DAY_MS)
    const deleted = await inBatches(stores, (tx) => deleteTasks(tx, before, BATCH), context.signal)
    return `${deleted} tasks deleted`
  },
})
