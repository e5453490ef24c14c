import type { Stores } from '../../db/tenancy.ts'
import type { JobDefinition } from '../kit/jobs.ts'
import { dayOf } from './cassettes.rate.rules.ts'
import { deleteCassetteDays } from './cassettes.store.ts'
import { deleteStateHistory } from './state-history.store.ts'

const DAY_MS = 86_400_000
/** A rate looks back to the seventh day; one more, so that no clock sees a day go that it still counts. */
const CASSETTE_DAYS = 8
/** A year to look back on, and a month to write its report in. */
export const STATE_HISTORY_DAYS = 400

/** Each day: forgets what left the cassettes before the days of a rate, and changes of service state after 400 days. */
export const readingsJob = (stores: Stores): JobDefinition => ({
  name: 'incident.readings',
  cron: '20 0 * * *',
  timeZone: 'UTC',
  async run({ now }) {
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
    const days = await stores.asPlatform((tx) => deleteCassetteDays(tx, dayOf(ago(CASSETTE_DAYS).getTime())))
    const flips = await stores.asPlatform((tx) => deleteStateHistory(tx, ago(STATE_HISTORY_DAYS)))
    return `${days} days of cassettes and ${flips} changes of service state deleted`
  },
})
