import { useDocument } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { FilesDocument, type JournalFileStatus } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { sortArgument } from '../../search.ts'
import { SavedViews } from '../../shell/views/saved-views.tsx'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { Chips, ClearFilters, countSet, FilterBar, Spring, Total } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { DaysFilter } from '../../ui/list/typed-filters.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { AtmFilter } from '../journals/atm-filter.tsx'
import { FILE_STATES, FileStateChip } from '../journals/marks.tsx'
import { JournalTabs } from '../journals/tabs.tsx'
import { columnsOf, type Row } from './columns.tsx'
import { FILE_STATE_ORDER, type FilesSearch } from './search.ts'

const SIZE = 100
const USUAL_SORT = '-receivedAt'
/** States that somebody has to look at: none is good news. */
const FAULTY: ReadonlySet<JournalFileStatus> = new Set(['FAILED', 'MISDATED', 'PARTIAL'])
const NO_FILTERS = { status: undefined, atm: undefined, from: undefined, to: undefined } satisfies FilesSearch

type Change = (change: Partial<FilesSearch>) => void

const isFiltered = ({ status, atm, from, to }: FilesSearch): boolean =>
  [status, atm, from, to].some((value) => value !== undefined)

type ListProps = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly search: FilesSearch
  readonly settled: boolean
  readonly change: Change
}

/** That no file has the state and the ATM that are looked for. */
const noneText = ({ status, atm }: FilesSearch): string => {
  const state = status === undefined ? '' : FILE_STATES[status].label
  if (atm === undefined)
    return status === undefined ? t('No file of these days.') : t('No such file is “{state}”.', { state })
  return status === undefined
    ? t('No such file of an ATM with the number “{atm}”.', { atm })
    : t('No such file is “{state}” of an ATM with the number “{atm}”.', { state, atm })
}

const NoFiles = ({ search, change }: ListProps) => {
  if (!isFiltered(search)) return <Empty>{t('No journal has come yet.')}</Empty>
  return (
    <Empty good={search.status !== undefined && FAULTY.has(search.status)}>
      <p>{noneText(search)}</p>
      <ClearFilters active onClear={() => change(NO_FILTERS)} />
    </Empty>
  )
}

const List = (props: ListProps) => {
  const { rows: all, total, search, settled, change } = props
  const mayReparse = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  const view = JSON.stringify([useInstitution(), search])
  const { rows, waiting, fresh, take } = useCalmList(all, ({ id }) => String(id), view, settled)
  if (rows.length === 0)
    return (
      <EmptyList total={total} toFirst={() => change({ page: undefined })}>
        <NoFiles {...props} />
      </EmptyList>
    )
  return (
    <>
      <WaitingPill waiting={waiting} text={tn(waiting, '{n} new file', '{n} new files')} take={take} />
      <Table
        label={t('List of journal files')}
        columns={columnsOf(mayReparse)}
        rows={rows}
        idOf={({ id }) => String(id)}
        sort={search.sort ?? USUAL_SORT}
        onSort={(sort) => change({ sort: sort === USUAL_SORT ? undefined : sort })}
        fresh={fresh}
      />
      <Pager total={total} page={search.page ?? 1} size={SIZE} onPage={(page) => change({ page })} />
    </>
  )
}

/** The journal files of the ATMs that the caller sees, a server's page at a time. */
export const FilesPage = () => {
  const { search, change } = usePageSearch(PATHS.files)
  const { status, atm, from, to, sort, page } = search
  const query = useDocument(
    FilesDocument,
    {
      page: (page ?? 1) - 1,
      size: SIZE,
      sort: [sortArgument(sort ?? USUAL_SORT)],
      agentAtmId: atm ?? null,
      status: status ?? null,
      dateFrom: from ?? null,
      dateTo: to ?? null,
    },
    { everyMs: 20_000, topics: ['gaps'] },
  )
  const total = query.data?.data.journalFiles?.totalElements
  return (
    <section className="page" aria-label={t('Journal files')}>
      <JournalTabs />
      <FilterBar set={countSet([atm, from, to, status])}>
        <AtmFilter value={atm} onChange={(value) => change({ atm: value })} />
        <DaysFilter from={from} to={to} onChange={change} />
        <Chips
          label={t('State')}
          options={FILE_STATE_ORDER.map((value) => ({ value, label: <FileStateChip status={value} /> }))}
          chosen={status === undefined ? [] : [status]}
          onToggle={(value) => change({ status: value === status ? undefined : value })}
        />
        <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
        <Spring />
        <SavedViews page="FILES" />
        <Total of={total} text={(n) => tn(n, '{n} file', '{n} files')} />
      </FilterBar>
      <Loaded
        query={query}
        what={t('Files')}
        roots={['journalFiles']}
        pick={(data) => data.journalFiles}
        skeleton={<ListSkeleton rows={14} />}
      >
        {({ content, totalElements }) => (
          <List
            rows={content}
            total={totalElements}
            search={search}
            settled={!query.isPlaceholderData}
            change={change}
          />
        )}
      </Loaded>
    </section>
  )
}
