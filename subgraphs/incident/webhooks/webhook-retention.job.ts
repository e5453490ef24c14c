import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { removeInPortions, trustedNow } from '../../kit/jobs/removal.ts'
import { deleteOldDeliveries, deleteOldSecrets, updateExpired } from './webhook-queue.store.ts'

const PORTION = 1_000

/**
 * Gives up deliveries that could not be sent in time, and deletes those that are older than `keptDays`, and secrets
 * that were replaced and are valid no more.
 */
export const webhookRetentionJob = (stores: Stores, keptDays: number): JobDefinition => ({
  name: 'incident.webhook-retention',
  cron: '20 * * * *',
  timeZone: 'UTC',
  async run(context) {
    const { signal } = context
    // What is given up is not sent again either, and a secret that is deleted does not come back.
    const now = trustedNow(context)
    const before = new Date(now.getTime() - keptDays * DAY_MS)
    const expired = await removeInPortions(stores, PORTION, (tx) => updateExpired(tx, now, PORTION), { signal })
    const deleted = await removeInPortions(stores, PORTION, (tx) => deleteOldDeliveries(tx, before, PORTION), {
      signal,
    })
    await stores.asPlatform((tx) => deleteOldSecrets(tx, new Date(now.getTime() - DAY_MS)))
    return `${expired} webhook deliveries given up, ${deleted} deleted`
  },
})
