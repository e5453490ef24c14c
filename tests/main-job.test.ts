import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const DAY = readFileSync(new URL('../subgraphs/journal/formats/fixtures/recycler/day.txt', import.meta.url))
const NOW = '2026-05-13T20:00:00Z'

/** The one query that a dashboard would like to make. */
const DASHBOARD = `query Dashboard {
  fleetHealth {
    connectivity { total connected disconnected neverConnected connectivityPct }
    eventBreakdown { hardware cash network power auth system other }
    topProblematicAtms {
      atmId eventCount
      atm {
        agentAtmId serviceState
        status { serviceState badge }
        events(first: 10) { eventType eventTime incidentId }
        incidents { kind severity status }
        cassetteInventory { cassettes { cassetteNo status } totals { currency amount } }
        journalFiles { status transactions successful failed }
        journalGaps(status: OPEN) { gapDate }
        journalDays(days: 2) { date state }
      }
    }
    openIncidents atmsWithGaps degradedSources
  }
  journalCoverage {
    dailyVolume { date total successful failed }
    openGapsTotal parseSuccessRateToday topAtmsByVolume { atm { agentAtmId } transactionCount } degradedSources
  }
}`

const stable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, item) => (key === 'incidentId' ? item !== null : item)))

/**
 * The main job from end to end; returns what the dashboard shows in the end, so that the two ways of running can be
 * compared.
 */
const runMainJob = (open: () => WholePlatform) => {
  let agent: string
  let customer: string

  beforeAll(async () => {
    agent = await open().token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
    customer = await open().token({ role: 'CUSTOMER', institutions: ['ACME'] })
  })

  const post = (event: object, as = agent) => open().ask('POST', '/agent-proxy/api/journal-events', { as, body: event })

  it('takes an event and answers 201 with it after it is stored', async () => {
    const answer = await post({ agentAtmId: 'ATM-1', eventType: 'ATM_IN_SERVICE', eventTime: '2026-05-13T19:00:00' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      agentAtmId: 'ATM-1',
      institutionKey: 'ACME',
      eventType: 'ATM_IN_SERVICE',
      category: 'OTHER',
      eventTime: '2026-05-13T19:00:00',
      eventTimeDefaulted: false,
      occurredAt: '2026-05-13T19:00:00.000Z',
      incidentId: null,
    })
  })

  it('opens an incident, once, however often an event is sent again', async () => {
    const event = {
      agentAtmId: 'ATM-1',
      eventType: 'CASSETTE_LOW',
      eventTime: '2026-05-13T19:30:00',
      cassetteNo: '2',
      eventId: '3b241101-e2bb-4255-8caf-4136c566a962',
      cassettes: [{ cassetteNo: '2', currency: 'ETB', denomination: 100, currentCount: 12, status: 'LOW' }],
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(event)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(new Set(answers.map(({ body }) => Object(body).id)).size).toBe(1)
    expect((await open().ask('GET', '/incident/api/incidents/status/open', { as: customer })).body).toMatchObject([
      { agentAtmId: 'ATM-1', kind: 'CASH', severity: 'MEDIUM', status: 'OPEN', component: '2', occurrenceCount: 1 },
    ])
  })

  it('stores an event of unknown type as an exception, with 202', async () => {
    const answer = await post({
      agentAtmId: 'ATM-1',
      eventType: 'COFFEE_MACHINE_EMPTY',
      eventTime: '2026-05-13T19:40:00',
    })
    expect(answer).toMatchObject({
      status: 202,
      body: { status: 'NOT_STORED', reason: 'UNKNOWN_EVENT_TYPE', exceptionId: expect.any(Number) },
    })
  })

  it('takes a batch in which a bad event fails alone', async () => {
    const batch = [
      { agentAtmId: 'ATM-1', eventType: 'CARD_READER_FAIL', eventTime: '2026-05-13T19:45:00' },
      { agentAtmId: 'ATM-2', eventType: 'CARD_READER_FAIL', eventTime: '2026-05-13T19:45:00' },
      {
        agentAtmId: 'ATM-1',
        eventType: 'CARD_READER_FAIL',
        cassettes: [{ cassetteNo: '1' }, { cassetteNo: '2' }, { cassetteNo: '3', denomination: 'x' }],
      },
      'no event',
      { agentAtmId: 'ATM-1', eventType: 'CARD_READER_FAIL', message: 'NUL \u0000' },
    ]
    const answer = await open().ask('POST', '/agent-proxy/api/journal-events/batch', { as: agent, body: batch })
    expect(answer.body).toMatchObject([
      { status: 201, body: { eventType: 'CARD_READER_FAIL' } },
      { status: 403, body: { code: 'FORBIDDEN' } },
      { status: 400, body: { errors: [{ field: 'cassettes[2].denomination' }] } },
      { status: 400, body: { code: 'BAD_USER_INPUT' } },
      { status: 400, body: { errors: [{ field: 'message' }] } },
    ])
  })

  it('takes heartbeats, and none for another ATM than the token’s', async () => {
    expect(
      (await open().ask('POST', '/agent-proxy/api/heartbeats', { as: agent, body: { agentAtmId: 'ATM-1' } })).status,
    ).toBe(204)
    expect(
      (await open().ask('POST', '/agent-proxy/api/heartbeats', { as: agent, body: { agentAtmId: 'ATM-9' } })).status,
    ).toBe(403)
    expect((await open().ask('POST', '/agent-proxy/api/heartbeats', { as: agent, body: {} })).body).toMatchObject({
      errors: [{ field: 'agentAtmId' }],
    })
  })

  it('takes a journal, parses it once and counts its transactions', async () => {
    const path = '/agent-proxy/api/journal-files?agentAtmId=ATM-1&journalDate=2026-05-13'
    const first = await open().ask('POST', path, {
      as: agent,
      bytes: new Uint8Array(gzipSync(DAY)),
      headers: { 'content-encoding': 'gzip' },
    })
    const again = await open().ask('POST', path, { as: agent, bytes: new Uint8Array(DAY) })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(Object(again.body).id).toBe(Object(first.body).id)
    const summary = () =>
      open().ask('GET', '/journal/api/journal/transactions/summary?dateFrom=2026-05-13&dateTo=2026-05-13', {
        as: customer,
      })
    await expect.poll(async () => (await summary()).body, { timeout: 15_000 }).toMatchObject({ successful: 3 })
  })

  it('mirrors the service state to where the badges read it', async () => {
    const badge = async () =>
      Object((await open().ask('GET', '/incident/api/atms?agentAtmId=ATM-1', { as: customer })).body).content?.[0]
        ?.badge
    await expect.poll(badge, { timeout: 15_000 }).toBe('IN_SERVICE')
  })

  it('shows the institution its coverage and health over REST', async () => {
    const health = await open().ask('GET', '/analytics/api/analytics/fleet-health', { as: customer })
    expect(health.body).toMatchObject({
      connectivity: { total: 1, connected: 1, disconnected: 0, neverConnected: 0, connectivityPct: 100 },
      eventBreakdown: { HARDWARE: 1, CASH: 1, NETWORK: 0, POWER: 0, AUTH: 0, SYSTEM: 0, OTHER: 1 },
      topProblematicAtms: [{ agentAtmId: 'ATM-1', eventCount: 3 }],
      openIncidents: 2,
      atmsWithGaps: 0,
      degradedSources: [],
    })
    const coverage = await open().ask('GET', '/analytics/api/analytics/journal-coverage', { as: customer })
    expect(coverage.body).toMatchObject({ dailyVolume: [{ date: '2026-05-13', successful: 3 }], degradedSources: [] })
  })

  it('shows another institution nothing of it', async () => {
    const other = await open().token({ role: 'CUSTOMER', institutions: ['OTHER'] })
    expect((await open().ask('GET', '/analytics/api/analytics/fleet-health', { as: other })).body).toMatchObject({
      connectivity: { total: 0 },
      topProblematicAtms: [],
      openIncidents: 0,
      degradedSources: [],
    })
    expect((await open().query('{ atm(agentAtmId: "ATM-1") { id } atms { totalElements } }', other)).data).toEqual({
      atm: null,
      atms: { totalElements: 0 },
    })
  })
}

const dashboards = new Map<string, unknown>()

// A story: each step of the main job goes on from what the ones before it left.
describe('the main job', { shuffle: false }, () => {
  describe.each([
    ['in one process', false],
    ['each service behind HTTP', true],
  ])('%s', (name, separate) => {
    let platform: WholePlatform
    beforeAll(async () => {
      const offsetMs = Date.parse(NOW) - Date.now()
      platform = await openWholePlatform({ separate, now: () => new Date(Date.now() + offsetMs) })
    }, 60_000)
    afterAll(() => platform.close())

    runMainJob(() => platform)

    it('answers all of it in one federated query', async () => {
      const { data, errors } = await platform.query(
        DASHBOARD,
        await platform.token({ role: 'CUSTOMER', institutions: ['ACME'] }),
      )
      expect(errors).toBeUndefined()
      expect(data).toMatchObject({
        fleetHealth: {
          topProblematicAtms: [
            {
              eventCount: 3,
              atm: {
                agentAtmId: 'ATM-1',
                serviceState: 'IN_SERVICE',
                status: { serviceState: 'IN_SERVICE', badge: 'IN_SERVICE' },
                events: [
                  { eventType: 'CARD_READER_FAIL' },
                  { eventType: 'CASSETTE_LOW' },
                  { eventType: 'ATM_IN_SERVICE' },
                ],
                cassetteInventory: { totals: [{ currency: 'ETB', amount: '1200.00' }] },
                journalFiles: [{ status: 'PARSED', successful: 3, failed: 2 }],
                journalGaps: [],
              },
            },
          ],
        },
        journalCoverage: { topAtmsByVolume: [{ atm: { agentAtmId: 'ATM-1' } }] },
      })
      dashboards.set(name, stable(data))
    })
  })

  it('gives the same answers both ways', () => {
    const [first, second] = dashboards.values()
    expect(dashboards.size).toBe(2)
    expect(second).toEqual(first)
  })
})
