import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { deleteOldRollout } from './rollouts.store.ts'

/** As long as tasks. */
const RETENTION_MS = 400 * DAY_MS

/** Each day: deletes rollouts 400 days after they were asked for, unless they run. */
export const rolloutRetentionJob = (stores: Stores): JobDefinition => ({
  name: 'fleet.rollout-retention',
  cron: '50 0 * * *',
  timeZone: 'UTC',
  run: async ({ now }) => {
    const before = new Date(now.getTime() - RETENTION_MS)
    // One a transaction: each has up to 100,000 ATMs.
    for (let deleted = 0; ; deleted += 1)
      if ((await stores.asPlatform((tx) => deleteOldRollout(tx, before))) === 0) return `${deleted} rollouts deleted`
  },
})
