import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, type Admin, ResourcePatternTypes } from 'kafkajs'
import { findFreePort } from '../../db/server.ts'
import { type Broker, startBroker } from '../../tools/kafka/broker.ts'
import { PLATFORM_NAME } from '../faults/environment.ts'
import { createAuthority } from '../support/servers/certificates.ts'
import { askAdmin, countMessages, partitionOf, placePartition } from './kafka-admin.ts'
import { GROUPS, type Group } from './processes.ts'

const NODES = [1, 2, 3] as const
const DEAD_LETTERS = '.dead-letter'

/** Three brokers that keep what is acknowledged on two of them, reached by TLS and SCRAM-SHA-512. */
export type KafkaCluster = {
  /** The listeners of an administrator, without a login, for what creates the topics. */
  readonly administration: Readonly<Record<string, string>>
  /** The settings of the processes of a group, with its own login. */
  settingsOf(group: Group): Readonly<Record<string, string>>
  broker(nodeId: number): Broker
  /** How many messages the partitions have whose leader the broker is. */
  countLed(nodeId: number): Promise<number>
  /** Leaves the partition that has the messages of a key to one broker, until it is released. */
  holdAlone(topic: string, key: string, nodeId: number): Promise<{ release(): Promise<void> }>
  /** How many partitions have a replica that is behind, or away. */
  countBehind(): Promise<number>
  close(): Promise<void>
}

const passwordOf = (group: Group): string => `the password of ${group}`

/** What a login may do, by names of topics and groups; a name that ends with `*` is a prefix. */
type Access = { readonly writes?: readonly string[]; readonly reads?: readonly string[]; readonly creates?: string }

const INCIDENTS = `${PLATFORM_NAME}.incidents.*`
const AUDIT = ['audit.recorded', 'audit.recorded-together'] as const

/** The table of `docs/deploying.md`; a login that is not in it may do nothing. */
const ACCESS: Readonly<Partial<Record<Group, Access>>> = {
  incident: { writes: [...AUDIT, INCIDENTS, 'atms.retired'], reads: [INCIDENTS, ...AUDIT] },
  journal: {
    writes: [...AUDIT, 'journal.*'],
    reads: ['journal.parse-requests.*'],
    creates: 'journal.parse-requests.*',
  },
  analytics: { writes: [...AUDIT, 'analytics.snapshot-ready'], reads: [INCIDENTS, 'journal.file-parsed'] },
  fleet: { writes: [...AUDIT], reads: ['atms.retired'] },
  claims: { writes: [...AUDIT] },
}

/** A topic and that of its dead letters; a prefix covers both. */
const withDeadLetters = (topic: string): readonly string[] =>
  topic.endsWith('*') ? [topic] : [topic, `${topic}${DEAD_LETTERS}`]

const { TOPIC, GROUP } = AclResourceTypes
const { READ, WRITE, CREATE } = AclOperationTypes

const aclsOf = (group: Group, { writes = [], reads = [], creates }: Access) => {
  const allow = (resourceType: AclResourceTypes, operation: AclOperationTypes) => (name: string) => ({
    resourceType,
    resourceName: name.replace('*', ''),
    resourcePatternType: name.endsWith('*') ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
    principal: `User:${group}`,
    host: '*',
    operation,
    permissionType: AclPermissionTypes.ALLOW,
  })
  const read = reads.flatMap(withDeadLetters)
  return [
    // A message that is replayed is written to the topic that it was read from.
    ...[...writes.flatMap(withDeadLetters), ...read].map(allow(TOPIC, WRITE)),
    ...read.map(allow(TOPIC, READ)),
    ...[`${group}.*`].map(allow(GROUP, READ)),
    ...(creates === undefined ? [] : [creates]).map(allow(TOPIC, CREATE)),
  ]
}

const freePorts = async (count: number): Promise<readonly number[]> => {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}

/** Starts the brokers, with their data in `folder`. */
export const startKafkaCluster = async (folder: string): Promise<KafkaCluster> => {
  const authority = createAuthority()
  const { keyFile, certificateFile } = authority.issue('kafka', ['IP:127.0.0.1'])
  const keyStoreFile = join(authority.folder, 'kafka.pem')
  writeFileSync(keyStoreFile, readFileSync(keyFile, 'utf8') + readFileSync(certificateFile, 'utf8'))
  const users = Object.fromEntries(GROUPS.map((group) => [group, passwordOf(group)]))
  const controllerPorts = await freePorts(NODES.length)
  const started = await Promise.allSettled(
    NODES.map((nodeId) =>
      startBroker({
        folder: join(folder, `kafka-${nodeId}`),
        secured: { keyStoreFile, users },
        cluster: { nodeId, controllerPorts },
      }),
    ),
  )
  const brokers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const close = async () => {
    await Promise.all(brokers.map((one) => one.stop()))
    authority.close()
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (failed !== undefined) {
    await close()
    throw failed.reason
  }
  const asked = <T>(ask: (admin: Admin) => Promise<T>): Promise<T> =>
    askAdmin(
      brokers.map(({ address }) => address),
      ask,
    )
  const acl = GROUPS.flatMap((group) => aclsOf(group, ACCESS[group] ?? {}))
  try {
    await asked((admin) => admin.createAcls({ acl }))
  } catch (error) {
    await close()
    throw error
  }
  return {
    administration: { KAFKA_BROKERS: brokers.map(({ address }) => address).join() },
    settingsOf: (group) => ({
      KAFKA_BROKERS: brokers.map(({ securedAddress }) => securedAddress).join(),
      KAFKA_TLS_CA_FILE: authority.caFile,
      KAFKA_SASL_USERNAME: group,
      KAFKA_SASL_PASSWORD: passwordOf(group),
    }),
    broker(nodeId) {
      const found = brokers[nodeId - 1]
      if (found === undefined) throw new Error(`there is no broker ${nodeId}`)
      return found
    },
    countLed: (nodeId) => asked((admin) => countMessages(admin, nodeId)),
    async holdAlone(topic, key, nodeId) {
      const partition = await asked((admin) => partitionOf(admin, topic, key))
      const place = { topic, partition }
      await asked((admin) => placePartition(admin, place, [nodeId], 1))
      return { release: () => asked((admin) => placePartition(admin, place, NODES, 2)) }
    },
    countBehind: () =>
      asked(async (admin) => {
        const { topics } = await admin.fetchTopicMetadata()
        const partitions = topics.flatMap((topic) => topic.partitions)
        if (partitions.length === 0) throw new Error('the cluster has no partition')
        return partitions.filter(({ isr, replicas }) => isr.length < replicas.length || replicas.length < NODES.length)
          .length
      }),
    close,
  }
}
