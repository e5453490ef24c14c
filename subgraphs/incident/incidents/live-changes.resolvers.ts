import type { Stores } from '../../../db/tenancy.ts'
import { createLiveFeed } from '../../kit/live/live.store.ts'
import type { QueryResolvers } from '../schema.gen.ts'
import { incidentOf } from './incident-view.rules.ts'
import { listIncidentsById } from './incidents.store.ts'
import { listNewestStateChanges } from './live-changes.store.ts'

const byId = <Row>(rows: readonly Row[], idOf: (row: Row) => number) => new Map(rows.map((row) => [idOf(row), row]))

/** What changed, for live streams: the changes first, then the records as they are by now. */
export const createLiveQueries = (stores: Stores): Pick<QueryResolvers, 'incidentLiveChanges'> => {
  const feed = createLiveFeed(stores, 'incident')
  return {
    async incidentLiveChanges(_source, { after }) {
      const { rows, cursor, complete } = await feed.listSince(after ?? null)
      const idsOf = (topic: string) => rows.flatMap((row) => (row.topic === topic ? [row.subjectId] : []))
      const { incidents, stateChanges } = await stores.asPlatform(
        async (tx) => ({
          incidents: byId(
            (await listIncidentsById(tx, idsOf('incidents'))).filter(({ suppressed }) => !suppressed),
            ({ id }) => id,
          ),
          stateChanges: byId(await listNewestStateChanges(tx, idsOf('service-state')), ({ atmId }) => atmId),
        }),
        { mode: 'read' },
      )
      const changes = rows.map(({ subjectId, ...change }) => {
        const incident = change.topic === 'incidents' ? incidents.get(subjectId) : undefined
        const stateChange = change.topic === 'service-state' ? stateChanges.get(subjectId) : undefined
        return {
          ...change,
          institutionKey: incident?.institutionKey ?? stateChange?.institutionKey ?? null,
          incident: incident === undefined ? null : incidentOf(incident),
          stateChange: stateChange === undefined ? null : { ...stateChange, deviceId: stateChange.atmId },
        }
      })
      return { cursor, complete, changes }
    },
  }
}
