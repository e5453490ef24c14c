import {
  IconBolt,
  IconCash,
  IconCpu,
  IconDotsCircleHorizontal,
  IconKey,
  IconNetwork,
  IconServerCog,
} from '@tabler/icons-react'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { HalfHours, type SeriesRow } from '../../ui/charts/half-hours.tsx'
import { words } from '../../ui/format.ts'
import { Empty } from '../../ui/widget.tsx'

type Series = NonNullable<FleetQuery['journalEventSeries']>

/** The categories in the order of the requirements; each has an icon, none a colour. */
const CATEGORIES = [
  ['HARDWARE', IconCpu],
  ['CASH', IconCash],
  ['NETWORK', IconNetwork],
  ['POWER', IconBolt],
  ['AUTH', IconKey],
  ['SYSTEM', IconServerCog],
  ['OTHER', IconDotsCircleHorizontal],
] as const

/** Whether the days before say anything: a fleet that is new here had no events at all. */
const hasPast = ({ categories }: Series): boolean =>
  categories.some(({ usual }) => usual.some((n) => n !== null && n !== undefined && n > 0))

const rowsOf = (series: Series): readonly SeriesRow[] => {
  const { categories } = series
  const isKnown = hasPast(series)
  return CATEGORIES.flatMap(([category, Icon]) => {
    const found = categories.find((one) => one.category === category)
    if (found === undefined) return []
    const icon = <Icon key={category} size={16} stroke={1.75} aria-hidden />
    const usual = isKnown ? found.usual : found.usual.map(() => null)
    return [{ id: category, label: words(category), icon, counts: found.counts, usual }]
  })
}

/** The day's events, half hour by half hour, against the usual. */
export const Events = ({ series }: { readonly series: Series }) => {
  const rows = rowsOf(series)
  if (rows.length === 0) return <Empty>No events in the last 24 hours.</Empty>
  return (
    <HalfHours
      rows={rows}
      from={Date.parse(series.from)}
      stepMs={series.bucketMinutes * 60_000}
      caption="Events in the last 24 hours"
    />
  )
}
