import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDocument } from '../../api/client.ts'
import { TransactionsDocument } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { sortArgument, wordOf } from '../../search.ts'
import { date, words } from '../../ui/format.ts'
import { ClearFilters, End, FilterBar, Pick, Total } from '../../ui/list/filter-bar.tsx'
import { Pager, Table } from '../../ui/list/table.tsx'
import { DaysFilter, TextFilter } from '../../ui/list/typed-filters.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { AtmFilter } from '../journals/atm-filter.tsx'
import { dayIn } from '../journals/days.ts'
import { CASH, CASH_ORDER, VERDICTS } from '../journals/marks.tsx'
import { JournalTabs } from '../journals/tabs.tsx'
import { COLUMNS, type Row } from './columns.tsx'
import { Export } from './export.tsx'
import {
  daysOf,
  filtersOf,
  isFiltered,
  KINDS,
  lastDigits,
  SPANS,
  type TransactionsSearch,
  tidyAmount,
} from './search.ts'
import styles from './transactions.module.css'

const SIZE = 100
const USUAL_SORT = '-startedAt'
const DECIDED = ['APPROVED', 'DECLINED'] as const
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
  verdict: undefined,
  cash: undefined,
} satisfies TransactionsSearch

type Change = (change: Partial<TransactionsSearch>) => void
type FiltersProps = { readonly search: TransactionsSearch; readonly change: Change }

const More = ({ search, change }: FiltersProps) => (
  <>
    <TextFilter
      label="Reference"
      placeholder="as printed"
      size={10}
      value={search.reference}
      onChange={(reference) => change({ reference })}
    />
    <TextFilter
      label="Amount from"
      size={6}
      numeric
      value={search.least}
      tidy={tidyAmount}
      onChange={(least) => change({ least })}
    />
    <TextFilter
      label="up to"
      size={6}
      numeric
      value={search.most}
      tidy={tidyAmount}
      onChange={(most) => change({ most })}
    />
    <TextFilter label="Host’s code" size={4} value={search.code} onChange={(code) => change({ code })} />
    <Pick
      label="Kind"
      value={search.kind}
      options={KINDS.map((value) => ({ value, label: words(value) }))}
      onChange={(kind) => change({ kind: wordOf(KINDS, kind) })}
    />
    <Pick
      label="Verdict"
      value={search.verdict}
      options={DECIDED.map((value) => ({ value, label: VERDICTS[value].label }))}
      onChange={(verdict) => change({ verdict: wordOf(DECIDED, verdict) })}
    />
    <Pick
      label="Cash"
      value={search.cash}
      options={CASH_ORDER.map((value) => ({ value, label: CASH[value].label }))}
      onChange={(cash) => change({ cash: wordOf(CASH_ORDER, cash) })}
    />
  </>
)

/** A phone shows these when they are asked for, or one of them is set. */
const MoreFilters = (props: FiltersProps) => {
  const { reference, least, most, code, kind, verdict, cash } = props.search
  const isUsed = [reference, least, most, code, kind, verdict, cash].some((value) => value !== undefined)
  const [open, setOpen] = useState(isUsed)
  return (
    <>
      <button
        type="button"
        className={`button ${styles.toggle}`}
        aria-expanded={open || isUsed}
        onClick={() => setOpen(!open)}
      >
        More filters
      </button>
      <div className={styles.more} data-open={open || isUsed || undefined}>
        <More {...props} />
      </div>
    </>
  )
}

const Filters = (props: FiltersProps) => {
  const { search, change } = props
  return (
    <>
      {search.from === undefined && (
        <Pick
          label="Days"
          none="Last 7 days"
          value={search.span}
          options={[
            { value: '1', label: 'Today' },
            { value: '30', label: 'Last 30 days' },
            { value: '90', label: 'Last 90 days' },
          ]}
          onChange={(span) => change({ span: wordOf(SPANS, span) })}
        />
      )}
      <DaysFilter from={search.from} to={search.to} onChange={change} />
      <AtmFilter value={search.atm} onChange={(atm) => change({ atm })} />
      <TextFilter
        label="Card"
        placeholder="last 4"
        size={6}
        numeric
        value={search.card}
        tidy={lastDigits}
        faulty={search.card !== undefined && search.card.length < 4}
        onChange={(card) => change({ card })}
      />
      <MoreFilters {...props} />
    </>
  )
}

type ListProps = FiltersProps & {
  readonly rows: readonly Row[]
  readonly total: number
  readonly days: { readonly dateFrom: string; readonly dateTo: string }
  readonly openLines: (row: Row) => void
}

const List = ({ rows, total, search, change, days, openLines }: ListProps) => {
  if (rows.length === 0)
    return (
      <Empty>
        <p>
          {total > 0
            ? 'There is nothing on this page.'
            : `No such transactions from ${date(days.dateFrom)} to ${date(days.dateTo)}.`}
        </p>
        {total > 0 ? (
          <button type="button" className="button" onClick={() => change({})}>
            First page
          </button>
        ) : (
          <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
        )}
      </Empty>
    )
  return (
    <>
      <Table
        label="List of transactions"
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
    <section className="page" aria-label="Transactions">
      <JournalTabs />
      <FilterBar>
        <Filters search={search} change={change} />
        <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
        <End>
          <Total of={total} one="transaction" />
          <Export search={search} today={today} />
        </End>
      </FilterBar>
      {search.card !== undefined && search.card.length < 4 && (
        <p className={styles.hint} role="alert">
          A card is found by its last 4 digits; “{search.card}” is left out until then.
        </p>
      )}
      <Loaded
        query={query}
        what="Transactions"
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
