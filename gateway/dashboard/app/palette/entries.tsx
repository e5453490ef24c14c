import type { ReactNode } from 'react'
import { personName } from '../api/people.ts'
import type { IncidentRowFragment, TaskKind, ViewFragment } from '../gql/graphql.gen.ts'
import { READ_ONLY } from '../pages/incidents/kinds.ts'
import { refusalOf, TASK_KINDS } from '../pages/tasks/kinds.rules.ts'
import { PATHS } from '../paths.ts'
import { pageOf } from '../shell/nav.ts'
import { hrefOf, VIEW_PATHS } from '../shell/views/views.ts'
import { BADGES, BadgeGlyph, SEVERITIES, SeverityGlyph } from '../ui/badge.tsx'
import { date, duration, localTime, plural, words } from '../ui/format.ts'
import { HINTS, INCIDENT_VERBS, type IncidentVerb, type ListSearch, maskedCard, type Reading } from './grammar.rules.ts'
import { FIND_DAYS, type Found, type FoundAtm, type FoundTransactions } from './use-found.ts'

/** What the palette does when a line is chosen. */
export type Act =
  | { readonly type: 'open'; readonly path: string; readonly search?: ListSearch }
  /** An address with what it holds. */
  | { readonly type: 'go'; readonly href: string }
  | { readonly type: 'type'; readonly line: string }
  | { readonly type: 'call'; readonly call: () => void }
  | { readonly type: 'incident'; readonly verb: IncidentVerb; readonly incident: IncidentRowFragment }
  | { readonly type: 'task'; readonly kind: TaskKind; readonly atm: FoundAtm }

/** One line of the palette. */
export type Entry = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly note?: string | undefined
  readonly icon?: ReactNode
  /** What will happen. */
  readonly preview?: string
  /** Undefined for what the caller cannot do; `preview` says why. */
  readonly act?: Act
}

export type Caller = { readonly userId: string; readonly role: string | undefined; readonly now: number }

const mayWrite = ({ role }: Caller): boolean => role !== undefined && role !== 'USER'

const atmPath = (id: number): string => PATHS.atm.replace('$atmId', String(id))
const incidentPath = (id: number): string => PATHS.incident.replace('$incidentId', String(id))

/** An incident in a line. */
const about = ({ severity, title, agentAtmId, openedAt, status }: IncidentRowFragment, now: number): string =>
  `${SEVERITIES[severity].label}: ${title} at ${agentAtmId}, ${
    status === 'RESOLVED' ? 'resolved' : `open for ${duration(now - Date.parse(openedAt))}`
  }`

const EFFECTS: Readonly<Record<IncidentVerb, string>> = {
  acknowledge: 'Acknowledges it in your name, at once.',
  take: 'Makes it yours, at once. Can be undone for 5 seconds.',
  release: 'Takes its owner away, at once. Can be undone for 5 seconds.',
  assign: 'Asks whose it is to be.',
  note: 'Asks for the note.',
  resolve: 'Asks for the cause; nothing is sent before.',
}

/** Why a verb does nothing to an incident; null where it does something. */
const refusalOfVerb = (verb: IncidentVerb, incident: IncidentRowFragment, caller: Caller): string | null => {
  if (!mayWrite(caller)) return READ_ONLY
  if (verb === 'note') return null
  if (incident.status === 'RESOLVED') return 'It is over already.'
  if (verb === 'acknowledge' && incident.status === 'ACKNOWLEDGED') return 'It is acknowledged already.'
  if (verb === 'acknowledge' && incident.status === 'SUPPRESSED')
    return 'A maintenance window suppresses it; it can be acknowledged when that is over.'
  if (verb === 'take' && incident.ownerUserId === caller.userId) return 'It is yours already.'
  return verb === 'release' && incident.ownerUserId === null ? 'Nobody works on it.' : null
}

const incidentAct = (verb: IncidentVerb, incident: IncidentRowFragment, caller: Caller): Entry => {
  const refused = refusalOfVerb(verb, incident, caller)
  return {
    id: `${verb}-${incident.id}`,
    group: 'Actions',
    label: `${words(verb)} ${incident.id}`,
    note: about(incident, caller.now),
    icon: <SeverityGlyph severity={incident.severity} />,
    preview: `Incident ${incident.id}. ${about(incident, caller.now)}. ${refused ?? EFFECTS[verb]}`,
    ...(refused === null ? { act: { type: 'incident', verb, incident } } : {}),
  }
}

const incidentEntry = (incident: IncidentRowFragment, now: number): Entry => ({
  id: `incident-${incident.id}`,
  group: 'Incidents',
  label: `Incident ${incident.id}`,
  note: about(incident, now),
  icon: <SeverityGlyph severity={incident.severity} />,
  preview: `Opens the page of incident ${incident.id}.`,
  act: { type: 'open', path: incidentPath(incident.id) },
})

const taskEntry = (kind: TaskKind, atm: FoundAtm, kinds: Found['kinds'], caller: Caller): Entry => {
  const { label, effect, dangerous } = TASK_KINDS[kind]
  const isRefused = !mayWrite(caller) || (kinds !== null && !kinds.includes(kind))
  const refusal = mayWrite(caller) ? refusalOf(kind) : 'Your role, user, gives no commands.'
  const asks = dangerous ? `Asks you to type ${atm.agentAtmId} before anything is sent.` : 'Asks before it is sent.'
  return {
    id: `task-${atm.id}`,
    group: 'Actions',
    label: `${label} ${atm.agentAtmId}`,
    note: [atm.siteName, BADGES[atm.badge].label].filter(Boolean).join(' · '),
    icon: <BadgeGlyph badge={atm.badge} />,
    preview: isRefused ? refusal : `${effect} ${asks}`,
    ...(isRefused ? {} : { act: { type: 'task', kind, atm } }),
  }
}

const atmEntry = (atm: FoundAtm): Entry => ({
  id: `atm-${atm.id}`,
  group: 'ATMs',
  label: atm.agentAtmId,
  note: [atm.name, atm.siteName, BADGES[atm.badge].label].filter(Boolean).join(' · '),
  icon: <BadgeGlyph badge={atm.badge} />,
  act: { type: 'open', path: atmPath(atm.id) },
})

const iconOf = (path: string): ReactNode => {
  const page = pageOf(path)
  return page === undefined ? undefined : <page.icon size={17} stroke={1.75} aria-hidden />
}

/** A kept filter of a list. */
export const viewEntry = (view: ViewFragment): Entry => {
  const page = pageOf(VIEW_PATHS[view.page])
  const list = view.page === 'FILES' || view.page === 'TRANSACTIONS' ? words(view.page) : page?.label
  return {
    id: `view-${view.id}`,
    group: 'Views',
    label: view.name,
    note: [list, view.mine ? null : `shared by ${personName(view.userId, view.user)}`].filter(Boolean).join(' · '),
    icon: iconOf(VIEW_PATHS[view.page]),
    act: { type: 'go', href: hrefOf(view) },
  }
}

/** The sites of what was found whose names have the words. */
const siteEntries = (atms: readonly FoundAtm[], text: string): readonly Entry[] =>
  [...new Set(atms.map(({ siteName }) => siteName))]
    .filter((site): site is string => site?.toLowerCase().includes(text.toLowerCase()) === true)
    .slice(0, 3)
    .map((site) => ({
      id: `site-${site}`,
      group: 'Sites',
      label: site,
      note: 'its ATMs',
      icon: iconOf(PATHS.atms),
      act: { type: 'open', path: PATHS.atms, search: { site } },
    }))

const transactionEntries = (
  found: FoundTransactions | null,
  by: { readonly search: ListSearch; readonly shown: string },
): readonly Entry[] =>
  found === null || found.totalElements === 0
    ? []
    : [
        {
          id: `transactions-${by.shown}`,
          group: 'Transactions',
          label: plural(found.totalElements, 'transaction'),
          note: `of ${by.shown}, last ${FIND_DAYS} days`,
          icon: iconOf(PATHS.journals),
          act: { type: 'open', path: PATHS.transactions, search: { ...by.search, span: String(FIND_DAYS) } },
        },
        ...found.content.map(
          ({ id, agentAtmId, startedAt, kind, amount, currency, verdict }): Entry => ({
            id: `transaction-${id}`,
            group: 'Transactions',
            label: `${words(kind)} at ${agentAtmId}`,
            note: [localTime(startedAt), amount !== null && `${amount} ${currency ?? ''}`, verdict && words(verdict)]
              .filter(Boolean)
              .join(' · '),
            icon: iconOf(PATHS.journals),
            act: { type: 'open', path: PATHS.evidence.replace('$transactionId', String(id)) },
          }),
        ),
      ]

/** A list's limits in words. */
const limitWords = ({ from, to, ...rest }: ListSearch): string => {
  const values = Object.values(rest).map((value) => (/^[A-Z_]+$/.test(value) ? words(value).toLowerCase() : value))
  const days = from === undefined || to === undefined ? [] : [from === to ? date(from) : `${date(from)} to ${date(to)}`]
  return [...values, ...days].join(' · ')
}

const listEntry = ({ list, search }: Extract<Reading, { type: 'list' }>): Entry => {
  const path = PATHS[list]
  const name = list === 'atms' ? 'ATMs' : list === 'journals' ? 'Missing journals' : words(list)
  const limits = limitWords(search)
  return {
    id: `list-${list}`,
    group: 'Lists',
    label: name,
    note: limits,
    icon: iconOf(path),
    preview: `Opens the list ${name}${limits === '' ? '' : `, limited to ${limits}`}.`,
    act: { type: 'open', path, search },
  }
}

/** What is said where a line lacks something, or nothing is found of it. */
const wordEntry = (id: string, label: string, preview: string): Entry => ({ id, group: 'Actions', label, preview })

/** The first lines of a palette without a text: the pages, and what can be typed. */
const firstEntries = (own: readonly Entry[]): readonly Entry[] => [
  ...HINTS.map(
    ({ line, shown, does }): Entry => ({
      id: `hint-${line}`,
      group: 'You can type',
      label: shown,
      note: does,
      act: { type: 'type', line },
    }),
  ),
  ...own,
]

const verbEntries = (
  { verb, id }: Extract<Reading, { type: 'incident' }>,
  { incident, isLooking, hasFailed }: Found,
  caller: Caller,
): readonly Entry[] => {
  if (id === null) return [wordEntry('number', `${words(verb)} …`, 'Type the number of the incident, such as 2238.')]
  if (incident) return [incidentAct(verb, incident, caller)]
  if (isLooking || hasFailed) return []
  return [wordEntry('none', `${words(verb)} ${id}`, `There is no incident ${id}, or it is not yours to see.`)]
}

const taskEntries = (
  { kind, atm }: Extract<Reading, { type: 'task' }>,
  { atms, kinds, isLooking, hasFailed }: Found,
  caller: Caller,
): readonly Entry[] => {
  const { label } = TASK_KINDS[kind]
  if (atm === '') return [wordEntry('atm', `${label} …`, 'Type the id of the ATM, such as ACME-007.')]
  const fitting = atms.filter(({ agentAtmId }) => agentAtmId.toUpperCase().startsWith(atm))
  if (fitting.length > 0) return fitting.map((one) => taskEntry(kind, one, kinds, caller))
  if (isLooking || hasFailed) return []
  return [wordEntry('none', `${label} ${atm}`, `There is no ATM ${atm}, or it is not yours to see.`)]
}

const foundEntries = (
  { words: text, card, reference }: Extract<Reading, { type: 'search' }>,
  { atms, incident, ofCard, ofReference, isLooking }: Found,
  caller: Caller,
  own: readonly Entry[],
): readonly Entry[] => {
  const fits = ({ label }: Entry) => text !== null && label.toLowerCase().includes(text.toLowerCase())
  const verbs = incident ? INCIDENT_VERBS.map((verb) => incidentAct(verb, incident, caller)) : []
  // What is here at once comes first, and the rest together: no line moves under the eye or the finger.
  const here = own.filter(fits)
  if (isLooking) return here
  return [
    ...here,
    ...(incident ? [incidentEntry(incident, caller.now)] : []),
    ...atms.map(atmEntry),
    ...siteEntries(atms, text ?? ''),
    ...(card === null ? [] : transactionEntries(ofCard, { search: { card }, shown: `card ${maskedCard(card)}` })),
    ...(reference === null
      ? []
      : transactionEntries(ofReference, { search: { reference }, shown: `reference ${reference}` })),
    ...verbs.filter(({ act }) => act !== undefined),
  ]
}

/** The lines of what a line of the palette asks for. `own` are the pages, and what the dashboard itself does. */
export const entriesOf = (reading: Reading, found: Found, caller: Caller, own: readonly Entry[]): readonly Entry[] => {
  switch (reading.type) {
    case 'empty':
      return firstEntries(own)
    case 'list':
      return [listEntry(reading)]
    case 'incident':
      return verbEntries(reading, found, caller)
    case 'task':
      return taskEntries(reading, found, caller)
    case 'search':
      return foundEntries(reading, found, caller, own)
  }
}
