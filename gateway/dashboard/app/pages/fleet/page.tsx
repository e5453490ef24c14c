import { Suspense } from 'react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { FleetDocument, type FleetQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx'
import { servicesOf, Widget } from '../../ui/widget.tsx'
import { Attention } from './attention.tsx'
import { Connectivity } from './connectivity.tsx'
import { Coverage } from './coverage.tsx'
import styles from './fleet.module.css'
import { Gaps } from './gaps.tsx'
import { Incidents } from './incidents.tsx'
import { Insights } from './insights.tsx'
import { ProblemAtms } from './problem-atms.tsx'
import { TopVolume } from './top-volume.tsx'

/** The largest chart of the page is not part of the first script. */
const Events = lazyPart(async () => (await import('./events.tsx')).Events)

const EventsSkeleton = () => <SkeletonRows rows={8} height={24} gap={14} />

/** The services behind the figures of these sources that did not bring them. */
const lost = (sources: readonly string[], ...own: readonly string[]) =>
  servicesOf(sources.filter((source) => own.includes(source)))

const ConnectivitySkeleton = () => (
  <div className={styles.skeleton}>
    <SkeletonBlock height={112} />
    <SkeletonBlock height={46} />
    <SkeletonBlock height={64} />
  </div>
)

type PanelProps = { readonly query: DocumentResult<FleetQuery> }

const ConnectivityPanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.fleet}
    title="Connectivity"
    note="connected ATMs, last 24 h"
    link={{ to: PATHS.atms }}
    linkLabel="All ATMs"
    roots={['fleetHealth', 'atmBadges', 'fleetHistory']}
    pick={(data) => data.fleetHealth}
    degraded={(health) => lost(health.degradedSources, 'incident.atms')}
    skeleton={<ConnectivitySkeleton />}
  >
    {(health, { data }) => <Connectivity health={health} badges={data.atmBadges} history={data.fleetHistory} />}
  </Widget>
)

const IncidentsPanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.incidents}
    title="Open incidents"
    link={{ to: PATHS.incidents }}
    linkLabel="All incidents"
    roots={['incidents', 'openIncidentsBySeverity']}
    pick={(data) => data.incidents}
    skeleton={<SkeletonRows rows={9} height={36} gap={19} />}
  >
    {({ content, totalElements }, { data }) => (
      <Incidents
        rows={content}
        total={totalElements}
        severities={data.openIncidentsBySeverity}
        settled={!query.isPlaceholderData}
      />
    )}
  </Widget>
)

const EventsPanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.events}
    title="Events by category"
    note="last 24 h, per half hour"
    roots={['journalEventSeries']}
    pick={(data) => data.journalEventSeries}
    skeleton={<EventsSkeleton />}
  >
    {(series) => (
      <Suspense fallback={<EventsSkeleton />}>
        <Events series={series} />
      </Suspense>
    )}
  </Widget>
)

const ProblemsPanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.problems}
    title="ATMs with the most events"
    note="last 24 h"
    link={{ to: PATHS.atms, search: { badge: 'OUT_OF_SERVICE' } }}
    linkLabel="Out of service"
    roots={['fleetHealth']}
    pick={(data) => data.fleetHealth}
    degraded={(health) => lost(health.degradedSources, 'incident.activity')}
    skeleton={<SkeletonRows rows={5} height={22} gap={22} />}
  >
    {(health) => (
      <ProblemAtms
        rows={health.topProblematicAtms}
        isComplete={!health.degradedSources.includes('incident.activity')}
      />
    )}
  </Widget>
)

const CoveragePanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.coverage}
    title="Journal coverage"
    note="today"
    link={{ to: PATHS.journals }}
    linkLabel="Calendar"
    roots={['journalCoverage', 'fleetHealth']}
    pick={(data) => data.journalCoverage}
    degraded={(coverage) => servicesOf(coverage.degradedSources)}
    skeleton={<SkeletonRows rows={4} height={34} gap={16} />}
  >
    {(coverage, { data }) => <Coverage coverage={coverage} health={data.fleetHealth} />}
  </Widget>
)

const GapsPanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.small}
    title="ATMs with journal gaps"
    link={{ to: PATHS.journals }}
    roots={['journalCoverage']}
    pick={(data) => data.journalCoverage}
    degraded={(coverage) => lost(coverage.degradedSources, 'journal.gaps')}
  >
    {(coverage) => (
      <Gaps rows={coverage.atmsWithGaps} isComplete={!coverage.degradedSources.includes('journal.gaps')} />
    )}
  </Widget>
)

const VolumePanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.small}
    title="Busiest ATMs"
    note="transactions today"
    link={{ to: PATHS.transactions }}
    linkLabel="Transactions"
    roots={['journalCoverage']}
    pick={(data) => data.journalCoverage}
    degraded={(coverage) => lost(coverage.degradedSources, 'journal.topAtms')}
  >
    {(coverage) => (
      <TopVolume rows={coverage.topAtmsByVolume} isComplete={!coverage.degradedSources.includes('journal.topAtms')} />
    )}
  </Widget>
)

const InsightsPanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.small}
    title="Active insights"
    link={{ to: PATHS.insights }}
    roots={['activeInsights']}
    pick={(data) => data.activeInsights}
  >
    {(rows) => <Insights rows={rows} />}
  </Widget>
)

/** Everything that somebody has to know at three in the morning, and the way to its rows. */
export const FleetPage = () => {
  const query = useDocument(
    FleetDocument,
    {},
    { everyMs: 15_000, topics: ['incidents', 'service-state', 'gaps', 'insights'], keep: true },
  )
  return (
    <>
      <Attention query={query} />
      <div className={styles.grid}>
        <ConnectivityPanel query={query} />
        <IncidentsPanel query={query} />
        <EventsPanel query={query} />
        <ProblemsPanel query={query} />
        <CoveragePanel query={query} />
        <GapsPanel query={query} />
        <VolumePanel query={query} />
        <InsightsPanel query={query} />
      </div>
    </>
  )
}
