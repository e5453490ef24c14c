import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'

/**
 * Moves what is pending in an outbox into topics of the same database without a way through this process: the row
 * leaves the one table and enters the other in one transaction, so that it is never there twice and need not be
 * flushed on its own.
 * The caller holds the lock of the outbox. Writers of one topic take turns, as `publish` does; a topic that shows up
 * after the locks were taken waits for the next call. Returns how many went.
 */
export const moveOutbox = async (tx: PlatformTx, schema: string, limit: number): Promise<number> => {
  const table = sql`${sql.identifier(schema)}.outbox`
  const topics = await tx.execute<{ name: string }>(sql`
    with pending as materialized (select topic from ${table} order by id limit ${limit}),
    t as materialized (select distinct topic as name from pending),
    made as (insert into topics.topic (name) select name from t on conflict do nothing)
    select name, pg_advisory_xact_lock(hashtext('topic:' || name)) from (select name from t order by name) ordered`)
  if (topics.length === 0) return 0
  const locked = [...topics].map(({ name }) => name)
  const [row] = await tx.execute<{ count: string }>(sql`
    with due as materialized (
      select id from ${table} where topic = any (${sqlArray(locked, 'text')}) order by id limit ${limit}
    ), gone as (
      delete from ${table} o using due where o.id = due.id returning o.*
    ), moved as (
      insert into topics.message (topic, id, key, envelope)
      select topic, message_id, key, jsonb_build_object('id', message_id, 'type', topic, 'version', 1,
        'occurredAt', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'institutionKey', institution_key, 'traceparent', traceparent, 'data', data)
      from gone order by gone.id returning 1
    ) select count(*)::text as count from moved`)
  return Number(row?.count ?? 0)
}
