import { and, asc, count, desc, eq, gt, gte, ilike, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import { type GroupColumns, groupCondition } from '../../db/atm-attributes.ts'
import { createSentColumns, type SentColumn } from '../../db/columns.ts'
import { type DeviceRecord, deviceAtm } from '../../db/devices/atm.ts'
import { createRowReader } from '../../db/rows.ts'
import { scopeOf } from '../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../db/tenancy.ts'
import { containing } from '../../db/values.ts'
import {
  type AtmGroupFilter,
  columnOf,
  type ListedAttribute,
  type ListedDescription,
  listedAttributes,
} from '../../schema/atm-attributes.rules.ts'
import type { PageRequest, Sorting } from '../kit/common/paging.ts'
import type { AtmConnectivity, ServiceState, StatusBadge } from './schema.gen.ts'

export type StatusRow = typeof deviceAtm.$inferSelect

const readStatuses = createRowReader(deviceAtm)

export type StatusFilter = {
  readonly agentAtmId: string | null
  /** Null for ATMs that are in use and retired ones. */
  readonly isRetired: boolean | null
  readonly serviceState: ServiceState | null
  readonly badge: StatusBadge | null
  /** Whether the badge is IN_SERVICE. */
  readonly inService: boolean | null
  readonly connectivity: AtmConnectivity | null
  /** A part of the agent id or of a listed attribute. */
  readonly text: string | null
  /** An agent last heard of before this instant is not connected. */
  readonly connectedSince: Date
  readonly group: AtmGroupFilter
}

export type SortColumn = (typeof SORTABLE)[keyof typeof SORTABLE]

const SORTABLE = {
  id: deviceAtm.atmId,
  agentAtmId: deviceAtm.agentAtmId,
  name: deviceAtm.name,
  siteName: deviceAtm.siteName,
  serviceState: deviceAtm.serviceState,
  serviceStateChangedAt: deviceAtm.serviceStateChangedAt,
  lastHeartbeatAt: deviceAtm.lastHeartbeatAt,
  urgency: 'urgency',
} as const

export const STATUS_SORTING: Sorting<SortColumn> = {
  sortable: SORTABLE,
  defaultSort: ['agentAtmId,asc'],
  tieBreak: { column: deviceAtm.atmId, descending: false },
}

const offlineCondition = (connectedSince: Date): SQL | undefined =>
  or(isNull(deviceAtm.lastHeartbeatAt), lt(deviceAtm.lastHeartbeatAt, connectedSince))

const badgeCondition = (badge: StatusBadge, connectedSince: Date): SQL | undefined =>
  badge === 'AGENT_OFFLINE'
    ? offlineCondition(connectedSince)
    : and(gte(deviceAtm.lastHeartbeatAt, connectedSince), eq(deviceAtm.serviceState, badge))

const connectivityCondition = (connectivity: AtmConnectivity, connectedSince: Date): SQL =>
  ({
    CONNECTED: gte(deviceAtm.lastHeartbeatAt, connectedSince),
    DISCONNECTED: lt(deviceAtm.lastHeartbeatAt, connectedSince),
    NEVER_CONNECTED: isNull(deviceAtm.lastHeartbeatAt),
  })[connectivity]

const serviceCondition = (inService: boolean, connectedSince: Date): SQL | undefined =>
  inService
    ? badgeCondition('IN_SERVICE', connectedSince)
    : or(offlineCondition(connectedSince), ne(deviceAtm.serviceState, 'IN_SERVICE'))

/**
 * How bad the state of an ATM is, and then for how long: what cannot serve before what is not heard of, whom people
 * work on, and what nothing is known of. One that was never heard of is new, not broken.
 */
const urgencyOrder = (connectedSince: Date, descending: boolean): SQL[] => {
  const isOffline = sql`${deviceAtm.lastHeartbeatAt} < ${connectedSince.toISOString()}::timestamptz`
  const rank = sql`case when ${deviceAtm.lastHeartbeatAt} is null then 0 when ${isOffline} then 4
    when ${deviceAtm.serviceState} = 'OUT_OF_SERVICE' then 5 when ${deviceAtm.serviceState} = 'IN_SUPERVISOR' then 3
    when ${deviceAtm.serviceState} = 'UNKNOWN' then 2 else 1 end`
  const since = sql`case when ${isOffline} then ${deviceAtm.lastHeartbeatAt}
    else ${deviceAtm.serviceStateChangedAt} end`
  return descending ? [desc(rank), asc(since)] : [asc(rank), desc(since)]
}

const SEARCHED = [deviceAtm.agentAtmId, ...listedAttributes.map((name) => deviceAtm[name])]

const inRecord = (name: string): SQL => sql`${deviceAtm.record} ->> ${sql.raw(`'${name}'`)}`

/** What ATMs are grouped by, as the indexes have it. */
export const GROUP_COLUMNS: GroupColumns = {
  valueOf: (name) => (name === 'siteName' ? deviceAtm.siteName : sql`(${inRecord(name)})`),
  tags: sql`(${inRecord('tags')})`,
  hasTag: (tag) => sql`${deviceAtm.record} -> 'tags' @> ${JSON.stringify([tag])}::text::jsonb`,
}

/** What the ATMs of a list have to be. */
export const conditionOf = (filter: StatusFilter): SQL | undefined => {
  const { agentAtmId, isRetired, serviceState, badge, inService, connectivity, text, connectedSince, group } = filter
  const pattern = text === null ? null : containing(text)
  return and(
    agentAtmId === null ? undefined : eq(deviceAtm.agentAtmId, agentAtmId),
    isRetired === null ? undefined : isRetired ? deviceAtm.retired : not(deviceAtm.retired),
    serviceState === null ? undefined : eq(deviceAtm.serviceState, serviceState),
    badge === null ? undefined : badgeCondition(badge, connectedSince),
    inService === null ? undefined : serviceCondition(inService, connectedSince),
    connectivity === null ? undefined : connectivityCondition(connectivity, connectedSince),
    groupCondition(group, GROUP_COLUMNS),
    pattern === null ? undefined : or(...SEARCHED.map((column) => ilike(column, pattern))),
  )
}

/** One page of the caller's ATMs, and the number of all. */
export const listStatuses = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: StatusFilter,
  page: PageRequest<SortColumn>,
): Promise<{ rows: StatusRow[]; total: number }> => {
  const condition = and(scopeOf(visibility, deviceAtm.institutionKey), conditionOf(filter))
  const order = page.order.flatMap(({ column, descending }) =>
    column === 'urgency' ? urgencyOrder(filter.connectedSince, descending) : descending ? desc(column) : asc(column),
  )
  const [rows, totals] = await Promise.all([
    tx
      .select()
      .from(deviceAtm)
      .where(condition)
      .orderBy(...order)
      .limit(page.size)
      .offset(page.offset),
    tx.select({ total: count() }).from(deviceAtm).where(condition),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/**
 * The caller's ATMs in the order of their agent ids, after one of them if given: an index leads there, however many
 * come before.
 */
export const listStatusesAfter = (
  tx: TenantTx,
  visibility: Visibility,
  filter: StatusFilter,
  after: string | null,
  limit: number,
): Promise<StatusRow[]> =>
  tx
    .select()
    .from(deviceAtm)
    .where(
      and(
        scopeOf(visibility, deviceAtm.institutionKey),
        conditionOf(filter),
        after === null ? undefined : gt(deviceAtm.agentAtmId, after),
      ),
    )
    .orderBy(asc(deviceAtm.agentAtmId))
    .limit(limit)

/** The caller's ATM with a numeric id, null where there is none. */
export const findStatus = async (tx: TenantTx, visibility: Visibility, atmId: number): Promise<StatusRow | null> => {
  const [row] = await tx
    .select()
    .from(deviceAtm)
    .where(and(scopeOf(visibility, deviceAtm.institutionKey), eq(deviceAtm.atmId, atmId)))
  return row ?? null
}

/** The caller's ATMs by their numeric ids, in the order of the ids; null where there is none. */
export const listStatusesById = async (
  tx: TenantTx,
  visibility: Visibility,
  atmIds: readonly number[],
): Promise<(StatusRow | null)[]> => {
  // As one parameter: of hundreds the statement would be put together one by one.
  const rows = await readStatuses(
    tx,
    sql`where ${scopeOf(visibility, deviceAtm.institutionKey)}
      and ${deviceAtm.atmId} = any (${sqlArray(atmIds, 'bigint')})`,
  )
  const byId = new Map(rows.map((row) => [row.atmId, row]))
  return atmIds.map((id) => byId.get(id) ?? null)
}

/** The caller's ATMs by connectivity, in one pass. */
export const countStatuses = async (tx: TenantTx, visibility: Visibility, connectedSince: Date) => {
  const [row] = await tx
    .select({
      total: count(),
      connected: sql<number>`count(*) filter
          (where ${deviceAtm.lastHeartbeatAt} >= ${connectedSince.toISOString()}::timestamptz)`.mapWith(Number),
      neverConnected: sql<number>`count(*) filter (where ${deviceAtm.lastHeartbeatAt} is null)`.mapWith(Number),
    })
    .from(deviceAtm)
    .where(and(scopeOf(visibility, deviceAtm.institutionKey), not(deviceAtm.retired)))
  const { total, connected, neverConnected } = row ?? { total: 0, connected: 0, neverConnected: 0 }
  return { total, connected, disconnected: total - connected - neverConnected, neverConnected }
}

/**
 * Lets a transaction end before it is flushed. For what comes from ingest, which a flush of each change would hold up:
 * these rows are a copy, and what is lost with the server is reconciled. (So what reconciles is flushed.)
 */
export const setUnflushed = (tx: PlatformTx) => tx.execute(sql`set local synchronous_commit to off`)

export type StateChange = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly serviceState: ServiceState
  /** Grows with each change of the state, and of when it began. */
  readonly sequence: number
  /** When it began; null where the sender does not know. */
  readonly occurredAt: Date | null
  /** When it was last reported, which stands in for the beginning of a state that is not held yet. */
  readonly reportedAt?: Date | null
}

const STATES = createSentColumns<StateChange>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  service_state: ['text', ({ serviceState }) => serviceState],
  state_sequence: ['bigint', ({ sequence }) => sequence],
  began_at: ['timestamptz', ({ occurredAt }) => occurredAt?.getTime() ?? null],
  reported_at: ['timestamptz', ({ reportedAt }) => reportedAt?.getTime() ?? null],
})

/**
 * Takes over states, creating unknown ATMs; one with a sequence below the one held is ignored. Of the sequence that is
 * held only the instant at which the state began is taken, where it differs: a release that did not tell of corrections
 * may have left it. A supervisor visit has the time of receipt besides, which stays as long as the visit does: another
 * one begins after that. The institution is taken from a state only for an ATM without one: the state may be older than
 * a hand-over to another institution. Returns how many were taken.
 */
export const updateStates = async (
  tx: PlatformTx,
  changes: readonly StateChange[],
  receivedAt: Date,
): Promise<number> => {
  if (changes.length === 0) return 0
  const at = sql`${receivedAt.toISOString()}::timestamptz`
  // What is held already is left out before the insert, which would lock and so write each row that it meets.
  const taken = await tx.execute(sql`
    insert into devices.atm as a (atm_id, agent_atm_id, institution_key, service_state, state_sequence,
      service_state_changed_at, supervisor_since)
    select v.atm_id, v.agent_atm_id, v.institution_key, v.service_state, v.state_sequence,
      coalesce(v.began_at, v.reported_at, ${at}), case when v.service_state = 'IN_SUPERVISOR' then ${at} end
    from ${STATES.of(changes)}
    left join devices.atm held on held.atm_id = v.atm_id
    where held.atm_id is null or v.state_sequence > held.state_sequence
      or v.state_sequence = held.state_sequence and v.began_at <> held.service_state_changed_at
    order by v.atm_id
    on conflict (atm_id) do update set institution_key = coalesce(a.institution_key, excluded.institution_key),
      service_state = excluded.service_state, service_state_changed_at = excluded.service_state_changed_at,
      supervisor_since = case
        when excluded.supervisor_since is not null and excluded.service_state_changed_at <= a.supervisor_since
          then a.supervisor_since
        else excluded.supervisor_since end,
      state_sequence = excluded.state_sequence
    where excluded.state_sequence >= a.state_sequence
    returning atm_id`)
  return taken.length
}

export type AtmCopy = ListedDescription & {
  readonly atmId: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  /** Grows with each change of the institution or a listed attribute. */
  readonly edition: number
  readonly lastHeartbeatAt: Date | null
  /** Null where the sender does not know it; the one that is held stays. */
  readonly record: DeviceRecord | null
}

/** The columns of the listed attributes: as a comparison names them, and as a newer edition replaces them. */
const each = (to: (column: string) => string): SQL =>
  sql.raw(listedAttributes.map((name) => to(columnOf(name))).join(', '))
const LISTED = {
  held: each((column) => `held.${column}`),
  given: each((column) => `v.${column}`),
  newest: each(
    (column) => `${column} = case when excluded.edition >= a.edition then excluded.${column} else a.${column} end`,
  ),
}
const textColumn = (name: ListedAttribute): SentColumn<AtmCopy> => ['text', (atm) => atm[name]]

const DESCRIPTIONS = createSentColumns<AtmCopy>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  ...Object.fromEntries(listedAttributes.map((name) => [columnOf(name), textColumn(name)])),
  edition: ['bigint', ({ edition }) => edition],
  last_heartbeat_at: ['timestamptz', ({ lastHeartbeatAt }) => lastHeartbeatAt?.getTime() ?? null],
  record: ['jsonb', ({ record }) => (record === null ? null : JSON.stringify(record))],
})

/**
 * Takes over what the lists show, creating unknown ATMs. A heartbeat only moves forward, and an older edition changes
 * neither the institution nor an attribute. Returns how many rows differed.
 */
export const updateDescriptions = async (tx: PlatformTx, atms: readonly AtmCopy[]): Promise<number> => {
  if (atms.length === 0) return 0
  // Locked in the order of the ids, so that two batches cannot wait for each other.
  const changed = await tx.execute(sql`
    insert into devices.atm as a (${sql.raw(DESCRIPTIONS.names())})
    select distinct on (v.atm_id) v.*
    from ${DESCRIPTIONS.of(atms)}
    left join devices.atm held on held.atm_id = v.atm_id
    where held.atm_id is null or v.edition > held.edition
      or (v.edition = held.edition
        and (held.institution_key, ${LISTED.held}) is distinct from (v.institution_key, ${LISTED.given}))
      or v.last_heartbeat_at > coalesce(held.last_heartbeat_at, '-infinity')
      or (v.record is not null and v.edition >= held.edition and v.record is distinct from held.record)
    order by v.atm_id, v.edition desc, v.last_heartbeat_at desc nulls last
    on conflict (atm_id) do update set
      institution_key = case when excluded.edition >= a.edition then excluded.institution_key
        else a.institution_key end,
      ${LISTED.newest},
      record = case when excluded.edition >= a.edition then coalesce(excluded.record, a.record) else a.record end,
      edition = greatest(a.edition, excluded.edition),
      last_heartbeat_at = greatest(a.last_heartbeat_at, excluded.last_heartbeat_at)
    returning atm_id`)
  return changed.length
}

/** When an ATM was last heard, as epoch milliseconds. */
export type Heard = { readonly atmId: number; readonly heardAtMs: number }

const HEARD = createSentColumns<Heard>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  heard_at: ['timestamptz', ({ heardAtMs }) => heardAtMs],
})

/** Moves the heartbeats of ATMs forward; unknown ATMs are left out. Returns how many rows differed. */
export const updateHeartbeats = async (tx: PlatformTx, heard: readonly Heard[]): Promise<number> => {
  if (heard.length === 0) return 0
  // Locked in the order of the ids, as those of descriptions are.
  const changed = await tx.execute(sql`
    with later as materialized (
      select held.atm_id, v.heard_at from ${HEARD.of(heard)} join devices.atm held on held.atm_id = v.atm_id
      where v.heard_at > coalesce(held.last_heartbeat_at, '-infinity')
      order by held.atm_id for no key update of held)
    update devices.atm a set last_heartbeat_at = greatest(a.last_heartbeat_at, later.heard_at)
    from (select atm_id, max(heard_at) as heard_at from later group by atm_id) later where a.atm_id = later.atm_id
    returning a.atm_id`)
  return changed.length
}
