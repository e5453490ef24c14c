import { Link } from '@tanstack/react-router'
import type { FleetQuery, StatusBadge } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { BADGE_ORDER, BADGES, BadgeGlyph } from '../../ui/badge.tsx'
import { type BadgeCounts, BadgeStrip } from '../../ui/charts/badge-strip.tsx'
import { Trend } from '../../ui/charts/trend.tsx'
import { count, fixed, share } from '../../ui/format.ts'
import { Empty } from '../../ui/widget.tsx'
import styles from './connectivity.module.css'

type Health = NonNullable<FleetQuery['fleetHealth']>
type History = NonNullable<FleetQuery['fleetHistory']>
type Badges = NonNullable<FleetQuery['atmBadges']>
type Bucket = History['buckets'][number]

const percent = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  part === null || part === undefined || whole === null || whole === undefined || whole === 0
    ? null
    : (part / whole) * 100

const seenOf = ({ connected, total }: Bucket) => percent(connected, total)
const usualOf = ({ usualConnected, usualTotal }: Bucket) => percent(usualConnected, usualTotal)

/** How many points connectivity lies below the usual of the half hour under way; null where either is not known. */
export const belowUsual = (health: Health | null | undefined, history: History | null | undefined): number | null => {
  const bucket = history?.buckets.at(-1)
  const isKnown = health !== null && health !== undefined && !health.degradedSources.includes('incident.atms')
  const seen = isKnown && health.connectivity.total > 0 ? health.connectivity.connectivityPct : null
  const usual = bucket === undefined ? null : usualOf(bucket)
  return seen === null || usual === null ? null : usual - seen
}

const countsOf = (badges: Badges): BadgeCounts => ({
  AGENT_OFFLINE: badges.agentOffline,
  IN_SUPERVISOR: badges.inSupervisor,
  OUT_OF_SERVICE: badges.outOfService,
  IN_SERVICE: badges.inService,
  UNKNOWN: badges.unknown,
})

const Against = ({ health, history }: Pick<ConnectivityProps, 'health' | 'history'>) => {
  const below = belowUsual(health, history)
  if (below === null) return <p className={styles.sub}>The usual value is not known yet</p>
  if (Math.abs(below) < 0.1)
    return (
      <p className={styles.sub} data-tone="ok">
        As usual for this half hour
      </p>
    )
  return (
    <p className={styles.sub} data-tone={below > 0 ? 'warn' : 'ok'}>
      <svg width="11" height="11" viewBox="0 0 12 12" aria-hidden="true">
        <path d={below > 0 ? 'M1 2.5h10L6 10.5Z' : 'M1 9.5h10L6 1.5Z'} fill="currentColor" />
      </svg>
      {fixed(Math.abs(below), 2)} points {below > 0 ? 'below' : 'above'} the usual of this half hour
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
      <BadgeStrip counts={counts} total={badges.total} />
      <ul className={styles.tiles}>
        {BADGE_ORDER.map((badge) => (
          <Tile key={badge} badge={badge} number={counts[badge]} total={badges.total} />
        ))}
      </ul>
    </>
  )
}

type ConnectivityProps = {
  readonly health: Health
  readonly badges: Badges | null | undefined
  readonly history: History | null | undefined
}

/** How many ATMs are connected, over the day, and their service states. */
export const Connectivity = ({ health, badges, history }: ConnectivityProps) => {
  const { connectivity, degradedSources } = health
  const known = !degradedSources.includes('incident.atms')
  const { total, connected, disconnected, neverConnected, connectivityPct } = connectivity
  return (
    <div className={styles.wrap}>
      <div className={styles.top}>
        <div>
          <p className={styles.hero}>
            {known && total > 0 ? fixed(connectivityPct, 2) : '\u2014'}
            {known && total > 0 && <span>%</span>}
          </p>
          {known && <Against health={health} history={history} />}
          <p className={styles.sub}>
            {known
              ? `${count(connected)} of ${count(total)} connected, ${count(disconnected)} not` +
                (neverConnected > 0 ? `, ${count(neverConnected)} never` : '')
              : 'not known right now'}
          </p>
        </div>
        {history === null || history === undefined ? (
          <Empty>The last 24 hours cannot be shown right now.</Empty>
        ) : history.buckets.filter((bucket) => seenOf(bucket) !== null).length < 2 ? (
          <Empty>The line of the last 24 hours begins with the second half hour.</Empty>
        ) : (
          <Trend
            values={history.buckets.map(seenOf)}
            usual={history.buckets.map(usualOf)}
            from={Date.parse(history.from)}
            stepMs={history.bucketMinutes * 60_000}
            label="Connectivity over 24 hours"
          />
        )}
      </div>
      {badges === null || badges === undefined ? (
        <Empty>The ATMs’ badges cannot be shown right now: the devices service gave no answer.</Empty>
      ) : badges.total === 0 ? (
        <Empty>There is no ATM here yet.</Empty>
      ) : (
        <Tiles badges={badges} />
      )}
    </div>
  )
}
