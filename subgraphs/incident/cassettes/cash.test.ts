import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { SEED } from '../../../tests/support/seed.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { HOUR_MS } from '../../kit/common/dates.ts'
import { incidentService } from '../service.ts'

const NOW = '2026-11-20T12:00:00Z'
const NOTES = { cassetteNo: '1', type: 'DISPENSE', currency: 'EUR', denomination: 20, capacity: 2_000 }

let platform: TestPlatform
let acme: string
let admin: string

const post = async (agentAtmId: string, hours: number, cassettes: readonly object[], institutionKey = 'ACME') => {
  const eventTime = new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString().slice(0, 19)
  const body = { agentAtmId, institutionKey, eventType: 'ATM_IN_SERVICE', eventTime, cassettes }
  expect((await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })).status).toBe(201)
}
/** Two readings, by which a cassette has so many hours left from the second one, now. */
const emptying = async (agentAtmId: string, hoursLeft: number, institutionKey = 'ACME') => {
  await post(agentAtmId, 10, [{ ...NOTES, currentCount: hoursLeft * 10 + 100 }], institutionKey)
  await post(agentAtmId, 0, [{ ...NOTES, currentCount: hoursLeft * 10 }], institutionKey)
}
const describeAtm = (agentAtmId: string, siteName: string, carrier: string) =>
  runAs(platform.database.urls.superuser, [
    `update incident.atm set site_name = '${siteName}', carrier = '${carrier}' where agent_atm_id = '${agentAtmId}'`,
  ])
type Shown = Readonly<Record<string, unknown>>
const list = async (query = '', as = acme): Promise<Shown[]> => {
  const answer = await platform.ask('GET', `/incident/api/cassettes?size=200${query}`, { as })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  const { content, totalElements } = Object(answer.body)
  expect(content).toHaveLength(totalElements)
  return Array.from(content, (row): Shown => Object(row))
}
const names = async (query = '', as = acme) => (await list(query, as)).map(({ agentAtmId }) => agentAtmId)

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: NOW, isClockStopped: true })
  acme = await platform.token({ institutions: ['ACME'] })
  admin = await platform.token({ role: 'ADMIN' })
  await emptying('C-40', 40)
  await emptying('C-5', 5)
  await emptying('C-90', 90)
  await emptying('B-1', 1, 'BETA')
  await post('C-NONE', 1, [{ ...NOTES, currency: 'USD', currentCount: 7 }])
  await post('C-EMPTY', 2, [{ ...NOTES, currentCount: 0 }])
  await describeAtm('C-40', 'Harbour', 'Route')
  await describeAtm('C-5', 'Station', 'Route')
  await describeAtm('C-90', 'Airport', 'Guard')
  await describeAtm('B-1', 'Harbour', 'Route')
})
afterAll(() => platform.close())

describe('the cassettes of a fleet', () => {
  it('are listed by when they will be empty, those without a known rate last', async () => {
    expect(await names()).toEqual(['C-EMPTY', 'C-5', 'C-40', 'C-90', 'C-NONE'])
    expect((await list())[1]).toEqual({
      ...{ atmId: expect.any(Number), deviceId: expect.any(Number), agentAtmId: 'C-5', institutionKey: 'ACME' },
      ...{ name: null, siteName: 'Station', carrier: 'Route', ...NOTES, currentCount: 50, status: null },
      ...{ asOf: '2026-11-20T12:00:00.000Z', emptyAt: '2026-11-20T17:00:00.000Z', hoursLeft: 5 },
      ...{ amountAtRisk: '1000.00', notesToLoad: 1_950, amountToLoad: '39000.00' },
    })
    expect((await list())[0]).toMatchObject({ emptyAt: '2026-11-20T10:00:00.000Z', hoursLeft: 0, amountAtRisk: '0.00' })
    expect((await list()).at(-1)).toMatchObject({ emptyAt: null, hoursLeft: null })
  })

  it('are those of the caller, narrowed by carrier, site, currency, time and text', async () => {
    // Other tests have ATMs of their own, which only an administrator sees here.
    const all = (await names('', admin)).filter((name) => /^[BC]-/.test(String(name)))
    expect(all).toEqual(['C-EMPTY', 'B-1', 'C-5', 'C-40', 'C-90', 'C-NONE'])
    expect(await names('&carrier=Route')).toEqual(['C-5', 'C-40'])
    expect(await names('&carrier=Route', admin)).toEqual(['B-1', 'C-5', 'C-40'])
    expect(await names('&siteName=Airport')).toEqual(['C-90'])
    expect(await names('&currency=USD')).toEqual(['C-NONE'])
    expect(await names('&currency=XTS')).toEqual([])
    // Agents name currencies as they like, and the dashboard offers what they named.
    for (const name of ['978', 'EURO', '%E2%82%AC']) expect(await names(`&currency=${name}`)).toEqual([])
    expect(await names('&emptyBefore=2026-11-20T17:00:00Z')).toEqual(['C-EMPTY'])
    expect(await names('&emptyBefore=2026-11-20T17:05:00Z')).toEqual(['C-EMPTY', 'C-5'])
    expect(await names('&q=arb')).toEqual(['C-40'])
    expect(await names('&q=%25')).toEqual([])
    for (const [name, value] of [
      ['currency', 'x'.repeat(129)],
      ['q', 'x'.repeat(201)],
    ] as const) {
      const refused = await platform.ask('GET', `/incident/api/cassettes?${name}=${value}`, { as: acme })
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: name }] } })
    }
  })

  it('are a loading list in the order of the sites, as CSV too', async () => {
    const query = '&carrier=Route&emptyBefore=2026-11-23T00:00:00Z&order=SITE'
    expect(await names(query)).toEqual(['C-40', 'C-5'])
    const csv = await platform.ask('GET', `/incident/api/cassettes?format=csv${query}`, { as: acme })
    expect(csv.headers['content-disposition']).toContain('cassettes-2026-11-20.csv')
    const lines = csv.text.trim().split('\r\n')
    expect(lines[0]).toContain('institutionKey,carrier,siteName,agentAtmId,atmId,name,cassetteNo')
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(
        /^ACME,Route,Harbour,C-40,\d+,,1,DISPENSE,EUR,20,400,2000,1600,32000.00,8000.00,2026-11-22T04/,
      ),
      expect.stringMatching(/^ACME,Route,Station,C-5,/),
    ])
  })

  it('are carried by companies, which are listed with their ATMs', async () => {
    const carriers = async (as: string) => (await platform.ask('GET', '/incident/api/cash-carriers', { as })).body
    expect(await carriers(acme)).toEqual([
      { carrier: 'Guard', atms: 1 },
      { carrier: 'Route', atms: 2 },
    ])
    expect(await carriers(await platform.token({ institutions: ['ACME', 'BETA'] }))).toContainEqual({
      carrier: 'Route',
      atms: 3,
    })
  })

  it('are none of an ATM that is retired, whose carrier carries nothing there', async () => {
    await emptying('R-2', 2, 'GONE')
    await emptying('R-3', 3, 'GONE')
    await describeAtm('R-2', 'Harbour', 'Route')
    await describeAtm('R-3', 'Harbour', 'Guard')
    const as = await platform.token({ institutions: ['GONE'] })
    const [first] = await list('', as)
    const retired = await platform.ask('POST', `/incident/api/atms/${first?.atmId}/retire`, { as: admin })
    expect([first?.agentAtmId, retired.status]).toEqual(['R-2', 200])
    expect(await names('', as)).toEqual(['R-3'])
    expect(await names('&carrier=Route', as)).toEqual([])
    const carriers = await platform.ask('GET', '/incident/api/cash-carriers', { as })
    expect(carriers.body).toEqual([{ carrier: 'Guard', atms: 1 }])
    const csv = await platform.ask('GET', '/incident/api/cassettes?format=csv', { as })
    expect(csv.text.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining(',R-3,')])
  })

  it('are to be loaded only where they pay out', async () => {
    const as = await platform.token({ institutions: ['KINDS'] })
    const types = ['DISPENSE', 'RECYCLING', 'REJECT', 'DEPOSIT']
    await post(
      'K-1',
      1,
      types.map((type, n) => ({ ...NOTES, cassetteNo: `${n}`, type, currentCount: 500 })),
      'KINDS',
    )
    const toLoad = (await list('&order=SITE', as)).map(({ notesToLoad, amountToLoad }) => [notesToLoad, amountToLoad])
    expect(toLoad).toEqual([
      [1_500, '30000.00'],
      [1_500, '30000.00'],
      [null, null],
      [null, null],
    ])
  })

  it('are empty when the rate of their last reading says so, as a plain model has it', async () => {
    const choices = choicesOf(SEED)
    const as = await platform.token({ institutions: ['MODEL'] })
    for (let n = 0; n < 12; n += 1) {
      let hours = 60
      for (let count = 2_000; hours > 0 && count > 0; hours -= choices.between(1, 20)) {
        await post(`M-${n}`, hours, [{ ...NOTES, currentCount: count }], 'MODEL')
        count -= choices.between(0, 400)
      }
    }
    const shown = await list('', as)
    const inventories = await platform.ask('GET', '/incident/api/journal-events/fleet/cassette-inventory', { as })
    const expected = Array.from(Object(inventories.body), (one) => {
      const { agentAtmId, asOf, hoursLeft } = Object(one)
      return [agentAtmId, hoursLeft === null ? null : Date.parse(asOf) + Math.round(hoursLeft * HOUR_MS)] as const
    })
    for (const { agentAtmId, emptyAt } of shown) {
      const at = expected.find(([name]) => name === agentAtmId)?.[1] ?? null
      if (at === null) expect(emptyAt).toBeNull()
      else expect(Math.abs(Date.parse(String(emptyAt)) - at)).toBeLessThanOrEqual(1)
    }
    const order = shown.map(({ emptyAt }) =>
      emptyAt === null ? Number.POSITIVE_INFINITY : Date.parse(String(emptyAt)),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })
})
