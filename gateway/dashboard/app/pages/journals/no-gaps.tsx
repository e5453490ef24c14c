import { date } from '../../ui/format.ts'
import { ClearFilters } from '../../ui/list/filter-bar.tsx'
import { Empty } from '../../ui/widget.tsx'
import { GROUP_FILTERS } from '../atms/search.ts'
import { type Change, isNarrowed, type JournalsSearch } from './search.ts'

const WORDS = {
  OPEN: 'No journal is missing',
  FETCH_REQUESTED: 'No journal is asked for',
  CLOSED: 'No gap was closed',
  ALL: 'There are no gaps',
} as const

/** All filters of the list, taken away. */
export const NO_FILTERS = {
  ...{ status: undefined, atm: undefined, from: undefined, to: undefined, vendor: undefined, model: undefined },
  ...{ site: undefined, region: undefined, costCentre: undefined, criticality: undefined, tag: undefined },
  without: undefined,
} satisfies JournalsSearch

export const isFiltered = (search: JournalsSearch): boolean => search.status !== undefined || isNarrowed(search)

const daysOf = ({ from, to }: JournalsSearch): string => {
  if (from !== undefined && from === to) return ` of ${date(from)}`
  return `${from === undefined ? '' : ` from ${date(from)}`}${to === undefined ? '' : ` to ${date(to)}`}`
}

/** A list without gaps: mostly good news. */
export const NoGaps = ({ search, change }: { readonly search: JournalsSearch; readonly change: Change }) => (
  <Empty good={search.status !== 'CLOSED' && search.after === undefined}>
    <p>
      {search.after === undefined ? WORDS[search.status ?? 'OPEN'] : 'No more gaps'}
      {daysOf(search)}
      {search.atm !== undefined && ` at ATM ${search.atm}`}
      {GROUP_FILTERS.some((name) => search[name] !== undefined) && ' in this group of ATMs'}.
    </p>
    {search.after !== undefined && (
      <button type="button" className="button" onClick={() => change({})}>
        From the first
      </button>
    )}
    <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
  </Empty>
)
