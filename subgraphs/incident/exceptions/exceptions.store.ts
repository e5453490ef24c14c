import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { eventException } from '../../../db/incident/event.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { PageRequest, Sorting } from '../../kit/common/paging.ts'

/** An event exception. */
export type ExceptionRow = typeof eventException.$inferSelect

const SORT_COLUMNS = {
  id: eventException.id,
  receivedAt: eventException.receivedAt,
  eventType: eventException.eventType,
  agentAtmId: eventException.agentAtmId,
}
type ExceptionColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS]

export const EXCEPTION_SORTING: Sorting<ExceptionColumn> = {
  sortable: SORT_COLUMNS,
  defaultSort: ['receivedAt,desc'],
  tieBreak: { column: eventException.id, descending: true },
}

export type ExceptionFilter = {
  readonly eventType?: string | null | undefined
  readonly agentAtmId?: string | null | undefined
  readonly replayed?: boolean | null | undefined
}

/** A page of exceptions and how many there are. */
export const listExceptionPage = async (
  tx: TenantTx,
  visibility: Visibility,
  { eventType, agentAtmId, replayed }: ExceptionFilter,
  request: PageRequest<ExceptionColumn>,
): Promise<{ rows: ExceptionRow[]; total: number }> => {
  const order = request.order.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
  const matching = and(
    scopeOf(visibility, eventException.institutionKey),
    eventType === null || eventType === undefined ? undefined : eq(eventException.eventType, eventType),
    agentAtmId === null || agentAtmId === undefined ? undefined : eq(eventException.agentAtmId, agentAtmId),
    replayed === null || replayed === undefined
      ? undefined
      : replayed
        ? isNotNull(eventException.replayedAt)
        : isNull(eventException.replayedAt),
  )
  const [rows, totals] = await Promise.all([
    tx
      .select()
      .from(eventException)
      .where(matching)
      .orderBy(...order)
      .limit(request.size)
      .offset(request.offset),
    tx.select({ total: count() }).from(eventException).where(matching),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** Where a list of exceptions, in the order of arrival, was left. */
export type ExceptionCursor = { readonly receivedAt: Date; readonly id: number }

const pending = (visibility: Visibility, eventType: string) =>
  and(
    scopeOf(visibility, eventException.institutionKey),
    eq(eventException.eventType, eventType),
    isNull(eventException.replayedAt),
  )

/** Exceptions of a type that are not replayed, in the order of arrival. */
export const listPendingExceptions = (
  tx: TenantTx,
  visibility: Visibility,
  eventType: string,
  after: ExceptionCursor | null,
  limit: number,
): Promise<ExceptionRow[]> =>
  tx
    .select()
    .from(eventException)
    .where(
      and(
        pending(visibility, eventType),
        after === null
          ? undefined
          : sql`(${eventException.receivedAt}, ${eventException.id}) > (${after.receivedAt.toISOString()}::timestamptz,
            ${after.id}::bigint)`,
      ),
    )
    .orderBy(asc(eventException.receivedAt), asc(eventException.id))
    .limit(limit)

/** How many exceptions of a type are not replayed. */
export const countPendingExceptions = async (
  tx: TenantTx,
  visibility: Visibility,
  eventType: string,
): Promise<number> => {
  const [row] = await tx.select({ total: count() }).from(eventException).where(pending(visibility, eventType))
  return row?.total ?? 0
}

/** Exceptions of a type that are not replayed. */
export type PendingType = {
  readonly eventType: string | null
  readonly waiting: number
  readonly oldestReceivedAt: Date
}

/** Rows of the types that a caller sees, of each institution by itself, so that an index leads to each. */
const pendingOf = ({ unrestricted, institutions }: Visibility, columns: SQL, where: SQL, rest: SQL): SQL =>
  unrestricted
    ? sql`select ${columns} from incident.event_exception where ${where} and replayed_at is null ${rest}`
    : sql`select r.* from unnest(${sqlArray(institutions, 'text')}) k (key) cross join lateral (
        select ${columns} from incident.event_exception where institution_key = k.key and ${where}
          and replayed_at is null ${rest}) r`

type MostPending = { readonly types: number; readonly events: number }

/**
 * The statement of `listPendingTypes`: it goes from type to type of an index, and reads no more of each than it counts.
 */
export const pendingTypes = (visibility: Visibility, most: MostPending): SQL => {
  const next = (where: SQL) =>
    sql`select min(n.event_type)
      from (${pendingOf(visibility, sql`event_type`, where, sql`order by event_type limit 1`)}) n`
  const counted = (
    where: SQL,
  ) => sql`select least(count(*), ${most.events}::int)::int as waiting, min(c.received_at) as oldest
    from (${pendingOf(visibility, sql`received_at`, where, sql`order by received_at limit ${most.events}::int`)}) c`
  return sql`
    with recursive type (event_type, place) as (
      select (${next(sql`event_type is not null`)}), 1
      union all
      select (${next(sql`event_type > type.event_type`)}), place + 1 from type
      where type.event_type is not null and place < ${most.types}::int
    ), found as (
      select type.event_type, c.* from type cross join lateral (${counted(sql`event_type = type.event_type`)}) c
      where type.event_type is not null
      union all
      select null, c.* from (${counted(sql`event_type is null`)}) c
    )
    select event_type, waiting, floor(extract(epoch from oldest) * 1000)::text as oldest_ms from found
    where waiting > 0 order by waiting desc, event_type`
}

/**
 * The types of exceptions that are not replayed, at most `most.types`, with how many events there are of each, counted
 * up to `most.events`.
 */
export const listPendingTypes = async (
  tx: TenantTx,
  visibility: Visibility,
  most: MostPending,
): Promise<PendingType[]> => {
  const rows = await tx.execute<{ event_type: string | null; waiting: number; oldest_ms: string }>(
    pendingTypes(visibility, most),
  )
  return rows.map(({ event_type, waiting, oldest_ms }) => ({
    eventType: event_type,
    waiting,
    oldestReceivedAt: new Date(Number(oldest_ms)),
  }))
}

/** Marks exceptions whose events are stored already, as they were sent again. */
export const updateReplayed = async (tx: TenantTx, ids: readonly number[], replayedAt: Date): Promise<void> => {
  await tx.execute(sql`
    update incident.event_exception set replayed_at = ${replayedAt.toISOString()}::timestamptz
    where id = any (${sqlArray(ids, 'bigint')}) and replayed_at is null`)
}

/**
 * Deletes exceptions that were replayed, or that arrived, before an instant each; `limit` at most. Resolves to how
 * many went.
 */
export const deleteExceptions = async (
  tx: PlatformTx,
  before: { readonly replayed: Date; readonly received: Date },
  limit: number,
): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from incident.event_exception where id = any (array(
      (select id from incident.event_exception where replayed_at < ${before.replayed.toISOString()}::timestamptz
        limit ${limit}::int)
      union all
      (select id from incident.event_exception where received_at < ${before.received.toISOString()}::timestamptz
        limit ${limit}::int)
      limit ${limit}::int))
    returning id`)
  return rows.length
}
