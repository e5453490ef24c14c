import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { lockAtms } from '../atms/atm-locks.store.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from '../incidents/published-incidents.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'

const PORTION = 1_000

const idsOf = (rows: readonly { readonly atmId: number }[]): number[] => [...new Set(rows.map(({ atmId }) => atmId))]

/**
 * Takes the ATMs out of the windows that were ended, or out of one of them: what of these is over stays. Resolves to
 * the ATMs.
 */
export const endOccurrences = async (tx: PlatformTx, at: Date, windowId: number | null): Promise<number[]> => {
  const goesOn = sql`m.ends_at > ${sqlInstant(at)} and w.id = m.window_id and w.ended_at is not null
    and ${windowId === null ? sql`true` : sql`m.window_id = ${windowId}::bigint`}`
  const deleted = await tx.execute<{ atmId: number }>(sql`
    delete from incident.atm_maintenance m using incident.maintenance_window w
    where ${goesOn} and m.starts_at >= ${sqlInstant(at)} returning m.atm_id::float8 as "atmId"`)
  const ended = await tx.execute<{ atmId: number }>(sql`
    update incident.atm_maintenance m set ends_at = ${sqlInstant(at)} from incident.maintenance_window w
    where ${goesOn} returning m.atm_id::float8 as "atmId"`)
  return idsOf([...deleted, ...ended])
}

/**
 * The windows that ATMs are in, or will be before `before`: of each ATM the first, together with those that follow it
 * within a minute, as ATMs are notified once a minute. What ended less than a minute ago is read as well, so that an
 * ATM stays in windows that are taken together, also where it is notified between two of them. A window of the
 * institution that had the ATM before is none of its windows.
 */
const current = (now: Date, before: Date, of: SQL): SQL => sql`
  select distinct on (atm_id) atm_id, min(starts_at) as starts_at, max(ends_at) as ends_at
  from (
    select *, count(*) filter (where starts_at >= over_by + interval '1 minute')
      over (partition by atm_id order by starts_at, ends_at, window_id) as earlier
    from (
      select m.atm_id, m.window_id, m.starts_at, m.ends_at, max(m.ends_at) over (
        partition by m.atm_id order by m.starts_at, m.ends_at, m.window_id
        rows between unbounded preceding and 1 preceding) as over_by
      from incident.atm_maintenance m join incident.atm o on o.id = m.atm_id and o.institution_key = m.institution_key
      where m.ends_at > ${sqlInstant(now)} - interval '1 minute' and m.starts_at < ${sqlInstant(before)} and ${of}
    ) ordered) joined
  group by atm_id, earlier having max(ends_at) > ${sqlInstant(now)} order by atm_id, earlier`

/** The ATMs that do not have the window that they are in, or will be before `before`, or have one that is over. */
export const listOutdatedAtms = async (tx: PlatformTx, now: Date, before: Date): Promise<number[]> => {
  const rows = await tx.execute<{ atmId: number }>(sql`
    select coalesce(a.id, c.atm_id)::float8 as "atmId"
    from (${current(now, before, sql`true`)}) c
    full join (select id, maintenance_from, maintenance_until from incident.atm
      where maintenance_until > ${sqlInstant(now)}) a on a.id = c.atm_id
    where (a.maintenance_from, a.maintenance_until) is distinct from (c.starts_at, c.ends_at)
      and exists (select from incident.atm k where k.id = coalesce(a.id, c.atm_id))`)
  return idsOf(rows)
}

/** Writes to ATMs the window that they are in, or will be before `before`, or that the one they have is over. */
export const updateAtmWindows = async (
  tx: PlatformTx,
  atmIds: readonly number[],
  now: Date,
  before: Date,
): Promise<void> => {
  const locked = sqlArray(await lockAtms(tx, sql`id = any (${sqlArray(atmIds, 'bigint')})`), 'bigint')
  await tx.execute(sql`
    update incident.atm a set maintenance_from = c.starts_at,
      maintenance_until = coalesce(c.ends_at, ${sqlInstant(now)})
    from unnest(${locked}) u(id)
    left join (${current(now, before, sql`m.atm_id = any (${locked})`)}) c on c.atm_id = u.id
    where a.id = u.id and (c.atm_id is not null or a.maintenance_until > ${sqlInstant(now)})`)
}

/** The ATM `a` of the incident `i` is in no window any more, and the fault has not ended. */
const outlasts = (now: Date): SQL => sql`
  i.status = 'SUPPRESSED' and not (i.flapping and coalesce(i.cleared_at >= i.last_event_at, false))
  and (a.maintenance_until is null or a.maintenance_until <= ${sqlInstant(now)} or a.maintenance_from is null
    or a.maintenance_from > ${sqlInstant(now)})`

/**
 * Opens up to 1,000 incidents, of all ATMs or of some, that have outlasted the maintenance window which suppressed
 * them.
 */
export const openOutlasting = async (
  tx: PlatformTx,
  now: Date,
  atmIds: readonly number[] | null,
): Promise<PublishedIncident[]> => {
  const ofAtms = atmIds === null ? sql`true` : sql`i.atm_id = any (${sqlArray(atmIds, 'bigint')})`
  const due = await tx.execute<{ atmId: number }>(sql`
    select i.atm_id::float8 as "atmId" from incident.incident i join incident.atm a on a.id = i.atm_id
    where ${ofAtms} and ${outlasts(now)} limit ${PORTION}::int`)
  if (due.length === 0) return []
  const ids = sqlArray(
    due.map(({ atmId }) => atmId),
    'bigint',
  )
  const locked = sqlArray(await lockAtms(tx, sql`id = any (${ids})`), 'bigint')
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    with opened as (
      update incident.incident i set status = 'OPEN', suppressed = false, opened_at = ${sqlInstant(now)},
        version = i.version + 1
      from incident.atm a
      where a.id = any (${locked}) and i.atm_id = a.id and ${outlasts(now)}
      returning i.*)
    select ${PUBLISHED_COLUMNS} from opened`)
  return rows.map(publishedOf)
}
