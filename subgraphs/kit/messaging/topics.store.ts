import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { Stores } from '../../../db/tenancy.ts'
import type { Logger } from '../observability/log.ts'
import type { Headers, Lag, SubscribeOptions, TopicFilter } from './events.ts'
import { DEAD_LETTER } from './topic-names.rules.ts'

/** What topics in tables need. */
export type TopicsEnv = {
  readonly stores: Stores
  readonly log: Logger
  newId(): string
  /** How long a member that died holds its topic; 30 s when left out. */
  readonly leaseMs?: number
}

export const LEASE_MS = 30_000
/** Topics that are locked at once while a group takes them in. */
const CURSORS_A_STEP = 500

const leaseEnd = ({ leaseMs = LEASE_MS }: TopicsEnv) =>
  sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})`

/** No lease is as long: one that ends later was taken while the clock was ahead. */
const LONGEST_LEASE = sql`interval '1 day'`

/**
 * Cursors and leases need not be on disk before we go on: one that is lost with the server makes messages come again,
 * which consumers tolerate, and a flush a message would be the slowest part of its way.
 */
const UNFLUSHED = sql`set local synchronous_commit to off`

/** A message as it is in its table. */
export type MessageRow = { seq: string; topic: string; key: string; envelope: unknown; headers: Headers | null }

const matches = (name: SQL, filters: readonly TopicFilter[]) => {
  const isDeadLetter = sql`${name} like ${`%${DEAD_LETTER}`}`
  const isIn = (names: readonly string[]) => sql`${name} = any (${sqlArray(names, 'text')})`
  const startsAs = (prefixes: readonly string[]) =>
    sql`exists (select 1 from unnest(${sqlArray(prefixes, 'text')}) p where starts_with(${name}, p))`
  const exact = filters.filter((filter): filter is string => typeof filter === 'string')
  const prefixesOf = (deadLetters: boolean) =>
    filters.flatMap((filter) =>
      typeof filter !== 'string' && (filter.deadLetters ?? false) === deadLetters ? [filter.prefix] : [],
    )
  return sql`(${isIn(exact)} or (not ${isDeadLetter} and ${startsAs(prefixesOf(false))})
    or (${isDeadLetter} and ${startsAs(prefixesOf(true))}))`
}

/** A topic that is leased: how far the group has come in it, and how far it goes. */
export type Lease = { readonly topic: string; readonly seq: string; readonly head: string }

/**
 * Takes the lease of the topic with waiting messages that this group served longest ago, so that topics take turns;
 * an index finds it, however many topics there are. A lease ends by itself when its holder dies. Also returns how many
 * topics there are by now.
 */
export const takeLease = (
  env: TopicsEnv,
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
            and (c.leased_until is null or c.leased_until not between clock_timestamp()
              and clock_timestamp() + ${LONGEST_LEASE})
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
export const insertCursors = async (env: TopicsEnv, options: SubscribeOptions): Promise<void> => {
  const step = () =>
    env.stores.asPlatform(async (tx) => {
      const [row] = await tx.execute<{ missing: number }>(sql`
        with missing as materialized (
          select t.name from topics.topic t
          where ${matches(sql`t.name`, options.topics)}
            and not exists (select 1 from topics.cursor c where c.consumer_group = ${options.group}
              and c.topic = t.name)
          order by t.name limit ${CURSORS_A_STEP}
        ), made as (
          insert into topics.cursor (consumer_group, topic, seq) select ${options.group}, name, 0 from missing
          order by name
          on conflict do nothing
        )
        select count(*)::int as missing from missing`)
      return row?.missing ?? 0
    })
  while ((await step()) === CURSORS_A_STEP);
}

/** What there is for groups: which of them have messages waiting, leased or not, and how many topics there are. */
export type News = { readonly topics: string; readonly groups: ReadonlySet<string> }

/** Reads what there is for these groups: an entry of an index a group. */
export const listNews = ({ stores }: TopicsEnv, groups: readonly string[]): Promise<News> =>
  stores.asPlatform(
    async (tx) => {
      const [row] = await tx.execute<{ topics: string; waiting: string[] }>(sql`
        select m.topics::text, array(
          select g.name from unnest(${sqlArray(groups, 'text')}) g(name)
          where exists (select 1 from topics.cursor c where c.consumer_group = g.name and c.waiting)) as waiting
        from topics.made m`)
      if (row === undefined) throw new Error('topics.made has no row')
      return { topics: row.topics, groups: new Set(row.waiting) }
    },
    { mode: 'read' },
  )

/** The messages of a topic behind the cursor, in order. */
export const listMessages = (env: TopicsEnv, { topic, seq }: Lease, limit: number): Promise<MessageRow[]> =>
  env.stores.asPlatform(async (tx) => [
    ...(await tx.execute<MessageRow>(sql`
      select m.seq::text, m.topic, m.key, m.envelope, m.headers from topics.message m
      where m.topic = ${topic} and m.seq > ${seq}::bigint order by m.seq limit ${limit}`)),
  ])

/** Messages that a group has not handled are counted up to this many. */
const MAX_LAG = 10_000

/** How far groups are behind: by the index of cursors that wait, and no further than so many messages. */
export const listLags = (stores: Stores, groups: readonly string[], statementTimeoutMs: number): Promise<Lag[]> =>
  stores.asPlatform(
    async (tx) => {
      const rows = await tx.execute<{ name: string; messages: string; oldest: number | null }>(sql`
        select g.name, l.messages::text, extract(epoch from l.oldest)::float8 * 1000 as oldest
        from unnest(${sqlArray(groups, 'text')}) g(name) cross join lateral (
          select count(*) as messages, min(w.published_at) as oldest from (
            select m.published_at from topics.cursor c cross join lateral (
              select published_at from topics.message where topic = c.topic and seq > c.seq
              order by seq limit ${MAX_LAG}) m
            where c.consumer_group = g.name and c.waiting limit ${MAX_LAG}) w) l`)
      return [...rows].map(({ name, messages, oldest }) => ({
        group: name,
        messages: Number(messages),
        oldestAtMs: oldest === null ? null : Number(oldest),
      }))
    },
    { mode: 'read', statementTimeoutMs },
  )

/** Moves the cursor and renews or ends the lease; false when the lease has gone to another holder meanwhile. */
export const moveCursor = (
  env: TopicsEnv,
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
