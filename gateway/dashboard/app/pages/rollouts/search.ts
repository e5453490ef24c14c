import type { RolloutStatus, TaskKind } from '../../gql/graphql.gen.ts'
import { countOf, sortOf, wordOf } from '../../search.ts'
import { KINDS } from '../tasks/search.ts'

/** The columns that the list sorts by. */
export const SORTS = ['requestedAt', 'kind', 'status', 'atms'] as const
/** Newest first is what an address without a sort shows. */
export const USUAL_SORT = '-requestedAt'

export const STATUSES = ['RUNNING', 'PAUSED', 'DONE', 'CANCELLED'] as const satisfies readonly RolloutStatus[]

/** What the address of the list of rollouts holds. */
export type RolloutsSearch = {
  readonly status?: RolloutStatus
  readonly kind?: TaskKind
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
  /** True while the form for a new rollout is open. */
  readonly create?: true
}

export const readSearch = (search: Record<string, unknown>): RolloutsSearch => {
  const sort = sortOf(SORTS, search.sort)
  return {
    status: wordOf(STATUSES, search.status),
    kind: wordOf(KINDS, search.kind),
    sort: sort === USUAL_SORT ? undefined : sort,
    page: countOf(search.page, 2),
    create: search.create === true || search.create === 'true' ? true : undefined,
  }
}
