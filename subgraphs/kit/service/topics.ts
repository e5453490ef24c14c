import { setTimeout as delay } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { openStores } from '../../../db/tenancy.ts'
import { withDeadline } from '../common/deadline.ts'
import type { Config, ServiceConfig } from '../config/config.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { Transport } from '../messaging/events.ts'
import { createPostgresTransport } from '../messaging/events-postgres.ts'
import type { KafkaTransport } from '../messaging/kafka/events-kafka.ts'
import type { TopicPolicy } from '../messaging/kafka/kafka-topics.ts'
import type { StateTopics } from '../messaging/superseded.rules.ts'
import { deadLetterTopicOf } from '../messaging/topic-names.rules.ts'
import { topicRetentionJob } from '../messaging/topic-retention.job.ts'
import { watchConnections } from '../observability/connection-metrics.ts'
import { CHECK_TIMEOUT_MS, type Component } from '../observability/health.ts'
import type { Logger } from '../observability/log.ts'

/** The topics that a service writes to. */
export type TopicPlan = {
  /** Known beforehand: created by `npm run topics`, and outside production at start. */
  fixed(config: Pick<ServiceConfig, 'platformName'>): readonly string[]
  /**
   * What the topics of single institutions begin with: created by the service itself when it first writes to one,
   * always.
   */
  readonly institutional?: string
  /** Those whose newest states are enough; left out where every message goes. */
  states?(config: Pick<ServiceConfig, 'platformName'>): StateTopics
}

type Planned = { readonly topics?: TopicPlan }

type TopicsEnv = {
  readonly config: Config
  /** The services of this process. */
  readonly definitions: readonly Planned[]
  readonly database: { readonly app: string; readonly platform: string }
  readonly log: Logger
  /** Left out by tools. */
  readonly metrics?: Registry
  newId(): string
  /** The password of the login of Kafka as it is now. */
  kafkaPassword(): string | null
}

/** What carries the topics of a process: Kafka where brokers are given, else tables of the one database. */
export type Topics = {
  readonly transport: Transport
  readonly jobs: readonly JobDefinition[]
  readonly checks: readonly (readonly [string, () => Promise<Component>])[]
  /** Sees to the topics that have to be there. It waits for no broker. */
  start(): void
  close(): Promise<void>
}

const RETRY_MS = 2_000

/** The topics that have to be there before anything runs, with those of their dead letters. */
export const fixedTopicsOf = (
  definitions: readonly Planned[],
  config: Pick<ServiceConfig, 'platformName'>,
): readonly string[] =>
  definitions.flatMap(({ topics }) => topics?.fixed(config) ?? []).flatMap((topic) => [topic, deadLetterTopicOf(topic)])

/** In production a process makes the topics of institutions by itself and no others. */
export const topicPolicyOf = (definitions: readonly Planned[], production: boolean): TopicPolicy => {
  const prefixes = definitions.flatMap(({ topics }) => topics?.institutional ?? [])
  const isInstitutional = (topic: string) => prefixes.some((prefix) => topic.startsWith(prefix))
  return { isInstitutional, mayCreate: (topic) => !production || isInstitutional(topic) }
}

const openTables = async ({ config, database, log, metrics, newId }: TopicsEnv): Promise<Topics> => {
  const stores = await openStores(database, { name: 'fleetops-topics', max: 6 })
  if (metrics !== undefined) watchConnections(metrics, 'topics', stores)
  return {
    transport: createPostgresTransport({ stores, log, newId }),
    jobs: [topicRetentionJob(stores, config.retention)],
    checks: [],
    start() {},
    close: () => stores.close(),
  }
}

/** Creates the fixed topics as soon as a broker answers. */
const createWhenReachable = async (
  transport: KafkaTransport,
  topics: readonly string[],
  { brokers, log, end }: { readonly brokers: readonly string[]; readonly log: Logger; readonly end: AbortSignal },
) => {
  for (let isLogged = false; !end.aborted; isLogged = true) {
    try {
      const created = await transport.create(topics)
      if (created.length > 0) log.info({ topics: created }, 'topics created')
      return
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!isLogged) log.warn({ brokers, reason }, 'topics cannot be created yet; it is tried again')
      await delay(RETRY_MS, undefined, { signal: end }).catch(() => {})
    }
  }
}

/** The state of Kafka: never DOWN, as ingest and uploads go on without it. */
const kafkaCheck = (transport: KafkaTransport, required: readonly string[]) => async (): Promise<Component> => {
  const reason = 'Kafka does not answer; messages wait in the outbox'
  return await withDeadline(transport.check(required), CHECK_TIMEOUT_MS, () => ({ status: 'DEGRADED', reason }))
}

/** The client of Kafka is only loaded where brokers are given. */
const openKafka = async (env: TopicsEnv, brokers: readonly string[]): Promise<Topics> => {
  const { createKafkaTransport } = await import('../messaging/kafka/events-kafka.ts')
  const { config, definitions, log } = env
  const required = fixedTopicsOf(definitions, config)
  const policy = topicPolicyOf(definitions, config.production)
  const transport = createKafkaTransport({
    brokers,
    clientId: config.platformName,
    log,
    policy,
    security: config.kafkaSecurity,
    password: env.kafkaPassword,
  })
  const check = kafkaCheck(transport, required)
  const closing = new AbortController()
  let creating: Promise<unknown> = Promise.resolve()
  return {
    transport,
    jobs: [],
    checks: [['topics', check]],
    start() {
      if (!config.production) creating = createWhenReachable(transport, required, { brokers, log, end: closing.signal })
      else
        void check().then(({ status, reason }) => {
          if (status !== 'UP') log.error({ reason }, 'topics are not complete')
        })
    },
    async close() {
      closing.abort()
      await transport.close()
      await creating
    },
  }
}

/** Opens the topics of a process. It does not wait for a broker that is away. */
export const openTopics = async (env: TopicsEnv): Promise<Topics> =>
  env.config.kafkaBrokers === null ? openTables(env) : openKafka(env, env.config.kafkaBrokers)
