import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { useWho } from '../../api/people.ts'
import { useRole } from '../../api/session.ts'
import { TasksDocument, type TasksQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { sortArgument } from '../../search.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { SavedViews } from '../../shell/views/saved-views.tsx'
import { dayTime } from '../../ui/format.ts'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Chips, ClearFilters, countSet, End, FilterBar, Pick, Total } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { Empty, Loaded, Partial } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { AtmFind } from './atm-find.tsx'
import { columnsOf } from './columns.tsx'
import { TASK_KINDS } from './kinds.rules.ts'
import type { TaskRow } from './outcome.tsx'
import { KINDS, STATUSES, type TasksSearch, USUAL_SORT } from './search.ts'
import { StatusGlyph, TASK_STATUSES } from './status.tsx'
import { TaskTabs } from './tabs.tsx'
import styles from './tasks.module.css'

const Drawer = lazyPart(async () => (await import('./drawer.tsx')).Drawer)
const Push = lazyPart(async () => (await import('./push.tsx')).Push)

const SIZE = 100
const FILTERS = ['status', 'kind', 'atm', 'endedSince', 'endedUntil'] as const
const NO_FILTER: Partial<TasksSearch> = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

type Change = (change: Partial<TasksSearch>) => void

const isFiltered = (search: TasksSearch): boolean => FILTERS.some((name) => search[name] !== undefined)

/** What the list is limited to, as the graph and REST take it. */
const filterOf = ({ status, kind, atm, endedSince, endedUntil }: TasksSearch) => ({
  status: status ?? null,
  kind: kind ?? null,
  agentAtmId: atm ?? null,
  finishedFrom: endedSince ?? null,
  finishedTo: endedUntil ?? null,
})

/** The period in which the tasks ended, where the list is that of a report. */
const PeriodFilter = ({ search, change }: { readonly search: TasksSearch; readonly change: Change }) => {
  const { endedSince: from, endedUntil: to } = search
  if (from === undefined || to === undefined) return null
  return (
    <Chips
      label={t('Ended')}
      options={[{ value: 'period', label: t('Ended {from} to {to}', { from: dayTime(from), to: dayTime(to) }) }]}
      chosen={['period']}
      onToggle={() => change({ endedSince: undefined, endedUntil: undefined })}
    />
  )
}

type FiltersProps = {
  readonly search: TasksSearch
  readonly total: number | undefined
  readonly change: Change
  readonly onPush: (() => void) | undefined
}

const Filters = ({ search, total, change, onPush }: FiltersProps) => (
  <FilterBar set={countSet(FILTERS.map((name) => search[name]))}>
    <div className={styles.find}>
      <AtmFind label={t('Tasks of one ATM')} value={search.atm} onChoose={(atm) => change({ atm: atm?.agentAtmId })} />
    </div>
    <Pick
      label={t('Kind')}
      value={search.kind}
      options={KINDS.map((kind) => ({ value: kind, label: TASK_KINDS[kind].label }))}
      onChange={(kind) => change({ kind: KINDS.find((one) => one === kind) })}
    />
    <PeriodFilter search={search} change={change} />
    <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTER)} />
    <End>
      <SavedViews page="TASKS" />
      <Total of={total} text={(n) => tn(n, '{n} task', '{n} tasks')} />
      <CsvButton
        path="/fleet/api/fleet/tasks"
        filters={filterOf(search)}
        fileName={`tasks-${new Date().toISOString().slice(0, 10)}.csv`}
      />
      {onPush !== undefined && (
        <button type="button" className="button" data-kind="main" onClick={onPush}>
          <IconPlus size={16} stroke={2} aria-hidden />
          {t('Push a task')}
        </button>
      )}
    </End>
    <div className={styles.statuses}>
      <Chips
        label={t('Status')}
        options={STATUSES.map((status) => ({
          value: status,
          label: (
            <>
              <StatusGlyph status={status} size={14} />
              {TASK_STATUSES[status].label}
            </>
          ),
        }))}
        chosen={search.status === undefined ? [] : [search.status]}
        onToggle={(status) => change({ status: status === search.status ? undefined : status })}
      />
    </div>
  </FilterBar>
)

const NoRows = ({ search, change }: { search: TasksSearch; change: Change }) => {
  if (!isFiltered(search))
    return <Empty>{t('No task was pushed yet. What is pushed to an ATM is followed here.')}</Empty>
  return (
    <Empty>
      <p>{t('No task fits these filters.')}</p>
      <ClearFilters active onClear={() => change(NO_FILTER)} />
    </Empty>
  )
}

type ListProps = {
  readonly rows: readonly TaskRow[]
  readonly total: number
  readonly search: TasksSearch
  readonly settled: boolean
  /** The tasks that were pushed from here; these do not wait to be shown. */
  readonly pushed: ReadonlySet<string>
  readonly change: Change
}

const List = ({ rows: all, total, search, settled, pushed, change }: ListProps) => {
  const { sort, page } = search
  const institution = useInstitution()
  const own = all.filter(({ id }) => pushed.has(id)).length
  const view = JSON.stringify([institution, filterOf(search), sort, page, own])
  const { rows, waiting, fresh, gone, take } = useCalmList(all, ({ id }) => id, view, settled)
  const who = useWho(rows.map(({ requestedBy }) => requestedBy))
  if (rows.length === 0)
    return (
      <EmptyList total={total} toFirst={() => change({ page: undefined })}>
        <NoRows search={search} change={change} />
      </EmptyList>
    )
  return (
    <>
      <WaitingPill waiting={waiting} text={tn(waiting, '{n} new task', '{n} new tasks')} take={take} />
      <Table
        label={t('Tasks')}
        columns={columnsOf(gone, who)}
        rows={rows}
        idOf={({ id }) => id}
        sort={sort ?? USUAL_SORT}
        onSort={(next) => change({ sort: next === USUAL_SORT ? undefined : next })}
        fresh={fresh}
        selectedId={search.task}
      />
      <Pager
        total={total}
        page={page ?? 1}
        size={SIZE}
        onPage={(next) => change({ page: next === 1 ? undefined : next })}
      />
    </>
  )
}

const useTasks = (search: TasksSearch): DocumentResult<TasksQuery> =>
  useDocument(
    TasksDocument,
    {
      ...filterOf(search),
      page: (search.page ?? 1) - 1,
      size: SIZE,
      sort: [sortArgument(search.sort ?? USUAL_SORT)],
    },
    { everyMs: 5_000 },
  )

/** The commands pushed to ATMs: push one, follow it, take it back. */
export const TasksPage = () => {
  const { search, change } = usePageSearch(PATHS.tasks)
  const navigate = useNavigate({ from: PATHS.tasks })
  const mayPush = useRole('CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN')
  const [pushed, setPushed] = useState<ReadonlySet<string>>(new Set())
  const query = useTasks(search)
  const show = (part: Pick<TasksSearch, 'task' | 'push'>, replace: boolean) =>
    void navigate({ search: (now: TasksSearch) => ({ ...now, ...part }), replace })
  const data = query.data?.data
  const lost = data?.tasks?.content.some(({ atm }) => atm === null) ?? false
  const lame = query.data?.faults.some(({ service }) => service === 'incident') ?? false
  return (
    <div className="page">
      <TaskTabs />
      <Filters
        search={search}
        total={data?.tasks?.totalElements}
        change={change}
        onPush={mayPush ? () => show({ push: true }, false) : undefined}
      />
      {lost && lame && (
        <div className={styles.partial}>
          <Partial services={['incident']} at={query.data?.at ?? 0} />
        </div>
      )}
      <Loaded
        query={query}
        what={t('Tasks')}
        roots={['tasks']}
        pick={({ tasks }) => tasks}
        skeleton={<ListSkeleton rows={14} />}
      >
        {({ content, totalElements }) => (
          <List
            rows={content}
            total={totalElements}
            search={search}
            settled={!query.isPlaceholderData}
            pushed={pushed}
            change={change}
          />
        )}
      </Loaded>
      <Suspense fallback={null}>
        {search.push && mayPush && query.data !== undefined && (
          <Push
            agentAtmId={search.atm}
            mine={data?.myTaskKinds ?? undefined}
            close={() => show({ push: undefined }, true)}
            onPushed={(id) => {
              setPushed((now) => new Set([...now, id]))
              show({ push: undefined, task: id }, true)
            }}
          />
        )}
        {search.task !== undefined && !search.push && (
          <Drawer key={search.task} id={search.task} close={() => show({ task: undefined }, true)} />
        )}
      </Suspense>
    </div>
  )
}
