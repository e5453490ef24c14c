import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'
import { type Receiver, startReceiver } from '../testing/webhook-receiver.testing.ts'

const ENV = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' }
const WAIT = { timeout: 10_000, interval: 20 }
const NOON = Date.parse('2026-11-20T12:00:00Z')
const PARTS = 25

let platform: TestPlatform
let receiver: Receiver
let markers = 0

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { start: true, env: ENV, now: new Date(NOON).toISOString() })
  receiver = await startReceiver()
  const as = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  const body = { url: receiver.url, events: ['INCIDENT_CREATED', 'INCIDENT_UPDATED', 'INCIDENT_RESOLVED'] }
  expect((await platform.ask('POST', '/incident/api/webhooks', { as, body })).status).toBe(201)
})
afterEach(async () => {
  await receiver.close()
  await platform.close()
})

const query = (statement: string) => runAs(platform.database.urls.superuser, [statement])
const clockTo = (minutes: number) => platform.clock.set(new Date(NOON + minutes * 60_000))
const post = async (agentAtmId: string, eventType: string) => {
  const body = { agentAtmId, institutionKey: 'ACME', eventType }
  const { status } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  expect(status).toBe(201)
}
/** Waits until so many deliveries of incidents are queued that `condition` selects. */
const queued = (count: number, condition: string) => {
  const read = () =>
    query(`select count(*)::int as n from incident.webhook_delivery d join incident.incident i on i.id = d.incident_id
      where ${condition}`)
  return expect.poll(read, WAIT).toEqual([{ n: count }])
}
/** So many ATMs go out of service; their deliveries wait. */
const goDown = async (count: number) => {
  await Promise.all(Array.from({ length: count }, (_one, n) => post(`DOWN-${n}`, 'ATM_OUT_OF_SERVICE')))
  await queued(count, `i.kind = 'OUT_OF_SERVICE'`)
}
/** The kinds of what came, once all that is due was sent: a delivery that came due last is sent last. */
const kindsCome = async () => {
  markers += 1
  const agentAtmId = `MARKER-${markers}`
  await post(agentAtmId, 'CARD_READER_FAIL')
  await queued(1, `i.agent_atm_id = '${agentAtmId}'`)
  // No wait of what was held before ends after this one.
  await query(`update incident.webhook_delivery d
    set next_attempt_at = '${platform.clock.now().toISOString()}'
    from incident.incident i where i.id = d.incident_id and i.agent_atm_id = '${agentAtmId}' and d.attempts = 0`)
  const dataOf = () => receiver.received.map(({ text }) => JSON.parse(text).data)
  await expect.poll(() => dataOf().some((data) => data.agentAtmId === agentAtmId), WAIT).toBe(true)
  return dataOf().flatMap(({ kind }) => (kind === 'CARD_READER' ? [] : [kind]))
}

it('many ATMs that go down together are one delivery, however late the search for outages is', async () => {
  await platform.runJob('incident.outages')
  clockTo(1)
  await goDown(PARTS)
  // The hold is over. A search that is under way may have read before the last of them went down.
  clockTo(5)
  expect(await kindsCome()).toEqual([])
  // Later than the time in which ATMs must go down to be an outage.
  clockTo(9)
  expect(await platform.runJob('incident.outages')).toContain(`${PARTS} incidents became parts`)
  await queued(1, `i.kind = 'MASS_OUTAGE'`)
  clockTo(10)
  await expect.poll(kindsCome, WAIT).toEqual(['MASS_OUTAGE'])
})

it('a search that began before an ATM went down, or that failed, says nothing about it; the next one does', async () => {
  // Begun by another process.
  await query('update incident.outage_search set begun = begun + 1')
  await goDown(1)
  await query('update incident.outage_search set finished = begun')
  clockTo(2)
  expect(await kindsCome()).toEqual([])
  await query('update incident.outage_search set begun = begun + 1')
  expect(await kindsCome()).toEqual([])
  await platform.runJob('incident.outages')
  // Deliveries of one turn are sent side by side.
  await expect.poll(kindsCome, WAIT).toEqual(['OUT_OF_SERVICE'])
})

it('without any search, an ATM that went down is delivered after 15 minutes', async () => {
  await goDown(1)
  clockTo(14)
  expect(await kindsCome()).toEqual([])
  clockTo(15.1)
  // Deliveries of one turn are sent side by side.
  await expect.poll(kindsCome, WAIT).toEqual(['OUT_OF_SERVICE'])
})
