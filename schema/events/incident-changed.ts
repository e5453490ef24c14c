import { z } from 'zod'

/** What happened to an incident; a topic each. */
export const INCIDENT_CHANGES = ['created', 'updated', 'resolved'] as const
export type IncidentChange = (typeof INCIDENT_CHANGES)[number]

/** The topic of what happened to incidents. Its key is the agentAtmId. */
export const incidentTopic = (platformName: string, change: IncidentChange): string =>
  `${platformName}.incidents.${change}`

/** The data of an incident's message: the incident as it stood after the change. */
export const incidentChangedSchema = z.object({
  incidentId: z.int(),
  agentAtmId: z.string(),
  atmId: z.int(),
  kind: z.string().min(1),
  severity: z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
  status: z.enum(['OPEN', 'ACKNOWLEDGED', 'RESOLVED']),
  /** Events that have joined the incident. */
  occurrenceCount: z.int().min(0),
  openedAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  /** Grows with each change: of two messages the higher one tells the newer state. */
  version: z.int(),
})

export type IncidentChanged = z.infer<typeof incidentChangedSchema>
