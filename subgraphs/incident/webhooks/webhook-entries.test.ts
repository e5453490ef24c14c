import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'
import { type Receiver, startReceiver } from '../testing/webhook-receiver.testing.ts'

const ENV = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' }
const WAIT = { timeout: 10_000, interval: 20 }

let platform: TestPlatform
let msp: string
let n = 0

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { start: true, env: ENV })
  msp = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: 'ann' })
})
afterAll(() => platform?.close())

const query = (statement: string) => runAs(platform.database.urls.superuser, [statement])
const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, as = msp) => {
  const answer = await platform.ask(method, `/incident/api/webhooks${path}`, { as, body })
  return { status: answer.status, body: Object(answer.body) }
}
/** Lets what waits to be sent be sent now. */
const sendNow = () =>
  query(`update incident.webhook_delivery set next_attempt_at = now() - interval '1 s'
    where status = 'PENDING' and leased_until is null`)
const skipping = async <T>(read: () => T): Promise<T> => {
  await sendNow()
  return read()
}

const receivers: Receiver[] = []
afterEach(async () => {
  await query('delete from incident.webhook')
  for (const receiver of receivers.splice(0)) await receiver.close()
})

/** A receiver with a webhook of its own. */
const hook = async (given: object = {}) => {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const { status, body } = await ask('POST', '', { url: receiver.url, ...given })
  expect(status).toBe(201)
  const get = async () => (await ask('GET', `/${body.id}`)).body
  return { ...receiver, id: Number(body.id), secret: String(body.secret), get }
}

const post = async (agentAtmId: string, eventType: string, institutionKey = 'ACME') => {
  const body = { agentAtmId, eventType, institutionKey }
  const { body: stored } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  return Number(Object(stored).incidentId)
}
const nextAtm = () => {
  n += 1
  return `HOOK-${n}`
}
const resolve = (id: number) => platform.ask('PATCH', `/incident/api/incidents/${id}/resolve`, { as: msp })

describe('the entries of an incident', () => {
  const entries = async (id: number, as = msp): Promise<Record<string, unknown>[]> => {
    const { body } = await platform.ask('GET', `/incident/api/incidents/${id}/entries`, { as })
    return Array.isArray(body) ? body : []
  }
  const told = async (id: number) =>
    (await entries(id)).map(({ kind, text, webhook }) => {
      const { name, event } = Object(webhook)
      return [kind, name, event, text ?? '-'].join(' ')
    })

  it('tell which webhook was told, by its name and host only', async () => {
    const receiver = await hook({ description: 'Service desk' })
    await ask('PATCH', `/${receiver.id}`, { url: `${receiver.url}/hidden-path?key=hidden-query` })
    const id = await post(nextAtm(), 'CARD_READER_FAIL')
    await expect.poll(() => told(id), WAIT).toEqual(['WEBHOOK_DELIVERED Service desk INCIDENT_CREATED -'])
    await resolve(id)
    await expect
      .poll(() => skipping(async () => (await told(id))[0]), WAIT)
      .toBe('WEBHOOK_DELIVERED Service desk INCIDENT_RESOLVED -')
    const [last] = await entries(id)
    expect(last).toMatchObject({
      userId: null,
      webhook: { id: receiver.id, name: 'Service desk', host: new URL(receiver.url).host, event: 'INCIDENT_RESOLVED' },
    })
    expect(JSON.stringify(await entries(id))).not.toContain('hidden')
  })

  it('have one entry for all attempts that fail, and one for what came of them', async () => {
    const receiver = await hook({ description: 'Desk' })
    receiver.answerWith((_one, response) => response.writeHead(503).end())
    const id = await post(nextAtm(), 'CARD_READER_FAIL')
    await expect.poll(() => skipping(() => receiver.received.length), WAIT).toBeGreaterThan(3)
    expect(await told(id)).toEqual(['WEBHOOK_FAILED Desk INCIDENT_CREATED it answered 503'])
    receiver.answerWith((_one, response) => response.writeHead(200).end())
    await expect
      .poll(() => skipping(() => told(id)), WAIT)
      .toEqual(['WEBHOOK_DELIVERED Desk INCIDENT_CREATED -', 'WEBHOOK_FAILED Desk INCIDENT_CREATED it answered 503'])
  })

  it('say what was given up, also of a webhook that was disabled', async () => {
    const receiver = await hook({ description: 'Desk' })
    receiver.answerWith((_one, response) => response.writeHead(410).end())
    const gone = await post(nextAtm(), 'CARD_READER_FAIL')
    await expect
      .poll(() => skipping(() => told(gone)), WAIT)
      .toEqual(['WEBHOOK_GIVEN_UP Desk INCIDENT_CREATED it answered 410'])
    await ask('PATCH', `/${receiver.id}`, { status: 'ACTIVE' })
    receiver.answerWith((_one, response) => response.writeHead(503).end())
    const id = await post(nextAtm(), 'CARD_READER_FAIL')
    await expect.poll(() => skipping(() => told(id)), WAIT).toHaveLength(1)
    await ask('PATCH', `/${receiver.id}`, { status: 'DISABLED' })
    await query(`update incident.webhook_delivery set expires_at = now() - interval '1 s', leased_until = null`)
    await platform.runJob('incident.webhook-retention')
    expect(await told(id)).toEqual([
      'WEBHOOK_GIVEN_UP Desk INCIDENT_CREATED it answered 503',
      'WEBHOOK_FAILED Desk INCIDENT_CREATED it answered 503',
    ])
  })

  it('have ten at most of one event of a webhook, whatever it does', async () => {
    const receiver = await hook({ description: 'Desk', events: ['INCIDENT_UPDATED'] })
    const id = await post(nextAtm(), 'CARD_READER_FAIL')
    await query(`insert into incident.incident_entry (incident_id, at, kind, webhook_id, webhook_host, webhook_event,
        webhook_institution_key)
      select ${id}, now(), 'WEBHOOK_FAILED', ${receiver.id}, 'desk', 'INCIDENT_UPDATED', 'ACME'
      from generate_series(1, 10)`)
    const { version } = Object(
      await platform.ask('PATCH', `/incident/api/incidents/${id}/assign`, { as: msp, body: {} }),
    ).body
    await expect
      .poll(() => skipping(() => receiver.received.at(-1)?.text ?? ''), WAIT)
      .toContain(`"version":${version}`)
    await expect.poll(async () => (await receiver.get()).lastSuccessAt, WAIT).not.toBeNull()
    expect((await told(id)).filter((line) => line.startsWith('WEBHOOK'))).toHaveLength(10)
  })

  it('show deliveries about an ATM of another institution to those of the webhook only', async () => {
    await hook({ description: 'Desk' })
    const atm = nextAtm()
    const id = await post(atm, 'CARD_READER_FAIL')
    await expect.poll(() => told(id), WAIT).toHaveLength(1)
    await query(`update incident.atm set institution_key = 'BETA' where agent_atm_id = '${atm}'`)
    await query(`update incident.incident set institution_key = 'BETA' where id = ${id}`)
    const beta = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
    expect((await platform.ask('GET', `/incident/api/incidents/${id}`, { as: beta })).status).toBe(200)
    expect(await entries(id, beta)).toEqual([])
  })
})
