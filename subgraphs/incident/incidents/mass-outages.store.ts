import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { lockAtms } from '../atms/atm-locks.store.ts'
import { MASS_OUTAGE, titleOf } from '../model/incident-kinds.rules.ts'
import type { PublishedIncident } from '../model/incident-topics.ts'
import { PUBLISHED_COLUMNS, type PublishedIncidentRow, publishedOf } from './published-incidents.rules.ts'

const PORTION = 1_000
const KIND = 'MASS_OUTAGE'

/** A search: its number, and since when incidents must have opened for it. */
export type OutageSearch = { readonly number: string; readonly begunAt: Date; readonly since: Date }

/**
 * Begins a search. It looks at the last five minutes; where the search before it is longer ago, also at what opened
 * since, so that a search that is late finds what those in time would have, 15 minutes back at most.
 */
export const updateSearchBegun = async (tx: PlatformTx, now: Date): Promise<OutageSearch> => {
  const [row] = await tx.execute<{ number: string; searchedToMs: number | null }>(sql`
    update incident.outage_search set begun = begun + 1
    returning begun::text as number, (extract(epoch from searched_to) * 1000)::float8 as "searchedToMs"`)
  if (row === undefined) throw new Error('incident.outage_search has no row')
  const lately = now.getTime() - MASS_OUTAGE.withinMs
  const sinceMs = Math.max(now.getTime() - MASS_OUTAGE.searchedWithinMs, Math.min(lately, row.searchedToMs ?? lately))
  return { number: row.number, begunAt: now, since: new Date(sinceMs) }
}

/** Says that a search is done, which webhooks wait for. */
export const updateSearchFinished = async (tx: PlatformTx, { number, begunAt }: OutageSearch): Promise<void> => {
  await tx.execute(sql`
    update incident.outage_search set finished = ${number}::text::bigint, searched_to = ${sqlInstant(begunAt)}
    where finished < ${number}::text::bigint`)
}

/** Written out, as the condition of a partial index is. */
const DOWN = sql.raw(
  `kind in (${MASS_OUTAGE.kinds.map((kind) => `'${kind}'`).join(', ')}) and status <> 'RESOLVED'
    and status <> 'SUPPRESSED' and parent_id is null`,
)

/**
 * The incident `i` of an ATM that was silent before it already, as a person resolved one in vain that was no part of an
 * outage: it says nothing of when the ATM went down.
 */
const wasDownAlone = sql.raw(`i.kind = 'UNREACHABLE'
  and exists (select from incident.atm s where s.id = i.atm_id and s.last_heartbeat_at < i.cleared_at)
  and (select p.parent_id from incident.incident p
    where p.atm_id = i.atm_id and p.kind = 'UNREACHABLE' and p.component = '' and p.id < i.id
    order by p.id desc limit 1) is null`)

/** The incidents `i` of ATMs that went down lately and are not a part of an outage. Those opened by hand stay alone. */
const wentDown = ({ since }: OutageSearch): SQL => sql`${DOWN} and i.source = 'AUTO' and i.institution_key is not null
  and i.opened_at > ${sqlInstant(since)} and not (${wasDownAlone})`

/** What is open of the kind: an ATM has one for each component, whatever its source. */
const OPEN = sql.raw(`kind = '${KIND}' and status <> 'RESOLVED'`)

/** The open outages. Earlier releases let people open incidents of the kind as well; those are left to people. */
const OUTAGES = sql`${OPEN} and source = 'AUTO'`

/** The groups of an institution's ATMs that an outage can be of, with the column that has their names. */
const GROUPS = { SITE: sql`site_name`, VENDOR: sql`vendor` } as const
export const OUTAGE_GROUPS = ['SITE', 'VENDOR'] as const
export type OutageGroup = (typeof OUTAGE_GROUPS)[number]

/** The ATMs that a mass outage is of: an institution's, or a group of them. */
export type OutageScope = {
  readonly institutionKey: string
  readonly group: { readonly by: OutageGroup; readonly name: string } | null
}

/** What tells the open outages of an institution apart, and is in their titles: `site Kallio`; '' for all its ATMs. */
const componentOf = ({ group }: OutageScope): string =>
  group === null ? '' : `${group.by.toLowerCase()} ${group.name}`

/**
 * The institutions of which so many ATMs went down lately, or any while they have a mass outage: it takes them in as
 * well.
 */
export const listHitInstitutions = async (
  tx: PlatformTx,
  atLeast: number,
  search: OutageSearch,
): Promise<OutageScope[]> => {
  const rows = await tx.execute<{ institutionKey: string }>(sql`
    select i.institution_key as "institutionKey" from incident.incident i where ${wentDown(search)}
    group by i.institution_key
    having count(distinct i.atm_id) >= ${atLeast}::int
      or i.institution_key in (select institution_key from incident.incident where ${OUTAGES} and component = '')
    order by 1`)
  return rows.map(({ institutionKey }) => ({ institutionKey, group: null }))
}

/** The same for groups: those of which such a share went down, three ATMs at least. */
export const listHitGroups = async (
  tx: PlatformTx,
  by: OutageGroup,
  atLeastPercent: number,
  search: OutageSearch,
): Promise<OutageScope[]> => {
  const column = GROUPS[by]
  const rows = await tx.execute<{ institutionKey: string; name: string }>(sql`
    with down as (
      select i.institution_key, a.${column} as name, count(distinct i.atm_id)::int as atms
      from incident.incident i join incident.atm a on a.id = i.atm_id
      where ${wentDown(search)} and a.institution_key = i.institution_key and a.${column} is not null
      group by 1, 2),
    sizes as (
      select institution_key, ${column} as name, count(*)::int as atms from incident.atm
      where retired_at is null and (institution_key, ${column}) in (
        select institution_key, name from down where atms >= ${MASS_OUTAGE.endsBelow}::int)
      group by 1, 2)
    select d.institution_key as "institutionKey", d.name from down d left join sizes s using (institution_key, name)
    where d.atms * 100 >= s.atms * ${atLeastPercent}::int
      or exists (select from incident.incident o where o.${OUTAGES} and o.institution_key = d.institution_key
        and o.component = ${by.toLowerCase()}::text || ' ' || d.name)
    order by 1, 2`)
  return rows.map(({ institutionKey, name }) => ({ institutionKey, group: { by, name } }))
}

/** What a mass outage took in: itself, new or with more ATMs, and those. */
export type TakenIn = { readonly outage: PublishedIncident; readonly children: readonly PublishedIncident[] }

/**
 * Takes up to 1,000 incidents of an institution, or of a group, into its mass outage, which is opened where there is
 * none, in one transaction. The ATMs are locked first and in the order of ingest. Null where there are none left.
 */
export const takeIntoOutage = async (
  tx: PlatformTx,
  of: OutageScope,
  search: OutageSearch,
): Promise<TakenIn | null> => {
  const { begunAt } = search
  const { institutionKey, group } = of
  const component = componentOf(of)
  const outages = sql`${OUTAGES} and institution_key = ${institutionKey} and component = ${component}`
  const isOfGroup =
    group === null
      ? sql`true`
      : sql`i.atm_id in (
          select id from incident.atm
          where institution_key = ${institutionKey} and ${GROUPS[group.by]} = ${group.name}::text)`
  const down = sql`${wentDown(search)} and i.institution_key = ${institutionKey} and ${isOfGroup}`
  const due = await tx.execute<{ agentAtmId: string }>(sql`
    (select distinct i.agent_atm_id as "agentAtmId" from incident.incident i
      where ${down} limit ${PORTION}::int)
    union select agent_atm_id from incident.incident where ${outages}`)
  const agents = sqlArray(
    due.map(({ agentAtmId }) => agentAtmId),
    'text',
  )
  await lockAtms(tx, sql`agent_atm_id = any (${agents})`)
  const downOf = sql`${down} and i.agent_atm_id = any (${agents})`
  const [outage] = await tx.execute<PublishedIncidentRow>(sql`
    with down as (select * from incident.incident i where ${downOf}),
    counted as (select count(*)::int as atms, min(first_event_at) as first_at, max(last_event_at) as last_at from down),
    grown as (
      update incident.incident i set occurrence_count = i.occurrence_count + c.atms, version = i.version + 1,
        last_event_at = greatest(i.last_event_at, c.last_at)
      from counted c where c.atms > 0 and i.id = (
        select id from incident.incident where ${outages} order by id limit 1)
      returning i.*),
    opened as (
      insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, component, severity, title,
        occurrence_count, opened_at, first_event_at, last_event_at)
      select nextval('incident.incident_id'), d.atm_id, d.agent_atm_id, ${institutionKey}, ${KIND}, ${component},
        'CRITICAL', ${titleOf(KIND, component)}, c.atms, ${sqlInstant(begunAt)}, c.first_at, c.last_at
      from counted c cross join lateral (
        select * from down w where not exists (select from incident.incident o
          where o.atm_id = w.atm_id and o.${OPEN} and o.component = ${component})
        order by opened_at, id limit 1) d
      where not exists (select from grown)
      returning *)
    select ${PUBLISHED_COLUMNS} from grown union all select ${PUBLISHED_COLUMNS} from opened`)
  if (outage === undefined) return null
  const children = await tx.execute<PublishedIncidentRow>(sql`
    update incident.incident i set parent_id = ${outage.id}::bigint, version = i.version + 1
    where ${downOf} returning ${PUBLISHED_COLUMNS}`)
  return { outage: publishedOf(outage), children: children.map(publishedOf) }
}

/**
 * Ends the mass outages of which few incidents are still open. These are parts no longer: lists show them by themselves
 * again, and they have due times. What is over only since the ATMs were locked is left to the next run.
 */
export const endOutages = async (tx: PlatformTx, now: Date): Promise<PublishedIncident[]> => {
  const openParts = sql`incident.incident c where c.parent_id = i.id and c.status <> 'RESOLVED'`
  const over = sql`i.${OUTAGES} and (
    select count(*) from (select from ${openParts} limit ${MASS_OUTAGE.endsBelow}::int) open
  ) < ${MASS_OUTAGE.endsBelow}::int`
  const locked = await lockAtms(
    tx,
    sql`id in (
      select i.atm_id from incident.incident i where ${over}
      union select p.atm_id from incident.incident i
        cross join lateral (select c.atm_id from ${openParts}) p where ${over})`,
  )
  if (locked.length === 0) return []
  const atms = sqlArray(locked, 'bigint')
  const rows = await tx.execute<PublishedIncidentRow>(sql`
    with ended as (
      update incident.incident i set status = 'RESOLVED', resolution = 'AUTO', resolved_at = ${sqlInstant(now)},
        cleared_at = ${sqlInstant(now)}, version = i.version + 1
      where ${over} and i.atm_id = any (${atms})
        and not exists (select from ${openParts} and c.atm_id <> all (${atms})) returning i.*),
    freed as (
      update incident.incident c set parent_id = null, version = c.version + 1
      from ended i where c.parent_id = i.id and c.status <> 'RESOLVED' returning c.*)
    select ${PUBLISHED_COLUMNS} from ended union all select ${PUBLISHED_COLUMNS} from freed`)
  return rows.map(publishedOf)
}
