import type { Message, Producer, TopicMessages } from 'kafkajs'
import { type OutgoingMessage, type PassedMessage, TopicsRefused } from '../events.ts'
import { createKafkaClient, type KafkaClient, type KafkaEnv, kafkaUnavailable, withinDeadline } from './kafka-client.ts'
import { createLateWrites, sendingOf } from './kafka-late-writes.ts'
import { type Refusals, refusalOf } from './kafka-refusals.ts'
import { type RefusedTopics, someOf } from './kafka-refused-topics.ts'
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
/** For so long topics are sent to one by one, those that were refused before among them; the rest of them wait. */
const ALONE_MS = 1_000

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
  readonly refused: RefusedTopics
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
const launch = (state: State, sender: Sender, batch: readonly Outgoing[]): void => {
  const own: Flight = {
    topics: [...new Set(batch.map(({ topic }) => topic))],
    sendings: batch.map(({ sending }) => sending),
    left: false,
    done: Promise.resolve(),
  }
  own.done = sender.send(batch).then(
    () => {
      state.refused.accept(own.topics)
      state.refusals.note(TO_WRITE, null)
      if (state.flight !== own) return
      state.flight = null
      if (own.left) state.late.add(own.sendings)
    },
    (error: unknown) => {
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

/** One call of `publish`. */
type Call = { readonly deadlineMs: number; readonly written: Set<Outgoing> }

/** Sends a batch; returns the error where Kafka refuses it, null where it is written. Rejects with UNAVAILABLE. */
const deliver = async (state: State, batch: readonly Outgoing[], { deadlineMs, written }: Call): Promise<unknown> => {
  launch(state, await connected(state, deadlineMs), batch)
  try {
    await awaitFlight(state, deadlineMs)
    for (const message of batch) written.add(message)
    return null
  } catch (error) {
    if (state.flight !== null || state.closed) throw error
    return error
  }
}

type ByTopic = ReadonlyMap<string, readonly Outgoing[]>

/** Topics that were refused, with the reason; null for one that was not tried. */
type Reasons = ReadonlyMap<string, string | null>

/**
 * Sends all of the topics that were not refused before. Returns the messages that wait for an attempt with those of
 * their topic alone, as Kafka does not say for which topics it refuses a batch.
 */
const sendTogether = async (state: State, due: readonly Outgoing[], call: Call): Promise<ByTopic> => {
  const alone = new Set(due.map(({ topic }) => topic).filter(state.refused.has))
  for (const batch of batchesOf(due.filter(({ topic }) => !alone.has(topic)))) {
    const rest = batch.filter(({ topic }) => !alone.has(topic))
    if (rest.length === 0 || (await deliver(state, rest, call)) === null) continue
    for (const { topic } of rest) alone.add(topic)
  }
  return Map.groupBy(
    due.filter((message) => !call.written.has(message)),
    ({ topic }) => topic,
  )
}

const whyNotWritten = (topic: string, error: unknown, env: KafkaEnv): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  const reason = refusalOf(error, `to write to ${topic}`, env)
  return reason ?? `Kafka refuses messages for the topic ${topic}: a batch was rejected: ${cause}`
}

/** Sends batch by batch up to the first that is refused; returns its error. */
const deliverAll = async (state: State, due: readonly Outgoing[], call: Call): Promise<unknown> => {
  for (const batch of batchesOf(due)) {
    const error = await deliver(state, batch, call)
    if (error !== null) return error
  }
  return null
}

/** Sends to each topic by itself, for a limited time; returns those that were refused or not tried. */
const sendAlone = async (state: State, waiting: ByTopic, call: Call): Promise<Reasons> => {
  const reasons = new Map<string, string | null>()
  const untilMs = performance.now() + ALONE_MS
  try {
    for (const topic of state.refused.inTurn(waiting.keys())) {
      const isLate = performance.now() > untilMs
      const error = isLate ? null : await deliverAll(state, waiting.get(topic) ?? [], call)
      if (error !== null) reasons.set(topic, whyNotWritten(topic, error, state.env))
      else if (isLate) reasons.set(topic, null)
    }
  } finally {
    // Where each that was tried takes messages, the rest is not held: it is tried the next time.
    if ([...reasons.values()].some((reason) => reason !== null)) state.refused.refuse(reasons)
  }
  return reasons
}

/** Sends what is due; returns what was refused. In an outage all comes again, what was written of it too. */
const sendDue = async (state: State, due: readonly Outgoing[], call: Call): Promise<Reasons> => {
  try {
    return await sendAlone(state, await sendTogether(state, due, call), call)
  } catch (error) {
    state.late.add([...call.written].map(({ sending }) => sending))
    throw error
  }
}

const NOT_TRIED = 'Kafka refuses some of these topics, and which of them is not known yet.'

/** @throws TopicsRefused unless there are none. */
const throwRefused = (reasons: Reasons): void => {
  if (reasons.size === 0) return
  const known = [...reasons.values()].flatMap((reason) => reason ?? [])
  throw new TopicsRefused(reasons.keys(), known.length === 0 ? NOT_TRIED : someOf(known).join('; '))
}

const send = async (state: State, messages: readonly AnyMessage[], deadlineMs: number): Promise<void> => {
  if (state.closed) throw kafkaUnavailable('the connection is closed')
  await dropHopeless(state)
  // The caller of a failed batch has received its error.
  await awaitFlight(state, deadlineMs).catch((error: unknown) => {
    if (state.flight !== null) throw error
  })
  const topics = [...new Set(messages.map(({ topic }) => topic))]
  const held = state.refused.heldOf(topics)
  const missing = await state.topics.provide(topics.filter((topic) => !held.has(topic)))
  const unsent: Reasons = new Map([...held, ...missing])
  const due = messages.filter((message) => !unsent.has(message.topic) && !state.late.has(message)).map(outgoing)
  const call: Call = { deadlineMs, written: new Set() }
  const refused = await sendDue(state, due, call)
  // All messages of a refused topic come again, also those of its batches before the one that was refused.
  state.late.add([...call.written].flatMap(({ topic, sending }) => (refused.has(topic) ? [sending] : [])))
  state.late.forget(messages.filter(({ topic }) => !unsent.has(topic) && !refused.has(topic)))
  throwRefused(new Map([...unsent, ...refused]))
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
 * discarded, because kafkajs acknowledges the next batch on it without writing it. Topics that Kafka refuses hold up no
 * others: what is for them is sent last and alone, and not at all within seconds of a refusal.
 */
export const createKafkaProducer = (env: KafkaEnv, topics: KafkaTopics, refusals: Refusals, refused: RefusedTopics) => {
  const late = createLateWrites()
  const state: State = { env, topics, refusals, refused, line: null, flight: null, closed: false, late }
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
