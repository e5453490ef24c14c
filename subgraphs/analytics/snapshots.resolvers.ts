import { pageOf, pageRequest } from '../kit/common/paging.ts'
import type { QueryResolvers } from './schema.gen.ts'
import { findLatestSnapshot, findSnapshot, listSnapshotPage, SNAPSHOT_SORTING } from './snapshots.store.ts'

/** Reads of snapshots, within what the caller may see. */
export const snapshotQueries: Pick<QueryResolvers, 'snapshots' | 'snapshot' | 'latestSnapshot'> = {
  async snapshots(_source, { page, size, sort, ...filter }, { principal, read }) {
    const request = pageRequest({ page, size, sort: sort ?? null }, SNAPSHOT_SORTING)
    const { rows, total } = await read((tx) => listSnapshotPage(tx, principal, filter, request))
    return pageOf(rows, total, request)
  },
  snapshot: (_source, { id }, { principal, read }) => read((tx) => findSnapshot(tx, principal, id)),
  latestSnapshot: (_source, filter, { principal, read }) => read((tx) => findLatestSnapshot(tx, principal, filter)),
}
