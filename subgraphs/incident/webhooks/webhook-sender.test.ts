import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { type Receiver, startReceiver } from '../testing/webhook-receiver.testing.ts'
import { createAddressRules } from './webhook-addresses.ts'
import type { ResolveName } from './webhook-names.ts'
import { startWebhookSender } from './webhook-sender.ts'

const test = createStoreTest()
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const deliveries = () => test.lines('select status, attempts, response_status, reason from incident.webhook_delivery')

/** Makes a webhook with one delivery that is due, and removes the others. */
const queueTest = (url: string) =>
  test.run(
    'delete from incident.webhook',
    `insert into incident.webhook (institution_key, url, events, created_at, created_by)
      values ('ACME', '${url}', '{}', now(), 'ann')`,
    `insert into incident.webhook_delivery (webhook_id, institution_key, message_id, event, place, body, created_at,
        next_attempt_at, expires_at)
      select id, 'ACME', gen_random_uuid(), 'TEST', 0, '{"type":"webhook.test","data":{}}', now(), now(),
        now() + interval '1 h' from incident.webhook`,
  )
const startSender = (allowedNetworks: readonly string[], resolve?: ResolveName) =>
  startWebhookSender({
    stores: test.stores(),
    log: recordingLog().log,
    addressRules: createAddressRules({ allowedNetworks, allowHttp: true }, resolve),
    now: () => new Date(),
    random: () => 0.5,
  })

it('what is cut off by a stop is no failure of the receiver: it is sent again after its lease', async () => {
  receiver.answerWith(() => {})
  await queueTest(receiver.url)
  const sender = startSender(['127.0.0.0/8'])
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
  await sender.close()
  expect(await deliveries()).toEqual(['PENDING 1 - -'])
  expect(await test.lines('select consecutive_failures, last_error from incident.webhook')).toEqual(['0 -'])

  receiver.answerWith((_one, response) => response.writeHead(204).end())
  await test.run(`update incident.webhook_delivery set next_attempt_at = now(), leased_until = now()`)
  const next = startSender(['127.0.0.0/8'])
  await expect.poll(deliveries, { timeout: 10_000 }).toEqual(['DELIVERED 2 204 -'])
  await next.close()
  receiver.received.length = 0
})

it('a name that leads to a private address by the time of the connection is not connected to', async () => {
  const { port } = new URL(receiver.url)
  await queueTest(`http://rebound.example:${port}/hook`)
  const lookedUp: string[] = []
  const resolve = async (name: string) => {
    lookedUp.push(name)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const start = (allowedNetworks: readonly string[]) => startSender(allowedNetworks, resolve)
  const strict = start([])
  const refused = 'PENDING 1 - rebound.example is not a public address: it is refused'
  await expect.poll(deliveries, { timeout: 10_000 }).toEqual([refused])
  await strict.close()
  expect(receiver.received).toEqual([])
  expect(lookedUp).toContain('rebound.example')

  await test.run(`update incident.webhook_delivery set next_attempt_at = now()`)
  const allowing = start(['127.0.0.0/8'])
  await expect.poll(deliveries, { timeout: 10_000 }).toEqual(['DELIVERED 2 204 -'])
  await allowing.close()
  expect(receiver.received).toHaveLength(1)
})
