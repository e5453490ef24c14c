import type { SavedViewPage, ViewFragment } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'

/** The address of each list whose filters can be kept. */
export const VIEW_PATHS = {
  ATMS: PATHS.atms,
  INCIDENTS: PATHS.incidents,
  JOURNALS: PATHS.journals,
  FILES: PATHS.files,
  TRANSACTIONS: PATHS.transactions,
  TASKS: PATHS.tasks,
  CASH: PATHS.cash,
  AVAILABILITY: PATHS.availability,
} as const satisfies Record<SavedViewPage, string>

/** What an address holds that is no filter: where the reader is, and what is open. */
const NO_FILTERS = new Set([
  ...['institution', 'wall', 'turn', 'every', 'sound'],
  ...['page', 'after', 'create', 'register', 'open', 'push', 'task', 'asked'],
])

/** The part of an address that a view keeps. */
export const filtersIn = (search: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => !NO_FILTERS.has(name) && value !== undefined))

/** The address of a view. */
export const hrefOf = ({ page, search }: Pick<ViewFragment, 'page' | 'search'>): string =>
  search === '' ? VIEW_PATHS[page] : `${VIEW_PATHS[page]}?${search}`

/** Kept filters of a list that have the name of a new one. */
export type Namesakes = {
  /** The caller's own, of the same institution: there is one of a name. */
  readonly own?: ViewFragment | undefined
  /** One that somebody else shares, where the new one is shared as well. */
  readonly ofOther?: ViewFragment | undefined
}

/** Those of the views of a list that are called as a new one, in any case of the letters. */
export const namesakesOf = (
  views: readonly ViewFragment[],
  { name, institutionKey, shared }: Pick<ViewFragment, 'name' | 'institutionKey' | 'shared'>,
): Namesakes => {
  const same = views.filter(
    (view) => view.institutionKey === institutionKey && view.name.toLowerCase() === name.trim().toLowerCase(),
  )
  return {
    own: same.find((view) => view.mine),
    ofOther: shared ? same.find((view) => view.shared && !view.mine) : undefined,
  }
}
