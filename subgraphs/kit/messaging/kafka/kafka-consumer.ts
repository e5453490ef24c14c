import type { ConsumerConfig, EachBatchPayload, IHeaders } from 'kafkajs'
import { withAbort } from '../../common/deadline.ts'
import { runLoop } from '../../common/loop.ts'
import { createWaker, type Waker } from '../../common/waker.ts'
import type { Headers, Lag, SubscribeOptions, TopicFilter } from '../events.ts'
import { isDeadLetterTopic } from '../topic-names.rules.ts'
import { createKafkaClient, type KafkaEnv, withinDeadline } from './kafka-client.ts'
import { createLink, type Link } from './kafka-link.ts'
import type { Refusals } from './kafka-refusals.ts'
import type { KafkaTopics } from './kafka-topics.ts'
import { createPartitionTurns, type Fetched, type Turns } from './kafka-turns.ts'

/** How often all subscriptions together read the list of topics. */
const TOPIC_POLL_MS = 2_000
const SESSION_TIMEOUT_MS = 10_000
/**
 * Sixteen minutes: a member that outlasts an outage goes on at once, a new one waits until the old one's session is
 * over.
 */
const RETRIES = 1_000
/** How long a fetch waits for messages; leaving the group has to wait for it. */
const FETCH_WAIT_MS = 250
const FETCH_BYTES = 1_048_576
/** Small for one partition, so that one with a backlog does not delay the others. */
const PARTITION_BYTES = 131_072
/** A membership that has not fetched for this long, although a broker answers, is stuck. */
const STUCK_MS = 60_000
const JOIN_TIMEOUT_MS = 30_000
const FLUSH_TIMEOUT_MS = 1_000
const LEAVE_TIMEOUT_MS = 2_000
/** How long new topics wait for the messages in progress, so that these are not handled again. */
const DRAIN_MS = 1_000
/**
 * The minimum duration of a membership before new topics end it, so that a burst of new topics does not stop all
 * handling.
 */
const RELOAD_MS = 2_000

const matches = (filters: readonly TopicFilter[], topic: string): boolean =>
  filters.some((filter) =>
    typeof filter === 'string'
      ? filter === topic
      : topic.startsWith(filter.prefix) && isDeadLetterTopic(topic) === (filter.deadLetters ?? false),
  )

const parsed = (text: string | undefined): unknown => {
  if (text === undefined) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const headersOf = (headers: IHeaders = {}): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String([value].flat().at(-1) ?? '')]))

const fetchedOf = ({ batch }: EachBatchPayload): readonly Fetched[] =>
  batch.messages.map(({ offset, timestamp, key, value, headers }) => {
    const text = value?.toString()
    return {
      offset: Number(offset),
      stamp: timestamp,
      bytes: value?.length ?? 0,
      message: {
        topic: batch.topic,
        key: key?.toString() ?? '',
        position: Number(offset),
        envelope: parsed(text),
        ...(headers === undefined || Object.keys(headers).length === 0 ? {} : { headers: headersOf(headers) }),
      },
    }
  })

type Membership = {
  /** Resolves when the client has crashed. */
  readonly crashed: Promise<void>
  /** True if a broker answers other clients (`reachable`), but not this one. */
  isStuck(reachable: boolean): boolean
  /** Leaves the group, if a broker can be reached. */
  leave(reachable: boolean): Promise<void>
}

const reading = (group: string): string => `to read as the group ${group}`

type JoinEnv = KafkaEnv & { readonly refusals: Refusals; readonly turns: Turns; readonly link: Link }

/**
 * Joins a group. Batches are handed over as they come and a partition that has enough is paused, so that the client
 * goes on fetching and sending heartbeats, however long a message takes. Offsets are committed by hand, after
 * handling.
 */
const join = async (env: JoinEnv, group: string, topics: readonly string[]): Promise<Membership> => {
  const { turns, link } = env
  const client = createKafkaClient(env, RETRIES)
  const consumer = client.kafka.consumer(settingsOf(group, env.sessionTimeoutMs ?? SESSION_TIMEOUT_MS))
  const { promise: crashed, resolve: crash } = Promise.withResolvers<void>()
  let fetchedAtMs = performance.now()
  consumer.on(consumer.events.CRASH, ({ payload: { error } }) => {
    env.refusals.note(reading(group), error)
    crash()
  })
  consumer.on(consumer.events.FETCH, () => {
    fetchedAtMs = performance.now()
    env.refusals.note(reading(group), null)
  })
  consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
    link.retarget(consumer)
    turns.assign(memberAssignment)
    // Messages fetched before are dropped, so nothing else would end the pause of their partitions.
    consumer.resume(Object.entries(memberAssignment).map(([topic, partitions]) => ({ topic, partitions })))
  })
  const eachBatch = async (payload: EachBatchPayload) => {
    const { batch } = payload
    const outcome = turns.take({
      topic: batch.topic,
      partition: batch.partition,
      messages: fetchedOf(payload),
      end: Number(batch.highWatermark),
    })
    if (outcome !== 'taken') payload.pause()
    // Where the next fetch continues; handled offsets are committed separately.
    if (outcome !== 'refused') payload.resolveOffset(batch.lastOffset())
  }
  const leave = async (reachable: boolean) => {
    link.retarget(null)
    const deadlineMs = performance.now() + LEAVE_TIMEOUT_MS
    if (reachable) await withinDeadline(consumer.disconnect(), deadlineMs, 'it does not let go').catch(() => {})
    client.shut()
  }
  const enter = async () => {
    await consumer.connect()
    await consumer.subscribe({ topics: [...topics], fromBeginning: true })
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch })
  }
  try {
    await withinDeadline(enter(), performance.now() + JOIN_TIMEOUT_MS, 'the group cannot be joined')
  } catch (error) {
    env.refusals.note(reading(group), error)
    await leave(true)
    throw error
  }
  const isStuck = (reachable: boolean) => {
    if (!reachable) fetchedAtMs = performance.now()
    return performance.now() - fetchedAtMs > STUCK_MS
  }
  return { crashed, isStuck, leave }
}

const settingsOf = (groupId: string, sessionTimeout: number): ConsumerConfig => ({
  groupId,
  sessionTimeout,
  rebalanceTimeout: sessionTimeout,
  heartbeatInterval: Math.min(1_000, sessionTimeout / 3),
  maxWaitTimeInMs: FETCH_WAIT_MS,
  maxBytes: FETCH_BYTES,
  maxBytesPerPartition: PARTITION_BYTES,
  allowAutoTopicCreation: false,
})

type Supervision = {
  readonly env: KafkaEnv
  readonly refusals: Refusals
  readonly options: SubscribeOptions
  readonly topics: KafkaTopics
  /** Aborts when the subscription ends. */
  readonly closing: AbortSignal
}

/**
 * The membership of a subscription in its group: `look` joins the group if there is none, and again for new topics;
 * `quit` leaves it.
 */
const createPlace = ({ env, refusals, options, topics, closing }: Supervision) => {
  const { group, concurrency, handle } = options
  const link = createLink()
  const turns = createPartitionTurns({ concurrency, handle, onHandled: link.commitSoon, onRoom: link.resume })
  let membership: Membership | null = null
  let subscribed: readonly string[] = []
  let looked = false
  let enteredAtMs = 0

  const quit = async (drainMs: number | null, reachable = true): Promise<void> => {
    const drained = turns.pause()
    if (drainMs === null) await drained
    else await withinDeadline(drained, performance.now() + drainMs, 'messages are under way').catch(() => {})
    const flushMs = reachable ? FLUSH_TIMEOUT_MS : 0
    await withinDeadline(link.flush(), performance.now() + flushMs, 'a commit hangs').catch(() => {})
    const ending = membership
    membership = null
    await ending?.leave(reachable)
  }

  const enter = async (names: readonly string[]): Promise<void> => {
    // Before anything is awaited: a `quit` after this pauses again, and no assignment ends that.
    turns.reopen()
    const joined = await join({ ...env, refusals, turns, link }, group, names)
    if (closing.aborted) return joined.leave(true)
    membership = joined
    subscribed = names
    enteredAtMs = performance.now()
    void joined.crashed.then(() => {
      if (membership !== joined) return
      membership = null
      void joined.leave(true)
    })
  }

  const look = async (): Promise<void> => {
    const there = await topics.list(looked ? TOPIC_POLL_MS / 2 : 0).catch((error: unknown) => {
      membership?.isStuck(false)
      throw error
    })
    looked = true
    const names = [...there].filter((topic) => matches(options.topics, topic)).sort()
    const same = names.length === subscribed.length && names.every((name, n) => name === subscribed[n])
    const outdated = !same && performance.now() - enteredAtMs >= RELOAD_MS
    if (membership !== null && (outdated || membership.isStuck(true))) await quit(DRAIN_MS)
    if (membership === null && names.length > 0 && !closing.aborted) await enter(names)
  }
  return { look, quit, lag: turns.lag }
}

type Place = ReturnType<typeof createPlace>

/** Keeps a membership in the group as long as the subscription lasts. */
const supervise = async (supervision: Supervision, place: Place, waker: Waker): Promise<void> => {
  const { env, options, closing } = supervision
  const { group } = options
  const failing = await runLoop({
    turn: async () => {
      // A look that is in progress at the end stops by itself.
      await withAbort(place.look(), closing, () => {})
      return TOPIC_POLL_MS
    },
    waker,
    retryMs: TOPIC_POLL_MS,
    isClosing: () => closing.aborted,
    onFailure: (error) => env.log.warn({ group, err: error }, 'topics cannot be read on; it is tried again'),
    onRecovery: () => env.log.info({ group }, 'topics can be read again'),
  })
  // In an outage there is no broker to leave.
  await place.quit(null, !failing)
}

/** Reads topics as a member of a group. `close` waits for the messages in progress and commits them. */
export const startKafkaConsumer = (
  env: KafkaEnv,
  options: SubscribeOptions,
  topics: KafkaTopics,
  refusals: Refusals,
): { wake(): void; lag(): Lag; close(): Promise<void> } => {
  const closing = new AbortController()
  const waker = createWaker()
  const supervision = { env, refusals, options, topics, closing: closing.signal }
  const place = createPlace(supervision)
  const ended = supervise(supervision, place, waker)
  return {
    lag: () => ({ group: options.group, ...place.lag() }),
    wake: waker.wake,
    async close() {
      closing.abort()
      waker.wake()
      await ended
    },
  }
}
