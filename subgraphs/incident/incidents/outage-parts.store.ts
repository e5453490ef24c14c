import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'
import type { IncidentRow } from './incidents.store.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from './published-incidents.rules.ts'

/** The numbers of the open parts of a mass outage after a number, at most `limit`, in order. */
export const listOpenParts = async (
  tx: TenantTx,
  outageId: number,
  after: number,
  limit: number,
): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select id::float8 as id from incident.incident
    where parent_id = ${outageId}::bigint and id > ${after}::bigint and status in ('OPEN', 'ACKNOWLEDGED')
    order by id limit ${limit}::int`)
  return rows.map(({ id }) => id)
}

/**
 * The numbers of the open parts that a user has of mass outages that are not theirs, whether they were given to them by
 * themselves or are left of what was done to the outage. At most `limit` of them, with how many there are.
 */
export const listPartsLeft = async (
  tx: TenantTx,
  caller: Visibility,
  userId: string,
  limit: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> => {
  const rows = await tx.execute<{ id: number; total: number }>(sql`
    select p.id::float8 as id, count(*) over ()::int as total
    from incident.incident p join incident.incident o on o.id = p.parent_id
    where ${scopeOf(caller, sql`p.institution_key`)} and p.status <> 'RESOLVED' and p.status <> 'SUPPRESSED'
      and p.owner_user_id = ${userId} and o.owner_user_id is distinct from ${userId}
    order by p.id limit ${limit}::int`)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** A mass outage that is resolved, and who did that; null where it ended by itself. */
export type ResolvedOutage = Pick<IncidentRow, 'id' | 'cause' | 'causeText'> & {
  readonly resolvedAt: Date
  readonly resolvedBy: string | null
}

/** The mass outages that were resolved before an instant and have open parts all the same. */
export const listResolvedWithParts = async (tx: PlatformTx, before: Date): Promise<ResolvedOutage[]> => {
  const rows = await tx.execute<Omit<ResolvedOutage, 'resolvedAt'> & { readonly resolvedAt: string }>(sql`
    with parents as materialized (
      select distinct parent_id as id from incident.incident where status <> 'RESOLVED' and parent_id is not null)
    select o.id::float8 as id, o.cause, o.cause_text as "causeText", o.resolved_at as "resolvedAt",
      case when o.resolution = 'MANUAL' then (
        select e.user_id from incident.incident_entry e where e.incident_id = o.id and e.kind = 'RESOLVED'
        order by e.id desc limit 1) end as "resolvedBy"
    from parents p join incident.incident o on o.id = p.id
    where o.status = 'RESOLVED' and o.resolved_at < ${sqlInstant(before)} order by o.id`)
  return rows.map((row) => ({ ...row, resolvedAt: new Date(row.resolvedAt) }))
}

/** Has incidents that are locked be parts of no mass outage any more. */
export const updateFreed = async (tx: PlatformTx, ids: readonly number[]): Promise<PublishedIncident[]> => {
  if (ids.length === 0) return []
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    update incident.incident set parent_id = null, version = version + 1
    where id = any (${sqlArray(ids, 'bigint')}) returning ${PUBLISHED_COLUMNS}`)
  return rows.map(publishedOf)
}
