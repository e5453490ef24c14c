import type { TaskKind } from '../../gql/graphql.gen.ts'
import { countOf, dateOf, wordOf, wordsOf } from '../../search.ts'
import { KINDS } from '../tasks/search.ts'

/** The groups that the timeline is filtered by, in the order of their chips. */
export const GROUPS = [
  'Card reader',
  'Cash handling',
  'Cassettes',
  'PIN and security',
  'Printer and journal',
  'Power and network',
  'Software',
  'Operations',
] as const
export type Group = (typeof GROUPS)[number]

/** How far back the timeline goes, in hours. */
export const RANGES = ['24', '168', '720', '8784'] as const
export const USUAL_RANGE = '168'

/** What lies over the page besides a command to give: all commands, the form, and the ends of an ATM's life. */
export const DIALOGS = ['actions', 'edit', 'retire', 'reactivate', 'merge'] as const

/** What the address of an ATM's page holds. */
export type AtmSearch = {
  /** How much of the history of states is drawn; a day unless it is a week. */
  readonly span?: '7d'
  readonly groups?: readonly Group[]
  readonly hours?: (typeof RANGES)[number]
  readonly page?: number
  /** The day of the journal calendar that is looked at. */
  readonly day?: string
  /** What lies over the page. */
  readonly open?: TaskKind | (typeof DIALOGS)[number]
}

export const readSearch = (search: Record<string, unknown>): AtmSearch => {
  const hours = wordOf(RANGES, String(search.hours))
  return {
    span: wordOf(['7d'], search.span),
    groups: wordsOf(GROUPS, search.groups),
    hours: hours === USUAL_RANGE ? undefined : hours,
    page: countOf(search.page, 2),
    day: dateOf(search.day),
    open: wordOf([...KINDS, ...DIALOGS], search.open),
  }
}
