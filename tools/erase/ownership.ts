import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import { AUDIT_TOPICS } from '../../schema/events/audit-recorded.ts'
import { PARSE_REQUESTS } from '../../schema/events/parse-request.ts'
import { deadLetterTopicOf, topicOfInstitution } from '../../subgraphs/kit/messaging/topic-names.rules.ts'
import type { CatalogTable } from './catalog.ts'

/** An institution, with the ATMs that are its own now: their ids, and those that their agents have. */
export type Owner = {
  readonly key: string
  readonly atmIds: readonly number[]
  readonly agentAtmIds: readonly string[]
}

/** Rows of a table that belong to an institution. */
export type Belonging = {
  readonly where: (owner: Owner) => SQL
  /** The column that an index may find them by. */
  readonly column: string
}

/** What the audit holds is kept until its months are dropped: chains of hashes cannot lose rows. */
export const KEPT = ['incident.audit_entry', 'incident.audit_head', 'incident.audit_anchor']

/** ATMs: the last to go, since rows without an institution are found by them; then their copies in other services. */
export const ATMS = 'incident.atm'
export const COPIES_OF_ATMS = ['devices.atm', 'journal.atm_journal', 'journal.atm_group', 'incident.institution_atms']

/** Messages are erased first: a message that is handled later would make rows again. */
export const isMessage = (table: CatalogTable): boolean => table.table === 'outbox' || table.schema === 'topics'

/** A record that waits for the audit is kept like those in it: deleting it would leave no trace. */
const NO_AUDIT = sql`topic <> all (${sqlArray([...AUDIT_TOPICS, ...AUDIT_TOPICS.map(deadLetterTopicOf)], 'text')})`
const holdsMessages = ({ name, table }: CatalogTable): boolean =>
  table === 'outbox' || table === 'dead_letter' || name === 'topics.message'
const butAudit = ({ column, where }: Belonging): Belonging => ({
  column,
  where: (owner) => sql`${where(owner)} and ${NO_AUDIT}`,
})

/** Tables that name neither an institution nor an ATM of one; a test compares them with the catalog. */
export const OF_NO_INSTITUTION = [
  'incident.atm_cash_until',
  'incident.availability_instant',
  'incident.deaf_period',
  'incident.event_type',
  'incident.fleet_event_count',
  'incident.hearing',
  'incident.incident_day_until',
  'incident.outage_search',
  'incident.write_probe',
  'journal.hot_boundary',
  'journal.inbox',
  'analytics.insight',
  'analytics.snapshot_total',
  'fleet.task_total',
  'jobs.job',
  'jobs.run',
  'topics.made',
]
export const isOfNoInstitution = ({ name, table }: CatalogTable): boolean =>
  OF_NO_INSTITUTION.includes(name) || table === 'live_change' || table === 'live_epoch'

const byKey = (column: string): Belonging => ({ column, where: ({ key }) => sql`${sql.identifier(column)} = ${key}` })
const ofAtms = ({ atmIds }: Owner): SQL => sql`atm_id = any (${sqlArray(atmIds, 'bigint')})`
const byAtm: Belonging = { column: 'atm_id', where: ofAtms }
/** Of an ATM from before it had an institution. */
const unownedByAtm: Belonging = {
  column: 'atm_id',
  where: (owner) => sql`institution_key is null and ${ofAtms(owner)}`,
}

/** The topics that only this institution has. */
const topicsOf = ({ key }: Owner): SQL => {
  const topic = topicOfInstitution(PARSE_REQUESTS, key)
  return sqlArray([topic, deadLetterTopicOf(topic)], 'text')
}
const byTopic = (column: string): Belonging => ({
  column,
  where: (owner) => sql`${sql.identifier(column)} = any (${topicsOf(owner)})`,
})
const onlyInstitution = ({ key }: Owner): SQL => sql`institutions = ${sqlArray([key], 'text')}`

const SPECIAL: Readonly<Record<string, readonly Belonging[]>> = {
  'incident.event_key': [byAtm],
  'incident.late_state': [byAtm],
  'incident.atm_retirement': [byAtm],
  'incident.incident_entry': [byKey('webhook_institution_key')],
  'incident.atm_maintenance': [
    {
      column: 'window_id',
      where: ({ key }) => sql`window_id in (select id from incident.maintenance_window where institution_key = ${key})`,
    },
  ],
  'incident.app_user': [
    { column: 'institutions', where: (owner) => sql`not unrestricted and ${onlyInstitution(owner)}` },
  ],
  'fleet.rollout_total': [
    {
      column: 'rollout_id',
      where: (owner) => sql`rollout_id in (select id from fleet.rollout where ${onlyInstitution(owner)})`,
    },
  ],
  'fleet.rollout_atm': [
    {
      // One that was not looked up yet, or not found by a caller of others.
      column: 'agent_atm_id',
      where: ({ agentAtmIds }) => sql`atm_id is null and agent_atm_id = any (${sqlArray(agentAtmIds, 'text')})`,
    },
  ],
  'fleet.rollout': [{ column: 'institutions', where: onlyInstitution }],
  'topics.message': [{ column: '', where: ({ key }) => sql`envelope ->> 'institutionKey' = ${key}` }, byTopic('topic')],
  'topics.cursor': [byTopic('topic')],
  'topics.topic': [byTopic('name')],
}

/** Which rows of a table belong to an institution. Empty for a table of no institution, or one that is kept. */
export const belongingsOf = (table: CatalogTable): readonly Belonging[] => {
  if (KEPT.includes(table.name) || isOfNoInstitution(table)) return []
  const has = (column: string) => table.columns.includes(column)
  const isCopy = table.name === ATMS || COPIES_OF_ATMS.includes(table.name)
  const belongings = [
    ...(has('institution_key') ? [byKey('institution_key')] : []),
    ...(table.nullable.includes('institution_key') && has('atm_id') && !isCopy ? [unownedByAtm] : []),
    ...(table.table === 'dead_letter' ? [byTopic('topic')] : []),
    ...(SPECIAL[table.name] ?? []),
  ]
  return holdsMessages(table) ? belongings.map(butAudit) : belongings
}

/** By table: the tables that are deleted after it, besides those that its foreign keys name. */
export const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'fleet.rollout_total': ['fleet.rollout'],
  // An unfinished rollout is told of its tasks before these go.
  'fleet.rollout_atm': ['fleet.task'],
  'incident.atm_maintenance': ['incident.maintenance_window'],
  'incident.incident_entry': ['incident.incident'],
  // What an event writes of cassettes meanwhile is added up in it.
  'incident.cassette': ['incident.atm_cash'],
}

/** Rows that stay without what they share with an institution. */
export type Sharing = { readonly when: 'before' | 'after'; readonly change: (owner: Owner) => SQL }

/** By table: the statement that takes an institution out of rows, before or after its own rows are deleted. */
export const SHARED: Readonly<Record<string, Sharing>> = {
  'incident.app_user': {
    when: 'after',
    change: ({ key }) => sql`
      update incident.app_user set institutions = array_remove(institutions, ${key})
      where institutions @> ${sqlArray([key], 'text')}`,
  },
  'fleet.rollout': {
    when: 'after',
    change: ({ key }) => sql`
      update fleet.rollout set institutions = array_remove(institutions, ${key}), scope = array_remove(scope, ${key})
      where institutions @> ${sqlArray([key], 'text')} or scope @> ${sqlArray([key], 'text')}`,
  },
  'analytics.insight': {
    when: 'before',
    change: ({ key }) => sql`
      update analytics.insight set snapshot_id = null
      where snapshot_id in (select id from analytics.snapshot where institution_key = ${key})`,
  },
  [ATMS]: {
    when: 'before',
    change: ({ key }) => sql`
      update incident.atm set merged_into_id = null
      where merged_into_id in (select id from incident.atm where institution_key = ${key})`,
  },
}
