import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, Kafka, logLevel, ResourcePatternTypes } from 'kafkajs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KafkaTransport } from '../../subgraphs/kit/messaging/kafka/events-kafka.ts'
import { messageWith } from '../messaging/transport-contract.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { type Authority, createAuthority } from '../support/servers/certificates.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'

const PASSWORD = 'the password of this user'
const [OWN, FOREIGN, ABSENT] = ['incident.own', 'journal.foreign', 'journal.absent']

const messageOf = (topic: string) => messageWith(topic, 'k', {})

/** An operation that a user may do to a topic or a group. */
const acl = (user: string, resourceType: AclResourceTypes, resourceName: string, operation: AclOperationTypes) => ({
  resourceType,
  resourceName,
  resourcePatternType: ResourcePatternTypes.LITERAL,
  principal: `User:${user}`,
  host: '*',
  operation,
  permissionType: AclPermissionTypes.ALLOW,
})

describeWhere({ missing }, 'Kafka with TLS, SCRAM-SHA-512 and ACLs', () => {
  let authority: Authority
  let broker: TestBroker
  beforeAll(async () => {
    authority = createAuthority()
    const { keyFile, certificateFile } = authority.issue('kafka', ['IP:127.0.0.1'])
    const keyStoreFile = join(authority.folder, 'kafka.pem')
    writeFileSync(keyStoreFile, readFileSync(keyFile, 'utf8') + readFileSync(certificateFile, 'utf8'))
    broker = await openBroker(0, { keyStoreFile, users: { incident: PASSWORD, nothing: PASSWORD } })
    await broker.open().create([OWN, FOREIGN])
    const { TOPIC, GROUP } = AclResourceTypes
    const { READ, WRITE, DESCRIBE } = AclOperationTypes
    const admin = new Kafka({ brokers: [broker.address], logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    await admin.createAcls({
      acl: [
        acl('incident', TOPIC, OWN, WRITE),
        acl('incident', TOPIC, OWN, READ),
        acl('incident', GROUP, 'incident.readers', READ),
        acl('incident', TOPIC, FOREIGN, DESCRIBE),
      ],
    })
    await admin.disconnect()
  }, 240_000)
  afterAll(async () => {
    await broker?.close()
    authority?.close()
  })

  const login = (username: string, password: () => string | null = () => PASSWORD): KafkaTransport =>
    broker.open({
      brokers: [broker.securedAddress ?? ''],
      security: { tls: { ca: readFileSync(authority.caFile, 'utf8') }, sasl: { mechanism: 'scram-sha-512', username } },
      password,
      publishTimeoutMs: 8_000,
    })
  const reads = (transport: KafkaTransport, group: string, handle = async () => {}) =>
    transport.subscribe({ group, topics: [OWN], concurrency: 1, handle })
  const degraded = (transport: KafkaTransport, reason: string, required = [OWN]) =>
    expect
      .poll(() => transport.check(required), { timeout: 30_000 })
      .toMatchObject({ status: 'DEGRADED', reason: expect.stringContaining(reason) })

  test('a login with the ACLs of its service writes and reads, and nothing else', async () => {
    const transport = login('incident')
    let handled = 0
    const reading = reads(transport, 'incident.readers', async () => {
      handled += 1
    })
    await transport.publish([messageOf(OWN)])
    await expect.poll(() => handled, { timeout: 30_000 }).toBe(1)
    expect(await transport.check([OWN])).toEqual({ status: 'UP' })
    await expect(transport.publish([messageOf(FOREIGN)])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await degraded(transport, `Kafka does not allow incident to write to ${FOREIGN} (TOPIC_AUTHORIZATION_FAILED)`)
    reads(transport, 'others')
    await degraded(transport, 'Kafka names no coordinator to incident to read as the group others: add an ACL')
    // Nor what it may not create or write to, though it comes with what it may.
    const [none, own] = [messageOf(ABSENT), messageOf(OWN)]
    await expect(transport.publish([none, messageOf(FOREIGN), own])).rejects.toMatchObject({
      topics: new Set([ABSENT, FOREIGN]),
    })
    await degraded(
      transport,
      `Kafka does not allow incident to create the topic ${ABSENT} (TOPIC_AUTHORIZATION_FAILED)`,
    )
    await expect.poll(() => handled, { timeout: 30_000 }).toBe(2)
    // What it may, it still does.
    await transport.publish([messageOf(OWN)])
    await expect.poll(() => handled, { timeout: 30_000 }).toBe(3)
    await reading.close()
  }, 120_000)

  test('a wrong password, a missing ACL and a certificate of another authority are named', async () => {
    const refused = 'Kafka refuses the login incident: check KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD'
    await degraded(
      login('incident', () => 'another password'),
      refused,
    )
    await degraded(login('nothing'), 'Or allow nothing to describe what is there.')
    const other = createAuthority()
    const security = { tls: { ca: readFileSync(other.caFile, 'utf8') }, sasl: null }
    await degraded(
      broker.open({ brokers: [broker.securedAddress ?? ''], security }),
      `The certificate of Kafka at ${broker.securedAddress} is not accepted`,
    )
    other.close()
  }, 120_000)

  test('another password is used once it is known', async () => {
    let password = 'the password of before'
    const transport = login('incident', () => password)
    let handled = 0
    reads(transport, 'incident.readers', async () => {
      handled += 1
    })
    await expect(transport.publish([messageOf(OWN)])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    password = PASSWORD
    const publish = () =>
      transport.publish([messageOf(OWN)]).then(
        () => 'published',
        () => 'refused',
      )
    await expect.poll(publish, { timeout: 60_000 }).toBe('published')
    await expect.poll(() => handled, { timeout: 60_000 }).toBeGreaterThan(0)
    await expect.poll(() => transport.check([OWN]), { timeout: 30_000 }).toEqual({ status: 'UP' })
  }, 180_000)
})
