import type { ReactNode } from 'react'
import { personName } from '../api/people.ts'
import type { IncidentRowFragment, TaskKind, ViewFragment } from '../gql/graphql.gen.ts'
import { englishOf, t, tc, tn } from '../language/texts.ts'
import { READ_ONLY } from '../pages/incidents/kinds.ts'
import { refusalOf, TASK_KINDS } from '../pages/tasks/kinds.rules.ts'
import { PATHS } from '../paths.ts'
import { pageOf } from '../shell/nav.ts'
import { hrefOf, VIEW_PATHS } from '../shell/views/views.ts'
import { BADGES, BadgeGlyph, SEVERITIES, SeverityGlyph } from '../ui/badge.tsx'
import { date, duration, localTime, words } from '../ui/format.ts'
import { incidentTitle } from '../ui/incident-title.ts'
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
  /** True for what is listed only where its name is typed. */
  readonly isOnlyFound?: boolean
}

export type Caller = { readonly userId: string; readonly role: string | undefined; readonly now: number }

const mayWrite = ({ role }: Caller): boolean => role !== undefined && role !== 'USER'

const atmPath = (id: number): string => PATHS.atm.replace('$atmId', String(id))
const incidentPath = (id: number): string => PATHS.incident.replace('$incidentId', String(id))

/** An incident in a line. */
const about = (incident: IncidentRowFragment, now: number): string => {
  const { severity, agentAtmId, openedAt, status } = incident
  const it = { severity: SEVERITIES[severity].label, title: incidentTitle(incident), atm: agentAtmId }
  return status === 'RESOLVED'
    ? t('{severity}: {title} at {atm}, resolved', it)
    : t('{severity}: {title} at {atm}, open for {duration}', { ...it, duration: duration(now - Date.parse(openedAt)) })
}

const VERB_WORDS: Readonly<Record<IncidentVerb, string>> = {
  acknowledge: tc('action', 'Acknowledge'),
  take: t('Take'),
  release: t('Release'),
  assign: t('Assign'),
  note: tc('action', 'Note'),
  resolve: t('Resolve'),
}

const EFFECTS: Readonly<Record<IncidentVerb, string>> = {
  acknowledge: t('Acknowledges it in your name, at once.'),
  take: t('Makes it yours, at once. Can be undone for 5 seconds.'),
  release: t('Takes its owner away, at once. Can be undone for 5 seconds.'),
  assign: t('Asks for the new owner.'),
  note: t('Asks for the note.'),
  resolve: t('Asks for the cause; nothing is sent before.'),
}

/** Why a verb does nothing to an incident; null where it does something. */
const refusalOfVerb = (verb: IncidentVerb, incident: IncidentRowFragment, caller: Caller): string | null => {
  if (!mayWrite(caller)) return READ_ONLY
  if (verb === 'note') return null
  if (incident.status === 'RESOLVED') return t('It is over already.')
  if (verb === 'acknowledge' && incident.status === 'ACKNOWLEDGED') return t('It is acknowledged already.')
  if (verb === 'acknowledge' && incident.status === 'SUPPRESSED')
    return t('A maintenance window suppresses it; it can be acknowledged when that is over.')
  if (verb === 'take' && incident.ownerUserId === caller.userId) return t('It is yours already.')
  return verb === 'release' && incident.ownerUserId === null ? t('It has no owner.') : null
}

const incidentAct = (verb: IncidentVerb, incident: IncidentRowFragment, caller: Caller): Entry => {
  const refused = refusalOfVerb(verb, incident, caller)
  return {
    id: `${verb}-${incident.id}`,
    group: t('Actions'),
    label: `${VERB_WORDS[verb]} ${incident.id}`,
    note: about(incident, caller.now),
    icon: <SeverityGlyph severity={incident.severity} />,
    preview: t('Incident {id}. {incident}. {effect}', {
      id: incident.id,
      incident: about(incident, caller.now),
      effect: refused ?? EFFECTS[verb],
    }),
    ...(refused === null ? { act: { type: 'incident', verb, incident } } : {}),
  }
}

const incidentEntry = (incident: IncidentRowFragment, now: number): Entry => ({
  id: `incident-${incident.id}`,
  group: t('Incidents'),
  label: t('Incident {id}', { id: incident.id }),
  note: about(incident, now),
  icon: <SeverityGlyph severity={incident.severity} />,
  preview: t('Opens the page of incident {id}.', { id: incident.id }),
  act: { type: 'open', path: incidentPath(incident.id) },
})

const taskEntry = (kind: TaskKind, atm: FoundAtm, kinds: Found['kinds'], caller: Caller): Entry => {
  const { label, effect, dangerous } = TASK_KINDS[kind]
  const isRefused = !mayWrite(caller) || (kinds !== null && !kinds.includes(kind))
  const refusal = mayWrite(caller) ? refusalOf(kind) : t('Your role, user, gives no commands.')
  const asks = dangerous
    ? t('Asks you to type {text} before anything is sent.', { text: atm.agentAtmId })
    : t('Asks before it is sent.')
  return {
    id: `task-${atm.id}`,
    group: t('Actions'),
    label: `${label} ${atm.agentAtmId}`,
    note: [atm.siteName, BADGES[atm.badge].label].filter(Boolean).join(' · '),
    icon: <BadgeGlyph badge={atm.badge} />,
    preview: isRefused ? refusal : `${effect} ${asks}`,
    ...(isRefused ? {} : { act: { type: 'task', kind, atm } }),
  }
}

const atmEntry = (atm: FoundAtm): Entry => ({
  id: `atm-${atm.id}`,
  group: t('ATMs'),
  label: atm.agentAtmId,
  note: [atm.name, atm.siteName, BADGES[atm.badge].label].filter(Boolean).join(' · '),
  icon: <BadgeGlyph badge={atm.badge} />,
  act: { type: 'open', path: atmPath(atm.id) },
})

/** The sign of the page of the menu that an address belongs to. */
export const iconOf = (path: string): ReactNode => {
  const page = pageOf(path)
  return page === undefined ? undefined : <page.icon size={17} stroke={1.75} aria-hidden />
}

/** A kept filter of a list. */
export const viewEntry = (view: ViewFragment): Entry => {
  const page = pageOf(VIEW_PATHS[view.page])
  const list = view.page === 'FILES' || view.page === 'TRANSACTIONS' ? words(view.page) : page?.label
  return {
    id: `view-${view.id}`,
    group: t('Views'),
    label: view.name,
    note: [list, view.mine ? null : t('shared by {person}', { person: personName(view.userId, view.user) })]
      .filter(Boolean)
      .join(' · '),
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
      group: t('Sites'),
      label: site,
      note: t('its ATMs'),
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
          group: t('Transactions'),
          label: tn(found.totalElements, '{n} transaction', '{n} transactions'),
          note: tn(FIND_DAYS, 'of {what}, last {n} day', 'of {what}, last {n} days', { what: by.shown }),
          icon: iconOf(PATHS.journals),
          act: { type: 'open', path: PATHS.transactions, search: { ...by.search, span: String(FIND_DAYS) } },
        },
        ...found.content.map(
          ({ id, agentAtmId, startedAt, kind, amount, currency, verdict }): Entry => ({
            id: `transaction-${id}`,
            group: t('Transactions'),
            label: t('{kind} at {atm}', { kind: words(kind), atm: agentAtmId }),
            note: [localTime(startedAt), amount !== null && `${amount} ${currency ?? ''}`, verdict && words(verdict)]
              .filter(Boolean)
              .join(' · '),
            icon: iconOf(PATHS.journals),
            act: { type: 'open', path: PATHS.evidence.replace('$transactionId', String(id)) },
          }),
        ),
      ]

const OWNERS: Readonly<Record<string, string>> = { me: t('me'), nobody: t('no owner') }

/** A list's limits in words. */
const limitWords = ({ from, to, owner, ...rest }: ListSearch): string => {
  const values = [
    ...(owner === undefined ? [] : [OWNERS[owner] ?? owner]),
    ...Object.values(rest).map((value) => (/^[A-Z_]+$/.test(value) ? words(value).toLowerCase() : value)),
  ]
  const days =
    from === undefined || to === undefined
      ? []
      : [from === to ? date(from) : t('{from} to {to}', { from: date(from), to: date(to) })]
  return [...values, ...days].join(' · ')
}

const listEntry = ({ list, search }: Extract<Reading, { type: 'list' }>): Entry => {
  const path = PATHS[list]
  const name = list === 'atms' ? 'ATMs' : list === 'journals' ? t('Missing journals') : words(list)
  const limits = limitWords(search)
  return {
    id: `list-${list}`,
    group: t('Lists'),
    label: name,
    note: limits,
    icon: iconOf(path),
    preview:
      limits === ''
        ? t('Opens the list {list}.', { list: name })
        : t('Opens the list {list}, limited to {limits}.', { list: name, limits }),
    act: { type: 'open', path, search },
  }
}

/** What is said where a line lacks something, or nothing is found of it. */
const wordEntry = (id: string, label: string, preview: string): Entry => ({ id, group: t('Actions'), label, preview })

/** The first lines of a palette without a text: the pages, and what can be typed. */
const firstEntries = (own: readonly Entry[]): readonly Entry[] => [
  ...HINTS.map(
    ({ line, shown, does }): Entry => ({
      id: `hint-${line}`,
      group: t('You can type'),
      label: shown,
      note: does,
      act: { type: 'type', line },
    }),
  ),
  ...own.filter(({ isOnlyFound }) => isOnlyFound !== true),
]

const verbEntries = (
  { verb, id }: Extract<Reading, { type: 'incident' }>,
  { incident, isLooking, hasFailed }: Found,
  caller: Caller,
): readonly Entry[] => {
  if (id === null)
    return [wordEntry('number', `${VERB_WORDS[verb]} …`, t('Type the number of the incident, such as 2238.'))]
  if (incident) return [incidentAct(verb, incident, caller)]
  if (isLooking || hasFailed) return []
  return [
    wordEntry('none', `${VERB_WORDS[verb]} ${id}`, t('There is no incident {id}, or you may not see it.', { id })),
  ]
}

const taskEntries = (
  { kind, atm }: Extract<Reading, { type: 'task' }>,
  { atms, kinds, isLooking, hasFailed }: Found,
  caller: Caller,
): readonly Entry[] => {
  const { label } = TASK_KINDS[kind]
  if (atm === '') return [wordEntry('atm', `${label} …`, t('Type the id of the ATM, such as ACME-007.'))]
  const fitting = atms.filter(({ agentAtmId }) => agentAtmId.toUpperCase().startsWith(atm))
  if (fitting.length > 0) return fitting.map((one) => taskEntry(kind, one, kinds, caller))
  if (isLooking || hasFailed) return []
  return [wordEntry('none', `${label} ${atm}`, t('There is no ATM {atm}, or you may not see it.', { atm }))]
}

/** Says that a number is no incident's: what else was found of it would be taken for all that was looked for. */
const noIncident = (id: number): Entry => ({
  id: 'no-incident',
  group: t('Incidents'),
  label: t('Incident {id}', { id }),
  note: t('There is no incident {id}, or you may not see it.', { id }),
})

const foundEntries = (
  { words: text, incident: id, card, reference }: Extract<Reading, { type: 'search' }>,
  { atms, incident, ofCard, ofReference, isLooking, hasFailed }: Found,
  caller: Caller,
  own: readonly Entry[],
): readonly Entry[] => {
  const fits = ({ label }: Entry) =>
    text !== null && [label, ...englishOf(label)].some((name) => name.toLowerCase().includes(text.toLowerCase()))
  const verbs = incident ? INCIDENT_VERBS.map((verb) => incidentAct(verb, incident, caller)) : []
  // What is here at once comes first, and the rest together: no line moves under the eye or the finger.
  const here = own.filter(fits)
  if (isLooking) return here
  return [
    ...here,
    ...(incident ? [incidentEntry(incident, caller.now)] : []),
    ...atms.map(atmEntry),
    ...siteEntries(atms, text ?? ''),
    ...(card === null
      ? []
      : transactionEntries(ofCard, { search: { card }, shown: t('card {digits}', { digits: maskedCard(card) }) })),
    ...(reference === null
      ? []
      : transactionEntries(ofReference, {
          search: { reference },
          shown: t('reference {number}', { number: reference }),
        })),
    ...verbs.filter(({ act }) => act !== undefined),
    ...(id !== null && incident === null && !hasFailed && !text?.startsWith('0') ? [noIncident(id)] : []),
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
