import { z } from 'zod'
import type { PlatformTx } from '../../db/tenancy.ts'
import { type Envelope, envelopeSchema } from '../../schema/events/envelope.ts'
import { isOutage } from './errors.ts'
import type { Logger } from './log.ts'

export type { Envelope } from '../../schema/events/envelope.ts'

/** A message on its way to a topic. Messages of one key stay in order. */
export type OutgoingMessage = { readonly topic: string; readonly key: string; readonly envelope: Envelope }

/** A message as it is read from a topic; the envelope is not yet checked. */
export type IncomingMessage = {
  readonly topic: string
  readonly key: string
  readonly position: number
  readonly envelope: unknown
}

export type TopicFilter = string | { readonly prefix: string }

/**
 * How much of one topic a member works through before another topic with waiting messages has its turn: a bound, so that a
 * topic with many messages holds the others up for that long only. A transport may give up a topic earlier. Small where
 * a message is much work; left out, the transport chooses what is quickest.
 */
export type Turn = { readonly messages: number }

export type SubscribeOptions = {
  readonly group: string
  readonly topics: readonly TopicFilter[]
  /** How many topics are worked on at once; within a topic messages come one after the other. */
  readonly concurrency: number
  readonly turn?: Turn
  /** A rejection leaves the message where it is; it comes again. */
  readonly handle: (message: IncomingMessage) => Promise<void>
}

/** The port behind which Kafka or PostgreSQL carries the topics: durable, at least once, in order per key. */
export type Transport = {
  publish(messages: readonly OutgoingMessage[]): Promise<void>
  subscribe(options: SubscribeOptions): { close(): Promise<void> }
  /** A shorter way from an outbox, where both lie in one database. */
  readonly outboxMover?: OutboxMover
}

/** Moves rows from outbox to topics within the transaction of the relay. */
export type OutboxMover = {
  /** Returns how many rows went, `limit` at most. */
  move(tx: PlatformTx, schema: string, limit: number): Promise<number>
  /** To be called after the commit: tells the consumers of this process. */
  wake(): void
}

/** What a service does with the messages of its topics. */
export type ConsumerDefinition = {
  readonly group: string
  readonly topics: readonly TopicFilter[]
  readonly concurrency?: number
  readonly turn?: Turn
  /** Handles one message, idempotently by `envelope.id`. */
  readonly handle: (envelope: Envelope, at: { readonly topic: string; readonly key: string }) => Promise<void>
  /** Is told of a message that failed for the last time, before it goes to the dead letter: what waits for it is to learn of it. */
  readonly abandoned?: (envelope: Envelope, reason: string) => Promise<void>
}

const ATTEMPTS = 5

/** Where a message goes that can never be handled. */
export const deadLetterTopicOf = (topic: string): string => `${topic}.dead-letter`

type ConsumerEnv = { readonly topics: Transport; readonly log: Logger; now(): Date; newId(): string }

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)

/** Subscribes each consumer. A message that fails five times for a reason of its own goes to the dead letter; an outage never sends one there. */
export const startConsumers = (
  env: ConsumerEnv,
  consumers: readonly ConsumerDefinition[],
): { close(): Promise<void> } => {
  const subscriptions = consumers.map((consumer) => {
    const failures = new Map<string, number>()
    return env.topics.subscribe({
      group: consumer.group,
      topics: consumer.topics,
      concurrency: consumer.concurrency ?? 1,
      ...(consumer.turn === undefined ? {} : { turn: consumer.turn }),
      async handle(message) {
        const parsed = envelopeSchema.safeParse(message.envelope)
        if (!parsed.success) return await bury(env, message, `not an envelope: ${z.prettifyError(parsed.error)}`)
        try {
          await consumer.handle(parsed.data, { topic: message.topic, key: message.key })
          failures.delete(parsed.data.id)
        } catch (error) {
          const count = isOutage(error) ? 0 : (failures.get(parsed.data.id) ?? 0) + 1
          failures.set(parsed.data.id, count)
          env.log.warn(
            { topic: message.topic, messageId: parsed.data.id, attempt: count, reason: errorText(error) },
            'message could not be handled',
          )
          if (count < ATTEMPTS) throw error
          await consumer.abandoned?.(parsed.data, errorText(error))
          failures.delete(parsed.data.id)
          await bury(env, message, errorText(error))
        }
      },
    })
  })
  return {
    async close() {
      await Promise.all(subscriptions.map((subscription) => subscription.close()))
    },
  }
}

const bury = async (env: ConsumerEnv, message: IncomingMessage, reason: string): Promise<void> => {
  env.log.error({ topic: message.topic, position: message.position, reason }, 'message moved to the dead letter')
  const envelope: Envelope = {
    id: env.newId(),
    type: 'dead-letter',
    version: 1,
    occurredAt: env.now().toISOString(),
    institutionKey: null,
    traceparent: null,
    data: { topic: message.topic, position: message.position, reason, message: message.envelope },
  }
  await env.topics.publish([{ topic: deadLetterTopicOf(message.topic), key: message.key, envelope }])
}
