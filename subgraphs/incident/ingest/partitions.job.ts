import { sql } from 'drizzle-orm'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { PATIENCE, type Patience, repeatPatiently, trustedNow } from '../../kit/jobs/removal.ts'
import { dropAuditMonth, makeAuditMonths } from '../audit/audit-months.store.ts'
import { deleteEventCounts } from '../fleet-history/activity.store.ts'
import { KEY_DAYS } from './read-state.ts'

const DAYS_AHEAD = 7
/** Counters serve the last day; the rest is for looking back. */
const COUNT_DAYS = 35

const AUDIT_MONTHS_AHEAD = 3

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The first day of the month that comes so many after the one of an instant. */
const monthOf = (ms: number, after: number): string => {
  const at = new Date(ms)
  return dateOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + after, 1))
}

/**
 * Makes the partitions of events from yesterday to a week ahead, and of the audit from last month to three months
 * ahead. Resolves to how many were missing.
 */
export const makePartitions = async (tx: PlatformTx, now: Date): Promise<number> => {
  const from = dateOf(now.getTime() - DAY_MS)
  const until = dateOf(now.getTime() + DAYS_AHEAD * DAY_MS)
  const [row] = await tx.execute<{ made: number }>(
    sql`select incident.make_partitions(${from}::text::date, ${until}::text::date) as made`,
  )
  const months = Array.from({ length: AUDIT_MONTHS_AHEAD + 2 }, (_, n) => monthOf(now.getTime(), n - 1))
  return (row?.made ?? 0) + (await makeAuditMonths(tx, months))
}

/**
 * Drops the oldest week of keys if it lies wholly before a day: 1, or 0 if there is none.
 * @throws a retryable error when a lock is not to be had within 50 ms; then nothing was dropped.
 */
const dropEventKeyWeek = async (tx: PlatformTx, before: string): Promise<number> => {
  const [row] = await tx.execute<{ dropped: number }>(
    sql`select incident.drop_event_key_week(${before}::text::date) as dropped`,
  )
  return row?.dropped ?? 0
}

/**
 * Each day: makes partitions ahead, and drops keys and counts that no query needs any more, and old months of the
 * audit. What is read for too long is left to the next run.
 */
export const partitionsJob = (
  stores: Stores,
  auditRetentionMonths: number,
  patience: Patience = PATIENCE,
): JobDefinition => ({
  name: 'incident.partitions',
  cron: '10 0 * * *',
  timeZone: 'UTC',
  async run(context) {
    const { log, now, signal } = context
    const made = await stores.asPlatform((tx) => makePartitions(tx, now))
    const trustedMs = trustedNow(context).getTime()
    const drop = (one: (tx: PlatformTx, before: string) => Promise<number>, before: string) =>
      repeatPatiently(() => stores.asPlatform((tx) => one(tx, before)), patience, signal)
    await stores.asPlatform((tx) => deleteEventCounts(tx, new Date(trustedMs - COUNT_DAYS * DAY_MS)))
    const weeks = await drop(dropEventKeyWeek, dateOf(trustedMs - KEY_DAYS * DAY_MS))
    const months = await drop(dropAuditMonth, monthOf(trustedMs, -auditRetentionMonths))
    const isDone = weeks.isDone && months.isDone
    if (!isDone) log.warn('keys of events or the audit are read for so long that old partitions wait to be dropped')
    const rest = isDone ? '' : '; the rest is left to the next run'
    return `${made} partitions made, ${weeks.done + months.done} dropped${rest}`
  },
})
