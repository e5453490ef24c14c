import { IconPrinter } from '@tabler/icons-react'
import { useDocument } from '../../api/client.ts'
import { CashDocument, type CashQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { SavedViews } from '../../shell/views/saved-views.tsx'
import { date, money } from '../../ui/format.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Chips, ClearFilters, countSet, End, FilterBar, Pick, SearchField, Total } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import styles from './cash.module.css'
import { CASH_COLUMNS, LOADING_COLUMNS } from './columns.tsx'
import { comingDays, endOf } from './days.rules.ts'
import type { CashSearch } from './search.ts'

const SIZE = 100
/** A loading list is printed as a whole where it can be. */
const LOADING_SIZE = 200
const DAYS = 8
const NO_FILTER = { q: undefined, carrier: undefined, currency: undefined, day: undefined }

type Change = (change: Partial<CashSearch>) => void

const isFiltered = ({ q, carrier, currency, day }: CashSearch): boolean =>
  [q, carrier, currency, day].some((part) => part !== undefined)

/** The filters in the platform's words. */
const filtersOf = ({ q, carrier, currency, day, load }: CashSearch) => ({
  q: q ?? null,
  carrier: carrier ?? null,
  currency: currency ?? null,
  emptyBefore: day === undefined ? null : endOf(day),
  order: load ? ('SITE' as const) : ('EMPTYING' as const),
})

type FiltersProps = { readonly search: CashSearch; readonly data: CashQuery | undefined; readonly change: Change }

const Filters = ({ search, data, change }: FiltersProps) => {
  const days = comingDays(useNow(), DAYS)
  const tomorrow = days[1]
  const named = [...(data?.cashCarriers ?? []).map(({ carrier }) => carrier)]
  const carriers = search.carrier === undefined || named.includes(search.carrier) ? named : [...named, search.carrier]
  return (
    <FilterBar set={countSet([search.carrier, search.currency, search.day])}>
      <SearchField label={t('ATM, name or place')} value={search.q} onChange={(q) => change({ q })} />
      <Pick
        label={t('Carrier')}
        value={search.carrier}
        options={carriers.map((carrier) => ({ value: carrier, label: carrier }))}
        onChange={(carrier) => change({ carrier })}
      />
      <Pick
        label={t('Currency')}
        value={search.currency}
        options={(data?.fleetCashTotals ?? []).map(({ currency }) => ({ value: currency, label: currency }))}
        onChange={(currency) => change({ currency })}
      />
      <Pick
        label={t('Empty by')}
        none={t('Any day')}
        value={search.day}
        options={days.map((day, n) => ({ value: day, label: n === 0 ? t('Today') : date(day) }))}
        onChange={(day) => change({ day })}
      />
      <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTER)} />
      <End>
        <SavedViews page="CASH" />
        <Total of={data?.cashCassettes?.totalElements} text={(n) => tn(n, '{n} cassette', '{n} cassettes')} />
        <CsvButton
          path="/incident/api/cassettes"
          filters={filtersOf(search)}
          fileName={search.load ? `loading-list-${search.day ?? 'all'}.csv` : 'cassettes.csv'}
        />
        {search.load && (
          <button type="button" className="button" onClick={() => window.print()}>
            <IconPrinter size={16} stroke={1.9} aria-hidden />
            {t('Print')}
          </button>
        )}
      </End>
      <div className={styles.modes}>
        <Chips
          label={t('List')}
          options={[
            { value: 'LEFT', label: t('By hours left') },
            { value: 'LOAD', label: t('Loading list') },
          ]}
          chosen={[search.load ? 'LOAD' : 'LEFT']}
          onToggle={(mode) =>
            change(mode === 'LOAD' ? { load: true, day: search.day ?? tomorrow } : { load: undefined })
          }
        />
        {(data?.fleetCashTotals ?? []).map(({ currency, amount, atms }) => (
          <span key={currency} className={styles.totals}>
            {t('{amount} in {atms}', { amount: money(amount, currency), atms: tn(atms, '{n} ATM', '{n} ATMs') })}
          </span>
        ))}
      </div>
    </FilterBar>
  )
}

const NoRows = ({ search, change }: { readonly search: CashSearch; readonly change: Change }) =>
  isFiltered(search) ? (
    <Empty>
      <p>{t('No cassette matches.')}</p>
      <ClearFilters active onClear={() => change(NO_FILTER)} />
    </Empty>
  ) : (
    <Empty>{t('No ATM has reported its cassettes yet.')}</Empty>
  )

const titleOf = ({ carrier, day }: CashSearch): string =>
  [
    carrier === undefined ? t('Loading list') : t('Loading list of {carrier}', { carrier }),
    ...(day === undefined ? [] : [t('empty by {date}', { date: date(day) })]),
  ].join(t(', '))

/** The cassettes of the fleet by when they will be empty, and the loading lists of those who carry the cash. */
export const CashPage = () => {
  const { search, change } = usePageSearch(PATHS.cash)
  const page = search.page ?? 1
  const size = search.load ? LOADING_SIZE : SIZE
  const query = useDocument(
    CashDocument,
    { page: page - 1, size, ...filtersOf(search), siteName: null },
    { everyMs: 60_000 },
  )
  return (
    <div className="page">
      <Filters search={search} data={query.data?.data} change={change} />
      <Loaded
        query={query}
        what={t('Cassettes')}
        roots={['cashCassettes']}
        pick={({ cashCassettes }) => cashCassettes}
        skeleton={<ListSkeleton rows={14} />}
      >
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <EmptyList total={totalElements} toFirst={() => change({ page: undefined })}>
              <NoRows search={search} change={change} />
            </EmptyList>
          ) : (
            <>
              {search.load && <h2 className={styles.title}>{titleOf(search)}</h2>}
              <Table
                label={search.load ? t('Loading list') : t('Cassettes')}
                columns={search.load ? LOADING_COLUMNS : CASH_COLUMNS}
                rows={content}
                idOf={({ atmId, cassetteNo }) => `${atmId} ${cassetteNo}`}
              />
              <Pager
                total={totalElements}
                page={page}
                size={size}
                onPage={(next) => change({ page: next === 1 ? undefined : next })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
