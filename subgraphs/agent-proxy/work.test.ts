import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { runAs } from '../../tests/support/sql.ts'
import { fleetService } from '../fleet/service.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../journal/testing/journal.testing.ts'
import { openRelay, type Relay } from './relay.testing.ts'
import { agentProxyService } from './service.ts'

type Proxy = TestPlatform & { readonly url: string }
type Poll = { readonly status: number; readonly body: unknown; readonly headers: Headers }

let journal: TestJournal
let proxy: Proxy
let agent: string
let clerk: string
let relay: Relay
let internalUrl: string

/** An agent proxy that runs alone: it reaches the other services over HTTP. */
const openProxy = async (upstreamUrl: string, more: Readonly<Record<string, string>> = {}): Promise<Proxy> => {
  const env = {
    ...more,
    JOURNAL_URL: `${upstreamUrl}/journal`,
    INCIDENT_URL: `${upstreamUrl}/incident`,
    FLEET_URL: `${upstreamUrl}/fleet`,
  }
  const platform = await openTestPlatform([agentProxyService], { env })
  const url = await platform.publicApp.listen({ port: 0, host: '127.0.0.1' })
  return { ...platform, url: `${url}/agent-proxy/api/agent/work` }
}

const poll = async (agentAtmId: string, waitSeconds: number, of = proxy): Promise<Poll> => {
  const answer = await fetch(`${of.url}?agentAtmId=${agentAtmId}&waitSeconds=${waitSeconds}`, {
    headers: { authorization: `Bearer ${agent}` },
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

const waiting = async (of = proxy): Promise<number> =>
  (await of.process.metrics.getSingleMetric('fleetops_agents_waiting')?.get())?.values[0]?.value ?? 0
const untilWaiting = (count: number, of = proxy) =>
  vi.waitFor(async () => expect(await waiting(of)).toBe(count), { timeout: 10_000, interval: 10 })

const gapId = async (agentAtmId: string): Promise<number> => {
  const { body } = await journal.ask('GET', `/journal/api/journal/gaps?agentAtmId=${agentAtmId}`, { as: clerk })
  return Number(Object(body)[0]?.id)
}
const requestFetch = async (agentAtmId: string) =>
  journal.ask('PUT', `/journal/api/journal/gaps/${await gapId(agentAtmId)}/request-fetch`, { as: clerk })
/** What was asked within the last seconds is looked up again, as its transaction may have taken its time. */
const ageRequest = (agentAtmId: string) =>
  runAs(journal.database.urls.superuser, [
    `update journal.gap set fetch_requested_at = now() - interval '1 minute' where agent_atm_id = '${agentAtmId}'`,
  ])

const calls = (path: string): number => relay.count(path)
const NOTHING = { tasks: [], journalFetches: [] }
const FETCHES = '/journal/api/internal/fetches'
const CHANGES = '/journal/api/internal/fetches/changes'
const FETCH_QUESTIONS = '/journal/api/internal/fetches/waiting'
const TASKS = '/fleet/api/internal/tasks/next'
const TASK_QUESTIONS = '/fleet/api/internal/tasks/waiting'
const TASK_CHANGES = '/fleet/api/internal/tasks/changes'
const HEARTBEATS = '/incident/api/internal/heartbeats'

beforeAll(async () => {
  const atms = Array.from({ length: 10 }, (_, n) => `ATM-${n + 1}`).map((agentAtmId) => ({
    agentAtmId,
    institutionKey: 'ACME',
  }))
  journal = await openTestJournal([...atms, { agentAtmId: 'BETA-1', institutionKey: 'BETA' }], {
    beside: [fleetService],
  })
  clerk = await journal.token({ role: 'CUSTOMER', institutions: ['ACME'] })
  agent = await journal.token({ role: 'AGENT', institutions: ['ACME'] })
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  for (const { agentAtmId } of atms) await journal.uploadParsed(agentAtmId, day, recyclerDay(day, ['000']))
  await journal.runJob('journal.gap-detection')
  internalUrl = await journal.internalApp.listen({ port: 0, host: '127.0.0.1' })
  relay = await openRelay(internalUrl)
  proxy = await openProxy(relay.url)
})
afterAll(async () => {
  await proxy.close()
  await relay.close()
  await journal.close()
})

describe('an agent that asks for work', () => {
  it('gets at once what there is, and is heard of once', async () => {
    const before = calls(HEARTBEATS)
    expect(await poll('ATM-1', 0)).toMatchObject({ status: 200, body: NOTHING })
    expect(calls(HEARTBEATS)).toBe(before + 1)
    await requestFetch('ATM-1')
    const { body } = await poll('ATM-1', 30)
    expect(body).toEqual({
      tasks: [],
      journalFetches: [{ gapId: await gapId('ATM-1'), gapDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
    })
    expect(calls(HEARTBEATS)).toBe(before + 2)
  })

  it('is not asked again for a file that waits to be read, and again for one that could not be read', async () => {
    await requestFetch('ATM-6')
    const day = Object((await poll('ATM-6', 0)).body).journalFetches[0].gapDate
    const { id } = await journal.uploadParsed('ATM-6', day, 'no journal at all\n')
    expect(Object((await poll('ATM-6', 0)).body).journalFetches).toHaveLength(1)
    const set = (status: string) =>
      runAs(journal.database.urls.superuser, [`update journal.journal_file set status = '${status}' where id = ${id}`])
    await set('RECEIVED')
    expect((await poll('ATM-6', 0)).body).toEqual(NOTHING)
    await set('FAILED')
    expect(Object((await poll('ATM-6', 0)).body).journalFetches).toHaveLength(1)
  })

  it('is refused by the same rules as elsewhere', async () => {
    const ask = async (query: string, as: string | null) =>
      proxy.ask('GET', `/agent-proxy/api/agent/work?${query}`, { as })
    for (const waitSeconds of ['31', '-1', '1.5', 'x']) {
      expect(await ask(`agentAtmId=ATM-1&waitSeconds=${waitSeconds}`, agent)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'waitSeconds' }] },
      })
    }
    expect(await ask('waitSeconds=1', agent)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'agentAtmId' }] },
    })
    expect((await ask('agentAtmId=%20', agent)).status).toBe(400)
    expect((await ask('agentAtmId=ATM-1', null)).status).toBe(401)
    expect((await ask('agentAtmId=ATM-1', clerk)).status).toBe(403)
    expect((await ask('agentAtmId=BETA-1&waitSeconds=5', agent)).status).toBe(403)
    const own = await proxy.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-2' })
    expect((await ask('agentAtmId=ATM-1&waitSeconds=5', own)).status).toBe(403)
    expect((await ask('agentAtmId=ATM-2', own)).status).toBe(200)
    expect(await waiting()).toBe(0)
  })
})

describe('an agent that waits', () => {
  it('is answered when its time is over', async () => {
    expect(await poll('ATM-7', 1)).toMatchObject({ status: 200, body: NOTHING })
  })

  it('waits also with what it just got, and gets it again then, or at once when it is asked for anew', async () => {
    await requestFetch('ATM-8')
    const asked = { journalFetches: [{ gapId: await gapId('ATM-8') }] }
    await poll('ATM-8', 0)
    const beganMs = performance.now()
    expect((await poll('ATM-8', 3)).body).toMatchObject(asked)
    // Its change is read again meanwhile.
    expect(performance.now() - beganMs).toBeGreaterThan(2_900)
    const answer = poll('ATM-8', 30)
    await untilWaiting(1)
    await requestFetch('ATM-8')
    expect((await answer).body).toMatchObject(asked)
  })

  it('is woken by a request, at whichever of two replicas it waits', async () => {
    const other = await openProxy(relay.url)
    try {
      const polls = [poll('ATM-2', 30), poll('ATM-2', 30, other)]
      await Promise.all([untilWaiting(1), untilWaiting(1, other)])
      await requestFetch('ATM-2')
      const expected = { tasks: [], journalFetches: [{ gapId: await gapId('ATM-2') }] }
      for (const answer of await Promise.all(polls)) expect(answer).toMatchObject({ status: 200, body: expected })
    } finally {
      await other.close()
    }
  })

  it('is woken by a request whose transaction took its time', async () => {
    const answer = poll('ATM-3', 30)
    await untilWaiting(1)
    await runAs(journal.database.urls.superuser, [
      `update journal.gap set status = 'FETCH_REQUESTED', fetch_requested_at = now() - interval '6 seconds'
        where agent_atm_id = 'ATM-3'`,
    ])
    expect((await answer).body).toMatchObject({ journalFetches: [{ gapId: await gapId('ATM-3') }] })
  })

  it('costs nothing while it waits: 200 share one look a second, and only those with work are looked up', async () => {
    const QUESTIONS = [FETCH_QUESTIONS, TASK_QUESTIONS]
    const paths = [FETCHES, CHANGES, TASKS, TASK_CHANGES, HEARTBEATS, ...QUESTIONS]
    const before = new Map(paths.map((path) => [path, calls(path)]))
    const since = (path: string) => calls(path) - (before.get(path) ?? 0)
    const idle = Array.from({ length: 199 }, (_, n) => `IDLE-${n}`)
    const startedMs = performance.now()
    const polls = idle.map((agentAtmId) => poll(agentAtmId, 8))
    const lucky = poll('ATM-4', 30)
    await untilWaiting(200)
    await requestFetch('ATM-4')
    expect((await lucky).body).toMatchObject({ journalFetches: [{}] })
    for (const answer of await Promise.all(polls)) expect(answer).toMatchObject({ status: 200, body: NOTHING })
    const seconds = (performance.now() - startedMs) / 1000
    // All were asked about together; a heartbeat each.
    expect(since(FETCHES)).toBe(1)
    expect(since(HEARTBEATS)).toBe(200)
    expect(since(TASKS)).toBe(0)
    for (const path of [CHANGES, TASK_CHANGES]) {
      expect(since(path)).toBeGreaterThan(0)
      expect(since(path)).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
    }
    expect(await waiting()).toBe(0)
    // Who comes again, while others wait, is asked about again only where something came meanwhile.
    await ageRequest('ATM-4')
    await poll('ATM-4', 0)
    const company = poll('ATM-4', 30)
    await untilWaiting(1)
    expect((await poll('IDLE-0', 1)).body).toEqual(NOTHING)
    const first = QUESTIONS.map(since)
    expect((await poll('IDLE-0', 1)).body).toEqual(NOTHING)
    expect(QUESTIONS.map(since)).toEqual(first)
    await requestFetch('ATM-4')
    expect((await company).body).toMatchObject({ journalFetches: [{}] })
  })

  it('has four places: a fifth wait ends the first one, and each that is left gets the change', async () => {
    const polls = [poll('ATM-9', 30)]
    await untilWaiting(1)
    // Found to have nothing: the others need no look, which could find what another is told meanwhile, and wait on.
    await poll('ATM-9', 1)
    for (let place = 2; place <= 4; place += 1) {
      polls.push(poll('ATM-9', 30))
      await untilWaiting(place)
    }
    const [first, ...left] = [...polls, poll('ATM-9', 30)]
    expect(await first).toMatchObject({ status: 200, body: NOTHING })
    await untilWaiting(4)
    await requestFetch('ATM-9')
    const delivered = { tasks: [], journalFetches: [{ gapId: await gapId('ATM-9'), gapDate: expect.any(String) }] }
    expect((await Promise.all(left)).map(({ status, body }) => ({ status, body }))).toEqual(
      Array(4).fill({ status: 200, body: delivered }),
    )
    expect(await waiting()).toBe(0)
  })

  it('is forgotten when it hangs up: no lookups are made for it, and new work is kept until it is back', async () => {
    const elsewhere = await openRelay(internalUrl)
    const other = await openProxy(elsewhere.url)
    try {
      const polls = Array.from({ length: 20 }, (_, n) =>
        request(`${proxy.url}?agentAtmId=${n < 4 ? 'ATM-10' : `GONE-${n}`}&waitSeconds=30`, {
          agent: false,
          headers: { authorization: `Bearer ${agent}` },
        })
          .on('error', () => {})
          .end(),
      )
      await untilWaiting(20)
      for (const gone of polls) gone.destroy()
      await untilWaiting(0)
      await requestFetch('ATM-10')
      const LOOKS = [FETCH_QUESTIONS, FETCHES, CHANGES, TASK_QUESTIONS, TASKS, TASK_CHANGES]
      const looks = LOOKS.map(calls)
      // Meanwhile an agent of another replica waits, for which that one looks.
      expect(await poll('ATM-5', 6, other)).toMatchObject({ status: 200, body: NOTHING })
      expect(elsewhere.count(CHANGES)).toBeGreaterThan(0)
      // A look or two may still have been on their way; one that went on would have looked once a second.
      for (const [at, path] of LOOKS.entries()) expect(calls(path) - (looks[at] ?? 0), path).toBeLessThanOrEqual(2)
      expect((await poll('ATM-10', 30)).body).toEqual({
        tasks: [],
        journalFetches: [{ gapId: await gapId('ATM-10'), gapDate: expect.any(String) }],
      })
    } finally {
      await other.close()
      await elsewhere.close()
    }
  })
})

describe('when something is out of order', () => {
  it('says that work is not known, and when to ask again', async () => {
    const lonely = await openProxy('http://127.0.0.1:9')
    try {
      const answer = await poll('ATM-5', 1, lonely)
      expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
      expect(answer.headers.get('retry-after')).toBe('2')
      // Its place is free again: as often as it asks, it gets that answer, and never that its place was taken.
      const again = await Promise.all(Array.from({ length: 10 }, () => poll('ATM-5', 30, lonely)))
      expect(again.map(({ status }) => status)).toEqual(Array(10).fill(503))
      expect(await waiting(lonely)).toBe(0)
    } finally {
      await lonely.close()
    }
  })

  it('says so where the services refuse its secret: the token of the agent is in order', async () => {
    const strange = await openProxy(relay.url, { INTERNAL_SERVICE_SECRET: 'a secret that nobody else has' })
    try {
      const before = calls(HEARTBEATS)
      const event = { agentAtmId: 'ATM-5', eventType: 'CARD_READER_FAIL', eventTime: '2026-11-20T10:00:00' }
      const posted = await strange.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body: event })
      const polled = await poll('ATM-5', 0, strange)
      for (const { status, body } of [posted, polled])
        expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
      expect(calls(HEARTBEATS)).toBe(before + 1)
      expect([posted.headers['retry-after'], polled.headers.get('retry-after')]).toEqual(['2', '2'])
    } finally {
      await strange.close()
    }
  })

  it('says so too at the end of a wait during which the journal service went away', async () => {
    const weak = await openRelay(internalUrl)
    const other = await openProxy(weak.url)
    try {
      const answer = poll('ATM-5', 3, other)
      await vi.waitFor(() => expect(weak.count(FETCH_QUESTIONS)).toBe(1))
      weak.breakOff('/journal/')
      expect((await answer).status).toBe(503)
    } finally {
      await other.close()
      await weak.close()
    }
  })

  it('answers all at once when it stops', async () => {
    const other = await openProxy(relay.url)
    const polls = Array.from({ length: 20 }, (_, n) => poll(`STOP-${n}`, 30, other))
    await untilWaiting(20, other)
    // By themselves they would wait for longer than a test may take.
    await other.close()
    for (const answer of await Promise.all(polls)) expect(answer).toMatchObject({ status: 200, body: NOTHING })
  })
})
