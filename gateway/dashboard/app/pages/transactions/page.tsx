import { useNavigate } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { TransactionsDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { sortArgument } from '../../search.ts'
import { SavedViews } from '../../shell/views/saved-views.tsx'
import { date } from '../../ui/format.ts'
import { ClearFilters, countSet, End, FilterBar, Total } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { dayIn } from '../journals/days.ts'
import { JournalTabs } from '../journals/tabs.tsx'
import { COLUMNS, type Row } from './columns.tsx'
import { Export } from './export.tsx'
import { Filters, type FiltersProps } from './filters.tsx'
import { daysOf, faultyAmounts, filtersOf, isFaultyNumber, isFiltered, type TransactionsSearch } from './search.ts'
import styles from './transactions.module.css'

const SIZE = 100
const USUAL_SORT = '-startedAt'
const NO_FILTERS = {
  span: undefined,
  from: undefined,
  to: undefined,
  atm: undefined,
  kind: undefined,
  card: undefined,
  reference: undefined,
  least: undefined,
  most: undefined,
  code: undefined,
  number: undefined,
  is: undefined,
  verdict: undefined,
  cash: undefined,
  conflict: undefined,
} satisfies TransactionsSearch

type ListProps = FiltersProps & {
  readonly rows: readonly Row[]
  readonly total: number
  readonly days: { readonly dateFrom: string; readonly dateTo: string }
  readonly openLines: (row: Row) => void
}

const List = ({ rows, total, search, change, days, openLines }: ListProps) => {
  if (rows.length === 0)
    return (
      <EmptyList total={total} toFirst={() => change({ page: undefined })}>
        <Empty>
          <p>{t('No such transactions from {from} to {to}.', { from: date(days.dateFrom), to: date(days.dateTo) })}</p>
          <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
        </Empty>
      </EmptyList>
    )
  return (
    <>
      <Table
        label={t('List of transactions')}
        columns={COLUMNS}
        rows={rows}
        idOf={({ id }) => String(id)}
        sort={search.sort ?? USUAL_SORT}
        onSort={(sort) => change({ sort: sort === USUAL_SORT ? undefined : sort })}
        keys={{ l: openLines }}
      />
      <Pager total={total} page={search.page ?? 1} size={SIZE} onPage={(page) => change({ page })} />
    </>
  )
}

/** The search for transactions in the journals of all ATMs that the caller sees. */
export const TransactionsPage = () => {
  const { search, change } = usePageSearch(PATHS.transactions)
  const navigate = useNavigate({ from: PATHS.transactions })
  const today = dayIn(useNow())
  const { sort, page } = search
  const query = useDocument(
    TransactionsDocument,
    { ...filtersOf(search, today), page: (page ?? 1) - 1, size: SIZE, sort: [sortArgument(sort ?? USUAL_SORT)] },
    // A journal comes once a day: what was found does not change under the reader.
    { everyMs: 60_000 },
  )
  const total = query.data?.data.journalTransactions?.totalElements
  return (
    <section className="page" aria-label={t('Transactions')}>
      <JournalTabs />
      <FilterBar set={countSet(Object.values({ ...search, sort: undefined, page: undefined }))}>
        <Filters search={search} change={change} />
        <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
        <End>
          <SavedViews page="TRANSACTIONS" />
          <Total of={total} text={(n) => tn(n, '{n} transaction', '{n} transactions')} />
          <Export search={search} today={today} />
        </End>
      </FilterBar>
      {search.card !== undefined && search.card.length < 4 && (
        <p className={styles.hint} role="alert">
          {t('A card is found by its last 4 digits; “{digits}” is left out until then.', { digits: search.card })}
        </p>
      )}
      {isFaultyNumber(search) && (
        <p className={styles.hint} role="alert">
          {t('The host’s date has the form 2026-12-31; “{text}” is left out until then.', { text: search.is ?? '' })}
        </p>
      )}
      {faultyAmounts(search).map((text) => (
        <p key={text} className={styles.hint} role="alert">
          {t('An amount has the form 1200.50; “{text}” is left out until then.', { text })}
        </p>
      ))}
      <Loaded
        query={query}
        what={t('Transactions')}
        roots={['journalTransactions']}
        pick={(data) => data.journalTransactions}
        skeleton={<ListSkeleton rows={14} />}
      >
        {({ content, totalElements }) => (
          <List
            rows={content}
            total={totalElements}
            search={search}
            change={change}
            days={daysOf(search, today)}
            openLines={({ fileId, firstLine, lastLine }) =>
              void navigate({
                to: PATHS.file,
                params: { fileId: String(fileId) },
                search: { from: firstLine, to: lastLine },
              })
            }
          />
        )}
      </Loaded>
    </section>
  )
}
