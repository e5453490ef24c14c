import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type SnapshotRow, snapshot } from '../../db/analytics/snapshot.ts'
import { sqlArray } from '../../db/arrays.ts'
import { scopeOf } from '../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../db/tenancy.ts'
import type { PageRequest, Sorting } from '../kit/common/paging.ts'
import { NO_INSTITUTION } from './counters.store.ts'

const SORT_COLUMNS = { id: snapshot.id, takenAt: snapshot.takenAt, day: snapshot.day }
type SnapshotColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS]

export const SNAPSHOT_SORTING: Sorting<SnapshotColumn> = {
  sortable: SORT_COLUMNS,
  defaultSort: ['takenAt,desc'],
  tieBreak: { column: snapshot.id, descending: true },
}

export type SnapshotFilter = {
  readonly institutionKey?: string | null | undefined
  readonly day?: string | null | undefined
}

const matching = (visibility: Visibility, { institutionKey, day }: SnapshotFilter): SQL | undefined =>
  and(
    scopeOf(visibility, snapshot.institutionKey),
    typeof institutionKey === 'string' ? eq(snapshot.institutionKey, institutionKey) : undefined,
    typeof day === 'string' ? eq(snapshot.day, day) : undefined,
  )

/**
 * How many snapshots there are of all institutions and the fleet, as they are kept by day: a plain count would read
 * millions.
 */
const countAll = async (tx: TenantTx, day: string | null): Promise<number> => {
  const [row] = await tx.execute<{ total: string }>(sql`
    select coalesce(sum(snapshots), 0)::text as total from analytics.snapshot_total
    where ${day === null ? sql`true` : sql`day = ${day}::text::date`}`)
  return Number(row?.total ?? 0)
}

const countMatching = async (tx: TenantTx, where: SQL | undefined): Promise<number> => {
  const [row] = await tx.select({ total: count() }).from(snapshot).where(where)
  return row?.total ?? 0
}

/** A page of the snapshots that the caller may see, and how many there are. */
export const listSnapshotPage = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: SnapshotFilter,
  request: PageRequest<SnapshotColumn>,
): Promise<{ rows: SnapshotRow[]; total: number }> => {
  const where = matching(visibility, filter)
  const order = request.order.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
  const isOfAll = visibility.unrestricted && typeof filter.institutionKey !== 'string'
  const [rows, total] = await Promise.all([
    tx
      .select()
      .from(snapshot)
      .where(where)
      .orderBy(...order)
      .limit(request.size)
      .offset(request.offset),
    isOfAll ? countAll(tx, filter.day ?? null) : countMatching(tx, where),
  ])
  return { rows, total }
}

/** One snapshot, if the caller may see it. */
export const findSnapshot = async (tx: TenantTx, visibility: Visibility, id: number): Promise<SnapshotRow | null> => {
  const [row] = await tx
    .select()
    .from(snapshot)
    .where(and(eq(snapshot.id, id), scopeOf(visibility, snapshot.institutionKey)))
  return row ?? null
}

/**
 * The newest snapshot: of the fleet for who sees all of it and names no institution, else of the caller's
 * institutions.
 */
export const findLatestSnapshot = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: SnapshotFilter,
): Promise<SnapshotRow | null> => {
  const isOfFleet = visibility.unrestricted && typeof filter.institutionKey !== 'string'
  const [row] = await tx
    .select()
    .from(snapshot)
    .where(and(matching(visibility, filter), isOfFleet ? isNull(snapshot.institutionKey) : undefined))
    .orderBy(desc(snapshot.takenAt), desc(snapshot.id))
    .limit(1)
  return row ?? null
}

/** Lets one process at a time take snapshots; false if another one is at it. */
export const lockSnapshots = async (tx: PlatformTx): Promise<boolean> => {
  const [row] = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('analytics.snapshots', 0)) as held`,
  )
  return row?.held === true
}

/**
 * When snapshots are taken, which day that is on the platform, before when the last one must lie, and after when none
 * can lie unless a clock was ahead.
 */
export type Turn = { readonly now: Date; readonly today: string; readonly since: Date; readonly atMost: Date }

/**
 * Brings up to `limit` snapshots to the present that a clock took that was ahead and was set back, the oldest first:
 * they would be the last ones, and none would be taken until that clock's time. By their moments, those of later calls
 * stay the newer ones.
 */
export const updateTakenAhead = async (tx: PlatformTx, { now, atMost }: Turn, limit: number): Promise<void> => {
  await tx.execute(sql`
    update analytics.snapshot set taken_at = ${now}::timestamptz where id in (
      select id from analytics.snapshot where taken_at > ${atMost}::timestamptz
      order by taken_at, id limit ${limit}::int)`)
}

/** A day of an institution whose snapshot is being taken. */
export type DueDay = { readonly institution_key: string; readonly day: string }

/** Counters to be locked in the order in which messages are counted, so that there is no deadlock. */
const IN_ORDER = sql`select c.day, c.institution_key from analytics.day_counter c`

/**
 * Takes a due day off each of up to `limit` institutions whose last snapshot is old enough: today every other time,
 * so that many late days do not hold it up, nor it them; else the one that has been due for the longest. A transaction
 * that counts more for such a day waits until this one ends, and makes the day due again.
 */
export const updateDueDays = async (tx: PlatformTx, { today, since }: Turn, limit: number): Promise<DueDay[]> => [
  ...(await tx.execute<DueDay>(sql`
    with institution as materialized (
      select key, last.day as last_day
      from (select distinct institution_key as key from analytics.day_counter where due_since is not null
        and institution_key <> ${NO_INSTITUTION}) waiting
      left join lateral (
        select day, taken_at from analytics.snapshot where institution_key = key order by taken_at desc, id desc
        limit 1) last on true
      where last.taken_at is null or last.taken_at <= ${since}::timestamptz
      order by key limit ${limit}::int
    ), due as materialized (
      select i.key, coalesce(current.day, longest.day) as day from institution i
      cross join lateral (
        select day from analytics.day_counter where institution_key = i.key and due_since is not null
        order by due_since, day limit 1) longest
      left join analytics.day_counter current on current.day = ${today}::text::date and current.institution_key = i.key
        and current.due_since is not null and i.last_day is distinct from current.day
    ), held as materialized (
      ${IN_ORDER} where (c.institution_key, c.day) in (select key, day from due)
        order by c.day, c.institution_key for update
    )
    update analytics.day_counter c set due_since = null from held
    where c.institution_key = held.institution_key and c.day = held.day
    returning c.institution_key, c.day::text as day`)),
]

const COUNTERS = sql`files_parsed, transactions, successful, failed, incidents_created, incidents_resolved`

/** Writes the snapshots of these days. In a statement after `updateDueDays`: it sees all that was counted before. */
export const insertSnapshots = async (
  tx: PlatformTx,
  { now }: Turn,
  days: readonly DueDay[],
): Promise<SnapshotRow[]> => {
  const due = sql`jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as due(institution_key text, day date)`
  const rows = await tx.execute<{ id: string }>(sql`
    insert into analytics.snapshot (institution_key, taken_at, day, ${COUNTERS}, open_incidents)
    select institution_key, ${now}::timestamptz, day, ${COUNTERS},
      (select count(*) from analytics.incident i where i.institution_key = c.institution_key and i.is_open)
    from analytics.day_counter c join ${due} using (institution_key, day) order by institution_key
    returning id::text`)
  return listSnapshots(
    tx,
    rows.map(({ id }) => Number(id)),
  )
}

/** Takes a due day off the fleet, chosen likewise, if its last snapshot is old enough; null where none is due. */
export const updateDueFleetDay = async (tx: PlatformTx, { today, since }: Turn): Promise<string | null> => {
  const [row] = await tx.execute<{ day: string }>(sql`
    with last as materialized (
      select day, taken_at from analytics.snapshot where institution_key is null order by taken_at desc, id desc limit 1
    ), due as materialized (
      select c.day from analytics.day_counter c left join last on true
      where c.fleet_due_since is not null and (last.taken_at is null or last.taken_at <= ${since}::timestamptz)
      order by (c.day = ${today}::text::date and last.day is distinct from c.day) desc, c.fleet_due_since, c.day limit 1
    ), held as materialized (
      ${IN_ORDER} where c.day = (select day from due) and c.fleet_due_since is not null
        order by c.institution_key for update
    ), gone as (
      update analytics.day_counter c set fleet_due_since = null from held
      where c.day = held.day and c.institution_key = held.institution_key returning c.day
    )
    select distinct day::text as day from gone`)
  return row?.day ?? null
}

/** Writes the fleet's snapshot of a day: the sum of all institutions, and of what belongs to none. */
export const insertFleetSnapshot = async (tx: PlatformTx, { now }: Turn, day: string): Promise<SnapshotRow[]> => {
  const rows = await tx.execute<{ id: string }>(sql`
    insert into analytics.snapshot (institution_key, taken_at, day, ${COUNTERS}, open_incidents)
    select null, ${now}::timestamptz, ${day}::text::date, sum(files_parsed), sum(transactions), sum(successful),
      sum(failed),
      sum(incidents_created), sum(incidents_resolved), (select count(*) from analytics.incident where is_open)
    from analytics.day_counter where day = ${day}::text::date
    returning id::text`)
  return listSnapshots(
    tx,
    rows.map(({ id }) => Number(id)),
  )
}

const listSnapshots = async (tx: PlatformTx, ids: readonly number[]): Promise<SnapshotRow[]> => {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(snapshot)
    .where(sql`${snapshot.id} = any (${sqlArray(ids, 'bigint')})`)
    .orderBy(asc(snapshot.id))
}

/**
 * Deletes up to `limit` snapshots between two moments of which a later one of their institution and day is there; how
 * many went.
 */
export const deleteOutdatedSnapshots = async (
  tx: PlatformTx,
  { from, before }: { readonly from: Date; readonly before: Date },
  limit: number,
): Promise<number> => {
  // Apart for institutions and for the fleet: a condition that holds for both would use no index.
  const hasLater = (isSame: SQL) => sql`exists (
    select from analytics.snapshot later
    where ${isSame} and later.day = s.day and (later.taken_at, later.id) > (s.taken_at, s.id))`
  const [row] = await tx.execute<{ gone: number }>(sql`
    with gone as (
      delete from analytics.snapshot where id in (
        select s.id from analytics.snapshot s
        where s.taken_at >= ${from}::timestamptz and s.taken_at < ${before}::timestamptz
          and not exists (select from analytics.insight i where i.snapshot_id = s.id)
          and case when s.institution_key is null then ${hasLater(sql`later.institution_key is null`)}
            else ${hasLater(sql`later.institution_key = s.institution_key`)} end
        order by s.taken_at, s.id limit ${limit}::int)
      returning 1
    )
    select count(*)::int as gone from gone`)
  return row?.gone ?? 0
}

/** Deletes up to `limit` snapshots of days before one to which no insight links; how many went. */
export const deleteSnapshots = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from analytics.snapshot where id in (
      select s.id from analytics.snapshot s where s.day < ${before}::text::date
        and not exists (select from analytics.insight i where i.snapshot_id = s.id)
      order by s.day, s.id limit ${limit}::int)
    returning 1`)
  return rows.length
}
