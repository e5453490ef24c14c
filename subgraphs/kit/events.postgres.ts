import { type SQL, sql } from 'drizzle-orm'
import type { Stores } from '../../db/tenancy.ts'
import {
  type Headers,
  type IncomingMessage,
  idOf,
  type OutgoingMessage,
  type PassedMessage,
  type SubscribeOptions,
  type TopicFilter,
  type Transport,
} from './events.ts'
import type { Logger } from './log.ts'
import { moveOutbox } from './outbox.postgres.ts'
import { DEAD_LETTER } from './topic-names.rules.ts'
import { createWaker, type Waker } from './waker.ts'

type Env = {
  readonly stores: Stores
  readonly log: Logger
  newId(): string
  /** How long a member that died holds its topic; 30 s when left out. */
  readonly leaseMs?: number
}

const POLL_MS = 200
const CHUNK = 100
const LEASE_MS = 30_000
/** Topics that are locked at once while a group takes them in. */
const CURSORS_A_STEP = 500

const leaseEnd = ({ leaseMs = LEASE_MS }: Env) => sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})`

/**
 * Cursors and leases need not be on disk before we go on: one that is lost with the server makes messages come again,
 * which consumers bear, and a flush a message would be the slowest part of its way.
 */
const UNFLUSHED = sql`set local synchronous_commit to off`

type MessageRow = { seq: string; topic: string; key: string; envelope: unknown; headers: Headers | null }

/** Appends messages. Writers of one topic take turns, so that its sequence is in order of commit and a reader's cursor skips nothing. */
const publish = (env: Env, messages: readonly (OutgoingMessage | PassedMessage)[]): Promise<void> =>
  env.stores.asPlatform(async (tx) => {
    const topics = JSON.stringify([...new Set(messages.map(({ topic }) => topic))].sort())
    const rows = JSON.stringify(
      messages.map((message) => {
        const { topic, key, envelope, headers } = message
        return { topic, key, id: idOf(message), envelope, headers }
      }),
    )
    await tx.execute(sql`
      with t as (select value as name from jsonb_array_elements_text(${topics}::text::jsonb)),
      made as (insert into topics.topic (name) select name from t on conflict do nothing)
      select pg_advisory_xact_lock(hashtext('topic:' || name)) from (select name from t order by name) ordered`)
    await tx.execute(sql`
      insert into topics.message (topic, id, key, envelope, headers)
      select r.m ->> 'topic', (r.m ->> 'id')::uuid, r.m ->> 'key', r.m -> 'envelope', r.m -> 'headers'
      from jsonb_array_elements(${rows}::text::jsonb) with ordinality r(m, n) order by r.n`)
  })

const matches = (name: SQL, filters: readonly TopicFilter[]) => {
  const isDeadLetter = sql`${name} like ${`%${DEAD_LETTER}`}`
  const isIn = (names: readonly string[]) =>
    sql`${name} in (select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))`
  const startsAs = (prefixes: readonly string[]) =>
    sql`exists (select 1 from jsonb_array_elements_text(${JSON.stringify(prefixes)}::text::jsonb) p where starts_with(${name}, p))`
  const exact = filters.filter((filter): filter is string => typeof filter === 'string')
  const prefixesOf = (deadLetters: boolean) =>
    filters.flatMap((filter) =>
      typeof filter !== 'string' && (filter.deadLetters ?? false) === deadLetters ? [filter.prefix] : [],
    )
  return sql`(${isIn(exact)} or (not ${isDeadLetter} and ${startsAs(prefixesOf(false))})
    or (${isDeadLetter} and ${startsAs(prefixesOf(true))}))`
}

/** A topic that is leased: how far the group has come in it, and how far it goes. */
type Lease = { readonly topic: string; readonly seq: string; readonly head: string }

/**
 * Takes the lease of the topic with waiting messages that this group served longest ago, so that topics take turns; an index
 * finds it, however many topics there are. A lease ends by itself when its holder dies. Also tells how many topics there
 * are by now.
 */
const takeLease = (
  env: Env,
  options: SubscribeOptions,
  holder: string,
): Promise<{ lease: Lease | null; topics: string }> =>
  env.stores.asPlatform(async (tx) => {
    await tx.execute(UNFLUSHED)
    const [row] = await tx.execute<{ topics: string; topic: string | null; seq: string; head: string }>(sql`
      with lease as (
        update topics.cursor c set leased_by = ${holder}, leased_until = ${leaseEnd(env)}, served_at = clock_timestamp()
        from (
          select c.consumer_group, c.topic from topics.cursor c
          where c.consumer_group = ${options.group} and c.waiting and ${matches(sql`c.topic`, options.topics)}
            and (c.leased_until is null or c.leased_until < clock_timestamp())
          order by c.served_at nulls first, c.topic limit 1 for update of c skip locked
        ) free
        where c.consumer_group = free.consumer_group and c.topic = free.topic returning c.topic, c.seq, c.head
      )
      select m.topics::text, l.topic, l.seq::text, l.head::text from topics.made m left join lease l on true`)
    if (row === undefined) throw new Error('topics.made has no row')
    const { topics, topic, seq, head } = row
    return { topics, lease: topic === null ? null : { topic, seq, head } }
  })

/** Gives the group a cursor in each of its topics that has none yet. In bounded steps, as each topic is locked. */
const insertCursors = async (env: Env, options: SubscribeOptions): Promise<void> => {
  const step = () =>
    env.stores.asPlatform(async (tx) => {
      const [row] = await tx.execute<{ missing: number }>(sql`
        with missing as materialized (
          select t.name from topics.topic t
          where ${matches(sql`t.name`, options.topics)}
            and not exists (select 1 from topics.cursor c where c.consumer_group = ${options.group} and c.topic = t.name)
          order by t.name limit ${CURSORS_A_STEP}
        ), made as (
          insert into topics.cursor (consumer_group, topic, seq) select ${options.group}, name, 0 from missing order by name
          on conflict do nothing
        )
        select count(*)::int as missing from missing`)
      return row?.missing ?? 0
    })
  while ((await step()) === CURSORS_A_STEP);
}

const listMessages = (env: Env, { topic, seq }: Lease, limit: number): Promise<MessageRow[]> =>
  env.stores.asPlatform(async (tx) => [
    ...(await tx.execute<MessageRow>(sql`
      select m.seq::text, m.topic, m.key, m.envelope, m.headers from topics.message m
      where m.topic = ${topic} and m.seq > ${seq}::bigint order by m.seq limit ${limit}`)),
  ])

/** Moves the cursor and renews or ends the lease; false when the lease has gone to another holder meanwhile. */
const moveCursor = (
  env: Env,
  group: string,
  topic: string,
  seq: string,
  holder: string,
  keep: boolean,
): Promise<boolean> =>
  env.stores.asPlatform(async (tx) => {
    await tx.execute(UNFLUSHED)
    const rows = await tx.execute(sql`
      update topics.cursor set seq = greatest(seq, ${seq}::bigint), leased_by = ${keep ? holder : null},
        leased_until = ${keep ? leaseEnd(env) : sql`null`}
      where consumer_group = ${group} and topic = ${topic} and leased_by = ${holder} returning topic`)
    return rows.length > 0
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
  env: Env,
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

/** Works through one turn of a leased topic, as many messages at once as the subscription bears; stops at the first that is not handled. */
const workTopic = async (env: Env, options: SubscribeOptions, lease: Lease, holder: string, closing: () => boolean) => {
  const { group, together = 1 } = options
  let done = lease.seq
  try {
    const rows = await listMessages(env, lease, Math.min(CHUNK, options.turn?.messages ?? CHUNK))
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
      if (!isLast && !(await moveCursor(env, group, lease.topic, done, holder, true))) return
    }
  } finally {
    await moveCursor(env, group, lease.topic, done, holder, false)
  }
}

/** What the workers of one subscription know together: the number of topics when each of theirs had a cursor. */
type Known = { topics: string | null }

/** One turn of whichever topic is next; false if none has anything to read. */
const workOnce = async (env: Env, options: SubscribeOptions, known: Known, holder: string, closing: () => boolean) => {
  const { lease, topics } = await takeLease(env, options, holder)
  const isNews = topics !== known.topics
  if (isNews) {
    await insertCursors(env, options)
    known.topics = topics
  }
  if (lease !== null) await workTopic(env, options, lease, holder, closing)
  return isNews || lease !== null
}

const startWorker = (env: Env, options: SubscribeOptions, known: Known, waker: Waker) => {
  let closing = false
  const holder = env.newId()
  const loop = async () => {
    let failing = false
    while (!closing) {
      try {
        if (!(await workOnce(env, options, known, holder, () => closing))) await waker.wait(POLL_MS)
        failing = false
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (!failing) env.log.warn({ group: options.group, reason }, 'topic cannot be read on; it is tried again')
        failing = true
        if (!closing) await waker.wait(POLL_MS)
      }
    }
  }
  const ended = loop()
  return {
    async close() {
      closing = true
      waker.wake()
      await ended
    },
  }
}

/** A worker has one topic at a time: where these are known, more workers than topics would only look on. */
const workersOf = ({ topics, concurrency }: SubscribeOptions): number =>
  topics.every((topic) => typeof topic === 'string') ? Math.min(concurrency, topics.length) : concurrency

/**
 * Topics as tables of PostgreSQL, for platforms without Kafka: durable, in order per topic, at least once, across processes.
 * Members of a group share its topics by leases of 30 s, and topics take turns: who was served longest ago comes next.
 */
export const createPostgresTransport = (env: Env): Transport => {
  const waiting = new Set<Waker>()
  const wake = () => {
    for (const waker of waiting) waker.wake()
  }
  return {
    async publish(messages) {
      if (messages.length === 0) return
      await publish(env, messages)
      wake()
    },
    outboxMover: { move: moveOutbox, wake },
    subscribe(options) {
      const known: Known = { topics: null }
      const workers = Array.from({ length: workersOf(options) }, () => {
        const waker = createWaker()
        waiting.add(waker)
        const worker = startWorker(env, options, known, waker)
        return { worker, waker }
      })
      return {
        async close() {
          for (const { waker } of workers) waiting.delete(waker)
          await Promise.all(workers.map(({ worker }) => worker.close()))
        },
      }
    },
  }
}
