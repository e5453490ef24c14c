import { UserFacingError } from '../db/errors.ts'
import { SERVICES } from '../gateway/services.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { retentionEnvironment } from '../subgraphs/kit/config/retention.ts'
import { TOPIC_SETTINGS } from '../subgraphs/kit/messaging/kafka/kafka-topics.ts'
import { isDeadLetterTopic } from '../subgraphs/kit/messaging/topic-names.rules.ts'
import { fixedTopicsOf } from '../subgraphs/kit/service/topics.ts'
import { capacityOf, type Kept, type TopicCounts } from './capacity/capacity.rules.ts'
import { readCosts } from './capacity/costs.ts'
import { readOptions, USAGE } from './capacity/options.ts'
import { capacityText } from './capacity/report.ts'

/** What the environment says of retention; the defaults where it says nothing. */
const readKept = (): Kept => {
  const names = Object.keys(retentionEnvironment)
  const set = Object.fromEntries(Object.entries(process.env).filter(([name]) => names.includes(name)))
  const { retention } = readConfig({ LOG_LEVEL: 'warn', ...set })
  return {
    events: retention.eventDays,
    incidents: retention.incidentDays,
    journals: retention.journalDays,
    analytics: retention.analyticsDays,
    states: retention.stateDays,
    tasks: retention.taskDays,
    topics: retention.topicDays,
    auditMonths: retention.auditMonths,
  }
}

const countTopics = (): TopicCounts => {
  const topics = fixedTopicsOf(SERVICES, { platformName: 'fleetops' })
  const { fixed, deadLetter, institution } = TOPIC_SETTINGS
  const partitions = topics.map((topic) => (isDeadLetterTopic(topic) ? deadLetter.partitions : fixed.partitions))
  return {
    topics: topics.length,
    partitions: partitions.reduce((sum, count) => sum + count, 0),
    partitionsOfTopic: fixed.partitions,
    partitionsOfInstitution: institution.partitions,
  }
}

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) process.stdout.write(`${USAGE}\n`)
  else {
    const { fleet, json } = readOptions(args)
    const capacity = capacityOf(readCosts(), fleet, readKept(), countTopics())
    process.stdout.write(
      json ? `${JSON.stringify({ fleet, ...capacity }, null, 2)}\n` : `${capacityText(fleet, capacity)}\n`,
    )
  }
} catch (error) {
  if (!(error instanceof UserFacingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
