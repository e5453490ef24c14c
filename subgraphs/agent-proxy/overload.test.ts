import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { incidentService } from '../incident/service.ts'
import { type Inspector, openInspector } from '../incident/testing/ingest.testing.ts'
import { openRelay } from './relay.testing.ts'
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
  (await platform.process.metrics.getSingleMetric('fleetops_agent_proxy_body_bytes')?.get())?.values[0]?.value ?? -1

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** What is in use: garbage that is not collected yet would make it a matter of chance. */
const heapInUse = (): number => {
  if (typeof collectGarbage !== 'function') throw new Error('this Node collects no garbage on demand')
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Sends all at once; `onAnswer` is called with each answer. */
const flood = (sent: readonly Sent[], onAnswer = () => {}): Promise<readonly Answer[]> =>
  Promise.all(
    sent.map(async (one) => {
      const answer = await send(one)
      onAnswer()
      return answer
    }),
  )

/** Looks how much memory is in use, while the first of so many is answered and while half of them are. */
const watchHeap = (count: number) => {
  const before = heapInUse()
  let most = before
  let answered = 0
  return {
    onAnswer() {
      answered += 1
      if (answered === 1 || answered === Math.ceil(count / 2)) most = Math.max(most, heapInUse())
    },
    grownBytes: () => most - before,
  }
}

describe('while the store is stalled', () => {
  it('5,000 posts take bounded memory and get 503 with Retry-After; then service resumes without losses', async () => {
    const holder = await openInspector(platform.database.urls.superuser)
    const institutions = ['BANK1', 'BANK2', 'BANK3', 'BANK4', 'BANK5']
    const tokens = await Promise.all(institutions.map(agentOf))
    const events = Array.from({ length: 5_000 }, (_, n): Sent => {
      const institution = n % institutions.length
      return { as: tokens[institution] ?? '', body: eventOf(`${institutions[institution]}-${n % 250}`) }
    })
    await holder.rows('begin')
    await holder.rows('lock table incident.atm in access exclusive mode')
    const heap = watchHeap(events.length)
    const answers = await flood(events, heap.onAnswer)
    await holder.rows('rollback')
    await holder.close()

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    // One second of what waited in the queue, two of what there was no room or no turn for.
    expect([...new Set(answers.map(({ headers }) => headers['retry-after']))].sort()).toEqual(['1', '2'])
    expect(heap.grownBytes()).toBeLessThan(192 * MEBIBYTE)
    expect(await underWay()).toBe(0)

    let left: readonly Sent[] = events
    for (let round = 0; round < 30 && left.length > 0; round += 1) {
      const again = await flood(left)
      left = left.filter((_event, n) => again[n]?.status !== 201)
    }
    expect(left).toEqual([])
    const [stored] = await inspector.rows<{ events: number; ids: number }>(
      `select count(*)::int as events, count(distinct event_id)::int as ids from incident.event
        where agent_atm_id like 'BANK%'`,
    )
    expect(stored).toEqual({ events: 5_000, ids: 5_000 })
  }, 120_000)
})

describe('while one institution floods', () => {
  it('one sender has a quarter of the room: more is refused, others are served, all accepted is stored', async () => {
    const internalUrl = await platform.internalApp.listen({ port: 0, host: '127.0.0.1' })
    const relay = await openRelay(internalUrl, (path) => path.endsWith('/batch'))
    const proxy = await openTestPlatform([agentProxyService], {
      database: platform.database,
      env: {
        RATE_LIMIT_AGENT: '100000/s',
        RATE_LIMIT_INSTITUTION: '1000000/s',
        INCIDENT_URL: `${relay.url}/incident`,
      },
    })
    const [mad, calm] = [await agentOf('FLOOD'), await agentOf('CALM')]
    // Of 64 MiB one sender alone has 16: four bodies of 4 MiB, which spaces make them.
    const batchOf = (agentAtmId: string) =>
      Buffer.from(JSON.stringify(Array.from({ length: 500 }, () => eventOf(agentAtmId))).padEnd(4 * MEBIBYTE))
    const post = (n: number) =>
      proxy.ask('POST', BATCH, {
        as: mad,
        body: batchOf(`FLOOD-${n}`),
        headers: { 'content-type': 'application/json' },
      })
    const bytes = async () =>
      (await proxy.process.metrics.getSingleMetric('fleetops_agent_proxy_body_bytes')?.get())?.values[0]?.value
    try {
      const taken = [post(0), post(1), post(2), post(3)]
      await vi.waitFor(() => expect(relay.held()).toBe(4), { timeout: 20_000, interval: 10 })
      expect(await bytes()).toBe(16 * MEBIBYTE)

      const beyond = await Promise.all(Array.from({ length: 6 }, (_, n) => post(4 + n)))
      expect(beyond.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(Array(6).fill([503, '2']))
      // 2,000 events came before theirs, and none of them is stored yet.
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, n) => proxy.ask('POST', EVENTS, { as: calm, body: eventOf(`CALM-${n}`) })),
      )
      expect(others.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(relay.held()).toBe(4)

      relay.release()
      const answers = await Promise.all(taken)
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const entries = answers.flatMap(({ body }): { status: number }[] => Object(body))
      expect(entries.map(({ status }) => status)).toEqual(Array(2_000).fill(201))
      expect(await bytes()).toBe(0)
      expect((await post(10)).status).toBe(200)
    } finally {
      relay.release()
      await proxy.close()
      await relay.close()
    }
    const stored = await inspector.rows(
      `select agent_atm_id as atm, count(*) as events from incident.event where agent_atm_id like 'FLOOD-%' group by 1
        order by 1`,
    )
    expect(stored).toEqual([0, 1, 10, 2, 3].map((n) => ({ atm: `FLOOD-${n}`, events: 500 })))
  }, 60_000)
})
