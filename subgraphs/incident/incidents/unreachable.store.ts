import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { lockAtms } from '../atms/atm-locks.store.ts'
import { FLAPPING, titleOf } from '../model/incident-kinds.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from './published-incidents.rules.ts'

const PORTION = 1_000
const KIND = 'UNREACHABLE'
const SEVERITY = 'HIGH'

/** Which ATMs are unreachable: those whose newest heartbeat is older than `silentBefore`, since `withinMs` after it. */
export type SilenceLimit = { readonly silentBefore: Date; readonly withinMs: number }
/**
 * Since when an ATM `a` is silent, as its incidents count it: since its last sign of life, or since its newest incident
 * `n` was resolved, where that is later, as a person resolved it. Who did so expects to hear of the ATM; where that
 * does not come about, it is lost once more.
 */
const silentSince = sql`greatest(a.last_heartbeat_at, n.cleared_at)`
const lostAt = ({ withinMs }: SilenceLimit): SQL => sql`${silentSince} + ${withinMs}::float8 * interval '1 millisecond'`
const milliseconds = (at: SQL): SQL => sql`round(extract(epoch from ${at}) * 1000)::bigint`

/**
 * The silent ATMs `a`, with their newest incident `n` of this kind, whose silence is news: the incident does not know
 * of it, or was resolved long enough ago.
 */
const newlySilent = (limit: SilenceLimit): SQL => {
  const cutoff = sqlInstant(limit.silentBefore)
  return sql`
    incident.atm a
    left join lateral (
      select * from incident.incident i where i.atm_id = a.id and i.kind = ${KIND} and i.component = ''
      order by i.id desc limit 1) n on true
    where a.heard_slot < ${cutoff} and a.last_heartbeat_at < ${cutoff} and a.retired_at is null
      and ${silentSince} < ${cutoff}
      and (n.id is null or n.status = 'RESOLVED' or ${lostAt(limit)} > n.last_event_at)`
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
export const openUnreachable = async (tx: PlatformTx, limit: SilenceLimit, now: Date): Promise<PublishedIncident[]> => {
  const due = await tx.execute<{ agentAtmId: string }>(
    sql`select a.agent_atm_id as "agentAtmId" from ${newlySilent(limit)} limit ${PORTION}::int`,
  )
  if (due.length === 0) return []
  const agents = sqlArray(
    due.map(({ agentAtmId }) => agentAtmId),
    'text',
  )
  const atmIds = sqlArray(await lockAtms(tx, sql`agent_atm_id = any (${agents})`), 'bigint')
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    with judged as (
      select a.id as atm_id, a.agent_atm_id, a.institution_key, ${lostAt(limit)} as lost_at,
        ${milliseconds(lostAt(limit))} as lost_ms, n.id as incident_id,
        coalesce(a.maintenance_from <= ${sqlInstant(now)} and a.maintenance_until > ${sqlInstant(now)}, false)
          as is_maintained,
        n.id is not null and n.status <> 'RESOLVED' as is_open, n.cleared_at, coalesce(n.changes, '{}') as changes
      from ${newlySilent(limit)} and a.id = any (${atmIds})),
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
