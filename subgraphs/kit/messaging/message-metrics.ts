import { sql } from 'drizzle-orm'
import type { Registry } from 'prom-client'
import type { Stores } from '../../../db/tenancy.ts'
import type { Logger } from '../observability/log.ts'
import { createMetricRead, READ_STATEMENT_TIMEOUT_MS } from '../observability/metric-reads.ts'
import { addToGauge, sharedCounter, sharedHistogram } from '../observability/metrics.ts'
import type { Transport } from './events.ts'

type Watched = { readonly metrics: Registry; readonly log: Logger; readonly stores: Stores; now(): Date }

const READ = { mode: 'read', statementTimeoutMs: READ_STATEMENT_TIMEOUT_MS } as const

/** The distance of the ids of the oldest and the newest row is found in the index, however many wait. */
const readOutbox = async (stores: Stores, schema: string) => {
  const table = sql`${sql.identifier(schema)}.outbox`
  const [row] = await stores.asPlatform(
    (tx) =>
      tx.execute<{ waiting: string; oldest: number }>(sql`
        select ((select max(id) from ${table}) - o.id + 1)::text as waiting,
          extract(epoch from o.occurred_at)::float8 * 1000 as oldest
        from ${table} o order by o.id limit 1`),
    READ,
  )
  return { waiting: Number(row?.waiting ?? 0), oldestAtMs: row === undefined ? null : Number(row.oldest) }
}

/** Publishes how much waits in the outbox of a service; returns what counts the messages that went. */
export const watchOutbox = (
  { metrics, log, stores, now }: Watched,
  service: string,
  schema: string,
): ((count: number) => void) => {
  const read = createMetricRead({ metrics, log }, `outbox of ${service}`, () => readOutbox(stores, schema))
  const labels = { service }
  addToGauge(
    metrics,
    {
      name: 'fleetops_outbox_messages',
      help: 'Messages that wait in the outbox, from the oldest to the newest',
      labelNames: ['service'],
    },
    async () => [{ labels, value: (await read())?.waiting ?? 0 }],
  )
  addToGauge(
    metrics,
    {
      name: 'fleetops_outbox_oldest_seconds',
      help: 'Age of the oldest message in the outbox, 0 when it is empty',
      labelNames: ['service'],
    },
    async () => {
      const oldestAtMs = (await read())?.oldestAtMs ?? null
      return [{ labels, value: oldestAtMs === null ? 0 : Math.max(0, now().getTime() - oldestAtMs) / 1_000 }]
    },
  )
  const published = sharedCounter(metrics, {
    name: 'fleetops_outbox_published_total',
    help: 'Messages that this process published from the outbox',
    labelNames: ['service'],
  })
  published.inc(labels, 0)
  return (count) => published.inc(labels, count)
}

/** Dead letters that are looked at: those that a person would see first. */
const NEWEST = 1_000

/**
 * Publishes how many of the newest dead letters of a service were not replayed, and when the newest of those failed.
 * Nothing before the first read succeeded: 0 would say that none waits.
 */
export const watchDeadLetters = (
  { metrics, log, stores }: Omit<Watched, 'now'>,
  service: string,
  schema: string,
): void => {
  const labels = { service }
  const read = createMetricRead({ metrics, log }, `dead letters of ${service}`, async () => {
    const [row] = await stores.asPlatform(
      (tx) =>
        tx.execute<{ waiting: string; newest: number | null }>(sql`
          select count(*)::text as waiting, extract(epoch from max(d.last_attempt_at))::float8 as newest from (
            select replayed_at, last_attempt_at from ${sql.identifier(schema)}.dead_letter
            order by last_attempt_at desc, id desc limit ${NEWEST}) d
          where d.replayed_at is null`),
      READ,
    )
    return { waiting: Number(row?.waiting ?? 0), newestAtS: row?.newest ?? null }
  })
  addToGauge(
    metrics,
    {
      name: 'fleetops_dead_letters_waiting',
      help: 'Dead letters that were not replayed, among the newest 1,000',
      labelNames: ['service'],
    },
    async () => {
      const known = await read()
      return known === null ? [] : [{ labels, value: known.waiting }]
    },
  )
  addToGauge(
    metrics,
    {
      name: 'fleetops_dead_letters_newest_timestamp_seconds',
      help: 'Last attempt of the newest dead letter that was not replayed, as Unix time; absent where none waits',
      labelNames: ['service'],
    },
    async () => {
      const newestAtS = (await read())?.newestAtS ?? null
      return newestAtS === null ? [] : [{ labels, value: newestAtS }]
    },
  )
}

/** What became of an attempt to handle a message. */
export type HandlingOutcome = 'handled' | 'failed' | 'dead'

/** Counts what consumers do. `occurredAtMs`: when the change was made that the message reports. */
export type ConsumerMetrics = { ended(group: string, outcome: HandlingOutcome, occurredAtMs: number | null): void }

/** Creates the metrics of the consumers of a process, or returns those that it has. */
export const createConsumerMetrics = (metrics: Registry, now: () => Date): ConsumerMetrics => {
  const messages = sharedCounter(metrics, {
    name: 'fleetops_consumer_messages_total',
    help:
      'Attempts to handle a message by a consumer: handled, failed (it comes again) or dead (moved to the dead ' +
      'letters)',
    labelNames: ['group', 'outcome'],
  })
  const delays = sharedHistogram(metrics, {
    name: 'fleetops_consumer_delay_seconds',
    help: 'Time from the change that a message reports until a consumer had handled the message',
    labelNames: ['group'],
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800],
  })
  return {
    ended(group, outcome, occurredAtMs) {
      messages.inc({ group, outcome })
      if (outcome === 'handled' && occurredAtMs !== null)
        delays.observe({ group }, Math.max(0, now().getTime() - occurredAtMs) / 1_000)
    },
  }
}

/** Publishes how many topics take no messages of this process. */
export const watchRefusedTopics = (metrics: Registry, { countRefused }: Transport): void =>
  addToGauge(
    metrics,
    {
      name: 'fleetops_topics_refused',
      help: 'Topics that Kafka refuses to create, or to take messages for; these wait in the outbox',
      labelNames: [],
    },
    async () => [{ labels: {}, value: countRefused?.() ?? 0 }],
  )

/** Publishes how far the groups of this process are behind. */
export const watchLag = ({ metrics, log, now }: Omit<Watched, 'stores'>, transport: Transport): void => {
  const { lag } = transport
  if (lag === undefined) return
  const read = createMetricRead({ metrics, log }, 'consumer lag', lag.read)
  const labelsOf = (group: string) => ({ group, transport: lag.transport })
  const labelNames = ['group', 'transport']
  addToGauge(
    metrics,
    {
      name: 'fleetops_consumer_lag_messages',
      help: 'Messages of its topics that a consumer group has not handled; with topics in PostgreSQL 10,000 at most',
      labelNames,
    },
    async () => ((await read()) ?? []).map(({ group, messages }) => ({ labels: labelsOf(group), value: messages })),
  )
  addToGauge(
    metrics,
    {
      name: 'fleetops_consumer_lag_seconds',
      help: 'Age of the oldest message of its topics that a consumer group has not handled, 0 when there is none',
      labelNames,
    },
    async () =>
      ((await read()) ?? []).map(({ group, oldestAtMs }) => ({
        labels: labelsOf(group),
        value: oldestAtMs === null ? 0 : Math.max(0, now().getTime() - oldestAtMs) / 1_000,
      })),
  )
}
