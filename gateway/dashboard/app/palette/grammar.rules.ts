import type { TaskKind } from '../gql/graphql.gen.ts'
import { t, ways } from '../language/texts.ts'
import { withoutCards } from './card.rules.ts'

/**
 * What a line of the palette asks for. It is one of:
 *
 *   VERB NUMBER                      acknowledge 2238, ack #2238, take, release, assign, note, resolve
 *   COMMAND ATM                      reboot ACME-007, restart agent ACME-007
 *   WORDS LIST [of ATM] [PERIOD]     missing journals yesterday, my critical incidents, failed tasks of ACME-007
 *   card DIGITS, reference NUMBER    card 4242, reference 000012345678
 *   anything else                    words that are looked for
 *
 * A line of which one word is not understood is looked for as a whole: nothing is guessed. Each word is understood in
 * English and in the reader's language, without regard to accents. Words may follow their list, as they do in French.
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

/** A text as it is compared: in small letters and without accents. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replaceAll('\u2019', "'")
    .toLowerCase()

type Row<T> = readonly [phrases: readonly string[], is: T]

/** What each phrase is; where two languages have the same one, it is what it is in English, which comes first. */
const tableOf = <T>(rows: readonly Row<T>[]): Readonly<Record<string, T>> =>
  Object.fromEntries(
    [
      ...rows.flatMap(([[, ...others], is]) => others.map((phrase) => [phrase, is] as const)),
      ...rows.map(([[english = ''], is]) => [english, is] as const),
    ].map(([phrase, is]) => [fold(phrase), is]),
  )

const VERBS = tableOf<IncidentVerb>([
  [ways('palette', 'acknowledge'), 'acknowledge'],
  [['ack'], 'acknowledge'],
  [ways('palette', 'resolve'), 'resolve'],
  [ways('palette', 'take'), 'take'],
  [ways('palette', 'release'), 'release'],
  [ways('palette', 'assign'), 'assign'],
  [['give'], 'assign'],
  [ways('palette', 'note'), 'note'],
])

const COMMANDS = tableOf<TaskKind>([
  [ways('palette', 'reboot'), 'REBOOT'],
  [ways('palette', 'restart agent'), 'RESTART_AGENT'],
  [ways('palette', 'update agent'), 'UPDATE_AGENT'],
  [ways('palette', 'update configuration'), 'CONFIG_UPDATE'],
  [ways('palette', 'install module'), 'INSTALL_MODULE'],
  [ways('palette', 'capture packets'), 'PACKET_CAPTURE'],
])

/** What a number can be said to be. */
const NAMES = tableOf<'card' | 'reference' | 'incident'>([
  [ways('palette', 'card'), 'card'],
  [ways('palette', 'reference'), 'reference'],
  [['ref'], 'reference'],
  [ways('palette', 'incident'), 'incident'],
])

/** Between a list and its ATM. */
const OF = tableOf<true>([
  [ways('palette', 'of'), true],
  [ways('palette', 'at'), true],
])

const PERIODS = tableOf<'today' | 'yesterday' | 'month' | 'week'>([
  [ways('palette', 'today'), 'today'],
  [ways('palette', 'yesterday'), 'yesterday'],
  [ways('palette', 'this month'), 'month'],
  [ways('palette', 'last week'), 'week'],
])
const LAST_DAYS = tableOf<true>([[ways('palette', 'last {n} days'), true]])

type List = {
  readonly nouns: Readonly<Record<string, true>>
  /** What each word before or after the noun adds to the address. */
  readonly words: Readonly<Record<string, ListSearch>>
  /** The parts of the address for an ATM and for days; undefined where the list is not limited by them. */
  readonly atm?: string
  readonly days?: true
}

const ALL: Row<ListSearch> = [ways('palette', 'all'), { status: 'ALL' }]
const CANCELLED = ways('palette', 'cancelled')
const FAILED: Row<ListSearch> = [ways('palette', 'failed'), { status: 'FAILED' }]

/** The lists, and the words that limit them. */
export const LISTS = {
  incidents: {
    nouns: tableOf([[ways('palette', 'incidents'), true]]),
    words: tableOf<ListSearch>([
      [ways('palette', 'acknowledged'), { status: 'ACKNOWLEDGED' }],
      [ways('palette', 'suppressed'), { status: 'SUPPRESSED' }],
      [ways('palette', 'resolved'), { status: 'RESOLVED' }],
      ALL,
      [ways('palette', 'critical'), { severity: 'CRITICAL' }],
      [ways('palette', 'high'), { severity: 'HIGH' }],
      [ways('palette', 'medium'), { severity: 'MEDIUM' }],
      [ways('palette', 'low'), { severity: 'LOW' }],
      [ways('palette', 'open'), {}],
      [ways('palette', 'unacknowledged'), { status: 'OPEN' }],
      [ways('palette', 'my'), { owner: 'me' }],
      [ways('palette', 'unowned'), { owner: 'nobody' }],
    ]),
    atm: 'q',
    days: true,
  },
  journals: {
    nouns: tableOf([
      [ways('palette', 'journals'), true],
      [['gaps'], true],
    ]),
    words: tableOf<ListSearch>([
      [ways('palette', 'missing'), {}],
      [ways('palette', 'requested'), { status: 'FETCH_REQUESTED' }],
      [ways('palette', 'closed'), { status: 'CLOSED' }],
      ALL,
    ]),
    atm: 'atm',
    days: true,
  },
  files: {
    nouns: tableOf([
      [ways('palette', 'files'), true],
      [ways('palette', 'journal files'), true],
    ]),
    words: tableOf<ListSearch>([
      FAILED,
      [ways('palette', 'partial'), { status: 'PARTIAL' }],
      [ways('palette', 'misdated'), { status: 'MISDATED' }],
      [ways('palette', 'parsed'), { status: 'PARSED' }],
      [ways('palette', 'received'), { status: 'RECEIVED' }],
    ]),
    atm: 'atm',
    days: true,
  },
  transactions: {
    nouns: tableOf([[ways('palette', 'transactions'), true]]),
    words: tableOf<ListSearch>([
      [ways('palette', 'approved'), { verdict: 'APPROVED' }],
      [ways('palette', 'declined'), { verdict: 'DECLINED' }],
      [CANCELLED, { verdict: 'CANCELLED' }],
      [ways('palette', 'reversed'), { verdict: 'REVERSED' }],
      [ways('palette', 'conflicting'), { conflict: 'ANY' }],
    ]),
    atm: 'atm',
    days: true,
  },
  tasks: {
    nouns: tableOf([
      [ways('palette', 'tasks'), true],
      [['commands'], true],
    ]),
    words: tableOf<ListSearch>([
      [ways('palette', 'queued'), { status: 'QUEUED' }],
      [ways('palette', 'sent'), { status: 'SENT' }],
      [ways('palette', 'succeeded'), { status: 'SUCCEEDED' }],
      FAILED,
      [ways('palette', 'expired'), { status: 'EXPIRED' }],
      [CANCELLED, { status: 'CANCELLED' }],
    ]),
    atm: 'atm',
  },
  atms: {
    nouns: tableOf([[ways('palette', 'atms'), true]]),
    words: tableOf<ListSearch>([
      [ways('palette', 'offline'), { badge: 'AGENT_OFFLINE' }],
      [ways('palette', 'out of service'), { badge: 'OUT_OF_SERVICE' }],
      [ways('palette', 'in service'), { badge: 'IN_SERVICE' }],
      [ways('palette', 'in supervisor'), { badge: 'IN_SUPERVISOR' }],
      [ways('palette', 'retired'), { use: 'RETIRED' }],
    ]),
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
const MASKED_CARD = /^••••\d{4}$/
const SOLID = /^\d+$/

/** Of a day that its month does not have, such as 2026-02-30, `Date` makes one of the next month. */
const isDate = (text: string): boolean => {
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The days of a period in words, today and before; null for any other text. */
export const daysIn = (words: string, today: string): { readonly from: string; readonly to: string } | null => {
  const before = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000)
  const dayBefore = (days: number) => before(days).toISOString().slice(0, 10)
  const said = fold(words)
  switch (Object.hasOwn(PERIODS, said) ? PERIODS[said] : undefined) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: dayBefore(1), to: dayBefore(1) }
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today }
    case 'week': {
      // Monday to Sunday.
      const sunday = before(0).getUTCDay() || 7
      return { from: dayBefore(sunday + 6), to: dayBefore(sunday) }
    }
  }
  const last = /\d{1,3}/.exec(said)?.[0] ?? ''
  if (Number(last) > 0 && Object.hasOwn(LAST_DAYS, said.replace(last, '{n}')))
    return { from: dayBefore(Number(last) - 1), to: today }
  return isDate(words) ? { from: words, to: words } : null
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

/** What is behind a list's name and its words; null for what is not understood. */
const limitsOf = (list: List, rest: string, today: string): ListSearch | null => {
  if (rest === '') return {}
  const behind = begun(OF, rest)?.rest ?? rest
  const days = list.days && behind === rest ? daysIn(rest, today) : null
  if (days !== null) return days
  const [atm = '', ...period] = behind.split(' ')
  if (list.atm === undefined || !AGENT_ATM.test(atm)) return null
  const ofAtm = { [list.atm]: atm.toUpperCase() }
  if (period.length === 0) return ofAtm
  const then = list.days ? daysIn(period.join(' '), today) : null
  return then === null ? null : { ...ofAtm, ...then }
}

/** The words of a list that a line begins with, together, and what is left of the line. */
const wordsIn = (words: List['words'], line: string): { readonly search: ListSearch; readonly rest: string } => {
  let search: ListSearch = {}
  let rest = line
  for (let word = begun(words, rest); word !== null; word = begun(words, rest)) {
    search = { ...search, ...word.is }
    rest = word.rest
  }
  return { search, rest }
}

const listIn = (line: string, today: string): Reading | null => {
  for (const name of LIST_NAMES) {
    const list: List = LISTS[name]
    const before = wordsIn(list.words, line)
    const noun = begun(list.nouns, before.rest)
    if (noun === null) continue
    const after = wordsIn(list.words, noun.rest)
    const limits = limitsOf(list, after.rest, today)
    if (limits !== null) return { type: 'list', list: name, search: { ...before.search, ...after.search, ...limits } }
  }
  return null
}

/** Whether all of a line is a number that is said to be a reference. */
const isReference = (line: string): boolean => {
  const named = begun(NAMES, fold(line))
  return named?.is === 'reference' && SOLID.test(named.rest)
}

const nothing: Wanted = { words: null, incident: null, card: null, reference: null }

/** What a text without a verb is looked for as. */
const wantedIn = (line: string): Wanted => {
  const named = begun(NAMES, fold(line))
  if (named !== null && named.rest !== '') {
    const value = line.slice(-named.rest.length)
    const digits = value.replace(/\D/g, '')
    if (named.is === 'card') return { ...nothing, card: digits.length < 4 ? null : digits.slice(-4) }
    return named.is === 'reference' ? { ...nothing, reference: value } : { ...nothing, incident: numberIn(value) }
  }
  if (MASKED_CARD.test(line)) return { ...nothing, card: line.slice(-4) }
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

/**
 * Reads a line of the palette. Of the number of a card only the last four digits are used. What has been typed of
 * one before it is whole is read like any other number, and `mayBeginCard` says so.
 * `today` is the day in the reader's time zone, such as `2026-11-20`.
 */
export const read = (text: string, today: string): Reading => {
  const typed = text.trim().replace(/\s+/g, ' ')
  const line = withoutCards(typed, isReference(typed)).slice(0, MAX_CHARS)
  if (line === '') return { type: 'empty' }
  const folded = fold(line)
  const verb = begun(VERBS, folded)
  if (verb !== null) {
    const named = begun(NAMES, verb.rest)
    const id = numberIn(named?.is === 'incident' ? named.rest : verb.rest)
    if (id !== null || verb.rest === '') return { type: 'incident', verb: verb.is, id }
  }
  const command = begun(COMMANDS, folded)
  if (command !== null && !command.rest.includes(' '))
    return { type: 'task', kind: command.is, atm: command.rest.toUpperCase() }
  return listIn(folded, today) ?? { type: 'search', ...wantedIn(line) }
}

/** A card as it is shown. */
export const maskedCard = (last4: string): string => `•••• ${last4}`

export type Hint = { readonly line: string; readonly shown: string; readonly does: string }

/** A line that waits for its last word, such as a number. */
const waiting = (lineOf: (last: string) => string, example: string, does: string): Hint => ({
  line: lineOf(''),
  shown: lineOf(example),
  does,
})

const whole = (line: string, does: string): Hint => ({ line, shown: line, does })

/** Lines to begin with; one that ends in a space waits for the rest. */
export const HINTS: readonly Hint[] = [
  waiting((id) => t('acknowledge {id}', { id }), '2238', t('also take, release, assign, note, resolve')),
  waiting((atm) => t('reboot {atm}', { atm }), 'ACME-007', t('also restart agent and the other commands')),
  whole(t('missing journals yesterday'), t('also a date, last 7 days, of an ATM')),
  whole(t('my critical incidents'), t('also failed tasks, offline ATMs, declined transactions')),
  waiting((digits) => t('card {digits}', { digits }), '4242', t('transactions by the last four digits')),
  waiting((number) => t('reference {number}', { number }), '000012345678', t('transactions by a printed number')),
]
