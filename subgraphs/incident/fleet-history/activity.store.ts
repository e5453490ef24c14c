import { type SQL, sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { HOUR_MS } from '../../kit/common/dates.ts'
import { BUCKET_MS } from '../model/event-counters.rules.ts'
import type { Span } from './fleet-samples.store.ts'

export type TypeCount = { readonly typeId: number; readonly count: number }
export type AtmTotal = { readonly atmId: number; readonly agentAtmId: string; readonly count: number }

/** The window that the counters serve. */
export const COUNTED_HOURS = 24
const COUNTED_MS = COUNTED_HOURS * HOUR_MS

const at = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`

/**
 * Nothing is received later than this after now, whatever the clocks of other processes say. It spares the partitions
 * of days to come.
 */
const CLOCKS_APART_MS = HOUR_MS

/** When an event that occurred from `from` on may have been received: this prunes the partitions of other days. */
const receivedSince = (from: number): SQL =>
  sql`e.received_at >= ${at(from)} and e.received_at < ${at(from + COUNTED_MS + CLOCKS_APART_MS)}`

/** Raw events from `from` to the end of its bucket, for the caller's institutions. */
const rawEdge = (visibility: Visibility, from: number, until: number, columns: SQL): SQL => {
  const span = sql`e.occurred_at >= ${at(from)} and e.occurred_at < ${at(until)} and ${receivedSince(from)}`
  if (!visibility.unrestricted) {
    return sql`select ${columns} from incident.event e where ${scopeOf(visibility, sql`e.institution_key`)} and ${span}`
  }
  // Of a short span each institution that has events in it is a small range of one index, for the unrestricted caller
  // too.
  return sql`
    select r.* from (select institution_key from incident.event_count where bucket = ${at(until - BUCKET_MS)}) i
    cross join lateral (
      select ${columns} from incident.event e where e.institution_key = i.institution_key and ${span} offset 0) r
    union all
    select ${columns} from incident.event e where e.institution_key is null and ${span}`
}

const sums = (maxTypeId: number): SQL =>
  sql.join(
    Array.from({ length: maxTypeId }, (_, n) => sql`coalesce(sum(c.counts[${sql.raw(String(n + 1))}]), 0)`),
    sql`, `,
  )

/**
 * Events since `from` by type: whole quarters of an hour from the counters, the rest of the first one from the events
 * themselves. Exact, late events included.
 */
export const countByType = async (
  tx: TenantTx,
  visibility: Visibility,
  from: Date,
  maxTypeId: number,
): Promise<TypeCount[]> => {
  const boundary = Math.ceil(from.getTime() / BUCKET_MS) * BUCKET_MS
  const rows = await tx.execute<TypeCount>(sql`
    select t.type_id::int as "typeId", sum(t.n)::float8 as "count"
    from (
      select s.type_id, s.n
      from (select array[${sums(maxTypeId)}] as totals from incident.event_count c
        where ${scopeOf(visibility, sql`c.institution_key`)} and c.bucket >= ${at(boundary)}) w
      cross join lateral unnest(w.totals) with ordinality s(n, type_id)
      union all
      select r.type_id, count(*) from (${rawEdge(visibility, from.getTime(), boundary, sql`e.type_id`)}) r
      group by r.type_id
    ) t
    group by t.type_id having sum(t.n) > 0`)
  return [...rows]
}

/** What counter B says about an ATM's events since an hour began. */
const countedSince = (hour: number): SQL =>
  sql`case when b.head >= ${hour}::int then b.total - coalesce(b.before_hour[b.head - ${hour}::int + 1], 0) else 0 end`

/**
 * The ATMs with the most events since `from`, also those that were retired since. The counters say of each ATM how many
 * events it has at least, since the next full hour, and at most, since the last one; only of those that may be among
 * the first, the events between are counted.
 */
export const listTopAtms = async (
  tx: TenantTx,
  visibility: Visibility,
  from: Date,
  limit: number,
): Promise<AtmTotal[]> => {
  const hour = Math.ceil(from.getTime() / HOUR_MS)
  const rows = await tx.execute<AtmTotal>(sql`
    with bounds as materialized (
      select b.atm_id, sum(${countedSince(hour)}) as least, sum(${countedSince(hour - 1)}) as most
      from incident.atm_activity b
      where ${scopeOf(visibility, sql`b.institution_key`)} and b.head >= ${hour - 1}::int
      group by b.atm_id
    ), candidates as (
      select atm_id, least from bounds
      where most > 0
        and most >= coalesce((select least from bounds order by least desc offset ${limit - 1}::int limit 1), 0)
    )
    select t.atm_id::float8 as "atmId", a.agent_atm_id as "agentAtmId", t.n::float8 as "count"
    from (
      select c.atm_id, c.least + r.n as n
      from candidates c cross join lateral (
        select count(*) as n from incident.event e
        where e.atm_id = c.atm_id and ${scopeOf(visibility, sql`e.institution_key`)}
          and ${receivedSince(from.getTime())}
          and e.occurred_at >= ${at(from.getTime())} and e.occurred_at < ${at(hour * HOUR_MS)}) r
      where c.least + r.n > 0 order by n desc, c.atm_id limit ${limit}::int) t
    join incident.atm a on a.id = t.atm_id
    order by t.n desc, t.atm_id`)
  return [...rows]
}

/** Events since `from` by type and by ATM, counted one by one: for windows that the counters do not cover. */
export const countPlainly = async (
  tx: TenantTx,
  visibility: Visibility,
  from: Date,
  limit: number,
): Promise<{ byType: TypeCount[]; topAtms: AtmTotal[] }> => {
  const scope = scopeOf(visibility, sql`e.institution_key`)
  const rows = await tx.execute<{
    typeId: number | null
    atmId: number | null
    agentAtmId: string | null
    count: number
  }>(sql`
    with counted as (
      select r.type_id, r.atm_id, count(*) as n from (
        select e.type_id, e.atm_id from incident.event e
        where ${scope} and e.occurred_at >= ${at(from.getTime())} and e.received_at >= ${at(from.getTime())}) r
      group by grouping sets ((r.type_id), (r.atm_id)))
    select type_id::int as "typeId", null::float8 as "atmId", null as "agentAtmId", n::float8 as "count"
    from counted where type_id is not null
    union all
    (select null, t.atm_id::float8, a.agent_atm_id, t.n::float8
      from (
        select atm_id, n from counted where atm_id is not null
        order by n desc, atm_id limit ${limit}::int) t
      join incident.atm a on a.id = t.atm_id order by t.n desc, t.atm_id)`)
  return {
    byType: rows.flatMap(({ typeId, count }) => (typeId === null ? [] : [{ typeId, count }])),
    topAtms: rows.flatMap(({ atmId, agentAtmId, count }) =>
      atmId === null || agentAtmId === null ? [] : [{ atmId, agentAtmId, count }],
    ),
  }
}

/**
 * Events by type in buckets of `widthMs` (a multiple of 15 minutes) from `from`, which is where a bucket begins, until
 * `until`.
 */
export const countBySlot = async (
  tx: TenantTx,
  visibility: Visibility,
  { from, until, widthMs }: Pick<Span, 'from' | 'until' | 'widthMs'>,
  maxTypeId: number,
): Promise<{ readonly slot: number; readonly counts: readonly number[] }[]> => {
  const width = sql`${`${widthMs / 1000} seconds`}::text::interval`
  const rows = await tx.execute<{ slot: number; counts: number[] }>(sql`
    select (extract(epoch from date_bin(${width}, c.bucket, ${at(from.getTime())})) * 1000)::float8 as slot,
      array[${sums(maxTypeId)}]::float8[] as counts
    from incident.event_count c
    where ${scopeOf(visibility, sql`c.institution_key`)} and c.bucket >= ${at(from.getTime())}
      and c.bucket < ${at(until.getTime())}
    group by 1`)
  return [...rows]
}

/** Deletes counts of buckets before `before`. */
export const deleteEventCounts = async (tx: TenantTx, before: Date): Promise<void> => {
  await tx.execute(sql`delete from incident.event_count where bucket < ${before.toISOString()}::timestamptz`)
}
