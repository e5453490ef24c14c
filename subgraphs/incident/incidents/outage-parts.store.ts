import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { FLAPPING } from '../model/incident-kinds.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from './published-incidents.rules.ts'

const PORTION = 1_000

/**
 * The last instants of opening and resolving, as `changesWith` has them: those of `changes`, an array of epoch
 * milliseconds, and the one at `at`.
 */
export const changesAt = (changes: SQL, at: SQL): SQL => sql`(
  select coalesce(array_agg(c order by c), '{}') from (
    select c, max(c) over () as newest from unnest(${changes} || ${at}) c
    order by c desc limit ${FLAPPING.changes}::int
  ) latest where c >= newest - ${FLAPPING.withinMs}::bigint)`

/** What a person did to a mass outage. */
export type OutageAction = {
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
  readonly userId: string
  readonly now: Date
}

const changesOf = ({ status, userId, now }: OutageAction): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  if (status === 'ACKNOWLEDGED')
    return sql`status = 'ACKNOWLEDGED', acknowledged_at = ${at}, acknowledged_by_user_id = ${userId}`
  // As for one incident: on the clock of devices, which counts whole seconds.
  return sql`status = 'RESOLVED', resolution = 'MANUAL', resolved_at = ${at},
    cleared_at = greatest(i.cleared_at, date_trunc('second', ${at})),
    changes = ${changesAt(sql`i.changes`, sql`${now.getTime()}::bigint`)}`
}

/**
 * Does to up to 1,000 parts of a mass outage what a person did to the outage, under the locks of their ATMs, taken in
 * the order of ingest. Parts that are so already stay as they are. Resolves to what changed; empty when all is done.
 */
export const actOnParts = async (
  tx: TenantTx,
  outageId: number,
  action: OutageAction,
): Promise<PublishedIncident[]> => {
  const statuses = action.status === 'RESOLVED' ? ['OPEN', 'ACKNOWLEDGED'] : ['OPEN']
  const isDue = sql`i.parent_id = ${outageId}::bigint and i.status = any (${sqlArray(statuses, 'text')})`
  const locked = await tx.execute<{ id: number }>(sql`
    select part.id, incident.lock_atm(part.atm_id) from (
      select i.id::float8 as id, i.atm_id from incident.incident i where ${isDue}
      order by i.agent_atm_id collate "C" limit ${PORTION}::int) part`)
  if (locked.length === 0) return []
  const ids = sqlArray(
    locked.map(({ id }) => id),
    'bigint',
  )
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    update incident.incident i set ${changesOf(action)}, version = i.version + 1
    where ${isDue} and i.id = any (${ids}) returning ${PUBLISHED_COLUMNS}`)
  const changed = sqlArray(
    rows.map(({ id }) => id),
    'bigint',
  )
  await tx.execute(sql`
    insert into incident.incident_entry (incident_id, at, kind, user_id)
    select id, ${action.now.toISOString()}::timestamptz, ${action.status}, ${action.userId}
    from unnest(${changed}) as part (id)`)
  return rows.map(publishedOf)
}
