import { countOf, dateOf, instantIn, sortOf, textOf, wordOf } from '../../search.ts'
import { SEVERITY_ORDER } from '../../ui/badge.tsx'
import { GROUP_FILTERS, type GroupSearch, groupsOf, readGroups } from '../atms/search.ts'

/** The columns that the list sorts by. */
export const SORTS = ['severity', 'openedAt', 'lastEventAt', 'occurrenceCount', 'status', 'kind', 'nextDueAt'] as const

/** Which incidents the list is of; without a word, those that are not resolved. */
export const STATUSES = ['OPEN', 'ACKNOWLEDGED', 'SUPPRESSED', 'RESOLVED', 'ALL'] as const
export type StatusChoice = (typeof STATUSES)[number]

/** What people do on an incident, beside resolving it. */
export const WORK = ['OPENED', 'ACKNOWLEDGED', 'NOTE'] as const

/** Which targets incidents miss. */
export const TARGETS = ['ACKNOWLEDGE', 'RESOLVE'] as const

/** What the address of the list of incidents holds. */
export type IncidentsSearch = GroupSearch & {
  readonly status?: StatusChoice
  readonly severity?: (typeof SEVERITY_ORDER)[number]
  readonly kind?: string
  /** The numeric id of an ATM. */
  readonly atm?: number
  /** Who works on it: `me`, `nobody` or the id of a user. */
  readonly owner?: string
  /** The first and the last day on which it was opened, such as `2026-11-20`, in the reader's time; or `since`. */
  readonly from?: string
  readonly to?: string
  /** The instants between which it was opened, such as `2026-11-20T03:00:00.000Z`; both or none. */
  readonly since?: string
  readonly until?: string
  /** The instants between which it was resolved, and the id of the user who resolved it. */
  readonly resolvedSince?: string
  readonly resolvedUntil?: string
  readonly resolvedBy?: string
  /** The instants between which somebody worked on it, the id of that user, and what it was. */
  readonly workedSince?: string
  readonly workedUntil?: string
  readonly workedBy?: string
  readonly work?: (typeof WORK)[number]
  /** The instants between which it missed a target, and which target that was. */
  readonly missedSince?: string
  readonly missedUntil?: string
  readonly missed?: (typeof TARGETS)[number]
  /** False for a list without what maintenance windows suppressed. */
  readonly suppressed?: false
  /** Words that the incidents are about. */
  readonly q?: string
  /** The mass outage whose parts are listed. */
  readonly parent?: number
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
  /** True while the form for a new incident is open. */
  readonly create?: true
}

/** Whether the platform looks for words: two characters, or a number. Fewer stay in the field, and are not sent. */
const isLookedFor = (words: string): boolean => words.length > 1 || /^\d$/.test(words)

export const readSearch = (search: Record<string, unknown>): IncidentsSearch => ({
  status: wordOf(STATUSES, search.status),
  severity: wordOf(SEVERITY_ORDER, search.severity),
  kind: textOf(search.kind),
  atm: countOf(search.atm, 1),
  owner: textOf(search.owner),
  // Days beside instants would limit nothing.
  ...(instantIn(search.since) === undefined ? { from: dateOf(search.from), to: dateOf(search.to) } : {}),
  since: instantIn(search.since),
  until: instantIn(search.until),
  resolvedSince: instantIn(search.resolvedSince),
  resolvedUntil: instantIn(search.resolvedUntil),
  resolvedBy: textOf(search.resolvedBy),
  workedSince: instantIn(search.workedSince),
  workedUntil: instantIn(search.workedUntil),
  workedBy: textOf(search.workedBy),
  work: wordOf(WORK, search.work),
  missedSince: instantIn(search.missedSince),
  missedUntil: instantIn(search.missedUntil),
  missed: wordOf(TARGETS, search.missed),
  suppressed: search.suppressed === false || search.suppressed === 'false' ? false : undefined,
  parent: countOf(search.parent, 1),
  q: textOf(search.q)?.slice(0, 100),
  ...readGroups(search),
  sort: sortOf(SORTS, search.sort),
  page: countOf(search.page, 2),
  create: search.create === true || search.create === 'true' ? true : undefined,
})

/** The parts of an address that limit the list. */
export const FILTERS = [
  ...(['status', 'severity', 'kind', 'atm', 'owner', 'from', 'to', 'since', 'until', 'parent', 'q'] as const),
  ...(['resolvedSince', 'resolvedUntil', 'resolvedBy', 'suppressed'] as const),
  ...(['workedSince', 'workedUntil', 'workedBy', 'work'] as const),
  ...(['missedSince', 'missedUntil', 'missed'] as const),
  ...GROUP_FILTERS,
]

/** Midnight at the beginning of a day, or of the next, in the reader's time. */
const startOf = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** What the graph is asked for an address, beside its page and order. `me` is the caller's user id. */
export const filterOf = (search: IncidentsSearch, me: string) => {
  const { status, severity, kind, atm, owner, from, to, since, until, parent, q } = search
  return {
    status: status === 'ALL' ? null : (status ?? null),
    resolved: status === undefined ? false : null,
    severity: severity ?? null,
    kind: kind ?? null,
    atmId: atm ?? null,
    ownerUserId: owner === undefined || owner === 'nobody' ? null : owner === 'me' ? me : owner,
    hasOwner: owner === 'nobody' ? false : null,
    openedFrom: since ?? (from === undefined ? null : startOf(from)),
    openedTo: until ?? (to === undefined ? null : startOf(to, 1)),
    resolvedFrom: search.resolvedSince ?? null,
    resolvedTo: search.resolvedUntil ?? null,
    resolvedBy: search.resolvedBy ?? null,
    work: search.work ?? null,
    workedBy: search.workedBy ?? null,
    workedFrom: search.workedSince ?? null,
    workedTo: search.workedUntil ?? null,
    missed: search.missed ?? null,
    missedFrom: search.missedSince ?? null,
    missedTo: search.missedUntil ?? null,
    suppressed: search.suppressed ?? null,
    parentIncidentId: parent ?? null,
    q: q !== undefined && isLookedFor(q) ? q : null,
    ...groupsOf(search),
    // A mass outage is listed in place of its parts, except in what one ATM has had.
    isPart: parent === undefined && atm === undefined ? false : null,
  }
}
