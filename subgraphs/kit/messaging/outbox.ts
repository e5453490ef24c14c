import { setTimeout as delay } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import type { PlatformTx, Stores, TenantTx } from '../../../db/tenancy.ts'
import { withAbort } from '../common/deadline.ts'
import type { Waker } from '../common/waker.ts'
import type { Logger } from '../observability/log.ts'
import { newTraceContext, parseTraceparent, traceparentOf } from '../tracing/trace-context.rules.ts'
import { currentTraceparent, plainTracer, sharedContext, type Tracer } from '../tracing/tracing.ts'
import { sendableMessage } from './dead-letter.rules.ts'
import { type Envelope, type Moved, type OutgoingMessage, TopicsRefused, type Transport } from './events.ts'
import { createOversizedRows, type OversizedRows } from './oversized-rows.ts'
import { findSuperseded, type StateTopics } from './superseded.rules.ts'

/** A message to be published once the caller's transaction has committed. */
export type OutboxRow = {
  readonly topic: string
  readonly key: string
  readonly institutionKey: string | null
  /** Of the trace that it belongs to; the running one when left out. */
  readonly traceparent?: string | undefined
  readonly data: Readonly<Record<string, unknown>>
}

/** A row of the outbox; `occurredAt` in epoch milliseconds, `data` as JSON. */
export type NewMessage = Omit<OutboxRow, 'data'> &
  Readonly<{ id: string; occurredAt: number; traceparent: string; data: string }>

const columnsWith = (json: 'json' | 'jsonb') =>
  createSentColumns<NewMessage>({
    message_id: ['uuid', ({ id }) => id],
    topic: ['text', ({ topic }) => topic],
    key: ['text', ({ key }) => key],
    institution_key: ['text', ({ institutionKey }) => institutionKey],
    occurred_at: ['timestamptz', ({ occurredAt }) => occurredAt],
    traceparent: ['text', ({ traceparent }) => traceparent],
    data: [json, ({ data }) => data],
  })

/** Messages as they are sent to be inserted. */
export const MESSAGES = columnsWith('json')
/**
 * Topics of PostgreSQL refuse some escapes, as of NUL, and the relay would try them for ever: the server refuses such
 * data at once where it reads it as jsonb, which takes four times as long.
 */
const CHECKED_MESSAGES = columnsWith('jsonb')

/**
 * Writes messages into the outbox of a service, in the caller's own transaction: they exist if, and only if, it
 * commits. They belong to the running trace, or to one that begins with them.
 */
export const insertOutbox = async (
  tx: TenantTx,
  schema: string,
  rows: readonly OutboxRow[],
  from: { newId(): string; now(): Date },
): Promise<void> => {
  if (rows.length === 0) return
  const running = currentTraceparent() ?? traceparentOf(newTraceContext())
  const messages = rows.map(({ traceparent = running, data, ...row }) => ({
    ...row,
    traceparent,
    data: JSON.stringify(data),
    id: from.newId(),
    occurredAt: from.now().getTime(),
  }))
  const columns = messages.some(({ data }) => data.includes('\\u')) ? CHECKED_MESSAGES : MESSAGES
  await tx.execute(sql`
    insert into ${sql.identifier(schema)}.outbox (${sql.raw(columns.names())}) select v.*
    from ${columns.of(messages)}`)
}

type RelayEnv = {
  readonly stores: Stores
  readonly topics: Transport
  readonly log: Logger
  readonly outbox: Waker
  /** Of these topics the newest states are enough; left out, every message goes. */
  readonly states?: StateTopics | undefined
  /** What records that messages were published; nothing does when left out. */
  readonly tracer?: Tracer
  /** Counts the messages that went. */
  readonly onPublished?: (count: number) => void
  now(): Date
}

/** While there is something to publish, and while another relay is at it. */
const POLL_MS = 200
/** Who writes messages wakes the relay of its process; others are found after so long. */
const IDLE_MS = 1_000
/**
 * Under load what comes meanwhile goes together: two transactions for each batch of an ingest would cost as much as
 * the batch.
 */
const LINGER_MS = 100
const BATCH = 500
/** What the data of a batch may have as text: it is in the memory of this process several times over. */
const BATCH_BYTES = 8_388_608
/** What it may have as it is stored: no limit to messages that are small enough to be stored as they are. */
const STORED_BYTES = 1_048_576

type PendingRow = {
  id: string
  /** How many rows there were to choose from, of `BATCH` at most. */
  found: number
  message_id: string
  topic: string
  key: string
  institution_key: string | null
  occurred_at: string
  traceparent: string | null
  data: Record<string, unknown>
}

const messageOf = (row: PendingRow, schema: string): OutgoingMessage => {
  const envelope: Envelope = {
    id: row.message_id,
    type: row.topic,
    version: 1,
    occurredAt: new Date(row.occurred_at).toISOString(),
    institutionKey: row.institution_key,
    traceparent: row.traceparent,
    data: row.data,
  }
  return { topic: row.topic, key: row.key, envelope, row: `${schema} ${row.id}` }
}

/** What is sent for a row: its message, or a dead letter where that is too large to be sent. */
const sendingOf = (env: RelayEnv, schema: string, row: PendingRow) => {
  const message = messageOf(row, schema)
  const sent = sendableMessage(message, env.topics.maxMessageBytes, env.now())
  return { row, sent, isTooLarge: sent !== message }
}

const NO_TOPICS: ReadonlySet<string> = new Set()

const refusedOf = (published: Promise<void>): Promise<ReadonlySet<string>> =>
  published.then(
    () => NO_TOPICS,
    (error: unknown) => {
      if (error instanceof TopicsRefused) return error.topics
      throw error
    },
  )

/** The rows that the transport has taken: all but those of topics that it refuses. */
const publishRows = async (
  env: RelayEnv,
  schema: string,
  rows: readonly PendingRow[],
  oversized: OversizedRows,
): Promise<readonly PendingRow[]> => {
  const sendings = rows.map((row) => sendingOf(env, schema, row))
  const published = env.topics.publish(sendings.map(({ sent }) => sent))
  const refused = await refusedOf(published)
  for (const { row, sent } of sendings.filter(({ isTooLarge }) => isTooLarge)) {
    if (refused.has(sent.topic)) {
      oversized.refuse(sent.topic, row.id)
      continue
    }
    oversized.accept(sent.topic)
    env.log.error({ topic: row.topic, messageId: row.message_id }, 'a message is too large; moved to the dead letter')
  }
  return sendings.filter(({ sent }) => !refused.has(sent.topic)).map(({ row }) => row)
}

/** The ids of the rows that the transport has taken, and of those in whose place they went. */
const idsOfLeaving = (taken: readonly PendingRow[], superseded: ReadonlyMap<string, string>): readonly string[] => {
  const ids = new Set(taken.map(({ id }) => id))
  return [...ids, ...[...superseded].flatMap(([id, later]) => (ids.has(later) ? [id] : []))]
}

/** What went, and whether there may be more; null where another relay is at it. */
type Published = (Moved & { readonly isFull: boolean }) | null

const NOTHING = { count: 0, published: 0, traceparents: [], isFull: false }

/**
 * Leaves out the rows of these topics, and those of these ids. Sub-selects have the lists read once, and not for each
 * row that waits.
 */
const exceptOf = (refused: readonly string[], ids: readonly string[]): SQL => {
  const conditions = [
    ...(refused.length === 0 ? [] : [sql`topic <> all ((select ${sqlArray(refused, 'text')})::text[])`]),
    ...(ids.length === 0 ? [] : [sql`o.id not in (select unnest(${sqlArray(ids, 'bigint')}))`]),
  ]
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

/**
 * The first rows of those that are left: `BATCH` of them at most, and `BATCH_BYTES`, but always one. How long the text
 * of a compressed one is, the server has to read it for; so it does that for rows of `STORED_BYTES` only.
 */
const readPending = (tx: PlatformTx, table: SQL, except: SQL) => {
  const textBytes = sql`case when pg_column_compression(data) is null then pg_column_size(data)
    else octet_length(data::text) end`
  return tx.execute<PendingRow>(sql`
    select o.id::text, message_id, topic, key, institution_key, occurred_at, traceparent, data, found
    from (
      select s.*, sum(${textBytes}) over (order by id rows unbounded preceding) as bytes
      from (
        select p.*, row_number() over w as place, (count(*) over ())::int as found,
          sum(pg_column_size(data)) over w as stored_bytes
        from (select o.* from ${table} o ${except} order by o.id limit ${BATCH}) p
        window w as (order by id rows unbounded preceding)
      ) s where place = 1 or stored_bytes <= ${STORED_BYTES}
    ) o where place = 1 or bytes <= ${BATCH_BYTES} order by o.id`)
}

/**
 * Publishes what is pending and deletes it after the transport has taken it. The transaction-level advisory lock lets
 * one relay a service work at a time, which keeps the order per key; it goes with its connection, so a relay that
 * dies holds nothing up. There is no cursor: ids are given before commit, so a row that commits late would be skipped
 * by one. What is given up before the transport has taken it stays. So do the rows of a topic that it refuses, all of
 * them, and those of other topics pass them.
 */
const relayOnce = (env: RelayEnv, schema: string, oversized: OversizedRows, givenUp: AbortSignal): Promise<Published> =>
  env.stores.asPlatform(async (tx) => {
    const table = sql`${sql.identifier(schema)}.outbox`
    // The transport has its copy on disk before ours is deleted; a deletion that is lost with the server makes it
    // come again.
    const [lock] = await tx.execute<{ held: boolean; pending: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${`outbox:${schema}`})) as held,
        set_config('synchronous_commit', 'off', true),
        (select id from ${table} order by id limit 1) is not null as pending`,
    )
    if (lock?.held !== true) return null
    // Who commits later in this process wakes the relay once more; others are found by its next look. By the primary
    // key, as a scan would read what was deleted and is not vacuumed yet.
    if (!lock.pending) return NOTHING
    if (env.topics.outboxMover !== undefined) {
      const moved = await env.topics.outboxMover.move(tx, schema, { limit: BATCH, states: env.states })
      return { ...moved, isFull: moved.count >= BATCH }
    }
    const refused = env.topics.listRefused?.() ?? []
    const rows = await readPending(tx, table, exceptOf(refused, oversized.takeLeftOut(refused)))
    const [first] = rows
    if (first === undefined) return NOTHING
    const superseded = findSuperseded([...rows], env.states)
    const sent = rows.filter(({ id }) => !superseded.has(id))
    const taken = await withAbort(publishRows(env, schema, sent, oversized), givenUp, () => {
      throw new Error('the relay is closed')
    })
    const ids = idsOfLeaving(taken, superseded)
    await tx.execute(sql`delete from ${table} where id = any (${sqlArray(ids, 'bigint')})`)
    const traceparents = taken.flatMap(({ traceparent }) => traceparent ?? [])
    return {
      count: ids.length,
      published: taken.length,
      traceparents,
      isFull: first.found >= BATCH || rows.length < first.found,
    }
  })

/** Records that messages went, as a part of the trace of one that is recorded, with links to the others. */
const recordPublished = ({ tracer = plainTracer }: RelayEnv, schema: string, went: Moved, startedAtMs: number) => {
  const shared = sharedContext(went.traceparents.map(parseTraceparent))
  if (shared === null) return
  const attributes = { 'messaging.system': 'fleetops', 'messaging.batch.message_count': went.published }
  const { parent, links } = shared
  tracer.start(`publish outbox of ${schema}`, parent, { kind: 'producer', attributes, links, startedAtMs }).end()
}

/**
 * For how long after `close` a transport may take what it was given. An outage can last longer, and the rows are
 * there at the next start.
 */
const CLOSE_MS = 1_000

/**
 * Starts the relay of a service's outbox; `close` lets the batch under way finish, in an outage not for long, and
 * publishes what is already there.
 */
export const startRelay = (env: RelayEnv, schema: string): { close(): Promise<void> } => {
  const givingUp = new AbortController()
  const oversized = createOversizedRows()
  let closing = false
  let failing = false
  const once = async (): Promise<Published> => {
    const startedAtMs = Date.now()
    const went = await relayOnce(env, schema, oversized, givingUp.signal)
    if (went === null) return null
    if (went.published > 0) env.onPublished?.(went.published)
    recordPublished(env, schema, went, startedAtMs)
    return went
  }
  const turn = async () => {
    try {
      const went = await once()
      const { count, isFull } = went ?? NOTHING
      if (count > 0) env.topics.outboxMover?.wake()
      // Of what another relay is at nothing is known.
      if (failing && went !== null) {
        env.log.info({ schema }, 'outbox relay works again')
        failing = false
      }
      if (count > 0 && !isFull && !closing) await delay(LINGER_MS)
      const isIdle = went !== null && count === 0 && !isFull
      if ((count === 0 || !isFull) && !closing) await env.outbox.wait(isIdle ? IDLE_MS : POLL_MS)
    } catch (error) {
      if (!failing && !closing) env.log.warn({ schema, err: error }, 'outbox relay cannot publish; it keeps trying')
      failing = true
      if (!closing) await env.outbox.wait(POLL_MS)
    }
  }
  const loop = async () => {
    while (!closing) await turn()
    // What the last requests wrote; if it cannot be published now, the next start does it.
    await once().catch(() => {})
    env.topics.outboxMover?.wake()
  }
  const ended = loop()
  return {
    async close() {
      closing = true
      const timer = setTimeout(() => givingUp.abort(), failing ? 0 : CLOSE_MS)
      env.outbox.wake()
      await ended
      clearTimeout(timer)
    },
  }
}
