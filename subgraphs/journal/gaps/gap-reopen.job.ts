import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobContext, JobDefinition } from '../../kit/jobs/jobs.ts'
import { removeInPortions } from '../../kit/jobs/removal.ts'
import { updateFiledGaps, updateStaleRequests } from './gap-detection.store.ts'

/** How long an agent has to send a file that it was asked for. */
const PATIENCE_MS = DAY_MS
/** Gaps that one transaction looks at: a parse that closes one of them waits for no longer than that. */
const BATCH = 5_000

/**
 * Closes gaps whose file is there, in small transactions. Returns how many.
 * @throws the reason of `signal`, before the next transaction, once it aborts.
 */
export const closeFiledGaps = async (
  stores: Stores,
  { now, signal }: Pick<JobContext, 'now' | 'signal'>,
): Promise<number> => {
  let total = 0
  for (let afterId: number | null = 0; afterId !== null; ) {
    signal?.throwIfAborted()
    const from: number = afterId
    const { closed, next } = await stores.asPlatform((tx) => updateFiledGaps(tx, from, BATCH, now))
    total += closed
    afterId = next
  }
  return total
}

/**
 * Opens gaps again whose file has not come within 24 hours of the request, and closes those whose file is there.
 * Hourly.
 */
export const gapReopenJob = (stores: Stores): JobDefinition => ({
  name: 'journal.gap-reopen',
  cron: '0 * * * *',
  timeZone: 'UTC',
  run: async (context) => {
    const closed = await closeFiledGaps(stores, context)
    const since = new Date(context.now.getTime() - PATIENCE_MS)
    const { signal } = context
    const opened = await removeInPortions(stores, BATCH, (tx) => updateStaleRequests(tx, since, BATCH), { signal })
    return `${opened} gaps opened again, ${closed} closed`
  },
})
