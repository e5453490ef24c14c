import type { CsvSource } from '../../kit/rest/csv.ts'
import type { IncidentMapper } from '../mappers.ts'
import { FLAPPING, KIND_RULES, KINDS_ENDED_BY_EVENTS, type Kind } from '../model/incident-kinds.rules.ts'
import type { IncidentEnding } from '../schema.gen.ts'
import type { IncidentRow } from './incidents.store.ts'

const isKind = (kind: string): kind is Kind => Object.hasOwn(KIND_RULES, kind)

/**
 * What ends an incident without a person, and when if no further event comes: after the quiet of its kind, or, of one
 * that flaps although its cause is gone, after the quiet that ends flapping. Null once it is resolved.
 */
export const endingOf = (row: IncidentRow): IncidentEnding | null => {
  if (row.status === 'RESOLVED') return null
  if (row.source === 'MANUAL' || !isKind(row.kind)) return { by: 'HAND', at: null }
  const { resolver } = KIND_RULES[row.kind]
  const last = row.lastEventAt.getTime()
  if (resolver.by === 'QUIET') return { by: 'QUIET', at: new Date(last + resolver.quietMs) }
  const cleared = row.clearedAt?.getTime() ?? Number.NEGATIVE_INFINITY
  const isCauseGone = KINDS_ENDED_BY_EVENTS.includes(row.kind) && cleared >= last
  if (row.flapping && isCauseGone) return { by: 'QUIET', at: new Date(cleared + FLAPPING.quietMs) }
  return { by: resolver.by, at: null }
}

/** Whether something was done after its due time, or is not done and known to be late. */
const isMissed = (dueAt: Date | null, doneAt: Date | null, isNoted: boolean): boolean =>
  isNoted || (dueAt !== null && doneAt !== null && dueAt < doneAt)

/** An incident as the API shows it. Its events have a resolver of their own. */
export const incidentOf = (row: IncidentRow): IncidentMapper => ({
  id: row.id,
  institutionKey: row.institutionKey,
  atmId: row.atmId,
  deviceId: row.atmId,
  agentAtmId: row.agentAtmId,
  kind: row.kind,
  severity: row.severity,
  status: row.status,
  title: row.title,
  source: row.source,
  component: row.component === '' ? null : row.component,
  occurrenceCount: row.occurrenceCount,
  flapping: row.flapping,
  openedAt: row.openedAt,
  firstEventAt: row.firstEventAt,
  lastEventAt: row.lastEventAt,
  acknowledgedAt: row.acknowledgedAt,
  acknowledgedByUserId: row.acknowledgedByUserId,
  resolvedAt: row.resolvedAt,
  resolution: row.resolution,
  ownerUserId: row.ownerUserId,
  ownedSince: row.ownedSince,
  cause: row.cause,
  causeText: row.causeText,
  parentIncidentId: row.parentId,
  acknowledgeDueAt: row.acknowledgeDueAt,
  resolveDueAt: row.resolveDueAt,
  nextDueAt: row.nextDueAt,
  acknowledgeMissed: isMissed(row.acknowledgeDueAt, row.acknowledgedAt ?? row.resolvedAt, row.acknowledgeMissed),
  resolveMissed: isMissed(row.resolveDueAt, row.resolvedAt, row.resolveMissed),
  version: row.version,
  ending: endingOf(row),
})

/** The same for a list that is written as it is, without a graph to leave fields out or to format them. */
export const incidentItemOf = (row: IncidentRow): Omit<IncidentMapper, 'ending'> => {
  const { ending: _ending, ...item } = incidentOf(row)
  return item
}

/** An incident as a row of CSV: with the place of its ATM, and the names of its people as the caller sees them. */
export type IncidentLine = IncidentRow & {
  readonly siteName: string | null
  readonly acknowledgedBy: string | null
  readonly owner: string | null
}

/** The columns of incidents as CSV. */
export const INCIDENT_COLUMNS: CsvSource<IncidentLine>['columns'] = [
  ['id', ({ id }) => id],
  ['institutionKey', ({ institutionKey }) => institutionKey],
  ['agentAtmId', ({ agentAtmId }) => agentAtmId],
  ['atmId', ({ atmId }) => atmId],
  ['siteName', ({ siteName }) => siteName],
  ['kind', ({ kind }) => kind],
  ['component', ({ component }) => component],
  ['title', ({ title }) => title],
  ['severity', ({ severity }) => severity],
  ['status', ({ status }) => status],
  ['source', ({ source }) => source],
  ['occurrenceCount', ({ occurrenceCount }) => occurrenceCount],
  ['flapping', ({ flapping }) => String(flapping)],
  ['openedAt', ({ openedAt }) => openedAt],
  ['firstEventAt', ({ firstEventAt }) => firstEventAt],
  ['lastEventAt', ({ lastEventAt }) => lastEventAt],
  ['acknowledgedAt', ({ acknowledgedAt }) => acknowledgedAt],
  ['acknowledgedByUserId', ({ acknowledgedByUserId }) => acknowledgedByUserId],
  ['acknowledgedBy', ({ acknowledgedBy }) => acknowledgedBy],
  ['ownerUserId', ({ ownerUserId }) => ownerUserId],
  ['owner', ({ owner }) => owner],
  ['resolvedAt', ({ resolvedAt }) => resolvedAt],
  ['resolution', ({ resolution }) => resolution],
  ['cause', ({ cause }) => cause],
  ['causeText', ({ causeText }) => causeText],
  ['acknowledgeDueAt', ({ acknowledgeDueAt }) => acknowledgeDueAt],
  ['resolveDueAt', ({ resolveDueAt }) => resolveDueAt],
  ['acknowledgeMissed', (row) => String(incidentOf(row).acknowledgeMissed)],
  ['resolveMissed', (row) => String(incidentOf(row).resolveMissed)],
  ['parentIncidentId', ({ parentId }) => parentId],
]
