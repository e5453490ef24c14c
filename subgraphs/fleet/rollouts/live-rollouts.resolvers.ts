import type { Stores } from '../../../db/tenancy.ts'
import { createLiveFeed } from '../../kit/live/live.store.ts'
import type { QueryResolvers } from '../schema.gen.ts'
import { rolloutOf } from './rollout-view.rules.ts'
import { listRolloutsById, listStages } from './rollouts.store.ts'

/** What changed, for live streams: a rollout once, however many of its tasks did. */
export const createLiveQueries = (stores: Stores, now: () => Date): Pick<QueryResolvers, 'fleetLiveChanges'> => {
  const feed = createLiveFeed(stores, 'fleet')
  return {
    async fleetLiveChanges(_source, { after }) {
      const { rows, cursor, complete } = await feed.listSince(after ?? null)
      const ids = rows.map(({ subjectId }) => subjectId)
      const found = await stores.asPlatform(
        async (tx) => {
          if (ids.length === 0) return []
          const rollouts = await listRolloutsById(tx, ids)
          const stages = await listStages(tx, rollouts, now())
          return rollouts.map((row) => ({ row, rollout: rolloutOf(row, stages.get(row.id) ?? []) }))
        },
        { mode: 'read' },
      )
      const byId = new Map(found.map((one) => [one.row.id, one]))
      const changes = rows.map(({ subjectId, ...change }) => {
        const one = byId.get(subjectId)
        return { ...change, institutionKeys: one?.row.institutions ?? [], rollout: one?.rollout ?? null }
      })
      return { cursor, complete, changes }
    },
  }
}
