import { type SQL, sql } from 'drizzle-orm'
import type { PlatformTx } from '../../db/tenancy.ts'
import type { FileDay } from './messages.ts'

/** The institution key of incidents without an institution in counters, as the views of the first migration have it. */
export const NO_INSTITUTION = ''

const COLUMNS = [
  'files_parsed',
  'transactions',
  'successful',
  'failed',
  'incidents_created',
  'incidents_resolved',
] as const

const columns = sql.raw(COLUMNS.join(', '))
const each = (write: (column: string) => string, separator = ', '): SQL => sql.raw(COLUMNS.map(write).join(separator))

/** What these days of ATMs bring to the counters now. */
const brought = (days: readonly FileDay[]): SQL => sql`
  select institution_key, day, ${columns}, open_incidents from analytics.brought_by_journal
  where (atm_id, day) in (
    select atm_id, day from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as f(atm_id bigint, day date))`

const sums = sql`${each((column) => `sum(${column}) as ${column}`)}, sum(open_incidents) as open_incidents`

/** What these days brought to the counters so far, by day and institution, as JSON for `addDifference`. */
export const findBrought = async (tx: PlatformTx, days: readonly FileDay[]): Promise<string> => {
  const [row] = await tx.execute<{ brought: string }>(sql`
    select coalesce(jsonb_agg(to_jsonb(b)), '[]')::text as brought
    from (select institution_key, day, ${sums} from (${brought(days)}) one group by institution_key, day) b`)
  return row?.brought ?? '[]'
}

/** Since when a changed day is due for a snapshot of its institution, where it has one, and for the fleet's. */
const dueSince = (now: Date): SQL =>
  sql`case when institution_key <> ${NO_INSTITUTION} then ${now}::timestamptz end, ${now}::timestamptz`

/**
 * A statement that adds `difference` to the counters, and marks each day that changed for a snapshot. That an incident
 * is open changes no counter of a day, but makes one due.
 */
export const addedToCounters = (now: Date): SQL => sql`
  insert into analytics.day_counter as c (day, institution_key, ${columns}, due_since, fleet_due_since)
  select day, institution_key, ${columns}, ${dueSince(now)}
  from difference
  where open_incidents <> 0 or ${each((column) => `${column} <> 0`, ' or ')}
  order by 1, 2
  on conflict (day, institution_key)
    do update set ${each((column) => `${column} = c.${column} + excluded.${column}`)},
    due_since = coalesce(c.due_since, excluded.due_since),
    fleet_due_since = coalesce(c.fleet_due_since, excluded.fleet_due_since)`

/** Adds to the counters what these days bring now and did not bring `before`. */
export const addDifference = async (
  tx: PlatformTx,
  days: readonly FileDay[],
  before: string,
  now: Date,
): Promise<void> => {
  await tx.execute(sql`
    with difference as (
      select institution_key, day, ${sums}
      from (
        ${brought(days)}
        union all
        select institution_key, day, ${each((column) => `-${column}`)}, -open_incidents
        from jsonb_to_recordset(${before}::text::jsonb) as b(institution_key text, day date,
          ${each((column) => `${column} bigint`)},
          open_incidents int)
      ) both_sides group by institution_key, day
    )
    ${addedToCounters(now)}`)
}

/** Up to `limit` days after this one of which anything is counted or known, in order. */
export const listCountedDays = async (tx: PlatformTx, after: string, limit: number): Promise<string[]> => {
  const next = (column: string, table: string) => sql`
    (select distinct ${sql.raw(column)} as day from analytics.${sql.raw(table)}
      where ${sql.raw(column)} > ${after}::text::date
      order by day limit ${limit}::int)`
  const rows = await tx.execute<{ day: string }>(sql`
    select day::text as day from (
      ${next('day', 'day_counter')} union ${next('day', 'journal_day')}
      union ${next('created_on', 'incident')} union ${next('resolved_on', 'incident')}) known
    order by known.day limit ${limit}::int`)
  return rows.map(({ day }) => day)
}

/** Counts all days from one to the other again; how many counters were not as they are now. Those are due. */
export const updateCounters = async (tx: PlatformTx, from: string, to: string, now: Date): Promise<number> => {
  const within = sql`day between ${from}::text::date and ${to}::text::date`
  const [row] = await tx.execute<{ changed: number }>(sql`
    with counted as (
      select day, institution_key, ${each((column) => `sum(${column}) as ${column}`)} from (
        select day, institution_key, ${columns} from analytics.brought_by_journal where ${within}
        union all select day, institution_key, ${columns} from analytics.brought_by_incident where ${within}
        union all select day, institution_key, ${each(() => '0')} from analytics.day_counter where ${within}
      ) brought group by day, institution_key
    ), changed as (
      insert into analytics.day_counter as c (day, institution_key, ${columns}, due_since, fleet_due_since)
      select day, institution_key, ${columns}, ${dueSince(now)} from counted order by day, institution_key
      on conflict (day, institution_key) do update set ${each((column) => `${column} = excluded.${column}`)},
        due_since = coalesce(c.due_since, excluded.due_since),
        fleet_due_since = coalesce(c.fleet_due_since, excluded.fleet_due_since)
      where (${each((column) => `c.${column}`)}) is distinct from (${each((column) => `excluded.${column}`)})
      returning 1
    )
    select count(*)::int as changed from changed`)
  return row?.changed ?? 0
}

/** Deletes up to `limit` counters of days before one; how many went. */
export const deleteCounters = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from analytics.day_counter where (day, institution_key) in (
      select day, institution_key from analytics.day_counter where day < ${before}::text::date
      order by day limit ${limit}::int)
    returning 1`)
  return rows.length
}
