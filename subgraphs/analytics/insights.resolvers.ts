import { badInput, notFound } from '../kit/common/errors.ts'
import { pageOf, pageRequest } from '../kit/common/paging.ts'
import { checkInsight } from './insights.rules.ts'
import {
  findLatestFleetSnapshotId,
  hasSnapshot,
  INSIGHT_SORTING,
  insertInsight,
  isAcknowledged,
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

/** What the audit says of a change of an insight, which belongs to no institution. */
const ofInsight = (action: string, subjectId: number | string) =>
  ({ action, subjectType: 'Insight', subjectId, institutionKey: null }) as const

/** Publishing and acknowledging. */
export const insightMutations: InsightMutations = {
  publishInsight(_source, { insight: { snapshotId: given, expiresAt = null, ...insight } }, { write, now, audit }) {
    const publishedAt = now()
    checkInsight({ ...insight, expiresAt }, publishedAt)
    return write(async (tx) => {
      if (typeof given === 'number' && !(await hasSnapshot(tx, given)))
        throw badInput('snapshotId', 'there is no such snapshot; leave it out for the newest one of the fleet')
      const snapshotId = given ?? (await findLatestFleetSnapshotId(tx))
      const row = await insertInsight(tx, { ...insight, expiresAt, snapshotId, publishedAt })
      const after = { ...insight, expiresAt, snapshotId }
      await audit(tx, { ...ofInsight('publishInsight', row.id), before: null, after })
      return row
    })
  },
  async acknowledgeInsight(_source, { id }, { principal, write, now, audit }) {
    const row = await write(async (tx) => {
      const known = await isAcknowledged(tx, id)
      const acknowledged = await updateAcknowledged(tx, id, { at: now(), by: principal.userId })
      if (known === false)
        await audit(tx, {
          ...ofInsight('acknowledgeInsight', id),
          before: { acknowledged: false },
          after: { acknowledged: true },
        })
      return acknowledged
    })
    if (row === null) throw notFound(`The insight ${id}`)
    return row
  },
  async acknowledgeActiveInsights(_source, _args, { principal, write, now, audit }) {
    return write(async (tx) => {
      const acknowledged = await updateActiveAcknowledged(tx, { at: now(), by: principal.userId })
      if (acknowledged > 0)
        await audit(tx, { ...ofInsight('acknowledgeActiveInsights', 'active'), before: null, after: { acknowledged } })
      return { acknowledged }
    })
  },
}
