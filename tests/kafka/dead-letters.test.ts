import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeReplay, START } from '../messaging/dead-letter-replay.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { runAs } from '../support/sql.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'

describeWhere({ missing }, 'dead letters of topics of Kafka', () => {
  let broker: TestBroker
  let platform: WholePlatform
  const startedMs = Date.now()
  beforeAll(async () => {
    broker = await openBroker()
    const env = { KAFKA_BROKERS: broker.address }
    platform = await openWholePlatform({ env, now: () => new Date(START + Date.now() - startedMs) })
  })
  afterAll(async () => {
    await platform?.close()
    await broker?.close()
  })

  describeReplay(() => platform)

  test('a message too large for every broker becomes a dead letter, and the next one goes to its topic', async () => {
    const run = (sql: string) => runAs(platform.database.urls.superuser, [sql])
    await run(`insert into analytics.outbox (message_id, topic, key, institution_key, occurred_at, data)
      select gen_random_uuid(), 'journal.file-parsed', 'ATM-9', 'ACME', now(), case n when 1 then
        jsonb_build_object('text', repeat('x', 1200000)) else jsonb_build_object('fileId', 'none') end
      from generate_series(1, 2) n`)
    const as = await platform.token({ role: 'ADMIN' })
    const letters = async () => {
      const answer = await platform.ask('GET', '/analytics/api/dead-letters?topic=journal.file-parsed', { as })
      return Object(answer.body).content.filter(({ key }: { key: string }) => key === 'ATM-9')
    }
    await expect.poll(async () => (await letters()).length, { timeout: 20_000 }).toBe(2)
    const [next, large] = await letters()
    expect(large).toMatchObject({ consumerGroup: 'outbox', error: expect.stringMatching(/^12\d{5} bytes/) })
    expect(large.message).toMatchObject({ id: large.messageId, data: {} })
    const again = await platform.ask('POST', `/analytics/api/dead-letters/${large.id}/replay`, { as })
    expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining('too large') } })
    expect(next).toMatchObject({
      consumerGroup: 'analytics.snapshots',
      attempts: 5,
      message: { data: { fileId: 'none' } },
    })
    expect(next.error).toContain('fileId')
    expect(await run('select count(*)::int as n from analytics.outbox')).toEqual([{ n: 0 }])
  }, 60_000)

  test('a dead letter from topics of PostgreSQL that is too large for Kafka is not replayed, and keeps its data', async () => {
    const run = (sql: string) => runAs(platform.database.urls.superuser, [sql])
    const id = randomUUID()
    await run(`insert into analytics.dead_letter (id, topic, consumer_group, identity, message_id, key, message, error,
      attempts, first_attempt_at, last_attempt_at)
      select '${id}', 'journal.file-parsed', 'analytics.snapshots', '${id}', '${id}', 'ATM-8', jsonb_build_object(
        'id', '${id}', 'type', 'journal.file-parsed', 'version', 1, 'occurredAt', '2026-05-13T20:00:00.000Z',
        'institutionKey', 'ACME', 'traceparent', null, 'data', jsonb_build_object('text', repeat('x', 1200000)))::text,
        'no', 5, now(), now()`)
    const as = await platform.token({ role: 'ADMIN' })
    const { status, body } = await platform.ask('POST', `/analytics/api/dead-letters/${id}/replay`, { as })
    const detail = String(Object(body).detail)
    expect([status, detail]).toEqual([409, expect.stringMatching(/ 12\d{5} bytes, and the topics take 1000000\. /)])
    const letters = `from analytics.dead_letter where message_id = '${id}'`
    expect(await run(`select replayed_at, length(message) > 1200000 as whole ${letters}`)).toEqual([
      { replayed_at: null, whole: true },
    ])
    expect(await run('select count(*)::int as n from analytics.outbox')).toEqual([{ n: 0 }])
  })
})
