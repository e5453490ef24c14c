import { INCIDENT_CHANGES, incidentTopic } from '../../schema/events/incident-changed.ts'
import type { TopicPlan } from '../kit/topics.ts'

/** The topics that the incident service writes to. */
export const INCIDENT_TOPICS: TopicPlan = {
  fixed: ({ platformName }) => INCIDENT_CHANGES.map((change) => incidentTopic(platformName, change)),
}
