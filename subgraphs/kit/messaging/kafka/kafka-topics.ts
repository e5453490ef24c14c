import type { Admin } from 'kafkajs'
import { UserFacingError } from '../../../../db/errors.ts'
import { DAY_MS } from '../../common/dates.ts'
import { DomainError } from '../../common/errors.ts'
import { isDeadLetterTopic, isTopicName } from '../topic-names.rules.ts'
import { type AdminSession, createAdminSession, createSingleSessions } from './kafka-admin.ts'
import type { KafkaEnv } from './kafka-client.ts'
import { createCreations, type Failures } from './kafka-creations.ts'
import { refusalOf } from './kafka-refusals.ts'
import type { RefusedTopics } from './kafka-refused-topics.ts'

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
   * Creates those of these topics that are missing and ours to create, but waits for them no longer than a moment.
   * Returns those to which no message can be sent, with the reason where it is known. Rejects with UNAVAILABLE.
   */
  provide(topics: readonly string[]): Promise<ReadonlyMap<string, string | null>>
  /**
   * Creates those that are missing; returns their names.
   * @throws UserFacingError that names those that Kafka does not create; the others are created.
   */
  create(topics: readonly string[]): Promise<readonly string[]>
  /** Those of these topics whose messages can be acknowledged by one broker alone, and are lost with it. */
  listFragile(topics: readonly string[]): Promise<readonly string[]>
  /** Makes the next message read the list of topics again. */
  forget(): void
  /** Calls the listener for topics created here. */
  onCreated(listener: () => void): void
  close(): Promise<void>
}

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

/** Why each topic could not be created; one that another process has created can be used. */
const failuresOf = (error: unknown, topics: readonly string[]): Failures => {
  const parts: unknown = Object(error).errors
  if (!Array.isArray(parts)) return new Map(topics.map((topic) => [topic, error]))
  const failed = parts.filter((part) => Object(part).type !== 'TOPIC_ALREADY_EXISTS')
  return new Map(failed.map((part) => [String(Object(part).topic), part]))
}

/** Has topics created; returns why some could not be. */
const ask = async (session: AdminSession, policy: TopicPolicy, names: readonly string[]): Promise<Failures> => {
  const bad = names.filter((name) => !isTopicName(name))
  const refused = bad.map((name) => [name, new UserFacingError(`Kafka takes no topic of the name ${name}.`)] as const)
  const asked = names.filter(isTopicName)
  if (asked.length === 0) return new Map(refused)
  const topics = asked.map((topic) => created(topic, settingsOf(topic, policy)))
  try {
    // False if another process has created one.
    await session.ask('a topic could not be created', (admin) => admin.createTopics({ topics }))
    return new Map(refused)
  } catch (error) {
    return new Map([...refused, ...failuresOf(error, asked)])
  }
}

const whyNotCreated = (topic: string, error: unknown, env: KafkaEnv): string =>
  refusalOf(error, `to create the topic ${topic}`, env) ??
  `Kafka does not create the topic ${topic}: ${error instanceof Error ? error.message : String(error)}`

const notAnswered = (topic: string): string => `Kafka has not answered yet whether it creates the topic ${topic}.`

/** Which topics there are, as far as is known. */
const createListing = (session: AdminSession) => {
  let known: ReadonlySet<string> = new Set()
  let listing: { since: number; names: Promise<ReadonlySet<string>> } | null = null
  return {
    has: (topic: string): boolean => known.has(topic),
    list(maxAgeMs: number): Promise<ReadonlySet<string>> {
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
    },
    add(made: readonly string[]): void {
      known = new Set([...known, ...made])
      listing = null
    },
    forget(): void {
      known = new Set()
    },
  }
}

/** The topics of the cluster at the given brokers. Connects when it is first asked. */
export const createKafkaTopics = (env: KafkaEnv, policy: TopicPolicy, refused: RefusedTopics): KafkaTopics => {
  const session = createAdminSession(env)
  const creating = createSingleSessions(env)
  const listeners = new Set<() => void>()
  const { has: isKnown, list, add, forget } = createListing(session)

  /** Creates topics that are missing; returns why some could not be. */
  const make = async (missing: readonly string[]): Promise<Failures> => {
    const failures = await ask(creating, policy, missing)
    const made = missing.filter((topic) => !failures.has(topic))
    if (made.length === 0) return failures
    add(made)
    refused.accept(made)
    for (const listener of listeners) listener()
    return failures
  }
  const whyFailed = (failures: Failures) =>
    [...failures].map(([topic, error]) => [topic, whyNotCreated(topic, error, env)] as const)
  const creations = createCreations({
    make,
    wasRefused: refused.has,
    onFailed: (failures) => refused.refuse(new Map(whyFailed(failures).filter(([topic]) => !isKnown(topic)))),
  })

  return {
    list,
    async create(topics) {
      const there = await list(0)
      const missing = [...new Set(topics)].filter((topic) => !there.has(topic))
      const failures = await make(missing)
      const [first] = failures.values()
      if (first instanceof DomainError || first instanceof UserFacingError) throw first
      if (failures.size > 0) throw new UserFacingError([...new Map(whyFailed(failures)).values()].join('\n'))
      return missing
    },
    async provide(topics) {
      if (topics.every(isKnown)) return new Map()
      const there = await list(0)
      const missing = topics.filter((topic) => !there.has(topic))
      const foreign = missing.filter((topic) => !policy.mayCreate(topic))
      const { failures, pending } = await creations.provide(missing.filter((topic) => policy.mayCreate(topic)))
      const waiting = pending.filter((topic) => !isKnown(topic))
      const reasons = new Map([
        ...foreign.map((topic) => [topic, missingTopics([topic])] as const),
        ...whyFailed(failures),
        // One that was refused before keeps the reason for that.
        ...waiting.map((topic) => [topic, refused.has(topic) ? null : notAnswered(topic)] as const),
      ])
      refused.refuse(reasons)
      return refused.heldOf([...reasons.keys()])
    },
    listFragile: (names) =>
      session.ask('the settings of its topics could not be read', (admin) => listFragile(admin, names)),
    forget,
    onCreated: (listener) => void listeners.add(listener),
    async close() {
      await Promise.all([session.close(), creating.close()])
    },
  }
}
