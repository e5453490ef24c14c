import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import { incidentService } from '../service.ts'

const START = Date.parse('2026-11-10T12:00:00Z')
let platform: TestPlatform
let admin: string
let acme: string

const post = async (agentAtmId: string, institutionKey: string | null, eventType: string) => {
  const body = { agentAtmId, institutionKey, eventType, eventTime: '' }
  expect((await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })).status).toBe(201)
}
const sample = async () => {
  const job = platform.process.jobs.find(({ name }) => name === 'incident.fleet-samples')
  return job?.run({ now: platform.clock.now(), log: platform.process.log, progress: () => {} })
}
const get = async (path: string, as: string) =>
  Object((await platform.ask('GET', `/incident/api/${path}`, { as })).body)

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: new Date(START).toISOString() })
  admin = await platform.token({ role: 'ADMIN' })
  acme = await platform.token({ institutions: ['ACME'] })
  // Two days at noon, then the third: ACME-1 always lives, ACME-2 falls silent after the first day.
  for (const day of [0, 1, 2]) {
    platform.clock.set(new Date(START + day * DAY_MS))
    await post('ACME-1', 'ACME', day === 2 ? 'ATM_OUT_OF_SERVICE' : 'ATM_IN_SERVICE')
    if (day === 0) await post('ACME-2', 'ACME', 'DISPENSER_JAM')
    if (day === 0) await post('BANK-1', 'BANK', 'CARD_READER_FAIL')
    if (day === 0) await post('NOBODY-1', null, 'CASSETTE_LOW')
    await sample()
  }
})
afterAll(() => platform?.close())

const bucketsOf = (history: unknown): Record<string, unknown>[] => Object(history).buckets

describe('the history of a fleet', () => {
  it('counts the caller’s ATMs in each half hour, and is empty where no sample was taken', async () => {
    const buckets = bucketsOf(await get('fleet-history', acme))
    expect(buckets).toHaveLength(48)
    expect(buckets.at(-1)).toMatchObject({
      at: '2026-11-12T12:00:00.000Z',
      total: 2,
      connected: 1,
      disconnected: 1,
      neverConnected: 0,
      inService: 0,
      outOfService: 1,
      inSupervisor: 0,
      unknown: 0,
    })
    expect(buckets.at(-2)).toMatchObject({ total: null, connected: null, inService: null })
  })

  it('has beside it what is usual: the median of the same half hour of the days before, without what is broken for long', async () => {
    const buckets = bucketsOf(await get('fleet-history', acme))
    expect(buckets.at(-1)).toMatchObject({ usualTotal: 2, usualConnected: 1.5, usualInService: 1 })
    // On the second day ACME-2 had been silent for no more than a day, but down: its state was never known.
    expect(buckets.at(-1)).toMatchObject({ usualConnectedPct: 75, usualInServicePct: 100, inServicePct: 0 })
    expect(buckets.at(-2)).toMatchObject({ usualTotal: null, usualConnected: null })
  })

  it('is of any period that samples are kept for, in parts of any ten minutes, with the target beside it', async () => {
    const history = await get('fleet-history?from=2026-11-10T12:00:00Z&to=2026-11-11T12:10:00Z&bucketMinutes=10', acme)
    expect([history.bucketMinutes, history.targetPct]).toEqual([10, 98])
    const buckets = bucketsOf(history)
    expect([buckets.length, buckets[0]?.total, buckets[1]?.total, buckets.at(-1)?.connected]).toEqual([145, 2, null, 1])
  })

  it('shows all of them to those who see all, ATMs without an institution too', async () => {
    expect(bucketsOf(await get('fleet-history', admin)).at(-1)).toMatchObject({ total: 4, connected: 1, usualTotal: 4 })
    const both = await platform.token({ institutions: ['ACME', 'BANK'] })
    expect(bucketsOf(await get('fleet-history', both)).at(-1)).toMatchObject({ total: 3, connected: 1 })
    const outsider = await platform.token({ institutions: [] })
    expect(bucketsOf(await get('fleet-history', outsider)).at(-1)).toMatchObject({ total: null })
  })

  it('is taken once a moment, however often the job runs, and refuses windows that it does not keep', async () => {
    expect(await sample()).toBe('0 samples taken')
    expect((await platform.ask('GET', '/incident/api/fleet-history?hoursBack=721', { as: acme })).status).toBe(400)
  })
})

describe('the series of events', () => {
  const usual = async (as: string) => {
    const { categories } = await get('journal-events/series', as)
    const hardware = Object(categories).find(({ category }: { category: string }) => category === 'HARDWARE')
    return [hardware.usual.at(-1), hardware.usual.at(-2), hardware.counts.at(-1)]
  }

  it('has what is usual beside it: nothing before anything was known, and no events on a known day', async () => {
    // Noon of two days before: one with a jam, one without; the half hour before that is known of one day alone.
    expect(await usual(acme)).toEqual([0.5, 0, 0])
    expect(await usual(admin)).toEqual([1, 0, 0])
  })

  it('has no usual figures of a whole fleet whose events were never added up', async () => {
    await platform.process.jobStores.asPlatform((tx) => tx.execute('delete from incident.fleet_event_count'))
    expect(await usual(admin)).toEqual([null, null, 0])
    await sample()
    expect(await usual(admin)).toEqual([1, 0, 0])
  })

  it('has no usual figures of buckets that are no whole half hours', async () => {
    const { categories } = await get('journal-events/series?bucketMinutes=15', acme)
    expect(new Set(Object(categories)[0].usual)).toEqual(new Set([null]))
  })
})

describe('open incidents by severity', () => {
  it('are counted for the caller, the worst first, with those that are not taken up', async () => {
    const { body } = await platform.ask('GET', '/incident/api/incidents/status/open?view=severity', { as: acme })
    expect(body).toMatchObject({ total: 2, unacknowledged: 2, atms: 2 })
    expect(Object(body).severities).toMatchObject([
      {
        severity: 'CRITICAL',
        count: 1,
        unacknowledged: 1,
        oldestOpenedAt: expect.stringContaining('2026-11-10T12:00:'),
      },
      { severity: 'HIGH', count: 1, unacknowledged: 1 },
      { severity: 'MEDIUM', count: 0, unacknowledged: 0, oldestOpenedAt: null },
      { severity: 'LOW', count: 0 },
    ])
    const all = await platform.ask('GET', '/incident/api/incidents/status/open?view=severity', { as: admin })
    expect(all.body).toMatchObject({ total: 4, atms: 4 })
  })
})
