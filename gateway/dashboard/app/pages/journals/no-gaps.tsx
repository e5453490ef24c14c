import { t } from '../../language/texts.ts'
import { date } from '../../ui/format.ts'
import { ClearFilters } from '../../ui/list/filter-bar.tsx'
import { Empty } from '../../ui/widget.tsx'
import { GROUP_FILTERS } from '../atms/search.ts'
import { type Change, isNarrowed, type JournalsSearch } from './search.ts'

const WORDS = {
  OPEN: t('No journal is missing'),
  FETCH_REQUESTED: t('No journal is asked for'),
  CLOSED: t('No gap was closed'),
  ALL: t('There are no gaps'),
} as const

/** All filters of the list, taken away. */
export const NO_FILTERS = {
  ...{ status: undefined, atm: undefined, from: undefined, to: undefined, vendor: undefined, model: undefined },
  ...{ site: undefined, region: undefined, costCentre: undefined, criticality: undefined, tag: undefined },
  without: undefined,
} satisfies JournalsSearch

export const isFiltered = (search: JournalsSearch): boolean => search.status !== undefined || isNarrowed(search)

const daysOf = ({ from, to }: JournalsSearch): readonly string[] => {
  if (from === undefined) return to === undefined ? [] : [t('until {date}', { date: date(to) })]
  if (to === undefined) return [t('since {time}', { time: date(from) })]
  return [from === to ? date(from) : t('{from} to {to}', { from: date(from), to: date(to) })]
}

/** That there is nothing, and of which days and ATMs. */
const textOf = (search: JournalsSearch): string => {
  const nothing = search.after === undefined ? WORDS[search.status ?? 'OPEN'] : t('No more gaps')
  const where = [
    ...daysOf(search),
    ...(search.atm === undefined ? [] : [t('ATM {id}', { id: search.atm })]),
    ...(GROUP_FILTERS.some((name) => search[name] !== undefined) ? [t('this group of ATMs')] : []),
  ]
  return where.length === 0
    ? t('{nothing}.', { nothing })
    : t('{nothing}: {where}.', { nothing, where: where.join(t(', ')) })
}

/** A list without gaps: mostly good news. */
export const NoGaps = ({ search, change }: { readonly search: JournalsSearch; readonly change: Change }) => (
  <Empty good={search.status !== 'CLOSED' && search.after === undefined}>
    <p>{textOf(search)}</p>
    {search.after !== undefined && (
      <button type="button" className="button" onClick={() => change({})}>
        {t('From the first')}
      </button>
    )}
    <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
  </Empty>
)
