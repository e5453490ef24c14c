import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../db/server.ts'
import type { OutgoingMessage } from '../../subgraphs/kit/messaging/events.ts'
import { createKafkaTransport, type KafkaTransport } from '../../subgraphs/kit/messaging/kafka/events-kafka.ts'
import { type Broker, startBroker } from '../../tools/kafka/broker.ts'
import { messageOf } from '../messaging/transport-contract.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { recordingLog } from '../support/hosted-service.ts'
import { openTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.ts'
import { askAdmin, partitionOf, placePartition } from '../topology/kafka-admin.ts'
import { missing } from './broker.ts'

describeWhere({ missing }, 'a partition whose leader changes while a batch is sent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-leaders-'))
  let brokers: readonly Broker[] = []
  let second: TcpProxy
  let transport: KafkaTransport

  beforeAll(async () => {
    const controllerPorts = [await findFreePort(), await findFreePort()]
    brokers = await Promise.all(
      [1, 2].map((nodeId) =>
        startBroker({ folder: join(folder, String(nodeId)), cluster: { nodeId, controllerPorts } }),
      ),
    )
    const portOf = (n: number) => Number(brokers[n]?.address.split(':')[1])
    second = await openTcpProxy(portOf(1))
    transport = createKafkaTransport({
      brokers: brokers.map(({ address }) => address),
      clientId: 'tests',
      log: recordingLog().log,
      policy: { mayCreate: () => true, isInstitutional: () => true },
      portOf: ({ port }) => (port === portOf(1) ? second.port : port),
    })
  }, 120_000)
  afterAll(async () => {
    await transport?.close()
    await second?.close()
    await Promise.all(brokers.map((one) => one.stop()))
    rmSync(folder, { recursive: true, force: true })
  })

  const asked = <T>(ask: Parameters<typeof askAdmin<T>>[1]) =>
    askAdmin(
      brokers.map(({ address }) => address),
      ask,
    )

  /** Puts the partition of a key on one broker, and waits until that leads it. */
  const lead = async (topic: string, key: string, nodeId: number) => {
    const partition = await asked((admin) => partitionOf(admin, topic, key))
    await asked((admin) => placePartition(admin, { topic, partition }, [nodeId], 1))
    const leader = async () => {
      const { topics } = await asked((admin) => admin.fetchTopicMetadata({ topics: [topic] }))
      return topics[0]?.partitions.find(({ partitionId }) => partitionId === partition)?.leader
    }
    await expect.poll(leader, { timeout: 20_000 }).toBe(nodeId)
    return partition
  }
  const countOf = async (topic: string, partition: number) => {
    const offsets = await asked((admin) => admin.fetchTopicOffsets(topic))
    return Number(offsets.find((one) => one.partition === partition)?.high)
  }

  /** Publishes what was refused again, as the outbox does. */
  const publish = async (messages: readonly OutgoingMessage[]): Promise<void> => {
    for (;;) {
      try {
        return await transport.publish(messages)
      } catch {
        // Its end is what the test waits for.
      }
    }
  }

  test('has what is acknowledged, although its new leader had acknowledged the rest of the batch before', async () => {
    const topic = `test.${randomUUID()}`
    await transport.create([topic])
    expect(await transport.listFragile([topic])).toEqual([])
    const [staying, moving] = ['ATM-1', 'ATM-2']
    const stays = await lead(topic, staying, 1)
    const moves = await lead(topic, moving, 2)
    expect(moves).not.toBe(stays)
    expect(await transport.listFragile([topic])).toEqual([topic])
    await publish([messageOf(topic, staying, 0), messageOf(topic, moving, 0)])
    await second.refuse()
    const publishing = publish([messageOf(topic, staying, 1), messageOf(topic, moving, 1)])
    await expect.poll(() => countOf(topic, stays), { timeout: 10_000 }).toBe(2)
    await lead(topic, moving, 1)
    await second.accept()
    await publishing
    expect(await countOf(topic, moves)).toBe(2)
  })
})
