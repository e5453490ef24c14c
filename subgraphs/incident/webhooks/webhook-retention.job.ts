import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { deleteOldDeliveries, updateExpired } from './webhook-queue.store.ts'

const KEPT_DAYS = 30
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

/** Gives up deliveries that nobody could send in time, and forgets those of a month ago. */
export const webhookRetentionJob = (stores: Stores): JobDefinition => ({
  name: 'incident.webhook-retention',
  cron: '20 * * * *',
  timeZone: 'UTC',
  async run({ now }) {
    const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
    const expired = await inPortions(stores, (tx) => updateExpired(tx, now, PORTION))
    const deleted = await inPortions(stores, (tx) => deleteOldDeliveries(tx, before, PORTION))
    return `${expired} webhook deliveries given up, ${deleted} deleted`
  },
})
