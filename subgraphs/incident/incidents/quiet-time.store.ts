import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { lockAtms } from '../atms/atm-locks.store.ts'
import { FLAPPING, KINDS_ENDED_BY_EVENTS, QUIET_KINDS } from '../model/incident-kinds.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'
import { type PublishedIncidentRow, publishedOf } from './published-incidents.rules.ts'

const PORTION = 1_000

/** The quiet that ends each kind, as rows; null for kinds that quiet does not end. */
const quietKinds = sql`(select * from ${createSentColumns<readonly [kind: string, quietMs: number]>({
  kind: ['text', ([kind]) => kind],
  quiet_ms: ['bigint', ([, quietMs]) => quietMs],
}).of([...QUIET_KINDS])})`
const milliseconds = (count: SQL): SQL => sql`(${count}::float8 * interval '1 millisecond')`
/** The kinds that something else than quiet or a person resolves. */
const endedByEvents = sqlArray(KINDS_ENDED_BY_EVENTS, 'text')
const flappingQuiet = milliseconds(sql`${FLAPPING.quietMs}`)

/**
 * What became of an open incident in quiet: over, no longer flapping, or null for no change. Uses the aliases `i` and
 * `q`.
 */
const verdict = (now: SQL): SQL => sql`
  case
    when i.source = 'AUTO' and i.last_event_at + ${milliseconds(sql`q.quiet_ms`)} <= ${now} then 'over'
    when i.flapping and greatest(i.last_event_at, i.cleared_at) + ${flappingQuiet} <= ${now} then
      case when i.source = 'AUTO' and i.kind = any (${endedByEvents}) and i.cleared_at >= i.last_event_at then 'over'
        else 'calm' end
  end`

/**
 * Ends, in one transaction, up to 1,000 incidents whose quiet time is over, and calms those that flapped and are still
 * true. One that was opened by hand is only calmed. The ATMs are locked first and in the order of ingest, and what is
 * decided is decided under the lock.
 */
export const resolveQuietIncidents = async (tx: PlatformTx, at: Date): Promise<PublishedIncident[]> => {
  const now = sqlInstant(at)
  const due = await tx.execute<{ agentAtmId: string }>(sql`
    select distinct i.agent_atm_id as "agentAtmId" from incident.incident i left join ${quietKinds} q on q.kind = i.kind
    where i.status <> 'RESOLVED' and (${verdict(now)}) is not null limit ${PORTION}::int`)
  if (due.length === 0) return []
  const agents = sqlArray(
    due.map(({ agentAtmId }) => agentAtmId),
    'text',
  )
  const atmIds = sqlArray(await lockAtms(tx, sql`agent_atm_id = any (${agents})`), 'bigint')
  const changed = await tx.execute<PublishedIncidentRow>(sql`
    with judged as (
      select i.id, ${verdict(now)} as verdict, q.quiet_ms,
        case when q.quiet_ms is null then greatest(i.last_event_at, i.cleared_at) + ${flappingQuiet}
          else i.last_event_at + ${milliseconds(sql`q.quiet_ms`)} end as over_at
      from incident.incident i left join ${quietKinds} q on q.kind = i.kind
      where i.atm_id = any (${atmIds}) and i.status <> 'RESOLVED')
    update incident.incident i set
      status = case when j.verdict = 'over' then 'RESOLVED' else i.status end,
      resolution = case when j.verdict = 'over' then 'AUTO' end,
      resolved_at = case when j.verdict = 'over' then ${now} end,
      cleared_at = case when j.verdict = 'over' and j.quiet_ms is not null then greatest(i.cleared_at, j.over_at)
        else i.cleared_at end,
      changes = case when j.verdict = 'over' then i.changes || (extract(epoch from j.over_at) * 1000)::bigint
        else '{}' end,
      flapping = i.flapping and j.verdict = 'over',
      version = i.version + 1
    from judged j where i.id = j.id and j.verdict is not null
    returning i.id::float8 as id, i.atm_id::float8 as "atmId", i.agent_atm_id as "agentAtmId",
      i.institution_key as "institutionKey", i.kind,
      i.severity, i.status, i.occurrence_count as "occurrenceCount", i.opened_at as "openedAt",
      i.resolved_at as "resolvedAt", i.version, i.suppressed`)
  return changed.map(publishedOf)
}
