import { type RegisteredRouter, type RouteById, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PATHS } from './paths.ts'

type Path = (typeof PATHS)[keyof typeof PATHS]

/** What the address of a page holds, the scope included. */
type SearchAt<P extends Path> = RouteById<RegisteredRouter['routeTree'], P>['types']['fullSearchSchema']

/** How an address changes with a part of it. */
export type SearchChange<S> = {
  /** What else changes with a part; by default a list returns to its first page. */
  readonly expand?: (part: Partial<S>) => object
  /** Whether the reader can go back from a change; by default from another page of a list, but not from a filter. */
  readonly isStep?: (part: Partial<S>) => boolean
  /** False where a change leaves the reader where they are on the page. */
  readonly resetScroll?: boolean
}

const fromFirstPage = (part: object): object => ({ page: undefined, ...part })
const isPage = (part: object): boolean => 'page' in part

/**
 * What a page's address holds, and what changes a part of it: the same function each time, as long as the functions
 * given are.
 */
export const usePageSearch = <P extends Path>(path: P, how: SearchChange<SearchAt<P>> = {}) => {
  const { expand = fromFirstPage, isStep = isPage, resetScroll } = how
  const search = useSearch<RegisteredRouter, P>({ from: path })
  const from: Path = path
  const navigate = useNavigate({ from })
  const change = useCallback(
    (part: Partial<SearchAt<P>>) =>
      void navigate({ search: (now: object) => ({ ...now, ...expand(part) }), replace: !isStep(part), resetScroll }),
    [navigate, expand, isStep, resetScroll],
  )
  return { search, change }
}
