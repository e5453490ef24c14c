import { instantIn, textOf, wordOf } from '../../search.ts'
import { GROUPS } from '../atm/search.ts'

/** The categories in the order of the requirements. */
export const CATEGORIES = ['HARDWARE', 'CASH', 'NETWORK', 'POWER', 'AUTH', 'SYSTEM', 'OTHER'] as const

/** How many of the last hours the list is of, besides 24. */
export const HOURS = ['1', '6', '168', '720'] as const

/** What the address of the list of events holds. */
export type EventsSearch = {
  readonly hours?: (typeof HOURS)[number]
  /** A time as instants, such as that of a bar of a chart; without an end it goes on until now. */
  readonly from?: string
  readonly to?: string
  readonly category?: (typeof CATEGORIES)[number]
  readonly group?: (typeof GROUPS)[number]
  readonly type?: string
  /** The agent id of an ATM. */
  readonly atm?: string
  /** Where the page before ends. */
  readonly after?: string
}

export const readSearch = (search: Record<string, unknown>): EventsSearch => {
  const from = instantIn(search.from)
  return {
    hours: from === undefined ? wordOf(HOURS, String(search.hours)) : undefined,
    from,
    to: from === undefined ? undefined : instantIn(search.to),
    category: wordOf(CATEGORIES, search.category),
    group: wordOf(GROUPS, search.group),
    type: textOf(search.type)?.slice(0, 60),
    atm: textOf(search.atm)?.slice(0, 64),
    after: textOf(search.after)?.slice(0, 200),
  }
}

/** A search without any filter, at its first page. */
export const NO_FILTERS = {
  ...{ hours: undefined, from: undefined, to: undefined, category: undefined, group: undefined, type: undefined },
  ...{ atm: undefined, after: undefined },
} satisfies EventsSearch

export const isFiltered = ({ after, ...filters }: EventsSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)
