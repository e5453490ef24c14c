import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { removeInPortions, trustedNow } from '../../kit/jobs/removal.ts'
import { deleteExceptions } from './exceptions.store.ts'

/** As long as an agent may send the event again. */
const REPLAYED_DAYS = 30
/** What one transaction deletes. */
const BATCH = 2_000

/** Each day: deletes event exceptions, 30 days after their replay or `pendingDays` after they arrived. */
export const exceptionsJob = (stores: Stores, pendingDays: number): JobDefinition => ({
  name: 'incident.exceptions',
  cron: '30 0 * * *',
  timeZone: 'UTC',
  async run(context) {
    const { progress, signal } = context
    const ago = (days: number) => new Date(trustedNow(context).getTime() - days * DAY_MS)
    const before = { replayed: ago(REPLAYED_DAYS), received: ago(pendingDays) }
    const deleted = await removeInPortions(stores, BATCH, (tx) => deleteExceptions(tx, before, BATCH), {
      signal,
      progress: (rows) => progress(`${rows} deleted`),
      mostPortions: Number.POSITIVE_INFINITY,
    })
    return `${deleted} event exceptions deleted`
  },
})
