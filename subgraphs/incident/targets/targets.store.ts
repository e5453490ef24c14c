import { asc, count, eq, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { incident } from '../../../db/incident/incident.ts'
import { incidentTarget, type StoredTargets } from '../../../db/incident/incident-target.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import { lockAtms } from '../atms/atm-locks.store.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from '../incidents/published-incidents.rules.ts'
import { during, OUTAGES_NOT_PARTS } from '../model/counted-incidents.store.ts'
import type { Severity } from '../model/incident-kinds.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'

export type TargetsRow = typeof incidentTarget.$inferSelect

const PORTION = 1_000

/** Keeps the targets of an institution in place of those before; open incidents have older due times until then. */
export const upsertTargets = async (
  tx: TenantTx,
  institutionKey: string,
  bySeverity: StoredTargets,
  by: { readonly at: Date; readonly userId: string },
): Promise<TargetsRow> => {
  const written = { bySeverity, applied: false, movedPending: false, changedAt: by.at, changedBy: by.userId }
  const [row] = await tx
    .insert(incidentTarget)
    .values({ institutionKey, ...written })
    .onConflictDoUpdate({ target: incidentTarget.institutionKey, set: written })
    .returning()
  if (row === undefined) throw new Error('targets were not stored')
  return row
}

/** The targets of an institution, locked until the transaction ends; null where it never had any. */
export const findTargetsLocked = async (tx: TenantTx, institutionKey: string): Promise<TargetsRow | null> => {
  const rows = tx.select().from(incidentTarget).where(eq(incidentTarget.institutionKey, institutionKey))
  return (await rows.for('update'))[0] ?? null
}

/** A page of targets and how many there are; institutions without any are left out. */
export const listTargetsPage = async (
  tx: TenantTx,
  visibility: Visibility,
  { size, offset }: { readonly size: number; readonly offset: number },
): Promise<{ rows: TargetsRow[]; total: number }> => {
  const matching = sql`${scopeOf(visibility, incidentTarget.institutionKey)} and ${incidentTarget.bySeverity} <> '{}'`
  const rows = await tx
    .select()
    .from(incidentTarget)
    .where(matching)
    .orderBy(asc(incidentTarget.institutionKey))
    .limit(size)
    .offset(offset)
  const [counted] = await tx.select({ total: count() }).from(incidentTarget).where(matching)
  return { rows, total: counted?.total ?? 0 }
}

/** The institutions whose open incidents have due times of older targets, or of another institution. */
export const listPendingTargets = async (tx: PlatformTx): Promise<TargetsRow[]> =>
  tx
    .select()
    .from(incidentTarget)
    .where(sql`not ${incidentTarget.applied} or ${incidentTarget.movedPending}`)
    .orderBy(asc(incidentTarget.institutionKey))

/**
 * Gives up to 1,000 open incidents of an institution, those with numbers above `after`, the due times of its targets.
 * What is acknowledged keeps the time until which it was to be: the acknowledgement is not judged again, unless it may
 * be of another institution (`movedPending`). Where nobody ever set targets, what was missed is that too, and is
 * removed.
 * Resolves to the highest number; null where there are none left.
 */
export const applyTargets = async (tx: PlatformTx, institutionKey: string, after: number): Promise<number | null> => {
  const due = await tx.execute<{ id: number; agentAtmId: string }>(sql`
    select id::float8 as id, agent_atm_id as "agentAtmId" from incident.incident
    where institution_key = ${institutionKey} and status <> 'RESOLVED' and status <> 'SUPPRESSED'
      and id > ${after}::bigint
    order by id limit ${PORTION}::int`)
  const last = due.at(-1)
  if (last === undefined) return null
  const agents = sqlArray(
    due.map(({ agentAtmId }) => agentAtmId),
    'text',
  )
  await lockAtms(tx, sql`agent_atm_id = any (${agents})`)
  await tx.execute(sql`
    update incident.incident i set acknowledge_due_at = n.acknowledge_at, resolve_due_at = n.resolve_at,
      acknowledge_missed = i.acknowledge_missed and not n.is_foreign,
      resolve_missed = i.resolve_missed and not n.is_foreign
    from (
      select c.id, t.is_foreign,
        case when c.acknowledged_at is null or t.moved_pending
          then incident.due_after(c.opened_at, t.target, (t.target ->> 'acknowledgeMinutes')::int)
          else c.acknowledge_due_at end as acknowledge_at,
        incident.due_after(c.opened_at, t.target, (t.target ->> 'resolveMinutes')::int) as resolve_at
      from incident.incident c
        join lateral (
          select by_severity -> c.severity as target, moved_pending, moved_pending and by_severity = '{}' as is_foreign
          from incident.incident_target
          where institution_key = c.institution_key) t on true
      where c.id = any (${sqlArray(
        due.map(({ id }) => id),
        'bigint',
      )}) and c.status <> 'RESOLVED') n
    where i.id = n.id
      and ((i.acknowledge_due_at, i.resolve_due_at) is distinct from (n.acknowledge_at, n.resolve_at)
        or n.is_foreign and (i.acknowledge_missed or i.resolve_missed))`)
  return last.id
}

/**
 * Notes that open incidents have the due times of these targets, unless others were set meanwhile. What moved has been
 * judged either way, and is not judged again.
 */
export const updateApplied = async (tx: PlatformTx, { institutionKey, changedAt }: TargetsRow): Promise<void> => {
  await tx.execute(sql`
    update incident.incident_target set applied = (changed_at = ${sqlInstant(changedAt)}), moved_pending = false
    where institution_key = ${institutionKey}`)
}

/** What can be late, as the partial indexes have it. */
const AWAITED = {
  ACKNOWLEDGE: {
    late: sql`status = 'OPEN' and acknowledge_due_at is not null and not acknowledge_missed and parent_id is null`,
    dueAt: sql`acknowledge_due_at`,
    noted: sql`acknowledge_missed`,
  },
  RESOLVE: {
    late: sql`status <> 'RESOLVED' and resolve_due_at is not null and not resolve_missed and parent_id is null`,
    dueAt: sql`resolve_due_at`,
    noted: sql`resolve_missed`,
  },
} as const
export type Awaited = keyof typeof AWAITED

/** Notes, with an entry each, that up to 1,000 incidents are late with something. */
export const updateMissed = async (tx: PlatformTx, awaited: Awaited, now: Date): Promise<PublishedIncident[]> => {
  const { late, dueAt, noted } = AWAITED[awaited]
  const isLate = sql`${late} and ${dueAt} <= ${sqlInstant(now)}`
  const due = await tx.execute<{ id: number; agentAtmId: string }>(sql`
    select id::float8 as id, agent_atm_id as "agentAtmId" from incident.incident
    where ${isLate} order by ${dueAt} limit ${PORTION}::int`)
  if (due.length === 0) return []
  const agents = sqlArray(
    due.map(({ agentAtmId }) => agentAtmId),
    'text',
  )
  await lockAtms(tx, sql`agent_atm_id = any (${agents})`)
  const ids = sqlArray(
    due.map(({ id }) => id),
    'bigint',
  )
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    with missed as (
      update incident.incident set ${noted} = true, version = version + 1
      where id = any (${ids}) and ${isLate} returning *),
    told as (
      insert into incident.incident_entry (incident_id, at, kind, text)
      select id, ${dueAt}, 'TARGET_MISSED', ${awaited}::text from missed)
    select ${PUBLISHED_COLUMNS} from missed`)
  return rows.map(publishedOf)
}

/** How many of the incidents of a severity missed their targets. */
export type TargetCounts = {
  readonly severity: Severity
  readonly opened: number
  readonly acknowledgeTargets: number
  readonly acknowledgeMissed: number
  readonly resolveTargets: number
  readonly resolveMissed: number
}

/** The incidents opened in a period, without parts of mass outages and what is suppressed, by severity. */
export const countMissed = async (
  tx: TenantTx,
  visibility: Visibility,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): Promise<TargetCounts[]> => {
  const rows = await tx.execute<TargetCounts>(sql`
    select severity, count(*)::int as opened, count(acknowledge_due_at)::int as "acknowledgeTargets",
      (count(*) filter (where acknowledge_due_at < coalesce(acknowledged_at, resolved_at, ${sqlInstant(now)})))::int
        as "acknowledgeMissed",
      count(resolve_due_at)::int as "resolveTargets",
      (count(*) filter (where resolve_due_at < coalesce(resolved_at, ${sqlInstant(now)})))::int as "resolveMissed"
    from incident.incident
    where ${scopeOf(visibility, incident.institutionKey)} and ${OUTAGES_NOT_PARTS}
      and ${during(sql`opened_at`, { from, to })}
    group by severity`)
  return [...rows]
}

/** How many open incidents have something that is late. */
export const countOverdue = async (tx: TenantTx, visibility: Visibility, now: Date): Promise<number> => {
  const [row] = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from incident.incident
    where ${scopeOf(visibility, incident.institutionKey)} and status <> 'RESOLVED' and status <> 'SUPPRESSED'
      and next_due_at < ${sqlInstant(now)}`)
  return row?.total ?? 0
}
