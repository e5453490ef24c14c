import { IconChevronRight } from '@tabler/icons-react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { FleetEventsDocument, type FleetEventsQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { count, dayTime, words } from '../../ui/format.ts'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { ClearFilters, countSet, End, FilterBar, Pick, Total } from '../../ui/list/filter-bar.tsx'
import { Table } from '../../ui/list/table.tsx'
import { TextFilter } from '../../ui/list/typed-filters.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { GROUP_LABELS } from '../atm/event-groups.ts'
import { GROUPS } from '../atm/search.ts'
import { COLUMNS } from './columns.tsx'
import styles from './events.module.css'
import { CATEGORIES, type EventsSearch, HOURS, isFiltered, NO_FILTERS } from './search.ts'

const SIZE = 100
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

type Change = (part: Partial<EventsSearch>) => void
type Events = NonNullable<FleetEventsQuery['fleetEvents']>

const HOUR_LABELS: Readonly<Record<(typeof HOURS)[number], string>> = {
  '1': t('Last hour'),
  '6': t('Last 6 hours'),
  '168': t('Last 7 days'),
  '720': t('Last 30 days'),
}

/** The time of the list in the words of the graph; to the minute, so that the same list is not asked for again. */
const useTime = ({ hours, from, to }: EventsSearch) => {
  const minute = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS
  if (from !== undefined) return { from, to: to ?? null }
  if (hours === undefined) return { from: null, to: null }
  return { from: new Date(minute - Number(hours) * HOUR_MS).toISOString(), to: null }
}

/** A time that was chosen in a chart, and what takes it away. */
const ChosenTime = ({ search, change }: { readonly search: EventsSearch; readonly change: Change }) => {
  const { from, to } = search
  if (from === undefined) return null
  const text = `${dayTime(from)}\u2013${to === undefined ? t('now') : dayTime(to)}`
  return (
    <button
      type="button"
      className={styles.set}
      aria-label={t('Remove the time {time}', { time: text })}
      onClick={() => change({ from: undefined, to: undefined })}
    >
      {text} <span aria-hidden>×</span>
    </button>
  )
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }))

/** What limits the list: on a narrow window the button that shows the filters says how many are set. */
const FILTERS = ['hours', 'from', 'category', 'group', 'type', 'atm'] as const

type FiltersProps = {
  readonly search: EventsSearch
  readonly change: Change
  readonly query: DocumentResult<FleetEventsQuery>
}

const Filters = ({ search, change, query }: FiltersProps) => {
  const types = query.data?.data.eventTypes ?? []
  return (
    <FilterBar set={countSet(FILTERS.map((name) => search[name]))}>
      {search.from === undefined && (
        <Pick
          label={t('Time')}
          none={t('Last 24 hours')}
          value={search.hours}
          options={HOURS.map((value) => ({ value, label: HOUR_LABELS[value] }))}
          onChange={(hours) => change({ hours: HOURS.find((one) => one === hours) })}
        />
      )}
      <ChosenTime search={search} change={change} />
      <Pick
        label={t('Category')}
        value={search.category}
        options={optionsOf(CATEGORIES)}
        onChange={(category) => change({ category: CATEGORIES.find((one) => one === category) })}
      />
      <Pick
        label={t('Group')}
        value={search.group}
        options={GROUPS.map((group) => ({ value: group, label: GROUP_LABELS[group] }))}
        onChange={(group) => change({ group: GROUPS.find((one) => one === group) })}
      />
      <Pick
        label={t('Type')}
        value={search.type}
        options={optionsOf(types.map(({ eventType }) => eventType).toSorted())}
        onChange={(type) => change({ type })}
      />
      <TextFilter
        label={t('ATM')}
        placeholder="ACME-001"
        size={12}
        value={search.atm}
        onChange={(atm) => change({ atm })}
      />
      <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
      <End>
        <Total of={query.data?.data.fleetEvents?.total} text={(n) => tn(n, '{n} event', '{n} events')} />
      </End>
    </FilterBar>
  )
}

type ListProps = {
  readonly events: Events
  readonly search: EventsSearch
  readonly change: Change
  readonly settled: boolean
}

const List = ({ events, search, change, settled }: ListProps) => {
  const view = JSON.stringify([useInstitution(), search])
  const { rows, waiting, fresh, take } = useCalmList(events.content, ({ id }) => String(id), view, settled)
  if (rows.length === 0)
    return (
      <Empty>
        <p>{isFiltered(search) ? t('No event fits these filters.') : t('No events in the last 24 hours.')}</p>
        <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
      </Empty>
    )
  return (
    <>
      <WaitingPill waiting={waiting} text={tn(waiting, '{n} new event', '{n} new events')} take={take} />
      <Table label={t('Events')} columns={COLUMNS} rows={rows} idOf={({ id }) => String(id)} fresh={fresh} />
      <nav className={styles.pager} aria-label={t('Pages')} data-control>
        <span>
          {tn(rows.length, '{n} row of {total}, newest first', '{n} rows of {total}, newest first', {
            total: count(events.total),
          })}
        </span>
        {search.after !== undefined && (
          <button type="button" className="button" data-size="small" onClick={() => change({ after: undefined })}>
            {t('From the newest')}
          </button>
        )}
        {events.next !== null && (
          <button
            type="button"
            className="button"
            data-size="small"
            onClick={() => change({ after: events.next ?? undefined })}
          >
            {t('Older')}
            <IconChevronRight size={14} stroke={2} aria-hidden />
          </button>
        )}
      </nav>
    </>
  )
}

/** What changes with a part of the address: a list of something else begins at its first row. */
const fromFirst = (part: Partial<EventsSearch>): Partial<EventsSearch> => ({ after: undefined, ...part })
const isPage = (part: Partial<EventsSearch>): boolean => 'after' in part && part.after !== undefined

/** The events of all ATMs of the caller, newest first. */
export const EventsPage = () => {
  const { search, change } = usePageSearch(PATHS.events, { expand: fromFirst, isStep: isPage })
  const { category, group, type, atm, after } = search
  const time = useTime(search)
  const query = useDocument(
    FleetEventsDocument,
    {
      ...time,
      ...{ category: category ?? null, group: group ?? null, eventType: type ?? null, agentAtmId: atm ?? null },
      ...{ first: SIZE, after: after ?? null },
    },
    { everyMs: after === undefined ? 15_000 : 0 },
  )
  return (
    <div className="page">
      <Filters search={search} change={change} query={query} />
      <Loaded
        query={query}
        what={t('Events')}
        roots={['fleetEvents']}
        pick={(data) => data.fleetEvents}
        skeleton={<ListSkeleton rows={14} />}
      >
        {(events) => <List events={events} search={search} change={change} settled={!query.isPlaceholderData} />}
      </Loaded>
    </div>
  )
}
