import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import type { QueryResolvers } from '../schema.gen.ts'
import { exceptionOf } from './exceptions.rules.ts'
import { EXCEPTION_SORTING, listExceptionPage, listPendingTypes } from './exceptions.store.ts'

/** Types that are listed, and events of each that are counted. */
const MOST_PENDING = { types: 100, events: 10_000 }

/** Reads of event exceptions. */
export const exceptionQueries: Pick<QueryResolvers, 'eventExceptions' | 'eventExceptionTypes'> = {
  eventExceptionTypes: (_source, _args, { principal, read }) =>
    read((tx) => listPendingTypes(tx, principal, MOST_PENDING)),
  async eventExceptions(_source, { page, size, sort, agentAtmId, ...given }, { principal, read }) {
    const request = pageRequest({ page, size, sort: sort ?? null }, EXCEPTION_SORTING)
    // An event without a type was sent with an empty one; an ATM always has an id.
    const filter = { ...given, agentAtmId: textOrNull(agentAtmId) }
    const { rows, total } = await read((tx) => listExceptionPage(tx, principal, filter, request))
    return pageOf(rows.map(exceptionOf), total, request)
  },
}
