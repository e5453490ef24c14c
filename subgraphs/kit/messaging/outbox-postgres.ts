import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import type { Moved } from './events.ts'
import { RECORDED, type StateTopics } from './superseded.rules.ts'

/** Recorded traces that are named at most. */
const MAX_TRACES = 64

/**
 * Of the rows that leave the outbox those that are published. Reading a field of the data costs as much as moving a
 * third of the row, so it is read once, and only where several rows of a key go together.
 */
const publishedOf = ({ topics, fields, version }: StateTopics): SQL => {
  const subject = sql.join(
    fields.map((field) => sql`(data ->> ${field})`),
    sql` || ' ' || `,
  )
  return sql`(
    select * from (
      select several.*, row_number() over (partition by topic, institution_key, subject collate "C"
        order by version desc, id desc) as newness
      from (
        select counted.*, told.subject, told.version
        from (select gone.*, count(*) over (partition by key collate "C") as of_key from gone) counted
        left join lateral (
          select ${subject} as subject, case when v ~ '^[0-9]{1,9}$' then v::int end as version
          from (select data ->> ${version} as v) given
        ) told on of_key > 1 and topic = any (${sqlArray(topics, 'text')})
      ) several
    ) s where newness = 1 or subject is null or version is null or traceparent like ${`%${RECORDED}`})`
}

/**
 * Moves what is pending in an outbox into topics of the same database without a way through this process: the row
 * leaves the one table and enters the other in one transaction, so that it is never there twice and need not be
 * flushed on its own.
 * The caller holds the lock of the outbox. Writers of one topic take turns, as `publish` does; a topic that shows up
 * after the locks were taken waits for the next call. Of `states` only what `StateTopics` says goes.
 */
export const moveOutbox = async (
  tx: PlatformTx,
  schema: string,
  { limit, states }: { readonly limit: number; readonly states?: StateTopics | undefined },
): Promise<Moved> => {
  const table = sql`${sql.identifier(schema)}.outbox`
  const topics = await tx.execute<{ name: string }>(sql`
    with pending as materialized (select topic from ${table} order by id limit ${limit}),
    t as materialized (select distinct topic as name from pending),
    made as (insert into topics.topic (name) select name from t on conflict do nothing)
    select name, pg_advisory_xact_lock(hashtext('topic:' || name)) from (select name from t order by name) ordered`)
  if (topics.length === 0) return { count: 0, published: 0, traceparents: [] }
  const locked = [...topics].map(({ name }) => name)
  const [row] = await tx.execute<{ count: number; published: number; traceparents: readonly string[] | null }>(sql`
    with due as materialized (
      select id from ${table} where topic = any (${sqlArray(locked, 'text')}) order by id limit ${limit}
    ), gone as (
      delete from ${table} o using due where o.id = due.id returning o.*
    ), moved as (
      insert into topics.message (topic, id, key, envelope)
      select topic, message_id, key, jsonb_build_object('id', message_id, 'type', topic, 'version', 1,
        'occurredAt', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'institutionKey', institution_key, 'traceparent', traceparent, 'data', data)
      from ${states === undefined ? sql`gone` : publishedOf(states)} p order by p.id returning 1
    ) select count(*)::int as published, (select count(*)::int from gone) as count,
      (select json_agg(t.traceparent) from (select distinct traceparent from gone
        where traceparent like ${`%${RECORDED}`} limit ${MAX_TRACES}) t) as traceparents
    from moved`)
  return { count: row?.count ?? 0, published: row?.published ?? 0, traceparents: row?.traceparents ?? [] }
}
