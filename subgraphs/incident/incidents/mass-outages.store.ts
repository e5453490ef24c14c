import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { MASS_OUTAGE, titleOf } from '../model/incident-kinds.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from './published-incidents.rules.ts'

const PORTION = 1_000
const KIND = 'MASS_OUTAGE'

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/** Written out, as the condition of a partial index is. */
const DOWN = sql.raw(
  `kind in (${MASS_OUTAGE.kinds.map((kind) => `'${kind}'`).join(', ')}) and status <> 'RESOLVED' and parent_id is null`,
)

/** The incidents `i` of ATMs that went down lately and are not a part of an outage. Those opened by hand stay alone. */
const wentDown = (now: Date): SQL => sql`${DOWN} and i.source = 'AUTO' and i.institution_key is not null
  and i.opened_at > ${instant(new Date(now.getTime() - MASS_OUTAGE.withinMs))}`

/** The open outages. */
const OUTAGES = sql.raw(`kind = '${KIND}' and status <> 'RESOLVED'`)

/**
 * The institutions of which so many ATMs went down lately, or any while they have a mass outage: it takes them in as
 * well.
 */
export const listHitInstitutions = async (tx: PlatformTx, atLeast: number, now: Date): Promise<string[]> => {
  const rows = await tx.execute<{ institutionKey: string }>(sql`
    select i.institution_key as "institutionKey" from incident.incident i where ${wentDown(now)}
    group by i.institution_key
    having count(distinct i.atm_id) >= ${atLeast}::int
      or i.institution_key in (select institution_key from incident.incident where ${OUTAGES})
    order by 1`)
  return rows.map(({ institutionKey }) => institutionKey)
}

/** What a mass outage took in: itself, new or with more ATMs, and those. */
export type TakenIn = { readonly outage: PublishedIncident; readonly children: readonly PublishedIncident[] }

/**
 * Takes up to 1,000 incidents of an institution into its mass outage, which is opened where there is none, in one
 * transaction. The ATMs are locked first and in the order of ingest. Null where there are none left.
 */
export const takeIntoOutage = async (tx: PlatformTx, institutionKey: string, now: Date): Promise<TakenIn | null> => {
  const due = await tx.execute<{ agentAtmId: string }>(sql`
    (select distinct i.agent_atm_id as "agentAtmId" from incident.incident i
      where ${wentDown(now)} and i.institution_key = ${institutionKey} limit ${PORTION}::int)
    union select agent_atm_id from incident.incident where ${OUTAGES} and institution_key = ${institutionKey}`)
  const agents = sqlArray(
    due.map(({ agentAtmId }) => agentAtmId),
    'text',
  )
  await tx.execute(sql`
    select from incident.atm where agent_atm_id = any (${agents})
    order by agent_atm_id collate "C" for no key update`)
  const downOf = sql`${wentDown(now)} and i.institution_key = ${institutionKey} and i.agent_atm_id = any (${agents})`
  const [outage] = await tx.execute<PublishedIncidentRow>(sql`
    with down as (select * from incident.incident i where ${downOf}),
    counted as (select count(*)::int as atms, min(first_event_at) as first_at, max(last_event_at) as last_at from down),
    grown as (
      update incident.incident i set occurrence_count = i.occurrence_count + c.atms, version = i.version + 1,
        last_event_at = greatest(i.last_event_at, c.last_at)
      from counted c where c.atms > 0 and i.institution_key = ${institutionKey} and i.${OUTAGES}
      returning i.*),
    opened as (
      insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title,
        occurrence_count, opened_at, first_event_at, last_event_at)
      select nextval('incident.incident_id'), d.atm_id, d.agent_atm_id, ${institutionKey}, ${KIND}, 'CRITICAL',
        ${titleOf(KIND, '')}, c.atms, ${instant(now)}, c.first_at, c.last_at
      from counted c cross join lateral (select * from down order by opened_at, id limit 1) d
      where not exists (select from grown)
      returning *)
    select ${PUBLISHED_COLUMNS} from grown union all select ${PUBLISHED_COLUMNS} from opened`)
  if (outage === undefined) return null
  const children = await tx.execute<PublishedIncidentRow>(sql`
    update incident.incident i set parent_id = ${outage.id}::bigint, version = i.version + 1
    where ${downOf} returning ${PUBLISHED_COLUMNS}`)
  return { outage: publishedOf(outage), children: children.map(publishedOf) }
}

/** Ends the mass outages of which few incidents are still open. */
export const endOutages = async (tx: PlatformTx, now: Date): Promise<PublishedIncident[]> => {
  const over = sql`(
    select count(*) from (
      select from incident.incident c where c.parent_id = i.id and c.status <> 'RESOLVED'
      limit ${MASS_OUTAGE.endsBelow}::int) open) < ${MASS_OUTAGE.endsBelow}::int`
  await tx.execute(sql`
    select from incident.atm where id in (select i.atm_id from incident.incident i where i.${OUTAGES} and ${over})
    order by agent_atm_id collate "C" for no key update`)
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    update incident.incident i set status = 'RESOLVED', resolution = 'AUTO', resolved_at = ${instant(now)},
      cleared_at = ${instant(now)}, version = i.version + 1
    where i.${OUTAGES} and i.source = 'AUTO' and ${over} returning ${PUBLISHED_COLUMNS}`)
  return rows.map(publishedOf)
}
