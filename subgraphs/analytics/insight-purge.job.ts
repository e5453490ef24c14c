import type { Stores } from '../../db/tenancy.ts'
import { DAY_MS } from '../kit/common/dates.ts'
import type { JobDefinition } from '../kit/jobs/jobs.ts'
import { deleteAcknowledgedInsights } from './insights.store.ts'

const KEPT_MS = 30 * DAY_MS
const PORTION = 1_000

/** Each night at 03:00 of the platform's time zone: removes insights that were acknowledged more than 30 days ago. */
export const insightPurgeJob = (stores: Stores): JobDefinition => ({
  name: 'analytics.insight-purge',
  cron: '0 3 * * *',
  timeZone: 'platform',
  async run({ now, progress, signal }) {
    const before = new Date(now.getTime() - KEPT_MS)
    let purged = 0
    for (;;) {
      signal?.throwIfAborted()
      const gone = await stores.asPlatform((tx) => deleteAcknowledgedInsights(tx, before, PORTION))
      purged += gone
      if (gone < PORTION) break
      progress(`${purged} insights purged`)
    }
    return `${purged} insights purged`
  },
})
