import { randomUUID } from 'node:crypto'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { withDeadline } from '../../subgraphs/kit/common/deadline.ts'
import type { Member } from '../faults/members.ts'
import { askAdmin, countMessages } from './kafka-admin.ts'

/** How many lines of each process are quoted, and how much of a line. */
const LINES = 12
const QUOTED = 400
/** How many messages that name the same record are listed, and how much of each. */
const LISTED = 20
const DATA = 200
const READ_TIMEOUT_MS = 30_000
/** The oracle names records at the end of a violation. */
const SUCH_AS = 'such as '

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

/** Every message of every topic, or what of them came in time. */
const readAll = async (brokers: readonly string[]): Promise<readonly Found[]> => {
  const { topics, count } = await askAdmin(brokers, async (admin) => ({
    topics: (await admin.listTopics()).filter((name) => !name.startsWith('__')),
    count: await countMessages(admin, null),
  }))
  const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING })
  const consumer = kafka.consumer({ groupId: `diagnosis-${randomUUID()}` })
  const found: Found[] = []
  const { promise: complete, resolve } = Promise.withResolvers<void>()
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => {
      found.push({ place: `${topic}-${partition}@${message.offset}`, text: String(message.value) })
      if (found.length >= count) resolve()
    },
  })
  await withDeadline(complete, READ_TIMEOUT_MS, () => {})
  await consumer.disconnect()
  return found
}

const namesOf = (violation: string): readonly string[] => violation.split(SUCH_AS)[1]?.split(', ') ?? []

/** Which messages name a record of a violation: none, if they were lost. */
const describeMessages = (all: readonly Found[], violation: string): readonly string[] => {
  const lines = namesOf(violation).flatMap((name) => {
    const naming = all.filter(({ text }) => text.includes(`:${name},`) || text.includes(`:"${name}"`))
    const listed = naming
      .slice(-LISTED)
      .map(({ place, text }) => `    ${place} ${text.slice(text.indexOf('"data"')).slice(0, DATA)}`)
    return [`  ${name}: ${naming.length} messages`, ...listed]
  })
  return [violation, ...lines]
}

const lastLines = ({ name, output }: Member): readonly string[] =>
  output()
    .trim()
    .split('\n')
    .slice(-LINES)
    .map((line) => `${name}: ${line.slice(0, QUOTED)}`)

/** A request that failed, with what processes logged about it. */
export const explainFailure = (members: readonly Member[], failure: string): string => {
  const traceId = /"traceId":"(\w+)"/.exec(failure)?.[1]
  if (traceId === undefined) return failure
  const lines = members.flatMap(({ name, output }) =>
    output()
      .split('\n')
      .filter((line) => line.includes(traceId))
      .map((line) => `${name}: ${line}`),
  )
  return [failure, ...lines].join('\n')
}

/** What to look at when the oracle has found violations: messages that are missing, partitions, groups and logs. */
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
