import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Stores } from '../../../db/tenancy.ts'
import type { EventAuthor } from '../../domain/event-author.rules.ts'
import { checkEventCount } from '../../domain/event-header.rules.ts'
import { isRetired } from '../../domain/retired-atms.rules.ts'
import { maskBeginning, maskCardNumbersDeep } from '../../kit/cards/card-numbers.ts'
import { badInputs, DomainError, type FieldFault, problemOf, toDomainError } from '../../kit/common/errors.ts'
import type { AtmRegistration } from '../../kit/config/config.ts'
import { currentTraceparent, traced } from '../../kit/tracing/tracing.ts'
import { notOwn } from '../atms/atm-registry.rules.ts'
import { eventOf, storedEventOf } from '../events/events.rules.ts'
import { findEvent } from '../events/events.store.ts'
import { isTooLarge, readContent, readTypedHeader } from '../model/event-body.rules.ts'
import type { EventTypeCache } from '../model/event-type-cache.ts'
import type { KnownKey, Signal } from '../model/ingest.types.ts'
import type { IngestEntry, JournalEvent, NotStoredEvent } from '../schema.gen.ts'
import type { Outcome } from './batch-writer.ts'
import type { Lane } from './lane.ts'
import { unavailable } from './lane-store.ts'

type Answer = ({ __typename: 'JournalEvent' } & JournalEvent) | ({ __typename: 'NotStoredEvent' } & NotStoredEvent)

export type Ingest = {
  /**
   * Stores one event; `author` is the person who reports it, null for an agent.
   * @throws DomainError for what is refused; then nothing is stored.
   */
  store(event: unknown, author?: EventAuthor | null): Promise<Answer>
  /**
   * Stores events side by side: each has its own answer, in the order given.
   * @throws DomainError BAD_USER_INPUT for too many, UNAVAILABLE where none of them can be stored right now.
   */
  storeAll(events: readonly unknown[], traceId: string): Promise<IngestEntry[]>
  /** Takes a sign of life. @throws DomainError for what is refused. */
  storeHeartbeat(agentAtmId: string, institutionKey: string | null): Promise<void>
}

export type IngestOptions = {
  readonly lane: Lane
  readonly types: EventTypeCache
  readonly stores: Stores
  readonly registration: AtmRegistration
  now(): Date
}

/** Events that are read side by side, and for how long others may have to wait before they get their turn. */
const EVENTS_AT_ONCE = 8
const TURN_MS = 1
const MAX_UNKNOWN_TYPE_CHARS = 200

const exceptionAnswer = (exceptionId: number): Answer => ({
  __typename: 'NotStoredEvent',
  status: 'NOT_STORED',
  reason: 'UNKNOWN_EVENT_TYPE',
  exceptionId,
})

/** The signal of a body. @throws DomainError BAD_USER_INPUT naming every faulty field. */
const signalOf = async ({ types, now }: IngestOptions, event: unknown): Promise<Signal> => {
  const faults: FieldFault[] = []
  const header = readTypedHeader(event, faults)
  if (header !== null && isTooLarge(event)) {
    throw new DomainError('PAYLOAD_TOO_LARGE', 'An event must be 64 KiB of JSON or less.')
  }
  const type = header === null || header.eventType === null ? null : await types.find(header.eventType)
  // Of an exception only the header and the type are read: it is stored whatever else is wrong with it.
  const content = type === null ? null : readContent(event, faults)
  if (header === null || faults.length > 0) throw badInputs(faults)
  const { agentAtmId, institutionKey, eventType, eventId } = header
  const from = { agentAtmId, institutionKey, receivedAt: now().getTime(), traceparent: currentTraceparent() }
  if (type !== null && content !== null) return { kind: 'event', ...from, type, eventId, ...content }
  const shown = eventType === null ? null : maskBeginning(eventType, MAX_UNKNOWN_TYPE_CHARS)
  return { kind: 'exception', ...from, eventType: shown, eventId, body: maskCardNumbersDeep(event) }
}

/** The signals of many bodies, or why there is none. */
const signalsOf = async (
  options: IngestOptions,
  events: readonly unknown[],
): Promise<PromiseSettledResult<Signal>[]> => {
  const signals: PromiseSettledResult<Signal>[] = []
  let turnMs = performance.now()
  for (let n = 0; n < events.length; n += EVENTS_AT_ONCE) {
    // By the clock, as an event may have any size up to its limit.
    if (performance.now() - turnMs >= TURN_MS) {
      await nextTurn()
      turnMs = performance.now()
    }
    const some = events.slice(n, n + EVENTS_AT_ONCE)
    signals.push(...(await Promise.allSettled(some.map((event) => signalOf(options, event)))))
  }
  return signals
}

const firstAnswer = async ({ stores, types }: IngestOptions, key: KnownKey): Promise<Answer> => {
  const { storedId, exceptionId, receivedAt } = key
  if (exceptionId !== null) return exceptionAnswer(exceptionId)
  const row = await stores.asPlatform((tx) => findEvent(tx, storedId ?? 0, new Date(receivedAt)), { mode: 'read' })
  if (row === null) throw new Error(`event ${storedId} is known by its eventId but not stored`)
  return { __typename: 'JournalEvent', ...eventOf(row, await types.current()) }
}

const answerOf = async (options: IngestOptions, outcome: Outcome): Promise<Answer> => {
  if (outcome.kind === 'stored') return { __typename: 'JournalEvent', ...storedEventOf(outcome.event) }
  if (outcome.kind === 'exception') return exceptionAnswer(outcome.exceptionId)
  if (outcome.kind === 'known') return firstAnswer(options, outcome.key)
  if (outcome.kind === 'foreign') throw notOwn(options.registration)
  if (outcome.kind === 'retired') throw isRetired()
  throw new Error('The outcome of an event is that of a heartbeat.')
}

const entryOf = async (answer: Promise<Answer>, traceId: string, now: Date): Promise<IngestEntry> => {
  try {
    const { __typename, ...body } = await answer
    return { status: __typename === 'JournalEvent' ? 201 : 202, body }
  } catch (error) {
    const where = { instance: '/api/internal/journal-events/batch', traceId, now }
    const body = problemOf(toDomainError(error).error, where)
    return { status: body.status, body }
  }
}

/** Stores events and heartbeats, from the body to the answer. */
export const createIngest = (options: IngestOptions): Ingest => {
  const { lane, now } = options
  const submit = async (signal: Signal): Promise<Answer> => answerOf(options, await lane.submit(signal))
  const stored = <T>(work: () => Promise<T>, count: number): Promise<T> =>
    traced('wait for batch', { attributes: { 'fleetops.signals': count } }, work)
  return {
    async store(event, author = null) {
      const signal = await signalOf(options, event)
      return stored(() => submit(author === null ? signal : { ...signal, author }), 1)
    },
    async storeAll(events, traceId) {
      checkEventCount(events)
      const signals = await signalsOf(options, events)
      // All go to the lane at once, so that a batch is not stored in parts.
      const answerAll = () =>
        Promise.all(
          signals.map((one) =>
            entryOf(one.status === 'fulfilled' ? submit(one.value) : Promise.reject(one.reason), traceId, now()),
          ),
        )
      const answers = await stored(answerAll, signals.length)
      // Nothing was stored and nothing refused for good: then the batch as a whole is to be sent again.
      if (answers.length > 0 && answers.every(({ status }) => status === 503)) throw unavailable()
      return answers
    },
    async storeHeartbeat(agentAtmId, institutionKey) {
      const faults: FieldFault[] = []
      const header = readTypedHeader({ agentAtmId, institutionKey }, faults)
      if (header === null || faults.length > 0) throw badInputs(faults)
      const from = { agentAtmId: header.agentAtmId, institutionKey: header.institutionKey }
      const outcome = await lane.submit({ kind: 'heartbeat', ...from, receivedAt: now().getTime() })
      if (outcome.kind === 'foreign') throw notOwn(options.registration)
      if (outcome.kind === 'retired') throw isRetired()
    },
  }
}
