import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'

/** Days, both inclusive. */
export type Days = { readonly from: string; readonly to: string }

/** The last day of which a journal is expected of the ATMs of a time zone; null is the platform's. */
export type LastDay = { readonly timeZone: string | null; readonly day: string }

/** An ATM as the incident service has it now. */
export type CurrentAtm = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly institutionKey: string
  readonly timeZone: string | null
  /** True where no journal is expected of it. */
  readonly retired: boolean
  /** No journal is expected of a day before this one: it was retired then. */
  readonly expectedFrom: string | null
}

const CURRENT_ATMS = createSentColumns<CurrentAtm>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  time_zone: ['text', ({ timeZone }) => timeZone],
  retired: ['boolean', ({ retired }) => retired],
  expected_from: ['date', ({ expectedFrom }) => expectedFrom],
})

/**
 * Takes over what ATMs are now. What is still missing of one goes with it to another institution, as that one has the
 * agent now; who asked for it before is none of the new one's business. What is closed stays where it was, and what is
 * missing of a retired one is forgotten: nobody can send it any more.
 */
export const updateAtms = async (tx: PlatformTx, atms: readonly CurrentAtm[]): Promise<void> => {
  const given = CURRENT_ATMS.of(atms)
  await tx.execute(sql`
    update journal.atm_journal a set ${sql.raw(CURRENT_ATMS.assignments('atm_id'))}
    from ${given} where a.atm_id = v.atm_id
      and (a.institution_key, a.time_zone, a.retired, a.expected_from)
        is distinct from (v.institution_key, v.time_zone, v.retired, v.expected_from)`)
  await tx.execute(sql`
    delete from journal.gap g using ${given} where g.atm_id = v.atm_id and g.status <> 'CLOSED'
      and (v.retired or g.gap_date < v.expected_from)`)
  await tx.execute(sql`
    update journal.gap g set institution_key = moved.institution_key, status = 'OPEN', fetch_requested_at = null,
      fetch_requested_by = null, fetch_attempts = 0
    from (
      select o.id, v.institution_key from ${given} join journal.gap o on o.atm_id = v.atm_id
      where o.status <> 'CLOSED' and o.institution_key <> v.institution_key order by o.id for update of o
    ) moved where g.id = moved.id`)
}

/** Those of the ATMs that have a journal file. */
export const listAtmsWithFiles = async (tx: PlatformTx, atmIds: readonly number[]): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select u.id::float8 as id from unnest(${sqlArray(atmIds, 'bigint')}) u(id)
    where exists (select from journal.journal_file f where f.atm_id = u.id)`)
  return rows.map(({ id }) => id)
}

/**
 * Makes the first day of each ATM's journal what its files say now. A file that waits to be read counts; one that
 * turns out to be unreadable counts no more, and what was found missing only because of it is forgotten. Where files
 * were deleted by their age, it is the first day that is kept.
 */
export const updateFirstDates = async (tx: PlatformTx): Promise<void> => {
  await tx.execute(sql`
    insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, time_zone, first_date)
    select distinct on (atm_id) atm_id, agent_atm_id, institution_key, time_zone, journal_date
    from journal.journal_file where status = 'RECEIVED' order by atm_id, journal_date
    on conflict (atm_id) do nothing`)
  // Only what differs is touched: a parse that writes the same row would wait for this transaction.
  await tx.execute(sql`
    with changed as materialized (
      select a.atm_id, a.first_date as was, coalesce(least(f.journal_date, a.kept_from), 'infinity') as first_date
      from journal.atm_journal a left join lateral (
        select journal_date from journal.journal_file
        where atm_id = a.atm_id and status <> 'FAILED' and status <> 'MISDATED' order by journal_date limit 1
      ) f on true
      where a.first_date is distinct from coalesce(least(f.journal_date, a.kept_from), 'infinity')
    ), moved as (
      update journal.atm_journal a set first_date = c.first_date
      from changed c where a.atm_id = c.atm_id and a.first_date = c.was returning a.atm_id, a.first_date
    )
    delete from journal.gap g using moved m
    where g.atm_id = m.atm_id and g.gap_date < m.first_date and g.status <> 'CLOSED'`)
}

/** Of how many ATMs journals are expected, from which day on, and in which time zones. */
export type Expected = { readonly atms: number; readonly first: string; readonly timeZones: readonly (string | null)[] }

/** What is expected at all; null if nothing is. */
export const findExpected = async (tx: PlatformTx): Promise<Expected | null> => {
  const [row] = await tx.execute<{ atms: string; first: string | null; zones: (string | null)[] | null }>(sql`
    select coalesce(sum(atms), 0)::text as atms, min(first)::text as first, jsonb_agg(time_zone) as zones from (
      select time_zone, count(*) as atms, min(first_date) as first from journal.atm_journal
      where first_date < 'infinity' and not retired group by time_zone
    ) z`)
  if (row === undefined || row.first === null) return null
  return { atms: Number(row.atms), first: row.first, timeZones: row.zones ?? [] }
}

/**
 * The statement that opens a gap for each ATM and day that has neither a journal file nor a gap. Day by day, each day
 * as a difference of sets: an anti-join of all pairs would spill to disk, and one that looks each pair up takes
 * minutes.
 * In one order, so that two that run at once wait for each other and never both.
 */
export const missingGaps = (days: Days, lastDays: readonly LastDay[], now: Date): SQL => {
  const zones = JSON.stringify(lastDays.map(({ timeZone, day }) => ({ zone: timeZone ?? '', day })))
  return sql`
    with zones as materialized (
      select zone, day from jsonb_to_recordset(${zones}::text::jsonb) as z(zone text, day date)
    ), opened as (
      insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at)
      select a.institution_key, a.atm_id, a.agent_atm_id, missing.day, 'OPEN', ${now}::timestamptz
      from (
        select d.day::date as day, m.atm_id
        from generate_series(${days.from}::text::timestamp, ${days.to}::text::timestamp, interval '1 day') d(day)
        cross join lateral (
          select j.atm_id from journal.atm_journal j join zones z on z.zone = coalesce(j.time_zone, '')
          where not j.retired and greatest(j.first_date, j.expected_from) <= d.day::date and d.day::date <= z.day
          except (
            select f.atm_id from journal.journal_file f
            where f.journal_date = d.day::date and f.status <> 'FAILED' and f.status <> 'MISDATED'
            union all select g.atm_id from journal.gap g where g.gap_date = d.day::date
          )
        ) m
      ) missing join journal.atm_journal a on a.atm_id = missing.atm_id
      order by missing.day, a.atm_id
      on conflict (atm_id, gap_date) do nothing returning 1
    ) select count(*)::text as opened from opened`
}

/** Opens the gaps of some days. Returns how many it opened. */
export const insertMissingGaps = async (
  tx: PlatformTx,
  days: Days,
  lastDays: readonly LastDay[],
  now: Date,
): Promise<number> => {
  const rows = await tx.execute<{ opened: string }>(missingGaps(days, lastDays, now))
  return Number(rows[0]?.opened ?? 0)
}

/**
 * The transactions that had begun to write by now: what is committed is visible to all that begin later. A number of
 * its own is above all of theirs; the end of a snapshot is not, as it only looks at those that have ended.
 */
export const findHorizon = async (tx: PlatformTx): Promise<string> => {
  const [row] = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
  return row?.id ?? '0'
}

/** True when all transactions before the horizon have ended. */
export const isHorizonPassed = async (tx: PlatformTx, horizon: string): Promise<boolean> => {
  const [row] = await tx.execute<{ passed: boolean }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${horizon}::text::xid8 as passed`,
  )
  return row?.passed ?? true
}

/**
 * A stretch of gaps that are not closed: how many were closed in it, and where the next one begins; null at the end.
 */
export type FiledGaps = { readonly closed: number; readonly next: number | null }

/**
 * Closes gaps whose file has been read all the same: it came while the gap was being detected, and neither saw the
 * other.
 * Looks at the `limit` gaps after an id; one that is being written is left to its writer.
 */
export const updateFiledGaps = async (
  tx: PlatformTx,
  afterId: number,
  limit: number,
  now: Date,
): Promise<FiledGaps> => {
  const [row] = await tx.execute<{ closed: string; last: string | null; seen: string }>(sql`
    with unfiled as materialized (
      select id, atm_id, gap_date from journal.gap
      where status <> 'CLOSED' and id > ${afterId}::text::bigint order by id limit ${limit}
    ), filed as materialized (
      select u.id, f.id as file_id from unfiled u cross join lateral (
        select id from journal.journal_file
        where atm_id = u.atm_id and journal_date = u.gap_date and status in ('PARSED', 'PARTIAL')
        order by id desc limit 1
      ) f
    ), closable as materialized (
      select g.id, f.file_id from filed f join journal.gap g on g.id = f.id
      where g.status <> 'CLOSED' order by g.id for update of g skip locked
    ), closed as (
      update journal.gap g set status = 'CLOSED', closed_at = ${now}::timestamptz, closed_by_file_id = c.file_id
      from closable c where g.id = c.id returning 1
    )
    select (select count(*) from closed)::text as closed, max(id)::text as last, count(*)::text as seen from unfiled`)
  const isEnd = row === undefined || Number(row.seen) < limit
  return { closed: Number(row?.closed ?? 0), next: isEnd ? null : Number(row.last) }
}

/**
 * Opens gaps again whose file was asked for before `since` and has not come, at most `limit`. A file that waits to be
 * read has come. Returns how many.
 */
export const updateStaleRequests = async (tx: PlatformTx, since: Date, limit: number): Promise<number> => {
  const [row] = await tx.execute<{ opened: string }>(sql`
    with stale as materialized (
      select g.id from journal.gap g
      where g.status = 'FETCH_REQUESTED' and g.fetch_requested_at < ${since}::timestamptz
        and not exists (
          select from journal.journal_file f
          where f.atm_id = g.atm_id and f.journal_date = g.gap_date and f.status = 'RECEIVED'
        )
      order by g.id limit ${limit} for update of g skip locked
    ), opened as (update journal.gap g set status = 'OPEN' from stale s where g.id = s.id returning 1)
    select count(*)::text as opened from opened`)
  return Number(row?.opened ?? 0)
}
