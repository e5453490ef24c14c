import { Suspense, useState } from 'react'
import { useDocument } from '../../api/client.ts'
import { JournalGapsDocument, type JournalsQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { sortArgument } from '../../search.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { SavedViews } from '../../shell/views/saved-views.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Chips, ClearFilters, countSet, End, FilterBar, MoreFilters } from '../../ui/list/filter-bar.tsx'
import { DaysFilter } from '../../ui/list/typed-filters.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/widget.tsx'
import { GROUP_FILTERS } from '../atms/search.ts'
import { AtmFilter } from './atm-filter.tsx'
import { GapList, SIZE } from './gap-list.tsx'
import styles from './gaps.module.css'
import { GapStateChip } from './marks.tsx'
import { isFiltered, NO_FILTERS } from './no-gaps.tsx'
import { CHOICES, type Change, filtersOf, isNarrowed, type JournalsSearch, USUAL_SORT } from './search.ts'
import { useRequests } from './use-requests.ts'

const Asked = lazyPart(async () => (await import('./progress.tsx')).Asked)
const Sending = lazyPart(async () => (await import('./progress.tsx')).Sending)
const GroupFilter = lazyPart(async () => (await import('../incidents/group-filter.tsx')).GroupFilter)

type GapsProps = {
  readonly search: JournalsSearch
  readonly change: Change
  readonly data: JournalsQuery | undefined
}

const Filters = ({ search, change, data }: GapsProps) => {
  const chosen = search.status ?? 'OPEN'
  const groups = GROUP_FILTERS.map((name) => search[name])
  const counts = { OPEN: data?.open?.open, FETCH_REQUESTED: data?.requested?.open, CLOSED: undefined, ALL: undefined }
  // The counts are of all ATMs and days: under a filter they would be of something else than the list.
  const narrowed = isNarrowed(search)
  return (
    <FilterBar set={countSet([search.status, search.atm, search.from, search.to, ...groups])}>
      <Chips
        label={t('State')}
        options={CHOICES.map((value) => ({
          value,
          label: value === 'ALL' ? t('All') : <GapStateChip status={value} />,
          ...(narrowed || counts[value] === undefined ? {} : { count: counts[value] }),
        }))}
        chosen={[chosen]}
        onToggle={(value) => change({ status: value === 'OPEN' ? undefined : value })}
      />
      <AtmFilter value={search.atm} onChange={(atm) => change({ atm })} />
      <DaysFilter from={search.from} to={search.to} onChange={change} />
      <MoreFilters set={countSet(groups)}>
        <Suspense fallback={null}>
          <GroupFilter search={search} change={change} />
        </Suspense>
      </MoreFilters>
      <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
      <End>
        <CsvButton
          path="/journal/api/journal/gaps"
          filters={filtersOf(search)}
          fileName={`gaps-${new Date().toISOString().slice(0, 10)}.csv`}
        />
      </End>
    </FilterBar>
  )
}

const RequestAll = ({
  search,
  open,
  busy,
  askAll,
}: {
  readonly search: JournalsSearch
  /** How many are missing; null where a filter makes it unknown. */
  readonly open: number | null
  readonly busy: boolean
  readonly askAll: () => void
}) => {
  const [asking, setAsking] = useState(false)
  if (open === 0 || search.status === 'CLOSED' || search.status === 'FETCH_REQUESTED') return null
  return (
    <>
      <button type="button" className="button" data-size="small" disabled={busy} onClick={() => setAsking(true)}>
        {open === null
          ? t('Request all of this list')
          : tn(open, 'Request all {n} journal', 'Request all {n} journals')}
      </button>
      {asking && (
        <Confirm
          title={
            open === null
              ? t('Request all missing journals of this list?')
              : tn(open, 'Request all {n} missing journal?', 'Request all {n} missing journals?')
          }
          action={t('Request')}
          close={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            askAll()
          }}
        >
          <p>
            {t('Each agent is asked to send the journals that are missing, and sends them when it is next heard of.')}
          </p>
          <p>{t('What does not come within 24 hours is missing again.')}</p>
        </Confirm>
      )}
    </>
  )
}

/** The days without a journal: to find, to ask for, and to see come. */
export const Gaps = ({ search, change, data }: GapsProps) => {
  const query = useDocument(
    JournalGapsDocument,
    {
      ...filtersOf(search),
      sort: [sortArgument(search.sort ?? USUAL_SORT)],
      limit: SIZE + 1,
      after: search.after ?? null,
    },
    { everyMs: 20_000, topics: ['gaps'] },
  )
  const requests = useRequests((since) => change({ asked: since }))
  const narrowed = isNarrowed(search)
  const open = narrowed ? null : (data?.open?.open ?? null)
  const busy = requests.sending !== null
  return (
    <section className={styles.list} id="gaps" aria-labelledby="gaps-title">
      <header className={styles.head}>
        <h2 id="gaps-title">{t('Days without a journal')}</h2>
        <span data-control>{t('J and K move, X chooses, R requests')}</span>
        <i className={styles.spring} />
        <SavedViews page="JOURNALS" />
        <RequestAll search={search} open={open} busy={busy} askAll={() => void requests.askAll(search, open)} />
      </header>
      <Filters search={search} change={change} data={data} />
      <Suspense fallback={null}>
        {requests.sending !== null && <Sending state={requests.sending} />}
        {search.asked !== undefined && <Asked since={search.asked} close={() => change({ asked: undefined })} />}
      </Suspense>
      <Loaded
        query={query}
        what={t('Days without a journal')}
        roots={['journalGaps']}
        pick={({ journalGaps }) => journalGaps}
        skeleton={
          <div className={styles.skeleton}>
            <SkeletonRows rows={9} height={22} gap={18} />
          </div>
        }
      >
        {(gaps) => (
          <GapList
            gaps={gaps}
            search={search}
            change={change}
            settled={!query.isPlaceholderData}
            known={requests.known}
            busy={busy}
            ask={(ids) => void requests.ask(ids)}
          />
        )}
      </Loaded>
    </section>
  )
}
