import { UserFacingError } from '../db/errors.ts'
import { SERVICES } from '../gateway/services.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { createKafkaTransport, type KafkaTransport } from '../subgraphs/kit/messaging/kafka/events-kafka.ts'
import { TOPIC_SETTINGS } from '../subgraphs/kit/messaging/kafka/kafka-topics.ts'
import { createLog } from '../subgraphs/kit/observability/log.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { fixedTopicsOf, topicPolicyOf } from '../subgraphs/kit/service/topics.ts'

const REPLICAS = 'In production a topic has three replicas and min.insync.replicas=2; see docs/deploying.md.'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** @throws UserFacingError with the one sentence of it, and with where it was tried. */
const refuse = (error: unknown, brokers: readonly string[]): never => {
  const reason = error instanceof Error ? error.message : String(error)
  throw new UserFacingError(`${reason}\nTried at ${brokers.join(', ')}, as KAFKA_BROKERS says.`)
}

/** What an operator has to know of these topics; a login that may not read settings need not be able to. */
const warningOf = async ({ listFragile }: KafkaTransport, topics: readonly string[]): Promise<string | null> => {
  try {
    const fragile = await listFragile(topics)
    if (fragile.length === 0) return null
    return `Lost with one broker, which alone may acknowledge their messages: ${fragile.join(', ')}. ${REPLICAS}`
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `It is not known how many brokers acknowledge a message: ${reason} ${REPLICAS}`
  }
}

/** Creates the topics of the whole platform that are missing, and lists them all. */
const createAll = async (): Promise<void> => {
  const kafka = Object.entries(process.env).filter(([name]) => name.startsWith('KAFKA_'))
  const { PLATFORM_NAME, LOG_LEVEL = 'warn' } = process.env
  const config = readConfig({ PLATFORM_NAME, LOG_LEVEL, ...Object.fromEntries(kafka) })
  if (config.kafkaBrokers === null) {
    print('Without KAFKA_BROKERS topics are tables of PostgreSQL, which make themselves: nothing to do.')
    return
  }
  const brokers = config.kafkaBrokers
  const transport = createKafkaTransport({
    brokers,
    clientId: `${config.platformName}-topics`,
    log: createLog({ level: config.logLevel, name: 'topics' }),
    policy: topicPolicyOf(SERVICES, false),
    security: config.kafkaSecurity,
    password: () => config.secrets.kafkaPassword,
  })
  try {
    const topics = fixedTopicsOf(SERVICES, config)
    const created = new Set(await transport.create(topics).catch((error: unknown) => refuse(error, brokers)))
    for (const topic of topics) print(`${topic}  ${created.has(topic) ? 'created' : 'was there'}`)
    const { fixed, deadLetter } = TOPIC_SETTINGS
    print(
      `${fixed.partitions} partitions kept ${fixed.retentionDays} days, dead letters ${deadLetter.retentionDays} days.`,
    )
    const warning = await warningOf(transport, topics)
    if (warning !== null) print(warning)
  } finally {
    await transport.close()
  }
}

await runProgram(async () => {
  await createAll()
  process.exit(0)
})
