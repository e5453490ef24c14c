import { IconPrinter } from '@tabler/icons-react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { AvailabilityDocument, type AvailabilityQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { sortArgument } from '../../search.ts'
import { SavedViews } from '../../shell/views/saved-views.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Chips, ClearFilters, End, FilterBar, Pick, Total } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, rowsOf, Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import styles from './availability.module.css'
import { columnsOf, GROUP_WORDS, type Row } from './columns.tsx'
import { monthWords } from './figures.ts'
import { knownMonths, type Month, Months, useMonths } from './months.tsx'
import { type AvailabilitySearch, GROUPS } from './search.ts'
import { Causes, Summary } from './summary.tsx'
import { AvailabilityTabs } from './tabs.tsx'

const SIZE = 100
/** The worst first. */
const USUAL_SORT = 'availabilityPct'
type Change = (change: Partial<AvailabilitySearch>) => void
type Period = { readonly from: string | null; readonly to: string | null }

/** What the platform is asked for a month; undefined for one that is not among those that were read. */
const periodOf = (month: string | undefined, months: readonly Month[]): Period | undefined =>
  month === undefined || month === months[0]?.month
    ? { from: null, to: null }
    : months.find((one) => one.month === month)

type FiltersProps = {
  readonly search: AvailabilitySearch
  readonly change: Change
  readonly months: readonly Month[]
  readonly period: Period | undefined
  readonly total: number | undefined
}

const Filters = ({ search, change, months, period, total }: FiltersProps) => {
  const { month, group } = search
  const chosen = month === months[0]?.month ? undefined : month
  const before = months.slice(1).map((one) => one.month)
  const listed = chosen === undefined || before.includes(chosen) ? before : [...before, chosen]
  return (
    <FilterBar>
      <Pick
        label={t('Month')}
        none={t('This month')}
        value={chosen}
        options={listed.map((value) => ({ value, label: monthWords(value) }))}
        onChange={(value) => change({ month: value })}
      />
      <Chips
        label={t('By')}
        options={GROUPS.map((value) => ({ value, label: GROUP_WORDS[value] }))}
        chosen={group === undefined ? [] : [group]}
        onToggle={(value) => change({ group: value === group ? undefined : value, sort: undefined })}
      />
      <ClearFilters
        active={month !== undefined || group !== undefined}
        onClear={() => change({ month: undefined, group: undefined })}
      />
      <End>
        <SavedViews page="AVAILABILITY" />
        <Total
          of={total}
          text={(n) => (group === undefined ? tn(n, '{n} ATM', '{n} ATMs') : tn(n, '{n} row', '{n} rows'))}
        />
        {period !== undefined && (
          <CsvButton
            path="/incident/api/availability"
            filters={{ from: period.from, to: period.to, group: group ?? null }}
          />
        )}
        <button type="button" className="button" onClick={() => window.print()}>
          <IconPrinter size={16} stroke={2} aria-hidden />
          {t('Print')}
        </button>
      </End>
    </FilterBar>
  )
}

/** On paper, which has one page of the list only. */
const PrintedRows = ({ total, page }: { readonly total: number; readonly page: number }) =>
  total <= SIZE ? null : (
    <p className={styles.printed}>
      {t('Rows {first}–{last} of {total}; the CSV file has all of them.', rowsOf({ total, page, size: SIZE }))}
    </p>
  )

type ListProps = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly search: AvailabilitySearch
  readonly change: Change
}

const List = ({ rows, total, search, change }: ListProps) =>
  rows.length === 0 ? (
    <EmptyList total={total} toFirst={() => change({ page: undefined })}>
      <Empty>
        <p>{t('Nothing is known of this time.')}</p>
      </Empty>
    </EmptyList>
  ) : (
    <>
      <PrintedRows total={total} page={search.page ?? 1} />
      <Table
        label={t('List of availability')}
        columns={columnsOf(search.group)}
        rows={rows}
        // An ATM that was moved has a row for each institution that had it.
        idOf={({ atmId, group, institutionKey }) => `${atmId ?? group} ${institutionKey}`}
        sort={search.sort ?? USUAL_SORT}
        onSort={(sort) => change({ sort: sort === USUAL_SORT ? undefined : sort })}
      />
      <Pager total={total} page={search.page ?? 1} size={SIZE} onPage={(page) => change({ page })} />
    </>
  )

type ReportProps = {
  readonly query: DocumentResult<AvailabilityQuery>
  readonly search: AvailabilitySearch
  readonly change: Change
}

const Report = ({ query, search, change }: ReportProps) => (
  <Loaded
    query={query}
    what={t('Availability')}
    roots={['availability']}
    pick={(data) => data.availability}
    skeleton={<ListSkeleton rows={14} />}
  >
    {(report, { data }) => (
      <div className={styles.parts}>
        <Summary report={report} figures={data.incidentFigures} />
        <List rows={report.content} total={report.totalElements} search={search} change={change} />
        {data.incidentFigures !== null && <Causes figures={data.incidentFigures} />}
      </div>
    )}
  </Loaded>
)

/** In place of the report of a month that is not among those that were read, or while they are not. */
const NoReport = ({ query, month }: { readonly query: ReturnType<typeof useMonths>; readonly month: string }) => (
  <Loaded
    query={query}
    what={t('Availability')}
    roots={['availabilityMonths']}
    pick={({ availabilityMonths }) => availabilityMonths}
    skeleton={<ListSkeleton rows={14} />}
  >
    {(months) => (
      <Empty>
        <p>
          {t('There is no report of {month}. Choose a month from {first} to {last}.', {
            month: monthWords(month),
            first: monthWords(months.at(-1)?.month ?? month),
            last: monthWords(months[0]?.month ?? month),
          })}
        </p>
      </Empty>
    )}
  </Loaded>
)

/** How the time of ATMs was spent in a month; with the page of the list that is shown it can be printed as a report. */
export const AvailabilityPage = () => {
  const { search, change } = usePageSearch(PATHS.availability)
  const { month, group, sort, page } = search
  const monthsQuery = useMonths()
  const months = monthsQuery.data?.data.availabilityMonths ?? []
  const period = periodOf(month, months)
  const query = useDocument(
    AvailabilityDocument,
    {
      page: (page ?? 1) - 1,
      size: SIZE,
      sort: [sortArgument(sort ?? USUAL_SORT)],
      group: group ?? null,
      from: period?.from ?? null,
      to: period?.to ?? null,
    },
    { everyMs: 60_000, enabled: period !== undefined },
  )
  const total = period === undefined ? undefined : query.data?.data.availability?.totalElements
  return (
    <section className="page" aria-label={t('Availability of ATMs')}>
      <AvailabilityTabs />
      <Filters search={search} change={change} months={knownMonths(months)} period={period} total={total} />
      <div className={styles.page}>
        {period === undefined && month !== undefined ? (
          <NoReport query={monthsQuery} month={month} />
        ) : (
          <Report query={query} search={search} change={change} />
        )}
        <Months query={monthsQuery} />
      </div>
    </section>
  )
}
