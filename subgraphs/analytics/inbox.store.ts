import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import { createSentColumns } from '../../db/columns.ts'
import type { PlatformTx } from '../../db/tenancy.ts'
import { NO_INSTITUTION } from './counters.store.ts'
import type { Consumed } from './messages.ts'

const FOLD = sql`hashtextextended('analytics.fold', 0)`

/**
 * Lets one transaction at a time fold what concerns these ATMs, and none while the rebuild is at work. In one order,
 * so that there is no deadlock.
 */
export const lockFold = async (tx: PlatformTx, atmIds: readonly number[]): Promise<void> => {
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(${FOLD}), pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('analytics.atm:' || id, 0) as key
      from unnest(${sqlArray(atmIds, 'bigint')}) as id order by key
    ) ordered`)
}

/** Keeps the rebuild from working meanwhile. */
export const shareFold = async (tx: PlatformTx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${FOLD})`)
}

/** Lets nothing be folded until the transaction ends. */
export const lockWholeFold = async (tx: PlatformTx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${FOLD})`)
}

const MESSAGES = createSentColumns<Consumed>({
  message_id: ['uuid', ({ id }) => id],
  kind: ['text', ({ kind }) => kind],
  atm_id: ['bigint', ({ atmId }) => atmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  occurred_at: ['timestamptz', ({ occurredAt }) => Date.parse(occurredAt)],
  data: ['jsonb', ({ data }) => JSON.stringify(data)],
})

/** Keeps messages with their data; the ids of those that were not consumed before. */
export const insertMessages = async (
  tx: PlatformTx,
  messages: readonly Consumed[],
  receivedAt: Date,
): Promise<string[]> => {
  const rows = await tx.execute<{ message_id: string }>(sql`
    insert into analytics.inbox (${sql.raw(MESSAGES.names())}, received_at)
    select v.*, ${receivedAt}::timestamptz from ${MESSAGES.of(messages)} order by v.message_id
    on conflict do nothing returning message_id::text`)
  return rows.map(({ message_id }) => message_id)
}

/** Merges messages of parsed files into the files of their days; neither order nor repetition changes the result. */
export const mergeFiles = async (tx: PlatformTx, which: SQL): Promise<void> => {
  await tx.execute(sql`
    with m as materialized (
      select atm_id, (data ->> 'journalDate')::date as day,
        coalesce(institution_key, ${NO_INSTITUTION}) as institution_key,
        (data ->> 'parseSequence')::bigint as parse_sequence,
        (data ->> 'transactions')::int as transactions, (data ->> 'successful')::int as successful,
        (data ->> 'failed')::int as failed, received_at as known_since
      from analytics.inbox where kind = 'FILE_PARSED' and data ->> 'status' <> 'FAILED' and ${which}
    )
    insert into analytics.journal_day as d (atm_id, day, institution_key, parse_sequence, transactions, successful,
      failed, known_since)
    select distinct on (atm_id, day, institution_key) atm_id, day, institution_key, parse_sequence, transactions,
      successful, failed, known_since
    from m where parse_sequence > 0 order by atm_id, day, institution_key, parse_sequence desc
    on conflict (atm_id, day, institution_key) do update set parse_sequence = excluded.parse_sequence,
      transactions = excluded.transactions, successful = excluded.successful, failed = excluded.failed,
      known_since = excluded.known_since
    where excluded.parse_sequence > d.parse_sequence`)
}

/** Merges messages of incidents into what is known of them: the same in any order, and once or twice. */
export const mergeIncidents = async (tx: PlatformTx, which: SQL, timeZone: string): Promise<void> => {
  await tx.execute(sql`
    with m as materialized (
      select (data ->> 'incidentId')::bigint as incident_id, atm_id, institution_key,
        (data ->> 'version')::int as version,
        data ->> 'status' <> 'RESOLVED' as is_open, received_at,
        case when kind = 'INCIDENT_CREATED' then ((data ->> 'openedAt')::timestamptz at time zone ${timeZone})::date
          end as created_on,
        case when kind = 'INCIDENT_RESOLVED'
          then (coalesce((data ->> 'resolvedAt')::timestamptz, occurred_at) at time zone ${timeZone})::date
            end as resolved_on
      from analytics.inbox where kind <> 'FILE_PARSED' and ${which}
    ), newest as (
      select distinct on (incident_id) incident_id, atm_id, institution_key, version, is_open from m
      order by incident_id, version desc, is_open
    ), told as (
      select incident_id, max(created_on) as created_on, max(resolved_on) as resolved_on,
        min(received_at) as known_since
      from m group by incident_id
    )
    insert into analytics.incident as i (incident_id, atm_id, institution_key, version, is_open, created_on,
      resolved_on, known_since)
    select incident_id, n.atm_id, n.institution_key, n.version, n.is_open, t.created_on, t.resolved_on, t.known_since
    from newest n join told t using (incident_id)
    on conflict (incident_id) do update set
      institution_key = case when excluded.version > i.version then excluded.institution_key else i.institution_key end,
      is_open = case when excluded.version > i.version then excluded.is_open
        when excluded.version = i.version then i.is_open and excluded.is_open else i.is_open end,
      version = greatest(i.version, excluded.version),
      created_on = greatest(i.created_on, excluded.created_on),
      resolved_on = greatest(i.resolved_on, excluded.resolved_on),
      known_since = least(i.known_since, excluded.known_since)`)
}

/** Forgets up to `limit` messages received before, and those of the last one's very moment; how many went. */
export const deleteOldMessages = async (tx: PlatformTx, before: Date, limit: number): Promise<number> => {
  const [row] = await tx.execute<{ gone: number }>(sql`
    with gone as (
      delete from analytics.inbox where received_at <= (
        select max(received_at) from (
          select received_at from analytics.inbox where received_at < ${before}::timestamptz order by received_at
          limit ${limit}::int
        ) oldest)
      returning 1
    )
    select count(*)::int as gone from gone`)
  return row?.gone ?? 0
}

/** Deletes up to `limit` parts of ATMs in days before one (`2026-11-20`); how many went. */
export const deleteJournalDays = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from analytics.journal_day where (atm_id, day, institution_key) in (
      select atm_id, day, institution_key from analytics.journal_day where day < ${before}::text::date
      order by day limit ${limit}::int)
    returning 1`)
  return rows.length
}

/** Deletes up to `limit` incidents that ended before a day; how many went. */
export const deleteEndedIncidents = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from analytics.incident where incident_id in (
      select incident_id from analytics.incident where resolved_on < ${before}::text::date and not is_open
      order by resolved_on limit ${limit}::int)
    returning 1`)
  return rows.length
}
