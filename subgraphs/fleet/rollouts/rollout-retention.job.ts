import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { untilDone } from '../../kit/jobs/portions.ts'
import { trustedNow } from '../../kit/jobs/removal.ts'
import { deleteOldRollout } from './rollouts.store.ts'

/** Each day: deletes rollouts `keptDays` after they were requested, as tasks, unless they run. */
export const rolloutRetentionJob = (stores: Stores, keptDays: number): JobDefinition => ({
  name: 'fleet.rollout-retention',
  cron: '50 0 * * *',
  timeZone: 'UTC',
  run: async (context) => {
    const { signal } = context
    const before = new Date(trustedNow(context).getTime() - keptDays * DAY_MS)
    // One a transaction: each has up to 100,000 ATMs.
    const deleted = await untilDone(() => stores.asPlatform((tx) => deleteOldRollout(tx, before)), { signal })
    return `${deleted} rollouts deleted`
  },
})
