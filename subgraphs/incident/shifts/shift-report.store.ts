import { type SQL, sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { during, OUTAGES_NOT_PARTS, type Period } from '../model/counted-incidents.store.ts'
import type { Severity } from '../model/incident-kinds.rules.ts'

const scopeOfIncident = (caller: Visibility): SQL => scopeOf(caller, sql`institution_key`)

const opened = (caller: Visibility, period: Period): SQL => sql`
  from incident.incident
  where ${scopeOfIncident(caller)} and ${OUTAGES_NOT_PARTS} and ${during(sql`opened_at`, period)}`

const closed = (caller: Visibility, period: Period): SQL => sql`
  from incident.incident
  where ${scopeOfIncident(caller)} and ${OUTAGES_NOT_PARTS} and ${during(sql`resolved_at`, period)}`

/** What was written down of incidents that are no parts of mass outages: what is done to an outage is done once. */
const entries = (caller: Visibility, period: Period): SQL => sql`
  from incident.incident_entry e join incident.incident i on i.id = e.incident_id and i.parent_id is null
  where ${scopeOf(caller, sql`e.institution_key`)} and ${during(sql`e.at`, period)}`

/**
 * The missed targets of a period. They stay with the institution whose targets they were, which does not see the
 * incident any more once that has moved on.
 */
const misses = (caller: Visibility, period: Period): SQL => sql`
  from incident.incident_entry e left join incident.incident i on i.id = e.incident_id
  where ${scopeOf(caller, sql`e.institution_key`)} and ${during(sql`e.at`, period)} and e.kind = 'TARGET_MISSED'
    and i.parent_id is null`

export type OpenedCounts = {
  readonly severity: Severity
  readonly opened: number
  readonly byHand: number
  readonly stillOpen: number
}

/** The incidents that were opened in a period, by severity. */
export const countOpened = async (tx: TenantTx, caller: Visibility, period: Period): Promise<OpenedCounts[]> => [
  ...(await tx.execute<OpenedCounts>(sql`
    select severity, count(*)::int as opened, (count(*) filter (where source = 'MANUAL'))::int as "byHand",
      (count(*) filter (where status <> 'RESOLVED'))::int as "stillOpen"
    ${opened(caller, period)} group by severity`)),
]

export type ClosedCounts = { readonly severity: Severity; readonly closed: number; readonly byHand: number }

/** The incidents that were resolved in a period, by severity. */
export const countClosed = async (tx: TenantTx, caller: Visibility, period: Period): Promise<ClosedCounts[]> => [
  ...(await tx.execute<ClosedCounts>(sql`
    select severity, count(*)::int as closed, (count(*) filter (where resolution = 'MANUAL'))::int as "byHand"
    ${closed(caller, period)} group by severity`)),
]

export type PersonRow = {
  readonly userId: string
  readonly opened: number
  readonly acknowledged: number
  readonly closed: number
  readonly notes: number
}

/** What people did in a period, the most active first. */
export const listPeople = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
  limit: number,
): Promise<PersonRow[]> => {
  const of = (kind: string) => sql`(count(*) filter (where e.kind = ${kind}))::int`
  const rows = await tx.execute<PersonRow>(sql`
    select e.user_id as "userId", ${of('OPENED')} as opened, ${of('ACKNOWLEDGED')} as acknowledged,
      ${of('RESOLVED')} as closed, ${of('NOTE')} as notes
    ${entries(caller, period)} and e.user_id is not null
    group by e.user_id order by count(*) desc, e.user_id limit ${limit}::int`)
  return [...rows]
}

export type MissedCounts = { readonly missed: number; readonly acknowledge: number; readonly resolve: number }

/** The incidents that missed a target in a period, and those of them that missed each target. */
export const countMisses = async (tx: TenantTx, caller: Visibility, period: Period): Promise<MissedCounts> => {
  const of = (target: string) => sql`(count(distinct e.incident_id) filter (where e.text = ${target}))::int`
  const [row] = await tx.execute<MissedCounts>(sql`
    select count(distinct e.incident_id)::int as missed, ${of('ACKNOWLEDGE')} as acknowledge,
      ${of('RESOLVE')} as resolve
    ${misses(caller, period)}`)
  return row ?? { missed: 0, acknowledge: 0, resolve: 0 }
}

export type HandoverRow = {
  readonly at: Date
  readonly userId: string
  readonly toUserId: string
  readonly note: string | null
  readonly incidents: number
}

/** What was handed over in a period, newest first. */
export const listHandovers = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
  limit: number,
): Promise<HandoverRow[]> => {
  const rows = await tx.execute<Omit<HandoverRow, 'at'> & { at: number }>(sql`
    select round(date_part('epoch', e.at) * 1000) as at, e.user_id as "userId", e.to_user_id as "toUserId",
      e.text as note, count(*)::int as incidents
    ${entries(caller, period)} and e.kind = 'HANDED_OVER'
    group by e.at, e.user_id, e.to_user_id, e.text
    order by e.at desc, e.user_id, e.to_user_id limit ${limit}::int`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

const WORST_FIRST = sql`array_position('{CRITICAL,HIGH,MEDIUM,LOW}'::text[], severity)`

/** Incidents that were opened in a period: what is open first, then the worst, then the newest. */
export const listOpenedIds = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
  limit: number,
): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select id::float8 as id ${opened(caller, period)}
    order by (status = 'RESOLVED'), ${WORST_FIRST}, opened_at desc, id desc limit ${limit}::int`)
  return rows.map(({ id }) => id)
}

export type ClosingRow = { readonly id: number; readonly userId: string | null }

/** Incidents that were resolved in a period, with who did: what people resolved first, then the newest. */
export const listClosings = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
  limit: number,
): Promise<ClosingRow[]> => {
  const rows = await tx.execute<ClosingRow>(sql`
    select c.id::float8 as id, case when c.resolution = 'MANUAL' then (
        select e.user_id from incident.incident_entry e where e.incident_id = c.id and e.kind = 'RESOLVED'
        order by e.id desc limit 1) end as "userId"
    from (select id, resolution, resolved_at ${closed(caller, period)}
      order by (resolution = 'MANUAL') desc, resolved_at desc, id desc limit ${limit}::int) c
    order by (c.resolution = 'MANUAL') desc, c.resolved_at desc, c.id desc`)
  return [...rows]
}

/** Incidents that missed a target in a period and are the caller's to see, the latest miss first. */
export const listMissedIds = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
  limit: number,
): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select e.incident_id::float8 as id ${entries(caller, period)} and e.kind = 'TARGET_MISSED'
    group by e.incident_id order by max(e.at) desc, e.incident_id desc limit ${limit}::int`)
  return rows.map(({ id }) => id)
}
