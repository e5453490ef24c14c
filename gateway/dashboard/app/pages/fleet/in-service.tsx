import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { DocumentResult } from '../../api/client.ts'
import type { FleetChartsQuery, FleetQuery, StatusBadge } from '../../gql/graphql.gen.ts'
import { t, tc } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { BADGE_ORDER, BADGES, BadgeGlyph } from '../../ui/badge.tsx'
import { count, fixed, share } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { belowUsual } from './below-usual.ts'
import type { Range } from './charts/ranges.ts'
import styles from './in-service.module.css'

const Chart = lazyPart(async () => (await import('./charts/in-service-chart.tsx')).InServiceChart)
const BadgeStrip = lazyPart(async () => (await import('../../ui/charts/badge-strip.tsx')).BadgeStrip)

type Health = NonNullable<FleetQuery['fleetHealth']>
type Badges = NonNullable<FleetQuery['atmBadges']>
export const countsOf = (badges: Badges): Readonly<Record<StatusBadge, number>> => ({
  AGENT_OFFLINE: badges.agentOffline,
  IN_SUPERVISOR: badges.inSupervisor,
  OUT_OF_SERVICE: badges.outOfService,
  IN_SERVICE: badges.inService,
  UNKNOWN: badges.unknown,
})

const Against = ({ below }: { readonly below: number | null }) => {
  if (below === null) return <p className={styles.sub}>{t('The usual value is not known yet')}</p>
  if (Math.abs(below) < 0.1)
    return (
      <p className={styles.sub} data-tone="ok">
        {t('As usual for this half hour')}
      </p>
    )
  return (
    <p className={styles.sub} data-tone={below > 0 ? 'warn' : 'ok'}>
      <svg width="11" height="11" viewBox="0 0 12 12" aria-hidden="true">
        <path d={below > 0 ? 'M1 2.5h10L6 10.5Z' : 'M1 9.5h10L6 1.5Z'} fill="currentColor" />
      </svg>
      {below > 0
        ? t('{points} points below the usual of this half hour', { points: fixed(below, 2) })
        : t('{points} points above the usual of this half hour', { points: fixed(-below, 2) })}
    </p>
  )
}

/** How many are heard of, each figure with the list behind it. */
const Connected = ({ health }: { readonly health: Health }) => {
  if (health.degradedSources.includes('incident.atms'))
    return <p className={styles.sub}>{t('connected: not known right now')}</p>
  const { total, connected, disconnected, neverConnected } = health.connectivity
  const linked = (connectivity: 'CONNECTED' | 'DISCONNECTED' | 'NEVER_CONNECTED', text: string) => (
    <Link to={PATHS.atms} search={{ connectivity }}>
      {text}
    </Link>
  )
  return (
    <p className={styles.sub}>
      <span>
        {linked(
          'CONNECTED',
          t('{connected} of {total} connected', { connected: count(connected), total: count(total) }),
        )}
        {' · '}
        {linked('DISCONNECTED', tc('connected', '{count} not', { count: count(disconnected) }))}
        {neverConnected > 0 && (
          <>
            {' · '}
            {linked('NEVER_CONNECTED', tc('connected', '{count} never', { count: count(neverConnected) }))}
          </>
        )}
      </span>
    </p>
  )
}

const Tile = ({
  badge,
  number,
  total,
}: {
  readonly badge: StatusBadge
  readonly number: number
  readonly total: number
}) => (
  <li>
    <Link to={PATHS.atms} search={{ badge }} className={styles.tile}>
      <span className={styles.tileHead}>
        <BadgeGlyph badge={badge} size={14} />
        {BADGES[badge].label}
      </span>
      <span className={styles.tileNumber}>{count(number)}</span>
      <span className={styles.tileShare}>{share(number, total)}</span>
    </Link>
  </li>
)

const Tiles = ({ badges }: { readonly badges: Badges }) => {
  const counts = countsOf(badges)
  return (
    <>
      <Suspense fallback={<SkeletonBlock height={34} />}>
        <BadgeStrip counts={counts} total={badges.total} />
      </Suspense>
      <ul className={styles.tiles}>
        {BADGE_ORDER.map((badge) => (
          <Tile key={badge} badge={badge} number={counts[badge]} total={badges.total} />
        ))}
      </ul>
    </>
  )
}

const ChartSkeleton = () => <SkeletonBlock height={132} />

type InServiceProps = {
  readonly health: Health
  readonly badges: Badges | null | undefined
  readonly recent: FleetQuery['recently'] | undefined
  readonly charts: DocumentResult<FleetChartsQuery>
  readonly range: Range
}

/** How many ATMs serve, over the time that was chosen, and what the others do. */
export const InService = ({ health, badges, recent, charts, range }: InServiceProps) => (
  <div className={styles.wrap}>
    <div>
      <p className={styles.hero}>
        {badges === null || badges === undefined || badges.total === 0 ? (
          '\u2014'
        ) : (
          <Link to={PATHS.atms} search={{ service: 'IN_SERVICE' }}>
            {fixed((badges.inService / badges.total) * 100, 2)}
            <span>%</span>
            <b className="sr">{t('of the ATMs are in service')}</b>
          </Link>
        )}
      </p>
      <Against below={belowUsual(badges, recent)} />
      <Connected health={health} />
    </div>
    <Loaded
      query={charts}
      what={t('The chart of ATMs in service')}
      roots={['fleetHistory']}
      pick={(data) => data.fleetHistory}
      skeleton={<ChartSkeleton />}
    >
      {(history) => (
        <Suspense fallback={<ChartSkeleton />}>
          <Chart history={history} range={range} />
        </Suspense>
      )}
    </Loaded>
    {badges === null || badges === undefined ? (
      <Empty>{t('The ATMs’ badges cannot be shown right now: the devices service gave no answer.')}</Empty>
    ) : (
      <Tiles badges={badges} />
    )}
  </div>
)
