import { z } from 'zod'

/** What happened to an incident; a topic each. */
export const INCIDENT_CHANGES = ['created', 'updated', 'resolved'] as const
export type IncidentChange = (typeof INCIDENT_CHANGES)[number]

/** The topic of what happened to incidents. Its key is the agentAtmId. */
export const incidentTopic = (platformName: string, change: IncidentChange): string =>
  `${platformName}.incidents.${change}`

/** The data of an incident's message: the incident as it stood after the change. */
export const incidentChangedSchema = z.object({
  incidentId: z.int().describe('The incident.'),
  agentAtmId: z.string().describe("The agent's textual id of the ATM."),
  atmId: z.int().describe('The numeric id of the ATM.'),
  kind: z.string().min(1).describe('What is wrong: the `kind` of the incident.'),
  severity: z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']).describe('How bad it is.'),
  status: z.enum(['OPEN', 'ACKNOWLEDGED', 'RESOLVED']).describe('The status of the incident.'),
  occurrenceCount: z.int().min(0).describe('Events that have joined the incident.'),
  openedAt: z.iso.datetime().describe('When it was opened.'),
  resolvedAt: z.iso.datetime().nullable().describe('When it was resolved; null while it is open.'),
  version: z.int().describe('Grows with each change: of two messages the higher version has the newer state.'),
})

export type IncidentChanged = z.infer<typeof incidentChangedSchema>
