import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { fleetService } from '../fleet/service.ts'
import { incidentService } from '../incident/service.ts'
import { journalService } from '../journal/service.ts'
import { openRelay } from './relay.testing.ts'
import { agentProxyService } from './service.ts'

type Proxy = { readonly platform: TestPlatform; readonly url: string }
type Polled = { readonly status: number; readonly body: { tasks: { id: string; kind: string }[] } }

/** The services behind, and two processes of the proxy before them. */
let behind: TestPlatform
let proxies: readonly [Proxy, Proxy]
let urls: Record<string, string>
let internalUrl: string
let clerk: string
let agents: string

const openProxy = async (at: Record<string, string>): Promise<Proxy> => {
  const platform = await openTestPlatform([agentProxyService], {
    env: { ...at, RATE_LIMIT_AGENT: '1000/s' },
  })
  const url = await platform.publicApp.listen({ port: 0, host: '127.0.0.1' })
  return { platform, url: `${url}/agent-proxy` }
}

const urlsAt = (base: string) => ({
  JOURNAL_URL: `${base}/journal`,
  INCIDENT_URL: `${base}/incident`,
  FLEET_URL: `${base}/fleet`,
})

const ATMS = Array.from({ length: 200 }, (_, n) => `T-${n}`)

const poll = async (
  agentAtmId: string,
  waitSeconds: number,
  proxy = proxies[0],
  signal?: AbortSignal,
): Promise<Polled> => {
  const answer = await fetch(`${proxy.url}/api/agent/work?agentAtmId=${agentAtmId}&waitSeconds=${waitSeconds}`, {
    headers: { authorization: `Bearer ${agents}` },
    ...(signal === undefined ? {} : { signal }),
  })
  return { status: answer.status, body: Object(await answer.json()) }
}
const report = async (id: string, body: object, as = agents) => {
  const answer = await fetch(`${proxies[0].url}/api/agent/tasks/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: Object(await answer.json()) }
}
const create = async (agentAtmId: string, kind = 'REBOOT'): Promise<string> => {
  const { status, body } = await behind.ask('POST', '/fleet/api/fleet/tasks', { as: clerk, body: { agentAtmId, kind } })
  expect(status).toBe(201)
  return Object(body).id
}
const stateOf = async (id: string) =>
  Object((await behind.ask('GET', `/fleet/api/fleet/tasks/${id}`, { as: clerk })).body)
const waiting = async ({ platform }: Proxy): Promise<number> =>
  (await platform.process.metrics.getSingleMetric('fleetops_agents_waiting')?.get())?.values[0]?.value ?? 0
const untilWaiting = (count: number, proxy: Proxy) =>
  vi.waitFor(async () => expect(await waiting(proxy)).toBe(count), { timeout: 19_000, interval: 20 })

beforeAll(async () => {
  behind = await openTestPlatform([fleetService, incidentService, journalService], {
    start: true,
    env: { INTERNAL_URL: 'http://127.0.0.1:9' },
  })
  const body = { agentAtmIds: [...ATMS, 'BETA-1'], institutionKey: 'ACME', register: true }
  await behind.askInternal('POST', '/incident/api/internal/atms/resolve', { body })
  clerk = await behind.token({ role: 'ADMIN' })
  agents = await behind.token({ role: 'AGENT', institutions: ['ACME'] })
  internalUrl = await behind.internalApp.listen({ port: 0, host: '127.0.0.1' })
  // An internal listener is taken to be 100 above the port that a service is given.
  urls = urlsAt(`http://127.0.0.1:${Number(new URL(internalUrl).port) - 100}`)
  proxies = [await openProxy(urls), await openProxy(urls)]
})
afterAll(async () => {
  for (const { platform } of proxies) await platform.close()
  await behind.close()
})

describe('a task', () => {
  it('reaches its agent while 200 wait, soon, and no other', async () => {
    const crowd = await openProxy(urls)
    const polls = ATMS.map((agentAtmId) => poll(agentAtmId, 30, crowd))
    await untilWaiting(200, crowd)
    const id = await create('T-7')
    const delivered = await polls[7]
    expect(delivered?.body.tasks).toEqual([
      { id, kind: 'REBOOT', params: null, expiresAt: expect.stringMatching(/Z$/) },
    ])
    // The others go on waiting, and get nothing when that ends.
    expect(await waiting(crowd)).toBe(199)
    await crowd.platform.close()
    const others = await Promise.all(polls.filter((_poll, n) => n !== 7))
    expect(others.every(({ status, body }) => status === 200 && body.tasks.length === 0)).toBe(true)
    expect(await stateOf(id)).toMatchObject({ status: 'SENT' })
  })

  it('is delivered once, however many polls of the agent wait, in two processes', async () => {
    const polls = [...Array(4).keys()].map((n) => poll('T-1', 5, proxies[n % 2 === 0 ? 0 : 1]))
    await Promise.all(proxies.map((proxy) => untilWaiting(2, proxy)))
    const id = await create('T-1')
    // What gets nothing waits on; a poll that comes meanwhile gets nothing either.
    const first = await Promise.race(polls)
    expect(first.body.tasks).toHaveLength(1)
    expect((await poll('T-1', 0)).body.tasks).toEqual([])
    const answers = await Promise.all(polls)
    expect(answers.flatMap(({ body }) => body.tasks.map((task) => task.id))).toEqual([id])
  })

  it('is delivered at once to a poll of its agent, and not to another ATM', async () => {
    const id = await create('T-2')
    expect((await poll('T-3', 0)).body.tasks).toEqual([])
    expect((await poll('T-2', 30)).body.tasks.map((task) => task.id)).toEqual([id])
  })

  it('is kept for the next poll where the agent has hung up', async () => {
    const gone = new AbortController()
    const lost = poll('T-4', 30, proxies[0], gone.signal).catch(() => null)
    await untilWaiting(1, proxies[0])
    gone.abort()
    await lost
    await untilWaiting(0, proxies[0])
    const id = await create('T-4')
    expect((await poll('T-4', 0, proxies[1])).body.tasks.map((task) => task.id)).toEqual([id])
  })
})

describe('agents that come at once', () => {
  const HEARTBEATS = '/incident/api/internal/heartbeats'
  const QUESTIONS = ['/journal/api/internal/fetches/waiting', '/fleet/api/internal/tasks/waiting']
  const LOOKS = ['/journal/api/internal/fetches', '/fleet/api/internal/tasks/next']
  const CROWD = Array.from({ length: 50 }, (_, n) => `T-${100 + n}`)

  it('are asked about together, and the one with a task gets it', async () => {
    const relay = await openRelay(internalUrl, (path) => QUESTIONS.includes(path))
    const proxy = await openProxy(urlsAt(relay.url))
    try {
      const id = await create('T-107')
      const polls = CROWD.map((agentAtmId) => poll(agentAtmId, 1, proxy))
      // A poll has asked when its heartbeat is sent. The first question has those that came before it was sent.
      await vi.waitFor(() => expect(relay.count(HEARTBEATS)).toBe(CROWD.length), { timeout: 10_000, interval: 5 })
      relay.release()
      const answers = await Promise.all(polls)
      expect(answers.map(({ status }) => status)).toEqual(CROWD.map(() => 200))
      expect(answers.map(({ body }) => body.tasks.map((task) => task.id))).toEqual(
        CROWD.map((agentAtmId) => (agentAtmId === 'T-107' ? [id] : [])),
      )
      for (const path of QUESTIONS) expect(relay.count(path), path).toBeLessThanOrEqual(2)
      expect(LOOKS.map(relay.count)).toEqual([0, 1])
    } finally {
      await proxy.platform.close()
      await relay.close()
    }
  })

  it('are not looked up when they have hung up by the time that is known, and keep their tasks', async () => {
    const relay = await openRelay(internalUrl, (path) => QUESTIONS.includes(path))
    const proxy = await openProxy(urlsAt(relay.url))
    try {
      const id = await create('T-108')
      const gone = new AbortController()
      const lost = poll('T-108', 30, proxy, gone.signal).catch(() => null)
      await vi.waitFor(() => expect(relay.held()).toBe(2), { timeout: 10_000, interval: 5 })
      gone.abort()
      await lost
      await untilWaiting(0, proxy)
      relay.release()
      // A later question is answered after the one before.
      expect((await poll('T-109', 0, proxy)).body.tasks).toEqual([])
      expect(LOOKS.map(relay.count)).toEqual([0, 0])
      expect((await poll('T-108', 0, proxy)).body.tasks.map((task) => task.id)).toEqual([id])
    } finally {
      await proxy.platform.close()
      await relay.close()
    }
  })

  it('are looked up one by one where the services do not know the question yet', async () => {
    const relay = await openRelay(internalUrl)
    const proxy = await openProxy(urlsAt(relay.url))
    try {
      for (const [n, path] of QUESTIONS.entries()) relay.refuse(path, n === 0 ? 404 : 405)
      const id = await create('T-107')
      const answers = await Promise.all(CROWD.map((agentAtmId) => poll(agentAtmId, 0, proxy)))
      expect(answers.map(({ status }) => status)).toEqual(CROWD.map(() => 200))
      expect(answers.flatMap(({ body }) => body.tasks.map((task) => task.id))).toEqual([id])
      expect(LOOKS.map(relay.count)).toEqual([CROWD.length, CROWD.length])
    } finally {
      await proxy.platform.close()
      await relay.close()
    }
  })
})

describe('what an agent reports of a task', () => {
  it('is taken by its own ATM and institution only, and the same again changes nothing', async () => {
    const id = await create('T-5')
    await poll('T-5', 0)
    const foreign = await behind.token({ role: 'AGENT', institutions: ['BETA'] })
    const neighbour = await behind.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'T-6' })
    for (const as of [foreign, neighbour])
      expect(await report(id, { status: 'ACKED' }, as)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await report(id, { status: 'ACKED' })).toEqual({ status: 200, body: { id, status: 'ACKED' } })
    const own = await behind.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'T-5' })
    const done = { status: 'SUCCEEDED', result: { downSeconds: 90 } }
    for (let n = 0; n < 2; n += 1)
      expect(await report(id, done, own)).toEqual({ status: 200, body: { id, status: 'SUCCEEDED' } })
    expect(await stateOf(id)).toMatchObject({ status: 'SUCCEEDED', result: { downSeconds: 90 } })
  })

  it('is refused in the words of the fleet service, with no trace of its inner address', async () => {
    const unknown = await report('00000000-0000-4000-8000-000000000000', { status: 'ACKED' })
    expect(unknown).toMatchObject({
      status: 404,
      body: { instance: expect.stringMatching(/^\/agent-proxy\/api\/agent\/tasks\//) },
    })
    expect(await report('nonsense', { status: 'ACKED' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'id' }] },
    })
    expect((await report('00000000-0000-4000-8000-000000000000', { status: 'SENT' })).status).toBe(400)
    expect((await report('00000000-0000-4000-8000-000000000000', { status: 'ACKED' }, clerk)).status).toBe(403)
  })
})

describe('when one of the services with work is away', () => {
  const openWith = (without: 'JOURNAL_URL' | 'FLEET_URL') => openProxy({ ...urls, [without]: 'http://127.0.0.1:9' })

  it('an agent gets its tasks without the journals; without tasks the answer is that work is not known', async () => {
    const lame = await openWith('JOURNAL_URL')
    try {
      const id = await create('T-8')
      expect((await poll('T-8', 0, lame)).body).toMatchObject({ tasks: [{ id }], journalFetches: [] })
      expect((await poll('T-8', 0, lame)).status).toBe(503)
      // It waits all the same: what the other one has still comes.
      const answer = poll('T-9', 30, lame)
      await untilWaiting(1, lame)
      const late = await create('T-9')
      expect((await answer).body).toMatchObject({ tasks: [{ id: late }] })
    } finally {
      await lame.platform.close()
    }
  })

  it('a report of a task gets 503 and Retry-After, and no service is asked in vain for long', async () => {
    const lame = await openWith('FLEET_URL')
    try {
      const answer = await lame.platform.ask(
        'PATCH',
        '/agent-proxy/api/agent/tasks/00000000-0000-4000-8000-000000000000',
        {
          as: await lame.platform.token({ role: 'AGENT', institutions: ['ACME'] }),
          body: { status: 'ACKED' },
        },
      )
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
      expect(answer.text).not.toContain('127.0.0.1')
      expect((await poll('T-10', 1, lame)).status).toBe(503)
    } finally {
      await lame.platform.close()
    }
  })
})
