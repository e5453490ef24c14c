import type { Stores } from '../../../db/tenancy.ts'
import { addDays, DAY_MS, localDateOf } from '../../kit/common/dates.ts'
import type { JobContext, JobDefinition } from '../../kit/jobs/jobs.ts'
import { PATIENCE, type Patience, repeatPatiently, trustedNow } from '../../kit/jobs/removal.ts'
import { deleteOldInbox, insertPartitions } from './parse.store.ts'
import { listHotHolders, updateColdMonth } from './transaction-partitions.store.ts'

/** Partitions are made so far ahead that a job that fails for weeks harms nothing. */
const AHEAD_DAYS = 62
/** Messages come again within minutes; a month allows for the replay of a topic. */
const INBOX_DAYS = 30

/** Makes the partitions of the hot days and of those to come. Returns how many were missing. */
export const preparePartitions = (stores: Stores, now: Date, hotDays: number): Promise<number> => {
  const today = localDateOf(now, 'UTC')
  const range = { from: addDays(today, -hotDays), to: addDays(today, AHEAD_DAYS), today }
  return stores.asPlatform((tx) => insertPartitions(tx, range, hotDays))
}

/** Makes partitions ahead, and forgets old messages. Daily. */
export const partitionsJob = (stores: Stores, hotDays: number): JobDefinition => ({
  name: 'journal.partitions',
  cron: '30 1 * * *',
  timeZone: 'UTC',
  run: async (context) => {
    const made = await preparePartitions(stores, context.now, hotDays)
    const before = new Date(trustedNow(context).getTime() - INBOX_DAYS * DAY_MS)
    const gone = await stores.asPlatform((tx) => deleteOldInbox(tx, before))
    return `${made} partitions made, ${gone} old messages forgotten`
  },
})

/** How far apart two looks at who holds the hot table are: what is in both is no transaction of a parse or a page. */
const LOOK_MS = 200
const PATIENCE_MS = 40 * 60_000

const MOVE_PATIENCE: Patience = { ...PATIENCE, patienceMs: PATIENCE_MS }

/** True if a transaction holds the hot table for long: to wait for it would be to let everybody wait behind. */
const isHeldForLong = async (stores: Stores, { wait }: Patience): Promise<boolean> => {
  const look = () => stores.asPlatform(listHotHolders, { mode: 'read' })
  const before = await look()
  if (before.size === 0) return false
  await wait(LOOK_MS)
  const after = await look()
  return !before.isDisjointFrom(after)
}

/** One attempt: how many months it moved, or null if it was kept from it. */
const attemptMove = async (stores: Stores, today: string, hotDays: number, options: Patience) =>
  (await isHeldForLong(stores, options)) ? null : stores.asPlatform((tx) => updateColdMonth(tx, today, hotDays))

/**
 * Moves months that lie wholly before the hot days to the cold table, one a transaction. What is under way when it dies
 * has not happened, and two replicas take turns. No caller waits more than 50 ms for a lock because of it.
 * With fewer hot days than before, more months move; with more, what has moved stays cold, and queries read it there.
 */
export const moveToCold = async (
  stores: Stores,
  now: Date,
  hotDays: number,
  options: Patience = MOVE_PATIENCE,
  signal?: JobContext['signal'],
): Promise<{ moved: number; isDone: boolean }> => {
  const today = localDateOf(now, 'UTC')
  const { done, isDone } = await repeatPatiently(() => attemptMove(stores, today, hotDays, options), options, signal)
  return { moved: done, isDone }
}

/** Moves months that lie wholly before the hot days to the cold table. Daily at 02:00 UTC. */
export const hotToColdJob = (stores: Stores, hotDays: number): JobDefinition => ({
  name: 'journal.hot-to-cold',
  cron: '0 2 * * *',
  timeZone: 'UTC',
  run: async (context) => {
    // What has moved never comes back.
    const { moved, isDone } = await moveToCold(stores, trustedNow(context), hotDays, MOVE_PATIENCE, context.signal)
    if (!isDone) context.log.warn('the hot table is read for so long that months wait to be moved to the cold one')
    return `${moved} months moved from hot to cold${isDone ? '' : '; the rest is left to the next run'}`
  },
})
