import { countOf, sortOf, textOf, wordOf } from '../../search.ts'
import { SEVERITY_ORDER } from '../../ui/badge.tsx'

/** The columns that the list sorts by. */
export const SORTS = ['severity', 'openedAt', 'lastEventAt', 'occurrenceCount', 'status', 'kind'] as const

/** Which incidents the list is of; without a word, those that are not resolved. */
export const STANDINGS = ['OPEN', 'ACKNOWLEDGED', 'SUPPRESSED', 'RESOLVED', 'ALL'] as const
export type Standing = (typeof STANDINGS)[number]

/** What the address of the list of incidents holds. */
export type IncidentsSearch = {
  readonly status?: Standing
  readonly severity?: (typeof SEVERITY_ORDER)[number]
  readonly kind?: string
  /** The numeric id of an ATM. */
  readonly atm?: number
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
  /** True while the form for a new incident is open. */
  readonly create?: true
}

export const readSearch = (search: Record<string, unknown>): IncidentsSearch => ({
  status: wordOf(STANDINGS, search.status),
  severity: wordOf(SEVERITY_ORDER, search.severity),
  kind: textOf(search.kind),
  atm: countOf(search.atm, 1),
  sort: sortOf(SORTS, search.sort),
  page: countOf(search.page, 2),
  create: search.create === true || search.create === 'true' ? true : undefined,
})
