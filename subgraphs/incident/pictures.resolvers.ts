import { unbuilt } from '../kit/unbuilt.ts'
import type { QueryResolvers } from './schema.gen.ts'

/** What the fleet page draws. */
export const pictureQueries: Pick<QueryResolvers, 'fleetHistory' | 'openIncidentsBySeverity'> = {
  fleetHistory: unbuilt,
  openIncidentsBySeverity: unbuilt,
}
