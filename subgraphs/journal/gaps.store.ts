import { and, asc, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm'
import { type GapRow, type GapStatus, gap } from '../../db/journal/gap.ts'
import type { PlatformTx, TenantTx } from '../../db/tenancy.ts'

/** What a list of gaps is limited to. */
export type GapFilter = { readonly status: GapStatus | null; readonly agentAtmId: string | null }

/** The place in the list of gaps after which to go on. */
export type GapCursor = Pick<GapRow, 'gapDate' | 'id'>

const conditions = (filter: GapFilter): (SQL | undefined)[] => [
  filter.status === null ? undefined : eq(gap.status, filter.status),
  filter.agentAtmId === null ? undefined : eq(gap.agentAtmId, filter.agentAtmId),
]

/** Gaps in order of day and id, from the cursor on. */
export const listGaps = (
  tx: TenantTx,
  filter: GapFilter,
  limit: number,
  after: GapCursor | null = null,
): Promise<GapRow[]> =>
  tx
    .select()
    .from(gap)
    .where(
      and(
        ...conditions(filter),
        after === null
          ? undefined
          : or(gt(gap.gapDate, after.gapDate), and(eq(gap.gapDate, after.gapDate), gt(gap.id, after.id))),
      ),
    )
    .orderBy(asc(gap.gapDate), asc(gap.id))
    .limit(limit)

/** Gaps, counted, with the ATMs that have most of them. */
export type GapCounts = {
  readonly open: number
  readonly atms: number
  readonly top: readonly { readonly atmId: number; readonly agentAtmId: string; readonly gapCount: number }[]
}

/** Counts the gaps of one state in one pass. */
export const findGapCounts = async (
  tx: TenantTx,
  filter: { status: GapStatus; agentAtmId: string | null },
  top: number,
): Promise<GapCounts> => {
  // The state stands in the statement itself, so that the partial index of open gaps serves it.
  const ofState = { OPEN: sql`'OPEN'`, FETCH_REQUESTED: sql`'FETCH_REQUESTED'`, CLOSED: sql`'CLOSED'` }[filter.status]
  const [row] = await tx.execute<{ open: string; atms: string; top: GapCounts['top'] | null }>(sql`
    with per_atm as materialized (
      select atm_id, count(*) as gaps from journal.gap
      where status = ${ofState} ${filter.agentAtmId === null ? sql`` : sql`and agent_atm_id = ${filter.agentAtmId}`}
      group by atm_id
    ), most as (select atm_id, gaps from per_atm order by gaps desc, atm_id limit ${top})
    select coalesce(sum(gaps), 0)::text as open, count(*)::text as atms,
      (select jsonb_agg(jsonb_build_object('atmId', m.atm_id, 'agentAtmId', g.agent_atm_id, 'gapCount', m.gaps) order by m.gaps desc, m.atm_id)
       from most m cross join lateral (select agent_atm_id from journal.gap where atm_id = m.atm_id limit 1) g) as top
    from per_atm`)
  return { open: Number(row?.open ?? 0), atms: Number(row?.atms ?? 0), top: row?.top ?? [] }
}

/** One gap by its id. */
export const findGap = async (tx: TenantTx, id: number): Promise<GapRow | null> =>
  (await tx.select().from(gap).where(eq(gap.id, id)))[0] ?? null

/** Marks a gap that is not closed as asked for; null if there is none, or it is closed. */
export const updateGapRequested = async (
  tx: TenantTx,
  id: number,
  request: { at: Date; by: string },
): Promise<GapRow | null> => {
  const [row] = await tx
    .update(gap)
    .set({
      status: 'FETCH_REQUESTED',
      fetchRequestedAt: request.at,
      fetchRequestedBy: request.by,
      fetchAttempts: sql`${gap.fetchAttempts} + 1`,
    })
    .where(and(eq(gap.id, id), ne(gap.status, 'CLOSED')))
    .returning()
  return row ?? null
}

/** The gaps whose files an agent is asked for. */
export const listFetches = (tx: TenantTx, agentAtmId: string): Promise<{ gapId: number; gapDate: string }[]> =>
  tx
    .select({ gapId: gap.id, gapDate: gap.gapDate })
    .from(gap)
    .where(and(eq(gap.agentAtmId, agentAtmId), sql`${gap.status} = 'FETCH_REQUESTED'`))
    .orderBy(asc(gap.gapDate))
    .limit(366)

/** Whether the agent was asked for the file of this ATM and day. */
export const isFetchRequested = async (tx: TenantTx, atmId: number, day: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: gap.id })
    .from(gap)
    .where(and(eq(gap.atmId, atmId), eq(gap.gapDate, day), eq(gap.status, 'FETCH_REQUESTED')))
  return rows.length > 0
}

/** The time zones of the ATMs of which journals are expected; null stands for the platform's. */
export const listTimeZones = async (tx: PlatformTx): Promise<(string | null)[]> => {
  const rows = await tx.execute<{ time_zone: string | null }>(
    sql`select distinct time_zone from journal.atm_journal union select distinct time_zone from journal.journal_file where status = 'RECEIVED'`,
  )
  return rows.map((row) => row.time_zone)
}

/** Makes files that wait to be read known as journals of their ATM, so that what follows is expected of it too. */
export const updateFirstDates = async (tx: PlatformTx): Promise<void> => {
  await tx.execute(sql`
    insert into journal.atm_journal as known (atm_id, agent_atm_id, institution_key, time_zone, first_date)
    select distinct on (atm_id) atm_id, agent_atm_id, institution_key, time_zone, journal_date
    from journal.journal_file where status = 'RECEIVED' order by atm_id, journal_date
    on conflict (atm_id) do update set first_date = excluded.first_date where known.first_date > excluded.first_date`)
}

/**
 * Opens a gap for each ATM and day from its first journal to its yesterday that has no journal file and no gap yet.
 * Day by day and set by set: an anti-join of all pairs would spill to disk. Returns how many it opened.
 */
export const insertMissingGaps = async (
  tx: PlatformTx,
  yesterdays: readonly { readonly timeZone: string | null; readonly day: string }[],
  now: Date,
): Promise<number> => {
  const zones = JSON.stringify(yesterdays.map(({ timeZone, day }) => ({ zone: timeZone ?? '', day })))
  const rows = await tx.execute<{ opened: string }>(sql`
    with zones as materialized (
      select zone, day from jsonb_to_recordset(${zones}::text::jsonb) as z(zone text, day date)
    ), bounds as materialized (
      select min(first_date) as first, (select max(day) from zones) as last from journal.atm_journal
    ), opened as (
      insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at)
      select a.institution_key, a.atm_id, a.agent_atm_id, missing.day, 'OPEN', ${now}::timestamptz
      from (
        select d.day::date as day, m.atm_id
        from bounds cross join lateral generate_series(bounds.first, bounds.last, interval '1 day') d(day)
        cross join lateral (
          select j.atm_id from journal.atm_journal j join zones z on z.zone = coalesce(j.time_zone, '')
          where j.first_date <= d.day::date and d.day::date <= z.day
          except
          select f.atm_id from journal.journal_file f where f.journal_date = d.day::date and f.status <> 'FAILED'
        ) m
      ) missing join journal.atm_journal a on a.atm_id = missing.atm_id
      on conflict (atm_id, gap_date) do nothing returning 1
    ) select count(*)::text as opened from opened`)
  return Number(rows[0]?.opened ?? 0)
}

/** Opens gaps again whose file was asked for before `since` and has not come. Returns how many. */
export const updateStaleRequests = async (tx: PlatformTx, since: Date): Promise<number> => {
  const rows = await tx.execute(sql`
    update journal.gap g set status = 'OPEN'
    where status = 'FETCH_REQUESTED' and fetch_requested_at < ${since}::timestamptz
      and not exists (select from journal.journal_file f where f.atm_id = g.atm_id and f.journal_date = g.gap_date and f.status = 'RECEIVED')
    returning g.id`)
  return rows.length
}

/**
 * Closes gaps whose file has been read all the same: it came while the gap was being detected, and neither saw the other.
 * Returns how many.
 */
export const updateFiledGaps = async (tx: PlatformTx, now: Date): Promise<number> => {
  const rows = await tx.execute(sql`
    update journal.gap g set status = 'CLOSED', closed_at = ${now}::timestamptz, closed_by_file_id = f.id
    from (
      select o.id as gap_id, max(f.id) as id from journal.gap o
      join journal.journal_file f on f.atm_id = o.atm_id and f.journal_date = o.gap_date and f.status in ('PARSED', 'PARTIAL')
      where o.status in ('OPEN', 'FETCH_REQUESTED') group by o.id
    ) f where g.id = f.gap_id returning g.id`)
  return rows.length
}
