import type { Component } from '../../observability/health.ts'
import type { Transport } from '../events.ts'
import type { KafkaEnv } from './kafka-client.ts'
import { startKafkaConsumer } from './kafka-consumer.ts'
import { createKafkaProducer } from './kafka-producer.ts'
import { createRefusals, refusalOf } from './kafka-refusals.ts'
import { createRefusedTopics } from './kafka-refused-topics.ts'
import { createKafkaTopics, missingTopics, type TopicPolicy } from './kafka-topics.ts'

export type KafkaTransport = Transport & {
  /** Creates topics that are missing; returns their names. Rejects with UNAVAILABLE while no broker answers. */
  create(topics: readonly string[]): Promise<readonly string[]>
  /** Those of these topics whose messages can be acknowledged by one broker alone, and are lost with it. */
  listFragile(topics: readonly string[]): Promise<readonly string[]>
  /**
   * DEGRADED while no broker answers or one of the topics is missing, never DOWN: what is to be published waits in
   * the outbox.
   */
  check(required: readonly string[]): Promise<Component>
  close(): Promise<void>
}

/** What a broker takes by default, 1 MiB, less the headers of a dead letter. */
const MAX_MESSAGE_BYTES = 1_000_000

/** Kafka does not show a login what it may not describe. */
const absent = (topics: readonly string[], { security }: KafkaEnv): string =>
  security === undefined || security.sasl === null
    ? missingTopics(topics)
    : `${missingTopics(topics)} Or allow ${security.sasl.username} to describe what is there.`

type Env = KafkaEnv & { readonly policy: TopicPolicy }

/**
 * Topics of Apache Kafka: durable, in order per key, at least once. Members of a group share the partitions of its
 * topics.
 */
export const createKafkaTransport = (env: Env): KafkaTransport => {
  const refused = createRefusedTopics(env.log)
  const topics = createKafkaTopics(env, env.policy, refused)
  const refusals = createRefusals(env)
  const producer = createKafkaProducer(env, topics, refusals, refused)
  const consumers = new Set<ReturnType<typeof startKafkaConsumer>>()
  topics.onCreated(() => {
    for (const consumer of consumers) consumer.wake()
  })
  return {
    maxMessageBytes: MAX_MESSAGE_BYTES,
    listRefused: refused.listHeld,
    countRefused: refused.count,
    lag: { transport: 'kafka', read: async () => [...consumers].map((consumer) => consumer.lag()) },
    async publish(messages) {
      if (messages.length > 0) await producer.publish(messages)
    },
    subscribe(options) {
      const consumer = startKafkaConsumer(env, options, topics, refusals)
      consumers.add(consumer)
      return {
        async close() {
          consumers.delete(consumer)
          await consumer.close()
        },
      }
    },
    create: topics.create,
    listFragile: topics.listFragile,
    async check(required) {
      try {
        const there = await topics.list(0)
        const missing = required.filter((topic) => !there.has(topic))
        const absence = missing.length === 0 ? [] : [absent(missing, env)]
        const reasons = [...absence, ...refusals.list(), ...refused.listReasons(missing)]
        return reasons.length === 0 ? { status: 'UP' } : { status: 'DEGRADED', reason: reasons.join('; ') }
      } catch (error) {
        const reason = refusalOf(error, 'to list topics', env)
        if (reason !== null) return { status: 'DEGRADED', reason: `${reason}; messages wait in the outbox` }
        return { status: 'DEGRADED', reason: `no Kafka at ${env.brokers.join(', ')}; messages wait in the outbox` }
      }
    },
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.close()))
      await producer.close()
      await topics.close()
    },
  }
}
