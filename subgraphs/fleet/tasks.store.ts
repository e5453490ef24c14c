import { and, asc, count, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import { type TaskRow, type TaskStatus, task } from '../../db/fleet/task.ts'
import { scopeOf } from '../../db/scope.ts'
import type { TenantTx, Visibility } from '../../db/tenancy.ts'
import type { PageRequest, Sorting } from '../kit/common/paging.ts'

/** In the order in which a task goes through them, which is not that of the alphabet. */
const placeOfStatus = sql`array_position('{QUEUED,SENT,ACKED,SUCCEEDED,FAILED,EXPIRED,CANCELLED}'::text[],
  ${task.status})`

const SORT_COLUMNS = {
  requestedAt: task.requestedAt,
  expiresAt: task.expiresAt,
  finishedAt: task.finishedAt,
  kind: task.kind,
  status: placeOfStatus,
  agentAtmId: task.agentAtmId,
}
type TaskColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS] | typeof task.id

export const TASK_SORTING: Sorting<TaskColumn> = {
  sortable: SORT_COLUMNS,
  defaultSort: ['requestedAt,desc'],
  tieBreak: { column: task.id, descending: true },
}

export type TaskFilter = {
  readonly status: TaskStatus | null
  readonly kind: TaskRow['kind'] | null
  readonly agentAtmId: string | null
  readonly atmId: number | null
  readonly requestedFrom: Date | null
  readonly requestedTo: Date | null
  readonly finishedFrom: Date | null
  readonly finishedTo: Date | null
}

const placed = ({ column, descending }: PageRequest<TaskColumn>['order'][number]): SQL => {
  // Tasks that have not ended yet come last in either direction.
  if (column === task.finishedAt) return sql`${column} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`
  return descending ? desc(column) : asc(column)
}

/** How many tasks of all institutions there are, as they are kept: a plain count would read every one. */
const countAll = async (tx: TenantTx, { status, kind }: TaskFilter): Promise<number> => {
  const [row] = await tx.execute<{ total: string }>(sql`
    select coalesce(sum(tasks), 0)::text as total from fleet.task_total
    where ${status === null ? sql`true` : sql`status = ${status}`}
      and ${kind === null ? sql`true` : sql`kind = ${kind}`}`)
  return Number(row?.total ?? 0)
}

const countMatching = async (tx: TenantTx, matching: SQL | undefined): Promise<number> => {
  const [row] = await tx.select({ total: count() }).from(task).where(matching)
  return row?.total ?? 0
}

const matchingOf = (visibility: Visibility, filter: TaskFilter): SQL | undefined => {
  const { status, kind, agentAtmId, atmId, requestedFrom, requestedTo, finishedFrom, finishedTo } = filter
  return and(
    scopeOf(visibility, task.institutionKey),
    status === null ? undefined : eq(task.status, status),
    kind === null ? undefined : eq(task.kind, kind),
    agentAtmId === null ? undefined : eq(task.agentAtmId, agentAtmId),
    atmId === null ? undefined : eq(task.atmId, atmId),
    requestedFrom === null ? undefined : gte(task.requestedAt, requestedFrom),
    requestedTo === null ? undefined : lt(task.requestedAt, requestedTo),
    finishedFrom === null ? undefined : gte(task.finishedAt, finishedFrom),
    finishedTo === null ? undefined : lt(task.finishedAt, finishedTo),
  )
}

/** A page of tasks and how many there are. */
export const listTaskPage = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: TaskFilter,
  request: PageRequest<TaskColumn>,
): Promise<{ rows: TaskRow[]; total: number }> => {
  const { status: _status, kind: _kind, ...others } = filter
  const matching = matchingOf(visibility, filter)
  const rows = tx
    .select()
    .from(task)
    .where(matching)
    .orderBy(...request.order.map(placed))
  // Totals are kept by status and kind.
  const isOfAll = visibility.unrestricted && Object.values(others).every((given) => given === null)
  const [page, total] = await Promise.all([
    rows.limit(request.size).offset(request.offset),
    isOfAll ? countAll(tx, filter) : countMatching(tx, matching),
  ])
  return { rows: page, total }
}

/** The tasks of a filter, newest first, from the one after which the list was left. */
export const listTasksAfter = (
  tx: TenantTx,
  visibility: Visibility,
  filter: TaskFilter,
  part: { readonly before: Pick<TaskRow, 'requestedAt' | 'id'> | null; readonly limit: number },
): Promise<TaskRow[]> => {
  const { before, limit } = part
  const follows =
    before === null
      ? undefined
      : sql`(${task.requestedAt}, ${task.id}) < (${before.requestedAt.toISOString()}::timestamptz, ${before.id}::uuid)`
  return tx
    .select()
    .from(task)
    .where(and(matchingOf(visibility, filter), follows))
    .orderBy(desc(task.requestedAt), desc(task.id))
    .limit(limit)
}

/** The tasks of these ids that the transaction may see, in no order. */
export const listTasksById = (tx: TenantTx, ids: readonly string[]): Promise<TaskRow[]> =>
  tx
    .select()
    .from(task)
    .where(inArray(task.id, [...ids]))

/** The newest tasks of each of many ATMs, `limit` an ATM, in one statement. */
export const listTasksOfAtms = (
  tx: TenantTx,
  atmIds: readonly number[],
  status: TaskStatus | null,
  limit: number,
): Promise<TaskRow[]> => {
  const picked = sql`(
    select p.id from unnest(${sqlArray(atmIds, 'bigint')}) a(atm_id) cross join lateral (
      select t.id from fleet.task t where t.atm_id = a.atm_id ${status === null ? sql`` : sql`and t.status = ${status}`}
      order by t.requested_at desc, t.id desc limit ${limit}) p)`
  return tx.select().from(task).where(sql`${task.id} in ${picked}`).orderBy(desc(task.requestedAt), desc(task.id))
}
