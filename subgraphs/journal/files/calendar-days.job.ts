import type { Stores } from '../../../db/tenancy.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { compactDays } from './calendar-days.store.ts'

/**
 * Every ten minutes: adds up what parses changed of each day, so that calendars read one row an institution and day.
 */
export const daysJob = (stores: Stores): JobDefinition => ({
  name: 'journal.days',
  cron: '*/10 * * * *',
  timeZone: 'UTC',
  async run() {
    return `${await stores.asPlatform(compactDays)} changes added up`
  },
})
