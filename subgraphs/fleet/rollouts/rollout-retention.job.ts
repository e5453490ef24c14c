import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { deleteOldRollout } from './rollouts.store.ts'

/** Each day: deletes rollouts `keptDays` after they were requested, as tasks, unless they run. */
export const rolloutRetentionJob = (stores: Stores, keptDays: number): JobDefinition => ({
  name: 'fleet.rollout-retention',
  cron: '50 0 * * *',
  timeZone: 'UTC',
  run: async ({ now }) => {
    const before = new Date(now.getTime() - keptDays * DAY_MS)
    // One a transaction: each has up to 100,000 ATMs.
    for (let deleted = 0; ; deleted += 1)
      if ((await stores.asPlatform((tx) => deleteOldRollout(tx, before))) === 0) return `${deleted} rollouts deleted`
  },
})
