import { countOf, wordOf } from '../../search.ts'

/** What the address of the list of maintenance windows holds. */
export type MaintenanceSearch = {
  /** Without a word, those that are or will be. */
  readonly shown?: 'OVER'
  readonly page?: number
  /** True while the form for a new window is open. */
  readonly create?: true
}

export const readSearch = (search: Record<string, unknown>): MaintenanceSearch => ({
  shown: wordOf(['OVER'] as const, search.shown),
  page: countOf(search.page, 2),
  create: search.create === true || search.create === 'true' ? true : undefined,
})
