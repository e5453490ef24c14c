import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { listenOnFreePort } from '../../tests/support/ports.ts'
import { categoryOf } from './health.rules.ts'
import { analyticsService } from './service.ts'

type Reply = { readonly status?: number; readonly body?: unknown; readonly hangs?: boolean }

/** A service outside the process: answers as the test says, and remembers what it was asked. */
const startService = async () => {
  const replies = new Map<string, Reply>()
  const asked: { url: string; authorization: string | undefined }[] = []
  const server: Server = createServer((request, response) => {
    const url = request.url ?? ''
    asked.push({ url, authorization: request.headers.authorization })
    const reply = replies.get(url.split('?')[0] ?? '') ?? { status: 404, body: {} }
    if (reply.hangs === true) return
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  const port = await listenOnFreePort(server)
  return {
    url: `http://127.0.0.1:${port}`,
    replies,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let incident: Awaited<ReturnType<typeof startService>>
let journal: Awaited<ReturnType<typeof startService>>
let platform: TestPlatform
let token: string

beforeAll(async () => {
  incident = await startService()
  journal = await startService()
  platform = await openTestPlatform([analyticsService], {
    env: { INCIDENT_URL: incident.url, JOURNAL_URL: journal.url },
    now: '2026-03-01T10:00:00Z',
  })
  token = await platform.token({ role: 'CUSTOMER', institutions: ['ACME'] })
})
afterAll(async () => {
  await platform.close()
  await incident.close()
  await journal.close()
})

const counted = () => {
  incident.replies.set('/api/atms/summary', { body: { total: 8, connected: 3, disconnected: 4, neverConnected: 1 } })
  incident.replies.set('/api/journal-events/activity', {
    body: {
      total: 7,
      byType: [
        { eventType: 'POWER_OFF', eventCount: 2 },
        { eventType: 'CASSETTE_LOW', eventCount: 4 },
        { eventType: 'SUPERVISOR_ENTER', eventCount: 1 },
      ],
      topAtms: [7, 2, 9, 4, 1, 3].map((atmId) => ({
        atmId,
        deviceId: atmId,
        agentAtmId: `A-${atmId}`,
        eventCount: atmId === 9 ? 3 : 1,
      })),
    },
  })
  incident.replies.set('/api/incidents/status/open', { body: { count: 5 } })
  journal.replies.set('/api/journal/gaps', {
    body: {
      open: 6,
      atms: 2,
      top: [
        { atmId: 4, agentAtmId: 'A-4', gapCount: 5 },
        { atmId: 2, agentAtmId: 'A-2', gapCount: 1 },
      ],
    },
  })
  journal.replies.set('/api/journal/transactions/summary', { body: { total: 58, successful: 27, failed: 31 } })
  journal.replies.set('/api/journal/transactions/top-atms', {
    body: [{ atmId: 4, deviceId: 4, agentAtmId: 'A-4', transactionCount: 58 }],
  })
}

const health = async () => (await platform.ask('GET', '/analytics/api/analytics/fleet-health', { as: token })).body
const coverage = async () =>
  (await platform.ask('GET', '/analytics/api/analytics/journal-coverage', { as: token })).body

describe('fleet health', () => {
  it('is built by the four calls with the caller’s own token', async () => {
    counted()
    incident.asked.length = 0
    journal.asked.length = 0
    expect(await health()).toEqual({
      generatedAt: expect.stringContaining('2026-03-01T10:00'),
      connectivity: { total: 8, connected: 3, disconnected: 4, neverConnected: 1, connectivityPct: 37.5 },
      eventBreakdown: { HARDWARE: 0, CASH: 4, NETWORK: 0, POWER: 2, AUTH: 0, SYSTEM: 0, OTHER: 1 },
      topProblematicAtms: [9, 1, 2, 3, 4].map((atmId) => ({
        atmId,
        deviceId: atmId,
        agentAtmId: `A-${atmId}`,
        eventCount: atmId === 9 ? 3 : 1,
      })),
      openIncidents: 5,
      atmsWithGaps: 2,
      degradedSources: [],
    })
    expect(incident.asked.map(({ url }) => url).sort()).toEqual([
      '/api/atms/summary',
      '/api/incidents/status/open?view=counts',
      '/api/journal-events/activity?hoursBack=24&view=counts',
    ])
    expect(journal.asked.map(({ url }) => url)).toEqual(['/api/journal/gaps?status=OPEN&view=counts'])
    expect(new Set([...incident.asked, ...journal.asked].map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${token}`]),
    )
  })

  it('has the same figures from callees that ignore view=counts and answer with plain lists', async () => {
    counted()
    incident.replies.set('/api/journal-events/activity', {
      body: [
        ...Array.from({ length: 3 }, () => ({ id: 1, atmId: 9, agentAtmId: 'A-9', eventType: 'CASSETTE_LOW' })),
        { id: 2, atmId: 1, agentAtmId: 'A-1', eventType: null },
        { id: 3, atmId: 2, agentAtmId: 'A-2' },
      ],
    })
    incident.replies.set('/api/incidents/status/open', { body: [{ id: 1 }, { id: 2 }] })
    journal.replies.set('/api/journal/gaps', {
      body: [
        { atmId: 1, status: 'OPEN' },
        { atmId: 1, status: 'OPEN' },
        { atmId: 2, status: 'FETCH_REQUESTED' },
      ],
    })
    expect(await health()).toMatchObject({
      eventBreakdown: { CASH: 3, OTHER: 2 },
      topProblematicAtms: [
        { atmId: 9, eventCount: 3 },
        { atmId: 1, eventCount: 1 },
        { atmId: 2, eventCount: 1 },
      ],
      openIncidents: 2,
      atmsWithGaps: 1,
      degradedSources: [],
    })
  })

  it.each([
    ['answers 500', { status: 500, body: {} }],
    ['answers nonsense', { body: { total: 'many' } }],
    ['refuses the token', { status: 403, body: {} }],
  ])('keeps the other figures and names the source when one %s', async (_case, reply) => {
    counted()
    incident.replies.set('/api/atms/summary', reply)
    expect(await health()).toMatchObject({
      connectivity: { total: 0, connectivityPct: 0 },
      openIncidents: 5,
      atmsWithGaps: 2,
      degradedSources: ['incident.atms'],
    })
  })

  it('answers within its bound when a service hangs', async () => {
    counted()
    incident.replies.set('/api/incidents/status/open', { hangs: true })
    expect(await health()).toMatchObject({
      openIncidents: 0,
      connectivity: { total: 8 },
      degradedSources: ['incident.incidents'],
    })
  })
})

describe('journal coverage', () => {
  it('is built by the three calls, with exactly one entry for today', async () => {
    counted()
    expect(await coverage()).toEqual({
      dailyVolume: [{ date: '2026-03-01', total: 58, successful: 27, failed: 31 }],
      openGapsTotal: 6,
      atmsWithGaps: [
        { atmId: 4, deviceId: 4, agentAtmId: 'A-4', gapCount: 5 },
        { atmId: 2, deviceId: 2, agentAtmId: 'A-2', gapCount: 1 },
      ],
      parseSuccessRateToday: (27 * 100) / 58,
      approvalRateToday: (27 * 100) / 58,
      topAtmsByVolume: [{ atmId: 4, deviceId: 4, agentAtmId: 'A-4', transactionCount: 58 }],
      degradedSources: [],
    })
    expect(journal.asked.map(({ url }) => url)).toContain(
      '/api/journal/transactions/top-atms?dateFrom=2026-03-01&dateTo=2026-03-01&limit=10',
    )
  })

  it('shows at most 20 ATMs with gaps, most first, ties by atmId', async () => {
    counted()
    journal.replies.set('/api/journal/gaps', {
      body: Array.from({ length: 30 }, (_, index) => ({ atmId: 30 - index, status: 'OPEN' })),
    })
    const body = Object(await coverage())
    expect(body.openGapsTotal).toBe(30)
    expect(body.atmsWithGaps.map((atm: { atmId: number }) => atm.atmId)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  it('shows the ten ATMs with the most transactions, ties by atmId, of a service that knows no limit', async () => {
    counted()
    journal.replies.set('/api/journal/transactions/top-atms', {
      body: Array.from({ length: 12 }, (_, index) => ({ atmId: 12 - index, transactionCount: index === 0 ? 2 : 1 })),
    })
    const { topAtmsByVolume } = Object(await coverage())
    expect(topAtmsByVolume.map((atm: { atmId: number }) => atm.atmId)).toEqual([12, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('is zeros and never an error when the journal service is gone', async () => {
    const alone = await openTestPlatform([analyticsService], {
      env: { INCIDENT_URL: 'http://127.0.0.1:1', JOURNAL_URL: 'http://127.0.0.1:1' },
      now: '2026-03-01T10:00:00Z',
    })
    try {
      const as = await alone.token({})
      const answer = await alone.ask('GET', '/analytics/api/analytics/journal-coverage', { as })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        dailyVolume: [{ date: '2026-03-01', total: 0, successful: 0, failed: 0 }],
        openGapsTotal: 0,
        atmsWithGaps: [],
        parseSuccessRateToday: 0,
        approvalRateToday: 0,
        topAtmsByVolume: [],
        degradedSources: ['journal.summary', 'journal.gaps', 'journal.topAtms'],
      })
    } finally {
      await alone.close()
    }
  })

  it('needs a token, of any role', async () => {
    expect((await platform.ask('GET', '/analytics/api/analytics/journal-coverage')).status).toBe(401)
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    expect((await platform.ask('GET', '/analytics/api/analytics/fleet-health', { as: agent })).status).toBe(200)
  })
})

describe('the category of an event type', () => {
  it.each([
    ['POWER_OFF', 'POWER'],
    ['ENCRYPTOR_PINPAD_ERROR', 'HARDWARE'],
    ['CASSETTE_ABNORMAL', 'CASH'],
    ['APPLICATION_ERROR_NETWORK', 'NETWORK'],
    ['AUTHENTICATION_FAILURE', 'AUTH'],
    ['APPLICATION_ERROR', 'SYSTEM'],
    ['ATM_IN_SERVICE', 'OTHER'],
    ['constructor', 'OTHER'],
    [null, 'OTHER'],
  ] as const)('%s is %s', (eventType, category) => {
    expect(categoryOf(eventType)).toBe(category)
  })
})
