import { countOf, dateOf, instantIn, sortOf, textOf, wordOf } from '../../search.ts'
import { GROUP_FILTERS, type GroupSearch, groupsOf, readGroups } from '../atms/search.ts'

/** The states of gaps to choose from; without one, those that are missing. */
export const CHOICES = ['OPEN', 'FETCH_REQUESTED', 'CLOSED', 'ALL'] as const

/** What gaps are sorted by, in the platform's words. */
export const SORTS = ['gapDate', 'agentAtmId'] as const
export type Sort = NonNullable<ReturnType<typeof sortOf<(typeof SORTS)[number]>>>
/** What is missed for longest comes first. */
export const USUAL_SORT: Sort = 'gapDate'

/** What the address of the page of missing journals holds. */
export type JournalsSearch = GroupSearch & {
  readonly status?: Exclude<(typeof CHOICES)[number], 'OPEN'>
  readonly atm?: string
  readonly from?: string
  readonly to?: string
  readonly sort?: Sort
  /** The gap that the page of the list begins after. */
  readonly after?: number
  /** When the requests were made whose progress is shown. */
  readonly asked?: string
}

export const readSearch = (search: Record<string, unknown>): JournalsSearch => ({
  status: wordOf(['FETCH_REQUESTED', 'CLOSED', 'ALL'], search.status),
  atm: textOf(search.atm),
  from: dateOf(search.from),
  to: dateOf(search.to),
  ...readGroups(search),
  sort: sortOf(SORTS, search.sort),
  after: countOf(search.after, 1),
  asked: instantIn(search.asked),
})

/** The filters of the list in the platform's words. */
export const filtersOf = ({ status, atm, from, to, ...search }: JournalsSearch) => ({
  status: status === undefined ? ('OPEN' as const) : status === 'ALL' ? null : status,
  agentAtmId: atm ?? null,
  dateFrom: from ?? null,
  dateTo: to ?? null,
  ...groupsOf(search),
})

/** Whether the list is of some ATMs or days only. */
export const isNarrowed = (search: JournalsSearch): boolean =>
  [search.atm, search.from, search.to, ...GROUP_FILTERS.map((name) => search[name])].some((set) => set !== undefined)

/** All that changes with a part: what is listed begins at its first row, unless only the requests change. */
export const changed = (part: Partial<JournalsSearch>): Partial<JournalsSearch> =>
  'asked' in part ? part : { after: undefined, ...part }

export type Change = (change: Partial<JournalsSearch>) => void
