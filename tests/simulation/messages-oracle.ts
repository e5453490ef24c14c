import { INCIDENT_CHANGES, incidentChangedSchema, incidentTopic } from '../../schema/events/incident-changed.ts'
import type { Database, Row } from './database.ts'
import { countedOf, merge } from './message-statements.ts'
import { type Ledger, PLATFORM_NAME } from './messages.ts'

type Published = { readonly topic?: unknown; readonly id?: unknown; readonly envelope?: unknown }

const tagOf = (row: Row): string => String(row.message)
const tagOfException = (row: Row): string => String(JSON.parse(String(row.body)).tag)

/** Acknowledged ⊆ stored ⊆ attempted, and each event and exception once. */
const judgeStored = (database: Database, { attempted, acknowledged }: Ledger): string[] => {
  const found: string[] = []
  const stored = new Map<string, unknown[]>()
  const add = (tag: string, id: unknown) => stored.set(tag, [...(stored.get(tag) ?? []), id])
  for (const row of database.list('event')) add(tagOf(row), row.id)
  for (const row of database.list('event_exception')) add(tagOfException(row), row.id)
  for (const [tag, ids] of stored) {
    if (!attempted.has(tag)) found.push(`${tag} is stored and was not sent`)
    if (ids.length > 1) found.push(`${tag} is stored ${ids.length} times`)
  }
  for (const [tag, outcome] of acknowledged) {
    const id =
      outcome.kind === 'stored'
        ? outcome.event.id
        : outcome.kind === 'exception'
          ? outcome.exceptionId
          : outcome.kind === 'known'
            ? (outcome.key.storedId ?? outcome.key.exceptionId)
            : null
    if (outcome.kind === 'foreign' || outcome.kind === 'retired') found.push(`${tag} was refused as ${outcome.kind}`)
    else if (id !== null && stored.get(tag)?.includes(id) !== true)
      found.push(`${tag} was acknowledged and is not stored`)
    if (id === null && outcome.kind === 'heartbeat' && database.get('atm', outcome.atm.agentAtmId) === null)
      found.push(`${tag} was acknowledged and its ATM is not registered`)
  }
  return found
}

/** Incidents have the events that opened or joined them, and counters have every event once. */
const judgeEffects = (database: Database): string[] => {
  const found: string[] = []
  const events = database.list('event')
  for (const { id, occurrence_count } of database.list('incident')) {
    const joined = events.filter(({ incident_id }) => incident_id === id).length
    if (joined !== occurrence_count) found.push(`incident ${id} counts ${occurrence_count} of its ${joined} events`)
  }
  for (const { incident_id } of events)
    if (incident_id !== null && database.get('incident', String(incident_id)) === null)
      found.push(`an event joined incident ${incident_id}, which is not stored`)
  for (const { id } of database.list('atm')) {
    const total = database.list('atm_activity').find(({ atm_id }) => atm_id === id)?.total ?? 0
    const stored = events.filter(({ atm_id }) => atm_id === id).length
    if (total !== stored) found.push(`ATM ${id} counts ${total} of its ${stored} events`)
  }
  const counted = database.list('event_count').reduce((sum, { total }) => sum + Number(total), 0)
  if (counted !== events.length) found.push(`${counted} of ${events.length} events are counted`)
  return found
}

const dataOf = ({ envelope }: Published) => incidentChangedSchema.parse(Object(envelope).data)

/**
 * An incident is told as created once, as resolved once where it is, and with its newest version; the messages of a
 * topic are in the order of its versions.
 */
const judgePublished = (database: Database, published: readonly Published[]): string[] => {
  const found: string[] = []
  const once = [...new Map(published.map((message) => [message.id, message])).values()]
  for (const change of INCIDENT_CHANGES) {
    const newest = new Map<number, number>()
    for (const message of once.filter(({ topic }) => topic === incidentTopic(PLATFORM_NAME, change))) {
      const { incidentId, version } = dataOf(message)
      const before = newest.get(incidentId)
      if (before !== undefined && before >= version)
        found.push(`${change} of incident ${incidentId}: ${version} after ${before}`)
      newest.set(incidentId, version)
    }
  }
  for (const row of database.list('incident')) {
    const own = once.filter((message) => dataOf(message).incidentId === row.id)
    const of = (change: 'created' | 'resolved') =>
      own.filter(({ topic }) => topic === incidentTopic(PLATFORM_NAME, change)).length
    const newest = Math.max(0, ...own.map((message) => dataOf(message).version))
    if (of('created') !== 1) found.push(`incident ${row.id} was published as created ${of('created')} times`)
    if (of('resolved') !== (row.status === 'RESOLVED' ? 1 : 0))
      found.push(`incident ${row.id} is ${row.status} and was published as resolved ${of('resolved')} times`)
    if (newest !== row.version) found.push(`incident ${row.id} has version ${row.version}, ${newest} was published`)
  }
  const unknown = once.filter((message) => database.get('incident', String(dataOf(message).incidentId)) === null)
  if (unknown.length > 0) found.push(`${unknown.length} messages are of incidents that are not stored`)
  return found
}

/** What a message that the inbox keeps says of its incident. */
const reportedBy = (row: Row): Row => {
  const data = incidentChangedSchema.parse(row.data)
  return {
    ...row,
    ...{ incident_id: data.incidentId, version: data.version, is_open: data.status !== 'RESOLVED' },
    ...{ opened_at: Date.parse(data.openedAt), resolved_at: data.resolvedAt ? Date.parse(data.resolvedAt) : null },
  }
}

/** What analytics knows is what was published, and what the inbox keeps is enough to find it again. */
const judgeFolded = (database: Database, published: readonly Published[]): string[] => {
  const found: string[] = []
  const kept = new Set(database.list('inbox').map(({ message_id }) => String(message_id)))
  const lost = published.filter(
    ({ id, topic }) => topic !== incidentTopic(PLATFORM_NAME, 'updated') && !kept.has(String(id)),
  )
  if (lost.length > 0) found.push(`the inbox lacks ${lost.length} messages of new and resolved incidents`)
  const rebuilt = database
    .list('inbox')
    .map(reportedBy)
    .reduce(
      (all, message) =>
        all.set(String(message.incident_id), merge(all.get(String(message.incident_id)) ?? null, message)),
      new Map<string, Row | null>(),
    )
  for (const known of database.list('analytics_incident'))
    if (countedOf(rebuilt.get(String(known.incident_id)) ?? null) !== countedOf(known))
      found.push(`a rebuild knows something else of incident ${known.incident_id}`)
  for (const { id, version, status } of database.list('incident')) {
    const known = database.get('analytics_incident', String(id))
    if (known?.version !== version || known?.is_open !== (status !== 'RESOLVED'))
      found.push(`analytics knows version ${known?.version} of incident ${id}, which has ${version}`)
  }
  const sum = (column: string) => database.list('day_counter').reduce((total, row) => total + Number(row[column]), 0)
  const incidents = database.list('incident')
  const resolved = incidents.filter(({ status }) => status === 'RESOLVED').length
  if (sum('created') !== incidents.length)
    found.push(`${sum('created')} of ${incidents.length} incidents are counted as created`)
  if (sum('resolved') !== resolved) found.push(`${sum('resolved')} of ${resolved} incidents are counted as resolved`)
  return found
}

/** What is wrong with what is stored when everything has come to its end. */
export const judgeMessages = (
  database: Database,
  ledger: Ledger,
  published: readonly Published[],
  isCalm: boolean,
): readonly string[] => [
  ...judgeStored(database, ledger),
  ...judgeEffects(database),
  // What was not passed on is reported as such.
  ...(isCalm ? [...judgePublished(database, published), ...judgeFolded(database, published)] : []),
]
