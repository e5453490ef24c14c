import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { webhookEventsConsumer } from './webhook-events.consumer.ts'

const { run, lines, stores } = createStoreTest()

const NOW = new Date('2026-11-20T12:00:00.000Z')
const topic = 'fleetops.incidents.created'

beforeEach(() => run('delete from incident.webhook'))

const hookOf = (createdAt: string) =>
  run(`insert into incident.webhook (institution_key, url, events, created_at, created_by)
    values ('ACME', 'https://example.org', '{INCIDENT_CREATED}', '${createdAt}', 'ann')`)

/** Hands over a message that an incident was opened. */
const open = (occurredAt: string) => {
  const data = {
    ...{ incidentId: 7, agentAtmId: 'ACME-1', atmId: 1, kind: 'CARD_READER', severity: 'HIGH', status: 'OPEN' },
    ...{ occurrenceCount: 1, openedAt: occurredAt, resolvedAt: null, version: 1 },
  }
  const envelope = { id: randomUUID(), type: topic, institutionKey: 'ACME', traceparent: null, data }
  const consumer = webhookEventsConsumer({ stores: stores(), platformName: 'fleetops', now: () => NOW })
  return consumer.handle({ ...envelope, version: 1, occurredAt }, { topic, key: 'ACME-1' })
}
const queued = () => lines(`select body::jsonb ->> 'timestamp' from incident.webhook_delivery order by id`)

it('A change is delivered to webhooks that were there when it happened, also when its dead letter is replayed', async () => {
  await hookOf('2026-11-20T10:00:00.000Z')
  await open('2026-11-20T10:00:00.000Z')
  await open('2026-11-20T09:59:59.999Z')
  expect(await queued()).toEqual(['2026-11-20T10:00:00.000Z'])
})

it('A change that is older than the time for which deliveries are tried is not delivered', async () => {
  await hookOf('2026-11-01T00:00:00.000Z')
  await open('2026-11-19T12:00:00.000Z')
  await open('2026-11-19T11:59:59.999Z')
  expect(await queued()).toEqual(['2026-11-19T12:00:00.000Z'])
})
