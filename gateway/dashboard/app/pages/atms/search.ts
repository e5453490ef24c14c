import { countOf, sortOf, textOf, wordOf } from '../../search.ts'
import { BADGE_ORDER } from '../../ui/badge.tsx'

/** The columns that the list sorts by. */
export const SORTS = ['agentAtmId', 'siteName', 'serviceStateChangedAt', 'lastHeartbeatAt'] as const

/** What the address of the list of ATMs holds. */
export type AtmsSearch = {
  readonly badge?: (typeof BADGE_ORDER)[number]
  readonly q?: string
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
  /** True while the form for a new ATM is open. */
  readonly register?: true
}

export const readSearch = (search: Record<string, unknown>): AtmsSearch => ({
  badge: wordOf(BADGE_ORDER, search.badge),
  q: textOf(search.q),
  sort: sortOf(SORTS, search.sort),
  page: countOf(search.page, 2),
  register: search.register === true || search.register === 'true' ? true : undefined,
})
