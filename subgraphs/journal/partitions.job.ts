import type { Stores } from '../../db/tenancy.ts'
import { addDays, localDateOf } from '../kit/dates.ts'
import type { JobDefinition } from '../kit/jobs.ts'
import { deleteOldInbox, insertPartitions, updateColdPartitions } from './parse.store.ts'

/** Partitions are made so far ahead that a job that fails for weeks harms nothing. */
const AHEAD_DAYS = 62
/** Messages come again within minutes; a month is for whoever replays a topic. */
const INBOX_DAYS = 30
const DAY_MS = 86_400_000

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
  run: async ({ now }) => {
    const made = await preparePartitions(stores, now, hotDays)
    const gone = await stores.asPlatform((tx) => deleteOldInbox(tx, new Date(now.getTime() - INBOX_DAYS * DAY_MS)))
    return `${made} partitions made, ${gone} old messages forgotten`
  },
})

/** Moves months that lie wholly before the hot days to the cold table. Daily at 02:00 UTC. */
export const hotToColdJob = (stores: Stores, hotDays: number): JobDefinition => ({
  name: 'journal.hot-to-cold',
  cron: '0 2 * * *',
  timeZone: 'UTC',
  run: async ({ now }) => {
    const moved = await stores.asPlatform((tx) => updateColdPartitions(tx, localDateOf(now, 'UTC'), hotDays))
    return `${moved} months moved from hot to cold`
  },
})
