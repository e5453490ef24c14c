import { z } from 'zod'
import { isCanceled } from '../../../db/errors.ts'
import type { PlatformTx, TenantTx } from '../../../db/tenancy.ts'
import { ENVELOPE_VERSION, type Envelope, envelopeSchema } from '../../../schema/events/envelope.ts'
import { maskCardNumbers } from '../cards/card-numbers.ts'
import { DomainError, isOutage } from '../common/errors.ts'
import type { Logger } from '../observability/log.ts'
import { parseTraceparent } from '../tracing/trace-context.rules.ts'
import { plainTracer, startTraced, type Tracer } from '../tracing/tracing.ts'
import { buriedMessage } from './dead-letter.rules.ts'
import type { ConsumerMetrics } from './message-metrics.ts'
import type { StateTopics } from './superseded.rules.ts'

export type { Envelope } from '../../../schema/events/envelope.ts'

/** What goes with a message beside its value. */
export type Headers = Readonly<Record<string, string>>

type Addressed = { readonly topic: string; readonly key: string; readonly headers?: Headers }

/** A message on its way to a topic. Messages of one key stay in order. */
export type OutgoingMessage = Addressed & {
  readonly envelope: Envelope
  /**
   * The row of an outbox that it is, with the schema of that: a replay has the id of what it replays, but is another
   * row, and two services that replay one message may have rows of one number.
   */
  readonly row?: string
}

/** A message that is passed on as it came: perhaps no envelope, so that its id is beside it. */
export type PassedMessage = Addressed & {
  readonly id: string
  readonly envelope: unknown
  /** The row of an outbox in whose place it is sent, with the schema of that. */
  readonly row?: string
}

/** What identifies a message. */
export const idOf = (message: OutgoingMessage | PassedMessage): string =>
  'id' in message ? message.id : message.envelope.id

/** A message as it is read from a topic; the envelope is not yet checked. */
export type IncomingMessage = Addressed & { readonly position: number; readonly envelope: unknown }

/** A topic, or all that begin with a prefix: those of dead letters only where it says so, and then no others. */
export type TopicFilter = string | { readonly prefix: string; readonly deadLetters?: true }

/**
 * How much of one topic a member works through before another topic with waiting messages has its turn: a bound, so
 * that a topic with many messages holds the others up for that long only. A transport may give up a topic earlier.
 * Small where a message is much work; left out, the transport chooses what is quickest.
 */
export type Turn = { readonly messages: number }

export type SubscribeOptions = {
  readonly group: string
  readonly topics: readonly TopicFilter[]
  /** How many topics, or partitions of topics, are worked on at once; within each messages come one after the other. */
  readonly concurrency: number
  /**
   * How many messages of one topic may be under way at once, for whom their order does not matter; one when left out.
   * Those after one that failed come again with it. A transport with partitions need not make use of it.
   */
  readonly together?: number
  readonly turn?: Turn
  /** A rejection leaves the message where it is; it comes again. */
  readonly handle: (message: IncomingMessage) => Promise<void>
}

/** Some topics take no messages now. Those of the other topics of the list were published. */
export class TopicsRefused extends DomainError {
  readonly topics: ReadonlySet<string>

  constructor(topics: Iterable<string>, reason: string) {
    super('UNAVAILABLE', reason, { retryAfterSeconds: 5 })
    this.name = 'TopicsRefused'
    this.topics = new Set(topics)
  }
}

/** The port behind which Kafka or PostgreSQL carries the topics: durable, at least once, in order per key. */
export type Transport = {
  /** @throws TopicsRefused where some of the topics take nothing; after any other error nothing is known. */
  publish(messages: readonly (OutgoingMessage | PassedMessage)[]): Promise<void>
  /** Topics that were refused and are not worth another attempt yet; left out where none ever is. */
  listRefused?(): readonly string[]
  /** How many topics take no messages; left out where it is never known. */
  countRefused?(): number
  subscribe(options: SubscribeOptions): { close(): Promise<void> }
  /** What the JSON of a message may have at most; left out where there is no limit. */
  readonly maxMessageBytes?: number
  /** How far the groups that this process subscribed are behind; left out where that is not known. */
  readonly lag?: { readonly transport: 'kafka' | 'postgresql'; read(): Promise<readonly Lag[]> }
  /** A shorter way from an outbox, where both lie in one database. */
  readonly outboxMover?: OutboxMover
}

/** How far a group is behind: with Kafka in the partitions of this process, else in all of its topics. */
export type Lag = { readonly group: string; readonly messages: number; readonly oldestAtMs: number | null }

/** Rows that left an outbox: how many, how many of them were published, and the traces of theirs that are recorded. */
export type Moved = { readonly count: number; readonly published: number; readonly traceparents: readonly string[] }

/** Moves rows from outbox to topics within the transaction of the relay. */
export type OutboxMover = {
  move(
    tx: PlatformTx,
    schema: string,
    options: { readonly limit: number; readonly states?: StateTopics | undefined },
  ): Promise<Moved>
  /** To be called after the commit: wakes the consumers of this process. */
  wake(): void
}

/** What a service does with the messages of its topics. */
export type ConsumerDefinition = {
  readonly group: string
  readonly topics: readonly TopicFilter[]
  readonly concurrency?: number
  readonly together?: number
  readonly turn?: Turn
  /** Handles one message, idempotently by `envelope.id`. */
  readonly handle: (envelope: Envelope, at: { readonly topic: string; readonly key: string }) => Promise<void>
  /**
   * Called for a message that failed for the last time, once it is in the dead letter: what waits for it is to learn
   * of it. Idempotent: a process that dies in between has the message come again. What it fails with is logged, and
   * has the message come again only where it is an outage. What was asked of it since its last attempt comes after
   * the burial, as its replay does, and is not to be given up with it.
   */
  readonly abandoned?: (envelope: Envelope, reason: string, lastAttemptAt: Date) => Promise<void>
  /**
   * Undoes what `abandoned` did, in the transaction that has the message replayed at this instant, so that its replay
   * has an effect. Messages of its key that came after it may have been handled by then.
   */
  readonly revive?: (tx: TenantTx, envelope: Envelope, at: Date) => Promise<void>
}

const ATTEMPTS = 5

type ConsumerEnv = {
  readonly topics: Transport
  readonly log: Logger
  /** What records the handling of messages; nothing does when left out. */
  readonly tracer?: Tracer
  /** Counts what consumers do. */
  readonly counted?: ConsumerMetrics
  now(): Date
  newId(): string
}

const MAX_ERROR_CHARS = 500

/** An error as one line that may be kept and shown: its message, with card numbers masked. */
const errorText = (error: unknown): string => {
  const text =
    error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error)
  const line = maskCardNumbers(text).replace(/[\s\p{Cc}]+/gu, ' ')
  return line.trim().slice(0, MAX_ERROR_CHARS).toWellFormed()
}

/** What is wrong with a message that is no envelope of a version known here. */
const envelopeFault = (message: unknown, fault: z.ZodError): string => {
  const version = typeof message === 'object' && message !== null && 'version' in message ? message.version : undefined
  return version === undefined || version === ENVELOPE_VERSION
    ? `not an envelope: ${errorText(fault)}`
    : `version ${errorText(JSON.stringify(version))} is not known here, only ${ENVELOPE_VERSION} is`
}

/**
 * True where a failure is no fault of the message. A statement beyond its time limit is one: what takes minutes now
 * takes them at each attempt, and the topic would wait behind it for ever.
 */
const isBlameless = (error: unknown): boolean => isOutage(error) && !isCanceled(error)

/** What became of a message that failed, up to its last attempt; `isBuried` once its dead letter is sent. */
type Failed = {
  readonly count: number
  readonly since: Date
  readonly lastAttemptAt: Date
  readonly reason: string
  readonly isBuried: boolean
}

/** Not its id alone: its replay has that too, and is to be handled whatever is remembered of what it replays. */
const placeOf = ({ topic, position }: IncomingMessage, { id }: Envelope): string => `${topic} ${position} ${id}`

/** A topic as a consumer names it: without the institution, where each has a topic of its own. */
const familyOf = ({ topics }: ConsumerDefinition, topic: string): string =>
  topics.includes(topic) ? topic : topics.flatMap((one) => (typeof one === 'string' ? [] : [one.prefix])).join(' ')

/** The failures of a message with one more; an outage is none of its own. */
const failedAgain = (before: Failed | undefined, error: unknown, lastAttemptAt: Date): Failed => ({
  count: (before?.count ?? 0) + (isBlameless(error) ? 0 : 1),
  since: before?.since ?? lastAttemptAt,
  lastAttemptAt,
  reason: errorText(error),
  isBuried: false,
})

/**
 * Handles the messages of one consumer. One that fails five times for a reason of its own, such as a statement that
 * takes too long, or that cannot be read, goes to the dead letter; an outage never sends one there. One that comes
 * again after its last attempt, as its dead letter was refused or it could not be given up, is not handled again.
 * Attempts are counted in this process: another one that has taken over the topic counts from the beginning.
 */
const createHandler = (env: ConsumerEnv, consumer: ConsumerDefinition) => {
  const { tracer = plainTracer } = env
  const about = { 'messaging.system': 'fleetops', 'messaging.consumer.group.name': consumer.group }
  const failures = new Map<string, Failed>()
  const bury = async (message: IncomingMessage, failed: Omit<Failed, 'isBuried'>): Promise<void> => {
    const { topic, position } = message
    const { reason, since, lastAttemptAt, count } = failed
    const failure = { error: reason, group: consumer.group, firstAttemptAt: since, lastAttemptAt, attempts: count }
    await env.topics.publish([buriedMessage(message, failure, env.newId(), env.topics.maxMessageBytes)])
    env.log.error({ topic, position, group: consumer.group, reason }, 'message moved to the dead letter')
    env.counted?.ended(consumer.group, 'dead', null)
  }
  /** Comes after the burial: were it the other way round, a crash in between would leave neither message nor letter. */
  const giveUp = async ({ topic }: IncomingMessage, envelope: Envelope, failed: Failed): Promise<void> => {
    try {
      await consumer.abandoned?.(envelope, failed.reason, failed.lastAttemptAt)
    } catch (error) {
      if (isBlameless(error)) throw error
      env.log.error(
        { topic, messageId: envelope.id, group: consumer.group, reason: errorText(error) },
        'message could not be given up; it is in the dead letter',
      )
    }
  }
  const end = async (message: IncomingMessage, envelope: Envelope, failed: Failed): Promise<void> => {
    const place = placeOf(message, envelope)
    if (!failed.isBuried) {
      await bury(message, failed)
      failures.set(place, { ...failed, isBuried: true })
    }
    await giveUp(message, envelope, failed)
    failures.delete(place)
  }
  const fail = async (message: IncomingMessage, envelope: Envelope, error: unknown, failed: Failed): Promise<void> => {
    failures.set(placeOf(message, envelope), failed)
    env.log.warn(
      { topic: message.topic, messageId: envelope.id, attempt: failed.count, reason: failed.reason },
      'message could not be handled',
    )
    if (failed.count < ATTEMPTS) {
      env.counted?.ended(consumer.group, 'failed', null)
      throw error
    }
    await end(message, envelope, failed)
  }
  const attempt = async (message: IncomingMessage, envelope: Envelope): Promise<void> => {
    const failed = failures.get(placeOf(message, envelope))
    if (failed !== undefined && failed.count >= ATTEMPTS) return end(message, envelope, failed)
    // Of what is asked for while it is being handled nobody knows whether that was seen.
    const startedAt = env.now()
    try {
      await consumer.handle(envelope, { topic: message.topic, key: message.key })
      failures.delete(placeOf(message, envelope))
      env.counted?.ended(consumer.group, 'handled', Date.parse(envelope.occurredAt))
    } catch (error) {
      await fail(message, envelope, error, failedAgain(failed, error, startedAt))
    }
  }
  return async (message: IncomingMessage): Promise<void> => {
    const parsed = envelopeSchema.safeParse(message.envelope)
    if (!parsed.success) {
      const since = env.now()
      const reason = envelopeFault(message.envelope, parsed.error)
      return bury(message, { count: 1, since, lastAttemptAt: since, reason })
    }
    const { id, traceparent } = parsed.data
    const attributes = {
      ...about,
      'messaging.destination.name': familyOf(consumer, message.topic),
      'messaging.message.id': id,
    }
    const options = { parent: parseTraceparent(traceparent), kind: 'consumer', attributes } as const
    await startTraced(tracer, `process ${consumer.group}`, options, () => attempt(message, parsed.data))
  }
}

/** Subscribes each consumer. */
export const startConsumers = (
  env: ConsumerEnv,
  consumers: readonly ConsumerDefinition[],
): { close(): Promise<void> } => {
  const subscriptions = consumers.map((consumer) =>
    env.topics.subscribe({
      group: consumer.group,
      topics: consumer.topics,
      concurrency: consumer.concurrency ?? 1,
      ...(consumer.together === undefined ? {} : { together: consumer.together }),
      ...(consumer.turn === undefined ? {} : { turn: consumer.turn }),
      handle: createHandler(env, consumer),
    }),
  )
  return {
    async close() {
      await Promise.all(subscriptions.map((subscription) => subscription.close()))
    },
  }
}
