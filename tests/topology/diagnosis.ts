import { type Admin, Kafka, logLevel } from 'kafkajs'
import type { Member } from '../faults/members.ts'
import { askAdmin } from './kafka-admin.ts'

/** How many lines of each process are quoted, and how much of a line. */
const LINES = 12
const QUOTED = 400
/** How many messages that name the same record are listed. */
const LISTED = 20
const IDLE_MS = 3_000
/** What the oracle names at the end of a violation. */
const NAMED = /such as (.+)$/

/** The leader, the replicas in sync and the end of each partition that has messages. */
const describePartitions = async (admin: Admin): Promise<readonly string[]> => {
  const { topics } = await admin.fetchTopicMetadata()
  const lines: string[] = []
  for (const { name, partitions } of topics) {
    const offsets = await admin.fetchTopicOffsets(name)
    for (const { partitionId, leader, isr, replicas } of partitions) {
      const end = offsets.find(({ partition }) => partition === partitionId)?.high
      if (end === '0') continue
      lines.push(`${name}-${partitionId}: end ${end}, leader ${leader}, in sync ${isr.join()} of ${replicas.join()}`)
    }
  }
  return lines
}

/** The state of each consumer group, and the offsets that it has committed. */
const describeGroups = async (admin: Admin): Promise<readonly string[]> => {
  const { groups: listed } = await admin.listGroups()
  const { groups } = await admin.describeGroups(listed.map(({ groupId }) => groupId))
  const lines: string[] = []
  for (const { groupId, state, members } of groups) {
    const committed = (await admin.fetchOffsets({ groupId })).flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => `${topic}-${partition} ${offset}`),
    )
    lines.push(`${groupId}: ${state}, ${members.length} members, committed ${committed.join(', ')}`)
  }
  return lines
}

type Found = { readonly place: string; readonly text: string }

/** Every message of every topic. */
const readAll = async (brokers: readonly string[]): Promise<readonly Found[]> => {
  const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING })
  const topics = await askAdmin(brokers, async (admin) => (await admin.listTopics()).filter((name) => name[0] !== '_'))
  const consumer = kafka.consumer({ groupId: `diagnosis-${process.pid}-${Date.now()}` })
  const found: Found[] = []
  let lastAtMs = performance.now()
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => {
      lastAtMs = performance.now()
      found.push({ place: `${topic}-${partition}@${message.offset}`, text: String(message.value) })
    },
  })
  const { promise: idle, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    if (found.length > 0 && performance.now() - lastAtMs > IDLE_MS) resolve()
  }, IDLE_MS / 10)
  await idle
  clearInterval(timer)
  await consumer.disconnect()
  return found
}

const namesOf = (violation: string): readonly string[] => NAMED.exec(violation)?.[1]?.split(', ') ?? []

/** Which messages name a record of a violation: none, if they were lost. */
const describeMessages = (all: readonly Found[], violation: string): readonly string[] => {
  const lines = namesOf(violation).map((name) => {
    const id = name.split(' ')[0] ?? name
    const naming = all.filter(({ text }) => new RegExp(`"?(incidentId|subjectId)"?:"?${id}\\b`).test(text))
    const listed = naming
      .slice(-LISTED)
      .map(
        ({ place, text }) =>
          `${place} ${/"version":\d+,|"action":"\w+"/.exec(text.slice(text.indexOf('"data"')))?.[0]}`,
      )
    return `  ${name}: ${naming.length} messages ${listed.join(' | ')}`
  })
  return [violation, ...lines]
}

const lastLines = ({ name, output }: Member): readonly string[] =>
  output()
    .trim()
    .split('\n')
    .slice(-LINES)
    .map((line) => `${name}: ${line.slice(0, QUOTED)}`)

/** What to look at when the oracle has found violations: partitions, groups, the messages that are missing, and logs. */
export const diagnose = async (
  brokers: readonly string[],
  members: readonly Member[],
  violations: readonly string[],
): Promise<string> => {
  const kafka = await askAdmin(brokers, async (admin) => [
    ...(await describePartitions(admin)),
    ...(await describeGroups(admin)),
  ])
  const all = await readAll(brokers)
  return [
    ...violations.flatMap((violation) => describeMessages(all, violation)),
    ...kafka,
    ...members.flatMap(lastLines),
  ].join('\n')
}
