import { PATHS } from '../../../paths.ts'
import { type SearchChange, usePageSearch } from '../../../use-page-search.ts'

/** Rows a page of every list here. */
export const SIZE = 50

const FILTER: SearchChange<object> = { expand: (part) => ({ page: undefined, row: undefined, ...part }) }

const OPEN: SearchChange<object> = {
  expand: (part) => part,
  isStep: (part) => Object.values(part).some((value) => value !== undefined),
}

/** What the page's address holds, and how it is changed: a filter begins at the first page, and closes what is open. */
export const useAdmin = () => {
  const { search, change: filter } = usePageSearch(PATHS.admin, FILTER)
  const { change: open } = usePageSearch(PATHS.admin, OPEN)
  return { search, filter, open }
}
