import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, Kafka, logLevel, ResourcePatternTypes } from 'kafkajs'
import { findFreePort } from '../../db/server.ts'
import { type Broker, startBroker } from '../../tools/kafka/broker.ts'
import { createAuthority } from '../support/servers/certificates.ts'

const USER = 'platform'
const PASSWORD = 'the password of the platform'
const NODES = [1, 2, 3] as const

/** Three brokers that keep what is acknowledged on two of them, reached by TLS and SCRAM-SHA-512. */
export type KafkaCluster = {
  /** The settings of a process that uses it. */
  readonly settings: Readonly<Record<string, string>>
  broker(nodeId: number): Broker
  /** How many partitions have a replica that is behind, or away. */
  countBehind(): Promise<number>
  close(): Promise<void>
}

/** What an operator allows the one login of all processes. */
const ACL = [AclResourceTypes.TOPIC, AclResourceTypes.GROUP].map((resourceType) => ({
  resourceType,
  resourceName: '*',
  resourcePatternType: ResourcePatternTypes.LITERAL,
  principal: `User:${USER}`,
  host: '*',
  operation: AclOperationTypes.ALL,
  permissionType: AclPermissionTypes.ALLOW,
}))

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
  const controllerPorts = await freePorts(NODES.length)
  const started = await Promise.allSettled(
    NODES.map((nodeId) =>
      startBroker({
        folder: join(folder, `kafka-${nodeId}`),
        secured: { keyStoreFile, users: { [USER]: PASSWORD } },
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
  const kafka = new Kafka({ brokers: brokers.map(({ address }) => address), logLevel: logLevel.NOTHING })
  const asked = async <T>(ask: (admin: ReturnType<Kafka['admin']>) => Promise<T>): Promise<T> => {
    const admin = kafka.admin()
    await admin.connect()
    try {
      return await ask(admin)
    } finally {
      await admin.disconnect()
    }
  }
  await asked((admin) => admin.createAcls({ acl: ACL }))
  return {
    settings: {
      KAFKA_BROKERS: brokers.map(({ securedAddress }) => securedAddress).join(),
      KAFKA_TLS_CA_FILE: authority.caFile,
      KAFKA_SASL_USERNAME: USER,
      KAFKA_SASL_PASSWORD: PASSWORD,
    },
    broker(nodeId) {
      const found = brokers[nodeId - 1]
      if (found === undefined) throw new Error(`there is no broker ${nodeId}`)
      return found
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
