import { useDocument } from '../../api/client.ts'
import { AtmTimelineDocument, EventGroupsDocument } from '../../gql/graphql.gen.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { BadgeGlyph } from '../../ui/badge.tsx'
import { dayTime, duration, zoneMark } from '../../ui/format.ts'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { Chips, ClearFilters, Pick } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager } from '../../ui/list/table.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Card, Empty, Fence, Loaded } from '../../ui/widget.tsx'
import { GROUP_LABELS } from './event-groups.ts'
import { type AtmSearch, GROUPS, type Group, RANGES, USUAL_RANGE } from './search.ts'
import styles from './timeline.module.css'
import { countOfGroup, type Event, entriesOf, typesOf } from './timeline.rules.ts'
import { Timeline } from './timeline.tsx'
import { dayIn } from './zone.ts'

const SIZE = 50
const RANGE_LABELS = {
  '24': t('24 hours'),
  '168': t('7 days'),
  '720': t('30 days'),
  '8784': t('1 year'),
} as const
/** What no type has the name of: with it the platform finds nothing, as no filter would find everything. */
const NO_TYPE = '-'

type TimelineCardProps = {
  readonly atmId: number
  readonly zone: string | undefined
  /** When the agent fell silent; null while it is connected. */
  readonly silentSince: string | null
  readonly search: AtmSearch
  readonly change: (part: Partial<AtmSearch>) => void
}

type ListProps = Omit<TimelineCardProps, 'atmId' | 'silentSince'> & {
  readonly all: readonly Event[]
  readonly total: number
  readonly view: string
  /** False while the rows are still those of the filters before. */
  readonly settled: boolean
}

const List = ({ all, total, view, settled, zone, search, change }: ListProps) => {
  const { rows, waiting, take } = useCalmList(all, ({ id }) => String(id), view, settled)
  const isFiltered = search.groups !== undefined
  if (rows.length === 0)
    return (
      <EmptyList total={total} toFirst={() => change({ page: undefined })}>
        <Empty>
          <p>{isFiltered ? t('No events of these groups in this time.') : t('No events in this time.')}</p>
          <ClearFilters active={isFiltered} onClear={() => change({ groups: undefined, page: undefined })} />
        </Empty>
      </EmptyList>
    )
  return (
    <>
      <WaitingPill waiting={waiting} text={tn(waiting, '{n} new event', '{n} new events')} take={take} />
      <Timeline entries={entriesOf(rows, (at) => dayIn(at, zone))} zone={zone} isFiltered={isFiltered} />
      {total > SIZE && (
        <div className={styles.pager}>
          <Pager
            total={total}
            page={search.page ?? 1}
            size={SIZE}
            onPage={(page) => change({ page: page === 1 ? undefined : page })}
          />
        </div>
      )}
    </>
  )
}

const Silence = ({ since, zone }: { readonly since: string; readonly zone: string | undefined }) => (
  <p className={styles.silent}>
    <BadgeGlyph badge="AGENT_OFFLINE" />
    {t('No data since {time}, {duration}: the agent is offline.', {
      time: dayTime(since, zone),
      duration: duration(useNow() - Date.parse(since)),
    })}
  </p>
)

/** The events that the search asks for, and the types that say which groups they are of. */
const useTimeline = (atmId: number, { groups, hours = USUAL_RANGE, page }: AtmSearch) => {
  const known = useDocument(EventGroupsDocument, {}, { everyMs: 0 })
  const types = known.data?.data.eventTypes
  const named = groups === undefined ? null : typesOf(types ?? [], groups)
  const query = useDocument(
    AtmTimelineDocument,
    {
      atmId,
      hoursBack: Number(hours),
      eventTypes: named === null ? null : named.length === 0 ? [NO_TYPE] : [...named],
      page: (page ?? 1) - 1,
      size: SIZE,
    },
    { everyMs: 15_000, topics: ['service-state', 'incidents'], enabled: groups === undefined || !known.isPending },
  )
  return { query, types }
}

/** How many events there are, and whose time they are shown in where it is not the reader's. */
const noteOf = (total: number | undefined, zone: string | undefined): string | undefined => {
  const mark = zoneMark(Date.now(), zone)
  if (total === undefined) return undefined
  if (mark === '') return tn(total, '{n} event', '{n} events')
  return tn(total, '{n} event, in the time of the ATM, {zone}', '{n} events, in the time of the ATM, {zone}', {
    zone: mark.trim(),
  })
}

type FiltersProps = Pick<TimelineCardProps, 'search' | 'change'> & {
  readonly types: Parameters<typeof countOfGroup>[0] | null | undefined
  readonly counts: Parameters<typeof countOfGroup>[1] | null | undefined
}

const Filters = ({ types, counts, search: { groups }, change }: FiltersProps) => {
  const toggle = (group: Group) => {
    const chosen = GROUPS.filter((one) => (one === group) !== (groups?.includes(one) ?? false))
    change({ groups: chosen.length === 0 ? undefined : chosen, page: undefined })
  }
  return (
    <div className={styles.filters}>
      <Chips
        label={t('Groups of events')}
        options={GROUPS.map((group) => ({
          value: group,
          label: GROUP_LABELS[group],
          ...(types && counts ? { count: countOfGroup(types, counts, group) } : {}),
        }))}
        chosen={groups ?? []}
        onToggle={toggle}
      />
      <ClearFilters active={groups !== undefined} onClear={() => change({ groups: undefined, page: undefined })} />
    </div>
  )
}

/** The ATM's events, by groups and time, a server's page at a time. */
export const TimelineCard = ({ atmId, zone, silentSince, search, change }: TimelineCardProps) => {
  const { groups, hours = USUAL_RANGE, page } = search
  const { query, types } = useTimeline(atmId, search)
  const total = query.data?.data.atmJournalEvents?.totalElements
  return (
    <Fence what={t('Timeline')}>
      <Card
        title={t('Timeline')}
        note={noteOf(total, zone)}
        aside={
          <Pick
            label={tc('time', 'Last')}
            value={search.hours}
            none={RANGE_LABELS[USUAL_RANGE]}
            options={RANGES.filter((range) => range !== USUAL_RANGE).map((range) => ({
              value: range,
              label: RANGE_LABELS[range],
            }))}
            onChange={(range) => change({ hours: RANGES.find((one) => one === range), page: undefined })}
          />
        }
      >
        <Filters types={types} counts={query.data?.data.atmEventCounts} search={search} change={change} />
        {silentSince !== null && page === undefined && <Silence since={silentSince} zone={zone} />}
        <Loaded
          query={query}
          what={t('Timeline')}
          roots={['atmJournalEvents']}
          pick={(data) => data.atmJournalEvents}
          skeleton={<SkeletonRows rows={12} height={20} gap={18} />}
        >
          {({ content, totalElements }) => (
            <List
              all={content}
              total={totalElements}
              view={JSON.stringify([atmId, groups, hours, page])}
              settled={!query.isPlaceholderData}
              zone={zone}
              search={search}
              change={change}
            />
          )}
        </Loaded>
      </Card>
    </Fence>
  )
}
