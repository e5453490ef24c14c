import { Suspense } from 'react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { FleetChartsDocument, type FleetChartsQuery, FleetDocument, type FleetQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Card, Widget } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { Attention } from './attention.tsx'
import { RangePicker } from './charts/range-picker.tsx'
import { isPast, partOf, type Range, variablesOf, wordsOf } from './charts/ranges.ts'
import styles from './fleet.module.css'
import { lost } from './lost-sources.ts'
import { ALL_DOWN, NotInService } from './not-in-service.tsx'

/** What is below the first figures is not part of the first script. */
const Events = lazyPart(async () => (await import('./charts/events.tsx')).Events)
const Incidents = lazyPart(async () => (await import('./incidents.tsx')).Incidents)
const InService = lazyPart(async () => (await import('./in-service.tsx')).InService)
const LowerPanels = lazyPart(async () => (await import('./lower-panels.tsx')).LowerPanels)
const NoAtms = lazyPart(async () => (await import('./no-atms.tsx')).NoAtms)

const EventsSkeleton = () => <SkeletonRows rows={8} height={24} gap={14} />
const IncidentsSkeleton = () => <SkeletonRows rows={5} height={36} gap={19} />

const InServiceSkeleton = () => (
  <div className={styles.skeleton}>
    <SkeletonBlock height={92} />
    <SkeletonBlock height={132} />
    <SkeletonBlock height={110} />
  </div>
)

type PanelProps = { readonly query: DocumentResult<FleetQuery> }
type ChartProps = { readonly charts: DocumentResult<FleetChartsQuery>; readonly range: Range }

const NotInServicePanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.down}
    title={t('Not in service now')}
    note={t('worst first')}
    link={{ to: PATHS.atms, search: ALL_DOWN }}
    linkLabel={t('See all')}
    roots={['notInService']}
    pick={(data) => data.notInService}
    degraded={({ content }) => (content.some(({ atm }) => atm === null) ? ['incident'] : [])}
    skeleton={<SkeletonRows rows={10} height={36} gap={10} />}
  >
    {(down) => <NotInService down={down} settled={!query.isPlaceholderData} />}
  </Widget>
)

const InServicePanel = ({ query, charts, range }: PanelProps & ChartProps) => (
  <Widget
    query={query}
    className={styles.service}
    title={t('In service')}
    link={{ to: PATHS.atms }}
    linkLabel={t('All ATMs')}
    roots={['fleetHealth', 'atmBadges']}
    pick={(data) => data.fleetHealth}
    degraded={(health) => lost(health.degradedSources, 'incident.atms')}
    skeleton={<InServiceSkeleton />}
  >
    {(health, { data }) => (
      <Suspense fallback={<InServiceSkeleton />}>
        <InService health={health} badges={data.atmBadges} recent={data.recently} charts={charts} range={range} />
      </Suspense>
    )}
  </Widget>
)

const IncidentsPanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.incidents}
    title={t('Open incidents')}
    link={{ to: PATHS.incidents }}
    linkLabel={t('All incidents')}
    roots={['incidents', 'openIncidentsBySeverity']}
    pick={(data) => data.incidents}
    skeleton={<IncidentsSkeleton />}
  >
    {({ content, totalElements }, { data }) => (
      <Suspense fallback={<IncidentsSkeleton />}>
        <Incidents
          rows={content}
          total={totalElements}
          severities={data.openIncidentsBySeverity}
          settled={!query.isPlaceholderData}
        />
      </Suspense>
    )}
  </Widget>
)

const EventsPanel = ({ charts, range }: ChartProps) => (
  <Widget
    query={charts}
    className={styles.events}
    title={t('Events by category')}
    note={t('{range}, per {part}', { range: wordsOf(range), part: partOf(range) })}
    link={{ to: PATHS.events }}
    linkLabel={t('All events')}
    roots={['journalEventSeries']}
    pick={(data) => data.journalEventSeries}
    skeleton={<EventsSkeleton />}
  >
    {(series) => (
      <Suspense fallback={<EventsSkeleton />}>
        <Events series={series} range={range} />
      </Suspense>
    )}
  </Widget>
)

/** The places of the lower panels, so that nothing moves when they come. */
const LowerSkeletons = () => (
  <>
    <Card title={t('ATMs with the most events')} note={t('last 24 h')} className={styles.problems}>
      <SkeletonRows rows={5} height={22} gap={22} />
    </Card>
    <Card title={t('Journal coverage')} className={styles.coverage}>
      <SkeletonRows rows={4} height={34} gap={16} />
    </Card>
    {[t('ATMs with journal gaps'), t('Busiest ATMs'), t('Active insights')].map((title) => (
      <Card key={title} title={title} className={styles.small}>
        <SkeletonRows rows={6} />
      </Card>
    ))}
  </>
)

const DAY_MS = 86_400_000

/** The charts of a range. Those of a past day do not change any more. */
const useCharts = (range: Range): DocumentResult<FleetChartsQuery> => {
  // The day of the reader, so that "yesterday" goes on with it.
  const today = Math.floor((useNow() - new Date().getTimezoneOffset() * 60_000) / DAY_MS)
  const noon = new Date(today * DAY_MS + DAY_MS / 2 + new Date().getTimezoneOffset() * 60_000)
  // Samples come every ten minutes, so nothing of the stream is worth asking for all of this again.
  const everyMs = isPast(range) ? 0 : 30_000
  return useDocument(FleetChartsDocument, variablesOf(range, noon), { everyMs, keep: true })
}

/** Everything that somebody has to know at three in the morning, and the way to its rows. */
export const FleetPage = () => {
  const { range = '24h' } = usePageSearch(PATHS.fleet).search
  const query = useDocument(
    FleetDocument,
    {},
    { everyMs: 15_000, topics: ['incidents', 'service-state', 'gaps', 'insights'], keep: true },
  )
  const charts = useCharts(range)
  const isEmpty = query.data?.data.atmBadges?.total === 0
  return (
    <>
      <div className={styles.first}>
        <Attention query={query} />
        {!isEmpty && <RangePicker />}
      </div>
      {isEmpty ? (
        <Suspense>
          <NoAtms />
        </Suspense>
      ) : (
        <div className={styles.grid}>
          <NotInServicePanel query={query} />
          <InServicePanel query={query} charts={charts} range={range} />
          <EventsPanel charts={charts} range={range} />
          <IncidentsPanel query={query} />
          <Suspense fallback={<LowerSkeletons />}>
            <LowerPanels query={query} />
          </Suspense>
        </div>
      )}
    </>
  )
}
