import { sql } from 'drizzle-orm'
import type { Stores } from '../../db/tenancy.ts'
import type { IncomingMessage, OutgoingMessage, SubscribeOptions, TopicFilter, Transport } from './events.ts'
import type { Logger } from './log.ts'
import { moveOutbox } from './outbox.postgres.ts'
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

const leaseEnd = ({ leaseMs = LEASE_MS }: Env) => sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})`

/**
 * Cursors and leases need not be on disk before we go on: one that is lost with the server makes messages come again,
 * which consumers bear, and a flush a message would be the slowest part of its way.
 */
const UNFLUSHED = sql`set local synchronous_commit to off`

type MessageRow = { seq: string; topic: string; key: string; envelope: unknown }

/** Appends messages. Writers of one topic take turns, so that its sequence is in order of commit and a reader's cursor skips nothing. */
const publish = (env: Env, messages: readonly OutgoingMessage[]): Promise<void> =>
  env.stores.asPlatform(async (tx) => {
    const topics = JSON.stringify([...new Set(messages.map(({ topic }) => topic))].sort())
    const rows = JSON.stringify(messages.map(({ topic, key, envelope }) => ({ topic, key, id: envelope.id, envelope })))
    await tx.execute(sql`
      with t as (select value as name from jsonb_array_elements_text(${topics}::text::jsonb)),
      made as (insert into topics.topic (name) select name from t on conflict do nothing)
      select pg_advisory_xact_lock(hashtext('topic:' || name)) from (select name from t order by name) ordered`)
    await tx.execute(sql`
      insert into topics.message (topic, id, key, envelope)
      select r.m ->> 'topic', (r.m ->> 'id')::uuid, r.m ->> 'key', r.m -> 'envelope'
      from jsonb_array_elements(${rows}::text::jsonb) with ordinality r(m, n) order by r.n`)
  })

const matches = (filters: readonly TopicFilter[]) => {
  const exact = JSON.stringify(filters.filter((filter): filter is string => typeof filter === 'string'))
  const prefixes = JSON.stringify(filters.flatMap((filter) => (typeof filter === 'string' ? [] : [filter.prefix])))
  return sql`(t.name in (select jsonb_array_elements_text(${exact}::text::jsonb))
    or (t.name not like '%.dead-letter' and exists (select 1 from jsonb_array_elements_text(${prefixes}::text::jsonb) p where starts_with(t.name, p))))`
}

/**
 * Takes the lease of the topic with waiting messages that this group served longest ago, so that topics take turns.
 * A lease ends by itself when its holder dies.
 */
const takeLease = (
  env: Env,
  options: SubscribeOptions,
  holder: string,
): Promise<{ topic: string; seq: string } | null> =>
  env.stores.asPlatform(async (tx) => {
    await tx.execute(UNFLUSHED)
    await tx.execute(sql`
      insert into topics.cursor (consumer_group, topic, seq) select ${options.group}, t.name, 0 from topics.topic t
      where ${matches(options.topics)} and not exists (select 1 from topics.cursor c where c.consumer_group = ${options.group} and c.topic = t.name)
      on conflict do nothing`)
    const rows = await tx.execute<{ topic: string; seq: string }>(sql`
      update topics.cursor c set leased_by = ${holder}, leased_until = ${leaseEnd(env)}, served_at = clock_timestamp()
      from (
        select c.consumer_group, c.topic from topics.cursor c join topics.topic t on t.name = c.topic
        where c.consumer_group = ${options.group} and ${matches(options.topics)} and (c.leased_until is null or c.leased_until < clock_timestamp())
          and exists (select 1 from topics.message m where m.topic = c.topic and m.seq > c.seq)
        order by c.served_at nulls first, c.topic limit 1 for update of c skip locked
      ) free
      where c.consumer_group = free.consumer_group and c.topic = free.topic returning c.topic, c.seq::text`)
    return rows[0] ?? null
  })

const listMessages = (env: Env, topic: string, after: string): Promise<MessageRow[]> =>
  env.stores.asPlatform(async (tx) => [
    ...(await tx.execute<MessageRow>(sql`
      select m.seq::text, m.topic, m.key, m.envelope from topics.message m
      where m.topic = ${topic} and m.seq > ${after}::bigint order by m.seq limit ${CHUNK}`)),
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
})

/** Handles a message however long it takes: its topic stays leased to this member meanwhile. */
const handleLeased = async (env: Env, options: SubscribeOptions, row: MessageRow, done: string, holder: string) => {
  const renew = () => {
    // A failed renewal is found out when the cursor is moved.
    moveCursor(env, options.group, row.topic, done, holder, true).catch(() => {})
  }
  const timer = setInterval(renew, (env.leaseMs ?? LEASE_MS) / 3)
  try {
    await options.handle(incoming(row))
  } finally {
    clearInterval(timer)
  }
}

/** Works through one chunk of a leased topic, one message after the other; stops at the first that is not handled. */
const workTopic = async (
  env: Env,
  options: SubscribeOptions,
  lease: { topic: string; seq: string },
  holder: string,
  closing: () => boolean,
) => {
  let done = lease.seq
  try {
    for (const row of await listMessages(env, lease.topic, lease.seq)) {
      if (closing()) break
      await handleLeased(env, options, row, done, holder)
      done = row.seq
      if (!(await moveCursor(env, options.group, lease.topic, done, holder, true))) return
    }
  } finally {
    await moveCursor(env, options.group, lease.topic, done, holder, false)
  }
}

const startWorker = (env: Env, options: SubscribeOptions, waker: Waker) => {
  let closing = false
  const holder = env.newId()
  const loop = async () => {
    let failing = false
    while (!closing) {
      try {
        const lease = await takeLease(env, options, holder)
        if (lease === null) await waker.wait(POLL_MS)
        else await workTopic(env, options, lease, holder, () => closing)
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

/**
 * Topics as tables of PostgreSQL, for platforms without Kafka: durable, in order per topic, at least once, across processes.
 * Members of a group share its topics by leases of 30 s.
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
      const workers = Array.from({ length: options.concurrency }, () => {
        const waker = createWaker()
        waiting.add(waker)
        const worker = startWorker(env, options, waker)
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
