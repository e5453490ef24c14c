import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import { incident } from '../../../db/incident/incident.ts'
import { createRowReader } from '../../../db/rows.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { AtmGroupFilter } from '../../../schema/atm-attributes.rules.ts'
import type { PageRequest, Sorting } from '../../kit/common/paging.ts'
import { isGiven } from '../../kit/common/records.rules.ts'
import { isOfAtmsOfGroup } from '../atms/atms.store.ts'
import { SEVERITIES, type Severity } from '../model/incident-kinds.rules.ts'
import type { IncidentWork, MissedTarget } from '../schema.gen.ts'
import { aboutWords } from './incident-search.store.ts'

export type IncidentRow = typeof incident.$inferSelect
export type NewIncident = typeof incident.$inferInsert

const readIncidents = createRowReader(incident)

/** The place of a value among values that have an order of their own, which is not that of the alphabet. */
const placeAmong = (column: SQLWrapper, ordered: readonly string[]): SQL =>
  sql`array_position(${sqlArray(ordered, 'text')}, ${column})`

const STATUSES = ['OPEN', 'ACKNOWLEDGED', 'SUPPRESSED', 'RESOLVED'] satisfies readonly IncidentRow['status'][]

const SORT_COLUMNS = {
  id: incident.id,
  openedAt: incident.openedAt,
  lastEventAt: incident.lastEventAt,
  resolvedAt: incident.resolvedAt,
  nextDueAt: incident.nextDueAt,
  kind: incident.kind,
  severity: placeAmong(incident.severity, SEVERITIES),
  status: placeAmong(incident.status, STATUSES),
  occurrenceCount: incident.occurrenceCount,
}
type IncidentColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS]

export const INCIDENT_SORTING: Sorting<IncidentColumn> = {
  sortable: SORT_COLUMNS,
  defaultSort: ['openedAt,desc'],
  tieBreak: { column: incident.id, descending: true },
}

export type IncidentFilter = AtmGroupFilter & {
  readonly status?: IncidentRow['status'] | null | undefined
  readonly resolved?: boolean | null | undefined
  readonly kind?: string | null | undefined
  readonly severity?: IncidentRow['severity'] | null | undefined
  readonly atmId?: number | null | undefined
  readonly agentAtmId?: string | null | undefined
  readonly openedFrom?: Date | null | undefined
  readonly openedTo?: Date | null | undefined
  readonly resolvedFrom?: Date | null | undefined
  readonly resolvedTo?: Date | null | undefined
  /** The user who resolved it. */
  readonly resolvedBy?: string | null | undefined
  /** What somebody did on it, who that is, and when. */
  readonly work?: IncidentWork | null | undefined
  readonly workedBy?: string | null | undefined
  readonly workedFrom?: Date | null | undefined
  readonly workedTo?: Date | null | undefined
  /** Which target it missed, and when. */
  readonly missed?: MissedTarget | null | undefined
  readonly missedFrom?: Date | null | undefined
  readonly missedTo?: Date | null | undefined
  /** Whether it was suppressed by a maintenance window. */
  readonly suppressed?: boolean | null | undefined
  readonly parentIncidentId?: number | null | undefined
  readonly ownerUserId?: string | null | undefined
  readonly hasOwner?: boolean | null | undefined
  /** True for parts of mass outages, false for incidents that are none. */
  readonly isPart?: boolean | null | undefined
  readonly isOverdue?: boolean | null | undefined
  /** Words that it is about. */
  readonly q?: string | null | undefined
}

/**
 * The incidents of an ATM by the agent's id. They are found by an index where the caller sees the ATM; one that has
 * moved to another institution leaves its incidents behind.
 */
const ofAgent = async (tx: TenantTx, agentAtmId: string): Promise<SQL> => {
  const [seen] = await tx.select({ id: atm.id }).from(atm).where(eq(atm.agentAtmId, agentAtmId))
  return seen === undefined ? eq(incident.agentAtmId, agentAtmId) : eq(incident.atmId, seen.id)
}

/** A condition that a column is at an instant or later, and before another one; undefined without both. */
const isBetween = (column: SQLWrapper, from: Date | null | undefined, to: Date | null | undefined): SQL | undefined =>
  and(
    isGiven(from) ? sql`${column} >= ${from.toISOString()}::timestamptz` : undefined,
    isGiven(to) ? sql`${column} < ${to.toISOString()}::timestamptz` : undefined,
  )

/** The incidents that a user resolved, which their entries say. */
const resolvedByUser = ({ resolvedFrom, resolvedTo }: IncidentFilter, userId: string): SQL => sql`
  ${incident.id} in (select e.incident_id from incident.incident_entry e
    where e.kind = 'RESOLVED' and e.user_id = ${userId}
      and ${isBetween(sql`e.at`, resolvedFrom, resolvedTo) ?? sql`true`})`

/** The incidents on which somebody worked, which their entries say; undefined where a filter asks for no work. */
const worked = ({ work, workedBy, workedFrom, workedTo }: IncidentFilter): SQL | undefined =>
  [work, workedBy, workedFrom, workedTo].some(isGiven)
    ? sql`${incident.id} in (select e.incident_id from incident.incident_entry e
        where ${and(
          // Said as the index does.
          sql`e.kind in ('OPENED', 'ACKNOWLEDGED', 'NOTE')`,
          isGiven(work) ? sql`e.kind = ${work}` : undefined,
          isGiven(workedBy) ? sql`e.user_id = ${workedBy}` : undefined,
          isBetween(sql`e.at`, workedFrom, workedTo),
        )})`
    : undefined

/** The incidents that missed a target, which their entries say; undefined where a filter asks for no target. */
const missedTarget = (visibility: Visibility, { missed, missedFrom, missedTo }: IncidentFilter): SQL | undefined =>
  [missed, missedFrom, missedTo].some(isGiven)
    ? sql`${incident.id} in (select e.incident_id from incident.incident_entry e
        where ${and(
          scopeOf(visibility, sql`e.institution_key`),
          sql`e.kind = 'TARGET_MISSED'`,
          isGiven(missed) ? sql`e.text = ${missed}` : undefined,
          isBetween(sql`e.at`, missedFrom, missedTo),
        )})`
    : undefined

/** Limits incidents to parts of mass outages, or to what is none; null does not limit them. */
export const isPartOrNot = (isPart: boolean | null): SQL | undefined =>
  isPart === null ? undefined : isPart ? isNotNull(incident.parentId) : isNull(incident.parentId)

/** What a filter asks for beside status, kind and severity; undefined where it asks for nothing of this. */
const narrowed = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: IncidentFilter,
  now: Date,
): Promise<SQL | undefined> => {
  const { atmId, agentAtmId, ownerUserId, hasOwner, parentIncidentId, isPart, isOverdue, q } = filter
  const { resolvedFrom, resolvedTo, resolvedBy, suppressed } = filter
  const isLate = sql`${incident.nextDueAt} < ${now.toISOString()}::timestamptz`
  return and(
    isGiven(atmId) ? eq(incident.atmId, atmId) : undefined,
    isGiven(agentAtmId) ? await ofAgent(tx, agentAtmId) : undefined,
    isBetween(incident.openedAt, filter.openedFrom, filter.openedTo),
    isBetween(incident.resolvedAt, resolvedFrom, resolvedTo),
    isGiven(resolvedBy) ? resolvedByUser(filter, resolvedBy) : undefined,
    worked(filter),
    missedTarget(visibility, filter),
    isGiven(suppressed) ? sql`${incident.suppressed} = ${sql.raw(String(suppressed))}` : undefined,
    isOfAtmsOfGroup(incident.atmId, filter, visibility),
    isGiven(ownerUserId) ? and(eq(incident.ownerUserId, ownerUserId), isOpen) : undefined,
    isGiven(hasOwner)
      ? and(hasOwner ? isNotNull(incident.ownerUserId) : isNull(incident.ownerUserId), isOpen)
      : undefined,
    isGiven(parentIncidentId) ? eq(incident.parentId, parentIncidentId) : undefined,
    isPartOrNot(isPart ?? null),
    isGiven(q) && q.trim() !== '' ? await aboutWords(tx, visibility, q) : undefined,
    isGiven(isOverdue) ? (isOverdue ? and(isOpen, isLate) : sql`${isLate} is not true`) : undefined,
  )
}

/**
 * Written out: as a parameter it would keep the plan that a session uses from the sixth time on from the indexes of
 * what is open.
 */
const isUnresolved = sql`${incident.status} <> 'RESOLVED'`
/** What a maintenance window suppresses is not open. Said so that the indexes of what is not resolved serve it. */
const isOpen = sql`${isUnresolved} and ${incident.status} <> 'SUPPRESSED'`

/** How many incidents match. Of all that are resolved, by what is not: few, with an index of its own. */
const countMatching = async (tx: TenantTx, matching: SQL | undefined, isAllResolved: boolean): Promise<number> => {
  const all = sql`select count(*) from ${incident}`
  const counted = isAllResolved
    ? sql`select (${all}) - (${all} where ${isUnresolved}) as total`
    : sql`select count(*) as total from ${incident} where ${matching ?? sql`true`}`
  const [row] = await tx.execute<{ total: string }>(counted)
  return Number(row?.total ?? 0)
}

/** What a filter asks for, and whether that is nothing but all that is resolved. */
const matchingOf = async (tx: TenantTx, visibility: Visibility, filter: IncidentFilter, now: Date) => {
  const { status, resolved, kind, severity } = filter
  const further = await narrowed(tx, visibility, filter, now)
  const isResolved = (status === 'RESOLVED' && resolved !== false) || (resolved === true && !status)
  const matching = and(
    scopeOf(visibility, incident.institutionKey),
    status ? eq(incident.status, status) : undefined,
    // Said once more, as the index of open incidents asks for it.
    resolved === false || status === 'OPEN' || status === 'ACKNOWLEDGED' ? isOpen : undefined,
    status === 'SUPPRESSED' ? isUnresolved : undefined,
    resolved === true ? eq(incident.status, 'RESOLVED') : undefined,
    kind ? eq(incident.kind, kind) : undefined,
    severity ? eq(incident.severity, severity) : undefined,
    further,
  )
  return {
    matching,
    isAllResolved: visibility.unrestricted && isResolved && !kind && !severity && further === undefined,
  }
}

/**
 * A page of incidents and how many there are. The index alone finds the rows; only those of the page are fetched.
 */
export const listIncidentPage = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: IncidentFilter,
  request: PageRequest<IncidentColumn>,
  now: Date,
): Promise<{ rows: IncidentRow[]; total: number }> => {
  const order = request.order.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
  const { matching, isAllResolved } = await matchingOf(tx, visibility, filter, now)
  const picked = tx
    .select({ id: incident.id })
    .from(incident)
    .where(matching)
    .orderBy(...order)
    .limit(request.size)
    .offset(request.offset)
  const [rows, total] = await Promise.all([
    readIncidents(tx, sql`where ${incident.id} in ${picked} order by ${sql.join(order, sql`, `)}`),
    countMatching(tx, matching, isAllResolved),
  ])
  return { rows, total }
}

/** The numbers of open incidents that match, oldest first. */
export const listOpenIncidentIds = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: IncidentFilter,
  limit: number,
  now: Date,
): Promise<number[]> => {
  const { kind, severity } = filter
  const matching = and(
    scopeOf(visibility, incident.institutionKey),
    isOpen,
    kind ? eq(incident.kind, kind) : undefined,
    severity ? eq(incident.severity, severity) : undefined,
    await narrowed(tx, visibility, filter, now),
  )
  // An expression, so that the planner does not go through all incidents in the order of their numbers.
  const rows = await tx
    .select({ id: incident.id })
    .from(incident)
    .where(matching)
    .orderBy(asc(sql`${incident.id} + 0`))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** One incident that the transaction may see; null where there is none. */
export const findIncident = async (tx: TenantTx, id: number): Promise<IncidentRow | null> => {
  const [row] = await tx.select().from(incident).where(eq(incident.id, id))
  return row ?? null
}

/** The incidents of these numbers that the transaction may see, in no order. */
export const listIncidentsById = (tx: TenantTx, ids: readonly number[]): Promise<IncidentRow[]> =>
  readIncidents(tx, sql`where ${incident.id} = any (${sqlArray(ids, 'bigint')})`)

/** Where a list of incidents, newest first, was left. */
export type IncidentCursor = { readonly openedAt: Date; readonly id: number }

const follows = (before: IncidentCursor | null): SQL =>
  before === null
    ? sql`true`
    : sql`(${incident.openedAt}, ${incident.id}) < (${before.openedAt}::timestamptz, ${before.id}::bigint)`

/** The incidents of a filter, newest first, from where the list was left. `now` is the same for all of its parts. */
export const listIncidentsAfter = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: IncidentFilter,
  part: { readonly before: IncidentCursor | null; readonly limit: number; readonly now: Date },
): Promise<IncidentRow[]> => {
  const { matching } = await matchingOf(tx, visibility, filter, part.now)
  return readIncidents(
    tx,
    sql`where ${matching ?? sql`true`} and ${follows(part.before)}
      order by ${incident.openedAt} desc, ${incident.id} desc limit ${part.limit}`,
  )
}

/** Incidents that are not resolved, newest first. */
export const listOpenIncidents = (
  tx: TenantTx,
  visibility: Visibility,
  isPart: boolean | null,
  before: IncidentCursor | null,
  limit: number,
): Promise<IncidentRow[]> =>
  readIncidents(
    tx,
    sql`where ${scopeOf(visibility, incident.institutionKey)} and ${isOpen}
      and ${isPartOrNot(isPart) ?? sql`true`} and ${follows(before)}
      order by ${incident.openedAt} desc, ${incident.id} desc limit ${limit}`,
  )

/** How many incidents are not resolved. */
export const countOpenIncidents = async (
  tx: TenantTx,
  visibility: Visibility,
  isPart: boolean | null,
): Promise<number> => {
  const [row] = await tx
    .select({ total: count() })
    .from(incident)
    .where(and(scopeOf(visibility, incident.institutionKey), isOpen, isPartOrNot(isPart)))
  return row?.total ?? 0
}

/** The newest incidents of each of many ATMs, in one statement. */
export const listIncidentsOfAtms = async (
  tx: TenantTx,
  atmIds: readonly number[],
  status: IncidentRow['status'] | null,
  limit: number,
): Promise<IncidentRow[]> => {
  const picked = sql`(
    select i.id from unnest(${sqlArray(atmIds, 'bigint')}) u(atm_id)
    cross join lateral (
      select id from incident.incident i
      where i.atm_id = u.atm_id and ${status === null ? sql`true` : sql`i.status = ${status}`}
        and ${status === null || status === 'RESOLVED' ? sql`true` : sql`i.status <> 'RESOLVED'`}
      order by i.opened_at desc, i.id desc limit ${limit}::int) i)`
  return readIncidents(
    tx,
    sql`where ${incident.id} in ${picked} order by ${incident.openedAt} desc, ${incident.id} desc`,
  )
}

/**
 * How many incidents of each of many ATMs are not resolved, and how bad the worst of them is; nothing for an ATM
 * without.
 */
export const listOpenSummaries = async (
  tx: TenantTx,
  atmIds: readonly number[],
): Promise<{ atmId: number; count: number; worst: Severity }[]> => {
  const rows = await tx.execute<{ atmId: number; count: number; place: number }>(sql`
    select atm_id::float8 as "atmId", count(*)::int as count, max(${placeAmong(sql`severity`, SEVERITIES)}) as place
    from incident.incident where atm_id = any (${sqlArray(atmIds, 'bigint')}) and status <> 'RESOLVED'
      and status <> 'SUPPRESSED'
    group by atm_id`)
  return [...rows].map(({ atmId, count, place }) => ({ atmId, count, worst: SEVERITIES[place - 1] ?? 'LOW' }))
}

/** The worst open incident of each of many ATMs, of equal ones the oldest; nothing for an ATM without. */
export const listWorstIncidents = (tx: TenantTx, atmIds: readonly number[]): Promise<IncidentRow[]> =>
  readIncidents(
    tx,
    sql`where ${incident.id} in (
      select distinct on (i.atm_id) i.id from incident.incident i
      where i.atm_id = any (${sqlArray(atmIds, 'bigint')}) and i.status <> 'RESOLVED' and i.status <> 'SUPPRESSED'
      order by i.atm_id, ${placeAmong(sql`i.severity`, SEVERITIES)} desc, i.opened_at, i.id)`,
  )
