import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, openTestPlatform, type TestPlatform } from '../../tests/platform.ts'
import { incidentService } from '../incident/service.ts'
import { type Inspector, openInspector } from '../incident/testing.ts'
import { agentProxyService } from './service.ts'

const EVENTS = '/agent-proxy/api/journal-events'
const BATCH = '/agent-proxy/api/journal-events/batch'
const MEBIBYTE = 1_048_576

let platform: TestPlatform
let inspector: Inspector

const agentOf = (institution: string) => platform.token({ role: 'AGENT', institutions: [institution] })
const eventOf = (agentAtmId: string) => ({
  agentAtmId,
  eventType: 'APPLICATION_ERROR_PRINTER',
  eventTime: '',
  eventId: randomUUID(),
  message: 'x'.repeat(1_000),
})

type Sent = { readonly as: string; readonly body: ReturnType<typeof eventOf> }
const send = ({ as, body }: Sent) => platform.ask('POST', EVENTS, { as, body })

beforeAll(async () => {
  platform = await openTestPlatform([incidentService, agentProxyService], {
    env: { RATE_LIMIT_AGENT: '100000/s', RATE_LIMIT_INSTITUTION: '1000000/s', INTERNAL_URL: 'http://127.0.0.1:9' },
  })
  inspector = await openInspector(platform.database.urls.superuser)
})
afterAll(async () => {
  await inspector.close()
  await platform.close()
})

const underWay = async (): Promise<number> =>
  (await platform.process.metrics.getSingleMetric('fleetops_agent_proxy_bytes_under_way')?.get())?.values[0]?.value ??
  -1

/** Sends all at once; tells how much memory that took at most. */
const flood = async (sent: readonly Sent[]): Promise<{ answers: readonly Answer[]; grownBytes: number }> => {
  const before = process.memoryUsage().heapUsed
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed)
  }, 20)
  const answers = await Promise.all(sent.map(send))
  clearInterval(timer)
  return { answers, grownBytes: most - before }
}

describe('while the store is stalled', () => {
  it('5,000 posts take bounded memory and get 503 with Retry-After; afterwards all goes on, and nothing acknowledged is lost', async () => {
    const holder = await openInspector(platform.database.urls.superuser)
    const institutions = ['BANK1', 'BANK2', 'BANK3', 'BANK4', 'BANK5']
    const tokens = await Promise.all(institutions.map(agentOf))
    const events = Array.from({ length: 5_000 }, (_, n): Sent => {
      const institution = n % institutions.length
      return { as: tokens[institution] ?? '', body: eventOf(`${institutions[institution]}-${n % 250}`) }
    })
    await holder.rows('begin')
    await holder.rows('lock table incident.atm in access exclusive mode')
    const { answers, grownBytes } = await flood(events)
    await holder.rows('rollback')
    await holder.close()

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    for (const { headers } of answers) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(grownBytes).toBeLessThan(256 * MEBIBYTE)
    expect(await underWay()).toBe(0)

    let left: readonly Sent[] = events
    for (let round = 0; round < 30 && left.length > 0; round += 1) {
      const again = await flood(left)
      left = left.filter((_event, n) => again.answers[n]?.status !== 201)
    }
    expect(left).toEqual([])
    const [stored] = await inspector.rows<{ events: number; ids: number }>(
      `select count(*)::int as events, count(distinct event_id)::int as ids from incident.event where agent_atm_id like 'BANK%'`,
    )
    expect(stored).toEqual({ events: 5_000, ids: 5_000 })
  }, 120_000)
})

describe('while one institution floods', () => {
  it('others are never refused, and wait for a few of its events at most, not for all of them', async () => {
    const [mad, calm] = [await agentOf('FLOOD'), await agentOf('CALM')]
    const order: string[] = []
    const note = async (name: string, answer: Promise<Answer>): Promise<Answer> => {
      const given = await answer
      // What it has no room for is refused at once.
      if (given.status !== 503) order.push(name)
      return given
    }
    const batches = Array.from({ length: 40 }, (_, n) =>
      note(
        'FLOOD',
        platform.ask('POST', BATCH, { as: mad, body: Array.from({ length: 500 }, () => eventOf(`FLOOD-${n}`)) }),
      ),
    )
    const others = Array.from({ length: 20 }, (_, n) => note('CALM', send({ as: calm, body: eventOf(`CALM-${n}`) })))
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(20).fill(201))
    // 20,000 events came before theirs.
    expect(order.filter((name) => name === 'FLOOD').length).toBeLessThan(10)
    for (const { status } of await Promise.all(batches)) expect([200, 503]).toContain(status)
  }, 60_000)
})
