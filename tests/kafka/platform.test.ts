import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KafkaTransport } from '../../subgraphs/kit/messaging/kafka/events-kafka.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { journalOf } from '../support/journal-day.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'

const NOW = '2026-05-13T20:00:00Z'

type Message = { readonly topic: string; readonly key: string; readonly data: Readonly<Record<string, unknown>> }

describeWhere({ missing }, 'the platform on Kafka', () => {
  let broker: TestBroker
  let reader: KafkaTransport
  let platform: WholePlatform
  let agent: string
  let customer: string
  const messages: Message[] = []

  beforeAll(async () => {
    broker = await openBroker()
    const startedMs = Date.now()
    platform = await openWholePlatform({
      env: { KAFKA_BROKERS: broker.address, PLATFORM_NAME: 'acme' },
      now: () => new Date(Date.parse(NOW) + Date.now() - startedMs),
    })
    agent = await platform.token({ role: 'AGENT', institutions: ['Bank.A_B'], agentAtmId: 'ATM-1' })
    customer = await platform.token({ role: 'CUSTOMER', institutions: ['Bank.A_B'] })
    reader = broker.open()
    reader.subscribe({
      group: randomUUID(),
      topics: [{ prefix: 'journal.' }, { prefix: 'acme.' }, 'analytics.snapshot-ready'],
      concurrency: 1,
      handle: async ({ topic, key, envelope }) => void messages.push({ topic, key, data: Object(envelope).data }),
    })
  })
  afterAll(async () => {
    await reader?.close()
    await platform?.close()
    await broker?.close()
  })

  const report = (event: object) =>
    platform.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body: { agentAtmId: 'ATM-1', ...event } })
  const upload = (date: string, text: Uint8Array<ArrayBuffer>) =>
    platform.ask('POST', `/agent-proxy/api/journal-files?agentAtmId=ATM-1&journalDate=${date}`, {
      as: agent,
      bytes: text,
    })
  const summary = async (date: string) =>
    (
      await platform.ask('GET', `/journal/api/journal/transactions/summary?dateFrom=${date}&dateTo=${date}`, {
        as: customer,
      })
    ).body
  const health = async () => Object((await platform.ask('GET', '/actuator/health', { internal: true })).body)
  const publishedTo = (topic: string) => messages.filter((message) => message.topic === topic)

  test('makes its topics at the start, and says that they are there', async () => {
    await expect.poll(async () => (await health()).components.topics, { timeout: 15_000 }).toEqual({ status: 'UP' })
  })

  test('opens an incident and publishes it', async () => {
    const answer = await report({ eventType: 'CARD_READER_FAIL', eventTime: '2026-05-13T19:30:00' })
    expect(answer.status).toBe(201)
    await expect
      .poll(() => publishedTo('acme.incidents.created'), { timeout: 10_000 })
      .toMatchObject([{ key: 'ATM-1', data: { agentAtmId: 'ATM-1', kind: 'CARD_READER', status: 'OPEN' } }])
  })

  test('parses a journal by way of its institution’s topic and publishes it', async () => {
    expect((await upload('2026-05-13', journalOf('2026-05-13'))).status).toBe(201)
    await expect.poll(() => summary('2026-05-13'), { timeout: 15_000 }).toMatchObject({ successful: 3 })
    await expect
      .poll(() => publishedTo('journal.file-parsed'), { timeout: 10_000 })
      .toMatchObject([{ key: 'ATM-1', data: { agentAtmId: 'ATM-1', status: 'PARSED', successful: 3 } }])
    // The dot and the underscore of the key are written so that Kafka distinguishes them.
    await expect
      .poll(() => publishedTo('journal.parse-requests.Bank_2EA_5FB'), { timeout: 10_000 })
      .toMatchObject([{ key: 'ATM-1', data: { reason: 'UPLOAD' } }])
  })

  test('takes snapshots of what the topics hold, and publishes them', async () => {
    const counters = { day: '2026-05-13', filesParsed: 1, successful: 3, incidentsCreated: 1, openIncidents: 1 }
    const newestOf = (wanted: string) =>
      publishedTo('analytics.snapshot-ready').findLast(({ key }) => key === wanted)?.data
    await expect.poll(() => newestOf('Bank.A_B'), { timeout: 30_000 }).toMatchObject(counters)
    await expect.poll(() => newestOf('{fleet}'), { timeout: 30_000 }).toMatchObject(counters)
    const latest = await platform.ask('GET', '/analytics/api/analytics/snapshots/latest', { as: customer })
    expect(latest.body).toMatchObject({ institutionKey: 'Bank.A_B', ...counters })
  })

  test('goes on without its broker, and publishes afterwards what came, of an incident its newest state', async () => {
    await broker.kill()
    await expect
      .poll(async () => (await health()).components.topics, { timeout: 10_000 })
      .toMatchObject({ status: 'DEGRADED', reason: expect.stringContaining('messages wait in the outbox') })
    for (const minute of [31, 32, 33, 34])
      expect((await report({ eventType: 'CARD_READER_FAIL', eventTime: `2026-05-13T19:${minute}:00` })).status).toBe(
        201,
      )
    expect((await upload('2026-05-12', journalOf('2026-05-12'))).status).toBe(201)
    expect((await platform.ask('GET', '/actuator/health/readiness')).status).toBe(200)
    expect((await health()).status).toBe('UP')
    await broker.start()
    const updates = () => publishedTo('acme.incidents.updated').map(({ data }) => data)
    await expect.poll(() => updates().at(-1), { timeout: 30_000 }).toMatchObject({ occurrenceCount: 5, version: 5 })
    const versions = updates().map(({ version }) => Number(version))
    expect(versions).toEqual(versions.toSorted((one, other) => one - other))
    await expect.poll(() => publishedTo('journal.file-parsed').length, { timeout: 30_000 }).toBe(2)
    await expect.poll(async () => (await health()).components.topics, { timeout: 10_000 }).toEqual({ status: 'UP' })
  })
})
