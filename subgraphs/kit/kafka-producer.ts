import { type Message, Partitioners, type Producer, type TopicMessages } from 'kafkajs'
import { idOf, type OutgoingMessage, type PassedMessage } from './events.ts'
import { createKafkaClient, type KafkaClient, type KafkaEnv, kafkaUnavailable, withinDeadline } from './kafka-client.ts'
import type { KafkaTopics } from './kafka-topics.ts'

const PUBLISH_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 2_000
/** Sixteen minutes: a send that waits for its broker is written once, one that is rejected and sent anew perhaps twice. */
const RETRIES = 1_000
const BATCH = 200
/** Half of what a broker takes in one batch by default. */
const BATCH_BYTES = 524_288
const REMEMBERED = 10_000

/** A batch that is on its way. `left` once its caller has given up waiting. */
type Flight = {
  readonly topics: readonly string[]
  readonly ids: readonly string[]
  left: boolean
  done: Promise<void>
}

type Line = { readonly client: KafkaClient; readonly producer: Promise<Producer> }

type AnyMessage = OutgoingMessage | PassedMessage

type Outgoing = { readonly id: string; readonly topic: string; readonly message: Message & { value: string } }

const outgoing = (message: AnyMessage): Outgoing => {
  const { topic, key, envelope, headers = {} } = message
  return { id: idOf(message), topic, message: { key, value: JSON.stringify(envelope), headers: { ...headers } } }
}

/** Cuts messages into batches that a broker takes, in their order. */
const batchesOf = (messages: readonly Outgoing[]): readonly (readonly Outgoing[])[] => {
  const batches: Outgoing[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const message of messages) {
    const size = Buffer.byteLength(message.message.value)
    const last = batches.at(-1)
    if (last === undefined || last.length >= BATCH || bytes + size > BATCH_BYTES) {
      batches.push([message])
      bytes = size
    } else {
      last.push(message)
      bytes += size
    }
  }
  return batches
}

const byTopic = (batch: readonly Outgoing[]): TopicMessages[] =>
  [...Map.groupBy(batch, ({ topic }) => topic)].map(([topic, messages]) => ({
    topic,
    messages: messages.map(({ message }) => message),
  }))

const openLine = (env: KafkaEnv): Line => {
  const client = createKafkaClient(env, RETRIES)
  const producer = client.kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  })
  return { client, producer: producer.connect().then(() => producer) }
}

/**
 * Publishes to Kafka, one batch at a time: concurrent sends on one idempotent producer of kafkajs lose messages without a word.
 * A caller is told of an outage after 10 s; its batch goes on trying and is waited for by whoever publishes next, so that nothing
 * overtakes it. A batch that was written after all is not sent again. After a rejected send the producer is thrown away, as kafkajs
 * acknowledges another batch on it without writing it.
 */
export const createKafkaProducer = (env: KafkaEnv, topics: KafkaTopics) => {
  let line: Line | null = null
  let flight: Flight | null = null
  let tail: Promise<unknown> = Promise.resolve()
  let closed = false
  /** Messages that were written after their caller had given up on them. */
  const written = new Set<string>()

  const discard = () => {
    line?.client.shut()
    line = null
    flight = null
  }

  const connected = async (deadlineMs: number): Promise<Producer> => {
    line ??= openLine(env)
    const used = line
    try {
      return await withinDeadline(used.producer, deadlineMs, 'no broker answers')
    } catch (error) {
      // A connection that is still being made may go on; one that failed never comes.
      used.producer.catch(() => {
        if (line === used) discard()
      })
      throw error
    }
  }

  const launch = (producer: Producer, batch: readonly Outgoing[]): Flight => {
    const own: Flight = {
      topics: [...new Set(batch.map(({ topic }) => topic))],
      ids: batch.map(({ id }) => id),
      left: false,
      done: Promise.resolve(),
    }
    own.done = producer.sendBatch({ acks: -1, topicMessages: byTopic(batch) }).then(
      () => {
        if (flight !== own) return
        flight = null
        if (own.left) remember(own.ids)
      },
      (error: unknown) => {
        if (flight === own) discard()
        throw kafkaUnavailable('a batch was rejected', error)
      },
    )
    own.done.catch(() => {})
    return own
  }

  const remember = (ids: readonly string[]) => {
    for (const id of ids) written.add(id)
    for (const id of written) {
      if (written.size <= REMEMBERED) break
      written.delete(id)
    }
  }

  const awaitFlight = async (deadlineMs: number): Promise<void> => {
    if (flight === null) return
    const own = flight
    try {
      await withinDeadline(own.done, deadlineMs, 'a batch is not acknowledged')
    } catch (error) {
      own.left = true
      topics.forget()
      throw error
    }
  }

  /** A batch for topics that were deleted meanwhile would be tried for ever. */
  const dropHopeless = async (): Promise<void> => {
    if (flight === null) return
    const there = await topics.list(0)
    if (flight?.topics.some((topic) => !there.has(topic))) discard()
  }

  const send = async (messages: readonly AnyMessage[], deadlineMs: number): Promise<void> => {
    if (closed) throw kafkaUnavailable('the connection is closed')
    await dropHopeless()
    // One that failed has told its own caller.
    await awaitFlight(deadlineMs).catch((error: unknown) => {
      if (flight !== null) throw error
    })
    await topics.provide([...new Set(messages.map(({ topic }) => topic))])
    const due = messages.filter((message) => !written.has(idOf(message))).map(outgoing)
    for (const batch of batchesOf(due)) {
      const producer = await connected(deadlineMs)
      flight = launch(producer, batch)
      await awaitFlight(deadlineMs)
    }
    for (const message of messages) written.delete(idOf(message))
  }

  return {
    publish(messages: readonly AnyMessage[]): Promise<void> {
      const deadlineMs = performance.now() + (env.publishTimeoutMs ?? PUBLISH_TIMEOUT_MS)
      const turn = tail.then(() => send(messages, deadlineMs))
      tail = turn.catch(() => {})
      return turn
    },
    /** Waits a moment for what is on its way, then lets go. */
    async close(): Promise<void> {
      closed = true
      const deadlineMs = performance.now() + CLOSE_TIMEOUT_MS
      await withinDeadline(tail, deadlineMs, 'it is closed').catch(() => {})
      const used = line
      if (used !== null && flight === null) {
        const ending = used.producer.then((producer) => producer.disconnect())
        await withinDeadline(ending, deadlineMs, 'it does not let go').catch(() => {})
      }
      discard()
    },
  }
}
