import { type Admin, AssignerProtocol, ConfigResourceTypes, Kafka, logLevel, Partitioners } from 'kafkajs'

/** Asks a Kafka, as its administrator, something. */
export const askAdmin = async <T>(brokers: readonly string[], ask: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  try {
    return await ask(admin)
  } finally {
    await admin.disconnect()
  }
}

/** How many messages were ever written to the partitions that a broker leads; to all of them without one. */
export const countMessages = async (admin: Admin, nodeId: number | null): Promise<number> => {
  const { topics } = await admin.fetchTopicMetadata()
  let messages = 0
  for (const { name, partitions } of topics.filter((topic) => !topic.name.startsWith('__'))) {
    const chosen = partitions.filter(({ leader }) => nodeId === null || leader === nodeId)
    if (chosen.length === 0) continue
    const ids = new Set(chosen.map(({ partitionId }) => partitionId))
    const offsets = await admin.fetchTopicOffsets(name)
    messages += offsets.reduce((sum, one) => sum + (ids.has(one.partition) ? Number(one.high) : 0), 0)
  }
  return messages
}

/** How many partitions each member of a consumer group reads. */
export const listReaders = async (admin: Admin, groupId: string): Promise<readonly number[]> => {
  const { groups } = await admin.describeGroups([groupId])
  return (groups[0]?.members ?? []).map(({ memberAssignment }) => {
    const { assignment = {} } = AssignerProtocol.MemberAssignment.decode(memberAssignment) ?? {}
    return Object.values(assignment).reduce((sum, partitions) => sum + partitions.length, 0)
  })
}

/** The partition of a topic that holds the messages of a key. */
export const partitionOf = async (admin: Admin, topic: string, key: string): Promise<number> => {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
  const partitionMetadata = topics[0]?.partitions ?? []
  return Partitioners.DefaultPartitioner()({ topic, partitionMetadata, message: { key, value: null } })
}

/**
 * Puts a partition on these brokers, of which so many must have a message before it is acknowledged. Resolves when the
 * request is taken; the brokers copy it meanwhile.
 */
export const placePartition = async (
  admin: Admin,
  { topic, partition }: { readonly topic: string; readonly partition: number },
  replicas: readonly number[],
  acknowledgedBy: number,
): Promise<void> => {
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: ConfigResourceTypes.TOPIC,
        name: topic,
        configEntries: [{ name: 'min.insync.replicas', value: String(acknowledgedBy) }],
      },
    ],
  })
  await admin.alterPartitionReassignments({
    topics: [{ topic, partitionAssignment: [{ partition, replicas: [...replicas] }] }],
  })
}
