import { badInput, notFound } from '../kit/common/errors.ts'
import { pageOf, pageRequest } from '../kit/common/paging.ts'
import { checkInsight } from './insights.rules.ts'
import {
  findLatestFleetSnapshotId,
  hasSnapshot,
  INSIGHT_SORTING,
  insertInsight,
  listActiveInsights,
  listInsightPage,
  updateAcknowledged,
  updateActiveAcknowledged,
} from './insights.store.ts'
import type { MutationResolvers, QueryResolvers } from './schema.gen.ts'

type InsightQueries = Pick<QueryResolvers, 'insights' | 'activeInsights'>
type InsightMutations = Pick<MutationResolvers, 'publishInsight' | 'acknowledgeInsight' | 'acknowledgeActiveInsights'>

/** Reads of insights: the same for every caller. */
export const insightQueries: InsightQueries = {
  async insights(_source, { page, size, sort, ...filter }, { read }) {
    const request = pageRequest({ page, size, sort: sort ?? null }, INSIGHT_SORTING)
    const { rows, total } = await read((tx) => listInsightPage(tx, filter, request))
    return pageOf(rows, total, request)
  },
  activeInsights: (_source, _args, { read, now }) => read((tx) => listActiveInsights(tx, now())),
}

/** Publishing and acknowledging. */
export const insightMutations: InsightMutations = {
  publishInsight(_source, { insight: { snapshotId: given, expiresAt = null, ...insight } }, { write, now }) {
    const publishedAt = now()
    checkInsight({ ...insight, expiresAt }, publishedAt)
    return write(async (tx) => {
      if (typeof given === 'number' && !(await hasSnapshot(tx, given)))
        throw badInput('snapshotId', 'there is no such snapshot; leave it out for the newest one of the fleet')
      const snapshotId = given ?? (await findLatestFleetSnapshotId(tx))
      return insertInsight(tx, { ...insight, expiresAt, snapshotId, publishedAt })
    })
  },
  async acknowledgeInsight(_source, { id }, { principal, write, now }) {
    const row = await write((tx) => updateAcknowledged(tx, id, { at: now(), by: principal.userId }))
    if (row === null) throw notFound(`The insight ${id}`)
    return row
  },
  async acknowledgeActiveInsights(_source, _args, { principal, write, now }) {
    return { acknowledged: await write((tx) => updateActiveAcknowledged(tx, { at: now(), by: principal.userId })) }
  },
}
