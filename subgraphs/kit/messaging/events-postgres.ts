import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { runLoop } from '../common/loop.ts'
import { createWaker, type Waker } from '../common/waker.ts'
import { READ_STATEMENT_TIMEOUT_MS } from '../observability/metric-reads.ts'
import {
  type IncomingMessage,
  idOf,
  type OutgoingMessage,
  type PassedMessage,
  type SubscribeOptions,
  type Transport,
} from './events.ts'
import { moveOutbox } from './outbox-postgres.ts'
import { createTopicWatch } from './topic-watch.ts'
import {
  insertCursors,
  LEASE_MS,
  type Lease,
  listLags,
  listMessages,
  type MessageRow,
  moveCursor,
  type TopicsEnv,
  takeLease,
} from './topics.store.ts'

/** After a failure. */
const RETRY_MS = 200
/** A worker that is not woken looks again after so long all the same. */
const IDLE_MS = 5_000
/**
 * Who takes many messages at once works through all that waits, and then lets them gather for so long: to look for
 * some, and to handle them in one transaction, costs as much for a few as for hundreds. What comes after a pause is
 * handled at once.
 */
const GATHER_MS = 1_000
const CHUNK = 100

const takesMany = ({ together = 1 }: SubscribeOptions): boolean => together > 1

/**
 * Appends messages. Writers of one topic take turns, so that its sequence is in order of commit and a reader's cursor
 * skips nothing.
 */
const publish = (env: TopicsEnv, messages: readonly (OutgoingMessage | PassedMessage)[]): Promise<void> =>
  env.stores.asPlatform(async (tx) => {
    const topics = [...new Set(messages.map(({ topic }) => topic))].sort()
    const rows = JSON.stringify(
      messages.map((message) => {
        const { topic, key, envelope, headers } = message
        return { topic, key, id: idOf(message), envelope, headers }
      }),
    )
    await tx.execute(sql`
      with t as (select name from unnest(${sqlArray(topics, 'text')}) as given(name)),
      made as (insert into topics.topic (name) select name from t on conflict do nothing)
      select pg_advisory_xact_lock(hashtext('topic:' || name)) from (select name from t order by name) ordered`)
    await tx.execute(sql`
      insert into topics.message (topic, id, key, envelope, headers)
      select r.m ->> 'topic', (r.m ->> 'id')::uuid, r.m ->> 'key', r.m -> 'envelope', r.m -> 'headers'
      from jsonb_array_elements(${rows}::text::jsonb) with ordinality r(m, n) order by r.n`)
  })

const incoming = (row: MessageRow): IncomingMessage => ({
  topic: row.topic,
  key: row.key,
  position: Number(row.seq),
  envelope: row.envelope,
  ...(row.headers === null ? {} : { headers: row.headers }),
})

/** Handles messages however long they take, those of one topic, which stays leased to this member meanwhile. */
const handleLeased = async (
  env: TopicsEnv,
  options: SubscribeOptions,
  rows: readonly MessageRow[],
  lease: Lease,
  holder: string,
) => {
  const renew = () => {
    // A failed renewal is found out when the cursor is moved.
    moveCursor(env, options.group, lease.topic, lease.seq, holder, true).catch(() => {})
  }
  const timer = setInterval(renew, (env.leaseMs ?? LEASE_MS) / 3)
  try {
    return await Promise.allSettled(rows.map((row) => options.handle(incoming(row))))
  } finally {
    clearInterval(timer)
  }
}

/** What a look for messages found: none, some, or so many that there may be more. */
type Found = 'none' | 'some' | 'many'

/**
 * Works through one turn of a leased topic, as many messages at once as the subscription allows; stops at the first
 * that is not handled.
 */
const workTopic = async (
  env: TopicsEnv,
  options: SubscribeOptions,
  lease: Lease,
  holder: string,
  closing: () => boolean,
): Promise<Found> => {
  const { group, together = 1 } = options
  let done = lease.seq
  try {
    const chunk = Math.max(CHUNK, together)
    const rows = await listMessages(env, lease, Math.min(chunk, options.turn?.messages ?? chunk))
    // Nothing is left up to the head, as after a deletion by hand: the group need not look again.
    if (rows.length === 0) done = lease.head
    for (let at = 0; at < rows.length && !closing(); at += together) {
      const some = rows.slice(at, at + together)
      const outcomes = await handleLeased(env, options, some, { ...lease, seq: done }, holder)
      const failure = outcomes.findIndex(({ status }) => status === 'rejected')
      done = (failure === -1 ? some : some.slice(0, failure)).at(-1)?.seq ?? done
      const failed = outcomes[failure]
      if (failed?.status === 'rejected') throw failed.reason
      const isLast = at + together >= rows.length
      if (!isLast && !(await moveCursor(env, group, lease.topic, done, holder, true))) break
    }
    return rows.length === chunk ? 'many' : 'some'
  } finally {
    await moveCursor(env, group, lease.topic, done, holder, false)
  }
}

/** What the workers of one subscription know together: the number of topics when each of theirs had a cursor. */
type Known = { topics: string | null }

/** One turn of whichever topic is next; false if none has anything to read. */
const workOnce = async (
  env: TopicsEnv,
  options: SubscribeOptions,
  known: Known,
  holder: string,
  closing: () => boolean,
): Promise<Found> => {
  const { lease, topics } = await takeLease(env, options, holder)
  const isNews = topics !== known.topics
  if (isNews) {
    await insertCursors(env, options)
    known.topics = topics
  }
  if (lease !== null) return await workTopic(env, options, lease, holder, closing)
  return isNews ? 'many' : 'none'
}

const startWorker = (env: TopicsEnv, options: SubscribeOptions, known: Known, waker: Waker) => {
  const closing = new AbortController()
  const holder = env.newId()
  const isClosing = () => closing.signal.aborted
  const gather = () => delay(GATHER_MS, undefined, { signal: closing.signal }).catch(() => {})
  /** Topics that were read to their end since messages could last gather, and since one was found to be longer. */
  let ended = 0
  const turn = async (): Promise<number> => {
    const found = await workOnce(env, options, known, holder, isClosing)
    // Short topics that are read to their end again and again are no reason to let a long one wait.
    ended = found === 'many' ? 0 : found === 'some' ? ended + 1 : ended
    const isRound = found === 'none' ? ended > 0 : ended >= options.topics.length
    if (isRound && takesMany(options)) {
      ended = 0
      await gather()
      return 0
    }
    return found === 'none' ? IDLE_MS : 0
  }
  const stopped = runLoop({
    turn,
    waker,
    retryMs: RETRY_MS,
    isClosing,
    onFailure: (error) =>
      env.log.warn({ group: options.group, err: error }, 'topic cannot be read on; it is tried again'),
  })
  return {
    async close() {
      closing.abort()
      waker.wake()
      await stopped
    },
  }
}

/**
 * A worker has one topic at a time: where these are known, more workers than topics would only look on. Who takes
 * many messages has one.
 */
const workersOf = (options: SubscribeOptions): number => {
  const { topics, concurrency } = options
  if (takesMany(options)) return 1
  return topics.every((topic) => typeof topic === 'string') ? Math.min(concurrency, topics.length) : concurrency
}

/**
 * Topics as tables of PostgreSQL, for platforms without Kafka: durable, in order per topic, at least once, across
 * processes.
 * Members of a group share its topics by leases of 30 s, and topics take turns: who was served longest ago comes next.
 */
export const createPostgresTransport = (env: TopicsEnv): Transport => {
  const watch = createTopicWatch(env)
  const groups = new Set<string>()
  return {
    async publish(messages) {
      if (messages.length === 0) return
      await publish(env, messages)
      watch.wakeAll()
    },
    outboxMover: { move: moveOutbox, wake: watch.wakeAll },
    lag: {
      transport: 'postgresql',
      read: async () => (groups.size === 0 ? [] : listLags(env.stores, [...groups], READ_STATEMENT_TIMEOUT_MS)),
    },
    subscribe(options) {
      const known: Known = { topics: null }
      groups.add(options.group)
      const workers = Array.from({ length: workersOf(options) }, () => {
        const waker = createWaker()
        const watcher = { group: options.group, waker, knownTopics: () => known.topics }
        watch.add(watcher)
        const worker = startWorker(env, options, known, waker)
        return {
          close: () => Promise.all([watch.drop(watcher), worker.close()]),
        }
      })
      return {
        async close() {
          await Promise.all(workers.map((worker) => worker.close()))
        },
      }
    },
  }
}
