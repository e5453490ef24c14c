import {
  ATM_ATTRIBUTES,
  ATM_GROUPINGS,
  type AtmGrouping,
  isGrouping,
} from '../../../../../schema/atm-attributes.rules.ts'
import { countOf, sortOf, textOf, wordOf } from '../../search.ts'
import { BADGE_ORDER } from '../../ui/badge.tsx'

/** The columns that the list sorts by. */
export const SORTS = ['agentAtmId', 'siteName', 'serviceStateChangedAt', 'lastHeartbeatAt', 'urgency'] as const

const CONNECTIVITIES = ['CONNECTED', 'DISCONNECTED', 'NEVER_CONNECTED'] as const
const SERVICES = ['IN_SERVICE', 'NOT_IN_SERVICE'] as const

/** What ATMs are grouped by, in the order of a choice. */
export const GROUPINGS: readonly AtmGrouping[] = Object.keys(ATM_GROUPINGS).filter(isGrouping)

/** What the list of ATMs is limited to by what people entered about them. */
export type GroupSearch = {
  readonly vendor?: string
  readonly model?: string
  readonly site?: string
  readonly region?: string
  readonly costCentre?: string
  readonly criticality?: (typeof ATM_ATTRIBUTES.criticality.choices)[number]
  readonly tag?: string
  readonly without?: AtmGrouping
}

/** What the address of the list of ATMs holds. */
export type AtmsSearch = GroupSearch & {
  readonly badge?: (typeof BADGE_ORDER)[number]
  /** Those that serve, or those that do not, whatever else they do. */
  readonly service?: (typeof SERVICES)[number]
  readonly connectivity?: (typeof CONNECTIVITIES)[number]
  readonly q?: string
  /** Those that are retired, instead of those in use. */
  readonly use?: 'RETIRED'
  /** What is counted instead of listed. */
  readonly by?: AtmGrouping
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
  /** True while the form for a new ATM is open. */
  readonly register?: true
  /** What else lies over the page. */
  readonly open?: 'import' | 'typos'
}

/** The part of an address that limits a list to groups of ATMs. */
export const readGroups = (search: Record<string, unknown>): GroupSearch => ({
  vendor: textOf(search.vendor),
  model: textOf(search.model),
  site: textOf(search.site),
  region: textOf(search.region),
  costCentre: textOf(search.costCentre),
  criticality: wordOf(ATM_ATTRIBUTES.criticality.choices, search.criticality),
  tag: textOf(search.tag),
  without: wordOf(GROUPINGS, search.without),
})

/** The groups of a search in the words of the graph. */
export const groupsOf = (search: GroupSearch) => ({
  ...{ vendor: search.vendor ?? null, model: search.model ?? null, site: search.site ?? null },
  ...{ region: search.region ?? null, costCentre: search.costCentre ?? null },
  ...{ criticality: search.criticality ?? null, tag: search.tag ?? null, without: search.without ?? null },
})

/** The parts of an address that limit a list to groups of ATMs. */
export const GROUP_FILTERS = [
  ...(['vendor', 'model', 'site', 'region'] as const),
  ...(['costCentre', 'criticality', 'tag', 'without'] as const),
] satisfies readonly (keyof GroupSearch)[]

export const readSearch = (search: Record<string, unknown>): AtmsSearch => ({
  badge: wordOf(BADGE_ORDER, search.badge),
  service: wordOf(SERVICES, search.service),
  connectivity: wordOf(CONNECTIVITIES, search.connectivity),
  q: textOf(search.q),
  use: wordOf(['RETIRED'], search.use),
  by: wordOf(GROUPINGS, search.by),
  ...readGroups(search),
  sort: sortOf(SORTS, search.sort),
  page: countOf(search.page, 2),
  register: search.register === true || search.register === 'true' ? true : undefined,
  open: wordOf(['import', 'typos'], search.open),
})

/** A search without any filter. */
export const NO_FILTERS = {
  ...{ service: undefined, connectivity: undefined },
  ...{ badge: undefined, q: undefined, use: undefined, vendor: undefined, model: undefined, site: undefined },
  ...{ region: undefined, costCentre: undefined, criticality: undefined, tag: undefined, without: undefined },
} satisfies AtmsSearch

/** The filters of a search in the words of the graph. */
export const filtersOf = (search: AtmsSearch) => ({
  lifecycle: search.use ?? null,
  inService: search.service === undefined ? null : search.service === 'IN_SERVICE',
  connectivity: search.connectivity ?? null,
  ...{ badge: search.badge ?? null, q: search.q ?? null },
  ...groupsOf(search),
})
