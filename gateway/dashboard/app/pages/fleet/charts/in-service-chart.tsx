import { Link } from '@tanstack/react-router'
import type { FleetChartsQuery } from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { PATHS } from '../../../paths.ts'
import { Trend } from '../../../ui/charts/trend.tsx'
import { Empty } from '../../../ui/widget.tsx'
import styles from './in-service-chart.module.css'
import { type Range, wordsOf } from './ranges.ts'

type History = NonNullable<FleetChartsQuery['fleetHistory']>

/** The share of ATMs in service over time, beside the target, what is usual, and the week before. */
export const InServiceChart = ({ history, range }: { readonly history: History; readonly range: Range }) => {
  const { buckets, targetPct, from, bucketMinutes } = history
  if (buckets.filter(({ inServicePct }) => inServicePct !== null).length < 2)
    return <Empty>{t('The line begins with the second sample of the fleet, ten minutes after the first.')}</Empty>
  return (
    <Link to={PATHS.availability} className={styles.chart}>
      <Trend
        values={buckets.map(({ inServicePct }) => inServicePct)}
        usual={buckets.map(({ usualInServicePct }) => usualInServicePct)}
        weekAgo={buckets.map(({ weekAgoInServicePct }) => weekAgoInServicePct)}
        target={targetPct}
        from={Date.parse(from)}
        stepMs={bucketMinutes * 60_000}
        label={t('ATMs in service, {range}; availability of each', { range: wordsOf(range) })}
      />
    </Link>
  )
}
