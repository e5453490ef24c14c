import type { Stores } from '../../db/tenancy.ts'
import type { JobDefinition } from '../kit/jobs.ts'
import { updateStaleRequests } from './gaps.store.ts'

/** How long an agent has to send a file that it was asked for. */
const PATIENCE_MS = 24 * 3_600_000

/** Opens gaps again whose file has not come within 24 hours of the request. Hourly. */
export const gapReopenJob = (stores: Stores): JobDefinition => ({
  name: 'journal.gap-reopen',
  cron: '0 * * * *',
  timeZone: 'UTC',
  run: async ({ now }) => {
    const opened = await stores.asPlatform((tx) => updateStaleRequests(tx, new Date(now.getTime() - PATIENCE_MS)))
    return `${opened} gaps opened again`
  },
})
