import { sql } from 'drizzle-orm'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../common/dates.ts'
import type { Retention } from '../config/retention.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { removeInPortions, trustedNow } from '../jobs/removal.ts'
import { DEAD_LETTER } from './topic-names.rules.ts'

/** Messages that one transaction deletes. */
const PORTION = 10_000

/** Where a topic is passed that no group reads: the largest that there can be. */
const LAST_SEQ = '9223372036854775807'

type Kept = Pick<Retention, 'topicDays' | 'deadLetterDays'>

/**
 * Deletes messages of topics in PostgreSQL, and dead letters, that are as old as each may be and that every group of
 * readers is past. What waits for a group that has begun to read its topic is never deleted. In a topic that no group
 * has begun to read, age alone decides, as it does in Kafka: a group that is new later begins with what is still there.
 */
export const topicRetentionJob = (stores: Stores, { topicDays, deadLetterDays }: Kept): JobDefinition => ({
  name: 'topics.retention',
  cron: '30 1 * * *',
  timeZone: 'UTC',
  async run(context) {
    const { progress, signal } = context
    const daysAgo = (days: number) => new Date(trustedNow(context).getTime() - days * DAY_MS).toISOString()
    const isDeadLetter = sql`m.topic like ${`%${DEAD_LETTER}`}`
    const deletePortion = async (tx: PlatformTx) => {
      const rows = await tx.execute(sql`
        with passed as (
          select t.name as topic, coalesce(min(c.seq), ${LAST_SEQ}::bigint) as seq
          from topics.topic t left join topics.cursor c on c.topic = t.name group by t.name
        )
        delete from topics.message where (topic, seq) in (
          select m.topic, m.seq from topics.message m join passed p on m.topic = p.topic and m.seq <= p.seq
          where (not ${isDeadLetter} and m.published_at < ${daysAgo(topicDays)}::timestamptz)
            or (${isDeadLetter} and m.published_at < ${daysAgo(deadLetterDays)}::timestamptz)
          limit ${PORTION}::int)
        returning 1`)
      return rows.length
    }
    const deleted = await removeInPortions(stores, PORTION, deletePortion, {
      signal,
      progress: (rows) => progress(`${rows} messages deleted`),
    })
    return `${deleted} messages deleted`
  },
})
