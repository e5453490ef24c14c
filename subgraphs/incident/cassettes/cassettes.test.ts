import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { HOUR_MS } from '../../kit/common/dates.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

const NOW = '2026-11-20T12:00:00Z'
let platform: TestPlatform
let inspector: Inspector
let acme: string

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: NOW, isClockStopped: true })
  inspector = await openInspector(platform.database.urls.superuser)
  acme = await platform.token({ institutions: ['ACME'] })
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

type Cassette = Readonly<Record<string, unknown>>
const NOTES = { cassetteNo: '1', type: 'DISPENSE', currency: 'EUR', denomination: 20 }
const before = (hours: number) => new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString().slice(0, 19)
const eventOf = (agentAtmId: string, hours: number, cassettes: readonly Cassette[], institutionKey = 'ACME') => ({
  agentAtmId,
  institutionKey,
  eventType: 'ATM_IN_SERVICE',
  eventTime: before(hours),
  cassettes,
})
/** An inventory of so many hours ago; resolves to the ATM's numeric id. */
const report = async (...args: Parameters<typeof eventOf>): Promise<number> => {
  const { status, body } = await platform.askInternal('POST', '/incident/api/internal/journal-events', {
    body: eventOf(...args),
  })
  expect(status).toBe(201)
  return Object(body).atmId
}
/** Counts of cassette 1, each with the hours ago at which it was read, in the order given. */
const reportCounts = async (agentAtmId: string, ...readings: readonly (readonly [number, number | null])[]) => {
  let id = 0
  for (const [hours, currentCount] of readings) id = await report(agentAtmId, hours, [{ ...NOTES, currentCount }])
  return id
}
const inventory = async (atmId: number, under = 'atm') =>
  platform.ask('GET', `/incident/api/journal-events/${under}/${atmId}/cassette-inventory`, { as: acme })
const hoursLeft = async (atmId: number) => Object((await inventory(atmId)).body).hoursLeft

describe('the inventory of an ATM', () => {
  it('shows the newest reading of each cassette and totals by currency, exactly', async () => {
    const id = await report('I-1', 3, [
      { ...NOTES, cassetteNo: '2', currency: 'USD', denomination: 0.1, currentCount: 3 },
      { ...NOTES, initialCount: 2000, currentCount: 1500, rejectedCount: 2, capacity: 2500, status: 'ok' },
      { ...NOTES, cassetteNo: '3', denomination: 999_999_999_999.99, currentCount: 2_147_483_647 },
      { cassetteNo: 'R', type: 'REJECT' },
    ])
    await report('I-1', 1, [{ ...NOTES, currentCount: 1400, status: 'LOW' }])
    const unknown = { initialCount: null, currentCount: null, rejectedCount: null, capacity: null, status: null }
    const read = { ...unknown, asOf: '2026-11-20T09:00:00.000Z', hoursLeft: null }
    const { status, body } = await inventory(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      atmId: id,
      deviceId: id,
      agentAtmId: 'I-1',
      asOf: '2026-11-20T11:00:00.000Z',
      cassettes: [
        { ...NOTES, ...read, currentCount: 1400, status: 'LOW', asOf: '2026-11-20T11:00:00.000Z' },
        { ...NOTES, ...read, cassetteNo: '2', currency: 'USD', denomination: 0.1, currentCount: 3 },
        { ...NOTES, ...read, cassetteNo: '3', denomination: 999_999_999_999.99, currentCount: 2_147_483_647 },
        { ...read, cassetteNo: 'R', type: 'REJECT', currency: null, denomination: null },
      ],
      totals: [
        { currency: 'EUR', amount: '2147483646999978553163.53' },
        { currency: 'USD', amount: '0.30' },
      ],
      hoursLeft: null,
    })
    expect((await inventory(id, 'device')).body).toEqual(body)
  })

  it('is empty before the first reading, and not found for an unknown ATM', async () => {
    const id = await report('I-2', 1, [])
    expect((await inventory(id)).body).toEqual({
      atmId: id,
      deviceId: id,
      agentAtmId: 'I-2',
      asOf: null,
      cassettes: [],
      totals: [],
      hoursLeft: null,
    })
    expect((await inventory(999_999)).status).toBe(404)
    expect((await inventory(999_999, 'device')).status).toBe(404)
  })

  it('is never overwritten by an older reading; of two of the same instant the later arrival is kept', async () => {
    const count = async (id: number) => Object((await inventory(id)).body).cassettes[0].currentCount
    expect(await count(await reportCounts('O-1', [2, 100], [5, 700], [3, 900]))).toBe(100)
    expect(await count(await reportCounts('O-2', [2, 100], [2, 90]))).toBe(90)
    expect(await count(await reportCounts('O-3', [2, 100], [2, null]))).toBeNull()
  })
})

describe('the hours of cash left', () => {
  it('follow from the notes that left in the last days', async () => {
    expect(await hoursLeft(await reportCounts('L-1', [20, 1000], [10, 900], [0, 800]))).toBe(80)
  })

  it('are those of the cassette that is empty first', async () => {
    const both = (one: number, two: number) => [
      { ...NOTES, currentCount: one },
      { ...NOTES, cassetteNo: '2', currentCount: two },
    ]
    await report('L-2', 10, both(1000, 1000))
    const { body } = await inventory(await report('L-2', 0, both(900, 500)))
    expect(Object(body).cassettes.map((one: { hoursLeft: number }) => one.hoursLeft)).toEqual([90, 10])
    expect(Object(body).hoursLeft).toBe(10)
  })

  it('do not count a refill, an exchange of notes, nor what is reported late', async () => {
    expect(await hoursLeft(await reportCounts('L-3', [30, 500], [20, 400], [18, 2000], [8, 1900]))).toBe(190)
    const late = await reportCounts('L-4', [30, 500], [20, 400], [25, 100])
    expect(await hoursLeft(late)).toBe(40)
    await report('L-5', 20, [{ ...NOTES, currentCount: 900 }])
    const exchanged = await report('L-5', 10, [{ ...NOTES, denomination: 50, currentCount: 100 }])
    expect(await hoursLeft(exchanged)).toBeNull()
  })

  it('are not given without a rate: too short a look, nothing paid out, a gap of more than a week', async () => {
    expect(await hoursLeft(await reportCounts('L-6', [5, 1000], [0, 900]))).toBeNull()
    expect(await hoursLeft(await reportCounts('L-7', [50, 1000], [0, 1000]))).toBeNull()
    expect(await hoursLeft(await reportCounts('L-8', [24 * 8, 1000], [0, 900]))).toBeNull()
    expect(await hoursLeft(await reportCounts('L-9', [50, 1000], [20, null], [0, 900]))).toBeNull()
  })

  it('look back a week, not further', async () => {
    expect(await hoursLeft(await reportCounts('L-10', [24 * 9, 1000], [24 * 8, 500]))).toBeNull()
    expect(await hoursLeft(await reportCounts('L-11', [24 * 9, 1000], [24 * 8, 500], [20, 490], [0, 480]))).toBe(
      480 / (10 / 20),
    )
  })

  it('are nought for an empty cassette, and null for one that does not pay out', async () => {
    expect(await hoursLeft(await reportCounts('L-12', [0, 0]))).toBe(0)
    const deposits = (currentCount: number) => [{ ...NOTES, type: 'CASH_IN', currentCount }]
    await report('L-13', 20, deposits(900))
    expect(await hoursLeft(await report('L-13', 0, deposits(100)))).toBeNull()
    const untold = (currentCount: number) => [{ cassetteNo: '1', currentCount }]
    await report('L-14', 10, untold(900))
    expect(await hoursLeft(await report('L-14', 0, untold(800)))).toBe(80)
  })

  it('count each of several readings that are stored together', async () => {
    const counts = [1000, 950, 2000, 1990, 1900]
    const body = counts.map((currentCount, n) => eventOf('L-15', 20 - n * 5, [{ ...NOTES, currentCount }]))
    const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events/batch', { body })
    const [first] = Array.isArray(answer.body) ? answer.body : []
    // 50, 10 and 90 notes in three times five hours; the refill says nothing.
    expect(await hoursLeft(first.body.atmId)).toBe(1900 / 10)
  })
})

describe('the inventories of the fleet', () => {
  const ask = async (query: string, as: string) => {
    const { body } = await platform.ask('GET', `/incident/api/journal-events/fleet/cassette-inventory${query}`, { as })
    return body
  }

  it('and its totals are those of the caller’s institutions', async () => {
    const big = { ...NOTES, currency: 'KWD', denomination: 999_999_999_999.99, currentCount: 2_147_483_647 }
    const one = await report('F-1', 1, [big, { ...NOTES, cassetteNo: '2', currentCount: 5 }], 'FLEET-A')
    const two = await report('F-2', 1, [big, { ...big, cassetteNo: '2' }], 'FLEET-A')
    await report('F-3', 1, [{ ...NOTES, currentCount: null }], 'FLEET-A')
    await report('F-4', 1, [{ ...NOTES, currentCount: 7 }], 'FLEET-B')
    const own = await platform.token({ institutions: ['FLEET-A'] })
    const list = await ask('', own)
    expect(list).toMatchObject([
      { atmId: one, deviceId: one, agentAtmId: 'F-1', hoursLeft: null },
      { atmId: two, totals: [{ currency: 'KWD', amount: '4294967293999957050327.06' }] },
      { agentAtmId: 'F-3', totals: [] },
    ])
    expect(await ask('?view=totals', own)).toEqual([
      { currency: 'EUR', amount: '100.00', atms: 1 },
      { currency: 'KWD', amount: '6442450940999935575490.59', atms: 2 },
    ])
    expect(await ask('?view=totals', await platform.token({ institutions: ['FLEET-B', 'NONE'] }))).toEqual([
      { currency: 'EUR', amount: '140.00', atms: 1 },
    ])
    expect(await ask('?view=totals', await platform.token({ institutions: [] }))).toEqual([])
    const all = await ask('?view=totals', await platform.token({ role: 'ADMIN' }))
    expect(all).toContainEqual({ currency: 'KWD', amount: '6442450940999935575490.59', atms: 2 })
  })

  it('go with an ATM that is handed over to another institution, rates included', async () => {
    await report('H-1', 10, [{ ...NOTES, currentCount: 1000 }], 'GIVES')
    const id = await report('H-1', 0, [{ ...NOTES, currentCount: 900 }], 'GIVES')
    await inspector.rows(`update incident.atm set institution_key = 'TAKES' where id = $1`, [id])
    expect(await ask('', await platform.token({ institutions: ['GIVES'] }))).toEqual([])
    expect(await ask('', await platform.token({ institutions: ['TAKES'] }))).toMatchObject([
      { atmId: id, hoursLeft: 90 },
    ])
  })

  it('are listed for each ATM with cassettes once and in order, however many parts they are read in', async () => {
    await inspector.rows(
      `insert into incident.atm (agent_atm_id, institution_key, registered_at) select 'P-' || n, 'PARTS', now()
        from generate_series(1, 751) n`,
    )
    // One in five has none, and the last parts none at all.
    const holders = await inspector.rows<{ id: number }>(
      `insert into incident.cassette (atm_id, cassette_no, institution_key, as_of, current_count)
      select id, '1', 'PARTS', now(), 1 from incident.atm where institution_key = 'PARTS'
        and substr(agent_atm_id, 3)::int % 5 > 0 and substr(agent_atm_id, 3)::int < 500 order by id
          returning atm_id::int as id`,
    )
    const list = await ask('', await platform.token({ institutions: ['PARTS'] }))
    expect(Array.isArray(list) && list.map(({ atmId }) => atmId)).toEqual(holders.map(({ id }) => id))
  })

  it('forget the days that no rate looks back to', async () => {
    await reportCounts('J-1', [24 * 12, 500], [24 * 11, 400], [24 * 7, 300], [0, 250])
    const days = () =>
      inspector.rows(
        `select to_char(date '1970-01-01' + c.used[d]::int, 'YYYY-MM-DD') as day, c.used[d + 1]::int as dispensed
        from incident.cassette c join incident.atm a on a.id = c.atm_id
        cross join generate_series(1, cardinality(c.used), 3) d
        where a.agent_atm_id = 'J-1' order by day`,
      )
    const kept = [
      { day: '2026-11-13', dispensed: 100 },
      { day: '2026-11-20', dispensed: 50 },
    ]
    expect(await days()).toEqual(kept)
  })
})
