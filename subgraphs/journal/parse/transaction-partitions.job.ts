import { setTimeout as delay } from 'node:timers/promises'
import { isRetryable } from '../../../db/errors.ts'
import type { Stores } from '../../../db/tenancy.ts'
import { addDays, DAY_MS, localDateOf } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
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
  run: async ({ now }) => {
    const made = await preparePartitions(stores, now, hotDays)
    const gone = await stores.asPlatform((tx) => deleteOldInbox(tx, new Date(now.getTime() - INBOX_DAYS * DAY_MS)))
    return `${made} partitions made, ${gone} old messages forgotten`
  },
})

/** How far apart two looks at who holds the hot table are: what is in both is no transaction of a parse or a page. */
const LOOK_MS = 200
/** Between attempts the table is left alone for many times as long as one may hold others up. */
const PAUSE_MS = { from: 500, to: 1_500 }
const PATIENCE_MS = 40 * 60_000

/** What the move needs besides the stores; tests bring a `wait` of their own. */
export type MoveOptions = {
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<unknown>
  /** From 0 up to 1. */
  readonly random: () => number
  /** How long it tries in all before it leaves the rest to the next run. */
  readonly patienceMs: number
}

const MOVE_OPTIONS: MoveOptions = { wait: delay, random: Math.random, patienceMs: PATIENCE_MS }

/** True if a transaction holds the hot table for long: to wait for it would be to let everybody wait behind. */
const isHeldForLong = async (stores: Stores, { wait }: MoveOptions): Promise<boolean> => {
  const look = () => stores.asPlatform(listHotHolders, { mode: 'read' })
  const before = await look()
  if (before.size === 0) return false
  await wait(LOOK_MS)
  const after = await look()
  return !before.isDisjointFrom(after)
}

/** One attempt: how many months it moved, or null if it was kept from it. */
const attemptMove = async (stores: Stores, today: string, hotDays: number, options: MoveOptions) => {
  if (await isHeldForLong(stores, options)) return null
  try {
    return await stores.asPlatform((tx) => updateColdMonth(tx, today, hotDays))
  } catch (error) {
    if (isRetryable(error)) return null
    throw error
  }
}

/**
 * Moves months that lie wholly before the hot days to the cold table, one a transaction. What is under way when it dies
 * has not happened, and two replicas take turns. No caller waits more than 50 ms for a lock because of it.
 * With fewer hot days than before, more months move; with more, what has moved stays cold, and queries read it there.
 */
export const moveToCold = async (
  stores: Stores,
  now: Date,
  hotDays: number,
  options: MoveOptions = MOVE_OPTIONS,
): Promise<{ moved: number; isDone: boolean }> => {
  const today = localDateOf(now, 'UTC')
  const { from, to } = PAUSE_MS
  let moved = 0
  for (let waitedMs = 0; waitedMs < options.patienceMs; ) {
    const outcome = await attemptMove(stores, today, hotDays, options)
    if (outcome === 0) return { moved, isDone: true }
    moved += outcome ?? 0
    const pauseMs = outcome === null ? from + options.random() * (to - from) : 0
    waitedMs += pauseMs
    if (pauseMs > 0) await options.wait(pauseMs)
  }
  return { moved, isDone: false }
}

/** Moves months that lie wholly before the hot days to the cold table. Daily at 02:00 UTC. */
export const hotToColdJob = (stores: Stores, hotDays: number): JobDefinition => ({
  name: 'journal.hot-to-cold',
  cron: '0 2 * * *',
  timeZone: 'UTC',
  run: async ({ now, log }) => {
    const { moved, isDone } = await moveToCold(stores, now, hotDays)
    if (!isDone) log.warn('the hot table is read for so long that months wait to be moved to the cold one')
    return `${moved} months moved from hot to cold${isDone ? '' : '; the rest is left to the next run'}`
  },
})
