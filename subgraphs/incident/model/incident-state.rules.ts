import { FLAPPING, KIND_RULES, KINDS_ENDED_BY_EVENTS, type Severity, worse } from './incident-kinds.rules.ts'
import type { AtmState, IncidentState } from './ingest.types.ts'

const later = (a: number | null, b: number): number => (a === null || b > a ? b : a)

/** The open and resolve changes that count towards flapping once one more happened at `at`. */
export const changesWith = (changes: readonly number[], at: number): readonly number[] => {
  const sorted = [...changes, at].sort((a, b) => a - b)
  const newest = sorted.at(-1) ?? at
  return sorted.filter((change) => change >= newest - FLAPPING.withinMs).slice(-FLAPPING.changes)
}

export const isOpen = (incident: IncidentState | undefined): incident is IncidentState =>
  incident !== undefined && incident.status !== 'RESOLVED'

/** Whether an ATM is in a maintenance window. */
const isMaintained = ({ maintenanceFrom, maintenanceUntil }: AtmState, at: number): boolean =>
  maintenanceFrom !== null && maintenanceUntil !== null && maintenanceFrom <= at && at < maintenanceUntil

/** A new incident on the place of `before`. `counted` are the instants of the events that open it. */
export const openIncidentState = (
  atm: AtmState,
  before: IncidentState | undefined,
  what: Pick<IncidentState, 'id' | 'kind' | 'component' | 'severity'>,
  counted: readonly number[],
  event: { readonly occurredAt: number; readonly receivedAt: number },
): IncidentState => {
  const changes = changesWith(before?.changes ?? [], event.occurredAt)
  const suppressed = isMaintained(atm, event.receivedAt)
  return {
    ...what,
    atmId: atm.id,
    agentAtmId: atm.agentAtmId,
    institutionKey: atm.institutionKey,
    source: 'AUTO',
    status: suppressed ? 'SUPPRESSED' : 'OPEN',
    suppressed,
    occurrenceCount: counted.length,
    flapping: changes.length >= FLAPPING.changes,
    openedAt: event.receivedAt,
    firstEventAt: Math.min(...counted),
    lastEventAt: Math.max(...counted),
    resolvedAt: null,
    version: 1,
    clearedAt: before?.clearedAt ?? null,
    changes,
    fresh: true,
  }
}

/** True where a flapping incident is kept open although what would resolve it has happened. */
const isCauseGone = (incident: IncidentState): boolean => {
  if (incident.source === 'MANUAL' || !KINDS_ENDED_BY_EVENTS.includes(incident.kind)) return false
  return incident.clearedAt !== null && incident.clearedAt >= incident.lastEventAt
}

/**
 * Ends the flapping of an incident that is still true and that had no event for the quiet time before `occurredAt`, as
 * the quiet-time job would have done had it run in between.
 */
const calmIncidentState = (incident: IncidentState, occurredAt: number): void => {
  if (!incident.flapping || isCauseGone(incident) || occurredAt - incident.lastEventAt < FLAPPING.quietMs) return
  incident.flapping = false
  incident.changes = []
}

/** One more event of an open incident: it counts, and the severity may only rise. */
export const joinIncidentState = (incident: IncidentState, severity: Severity, occurredAt: number): void => {
  calmIncidentState(incident, occurredAt)
  incident.occurrenceCount += 1
  incident.version += 1
  incident.severity = worse(incident.severity, severity)
  incident.lastEventAt = Math.max(incident.lastEventAt, occurredAt)
  incident.firstEventAt = Math.min(incident.firstEventAt, occurredAt)
}

/**
 * Lets something that occurred at `occurredAt` resolve an open incident; false where it changes nothing: it is older
 * than the last event, or repeats what is known, or a person opened the incident and is to end it. A flapping incident
 * stays open and only records that its cause is gone; the quiet-time job decides whether it is resolved.
 */
export const resolveIncidentState = (incident: IncidentState, occurredAt: number, receivedAt: number): boolean => {
  if (incident.source === 'MANUAL' || occurredAt < incident.lastEventAt) return false
  calmIncidentState(incident, occurredAt)
  if (incident.flapping && isCauseGone(incident)) return false
  const changes = incident.flapping ? incident.changes : changesWith(incident.changes, occurredAt)
  incident.clearedAt = later(incident.clearedAt, occurredAt)
  incident.changes = changes
  incident.version += 1
  if (incident.flapping || changes.length >= FLAPPING.changes) {
    incident.flapping = true
    return true
  }
  incident.status = 'RESOLVED'
  incident.resolvedAt = receivedAt
  return true
}

/**
 * When an open incident ends by itself if no further event comes: after the quiet of its kind, or of a settled
 * flapping one.
 */
const quietEndOf = (incident: IncidentState): number | null => {
  if (incident.source === 'MANUAL') return null
  const { resolver } = KIND_RULES[incident.kind]
  if (resolver.by === 'QUIET') return incident.lastEventAt + resolver.quietMs
  return incident.flapping && isCauseGone(incident)
    ? later(incident.clearedAt, incident.lastEventAt) + FLAPPING.quietMs
    : null
}

/**
 * Resolves an open incident whose quiet time was over when something occurred, as the quiet-time job would have done
 * had it run in between; false where it was not.
 */
export const expireIncidentState = (incident: IncidentState, occurredAt: number, receivedAt: number): boolean => {
  const end = quietEndOf(incident)
  if (end === null || occurredAt < end) return false
  incident.clearedAt = later(
    incident.clearedAt,
    KIND_RULES[incident.kind].resolver.by === 'QUIET' ? end : incident.lastEventAt,
  )
  incident.changes = changesWith(incident.changes, end)
  incident.status = 'RESOLVED'
  incident.resolvedAt = receivedAt
  incident.version += 1
  return true
}
