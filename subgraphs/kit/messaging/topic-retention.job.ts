import { sql } from 'drizzle-orm'
import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../common/dates.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { DEAD_LETTER } from './topic-names.rules.ts'

const RETENTION_DAYS = 7
const DEAD_LETTER_DAYS = 90

/**
 * Deletes messages of topics in PostgreSQL that are a week old, dead letters 90 days, and that every group of readers
 * is past; what waits is never deleted.
 */
export const topicRetentionJob = (stores: Stores): JobDefinition => ({
  name: 'topics.retention',
  cron: '30 1 * * *',
  timeZone: 'UTC',
  async run({ now }) {
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
    const [row] = await stores.asPlatform((tx) =>
      tx.execute<{ deleted: string }>(sql`
        with passed as (select topic, min(seq) as seq from topics.cursor group by topic),
        gone as (
          delete from topics.message m using passed p
          where m.topic = p.topic and m.seq <= p.seq and m.published_at < ${daysAgo(RETENTION_DAYS)}::timestamptz
            and (m.topic not like ${`%${DEAD_LETTER}`} or m.published_at < ${daysAgo(DEAD_LETTER_DAYS)}::timestamptz)
          returning 1
        )
        select count(*)::text as deleted from gone`),
    )
    return `${row?.deleted ?? 0} messages deleted`
  },
})
