import type { TopicPlan } from '../kit/topics.ts'

/** What happened to an incident. */
export type IncidentChange = 'created' | 'updated' | 'resolved'

/** The topic of what happened to incidents. */
export const incidentTopic = (platformName: string, change: IncidentChange): string =>
  `${platformName}.incidents.${change}`

/** The topics that the incident service writes to. */
export const INCIDENT_TOPICS: TopicPlan = {
  fixed: ({ platformName }) =>
    (['created', 'updated', 'resolved'] as const).map((change) => incidentTopic(platformName, change)),
}
