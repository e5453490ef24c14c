import type { Admin } from 'kafkajs'
import { UserFacingError } from '../../../../db/errors.ts'
import { DAY_MS } from '../../common/dates.ts'
import { isDeadLetterTopic, isTopicName } from '../topic-names.rules.ts'
import { createKafkaClient, type KafkaClient, type KafkaEnv, kafkaUnavailable, withinDeadline } from './kafka-client.ts'

/** The settings with which topics are created. */
export const TOPIC_SETTINGS = {
  /** Topics of the whole platform: as many ATMs as partitions can be worked on at once. */
  fixed: { partitions: 6, retentionDays: 7 },
  /** One an institution, and there are many of them. */
  institution: { partitions: 3, retentionDays: 7 },
  /** Kept long, because a person has to look at it first. */
  deadLetter: { partitions: 1, retentionDays: 90 },
} as const

export type TopicSettings = { readonly partitions: number; readonly retentionDays: number }

/** Which topics this process may create when it first has a message for them. */
export type TopicPolicy = {
  mayCreate(topic: string): boolean
  /** True for the topic of one institution. */
  isInstitutional(topic: string): boolean
}

const ASK_TIMEOUT_MS = 5_000
/** Enough for a short fault; the caller asks again. */
const RETRIES = 2

const settingsOf = (topic: string, policy: TopicPolicy): TopicSettings => {
  if (isDeadLetterTopic(topic)) return TOPIC_SETTINGS.deadLetter
  return policy.isInstitutional(topic) ? TOPIC_SETTINGS.institution : TOPIC_SETTINGS.fixed
}

/** The message for missing topics, with the remedy. */
export const missingTopics = (topics: readonly string[]): string =>
  topics.length === 1
    ? `The topic ${topics[0]} does not exist in Kafka: create it with "npm run topics".`
    : `The topics ${topics.join(', ')} do not exist in Kafka: create them with "npm run topics".`

/** The topics of a cluster: reads and creates them. */
export type KafkaTopics = {
  /** Every topic there is, at most `maxAgeMs` ago. Rejects with UNAVAILABLE. */
  list(maxAgeMs: number): Promise<ReadonlySet<string>>
  /**
   * Makes sure that messages can be sent to these topics.
   * @throws UserFacingError for one that is missing and not ours to create.
   */
  provide(topics: readonly string[]): Promise<void>
  /** Creates those that are missing; returns their names. */
  create(topics: readonly string[]): Promise<readonly string[]>
  /** Those of these topics whose messages can be acknowledged by one broker alone, and are lost with it. */
  listFragile(topics: readonly string[]): Promise<readonly string[]>
  /** Makes the next message read the list of topics again. */
  forget(): void
  /** Calls the listener for topics created here. */
  onCreated(listener: () => void): void
  close(): Promise<void>
}

type AdminSession = { ask<T>(what: string, work: (admin: Admin) => Promise<T>): Promise<T>; close(): Promise<void> }

/** One administrative connection, made again after each failure. */
const createAdminSession = (env: KafkaEnv): AdminSession => {
  let open: { client: KafkaClient; admin: Promise<Admin> } | null = null
  const connect = () => {
    const client = createKafkaClient(env, RETRIES)
    const admin = client.kafka.admin()
    return { client, admin: admin.connect().then(() => admin) }
  }
  return {
    async ask(what, work) {
      open ??= connect()
      const used = open
      try {
        return await withinDeadline(used.admin.then(work), performance.now() + ASK_TIMEOUT_MS, what)
      } catch (error) {
        used.client.shut()
        if (open === used) open = null
        throw isRefusal(error) ? error : kafkaUnavailable(what, error)
      }
    },
    async close() {
      const used = open
      open = null
      if (used === null) return
      const ending = used.admin.then((admin) => admin.disconnect())
      await withinDeadline(ending, performance.now() + 1_000, 'it did not let go').catch(() => {})
      used.client.shut()
    },
  }
}

/** Whether Kafka itself refused, as opposed to no answer or an error that a retry may solve. */
const REFUSALS = new Set([
  'KafkaJSCreateTopicError',
  'KafkaJSAggregateError',
  'KafkaJSProtocolError',
  'KafkaJSNonRetriableError',
])

const isRefusal = (error: unknown): boolean => error instanceof Error && REFUSALS.has(error.name)

const created = (topic: string, { partitions, retentionDays }: TopicSettings) => ({
  topic,
  numPartitions: partitions,
  // The default of the cluster: three in production, one for a single node.
  replicationFactor: -1,
  configEntries: [{ name: 'retention.ms', value: String(retentionDays * DAY_MS) }],
})

/** `ConfigResourceTypes.TOPIC`, which Node does not see among the exports of kafkajs. */
const TOPIC = 2
const ACKNOWLEDGED_BY = 'min.insync.replicas'
/** Brokers that must have a message before it is acknowledged. */
const FEWEST_BROKERS = 2

const listFragile = async (admin: Admin, names: readonly string[]): Promise<readonly string[]> => {
  const { topics } = await admin.fetchTopicMetadata({ topics: [...names] })
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: TOPIC, name, configNames: [ACKNOWLEDGED_BY] })),
  })
  const acknowledgedBy = new Map(resources.map((one) => [one.resourceName, Number(one.configEntries[0]?.configValue)]))
  const isFragile = ({ name, partitions }: (typeof topics)[number]) =>
    (acknowledgedBy.get(name) ?? 0) < FEWEST_BROKERS ||
    partitions.some(({ replicas }) => replicas.length < FEWEST_BROKERS)
  return topics.filter(isFragile).map(({ name }) => name)
}

/** The topics of the cluster at the given brokers. Connects when it is first asked. */
export const createKafkaTopics = (env: KafkaEnv, policy: TopicPolicy): KafkaTopics => {
  const session = createAdminSession(env)
  const listeners = new Set<() => void>()
  let known: ReadonlySet<string> = new Set()
  let listing: { since: number; names: Promise<ReadonlySet<string>> } | null = null

  const list = (maxAgeMs: number): Promise<ReadonlySet<string>> => {
    if (listing !== null && performance.now() - listing.since <= maxAgeMs) return listing.names
    const names = session.ask('its topics could not be listed', async (admin) => new Set(await admin.listTopics()))
    const own = { since: performance.now(), names }
    listing = own
    names.then(
      (found) => {
        known = found
      },
      () => {
        if (listing === own) listing = null
      },
    )
    return names
  }

  const create = async (topics: readonly string[]): Promise<readonly string[]> => {
    const bad = topics.find((topic) => !isTopicName(topic))
    if (bad !== undefined) throw new UserFacingError(`Kafka takes no topic of the name ${bad}.`)
    const there = await list(0)
    const missing = [...new Set(topics)].filter((topic) => !there.has(topic))
    if (missing.length === 0) return []
    await session.ask('a topic could not be created', (admin) =>
      // False if another process has created it.
      admin.createTopics({ topics: missing.map((topic) => created(topic, settingsOf(topic, policy))) }),
    )
    known = new Set([...known, ...missing])
    listing = null
    for (const listener of listeners) listener()
    return missing
  }

  return {
    list,
    create,
    async provide(topics) {
      if (topics.every((topic) => known.has(topic))) return
      const there = await list(0)
      const missing = topics.filter((topic) => !there.has(topic))
      const foreign = missing.filter((topic) => !policy.mayCreate(topic))
      if (foreign.length > 0) throw new UserFacingError(missingTopics(foreign))
      if (missing.length > 0) await create(missing)
    },
    listFragile: (names) =>
      session.ask('the settings of its topics could not be read', (admin) => listFragile(admin, names)),
    forget() {
      known = new Set()
    },
    onCreated: (listener) => void listeners.add(listener),
    close: () => session.close(),
  }
}
