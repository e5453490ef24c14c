import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PATHS } from '../../paths.ts'
import type { AdminSearch } from './search.ts'

/** Rows a page of every list here. */
export const SIZE = 50

/** What the page's address holds, and how it is changed: a filter begins at the first page, and closes what is open. */
export const useAdmin = () => {
  const search = useSearch({ from: PATHS.admin })
  const navigate = useNavigate({ from: PATHS.admin })
  const filter = useCallback(
    (part: Partial<AdminSearch>) =>
      void navigate({
        search: (now: AdminSearch) => ({ ...now, page: undefined, row: undefined, ...part }),
        replace: !('page' in part),
      }),
    [navigate],
  )
  const open = useCallback(
    (part: Pick<AdminSearch, 'row' | 'add'>) =>
      void navigate({
        search: (now: AdminSearch) => ({ ...now, ...part }),
        replace: Object.values(part).every((value) => value === undefined),
      }),
    [navigate],
  )
  return { search, filter, open }
}
