import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { lockAtms } from '../atms/atm-locks.store.ts'
import { FLAPPING, titleOf } from '../model/incident-kinds.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from './published-incidents.rules.ts'
import { DEAF_AFTER_MS } from './unreachable.rules.ts'

const PORTION = 1_000
const KIND = 'UNREACHABLE'
const SEVERITY = 'HIGH'

/** Which ATMs are unreachable: those whose newest heartbeat is older than `silentBefore`, since `withinMs` after it. */
export type Silence = { readonly silentBefore: Date; readonly withinMs: number }
const lostAt = ({ withinMs }: Silence): SQL => sql`a.last_heartbeat_at + ${withinMs}::float8 * interval '1 millisecond'`
const milliseconds = (at: SQL): SQL => sql`round(extract(epoch from ${at}) * 1000)::bigint`

/**
 * The silent ATMs `a`, with when they were lost and their newest incident `n` of this kind, whose silence is news: the
 * incident does not know of it, and nothing has resolved it since.
 */
const newlySilent = (silence: Silence): SQL => {
  const cutoff = sqlInstant(silence.silentBefore)
  return sql`
    incident.atm a
    left join lateral (
      select * from incident.incident i where i.atm_id = a.id and i.kind = ${KIND} and i.component = ''
      order by i.id desc limit 1) n on true
    where a.heard_slot < ${cutoff} and a.last_heartbeat_at < ${cutoff} and a.retired_at is null
      and (n.id is null or n.status = 'RESOLVED' or ${lostAt(silence)} > n.last_event_at)
      and (n.cleared_at is null or ${lostAt(silence)} >= n.cleared_at)`
}

/** The last instants of opening and resolving, as `changesWith` has them, with the one at which `j` was lost. */
const changes = sql`(
  select coalesce(array_agg(c order by c), '{}') from (
    select c, max(c) over () as newest from unnest(j.changes || j.lost_ms) c
    order by c desc limit ${FLAPPING.changes}::int
  ) latest where c >= newest - ${FLAPPING.withinMs}::bigint)`

/**
 * Opens, in one transaction, the incidents of up to 1,000 ATMs that became unreachable. Where one is open still, as it
 * is flapping, it counts this silence as well. The ATMs are locked first, in the order of ingest, and what is decided
 * is decided under the lock: a heartbeat that comes meanwhile is either seen here, or resolves what is opened here.
 */
export const openUnreachable = async (tx: PlatformTx, silence: Silence, now: Date): Promise<PublishedIncident[]> => {
  const due = await tx.execute<{ agentAtmId: string }>(
    sql`select a.agent_atm_id as "agentAtmId" from ${newlySilent(silence)} limit ${PORTION}::int`,
  )
  if (due.length === 0) return []
  const agents = sqlArray(
    due.map(({ agentAtmId }) => agentAtmId),
    'text',
  )
  const atmIds = sqlArray(await lockAtms(tx, sql`agent_atm_id = any (${agents})`), 'bigint')
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    with judged as (
      select a.id as atm_id, a.agent_atm_id, a.institution_key, ${lostAt(silence)} as lost_at,
        ${milliseconds(lostAt(silence))} as lost_ms, n.id as incident_id,
        coalesce(a.maintenance_from <= ${sqlInstant(now)} and a.maintenance_until > ${sqlInstant(now)}, false)
          as is_maintained,
        n.id is not null and n.status <> 'RESOLVED' as is_open, n.cleared_at, coalesce(n.changes, '{}') as changes
      from ${newlySilent(silence)} and a.id = any (${atmIds})),
    joined as (
      update incident.incident i set occurrence_count = i.occurrence_count + 1, version = i.version + 1,
        last_event_at = j.lost_at
      from judged j where j.is_open and i.id = j.incident_id
      returning i.*),
    opened as (
      insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, flapping,
        status, suppressed,
        opened_at, first_event_at, last_event_at, cleared_at, changes)
      select nextval('incident.incident_id'), j.atm_id, j.agent_atm_id, j.institution_key, ${KIND}, ${SEVERITY},
        ${titleOf(KIND, '')}, cardinality(${changes}) >= ${FLAPPING.changes}::int,
        case when j.is_maintained then 'SUPPRESSED' else 'OPEN' end, j.is_maintained,
        ${sqlInstant(now)}, j.lost_at, j.lost_at, j.cleared_at, ${changes}
      from judged j where not j.is_open
      returning *)
    select ${PUBLISHED_COLUMNS} from joined union all select ${PUBLISHED_COLUMNS} from opened`)
  return rows.map(publishedOf)
}

/** When any ATM was last heard; null before the first heartbeat. */
export const readLastHeard = async (tx: PlatformTx): Promise<Date | null> => {
  const [row] = await tx.execute<{ at: string | null }>(sql`select max(last_heartbeat_at) as at from incident.atm`)
  return row?.at == null ? null : new Date(row.at)
}

/** Refusals that are so long apart are two times, in ms: heartbeats come once a minute. */
const APART_MS = 60_000

/** A time in which a process refused most heartbeats. `withinMs` is ATM_CONNECTED_WITHIN. */
export type RefusedTime = { readonly from: Date; readonly to: Date; readonly withinMs: number }

const msLong = (ms: number): SQL => sql`${ms}::float8 * interval '1 millisecond'`

/** When what a deaf period was for had ended: after it, ATMs have as long to be heard, `withinMs` at most. */
const endOf = (withinMs: number): SQL => sql`greatest(from_at + (to_at - from_at) / 2, to_at - ${msLong(withinMs)})`

/**
 * Records a time in which most heartbeats were refused as a deaf period, or makes the one longer that it follows.
 * Processes that report the same time make one period.
 */
export const upsertRefusedTime = async (tx: PlatformTx, { from, to, withinMs }: RefusedTime): Promise<void> => {
  // One at a time: two that find no period would make two.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('incident.refused'))`)
  await tx.execute(sql`
    with period as (
      select coalesce((
        select from_at from incident.deaf_period
        where is_refused and from_at <= ${sqlInstant(from)} and to_at >= ${sqlInstant(from)} - ${msLong(APART_MS)}
          and ${endOf(withinMs)} >= ${sqlInstant(from)} - ${msLong(APART_MS)}
        order by to_at desc limit 1), ${sqlInstant(from)}) as from_at)
    insert into incident.deaf_period (from_at, to_at, is_refused)
    select from_at, ${sqlInstant(to)} + least(${sqlInstant(to)} - from_at, ${msLong(withinMs)}), true from period
    on conflict (from_at) do update set to_at = greatest(deaf_period.to_at, excluded.to_at)`)
}

/**
 * Records the time since the platform was last there, as a deaf period that ends now, if that is long ago: neither the
 * job that notes the hearing nor a search has run meanwhile, as in a failure of the database.
 */
export const insertDeafUntil = async (tx: PlatformTx, now: Date, withinMs: number): Promise<void> => {
  await tx.execute(sql`
    insert into incident.deaf_period (from_at, to_at)
    select heard_at, ${sqlInstant(now)} + least(${sqlInstant(now)} - heard_at, ${msLong(withinMs)})
    from (select greatest(h.until, s.searched_to) as heard_at from incident.hearing h, incident.outage_search s) heard
    where heard_at < ${sqlInstant(now)} - ${msLong(DEAF_AFTER_MS)}
    on conflict (from_at) do update set to_at = greatest(deaf_period.to_at, excluded.to_at)`)
}

/**
 * How much longer an ATM may be silent at an instant, in ms: by the longest deaf period, until every ATM has had
 * `withinMs` to be heard again. One in which heartbeats were refused counts `withinMs` at most, so that refusals which
 * do not end hide no ATM that is lost.
 */
export const findDeafMs = async (tx: PlatformTx, now: Date, withinMs: number): Promise<number> => {
  const recently = sql`${sqlInstant(now)} - ${msLong(withinMs)}`
  const lasted = sql`${endOf(withinMs)} - from_at`
  const counted = sql`case when is_refused then least(${lasted}, ${msLong(withinMs)}) else ${lasted} end`
  const [row] = await tx.execute<{ ms: string }>(sql`
    select coalesce(max(${milliseconds(counted)}), 0) as ms
    from incident.deaf_period where to_at > ${recently} and ${endOf(withinMs)} > ${recently}`)
  return Number(row?.ms ?? 0)
}
