import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { PlatformTx, TenantTx } from '../../../db/tenancy.ts'
import type { Envelope } from '../../../schema/events/envelope.ts'
import { type DeadLetter, messageIdOf } from './dead-letter.rules.ts'

/** A dead letter as a service keeps it. `message` is its JSON; null where that is too long to be shown. */
export type DeadLetterRow = {
  readonly id: string
  readonly topic: string
  readonly consumerGroup: string
  readonly key: string
  readonly messageId: string | null
  readonly institutionKey: string | null
  readonly message: string | null
  readonly error: string
  readonly attempts: number
  readonly firstAttemptAt: Date
  readonly lastAttemptAt: Date
  readonly replayedAt: Date | null
  readonly replayedBy: string | null
}

export type DeadLetterFilter = { readonly topic?: string | null; readonly replayed?: boolean | null }

const SHOWN_BYTES = 65_536

const tableOf = (schema: string) => sql`${sql.identifier(schema)}.dead_letter`

const instant = (column: string) =>
  sql`(extract(epoch from ${sql.identifier(column)}) * 1000)::float8 as ${sql.identifier(column)}`

type Raw = {
  id: string
  topic: string
  consumer_group: string
  key: string
  message_id: string | null
  institution_key: string | null
  message: string | null
  error: string
  attempts: number
  first_attempt_at: number
  last_attempt_at: number
  replayed_at: number | null
  replayed_by: string | null
}

const COLUMNS = sql`id, topic, consumer_group, key, message_id, institution_key, error, attempts,
  ${instant('first_attempt_at')},
  ${instant('last_attempt_at')}, ${instant('replayed_at')}, replayed_by`
const SHOWN_MESSAGE = sql`case when octet_length(message) <= ${SHOWN_BYTES}::int then message end as message`

const rowOf = (raw: Raw): DeadLetterRow => ({
  id: raw.id,
  topic: raw.topic,
  consumerGroup: raw.consumer_group,
  key: raw.key,
  messageId: raw.message_id,
  institutionKey: raw.institution_key,
  message: raw.message,
  error: raw.error,
  attempts: raw.attempts,
  firstAttemptAt: new Date(raw.first_attempt_at),
  lastAttemptAt: new Date(raw.last_attempt_at),
  replayedAt: raw.replayed_at === null ? null : new Date(raw.replayed_at),
  replayedBy: raw.replayed_by,
})

/** What a text column takes of a text from elsewhere. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const institutionOf = (message: unknown): string | null => {
  const key =
    typeof message === 'object' && message !== null && 'institutionKey' in message ? message.institutionKey : null
  return typeof key === 'string' ? storable(key) : null
}

/**
 * Keeps a dead letter under `id`. One that died again is the same one, no longer replayed; one that is only reported
 * again stays as it is. Times are those of the processes that handled it, so of one that was replayed each other
 * failure counts, as its replay may have died by a clock that is behind. Were the topic read again from its beginning,
 * one with several failures would wait for a replay once more, which does no harm; that none does would.
 */
export const insertDeadLetter = async (
  tx: PlatformTx,
  schema: string,
  letter: DeadLetter,
  id: string,
): Promise<void> => {
  const message = JSON.stringify(letter.message)
  const messageId = messageIdOf(letter.message)
  const identity = messageId ?? createHash('sha256').update(`${letter.key}\0${message}`).digest('hex')
  await tx.execute(sql`
    insert into ${tableOf(schema)} as d (id, topic, consumer_group, identity, message_id, institution_key, key,
      message, error,
      attempts, first_attempt_at, last_attempt_at)
    values (${id}::text::uuid, ${letter.topic}, ${letter.group}, ${identity}, ${messageId}::text::uuid,
      ${institutionOf(letter.message)}, ${storable(letter.key)}, ${message}, ${storable(letter.error)},
      ${letter.attempts}::int,
      ${letter.firstAttemptAt}::timestamptz, ${letter.lastAttemptAt}::timestamptz)
    on conflict (consumer_group, topic, identity) do update set error = excluded.error, attempts = excluded.attempts,
      last_attempt_at = excluded.last_attempt_at, replayed_at = null, replayed_by = null
    where d.last_attempt_at < excluded.last_attempt_at
      or (d.replayed_at is not null and d.last_attempt_at <> excluded.last_attempt_at)`)
}

const matching = ({ topic = null, replayed = null }: DeadLetterFilter): SQL => {
  const conditions = [
    ...(topic === null ? [] : [sql`topic = ${topic}`]),
    ...(replayed === null ? [] : [replayed ? sql`replayed_at is not null` : sql`replayed_at is null`]),
  ]
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

/** Dead letters, the newest failure first. */
export const listDeadLetters = async (
  tx: TenantTx,
  schema: string,
  filter: DeadLetterFilter,
  { offset, size }: { readonly offset: number; readonly size: number },
): Promise<{ rows: DeadLetterRow[]; total: number }> => {
  const where = matching(filter)
  const rows = await tx.execute<Raw>(sql`
    select ${COLUMNS}, ${SHOWN_MESSAGE} from ${tableOf(schema)} d ${where}
    order by d.last_attempt_at desc, d.id desc offset ${offset}::text::bigint limit ${size}::int`)
  const [counted] = await tx.execute<{ total: string }>(
    sql`select count(*)::text as total from ${tableOf(schema)} ${where}`,
  )
  return { rows: [...rows].map(rowOf), total: Number(counted?.total ?? 0) }
}

/** One dead letter with the whole of its message, locked until the transaction ends. */
export const findDeadLetter = async (tx: TenantTx, schema: string, id: string): Promise<DeadLetterRow | null> => {
  const [raw] = await tx.execute<Raw>(sql`
    select ${COLUMNS}, message from ${tableOf(schema)} where id = ${id}::text::uuid for update`)
  return raw === undefined ? null : rowOf(raw)
}

/** Notes who had a dead letter replayed, and when. */
export const updateReplayed = async (
  tx: TenantTx,
  schema: string,
  id: string,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<void> => {
  await tx.execute(sql`
    update ${tableOf(schema)} set replayed_at = ${at}::timestamptz, replayed_by = ${by} where id = ${id}::text::uuid`)
}

/** Puts a message into the outbox again as what it was, its id included. */
export const insertReplay = async (
  tx: TenantTx,
  schema: string,
  { topic, key }: { readonly topic: string; readonly key: string },
  { id, institutionKey, occurredAt, traceparent, data }: Envelope,
): Promise<void> => {
  await tx.execute(sql`
    insert into ${sql.identifier(schema)}.outbox (message_id, topic, key, institution_key, occurred_at,
      traceparent, data)
    values (${id}::text::uuid, ${topic}, ${key}, ${institutionKey}, ${occurredAt}::text::timestamptz, ${traceparent},
      ${JSON.stringify(data)}::text::jsonb)`)
}

/** Forgets up to `limit` dead letters whose last attempt was before; how many went. */
export const deleteOldDeadLetters = async (
  tx: PlatformTx,
  schema: string,
  before: Date,
  limit: number,
): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from ${tableOf(schema)} where id in (
      select id from ${tableOf(schema)} where last_attempt_at < ${before}::timestamptz order by last_attempt_at
      limit ${limit}::int
    ) returning 1`)
  return rows.length
}
