import { MINUTE_MS } from '../../kit/common/dates.ts'
import { CATEGORIES, type EventTypes } from '../model/event-types.rules.ts'
import type { JournalEventSeries } from '../schema.gen.ts'
import type { Buckets } from './buckets.rules.ts'
import { type HalfHours, usualOf } from './fleet-history.rules.ts'

/**
 * The counts of each category, bucket by bucket, and what is usual of them; nothing is known of that without half
 * hours.
 */
export const seriesOf = (
  { from, widthMs, buckets }: Buckets,
  slots: readonly { readonly slot: number; readonly counts: readonly number[] }[],
  types: EventTypes,
  halfHours: HalfHours | null,
): JournalEventSeries => {
  const categoryOf = (index: number): string => types.byId.get(index + 1)?.category ?? 'OTHER'
  const rows = new Map(CATEGORIES.map((category): [string, number[]] => [category, new Array(buckets).fill(0)]))
  for (const { slot, counts } of slots) {
    const place = Math.round((slot - from.getTime()) / widthMs)
    for (const [index, count] of counts.entries()) {
      const row = rows.get(categoryOf(index))
      const before = row?.[place]
      if (row !== undefined && before !== undefined) row[place] = before + count
    }
  }
  return {
    from,
    bucketMinutes: widthMs / MINUTE_MS,
    categories: [...rows].map(([category, counts]) => ({
      category,
      total: counts.reduce((sum, count) => sum + count, 0),
      counts,
      usual:
        halfHours === null
          ? counts.map(() => null)
          : usualOf({ from, widthMs, buckets }, halfHours, (all) =>
              all.reduce((sum, count, index) => (categoryOf(index) === category ? sum + count : sum), 0),
            ),
    })),
  }
}
