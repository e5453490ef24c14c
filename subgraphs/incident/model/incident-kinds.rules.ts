import { HOUR_MS, MINUTE_MS } from '../../kit/common/dates.ts'

/** How bad an incident is, from least to worst. */
export const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof SEVERITIES)[number]

export type Kind =
  | 'OUT_OF_SERVICE'
  | 'POWER'
  | 'CONNECTIVITY'
  | 'UNREACHABLE'
  | 'MASS_OUTAGE'
  | 'DISPENSER'
  | 'ACCEPTOR'
  | 'CARD_READER'
  | 'PINPAD'
  | 'PRINTER'
  | 'SELF_TEST'
  | 'CASH'
  | 'SECURITY'
  | 'JOURNAL'
  | 'APPLICATION'

/** The incident opens when `count` events of the type occurred within `withinMs`. */
export type Threshold = { readonly count: number; readonly withinMs: number }

/** What an event of a type opens, or joins. */
export type OpeningRule = {
  readonly kind: Kind
  readonly severity: Severity
  readonly threshold: Threshold | null
}

/**
 * What ends an incident of a kind. Every kind can be resolved by hand as well.
 * - IN_SERVICE: ATM_IN_SERVICE.
 * - SERVICED: ATM_IN_SERVICE after a supervisor visit that came after the last event.
 * - SIGN_OF_LIFE: any later event or heartbeat.
 * - CONTACT: the next heartbeat or event, whenever it occurred.
 * - CHILDREN: few of its incidents are still open.
 * - CASSETTE_OK: an inventory that shows the cassette OK.
 * - QUIET: `quietMs` without an event of the kind.
 * - HAND: nothing else.
 */
export type Resolver =
  | { readonly by: 'IN_SERVICE' | 'SERVICED' | 'SIGN_OF_LIFE' | 'CONTACT' | 'CHILDREN' | 'CASSETTE_OK' | 'HAND' }
  | { readonly by: 'QUIET'; readonly quietMs: number }

/** What one kind of incident is called, what resolves it, and whether each cassette has its own. */
export type KindRule = { readonly title: string; readonly resolver: Resolver; readonly perCassette: boolean }

const opens = (kind: Kind, severity: Severity, threshold: Threshold | null = null): OpeningRule => ({
  kind,
  severity,
  threshold,
})
const within = (count: number, minutes: number): Threshold => ({ count, withinMs: minutes * MINUTE_MS })
const quiet = (quietMs: number): Resolver => ({ by: 'QUIET', quietMs })
const kindRule = (title: string, resolver: Resolver, perCassette = false): KindRule => ({
  title,
  resolver,
  perCassette,
})

/** The rule table, first half: what each event type opens. Types that are not here open nothing. */
export const OPENING_RULES: ReadonlyMap<string, OpeningRule> = new Map([
  ['ATM_OUT_OF_SERVICE', opens('OUT_OF_SERVICE', 'HIGH')],
  ['POWER_OFF', opens('POWER', 'HIGH')],
  ['NETWORK_DISCONNECTED', opens('CONNECTIVITY', 'HIGH')],
  ['APPLICATION_ERROR_NETWORK', opens('CONNECTIVITY', 'MEDIUM', within(3, 10))],
  ['DISPENSER_JAM', opens('DISPENSER', 'CRITICAL')],
  ['APPLICATION_ERROR_DISPENSER', opens('DISPENSER', 'HIGH')],
  ['MIXED_MEDIA_ERROR', opens('DISPENSER', 'HIGH')],
  ['CASH_ACCEPTOR_ERROR', opens('ACCEPTOR', 'HIGH')],
  ['CARD_READER_FAIL', opens('CARD_READER', 'HIGH')],
  ['APPLICATION_ERROR_CARD', opens('CARD_READER', 'MEDIUM')],
  ['ENCRYPTOR_PINPAD_ERROR', opens('PINPAD', 'CRITICAL')],
  ['APPLICATION_ERROR_ENCRYPTION', opens('PINPAD', 'CRITICAL')],
  ['APPLICATION_ERROR_PINPAD', opens('PINPAD', 'HIGH')],
  ['APPLICATION_ERROR_PRINTER', opens('PRINTER', 'LOW')],
  ['SELF_TEST_FAILED', opens('SELF_TEST', 'HIGH')],
  ['CASSETTE_LOW', opens('CASH', 'MEDIUM')],
  ['CASSETTE_EMPTY', opens('CASH', 'HIGH')],
  ['CASSETTE_ABNORMAL', opens('CASH', 'HIGH')],
  ['AUTHENTICATION_FAILURE', opens('SECURITY', 'HIGH', within(3, 10))],
  ['EJOURNAL_DB_WARNING', opens('JOURNAL', 'LOW')],
  ['EJOURNAL_DB_CRITICAL', opens('JOURNAL', 'HIGH')],
  ['APPLICATION_ERROR_JOURNAL', opens('JOURNAL', 'MEDIUM')],
  ['AGENT_LOG_ERROR', opens('APPLICATION', 'LOW', within(5, 60))],
  ['APPLICATION_ERROR', opens('APPLICATION', 'MEDIUM', within(3, 10))],
])

/** The rule table, second half: what resolves each kind. */
export const KIND_RULES: Readonly<Record<Kind, KindRule>> = {
  OUT_OF_SERVICE: kindRule('ATM out of service', { by: 'IN_SERVICE' }),
  POWER: kindRule('Power failure', { by: 'SIGN_OF_LIFE' }),
  CONNECTIVITY: kindRule('Network connection unstable', quiet(30 * MINUTE_MS)),
  UNREACHABLE: kindRule('ATM unreachable', { by: 'CONTACT' }),
  MASS_OUTAGE: kindRule('Mass outage', { by: 'CHILDREN' }),
  DISPENSER: kindRule('Cash dispenser fault', { by: 'SERVICED' }),
  ACCEPTOR: kindRule('Cash acceptor fault', { by: 'SERVICED' }),
  CARD_READER: kindRule('Card reader fault', { by: 'SERVICED' }),
  PINPAD: kindRule('PIN pad or encryptor fault', { by: 'SERVICED' }),
  PRINTER: kindRule('Printer fault', quiet(24 * HOUR_MS)),
  SELF_TEST: kindRule('Self-test failed', { by: 'IN_SERVICE' }),
  CASH: kindRule('Cassette needs attention', { by: 'CASSETTE_OK' }, true),
  SECURITY: kindRule('Repeated authentication failures', { by: 'HAND' }),
  JOURNAL: kindRule('Electronic journal fault', quiet(24 * HOUR_MS)),
  APPLICATION: kindRule('Application errors', quiet(60 * MINUTE_MS)),
}

/** Four open or resolve changes within this time set `flapping`; as long without an event end it. */
export const FLAPPING = { changes: 4, withinMs: 30 * MINUTE_MS, quietMs: 30 * MINUTE_MS } as const

const kinds = Object.keys(KIND_RULES).filter((kind): kind is Kind => kind in KIND_RULES)

/** The kinds that one ATM_IN_SERVICE may resolve. */
export const KINDS_ENDED_BY_SERVICE: readonly Kind[] = kinds.filter((kind) =>
  ['IN_SERVICE', 'SERVICED'].includes(KIND_RULES[kind].resolver.by),
)

/** Of those, the kinds that want a supervisor visit before it. */
export const KINDS_ENDED_BY_VISIT: readonly Kind[] = kinds.filter((kind) => KIND_RULES[kind].resolver.by === 'SERVICED')

/** True for the event types that show a supervisor at the ATM. */
export const isSupervisorVisit = (eventType: string): boolean =>
  eventType === 'SUPERVISOR_ENTER' || eventType === 'SUPERVISOR_EXIT'

/** The kinds that end when no further event comes, with the time that takes. */
export const QUIET_KINDS: ReadonlyMap<Kind, number> = new Map(
  kinds.flatMap((kind) => {
    const { resolver } = KIND_RULES[kind]
    return resolver.by === 'QUIET' ? [[kind, resolver.quietMs] as const] : []
  }),
)

/** The kinds that something that happens resolves, rather than quiet or a person. */
export const KINDS_ENDED_BY_EVENTS: readonly Kind[] = kinds.filter(
  (kind) => !['QUIET', 'HAND'].includes(KIND_RULES[kind].resolver.by),
)

/** What opens a mass outage: so many ATMs of an institution that go down within the time; and what ends it. */
export const MASS_OUTAGE = {
  /** The search runs every 30 s: so long after it opened an incident is usually known to be a part of one, or not. */
  foundWithinMs: 1.5 * MINUTE_MS,
  /**
   * So far back a search that is late looks, and so long webhooks wait for one. A job that fails all the time must not
   * keep them from telling of ATMs that are down.
   */
  searchedWithinMs: 15 * MINUTE_MS,
  kinds: ['UNREACHABLE', 'OUT_OF_SERVICE'],
  withinMs: 5 * MINUTE_MS,
  /** It ends below so many open incidents. */
  endsBelow: 3,
} as const satisfies Readonly<Record<'foundWithinMs' | 'searchedWithinMs' | 'withinMs' | 'endsBelow', number>> & {
  kinds: readonly Kind[]
}

/** The worse of two severities. */
export const worse = (a: Severity, b: Severity): Severity => (SEVERITIES.indexOf(a) >= SEVERITIES.indexOf(b) ? a : b)

/** The title of a new incident. `component` is the cassette's number, '' for none. */
export const titleOf = (kind: Kind, component: string): string =>
  component === '' ? KIND_RULES[kind].title : `${KIND_RULES[kind].title}: ${component}`

const KIND_SHAPE = /^[A-Z][A-Z0-9_]{0,39}$/

/** Whether something can be the kind of an incident: one that the rules open, or a word of somebody's own. */
export const isKindShaped = (kind: string): boolean => KIND_SHAPE.test(kind)

/** The message for what cannot be the kind of an incident. */
export const KIND_WORDS =
  'must be a word in capitals such as VANDALISM: A to Z, 0 to 9 and _, at most 40, the first a letter'
