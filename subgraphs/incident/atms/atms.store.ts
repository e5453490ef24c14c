import { and, asc, count, desc, eq, getTableColumns, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { type GroupColumns, groupCondition } from '../../../db/atm-attributes.ts'
import { atm } from '../../../db/incident/atm.ts'
import { createRowReader } from '../../../db/rows.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { AtmGroupFilter } from '../../../schema/atm-attributes.rules.ts'
import type { PageRequest, Sorting } from '../../kit/common/paging.ts'
import { lockAtms } from './atm-locks.store.ts'
import { stateBegan } from './state-history.store.ts'

export type AtmRow = typeof atm.$inferSelect

const readAtms = createRowReader(atm)

const SORT_COLUMNS = {
  id: atm.id,
  agentAtmId: atm.agentAtmId,
  name: atm.name,
  siteName: atm.siteName,
  institutionKey: atm.institutionKey,
  registeredAt: atm.registeredAt,
  lastHeartbeatAt: atm.lastHeartbeatAt,
}
type AtmColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS]

export const ATM_SORTING: Sorting<AtmColumn> = {
  sortable: SORT_COLUMNS,
  defaultSort: ['id,asc'],
  tieBreak: { column: atm.id, descending: false },
}

/** The ATMs of these numeric ids that the transaction may see, in no order. */
export const listAtmsById = (tx: TenantTx, ids: readonly number[]): Promise<AtmRow[]> =>
  readAtms(tx, sql`where ${atm.id} = any (${sqlArray(ids, 'bigint')})`)

/** The ATMs of these textual ids that the transaction may see, in no order. */
export const listAtmsByAgentId = (tx: TenantTx, agentAtmIds: readonly string[]): Promise<AtmRow[]> =>
  readAtms(tx, sql`where ${atm.agentAtmId} = any (${sqlArray(agentAtmIds, 'text')})`)

/** One ATM by its numeric id; null where it is not there or not to be seen. */
export const findAtm = async (tx: TenantTx, id: number): Promise<AtmRow | null> => {
  const [row] = await tx.select().from(atm).where(eq(atm.id, id))
  return row ?? null
}

/** A page of ATMs and how many there are. */
export const listAtmPage = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: AtmGroupFilter,
  request: PageRequest<AtmColumn>,
): Promise<{ rows: AtmRow[]; total: number }> => {
  const order = request.order.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
  const scope = and(scopeOf(visibility, atm.institutionKey), isNull(atm.retiredAt), isOfGroup(filter))
  const [rows, totals] = await Promise.all([
    tx
      .select()
      .from(atm)
      .where(scope)
      .orderBy(...order)
      .limit(request.size)
      .offset(request.offset),
    tx.select({ total: count() }).from(atm).where(scope),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** What ATMs are grouped by. */
const GROUP_COLUMNS: GroupColumns = {
  valueOf: (name) => atm[name],
  tags: atm.tags,
  hasTag: (tag) => sql`${atm.tags} @> ${sqlArray([tag], 'text')}`,
}

/** The condition of the ATMs of a group, on `incident.atm`; undefined where a filter asks for nothing. */
export const isOfGroup = (filter: AtmGroupFilter): SQL | undefined => groupCondition(filter, GROUP_COLUMNS)

/**
 * Limits the rows of another table to ATMs of a group that the caller sees, by its column of numeric ids; undefined
 * where a filter asks for nothing.
 */
export const isOfAtmsOfGroup = (atmId: SQLWrapper, filter: AtmGroupFilter, visibility: Visibility): SQL | undefined => {
  const condition = isOfGroup(filter)
  return condition === undefined
    ? undefined
    : sql`${atmId} in (select ${atm.id} from ${atm} where ${scopeOf(visibility, atm.institutionKey)} and ${condition})`
}

/** Leaves out the rows of another table that are of retired ATMs, by its column of numeric ids. */
export const isOfAtmInUse = (atmId: SQLWrapper): SQL =>
  sql`not exists (select from incident.atm out_of_use where out_of_use.id = ${atmId}
    and out_of_use.retired_at is not null)`

export type AtmCounts = {
  readonly total: number
  readonly connected: number
  readonly disconnected: number
  readonly neverConnected: number
}

/**
 * ATMs by connectivity; connected are those with a heartbeat at `since` or later. Counted, not kept: age needs no
 * write.
 */
export const countAtms = async (tx: TenantTx, visibility: Visibility, since: Date): Promise<AtmCounts> => {
  const [row] = await tx
    .select({
      total: count(),
      connected: sql<number>`count(*) filter
        (where ${atm.lastHeartbeatAt} >= ${since.toISOString()}::timestamptz)::int`,
      neverConnected: sql<number>`count(*) filter (where ${atm.lastHeartbeatAt} is null)::int`,
    })
    .from(atm)
    .where(and(scopeOf(visibility, atm.institutionKey), isNull(atm.retiredAt)))
  const { total, connected, neverConnected } = row ?? { total: 0, connected: 0, neverConnected: 0 }
  return { total, connected, disconnected: total - connected - neverConnected, neverConnected }
}

/**
 * ATMs by numeric id from `afterId` on that sent a heartbeat, were registered or were edited since, with when their
 * service states began.
 */
export const listChangedAtms = (
  tx: PlatformTx,
  changedSince: Date | null,
  afterId: number,
  limit: number,
): Promise<(AtmRow & { readonly serviceStateChangedAt: Date | null })[]> => {
  const instant = sql`${changedSince?.toISOString() ?? null}::timestamptz`
  const changed =
    changedSince === null
      ? sql`true`
      : sql`(${atm.lastHeartbeatAt} >= ${instant} or ${atm.registeredAt} >= ${instant}
        or ${atm.updatedAt} >= ${instant})`
  const serviceStateChangedAt = sql<Date | null>`${stateBegan(sql`incident.atm.id`)}`.mapWith(atm.stateAt)
  return tx
    .select({ ...getTableColumns(atm), serviceStateChangedAt })
    .from(atm)
    .where(sql`${atm.id} > ${afterId}::bigint and ${changed}`)
    .orderBy(asc(atm.id))
    .limit(limit)
}

/** The ATMs of these names that have no institution yet and are not retired, locked as ingest locks them. */
export const listOwnerlessLocked = (tx: PlatformTx, agentAtmIds: readonly string[]): Promise<number[]> =>
  lockAtms(
    tx,
    sql`agent_atm_id = any (${sqlArray(agentAtmIds, 'text')}) and institution_key is null and retired_at is null`,
  )

/** Registers the ATMs that are not known yet, and gives those without an institution theirs, but for retired ones. */
export const insertMissingAtms = async (
  tx: PlatformTx,
  agentAtmIds: readonly string[],
  institutionKey: string | null,
  registeredAt: Date,
): Promise<void> => {
  const sorted = [...new Set(agentAtmIds)].sort()
  await tx.execute(sql`
    insert into incident.atm as a (id, agent_atm_id, institution_key, registered_at)
    select coalesce((select k.id from incident.atm k where k.agent_atm_id = u.agent_atm_id),
      nextval('incident.atm_id_seq')),
      u.agent_atm_id, ${institutionKey}::text, ${registeredAt.toISOString()}::timestamptz
    from unnest(${sqlArray(sorted, 'text')}) with ordinality u(agent_atm_id, n) order by u.n
    on conflict (agent_atm_id) do update
      set institution_key = excluded.institution_key, assigned_at = excluded.registered_at
      where a.institution_key is null and excluded.institution_key is not null and a.retired_at is null`)
}
