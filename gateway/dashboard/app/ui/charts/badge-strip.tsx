import type { StatusBadge } from '../../gql/graphql.gen.ts'
import { BADGE_ORDER, BADGES } from '../badge.tsx'
import { count, share } from '../format.ts'
import styles from './charts.module.css'

/** How many ATMs have each badge. */
export type BadgeCounts = Readonly<Record<StatusBadge, number>>

const Parts = ({ counts, badges }: { readonly counts: BadgeCounts; readonly badges: readonly StatusBadge[] }) => (
  <>
    {badges
      .filter((badge) => counts[badge] > 0)
      .map((badge) => (
        <i key={badge} data-badge={badge} style={{ flexGrow: counts[badge] }} />
      ))}
  </>
)

/** A fleet's badges to scale; below it the part that is not in service, stretched to the whole width. */
export const BadgeStrip = ({ counts, total }: { readonly counts: BadgeCounts; readonly total: number }) => {
  const serving = counts.IN_SERVICE
  const rest = BADGE_ORDER.filter((badge) => badge !== 'IN_SERVICE')
  const cut = total === 0 ? 100 : (serving / total) * 100
  const words = BADGE_ORDER.map((badge) => `${BADGES[badge].label} ${count(counts[badge])}`).join(', ')
  return (
    <div className="forced" role="img" aria-label={`${count(total)} ATMs: ${words}`}>
      <div className={styles.strip}>
        <Parts counts={counts} badges={BADGE_ORDER} />
      </div>
      {total > serving && (
        <>
          <svg className={styles.lens} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <path d={`M${cut} 0H100L100 10H0Z`} />
          </svg>
          <div className={`${styles.strip} ${styles.zoom}`}>
            <Parts counts={counts} badges={rest} />
          </div>
        </>
      )}
      <p className={styles.caption}>
        {total === serving
          ? `All ${count(total)} in service`
          : `${count(total - serving)} not in service, ${share(total - serving, total)} of ${count(total)}`}
      </p>
    </div>
  )
}
