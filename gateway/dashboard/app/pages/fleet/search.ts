import { wordOf } from '../../search.ts'
import { RANGES, type Range } from './charts/ranges.ts'

/** What the address of the fleet's page holds. */
export type FleetSearch = { readonly range?: Exclude<Range, '24h'> }

export const readSearch = (search: Record<string, unknown>): FleetSearch => {
  const range = wordOf(RANGES, search.range)
  return { range: range === '24h' ? undefined : range }
}
