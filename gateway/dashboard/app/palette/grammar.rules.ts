import type { TaskKind } from '../gql/graphql.gen.ts'

/**
 * What a line of the palette asks for. It is one of:
 *
 *   VERB NUMBER                      acknowledge 2238, ack #2238, take, release, assign, note, resolve
 *   COMMAND ATM                      reboot ACME-007, restart agent ACME-007
 *   WORDS LIST [of ATM] [PERIOD]     missing journals yesterday, my critical incidents, failed tasks of ACME-007
 *   card DIGITS, reference NUMBER    card 4242, reference 000012345678
 *   anything else                    words that are looked for
 *
 * A line of which one word is not understood is looked for as a whole: nothing is guessed.
 */
export type Reading =
  | { readonly type: 'empty' }
  /** `id` is null while the number is still missing. */
  | { readonly type: 'incident'; readonly verb: IncidentVerb; readonly id: number | null }
  /** `atm` is the beginning of an agent id, '' while it is still missing. */
  | { readonly type: 'task'; readonly kind: TaskKind; readonly atm: string }
  | { readonly type: 'list'; readonly list: ListName; readonly search: ListSearch }
  | ({ readonly type: 'search' } & Wanted)

export const INCIDENT_VERBS = ['acknowledge', 'take', 'release', 'assign', 'note', 'resolve'] as const
export type IncidentVerb = (typeof INCIDENT_VERBS)[number]

/** What is looked for: `words` in ATMs, sites and pages; null for what the line cannot mean. */
export type Wanted = {
  readonly words: string | null
  readonly incident: number | null
  /** The last four digits of a card. */
  readonly card: string | null
  readonly reference: string | null
}

/** What the address of a list holds. */
export type ListSearch = Readonly<Record<string, string>>

const VERBS: Readonly<Record<string, IncidentVerb>> = {
  ...{ acknowledge: 'acknowledge', ack: 'acknowledge', resolve: 'resolve', take: 'take', release: 'release' },
  ...{ assign: 'assign', give: 'assign', note: 'note' },
}

const COMMANDS: Readonly<Record<string, TaskKind>> = {
  ...{ reboot: 'REBOOT', 'restart agent': 'RESTART_AGENT', 'update agent': 'UPDATE_AGENT' },
  ...{ 'update configuration': 'CONFIG_UPDATE', 'install module': 'INSTALL_MODULE' },
  'capture packets': 'PACKET_CAPTURE',
}

type List = {
  readonly nouns: readonly string[]
  /** What each word before the noun adds to the address. */
  readonly words: Readonly<Record<string, ListSearch>>
  /** The parts of the address for an ATM and for days; undefined where the list is not limited by them. */
  readonly atm?: string
  readonly days?: true
}

const statuses = (...names: readonly string[]): Record<string, ListSearch> =>
  Object.fromEntries(names.map((name) => [name.toLowerCase(), { status: name }]))
const severities = Object.fromEntries(
  ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'].map((severity) => [severity.toLowerCase(), { severity }]),
)
const verdicts = Object.fromEntries(
  ['APPROVED', 'DECLINED', 'CANCELLED', 'REVERSED'].map((verdict) => [verdict.toLowerCase(), { verdict }]),
)

/** The lists, and the words that limit them. */
export const LISTS = {
  incidents: {
    nouns: ['incidents'],
    words: {
      ...statuses('ACKNOWLEDGED', 'SUPPRESSED', 'RESOLVED', 'ALL'),
      ...severities,
      ...{ open: {}, unacknowledged: { status: 'OPEN' }, my: { owner: 'me' }, unowned: { owner: 'nobody' } },
    },
    atm: 'q',
    days: true,
  },
  journals: {
    nouns: ['journals', 'gaps'],
    words: { ...{ missing: {}, requested: { status: 'FETCH_REQUESTED' } }, ...statuses('CLOSED', 'ALL') },
    atm: 'atm',
    days: true,
  },
  files: {
    nouns: ['files'],
    words: { journal: {}, ...statuses('FAILED', 'PARTIAL', 'MISDATED', 'PARSED', 'RECEIVED') },
    atm: 'atm',
    days: true,
  },
  transactions: {
    nouns: ['transactions'],
    words: { ...verdicts, conflicting: { conflict: 'ANY' } },
    atm: 'atm',
    days: true,
  },
  tasks: {
    nouns: ['tasks', 'commands'],
    words: statuses('QUEUED', 'SENT', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'),
    atm: 'atm',
  },
  atms: {
    nouns: ['atms'],
    words: {
      ...{ offline: { badge: 'AGENT_OFFLINE' }, 'out of service': { badge: 'OUT_OF_SERVICE' } },
      ...{ 'in service': { badge: 'IN_SERVICE' }, 'in supervisor': { badge: 'IN_SUPERVISOR' } },
      retired: { use: 'RETIRED' },
    },
  },
} as const satisfies Record<string, List>
export type ListName = keyof typeof LISTS
const LIST_NAMES = ['incidents', 'journals', 'files', 'transactions', 'tasks', 'atms'] as const satisfies ListName[]

const MAX_CHARS = 100
const INCIDENT = /^#?(\d{1,15})$/
const AGENT_ATM = /^(?=.*\d)[\w.:-]{2,64}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const CARD = /^(?:[\d•xX*]{4,15})?(\d{4})$/
const REFERENCE = /^(?=(?:.*\d){4})[0-9A-Za-z]{5,40}$/
const LONG_NUMBER = /^[\d -]{12,30}$/

/** The days of a period in words, today and before; null for what is none. */
export const daysIn = (words: string, today: string): { readonly from: string; readonly to: string } | null => {
  const before = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000)
  const dayBefore = (days: number) => before(days).toISOString().slice(0, 10)
  if (words === 'today') return { from: today, to: today }
  if (words === 'yesterday') return { from: dayBefore(1), to: dayBefore(1) }
  if (words === 'this month') return { from: `${today.slice(0, 8)}01`, to: today }
  if (words === 'last week') {
    // Monday to Sunday.
    const sunday = before(0).getUTCDay() || 7
    return { from: dayBefore(sunday + 6), to: dayBefore(sunday) }
  }
  const last = /^last (\d{1,3}) days$/.exec(words)?.[1]
  if (last !== undefined && Number(last) > 0) return { from: dayBefore(Number(last) - 1), to: today }
  return DATE.test(words) && !Number.isNaN(Date.parse(words)) ? { from: words, to: words } : null
}

/** The longest phrase of a table that a line begins with, and what is left of the line. */
const begun = <T>(
  table: Readonly<Record<string, T>>,
  line: string,
): { readonly is: T; readonly rest: string } | null => {
  const found = Object.entries(table)
    .filter(([phrase]) => line === phrase || line.startsWith(`${phrase} `))
    .toSorted(([a], [b]) => b.length - a.length)[0]
  return found === undefined ? null : { is: found[1], rest: line.slice(found[0].length).trim() }
}

/** What is behind a list's name; null for what is not understood. */
const limitsOf = (list: List, rest: string, today: string): ListSearch | null => {
  if (rest === '') return {}
  const [word = '', ...others] = rest.split(' ')
  const behind = word === 'of' || word === 'at' ? others : [word, ...others]
  const [atm = '', ...period] = behind
  const days = list.days ? daysIn(behind.join(' ').toLowerCase(), today) : null
  if (days !== null && behind.length === 1 + others.length) return days
  if (list.atm === undefined || !AGENT_ATM.test(atm)) return null
  const ofAtm = { [list.atm]: atm.toUpperCase() }
  if (period.length === 0) return ofAtm
  const then = list.days ? daysIn(period.join(' ').toLowerCase(), today) : null
  return then === null ? null : { ...ofAtm, ...then }
}

const listIn = (line: string, today: string): Reading | null => {
  for (const name of LIST_NAMES) {
    const list: List = LISTS[name]
    const { nouns, words } = list
    let search: ListSearch = {}
    let rest = line
    for (let word = begun(words, rest.toLowerCase()); word !== null; word = begun(words, rest.toLowerCase())) {
      search = { ...search, ...word.is }
      rest = rest.slice(rest.length - word.rest.length)
    }
    const noun = begun(Object.fromEntries(nouns.map((one) => [one, one])), rest.toLowerCase())
    const limits = noun === null ? null : limitsOf(list, rest.slice(rest.length - noun.rest.length), today)
    if (limits !== null) return { type: 'list', list: name, search: { ...search, ...limits } }
  }
  return null
}

const nothing: Wanted = { words: null, incident: null, card: null, reference: null }

/**
 * What a text without a verb is looked for as. Of a number as long as that of a card only the last four digits are
 * used: the rest is sent nowhere.
 */
const wantedIn = (line: string): Wanted => {
  const named = /^(card|ref|reference|incident) +(\S.*)$/i.exec(line)
  const value = named?.[2] ?? ''
  if (named?.[1] !== undefined && /^card$/i.test(named[1])) {
    const digits = value.replace(/\D/g, '')
    return { ...nothing, card: digits.length < 4 ? null : digits.slice(-4) }
  }
  if (named?.[1] !== undefined && /^ref/i.test(named[1])) return { ...nothing, reference: value }
  if (named !== null) return { ...nothing, incident: numberIn(value) }
  const digits = line.replace(/\D/g, '')
  if (LONG_NUMBER.test(line) && digits.length >= 13) return { ...nothing, card: digits.slice(-4) }
  return {
    words: line,
    incident: numberIn(line),
    card: CARD.exec(line)?.[1] ?? null,
    reference: REFERENCE.test(line) ? line : null,
  }
}

const numberIn = (text: string): number | null => {
  const digits = INCIDENT.exec(text)?.[1]
  return digits === undefined || Number(digits) === 0 ? null : Number(digits)
}

/** Reads a line of the palette. `today` is the day of whoever types, such as `2026-11-20`. */
export const read = (text: string, today: string): Reading => {
  const line = text.trim().replace(/\s+/g, ' ').slice(0, MAX_CHARS)
  if (line === '') return { type: 'empty' }
  const verb = begun(VERBS, line.toLowerCase())
  if (verb !== null) {
    const id = numberIn(verb.rest.replace(/^incident /, ''))
    if (id !== null || verb.rest === '') return { type: 'incident', verb: verb.is, id }
  }
  const command = begun(COMMANDS, line.toLowerCase())
  if (command !== null && !command.rest.includes(' '))
    return { type: 'task', kind: command.is, atm: command.rest.toUpperCase() }
  return listIn(line, today) ?? { type: 'search', ...wantedIn(line) }
}

/** A card as it is shown. */
export const maskedCard = (last4: string): string => `•••• ${last4}`

/** Lines to begin with; one that ends in a space waits for the rest. */
export const HINTS = [
  { line: 'acknowledge ', shown: 'acknowledge 2238', does: 'also take, release, assign, note, resolve' },
  { line: 'reboot ', shown: 'reboot ACME-007', does: 'also restart agent and the other commands' },
  {
    line: 'missing journals yesterday',
    shown: 'missing journals yesterday',
    does: 'also a date, last 7 days, of an ATM',
  },
  {
    line: 'my critical incidents',
    shown: 'my critical incidents',
    does: 'also failed tasks, offline ATMs, declined transactions',
  },
  { line: 'card ', shown: 'card 4242', does: 'transactions by the last four digits' },
  { line: 'reference ', shown: 'reference 000012345678', does: 'transactions by a printed number' },
] as const
