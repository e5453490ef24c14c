import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { useWho } from '../../api/people.ts'
import { useRole } from '../../api/session.ts'
import { RolloutsDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { sortArgument } from '../../search.ts'
import { Chips, ClearFilters, FilterBar, Pick, Spring, Total } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import { KINDS } from '../tasks/search.ts'
import { TaskTabs } from '../tasks/tabs.tsx'
import { columnsOf, type RolloutRow } from './columns.tsx'
import { Create } from './create.tsx'
import styles from './rollouts.module.css'
import { type RolloutsSearch, STATUSES, USUAL_SORT } from './search.ts'
import { ROLLOUT_STATUSES, RolloutGlyph } from './status.tsx'

const SIZE = 50
const NO_FILTER = { status: undefined, kind: undefined }

type Change = (change: Partial<RolloutsSearch>) => void
type FiltersProps = {
  readonly search: RolloutsSearch
  readonly total: number | undefined
  readonly change: Change
  readonly onCreate: (() => void) | undefined
}

const isFiltered = ({ status, kind }: RolloutsSearch): boolean => status !== undefined || kind !== undefined

const Filters = ({ search, total, change, onCreate }: FiltersProps) => (
  <FilterBar>
    <Pick
      label={t('Kind')}
      value={search.kind}
      options={KINDS.map((kind) => ({ value: kind, label: TASK_KINDS[kind].label }))}
      onChange={(kind) => change({ kind: KINDS.find((one) => one === kind) })}
    />
    <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTER)} />
    <Spring />
    <Total of={total} text={(n) => tn(n, '{n} rollout', '{n} rollouts')} />
    {onCreate !== undefined && (
      <button type="button" className="button" data-kind="main" onClick={onCreate}>
        <IconPlus size={16} stroke={2} aria-hidden />
        {t('New rollout')}
      </button>
    )}
    <div className={styles.statuses}>
      <Chips
        label={t('Status')}
        options={STATUSES.map((status) => ({
          value: status,
          label: (
            <>
              <RolloutGlyph status={status} size={14} />
              {ROLLOUT_STATUSES[status].label}
            </>
          ),
        }))}
        chosen={search.status === undefined ? [] : [search.status]}
        onToggle={(status) => change({ status: status === search.status ? undefined : status })}
      />
    </div>
  </FilterBar>
)

type ListProps = {
  readonly rows: readonly RolloutRow[]
  readonly total: number
  readonly search: RolloutsSearch
  readonly change: Change
}

const List = ({ rows, total, search, change }: ListProps) => {
  const who = useWho(rows.map(({ requestedBy }) => requestedBy))
  if (rows.length === 0)
    return (
      <EmptyList total={total} toFirst={() => change({ page: undefined })}>
        {isFiltered(search) ? (
          <Empty>
            <p>{t('No such rollout.')}</p>
            <ClearFilters active onClear={() => change(NO_FILTER)} />
          </Empty>
        ) : (
          <Empty>{t('No rollout was begun yet. A rollout pushes one command to many ATMs, stage by stage.')}</Empty>
        )}
      </EmptyList>
    )
  return (
    <>
      <Table
        label={t('Rollouts')}
        columns={columnsOf(who)}
        rows={rows}
        idOf={({ id }) => String(id)}
        sort={search.sort ?? USUAL_SORT}
        onSort={(next) => change({ sort: next === USUAL_SORT ? undefined : next })}
      />
      <Pager
        total={total}
        page={search.page ?? 1}
        size={SIZE}
        onPage={(next) => change({ page: next === 1 ? undefined : next })}
      />
    </>
  )
}

/** Commands for many ATMs, stage by stage: begin one, and follow all of them. */
export const RolloutsPage = () => {
  const { search, change } = usePageSearch(PATHS.rollouts)
  const navigate = useNavigate({ from: PATHS.rollouts })
  const mayPush = useRole('CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN')
  const { status, kind, sort, page } = search
  const query = useDocument(
    RolloutsDocument,
    {
      page: (page ?? 1) - 1,
      size: SIZE,
      sort: [sortArgument(sort ?? USUAL_SORT)],
      status: status ?? null,
      kind: kind ?? null,
    },
    { everyMs: 15_000, topics: ['rollouts'] },
  )
  const show = (create: true | undefined, replace: boolean) =>
    void navigate({ search: (now: RolloutsSearch) => ({ ...now, create }), replace })
  const data = query.data?.data
  return (
    <div className="page">
      <TaskTabs />
      <Filters
        search={search}
        total={data?.rollouts?.totalElements}
        change={change}
        onCreate={mayPush ? () => show(true, false) : undefined}
      />
      <Loaded
        query={query}
        what={t('Rollouts')}
        roots={['rollouts']}
        pick={({ rollouts }) => rollouts}
        skeleton={<ListSkeleton rows={8} />}
      >
        {({ content, totalElements }) => <List rows={content} total={totalElements} search={search} change={change} />}
      </Loaded>
      {search.create && mayPush && query.data !== undefined && (
        <Create
          mine={data?.myTaskKinds ?? undefined}
          close={() => show(undefined, true)}
          onBegun={(id) => void navigate({ to: PATHS.rollout, params: { rolloutId: String(id) }, search: {} })}
        />
      )}
    </div>
  )
}
