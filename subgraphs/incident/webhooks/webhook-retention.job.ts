import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { deleteOldDeliveries, deleteOldSecrets, updateExpired } from './webhook-queue.store.ts'

const PORTION = 1_000

/** Does a portion until less than one is left; how many these were. */
const inPortions = async (stores: Stores, work: (tx: PlatformTx) => Promise<number>): Promise<number> => {
  let done = 0
  for (;;) {
    const portion = await stores.asPlatform(work)
    done += portion
    if (portion < PORTION) return done
  }
}

/**
 * Gives up deliveries that could not be sent in time, and deletes those that are older than `keptDays`, and secrets
 * that were replaced and are valid no more.
 */
export const webhookRetentionJob = (stores: Stores, keptDays: number): JobDefinition => ({
  name: 'incident.webhook-retention',
  cron: '20 * * * *',
  timeZone: 'UTC',
  async run({ now }) {
    const before = new Date(now.getTime() - keptDays * DAY_MS)
    const expired = await inPortions(stores, (tx) => updateExpired(tx, now, PORTION))
    const deleted = await inPortions(stores, (tx) => deleteOldDeliveries(tx, before, PORTION))
    await stores.asPlatform((tx) => deleteOldSecrets(tx, new Date(now.getTime() - DAY_MS)))
    return `${expired} webhook deliveries given up, ${deleted} deleted`
  },
})
