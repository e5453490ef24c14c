import type { ListedDescription } from '../../../schema/atm-attributes.rules.ts'
import type { EventAuthor } from '../../domain/event-author.rules.ts'
import type { KnownReading } from './cassette-rates.rules.ts'
import type { EventTime } from './event-time.rules.ts'
import type { Kind, Severity } from './incident-kinds.rules.ts'
import type { ServiceState } from './service-state.rules.ts'

/** A known event type. `id` is its number in the store. */
export type KnownType = {
  readonly id: number
  readonly eventType: string
  readonly category: string
  readonly group: string | null
}

/** One cassette as an inventory shows it. Counts are notes; the denomination is in minor units. */
export type CassetteReading = {
  readonly cassetteNo: string
  readonly type: string | null
  readonly currency: string | null
  readonly denominationMinor: number | null
  readonly initialCount: number | null
  readonly currentCount: number | null
  readonly rejectedCount: number | null
  readonly capacity: number | null
  readonly status: string | null
}

type FromAtm = {
  readonly agentAtmId: string
  /** The institution under which the ATM reports; null where the caller does not say. */
  readonly institutionKey: string | null
  /** Epoch milliseconds. */
  readonly receivedAt: number
  /** The person who reports it; absent where an agent does. */
  readonly author?: EventAuthor
  /** Of the request that brought it, for the messages that follow from it. */
  readonly traceparent?: string | undefined
}

/** The exception that an event was stored as, and the institution that its ATM had then. */
export type Replay = { readonly exceptionId: number; readonly institutionKey: string | null }

/** An event of a known type on its way into the store. */
export type EventSignal = FromAtm & {
  readonly kind: 'event'
  /** Only of the replay of an exception. */
  readonly replay?: Replay
  readonly type: KnownType
  readonly eventId: string | null
  /** `eventTime` as it was sent, to be read in the ATM's time zone. */
  readonly sentTime: unknown
  readonly component: string | null
  readonly cassetteNo: string | null
  readonly errorCode: string | null
  readonly message: string | null
  readonly details: unknown
  /** The cassettes as they were sent, and as they are understood. */
  readonly cassettesSent: unknown
  readonly cassettes: readonly CassetteReading[]
}

/** An event of unknown type: stored as an exception, and otherwise no more than a sign of life. */
export type ExceptionSignal = FromAtm & {
  readonly kind: 'exception'
  readonly eventType: string | null
  readonly eventId: string | null
  readonly body: unknown
}

export type HeartbeatSignal = FromAtm & { readonly kind: 'heartbeat' }

/** Whatever an ATM sends that changes its record. */
export type Signal = EventSignal | ExceptionSignal | HeartbeatSignal

/** An ATM as a batch found it; the fold moves it on. Instants are epoch milliseconds. */
export type AtmState = ListedDescription & {
  readonly id: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  /** When its institution got it; null where it was registered for it. */
  readonly assignedAt: number | null
  readonly timeZone: string | null
  /** Grows with each change of the institution or a listed attribute. */
  readonly edition: number
  readonly lastHeartbeatAt: number
  serviceState: ServiceState
  rememberedState: ServiceState | null
  stateAt: number | null
  stateSequence: number
  inServiceAt: number | null
  supervisorAt: number | null
  servicedAt: number | null
  beatAt: number | null
  /** The maintenance window that it is in, shortly will be, or was in last. */
  readonly maintenanceFrom: number | null
  readonly maintenanceUntil: number | null
}

/** The newest incident of an (ATM, kind, component), open or not, as a batch found it; the fold moves it on. */
export type IncidentState = {
  readonly id: number
  readonly atmId: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly kind: Kind
  /** '' for none. */
  readonly component: string
  readonly source: 'AUTO' | 'MANUAL'
  readonly openedAt: number
  /** True for one that this batch opened. */
  readonly fresh: boolean
  /** It opened in a maintenance window: nothing is sent about it until the window ends. */
  readonly suppressed: boolean
  severity: Severity
  status: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED' | 'SUPPRESSED'
  occurrenceCount: number
  flapping: boolean
  firstEventAt: number
  lastEventAt: number
  resolvedAt: number | null
  version: number
  clearedAt: number | null
  changes: readonly number[]
}

/** An event that a threshold may still count: stored, or earlier in the same batch. */
export type Countable = {
  readonly occurredAt: number
  readonly stored: { readonly id: number; readonly receivedAt: number } | null
  /** Place in the batch, where it is not stored yet. */
  readonly index: number
}

/** What a batch found in the store. The fold takes it over and changes it. */
export type Found = {
  readonly atms: ReadonlyMap<string, AtmState>
  readonly incidentStates: Map<string, IncidentState>
  /** Of ATMs with a POWER_OFF in the batch: when anything else last occurred. */
  readonly aliveAt: Map<number, number>
  /** Of cassettes with an event in the batch: when an inventory last showed them OK. */
  readonly okAt: Map<string, number>
  /** Of cassettes with a reading in the batch: the newest one before. */
  readonly cassettes: Map<string, KnownReading>
  readonly countable: Map<string, Countable[]>
  /** Supervisor visits of an ATM, as far as a return to service that is reported late may follow one of them. */
  readonly supervisorVisits: Map<number, number[]>
}

/** An event with the time that the ATM's zone gives it. */
export type TimedEvent = { readonly signal: EventSignal; readonly time: EventTime }
export type Timed = TimedEvent | { readonly signal: ExceptionSignal | HeartbeatSignal }

/**
 * A change of an ATM's service state, or of when the present one began, to be mirrored once it is committed. The state
 * before, and the event, are those of the change that is the news; a correction has none.
 */
export type MirroredStateChange = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly previousState: ServiceState | null
  readonly serviceState: ServiceState
  readonly eventType: string | null
  readonly eventTime: string | null
  /** When the state began: epoch milliseconds. */
  readonly occurredAt: number
  readonly sequence: number
}

/** A state change with where it came from: the event's type and its place among the signals of the fold. */
export type DecidedStateChange = MirroredStateChange & {
  readonly previousState: ServiceState
  readonly typeId: number
  readonly index: number
}

export type NewestReading = {
  readonly atm: AtmState
  readonly reading: CassetteReading
  readonly asOf: number
  readonly okAt: number | null
  /** What left the cassette, by day, as the store keeps it. */
  readonly used: readonly number[]
}

/** An event as it is to be stored. */
export type NewEvent = {
  readonly id: number
  readonly atm: AtmState
  readonly signal: EventSignal
  readonly time: EventTime
  readonly incidentId: number | null
}

export type NewException = { readonly id: number; readonly atm: AtmState; readonly signal: ExceptionSignal }

/** The answer that an eventId was given before. */
export type KnownKey = {
  readonly storedId: number | null
  readonly exceptionId: number | null
  readonly receivedAt: number
}

/** An event that gives a service state and that the history of states, or a sum over time, may be without. */
export type LateState = { readonly atmId: number; readonly occurredAt: number }

/** What a batch decides to write. */
export type Decisions = {
  readonly lateStates: LateState[]
  readonly stateChanges: DecidedStateChange[]
  readonly changedAtms: Set<AtmState>
  readonly created: IncidentState[]
  readonly changed: Set<IncidentState>
  /** The incident of each signal of the batch, by place; null for none. */
  readonly links: (number | null)[]
  /** Events of earlier batches that a threshold counted. */
  readonly linkedEarlier: { readonly id: number; readonly receivedAt: number; readonly incidentId: number }[]
  readonly readings: Map<string, NewestReading>
}

export const incidentStateKey = (atmId: number, kind: Kind, component: string): string =>
  `${atmId}|${kind}|${component}`
export const cassetteKey = (atmId: number, cassetteNo: string): string => `${atmId}|${cassetteNo}`
export const countableKey = (atmId: number, typeId: number): string => `${atmId}|${typeId}`
