import { pageOf, pageRequest } from '../kit/paging.ts'
import type { QueryResolvers } from './schema.gen.ts'
import { findLatestSnapshot, listSnapshotPage, SNAPSHOT_SORTING } from './snapshots.store.ts'

/** Reads of snapshots, within what the caller may see. */
export const snapshotQueries: Pick<QueryResolvers, 'snapshots' | 'latestSnapshot'> = {
  async snapshots(_source, { page, size, sort, ...filter }, { principal, read }) {
    const request = pageRequest({ page, size, sort: sort ?? null }, SNAPSHOT_SORTING)
    const { rows, total } = await read((tx) => listSnapshotPage(tx, principal, filter, request))
    return pageOf(rows, total, request)
  },
  latestSnapshot: (_source, filter, { principal, read }) => read((tx) => findLatestSnapshot(tx, principal, filter)),
}
