import { inArray } from 'drizzle-orm'
import { type GapRow, gap } from '../../../db/journal/gap.ts'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { createLiveFeed } from '../../kit/live/live.store.ts'
import type { QueryResolvers } from '../schema.gen.ts'

const listGapsById = async (tx: PlatformTx, ids: readonly number[]): Promise<GapRow[]> =>
  ids.length === 0
    ? []
    : tx
        .select()
        .from(gap)
        .where(inArray(gap.id, [...ids]))

/** What changed, for live streams. */
export const createLiveQueries = (stores: Stores): Pick<QueryResolvers, 'journalLiveChanges'> => {
  const feed = createLiveFeed(stores, 'journal')
  return {
    async journalLiveChanges(_source, { after }) {
      const { rows, cursor, complete } = await feed.listSince(after ?? null)
      const ids = rows.map(({ subjectId }) => subjectId)
      const found = await stores.asPlatform((tx) => listGapsById(tx, ids), { mode: 'read' })
      const gaps = new Map(found.map((row) => [row.id, row]))
      const changes = rows.map(({ subjectId, ...change }) => {
        const row = gaps.get(subjectId) ?? null
        return { ...change, institutionKey: row?.institutionKey ?? null, gap: row }
      })
      return { cursor, complete, changes }
    },
  }
}
