import { ATM_RETIRED } from '../../../schema/events/atm-retired.ts'
import { AUDIT_TOPICS } from '../../../schema/events/audit-recorded.ts'
import {
  INCIDENT_CHANGES,
  type IncidentChange,
  type IncidentChanged,
  incidentTopic,
} from '../../../schema/events/incident-changed.ts'
import type { OutboxRow } from '../../kit/messaging/outbox.ts'
import type { TopicPlan } from '../../kit/service/topics.ts'

/** The topics that the incident service writes to. */
export const INCIDENT_TOPICS: TopicPlan = {
  fixed: ({ platformName }) => [
    ...INCIDENT_CHANGES.map((change) => incidentTopic(platformName, change)),
    ...AUDIT_TOPICS,
    ATM_RETIRED,
  ],
  // Webhooks may be notified of one severity only.
  states: ({ platformName }) => ({
    ...{ topics: [incidentTopic(platformName, 'updated')], fields: ['incidentId', 'severity'], version: 'version' },
  }),
}

/** An incident as the messages of its changes describe it. */
export type PublishedIncident = Omit<IncidentChanged, 'incidentId' | 'openedAt' | 'resolvedAt' | 'status'> & {
  readonly id: number
  readonly status: IncidentChanged['status'] | 'SUPPRESSED'
  readonly suppressed: boolean
  readonly institutionKey: string | null
  readonly openedAt: Date
  readonly resolvedAt: Date | null
}

/** The data of the message of a change of an incident (contract, section 10). */
export const incidentChangedOf = (
  incident: Omit<PublishedIncident, 'status' | 'suppressed' | 'institutionKey'> & Pick<IncidentChanged, 'status'>,
): IncidentChanged => ({
  incidentId: incident.id,
  agentAtmId: incident.agentAtmId,
  atmId: incident.atmId,
  kind: incident.kind,
  severity: incident.severity,
  status: incident.status,
  occurrenceCount: incident.occurrenceCount,
  openedAt: incident.openedAt.toISOString(),
  resolvedAt: incident.resolvedAt?.toISOString() ?? null,
  version: incident.version,
})

/** The message of what became of an incident; none of one that a maintenance window suppresses. */
export const incidentMessages = (
  incident: PublishedIncident,
  change: IncidentChange,
  platformName: string,
): OutboxRow[] => {
  const { status } = incident
  if (incident.suppressed || status === 'SUPPRESSED') return []
  const { institutionKey, agentAtmId } = incident
  const data = incidentChangedOf({ ...incident, status })
  return [{ topic: incidentTopic(platformName, change), key: agentAtmId, institutionKey, data }]
}
