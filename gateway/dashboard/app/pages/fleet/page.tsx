import { Suspense } from 'react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { FleetDocument, type FleetQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx'
import { Card, Widget } from '../../ui/widget.tsx'
import { Attention } from './attention.tsx'
import { Connectivity } from './connectivity.tsx'
import styles from './fleet.module.css'
import { Incidents } from './incidents.tsx'
import { lost } from './lost-sources.ts'

/** What is below the first figures is not part of the first script. */
const Events = lazyPart(async () => (await import('./events.tsx')).Events)

const LowerPanels = lazyPart(async () => (await import('./lower-panels.tsx')).LowerPanels)

const EventsSkeleton = () => <SkeletonRows rows={8} height={24} gap={14} />

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

/** The places of the lower panels, so that nothing moves when they come. */
const LowerSkeletons = () => (
  <>
    <Card title="ATMs with the most events" note="last 24 h" className={styles.problems}>
      <SkeletonRows rows={5} height={22} gap={22} />
    </Card>
    <Card title="Journal coverage" className={styles.coverage}>
      <SkeletonRows rows={4} height={34} gap={16} />
    </Card>
    {['ATMs with journal gaps', 'Busiest ATMs', 'Active insights'].map((title) => (
      <Card key={title} title={title} className={styles.small}>
        <SkeletonRows rows={6} />
      </Card>
    ))}
  </>
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
        <Suspense fallback={<LowerSkeletons />}>
          <LowerPanels query={query} />
        </Suspense>
      </div>
    </>
  )
}
