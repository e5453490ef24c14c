import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { createIncidentService } from '../service.ts'

const EVENTS = '/incident/api/journal-events'

let platform: TestPlatform
/** What the limits go by. It is stopped, so that no token comes back while a test sends. */
let nowMs = 0

// A rate of 2 a second lets 10 come at once; the limit of an institution is 60 at once.
beforeAll(async () => {
  platform = await openTestPlatform([createIncidentService(() => nowMs)], {
    env: { RATE_LIMIT_AGENT: '2/s', RATE_LIMIT_INSTITUTION: '12/s', INTERNAL_URL: 'http://127.0.0.1:9' },
  })
})
afterAll(() => platform.close())

const agentOf = (agentAtmId: string | null, institution: string) =>
  platform.token({ role: 'AGENT', userId: 'agent', institutions: [institution], agentAtmId })
const post = (as: string, agentAtmId: string, eventType = 'ATM_IN_SERVICE') =>
  platform.ask('POST', EVENTS, { as, body: { agentAtmId, eventType } })
const statuses = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = (count: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))

describe('ingest at the incident service itself', () => {
  it('limits an agent as the agent proxy does, and tells it when to send again', async () => {
    const mad = await agentOf('MAD', 'BANK1')
    const answers = await times(30, () => post(mad, 'MAD', 'UNHEARD_OF'))
    expect(statuses(answers)).toEqual({ 202: 10, 429: 20 })
    expect(answers.find(({ status }) => status === 429)).toMatchObject({
      body: { code: 'RATE_LIMITED', instance: EVENTS },
      headers: { 'retry-after': '1' },
    })
    expect((await post(await agentOf('CALM', 'BANK1'), 'CALM')).status).toBe(201)
    nowMs += 500
    expect((await post(mad, 'MAD')).status).toBe(201)
  })

  it('limits the named ATM where a token is for any, a user wherever it reports from, and an institution', async () => {
    const gate = await agentOf(null, 'BANK2')
    expect(statuses(await times(20, () => post(gate, 'ONE')))).toEqual({ 201: 10, 429: 10 })
    expect((await post(gate, 'OTHER')).status).toBe(201)
    const user = await platform.token({ role: 'CUSTOMER', userId: 'clerk', institutions: ['BANK3'] })
    expect(statuses(await times(20, (n) => post(user, `U-${n}`)))).toEqual({ 201: 10, 429: 10 })
    const flood = await times(70, async (n) => post(await agentOf(`F-${n}`, 'FLOOD'), `F-${n}`))
    expect(statuses(flood)).toEqual({ 201: 60, 429: 10 })
  })

  it('counts what it refused', async () => {
    const refusals = async () => {
      const metric = await platform.process.metrics.getSingleMetric('fleetops_ingest_refusals_total')?.get()
      return metric?.values.find(({ labels }) => labels.kind === 'agent')?.value ?? 0
    }
    const before = await refusals()
    const mad = await agentOf('LOUD', 'BANK5')
    await times(15, () => post(mad, 'LOUD'))
    expect(await refusals()).toBe(before + 5)
  })

  it('limits no reads and no internal calls', async () => {
    const user = await platform.token({ role: 'CUSTOMER', userId: 'reader', institutions: ['BANK4'] })
    const reads = await times(20, () => platform.ask('GET', '/incident/api/incidents', { as: user }))
    expect(statuses(reads)).toEqual({ 200: 20 })
    const body = { agentAtmId: 'IN', institutionKey: 'BANK4', eventType: 'ATM_IN_SERVICE' }
    const inner = await times(20, () => platform.askInternal('POST', '/incident/api/internal/journal-events', { body }))
    expect(statuses(inner)).toEqual({ 201: 20 })
  })
})
