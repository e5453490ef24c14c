import type { DocumentResult } from '../../api/client.ts'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { servicesOf, Widget } from '../../ui/widget.tsx'
import { Coverage } from './coverage.tsx'
import styles from './fleet.module.css'
import { Gaps } from './gaps.tsx'
import { Insights } from './insights.tsx'
import { lost } from './lost-sources.ts'
import { ProblemAtms } from './problem-atms.tsx'
import { TopVolume } from './top-volume.tsx'

type PanelProps = { readonly query: DocumentResult<FleetQuery> }

const ProblemsPanel = ({ query }: PanelProps) => (
  <Widget
    query={query}
    className={styles.problems}
    title={t('ATMs with the most events')}
    note={t('last 24 h')}
    link={{ to: PATHS.events }}
    linkLabel={t('All events')}
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
    title={t('Journal coverage')}
    note={t('today')}
    link={{ to: PATHS.journals }}
    linkLabel={t('Calendar')}
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
    title={t('ATMs with journal gaps')}
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
    title={t('Busiest ATMs')}
    note={t('transactions today')}
    link={{ to: PATHS.transactions }}
    linkLabel={t('Transactions')}
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
    title={t('Active insights')}
    link={{ to: PATHS.insights }}
    roots={['activeInsights']}
    pick={(data) => data.activeInsights}
  >
    {(rows) => <Insights rows={rows} />}
  </Widget>
)

/** Events by ATM, journals, transactions and insights: what can wait until the state of the fleet is shown. */
export const LowerPanels = (props: PanelProps) => (
  <>
    <ProblemsPanel {...props} />
    <CoveragePanel {...props} />
    <GapsPanel {...props} />
    <VolumePanel {...props} />
    <InsightsPanel {...props} />
  </>
)
