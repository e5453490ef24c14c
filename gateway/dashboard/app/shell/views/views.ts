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
