import { sql } from 'drizzle-orm'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { trustedNow } from '../../kit/jobs/removal.ts'
import { dropAuditMonths, makeAuditMonths } from '../audit/audit-months.store.ts'
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
 * Each day: makes partitions ahead, and drops keys and counts that no query needs any more, and old months of the
 * audit.
 */
export const partitionsJob = (stores: Stores, auditRetentionMonths: number): JobDefinition => ({
  name: 'incident.partitions',
  cron: '10 0 * * *',
  timeZone: 'UTC',
  async run(context) {
    const { now } = context
    const made = await stores.asPlatform((tx) => makePartitions(tx, now))
    const trustedMs = trustedNow(context).getTime()
    const before = dateOf(trustedMs - KEY_DAYS * DAY_MS)
    const dropped = await stores.asPlatform(async (tx) => {
      const [row] = await tx.execute<{ dropped: number }>(
        sql`select incident.drop_event_keys(${before}::text::date) as dropped`,
      )
      await deleteEventCounts(tx, new Date(trustedMs - COUNT_DAYS * DAY_MS))
      return row?.dropped ?? 0
    })
    const auditBefore = monthOf(trustedMs, -auditRetentionMonths)
    const months = await stores.asPlatform((tx) => dropAuditMonths(tx, auditBefore))
    return `${made} partitions made, ${dropped + months} dropped`
  },
})
