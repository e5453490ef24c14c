import type { Stores } from '../../db/tenancy.ts'
import type { JobDefinition } from '../kit/jobs.ts'
import { updateFiledGaps, updateStaleRequests } from './gaps.store.ts'

/** How long an agent has to send a file that it was asked for. */
const PATIENCE_MS = 24 * 3_600_000

/** Opens gaps again whose file has not come within 24 hours of the request, and closes those whose file is there. Hourly. */
export const gapReopenJob = (stores: Stores): JobDefinition => ({
  name: 'journal.gap-reopen',
  cron: '0 * * * *',
  timeZone: 'UTC',
  run: async ({ now }) => {
    const since = new Date(now.getTime() - PATIENCE_MS)
    const { closed, opened } = await stores.asPlatform(async (tx) => ({
      closed: await updateFiledGaps(tx, now),
      opened: await updateStaleRequests(tx, since),
    }))
    return `${opened} gaps opened again, ${closed} closed`
  },
})
