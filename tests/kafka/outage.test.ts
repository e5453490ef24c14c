import { randomUUID } from 'node:crypto'
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IncomingMessage } from '../../subgraphs/kit/messaging/events.ts'
import type { KafkaTransport } from '../../subgraphs/kit/messaging/kafka/events-kafka.ts'
import { createKafkaTransport } from '../../subgraphs/kit/messaging/kafka/events-kafka.ts'
import { deadLetterTopicOf } from '../../subgraphs/kit/messaging/topic-names.rules.ts'
import { messageOf, messageWith } from '../messaging/transport-contract.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { recordingLog } from '../support/hosted-service.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'
import { openCuttingProxy } from './cutting-proxy.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

const numberOf = ({ envelope }: IncomingMessage): number => Number(/"n":(\d+)/.exec(JSON.stringify(envelope))?.[1])

describeWhere({ missing }, 'a broker that dies', () => {
  let broker: TestBroker
  let transport: KafkaTransport

  beforeAll(async () => {
    broker = await openBroker()
    transport = broker.open()
  })
  afterAll(() => broker?.close())

  /** Sends numbers of a key, one after the other; a refusal is tried again, as the outbox does. */
  const write = async (topic: string, key: string, count: number, onSent: () => void) => {
    for (const n of upTo(count)) {
      const message = messageOf(topic, key, n)
      for (;;) {
        try {
          await transport.publish([message])
          break
        } catch {
          // Its end is what the test waits for.
        }
      }
      onSent()
    }
  }

  /** An outage does not hold up the end of a process. */
  const expectQuickEnd = async (ending: KafkaTransport, topic: string) => {
    const options = { group: randomUUID(), topics: [topic], concurrency: 1, handle: async () => {} }
    const subscription = ending.subscribe(options)
    const publishing = ending.publish([messageOf(topic, 'k', 0)])
    publishing.catch(() => {})
    const startedMs = performance.now()
    await subscription.close()
    await ending.close()
    expect(performance.now() - startedMs).toBeLessThan(8_000)
    await expect(publishing).rejects.toThrow(/Kafka cannot be reached/)
  }

  /** Everything that a topic holds; `count` at least. */
  const listAll = async (topic: string, count: number): Promise<IncomingMessage[]> => {
    const all: IncomingMessage[] = []
    const handle = async (message: IncomingMessage) => void all.push(message)
    const subscription = transport.subscribe({ group: randomUUID(), topics: [topic], concurrency: 1, handle })
    await expect.poll(() => all.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count)
    await subscription.close()
    return all
  }

  /** One who gives up on a batch in the outage, and sends it again afterwards: it is written once. */
  const openImpatient = async () => {
    const topic = `test.${randomUUID()}`
    const own = broker.open({ publishTimeoutMs: 500 })
    const unsure = upTo(3).map((n) => messageOf(topic, 'k', n))
    await own.publish([messageOf(topic, 'k', 9)])
    return {
      async giveUp() {
        await expect(own.publish(unsure)).rejects.toThrow(/not acknowledged/)
        await expect(own.publish(unsure)).rejects.toThrow(/Kafka cannot be reached/)
      },
      async comeBack() {
        await own.publish([...unsure, messageOf(topic, 'k', 3)])
        expect((await listAll(topic, 5)).map(numberOf)).toEqual([9, 0, 1, 2, 3])
      },
    }
  }

  test('under load loses nothing, doubles nothing and keeps the order of each key', async () => {
    const topic = `test.${randomUUID()}`
    const keys = upTo(5).map((n) => `ATM-${n}`)
    const seen: { key: string; n: number }[] = []
    const handle = async (message: IncomingMessage) => void seen.push({ key: message.key, n: numberOf(message) })
    const subscription = transport.subscribe({ group: randomUUID(), topics: [topic], concurrency: 2, handle })
    const ending = broker.open()
    await ending.publish([messageOf(`test.${randomUUID()}`, 'k', 0)])
    const impatient = await openImpatient()
    let sent = 0
    const half = Promise.withResolvers<void>()
    const onSent = () => {
      sent += 1
      if (sent === 500) half.resolve()
    }
    const writing = Promise.all(keys.map((key) => write(topic, key, 200, onSent)))
    await half.promise
    await broker.kill()
    expect(await transport.check([])).toMatchObject({ status: 'DEGRADED', reason: expect.stringContaining('no Kafka') })
    const before = sent
    await expectQuickEnd(ending, topic)
    await impatient.giveUp()
    await broker.start()
    await writing
    expect(before).toBeLessThan(1_000)
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(1_000)
    await subscription.close()
    for (const key of keys) {
      const numbers = seen.filter((one) => one.key === key).map(({ n }) => n)
      // What was handled and not yet committed when it died may come again.
      expect([...new Set(numbers)]).toEqual(upTo(200))
    }
    expect(await listAll(topic, 1_000)).toHaveLength(1_000)
    expect(await transport.check([topic])).toEqual({ status: 'UP' })
    await impatient.comeBack()
  })

  test('or whose answers are lost on the way: many callers at once lose nothing and double nothing', async () => {
    const topic = `test.${randomUUID()}`
    const proxy = await openCuttingProxy(Number(broker.address.split(':')[1]), 4)
    const cutOff = broker.open({ portOf: () => proxy.port })
    const callers = upTo(40).map((caller) => cutOff.publish(upTo(25).map((n) => messageOf(topic, `ATM-${caller}`, n))))
    await Promise.all(callers)
    expect(proxy.cuts()).toBeGreaterThan(5)
    const all = await listAll(topic, 1_000)
    expect(all).toHaveLength(1_000)
    for (const caller of upTo(40))
      expect(all.filter(({ key }) => key === `ATM-${caller}`).map(numberOf)).toEqual(upTo(25))
    await cutOff.close()
    await proxy.close()
  })

  /** Publishes as soon as topics that were refused are tried again. */
  const publishLater = (own: KafkaTransport, messages: Parameters<KafkaTransport['publish']>[0]) => {
    const attempt = () =>
      own.publish(messages).then(
        () => 'published',
        (error: unknown) => error,
      )
    return expect.poll(attempt, { timeout: 15_000 }).toBe('published')
  }

  test('or that refuses a batch: what is sent after it is written', async () => {
    const [topic, free] = [`test.${randomUUID()}`, `test.${randomUUID()}`]
    const own = broker.open()
    await own.publish([messageOf(topic, 'k', 0)])
    const large = messageOf(topic, 'k', 1)
    const refused = { ...large, envelope: { ...large.envelope, data: { n: 1, text: 'x'.repeat(2_000_000) } } }
    await expect(own.publish([refused])).rejects.toThrow(/a batch was rejected/)
    await own.publish([messageOf(free, 'k', 4)])
    await publishLater(own, [messageOf(topic, 'k', 2)])
    await own.publish([messageOf(topic, 'k', 3)])
    expect((await listAll(topic, 3)).map(numberOf)).toEqual([0, 2, 3])
    expect((await listAll(free, 1)).map(numberOf)).toEqual([4])
    await own.close()
  })

  test('or that refuses a part: other topics go on, and what was written of that one is not written again', async () => {
    const [stuck, free] = [`test.${randomUUID()}`, `test.${randomUUID()}`]
    const own = broker.open()
    const first = messageOf(stuck, 'k', 0)
    const large = messageWith(stuck, 'k', { n: 1, text: 'x'.repeat(2_000_000) })
    const last = messageOf(stuck, 'k', 2)
    await expect(own.publish([first, large, last, messageOf(free, 'k', 3)])).rejects.toMatchObject({
      topics: new Set([stuck]),
      message: expect.stringContaining(`Kafka refuses messages for the topic ${stuck}: a batch was rejected`),
    })
    expect([own.listRefused?.(), own.countRefused?.()]).toEqual([[stuck], 1])
    expect(await own.check([])).toMatchObject({ status: 'DEGRADED', reason: expect.stringContaining(stuck) })
    await publishLater(own, [first, last])
    expect((await listAll(free, 1)).map(numberOf)).toEqual([3])
    expect((await listAll(stuck, 2)).map(numberOf)).toEqual([0, 2])
    expect([own.listRefused?.(), await own.check([stuck])]).toEqual([[], { status: 'UP' }])
    await own.close()
  })

  const settingsOf = async (topic: string) => {
    const admin = new Kafka({ brokers: [broker.address], logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    try {
      const offsets = await admin.fetchTopicOffsets(topic)
      const resource = { type: ConfigResourceTypes.TOPIC, name: topic, configNames: ['retention.ms'] }
      const { resources } = await admin.describeConfigs({ resources: [resource], includeSynonyms: false })
      const retentionMs = Number(resources[0]?.configEntries[0]?.configValue)
      return { partitions: offsets.length, retentionDays: retentionMs / 86_400_000 }
    } finally {
      await admin.disconnect()
    }
  }

  /** The leader of a partition, which all are told of once a topic is created, takes a moment to know that it leads. */
  const expectSettings = (topic: string, settings: object) =>
    expect.poll(() => settingsOf(topic).catch(String), { timeout: 15_000 }).toEqual(settings)

  test('is distinguished from a topic that does not exist', async () => {
    const topic = `test.${randomUUID()}`
    const strict = createKafkaTransport({
      brokers: [broker.address],
      clientId: 'tests',
      log: recordingLog().log,
      policy: { mayCreate: () => false, isInstitutional: () => false },
    })
    await expect(strict.publish([messageOf(topic, 'k', 0)])).rejects.toThrow(
      `The topic ${topic} does not exist in Kafka: create it with "npm run topics".`,
    )
    expect(await strict.check([topic])).toMatchObject({ status: 'DEGRADED', reason: expect.stringContaining(topic) })
    expect(await strict.create([topic, topic, deadLetterTopicOf(topic)])).toEqual([topic, deadLetterTopicOf(topic)])
    await expectSettings(topic, { partitions: 6, retentionDays: 7 })
    await expectSettings(deadLetterTopicOf(topic), { partitions: 1, retentionDays: 90 })
    await strict.publish([messageOf(topic, 'k', 0)])
    expect(await strict.check([topic])).toEqual({ status: 'UP' })
    await strict.close()
  })

  test('and from one that may not be created: those of other topics are written', async () => {
    const [absent, free] = [`test.${randomUUID()}`, `test.${randomUUID()}`]
    const { log, lines } = recordingLog()
    const policy = { mayCreate: (topic: string) => topic !== absent, isInstitutional: () => false }
    const strict = createKafkaTransport({ brokers: [broker.address], clientId: 'tests', log, policy })
    for (const n of [0, 1])
      await expect(strict.publish([messageOf(absent, 'k', n), messageOf(free, 'k', n)])).rejects.toMatchObject({
        topics: new Set([absent]),
        message: expect.stringContaining('does not exist'),
      })
    // Before the messages are read, which takes longer than a topic is held.
    expect(strict.listRefused?.()).toEqual([absent])
    expect((await listAll(free, 2)).map(numberOf)).toEqual([0, 1])
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toMatchObject([
      { topics: 1, reasons: [expect.stringContaining(absent)], msg: 'Kafka refuses topics; their messages wait' },
    ])
    await strict.close()
  })
})
