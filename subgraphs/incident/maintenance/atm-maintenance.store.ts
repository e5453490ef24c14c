import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from '../incidents/published-incidents.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'

const PORTION = 1_000

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/** Takes the ATMs out of a window that was ended: what of it is over stays. */
export const endOccurrences = async (tx: PlatformTx, windowId: number, at: Date): Promise<void> => {
  await tx.execute(sql`
    delete from incident.atm_maintenance where window_id = ${windowId}::bigint and starts_at >= ${instant(at)}`)
  await tx.execute(sql`
    update incident.atm_maintenance set ends_at = ${instant(at)}
    where window_id = ${windowId}::bigint and ends_at > ${instant(at)}`)
}

/** Locks ATMs in the order of ingest. */
const lockAtms = async (tx: PlatformTx, condition: SQL): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select id::float8 as id from incident.atm where ${condition}
    order by agent_atm_id collate "C" for no key update`)
  return rows.map(({ id }) => id)
}

/** The windows that ATMs are in, or will be before `before`, taken together. */
const current = (now: Date, before: Date, of: SQL): SQL => sql`
  select m.atm_id, min(m.starts_at) as starts_at, max(m.ends_at) as ends_at from incident.atm_maintenance m
  where m.ends_at > ${instant(now)} and m.starts_at < ${instant(before)} and ${of} group by m.atm_id`

/**
 * Tells up to 1,000 ATMs the window that they are in, or will be before `before`, or that the one they know of is over
 * before its time. Resolves to how many there were.
 */
export const updateAtmWindows = async (tx: PlatformTx, now: Date, before: Date): Promise<number> => {
  const due = await tx.execute<{ atmId: number }>(sql`
    select coalesce(a.id, c.atm_id)::float8 as "atmId"
    from (${current(now, before, sql`true`)}) c
    full join (select id, maintenance_from, maintenance_until from incident.atm
      where maintenance_until > ${instant(now)}) a on a.id = c.atm_id
    where (a.maintenance_from, a.maintenance_until) is distinct from (c.starts_at, c.ends_at)
      and exists (select from incident.atm k where k.id = coalesce(a.id, c.atm_id))
    limit ${PORTION}::int`)
  if (due.length === 0) return 0
  const ids = sqlArray(
    due.map(({ atmId }) => atmId),
    'bigint',
  )
  const locked = sqlArray(await lockAtms(tx, sql`id = any (${ids})`), 'bigint')
  await tx.execute(sql`
    update incident.atm a set maintenance_from = c.starts_at, maintenance_until = coalesce(c.ends_at, ${instant(now)})
    from unnest(${locked}) u(id)
    left join (${current(now, before, sql`m.atm_id = any (${locked})`)}) c on c.atm_id = u.id
    where a.id = u.id`)
  return due.length
}

/** The ATM `a` of the incident `i` is in no window any more, and the fault has not ended. */
const outlasts = (now: Date): SQL => sql`
  i.status = 'SUPPRESSED' and not (i.flapping and coalesce(i.cleared_at >= i.last_event_at, false))
  and (a.maintenance_until is null or a.maintenance_until <= ${instant(now)} or a.maintenance_from is null
    or a.maintenance_from > ${instant(now)})`

/** Opens up to 1,000 incidents that have outlasted the maintenance window which suppressed them. */
export const openOutlasting = async (tx: PlatformTx, now: Date): Promise<PublishedIncident[]> => {
  const due = await tx.execute<{ atmId: number }>(sql`
    select i.atm_id::float8 as "atmId" from incident.incident i join incident.atm a on a.id = i.atm_id
    where ${outlasts(now)} limit ${PORTION}::int`)
  if (due.length === 0) return []
  const ids = sqlArray(
    due.map(({ atmId }) => atmId),
    'bigint',
  )
  const locked = sqlArray(await lockAtms(tx, sql`id = any (${ids})`), 'bigint')
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    with opened as (
      update incident.incident i set status = 'OPEN', suppressed = false, opened_at = ${instant(now)},
        version = i.version + 1
      from incident.atm a
      where a.id = any (${locked}) and i.atm_id = a.id and ${outlasts(now)}
      returning i.*)
    select ${PUBLISHED_COLUMNS} from opened`)
  return rows.map(publishedOf)
}
