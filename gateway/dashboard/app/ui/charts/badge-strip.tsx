import { Link } from '@tanstack/react-router'
import type { StatusBadge } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { BADGE_ORDER, BADGES } from '../badge.tsx'
import { count, share } from '../format.ts'
import styles from './charts.module.css'

/** How many ATMs have each badge. */
export type BadgeCounts = Readonly<Record<StatusBadge, number>>

/** Parts to scale, each a way to its ATMs; beside them the same numbers are links with words. */
const Parts = ({ counts, badges }: { readonly counts: BadgeCounts; readonly badges: readonly StatusBadge[] }) => (
  <>
    {badges
      .filter((badge) => counts[badge] > 0)
      .map((badge) => (
        <Link
          key={badge}
          to={PATHS.atms}
          search={{ badge }}
          style={{ flexGrow: counts[badge] }}
          title={`${BADGES[badge].label}: ${count(counts[badge])}`}
          tabIndex={-1}
        >
          <i data-badge={badge} />
        </Link>
      ))}
  </>
)

/** A fleet's badges to scale; below it the part that is not in service, stretched to the whole width. */
export const BadgeStrip = ({ counts, total }: { readonly counts: BadgeCounts; readonly total: number }) => {
  const serving = counts.IN_SERVICE
  const rest = BADGE_ORDER.filter((badge) => badge !== 'IN_SERVICE')
  const cut = total === 0 ? 100 : (serving / total) * 100
  return (
    <div className="forced">
      <div className={styles.strip} aria-hidden>
        <Parts counts={counts} badges={BADGE_ORDER} />
      </div>
      {total > serving && (
        <>
          <svg className={styles.lens} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <path d={`M${cut} 0H100L100 10H0Z`} />
          </svg>
          <div className={`${styles.strip} ${styles.zoom}`} aria-hidden>
            <Parts counts={counts} badges={rest} />
          </div>
        </>
      )}
      <p className={styles.caption}>
        {total === serving ? (
          t('All {total} in service', { total: count(total) })
        ) : (
          <Link to={PATHS.atms} search={{ service: 'NOT_IN_SERVICE', sort: '-urgency' }}>
            {t('{count} not in service, {share} of {total}', {
              count: count(total - serving),
              share: share(total - serving, total),
              total: count(total),
            })}
          </Link>
        )}
      </p>
    </div>
  )
}
