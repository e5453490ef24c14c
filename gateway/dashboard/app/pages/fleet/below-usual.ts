import type { FleetQuery } from '../../gql/graphql.gen.ts'

type Badges = NonNullable<FleetQuery['atmBadges']>
type Recent = FleetQuery['recently']

/** How many points of the ATMs in service there are below what is usual right now; null where either is not known. */
export const belowUsual = (badges: Badges | null | undefined, recent: Recent | undefined): number | null => {
  const usual = recent?.buckets.at(-1)?.usualInServicePct ?? null
  if (badges === null || badges === undefined || badges.total === 0 || usual === null) return null
  return usual - (badges.inService / badges.total) * 100
}
