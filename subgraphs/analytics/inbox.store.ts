import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import { createSentColumns } from '../../db/columns.ts'
import type { PlatformTx } from '../../db/tenancy.ts'
import { addedToCounters, NO_INSTITUTION } from './counters.store.ts'
import type { Consumed, ConsumedIncident } from './messages.ts'

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
        (data ->> 'failed')::int as failed, data ->> 'status' <> 'MISDATED' as is_journal, received_at as known_since
      from analytics.inbox where kind = 'FILE_PARSED' and data ->> 'status' <> 'FAILED' and ${which}
    )
    insert into analytics.journal_day as d (atm_id, day, institution_key, parse_sequence, transactions, successful,
      failed, is_journal, known_since)
    select distinct on (atm_id, day, institution_key) atm_id, day, institution_key, parse_sequence, transactions,
      successful, failed, is_journal, known_since
    from m where parse_sequence > 0 order by atm_id, day, institution_key, parse_sequence desc
    on conflict (atm_id, day, institution_key) do update set parse_sequence = excluded.parse_sequence,
      transactions = excluded.transactions, successful = excluded.successful, failed = excluded.failed,
      is_journal = excluded.is_journal, known_since = excluded.known_since
    where excluded.parse_sequence > d.parse_sequence`)
}

/** A message of an incident as it is sent to be merged: without its data, which only the inbox keeps. */
const REPORTED = createSentColumns<ConsumedIncident>({
  kind: ['text', ({ kind }) => kind],
  atm_id: ['bigint', ({ atmId }) => atmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  occurred_at: ['timestamptz', ({ occurredAt }) => Date.parse(occurredAt)],
  incident_id: ['bigint', ({ subject }) => subject.incidentId],
  version: ['int', ({ subject }) => subject.version],
  is_open: ['boolean', ({ subject }) => subject.isOpen],
  opened_at: ['timestamptz', ({ subject }) => subject.openedAt],
  resolved_at: ['timestamptz', ({ subject }) => subject.resolvedAt],
})

/**
 * Parts of a statement: `m`, what the messages of `from` say of incidents, and `merged`, which merges it into what is
 * known of them: the same in any order, and once or twice. `returning` is of what was known, and what is known now.
 */
const mergedFrom = (from: SQL, timeZone: string, returning: SQL): SQL => sql`
  m as materialized (
    select incident_id, atm_id, institution_key, version, is_open, received_at,
      (occurred_at at time zone ${timeZone})::date as occurred_on,
      case when kind = 'INCIDENT_CREATED' then (opened_at at time zone ${timeZone})::date end as created_on,
      case when kind = 'INCIDENT_RESOLVED' then (coalesce(resolved_at, occurred_at) at time zone ${timeZone})::date
        end as resolved_on
    from ${from}
  ), newest as (
    select distinct on (incident_id) incident_id, atm_id, institution_key, version, is_open from m
    order by incident_id, version desc, is_open
  ), reported as (
    select incident_id, max(created_on) as created_on, max(resolved_on) as resolved_on,
      min(received_at) as known_since
    from m group by incident_id
  ), merged as (
    insert into analytics.incident as i (incident_id, atm_id, institution_key, version, is_open, created_on,
      resolved_on, known_since)
    select incident_id, n.atm_id, n.institution_key, n.version, n.is_open, t.created_on, t.resolved_on, t.known_since
    from newest n join reported t using (incident_id) order by incident_id
    on conflict (incident_id) do update set
      institution_key = case when excluded.version > i.version then excluded.institution_key else i.institution_key end,
      is_open = case when excluded.version > i.version then excluded.is_open
        when excluded.version = i.version then i.is_open and excluded.is_open else i.is_open end,
      version = greatest(i.version, excluded.version),
      created_on = greatest(i.created_on, excluded.created_on),
      resolved_on = greatest(i.resolved_on, excluded.resolved_on),
      known_since = least(i.known_since, excluded.known_since)
    returning ${returning}
  )`

/** Merges messages of incidents that the inbox keeps into what is known of them. */
export const mergeIncidents = async (tx: PlatformTx, which: SQL, timeZone: string): Promise<void> => {
  const kept = sql`(
    select kind, atm_id, institution_key, occurred_at, received_at, (data ->> 'incidentId')::bigint as incident_id,
      (data ->> 'version')::int as version, data ->> 'status' <> 'RESOLVED' as is_open,
      (data ->> 'openedAt')::timestamptz as opened_at, (data ->> 'resolvedAt')::timestamptz as resolved_at
    from analytics.inbox where kind <> 'FILE_PARSED' and ${which}) kept`
  await tx.execute(sql`with ${mergedFrom(kept, timeZone, sql`1`)} select count(*) from merged`)
}

/** What counts of an incident, as it was known before (`old`) or is known now (`new`). */
const counted = (known: 'old' | 'new'): SQL =>
  sql.raw(`${known}.is_open, ${known}.institution_key, ${known}.created_on, ${known}.resolved_on`)

/**
 * Merges messages of incidents into what is known of them, and adds the difference to the counters. Returns the
 * incidents of which something else than the version is known now, with this version.
 */
export const foldIncidents = async (
  tx: PlatformTx,
  messages: readonly ConsumedIncident[],
  now: Date,
  timeZone: string,
): Promise<ReadonlyMap<number, number>> => {
  const from = sql`${REPORTED.of(messages)} cross join (select ${now}::timestamptz as received_at) now`
  const returning = sql`new.incident_id, new.version, old.incident_id is null or (${counted('old')}) is distinct from
    (${counted('new')}) as is_changed, old.is_open as was_open, old.institution_key as was_of,
    old.created_on as was_created_on, old.resolved_on as was_resolved_on, ${counted('new')}`
  const rows = await tx.execute<{ id: string; version: number }>(sql`
    with ${mergedFrom(from, timeZone, returning)}, changed as (
      select g.*, t.occurred_on
      from (select * from merged where is_changed) g
      join (select incident_id, max(occurred_on) as occurred_on from m group by incident_id) t using (incident_id)
    ), difference as (
      select coalesce(d.institution_key, ${NO_INSTITUTION}) as institution_key, d.day,
        0 as files_parsed, 0 as transactions, 0 as successful, 0 as failed, sum(d.created) as incidents_created,
        sum(d.resolved) as incidents_resolved, sum(d.open) as open_incidents
      from changed c cross join lateral (values
        (c.institution_key, c.created_on, 1, 0, 0), (c.was_of, c.was_created_on, -1, 0, 0),
        (c.institution_key, c.resolved_on, 0, 1, 0), (c.was_of, c.was_resolved_on, 0, -1, 0),
        (c.institution_key, case when c.is_open then c.occurred_on end, 0, 0, 1),
        (c.was_of, case when c.was_open then c.occurred_on end, 0, 0, -1)
      ) d(institution_key, day, created, resolved, open)
      where d.day is not null group by 1, 2
    ), added as (${addedToCounters(now)})
    select incident_id::text as id, version from changed`)
  return new Map(rows.map(({ id, version }) => [Number(id), version]))
}

/** Deletes up to `limit` messages received before, and those of the last one's very moment; how many went. */
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

/**
 * Forgets of up to `limit` incidents that they were opened before a day; of how many. Once the counters of the day are
 * gone, what changes of such an incident must not be taken off them.
 */
export const deleteOpeningDays = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    update analytics.incident set created_on = null where incident_id in (
      select incident_id from analytics.incident where created_on < ${before}::text::date
      order by created_on limit ${limit}::int for no key update)
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
