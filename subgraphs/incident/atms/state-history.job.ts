import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { removeInPortions, trustedNow } from '../../kit/jobs/removal.ts'
import { deleteStateHistory } from './state-history.store.ts'

/** Changes that one transaction deletes. */
const PORTION = 5_000

/** Each day: deletes changes of service state that are older than `keptDays`. */
export const readingsJob = (stores: Stores, keptDays: number): JobDefinition => ({
  name: 'incident.readings',
  cron: '20 0 * * *',
  timeZone: 'UTC',
  async run(context) {
    const { progress, signal } = context
    const before = new Date(trustedNow(context).getTime() - keptDays * DAY_MS)
    const removed = await removeInPortions(stores, PORTION, (tx) => deleteStateHistory(tx, before, PORTION), {
      signal,
      progress: (rows) => progress(`${rows} changes of service state deleted`),
    })
    return `${removed} changes of service state deleted`
  },
})
