import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { type RolloutRow, rollout } from '../../../db/fleet/rollout.ts'
import { createRowReader } from '../../../db/rows.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { PageRequest, Sorting } from '../../kit/common/paging.ts'
import type { StageState } from './stages.rules.ts'

const readRollouts = createRowReader(rollout)

/** In the order in which a rollout goes through them, which is not that of the alphabet. */
const placeOfStatus = sql`array_position('{RUNNING,PAUSED,DONE,CANCELLED}'::text[], ${rollout.status})`

const SORT_COLUMNS = {
  requestedAt: rollout.requestedAt,
  kind: rollout.kind,
  status: placeOfStatus,
  atms: rollout.atms,
}
type RolloutColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS] | typeof rollout.id

export const ROLLOUT_SORTING: Sorting<RolloutColumn> = {
  sortable: SORT_COLUMNS,
  defaultSort: ['requestedAt,desc'],
  tieBreak: { column: rollout.id, descending: true },
}

export type RolloutFilter = { readonly status: RolloutRow['status'] | null; readonly kind: RolloutRow['kind'] | null }

/** The caller sees a rollout whose institutions are all its own; row-level security says the same. */
const scopeOfRollouts = ({ unrestricted, institutions }: Visibility): SQL =>
  unrestricted ? sql`true` : sql`${rollout.institutions} <@ ${sqlArray(institutions, 'text')}`

/** A page of rollouts and how many there are. */
export const listRolloutPage = async (
  tx: TenantTx,
  visibility: Visibility,
  { status, kind }: RolloutFilter,
  request: PageRequest<RolloutColumn>,
): Promise<{ rows: RolloutRow[]; total: number }> => {
  const matching = and(
    scopeOfRollouts(visibility),
    status === null ? undefined : eq(rollout.status, status),
    kind === null ? undefined : eq(rollout.kind, kind),
  )
  const order = request.order.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
  const [rows, totals] = await Promise.all([
    tx
      .select()
      .from(rollout)
      .where(matching)
      .orderBy(...order)
      .limit(request.size)
      .offset(request.offset),
    tx.select({ total: count() }).from(rollout).where(matching),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** The rollouts of these numbers that the transaction may see, in no order. */
export const listRolloutsById = (tx: TenantTx, ids: readonly number[]): Promise<RolloutRow[]> =>
  tx
    .select()
    .from(rollout)
    .where(inArray(rollout.id, [...ids]))

/** One rollout, held until the transaction ends: what writes a rollout or its ATMs holds it. */
export const findRolloutLocked = async (tx: TenantTx, id: number): Promise<RolloutRow | null> => {
  const [row] = await readRollouts(tx, sql`where ${rollout.id} = ${id} for no key update`)
  return row ?? null
}

/** The rollout that was begun under a caller's own key. */
export const findRolloutOfKey = async (tx: TenantTx, keyHash: string): Promise<RolloutRow | null> => {
  const [row] = await readRollouts(tx, sql`where ${rollout.keyHash} = ${keyHash}`)
  return row ?? null
}

/** Inserts a rollout; null where its caller's own key was used by another transaction meanwhile. */
export const insertRollout = async (tx: TenantTx, row: typeof rollout.$inferInsert): Promise<RolloutRow | null> => {
  const [inserted] = await tx.insert(rollout).values(row).onConflictDoNothing({ target: rollout.keyHash }).returning()
  return inserted ?? null
}

/**
 * Rollouts that are neither done nor cancelled, and those that a caller began after a moment. The first are those that
 * a caller sees; of unrestricted callers, who see those of everybody, the ones that they began themselves.
 */
export type Begun = { readonly unfinished: number; readonly recent: number }

/** What was begun. No other transaction begins a rollout for the same caller before this one ends. */
export const countBegun = async (
  tx: TenantTx,
  visibility: Visibility,
  by: { readonly requestedBy: string; readonly after: Date },
): Promise<Begun> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fleet.rollout:${by.requestedBy}`}, 0))`)
  const counted = visibility.unrestricted ? sql`requested_by = ${by.requestedBy}` : scopeOfRollouts(visibility)
  const [row] = await tx.execute<{ unfinished: string; recent: string }>(sql`
    select (select count(*) from fleet.rollout
        where status in ('RUNNING', 'PAUSED') and ${counted})::text as unfinished,
      (select count(*) from fleet.rollout where requested_by = ${by.requestedBy}
        and requested_at > ${by.after}::timestamptz)::text as recent`)
  return { unfinished: Number(row?.unfinished ?? 0), recent: Number(row?.recent ?? 0) }
}

/** Changes a rollout that the transaction holds. */
export const updateRollout = async (
  tx: TenantTx,
  id: number,
  set: Partial<Omit<RolloutRow, 'id'>>,
): Promise<RolloutRow> => {
  const [row] = await tx.update(rollout).set(set).where(eq(rollout.id, id)).returning()
  if (row === undefined) throw new Error(`rollout ${id} is gone`)
  return row
}

/** Further ahead is nothing that a rollout waits for: a later moment is of a clock that was ahead and was set back. */
const MOST_AHEAD = sql`interval '5 minutes'`

/** Whether what is due at `column` is so at a moment. */
export const isDue = (column: SQL, at: Date): SQL =>
  sql`(${column} <= ${at}::timestamptz or ${column} > ${at}::timestamptz + ${MOST_AHEAD})`

/**
 * Takes the rollout that has been due for the longest time, until another moment: a process that ends meanwhile leaves
 * it to the others from then on. Null where none is due.
 */
export const updateDue = async (tx: PlatformTx, at: Date, until: Date): Promise<RolloutRow | null> => {
  const due = sql`(select r.id from fleet.rollout r where ${isDue(sql`r.next_at`, at)}
    order by r.next_at limit 1 for no key update skip locked)`
  const [row] = await tx.update(rollout).set({ nextAt: until }).where(sql`${rollout.id} = ${due}`).returning()
  return row ?? null
}

type CountedRow = { readonly rollout_id: string; readonly stage: number; readonly what: string; readonly n: number }
type Counted = Omit<StageState, 'atms'>

/** What became of the stages of rollouts at a moment, by rollout; the stages are in their order, begun or not. */
export const listStages = async (
  tx: TenantTx,
  rollouts: readonly RolloutRow[],
  at: Date,
): Promise<Map<number, StageState[]>> => {
  const ids = sqlArray(
    rollouts.map(({ id }) => id),
    'bigint',
  )
  const rows = await tx.execute<CountedRow>(sql`
    select rollout_id::text, stage::int, status as what, sum(tasks)::int as n from fleet.rollout_total
    where rollout_id = any (${ids}) group by 1, 2, 3
    union all
    select t.rollout_id::text, t.rollout_stage::int,
      case when t.sent_at <= r.resumed_at - r.outcome_within_s * interval '1 second'
        and r.resumed_at <= ${at}::timestamptz + ${MOST_AHEAD} then 'acceptedOverdue' else 'overdue' end, count(*)::int
    from fleet.rollout r join fleet.task t on t.rollout_id = r.id and t.rollout_stage is not null
      and t.status in ('SENT', 'ACKED') and t.sent_at <= ${at}::timestamptz - r.outcome_within_s * interval '1 second'
    where r.id = any (${ids}) group by 1, 2, 3
    union all
    select rollout_id::text, stage::int, 'skipped', count(*)::int from fleet.rollout_atm
    where rollout_id = any (${ids}) and skipped is not null and stage is not null group by 1, 2`)
  const found = Map.groupBy(rows, (row) => `${row.rollout_id} ${row.stage}`)
  return new Map(
    rollouts.map(({ id, stageAtms }) => [
      id,
      stageAtms.map((atms, n) => ({ atms, ...countedOf(found.get(`${id} ${n + 1}`) ?? []) })),
    ]),
  )
}

const countedOf = (rows: readonly CountedRow[]): Counted => {
  const {
    skipped = 0,
    overdue = 0,
    acceptedOverdue = 0,
    ...byStatus
  } = Object.fromEntries(rows.map(({ what, n }) => [what, n]))
  return { byStatus, skipped, overdue: overdue + acceptedOverdue, acceptedOverdue }
}

/** Deletes one rollout that was asked for before a moment and does not run, with its ATMs; 0 where there is none. */
export const deleteOldRollout = async (tx: PlatformTx, before: Date): Promise<number> => {
  const [gone] = await tx.execute<{ id: string }>(sql`
    delete from fleet.rollout where id = (select id from fleet.rollout
      where requested_at < ${before}::timestamptz and status <> 'RUNNING' order by requested_at, id limit 1)
    returning id::text`)
  if (gone === undefined) return 0
  await tx.execute(sql`delete from fleet.rollout_total where rollout_id = ${gone.id}::bigint`)
  return 1
}
