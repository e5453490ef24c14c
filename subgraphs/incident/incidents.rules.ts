import type { IncidentRow } from './incidents.store.ts'
import type { Incident } from './schema.gen.ts'

/** An incident as the API shows it. Its events have a resolver of their own. */
export const incidentOf = (row: IncidentRow): Incident => ({
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
  version: row.version,
  events: [],
})

/** The same for a list that is written as it is, without a graph to leave fields out or to format them. */
export const incidentItemOf = (row: IncidentRow): Omit<Incident, 'events' | 'atm'> => {
  const { events: _events, ...item } = incidentOf(row)
  return item
}
