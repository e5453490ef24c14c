import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { incidentService } from '../incident/service.ts'
import { createAgentProxyService } from './service.ts'

const EVENTS = '/agent-proxy/api/journal-events'
const BATCH = '/agent-proxy/api/journal-events/batch'
const HEARTBEATS = '/agent-proxy/api/heartbeats'

let platform: TestPlatform
/**
 * What the limits go by. It is stopped, so that no token comes back while a test sends, however slow the machine
 * is.
 */
let nowMs = 0

const agentOf = (agentAtmId: string | null, institution = 'ACME') =>
  platform.token({ role: 'AGENT', userId: `agent of ${institution}`, institutions: [institution], agentAtmId })
const eventOf = (agentAtmId: string) => ({
  agentAtmId,
  eventType: 'ATM_IN_SERVICE',
  eventTime: '',
  eventId: randomUUID(),
})
const beat = (as: string, agentAtmId: string) => platform.ask('POST', HEARTBEATS, { as, body: { agentAtmId } })
const times = (count: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, ask))
const statuses = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
/** Leaves an agent with nothing. */
const exhaust = (as: string, agentAtmId: string) => times(10, () => beat(as, agentAtmId))
const refusals = async (kind: string) => {
  const metric = await platform.process.metrics.getSingleMetric('fleetops_agent_proxy_refusals_total')?.get()
  return metric?.values.find(({ labels }) => labels.kind === kind)?.value ?? 0
}

// A rate of 2 a second lets 10 come at once; the limit of an institution is 60 at once.
beforeAll(async () => {
  platform = await openTestPlatform([incidentService, createAgentProxyService(() => nowMs)], {
    env: { RATE_LIMIT_AGENT: '2/s', RATE_LIMIT_INSTITUTION: '12/s', INTERNAL_URL: 'http://127.0.0.1:9' },
  })
})
afterAll(() => platform.close())

describe('an agent that sends too much', () => {
  it('is answered 429 and when to send again, at every endpoint, and harms no other', async () => {
    const before = await refusals('agent')
    const mad = await agentOf('MAD', 'BANK1')
    const answers = await times(30, () => platform.ask('POST', EVENTS, { as: mad, body: eventOf('MAD') }))
    const counts = statuses(answers)
    expect(counts).toEqual({ 201: 10, 429: 20 })
    const refused = answers.find(({ status }) => status === 429)
    expect(refused).toMatchObject({ body: { code: 'RATE_LIMITED', instance: EVENTS }, headers: { 'retry-after': '1' } })
    expect((await beat(await agentOf('CALM', 'BANK1'), 'CALM')).status).toBe(204)
    const others = await Promise.all([
      platform.ask('POST', BATCH, { as: mad, body: [] }),
      beat(mad, 'MAD'),
      platform.ask('GET', '/agent-proxy/api/agent/work?agentAtmId=MAD', { as: mad }),
      platform.ask('PATCH', `/agent-proxy/api/agent/tasks/${randomUUID()}`, { as: mad, body: { status: 'ACKED' } }),
      platform.ask('POST', '/agent-proxy/api/journal-files?agentAtmId=MAD&journalDate=2026-01-01', {
        as: mad,
        body: Buffer.from('x'),
      }),
    ])
    expect(others.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429])
    expect(await refusals('agent')).toBe(before + 25)
  })

  it('has two more for each second that passes', async () => {
    const agent = await agentOf('SLOW', 'BANK9')
    await exhaust(agent, 'SLOW')
    nowMs += 499
    expect((await beat(agent, 'SLOW')).status).toBe(429)
    nowMs += 1
    expect((await beat(agent, 'SLOW')).status).toBe(204)
    expect((await beat(agent, 'SLOW')).status).toBe(429)
    nowMs += 2_000
    expect(statuses(await times(10, () => beat(agent, 'SLOW')))).toEqual({ 204: 4, 429: 6 })
  })

  it('is refused before its body is read', async () => {
    const mad = await agentOf('MAD-2', 'BANK2')
    await exhaust(mad, 'MAD-2')
    const url = new URL(await platform.publicApp.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(url.port), '127.0.0.1')
    const head = `POST ${BATCH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${mad}\r\n`
    socket.write(`${head}content-type: application/json\r\ncontent-length: 8000000\r\n\r\n[`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 .*retry-after: \d/s)
    socket.destroy()
  })

  it('is the named ATM where the token is for any of them; a user is one wherever it reports from', async () => {
    const before = await refusals('user')
    const gate = await agentOf(null, 'BANK3')
    expect(statuses(await times(20, () => beat(gate, 'ONE')))).toEqual({ 204: 10, 429: 10 })
    expect((await beat(gate, 'OTHER')).status).toBe(204)
    // What another institution does in the name of an ATM takes nothing from it.
    expect((await beat(await agentOf(null, 'BANK4'), 'ONE')).status).toBe(403)
    const user = await platform.token({ role: 'CUSTOMER', userId: 'clerk', institutions: ['BANK4'] })
    const posts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => platform.ask('POST', EVENTS, { as: user, body: eventOf(`U-${n}`) })),
    )
    expect(statuses(posts)).toEqual({ 201: 10, 429: 10 })
    expect(await refusals('user')).toBe(before + 10)
  })
})

describe('a batch', () => {
  it('of 500 is taken whole while there is anything left, and paid for afterwards', async () => {
    const agent = await agentOf('BURST', 'BANK5')
    const body = Array.from({ length: 500 }, () => eventOf('BURST'))
    const answer = await platform.ask('POST', BATCH, { as: agent, body })
    expect(Object(answer.body).map(({ status }: { status: number }) => status)).toEqual(Array(500).fill(201))
    const again = await platform.ask('POST', BATCH, { as: agent, body })
    expect(again).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    // It owes 490 tokens, and needs one, at two a second.
    expect(Number(again.headers['retry-after'])).toBe(246)
  })

  it('of many ATMs is refused only for the one that sends too much', async () => {
    const gate = await agentOf(null, 'BANK6')
    const body = [...Array(20).fill('LOUD'), 'QUIET'].map(eventOf)
    const answer = await platform.ask('POST', BATCH, { as: gate, body })
    const seen: readonly number[] = Object(answer.body).map(({ status }: { status: number }) => status)
    expect(seen).toEqual([...Array(10).fill(201), ...Array(10).fill(429), 201])
  })
})

describe('an institution that sends too much', () => {
  it('is refused whatever its agents are; others are not', async () => {
    const before = await refusals('institution')
    const agents = await Promise.all(Array.from({ length: 40 }, (_, n) => agentOf(`F-${n}`, 'FLOOD')))
    const answers = await Promise.all(agents.flatMap((as, n) => Array.from({ length: 3 }, () => beat(as, `F-${n}`))))
    expect(statuses(answers)).toEqual({ 204: 60, 429: 60 })
    expect((await beat(await agentOf('OK', 'BANK7'), 'OK')).status).toBe(204)
    expect(await refusals('institution')).toBe(before + 60)
  })
})

describe('over the graph', () => {
  it('the same limits hold', async () => {
    const token = await agentOf('GRAPH', 'BANK8')
    const principal = await platform.process.authenticator.authenticate(`Bearer ${token}`)
    const query = `mutation {
      ${Array.from({ length: 20 }, (_, n) => `b${n}: heartbeat(agentAtmId: "GRAPH")`).join(' ')} }`
    const hosted = platform.process.hosted.get('agent-proxy')
    const result = await hosted?.execute(
      { query, operationName: null, variables: null },
      { principal, token, traceId: '0' },
    )
    const codes = result?.errors?.map(({ extensions }) => extensions.code)
    expect(codes).toEqual(Array(10).fill('RATE_LIMITED'))
  })
})
