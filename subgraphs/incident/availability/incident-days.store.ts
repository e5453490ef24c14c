import { type SQL, sql } from 'drizzle-orm'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import { during, PARTS_NOT_OUTAGES, type Period } from '../model/counted-incidents.store.ts'

/** What is added up of incidents; the times as intervals, which add up exactly. */
const FIGURES = sql`count(*) as incidents, count(acknowledged_at) as acknowledged,
  coalesce(sum(acknowledged_at - opened_at), '0') as acknowledge_time, count(resolved_at) as resolved,
  coalesce(sum(resolved_at - opened_at), '0') as resolve_time`

const OPENED_AT = sql`opened_at`

/** Until when incidents that were resolved are counted by day, as PostgreSQL writes it. */
const findCountedUntil = async (tx: TenantTx): Promise<string> => {
  const [row] = await tx.execute<{ until: string }>(sql`select until::text from incident.incident_day_until`)
  return row?.until ?? '-infinity'
}

/**
 * Counts by day incidents that were resolved before an instant and are not counted yet: those of thirty days, as others
 * wait for it. Resolves to whether it counted, so that there may be more. The instant has to be so long ago that what
 * resolved them is committed; what a replay resolves at an earlier one is counted by a trigger.
 */
export const countResolvedIncidents = async (tx: PlatformTx, until: Date): Promise<boolean> => {
  const [row] = await tx.execute<{ until: string; next: string }>(sql`
    select u.until::text, least(${sqlInstant(until)}, interval '30 days' + (select min(resolved_at)
      from incident.incident where status = 'RESOLVED' and resolved_at >= u.until))::text as next
    from incident.incident_day_until u where u.until < ${sqlInstant(until)} for update of u`)
  if (row === undefined) return false
  // A statement of its own: it sees what got an institution, or was deleted, while this one waited for the row.
  await tx.execute(sql`
    insert into incident.incident_day as d
      (institution_key, day, incidents, acknowledged, acknowledge_time, resolve_time)
    select institution_key, (opened_at at time zone 'UTC')::date as day, incidents, acknowledged, acknowledge_time,
      resolve_time
    from (
      select institution_key, date_trunc('day', opened_at, 'UTC') as opened_at, ${FIGURES}
      from incident.incident
      where institution_key is not null and status = 'RESOLVED' and resolved_at >= ${row.until}::text::timestamptz
        and resolved_at < ${row.next}::text::timestamptz and ${PARTS_NOT_OUTAGES}
      group by 1, 2) i
    order by 1, 2
    on conflict (institution_key, day) do update set incidents = d.incidents + excluded.incidents,
      acknowledged = d.acknowledged + excluded.acknowledged,
      acknowledge_time = d.acknowledge_time + excluded.acknowledge_time,
      resolve_time = d.resolve_time + excluded.resolve_time`)
  await tx.execute(sql`update incident.incident_day_until set until = ${row.next}::text::timestamptz`)
  return true
}

/** How fast incidents were dealt with: means in seconds, null for none. */
export type IncidentTimesRow = {
  readonly incidentCount: number
  readonly mttaSeconds: number | null
  readonly mttrSeconds: number | null
}

/** The whole days of a period, and its edges. */
const daysOf = ({ from, to }: Period): { readonly first: Date; readonly end: Date; readonly edges: Period[] } => {
  const first = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS)
  const end = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS)
  if (first >= end) return { first, end: first, edges: [{ from, to }] }
  return {
    ...{ first, end },
    edges: [
      { from, to: first },
      { from: end, to },
    ].filter((edge) => edge.from < edge.to),
  }
}

/**
 * What there is of the incidents that opened in a period: the days that are counted, the incidents of these days that
 * are not, and those of the edges.
 */
const partsOf = (caller: Visibility, period: Period, countedUntil: string): SQL[] => {
  const { first, end, edges } = daysOf(period)
  const inScope = scopeOf(caller, sql`institution_key`)
  const read = (condition: SQL) => sql`select ${FIGURES} from incident.incident
    where ${inScope} and ${PARTS_NOT_OUTAGES} and ${condition}`
  const ofEdges = edges.map((edge) => read(during(OPENED_AT, edge)))
  if (first >= end) return ofEdges
  const ofDays = during(OPENED_AT, { from: first, to: end })
  return [
    sql`select sum(incidents), sum(acknowledged), sum(acknowledge_time), sum(incidents), sum(resolve_time)
      from incident.incident_day where ${inScope} and day >= (${sqlInstant(first)} at time zone 'UTC')::date
        and day < (${sqlInstant(end)} at time zone 'UTC')::date`,
    read(sql`status <> 'RESOLVED' and ${ofDays}`),
    read(sql`institution_key is not null and status = 'RESOLVED' and resolved_at >= ${countedUntil}::text::timestamptz
      and ${ofDays}`),
    ...(caller.unrestricted ? [read(sql`institution_key is null and status = 'RESOLVED' and ${ofDays}`)] : []),
    ...ofEdges,
  ]
}

/** How fast the incidents that opened in a period were dealt with. */
export const findIncidentTimes = async (
  tx: TenantTx,
  caller: Visibility,
  period: Period,
): Promise<IncidentTimesRow> => {
  for (let countedUntil = await findCountedUntil(tx); ; ) {
    const [row] = await tx.execute<IncidentTimesRow & { until: string }>(sql`
      select coalesce(sum(incidents), 0)::float8 as "incidentCount",
        date_part('epoch', sum(acknowledge_time)) / nullif(sum(acknowledged), 0)::float8 as "mttaSeconds",
        date_part('epoch', sum(resolve_time)) / nullif(sum(resolved), 0)::float8 as "mttrSeconds",
        (select until::text from incident.incident_day_until) as until
      from (${sql.join(partsOf(caller, period, countedUntil), sql` union all `)}) p(
        incidents, acknowledged, acknowledge_time, resolved, resolve_time)`)
    // More may have been counted by day meanwhile: it would be added up twice.
    if (row === undefined || row.until === countedUntil) return row ?? NONE
    countedUntil = row.until
  }
}

const NONE: IncidentTimesRow = { incidentCount: 0, mttaSeconds: null, mttrSeconds: null }
