import { inArray } from 'drizzle-orm'
import { type InsightRow, insight } from '../../db/analytics/insight.ts'
import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { createLiveFeed } from '../kit/live/live.store.ts'
import type { QueryResolvers } from './schema.gen.ts'

const listInsightsById = async (tx: PlatformTx, ids: readonly number[]): Promise<InsightRow[]> =>
  ids.length === 0
    ? []
    : tx
        .select()
        .from(insight)
        .where(inArray(insight.id, [...ids]))

/** What changed, for live streams. */
export const createLiveQueries = (stores: Stores): Pick<QueryResolvers, 'analyticsLiveChanges'> => {
  const feed = createLiveFeed(stores, 'analytics')
  return {
    async analyticsLiveChanges(_source, { after }) {
      const { rows, cursor, complete } = await feed.listSince(after ?? null)
      const ids = rows.map(({ subjectId }) => subjectId)
      const found = await stores.asPlatform((tx) => listInsightsById(tx, ids), { mode: 'read' })
      const insights = new Map(found.map((row) => [row.id, row]))
      const changes = rows.map(({ subjectId, ...change }) => ({ ...change, insight: insights.get(subjectId) ?? null }))
      return { cursor, complete, changes }
    },
  }
}
