import type { Stores } from '../../db/tenancy.ts'
import { DAY_MS } from '../kit/common/dates.ts'
import type { JobDefinition } from '../kit/jobs/jobs.ts'
import { removeInPortions, trustedNow } from '../kit/jobs/removal.ts'
import { deleteAcknowledgedInsights } from './insights.store.ts'

const KEPT_MS = 30 * DAY_MS
const PORTION = 1_000

/** Each night at 03:00 of the platform's time zone: removes insights that were acknowledged more than 30 days ago. */
export const insightPurgeJob = (stores: Stores): JobDefinition => ({
  name: 'analytics.insight-purge',
  cron: '0 3 * * *',
  timeZone: 'platform',
  async run(context) {
    const before = new Date(trustedNow(context).getTime() - KEPT_MS)
    const purged = await removeInPortions(stores, PORTION, (tx) => deleteAcknowledgedInsights(tx, before, PORTION), {
      signal: context.signal,
      progress: (rows) => context.progress(`${rows} insights purged`),
      mostPortions: Number.POSITIVE_INFINITY,
    })
    return `${purged} insights purged`
  },
})
