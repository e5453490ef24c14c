import {
  IconBolt,
  IconCash,
  IconCpu,
  IconDotsCircleHorizontal,
  IconKey,
  IconNetwork,
  IconServerCog,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { FleetChartsQuery } from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { PATHS } from '../../../paths.ts'
import { HalfHours, type SeriesRow } from '../../../ui/charts/half-hours.tsx'
import { words } from '../../../ui/format.ts'
import { Empty } from '../../../ui/widget.tsx'
import { isPast, labelOf, type Range, wordsOf } from './ranges.ts'

type Series = NonNullable<FleetChartsQuery['journalEventSeries']>

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

/** The events behind a row of the chart. */
const linkOf = (row: string, from: number, to: number | null): LinkProps => ({
  to: PATHS.events,
  search: {
    category: CATEGORIES.map(([category]) => category).find((category) => category === row),
    from: new Date(from).toISOString(),
    to: to === null ? undefined : new Date(to).toISOString(),
  },
})

/** The events of a time, part by part, against the usual. */
export const Events = ({ series, range }: { readonly series: Series; readonly range: Range }) => {
  const rows = rowsOf(series)
  if (rows.length === 0) return <Empty>{t('No events in this time.')}</Empty>
  return (
    <HalfHours
      rows={rows}
      from={Date.parse(series.from)}
      stepMs={series.bucketMinutes * 60_000}
      caption={t('Events, {range}', { range: wordsOf(range) })}
      span={isPast(range) ? t('all day') : labelOf(range)}
      isRunning={!isPast(range)}
      linkOf={linkOf}
    />
  )
}
