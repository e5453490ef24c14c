import { countOf, sortOf, textOf, wordOf } from '../../search.ts'

export const SORTS = [
  'name',
  'availabilityPct',
  'outOfServiceSeconds',
  'inSupervisorSeconds',
  'unreachableSeconds',
  'maintenanceSeconds',
] as const

/** What has a row of its own; without a word, each ATM. */
export const GROUPS = [
  'institution',
  'siteName',
  'vendor',
  'model',
  'region',
  'costCentre',
  'criticality',
  'tags',
] as const

/** What the address of the availability report holds. */
export type AvailabilitySearch = {
  /** Such as `2026-10`; without one, this month. */
  readonly month?: string
  readonly group?: (typeof GROUPS)[number]
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
}

const monthOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text !== undefined && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined
}

export const readSearch = (search: Record<string, unknown>): AvailabilitySearch => ({
  month: monthOf(search.month),
  group: wordOf(GROUPS, search.group),
  sort: sortOf(SORTS, search.sort),
  page: countOf(search.page, 2),
})
