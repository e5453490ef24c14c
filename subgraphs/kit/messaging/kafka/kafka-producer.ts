import type { Message, Producer, TopicMessages } from 'kafkajs'
import type { OutgoingMessage, PassedMessage } from '../events.ts'
import { createKafkaClient, type KafkaClient, type KafkaEnv, kafkaUnavailable, withinDeadline } from './kafka-client.ts'
import { createLateWrites, sendingOf } from './kafka-late-writes.ts'
import type { Refusals } from './kafka-refusals.ts'
import type { KafkaTopics } from './kafka-topics.ts'
import { createWritten } from './kafka-written.ts'

const PUBLISH_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 2_000
/**
 * Sixteen minutes: a send that waits for its broker is written once, one that is rejected and sent again perhaps
 * twice.
 */
const RETRIES = 1_000
const BATCH = 200
/** Half of what a broker takes in one batch by default. */
const BATCH_BYTES = 524_288

/** A batch that is being sent. `left`: its caller has stopped waiting. */
type Flight = {
  readonly topics: readonly string[]
  readonly sendings: readonly string[]
  left: boolean
  done: Promise<void>
}

/** A connected producer. `send` rejects where a part of the batch was not written. */
type Sender = Pick<Producer, 'disconnect'> & { send(batch: readonly Outgoing[]): Promise<void> }

type Line = { readonly client: KafkaClient; readonly sender: Promise<Sender> }

type AnyMessage = OutgoingMessage | PassedMessage

type Outgoing = { readonly sending: string; readonly topic: string; readonly message: Message & { value: string } }

const outgoing = (message: AnyMessage): Outgoing => {
  const { topic, key, envelope, headers = {} } = message
  const sent = { key, value: JSON.stringify(envelope), headers: { ...headers } }
  return { sending: sendingOf(message), topic, message: sent }
}

/** Splits messages into batches that a broker accepts, in order. */
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

const connect = async ({ kafka }: KafkaClient): Promise<Sender> => {
  const { createPartitioner, begin, listUnwritten } = createWritten()
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, createPartitioner })
  await producer.connect()
  return {
    disconnect: () => producer.disconnect(),
    async send(batch) {
      begin()
      const unwritten = listUnwritten(await producer.sendBatch({ acks: -1, topicMessages: byTopic(batch) }))
      if (unwritten.length > 0) throw new Error(`Kafka has not written to ${unwritten.join(', ')}`)
    },
  }
}

const openLine = (env: KafkaEnv): Line => {
  const client = createKafkaClient(env, RETRIES)
  return { client, sender: connect(client) }
}

/** The state of the producer of this process. */
type State = {
  readonly env: KafkaEnv
  readonly topics: KafkaTopics
  readonly refusals: Refusals
  line: Line | null
  flight: Flight | null
  closed: boolean
  readonly late: ReturnType<typeof createLateWrites>
}

const discard = (state: State): void => {
  state.line?.client.shut()
  state.line = null
  state.flight = null
}

const connected = async (state: State, deadlineMs: number): Promise<Sender> => {
  state.line ??= openLine(state.env)
  const used = state.line
  try {
    return await withinDeadline(used.sender, deadlineMs, 'no broker answers')
  } catch (error) {
    // A connection that is still being made may go on; one that failed never comes.
    used.sender.catch((cause: unknown) => {
      state.refusals.note(TO_WRITE, cause)
      if (state.line === used) discard(state)
    })
    throw error
  }
}

const TO_WRITE = 'to write'
const writing = (topics: readonly string[]): string => `to write to ${topics.join(', ')}`

const launch = (state: State, sender: Sender, batch: readonly Outgoing[]): void => {
  const own: Flight = {
    topics: [...new Set(batch.map(({ topic }) => topic))],
    sendings: batch.map(({ sending }) => sending),
    left: false,
    done: Promise.resolve(),
  }
  own.done = sender.send(batch).then(
    () => {
      state.refusals.note(writing(own.topics), null)
      state.refusals.note(TO_WRITE, null)
      if (state.flight !== own) return
      state.flight = null
      if (own.left) state.late.add(own.sendings)
    },
    (error: unknown) => {
      state.refusals.note(writing(own.topics), error)
      if (state.flight === own) discard(state)
      throw kafkaUnavailable('a batch was rejected', error)
    },
  )
  own.done.catch(() => {})
  state.flight = own
}

const awaitFlight = async (state: State, deadlineMs: number): Promise<void> => {
  if (state.flight === null) return
  const own = state.flight
  try {
    await withinDeadline(own.done, deadlineMs, 'a batch is not acknowledged')
  } catch (error) {
    own.left = true
    state.topics.forget()
    throw error
  }
}

/** A batch for topics that have been deleted would be retried for ever. */
const dropHopeless = async (state: State): Promise<void> => {
  if (state.flight === null) return
  const there = await state.topics.list(0)
  if (state.flight?.topics.some((topic) => !there.has(topic))) discard(state)
}

const send = async (state: State, messages: readonly AnyMessage[], deadlineMs: number): Promise<void> => {
  if (state.closed) throw kafkaUnavailable('the connection is closed')
  await dropHopeless(state)
  // The caller of a failed batch has received its error.
  await awaitFlight(state, deadlineMs).catch((error: unknown) => {
    if (state.flight !== null) throw error
  })
  await state.topics.provide([...new Set(messages.map(({ topic }) => topic))])
  const due = messages.filter((message) => !state.late.has(message)).map(outgoing)
  for (const batch of batchesOf(due)) {
    launch(state, await connected(state, deadlineMs), batch)
    await awaitFlight(state, deadlineMs)
  }
  state.late.forget(messages)
}

/** Disconnects within the deadline, unless a batch is still being sent. */
const disconnect = async ({ line, flight }: State, deadlineMs: number): Promise<void> => {
  if (line === null || flight !== null) return
  const ending = line.sender.then((sender) => sender.disconnect())
  await withinDeadline(ending, deadlineMs, 'it does not let go').catch(() => {})
}

/**
 * Publishes to Kafka, one batch at a time: concurrent sends on one idempotent producer of kafkajs lose messages
 * silently. In an outage a caller gets an error after 10 s. Its batch is still being retried, and the next caller waits
 * for it, so that nothing overtakes it; once written it is not sent again. After a rejected send the producer is
 * discarded, because kafkajs acknowledges the next batch on it without writing it.
 */
export const createKafkaProducer = (env: KafkaEnv, topics: KafkaTopics, refusals: Refusals) => {
  const state: State = { env, topics, refusals, line: null, flight: null, closed: false, late: createLateWrites() }
  let tail: Promise<unknown> = Promise.resolve()
  return {
    publish(messages: readonly AnyMessage[]): Promise<void> {
      const deadlineMs = performance.now() + (env.publishTimeoutMs ?? PUBLISH_TIMEOUT_MS)
      const turn = tail.then(() => send(state, messages, deadlineMs))
      tail = turn.catch(() => {})
      return turn
    },
    /** Waits a limited time for the batch being sent, then disconnects. */
    async close(): Promise<void> {
      state.closed = true
      const deadlineMs = performance.now() + CLOSE_TIMEOUT_MS
      await withinDeadline(tail, deadlineMs, 'it is closed').catch(() => {})
      await disconnect(state, deadlineMs)
      discard(state)
    },
  }
}
