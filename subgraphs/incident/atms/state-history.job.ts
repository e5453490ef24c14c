import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { deleteStateHistory } from './state-history.store.ts'

/** A year to look back on, and a month to write its report in. */
export const STATE_HISTORY_DAYS = 400

/** Each day: forgets changes of service state after 400 days. */
export const readingsJob = (stores: Stores): JobDefinition => ({
  name: 'incident.readings',
  cron: '20 0 * * *',
  timeZone: 'UTC',
  async run({ now }) {
    const before = new Date(now.getTime() - STATE_HISTORY_DAYS * DAY_MS)
    const stateChanges = await stores.asPlatform((tx) => deleteStateHistory(tx, before))
    return `${stateChanges} changes of service state deleted`
  },
})
