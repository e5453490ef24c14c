import { countOf, dateOf, textOf, wordOf } from '../../search.ts'
import { isActionName } from './audit/action-name.ts'

/** The tabs of the page; what MSP_ADMIN may ask for comes first. */
export const TABS = ['events', 'types', 'health', 'targets', 'webhooks', 'audit', 'jobs', 'letters'] as const
export type Tab = (typeof TABS)[number]

/** The services whose messages can die. */
export const LETTER_SERVICES = ['journal', 'analytics', 'incident', 'fleet'] as const
export type LetterService = (typeof LETTER_SERVICES)[number]

/** What the address of the administration holds. */
export type AdminSearch = {
  readonly tab?: Tab
  /** Events: of this type, as it was sent. */
  readonly type?: string
  /** Events and dead letters: those done with already, or all; without it those that wait. */
  readonly show?: 'done' | 'all'
  readonly service?: LetterService
  readonly page?: number
  /** The audit: only what this user did, this action, of this record, from and to these days. */
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
  readonly from?: string
  readonly to?: string
  /** The row that is open beside the list: a number, an id, or the name of a job. */
  readonly row?: string
  /** Asks for a form: of types and targets, what it begins with, blank for nothing. */
  readonly add?: string
}

const actionNameOf = (value: unknown): string | undefined => {
  const name = textOf(value)
  return name !== undefined && isActionName(name) ? name : undefined
}

export const readSearch = (search: Record<string, unknown>): AdminSearch => ({
  tab: wordOf(TABS, search.tab),
  type: textOf(search.type),
  show: wordOf(['done', 'all'] as const, search.show),
  service: wordOf(LETTER_SERVICES, search.service),
  page: countOf(search.page, 2),
  actor: textOf(search.actor),
  action: actionNameOf(search.action),
  subject: textOf(search.subject),
  from: dateOf(search.from),
  to: dateOf(search.to),
  row: textOf(search.row),
  add: typeof search.add === 'string' ? search.add.trim() : undefined,
})

/** What `show` is to the platform. */
export const replayedOf = ({ show }: AdminSearch): boolean | null => (show === 'all' ? null : show === 'done')
