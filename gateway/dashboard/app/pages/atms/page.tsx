import { IconPlus, IconSpy, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { useAuth, useRole } from '../../api/session.ts'
import { AtmsDocument, type AtmsQuery, type StatusBadge } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { sortArgument } from '../../search.ts'
import { SavedViews } from '../../shell/views/saved-views.tsx'
import { BADGE_ORDER, BADGES, BadgeGlyph } from '../../ui/badge.tsx'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Chips, ClearFilters, countSet, End, FilterBar, SearchField, Total } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { Empty, Loaded, Partial } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import styles from './atms.module.css'
import { columnsOf, type Row } from './columns.tsx'
import { GroupFilters, isGroupFiltered } from './group-filters.tsx'
import { Groups } from './groups.tsx'
import { Import } from './import.tsx'
import { Register } from './register.tsx'
import { type AtmsSearch, filtersOf, GROUP_FILTERS, NO_FILTERS } from './search.ts'
import { Suspects } from './suspects.tsx'

const SIZE = 100
const USUAL_SORT = 'agentAtmId'

type Badges = NonNullable<AtmsQuery['atmBadges']>

const countOfBadge = (badges: Badges, badge: StatusBadge): number =>
  ({
    AGENT_OFFLINE: badges.agentOffline,
    IN_SUPERVISOR: badges.inSupervisor,
    OUT_OF_SERVICE: badges.outOfService,
    IN_SERVICE: badges.inService,
    UNKNOWN: badges.unknown,
  })[badge]

const BadgeLabel = ({ badge }: { readonly badge: StatusBadge }) => (
  <>
    <BadgeGlyph badge={badge} size={14} />
    {BADGES[badge].label}
  </>
)

type Change = (change: Partial<AtmsSearch>) => void

type Opened = 'register' | NonNullable<AtmsSearch['open']>

/** The ways to more ATMs, and to fewer. */
const Additions = ({ onOpen }: { readonly onOpen: (what: Opened) => void }) => (
  <>
    <button type="button" className="button" onClick={() => onOpen('typos')}>
      <IconSpy size={16} stroke={1.9} aria-hidden />
      {t('Mistyped')}
    </button>
    <button type="button" className="button" onClick={() => onOpen('import')}>
      <IconUpload size={16} stroke={1.9} aria-hidden />
      {t('Import')}
    </button>
    <button type="button" className="button" onClick={() => onOpen('register')}>
      <IconPlus size={16} stroke={2} aria-hidden />
      {t('Register an ATM')}
    </button>
  </>
)

/** The filters as REST names them. */
const csvFiltersOf = (search: AtmsSearch) => {
  const { lifecycle, inService, ...filters } = filtersOf(search)
  return { ...filters, status: lifecycle, inService: inService === null ? null : String(inService) }
}

const Filters = ({
  search,
  query,
  change,
  onOpen,
}: {
  readonly search: AtmsSearch
  readonly query: DocumentResult<AtmsQuery>
  readonly change: Change
  readonly onOpen: ((what: Opened) => void) | undefined
}) => {
  const { badge, q, service, connectivity, use, by } = search
  const badges = query.data?.data.atmBadges
  const total = query.data?.data.atmStatuses?.totalElements
  const onSearch = useCallback((text: string | undefined) => change({ q: text }), [change])
  return (
    <FilterBar set={countSet([badge, service, connectivity, use, by, ...GROUP_FILTERS.map((name) => search[name])])}>
      <SearchField label={t('Number, name, place or serial')} value={q} onChange={onSearch} />
      <Chips
        label={t('State')}
        options={BADGE_ORDER.map((one) => ({
          value: one,
          label: <BadgeLabel badge={one} />,
          // The counts are of all ATMs: beside a text to look for they would be of something else than the list.
          ...(badges && q === undefined && !isGroupFiltered(search) ? { count: countOfBadge(badges, one) } : {}),
        }))}
        chosen={badge === undefined ? [] : [badge]}
        onToggle={(one) => change({ badge: one === badge ? undefined : one })}
      />
      <GroupFilters search={search} change={change} />
      <ClearFilters
        active={badge !== undefined || q !== undefined || isGroupFiltered(search)}
        onClear={() => change(NO_FILTERS)}
      />
      <End>
        <SavedViews page="ATMS" />
        <Total of={total} text={(n) => tn(n, '{n} ATM', '{n} ATMs')} />
        {by === undefined && (
          <CsvButton
            path="/devices/api/atms"
            filters={{ ...csvFiltersOf(search) }}
            fileName={`atms-${new Date().toISOString().slice(0, 10)}.csv`}
          />
        )}
        {onOpen !== undefined && <Additions onOpen={onOpen} />}
      </End>
    </FilterBar>
  )
}

type ListProps = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly search: AtmsSearch
  readonly change: Change
  readonly several: boolean
  /** False while the rows are still those of the filters before. */
  readonly settled: boolean
  readonly onOpen: ((what: Opened) => void) | undefined
}

/** That no ATM has the state and the text that are looked for. */
const noneText = ({ badge, q: text }: AtmsSearch): string => {
  const state = badge === undefined ? '' : BADGES[badge].label
  if (text === undefined) return t('No ATM is “{state}”.', { state })
  return badge === undefined
    ? t('No ATM has “{text}” in its number, name, place or serial number.', { text })
    : t('No ATM is “{state}” and has “{text}” in its number, name, place or serial number.', { state, text })
}

const NoRows = ({ search, change, onOpen }: ListProps) => {
  if (isGroupFiltered(search))
    return (
      <Empty>
        <p>{t('No ATM fits these filters.')}</p>
        <ClearFilters active onClear={() => change(NO_FILTERS)} />
      </Empty>
    )
  if (search.badge === undefined && search.q === undefined)
    return (
      <Empty>
        <p>{t('No ATMs yet. One is listed as soon as its agent is heard of, or it is registered here.')}</p>
        {onOpen !== undefined && (
          <p className={styles.state}>
            <button type="button" className="button" data-kind="main" onClick={() => onOpen('register')}>
              {t('Register an ATM')}
            </button>
            <button type="button" className="button" onClick={() => onOpen('import')}>
              {t('Import ATMs')}
            </button>
          </p>
        )}
      </Empty>
    )
  return (
    <Empty good={search.badge !== undefined && search.badge !== 'IN_SERVICE' && search.q === undefined}>
      <p>{noneText(search)}</p>
      <ClearFilters active onClear={() => change(NO_FILTERS)} />
    </Empty>
  )
}

const List = (props: ListProps) => {
  const { rows: all, total, search, change, several, settled } = props
  const view = JSON.stringify([useInstitution(), filtersOf(search), search.sort, search.page])
  const { rows, waiting, fresh, gone, take } = useCalmList(all, ({ id }) => String(id), view, settled)
  const changes = Math.max(waiting, gone.size)
  if (rows.length === 0)
    return (
      <EmptyList total={total} toFirst={() => change({ page: undefined })}>
        <NoRows {...props} />
      </EmptyList>
    )
  return (
    <>
      <WaitingPill
        waiting={changes}
        text={tn(changes, '{n} new change of this list', '{n} new changes of this list')}
        take={take}
      />
      <Table
        label={t('ATMs')}
        columns={columnsOf(gone, several)}
        rows={rows}
        idOf={({ id }) => String(id)}
        sort={search.sort ?? USUAL_SORT}
        onSort={(sort) => change({ sort: sort === USUAL_SORT ? undefined : sort })}
        fresh={fresh}
      />
      <Pager
        total={total}
        page={search.page ?? 1}
        size={SIZE}
        onPage={(page) => change({ page: page === 1 ? undefined : page })}
      />
    </>
  )
}

/** All ATMs that the caller sees, a server's page at a time. */
export const AtmsPage = () => {
  const { search, change } = usePageSearch(PATHS.atms)
  const navigate = useNavigate({ from: PATHS.atms })
  const mayRegister = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  const institution = useInstitution()
  const { session } = useAuth()
  const several = institution === undefined && session?.institutions.length !== 1
  const { sort, page, by } = search
  const query = useDocument(
    AtmsDocument,
    { page: (page ?? 1) - 1, size: SIZE, sort: [sortArgument(sort ?? USUAL_SORT)], ...filtersOf(search) },
    { everyMs: 20_000, topics: ['service-state', 'incidents'] },
  )
  const onOpen = mayRegister
    ? (what: Opened) =>
        void navigate({
          search: (now: AtmsSearch) => ({ ...now, ...(what === 'register' ? { register: true } : { open: what }) }),
        })
    : undefined
  const close = () =>
    void navigate({ search: (now: AtmsSearch) => ({ ...now, register: undefined, open: undefined }), replace: true })
  const lost = query.data?.data.atmStatuses?.content.some(({ atm }) => atm === null) ?? false
  return (
    <div className="page">
      <Filters search={search} query={query} change={change} onOpen={onOpen} />
      {lost && (
        <div className={styles.partial}>
          <Partial services={['incident']} at={query.data?.at ?? 0} />
        </div>
      )}
      {by !== undefined ? (
        <Groups by={by} search={search} />
      ) : (
        <Loaded
          query={query}
          what={t('ATMs')}
          roots={['atmStatuses']}
          pick={(data) => data.atmStatuses}
          skeleton={<ListSkeleton rows={14} />}
        >
          {({ content, totalElements }) => (
            <List
              rows={content}
              total={totalElements}
              search={search}
              change={change}
              several={several}
              settled={!query.isPlaceholderData}
              onOpen={onOpen}
            />
          )}
        </Loaded>
      )}
      {search.register && mayRegister && <Register close={close} />}
      {search.open === 'import' && mayRegister && <Import close={close} />}
      {search.open === 'typos' && mayRegister && <Suspects close={close} />}
    </div>
  )
}
