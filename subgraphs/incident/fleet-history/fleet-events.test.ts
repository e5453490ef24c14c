import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { lookBacks } from './fleet-events.rules.ts'

const NOW = Date.parse('2026-11-20T12:10:00Z')
const MINUTE = 60_000
let platform: TestPlatform
let admin: string
let acme: string

/** Events by ATM, institution, type and how many minutes ago they occurred. */
const EVENTS = [
  ['A-1', 'ACME', 'POWER_OFF', 1],
  ['A-1', 'ACME', 'DISPENSER_JAM', 20],
  ['A-2', 'ACME', 'DISPENSER_JAM', 20],
  ['A-2', 'ACME', 'CARD_READER_FAIL', 200],
  ['A-2', 'ACME', 'DISPENSER_JAM', 1_300],
  ['A-1', 'ACME', 'POWER_OFF', 1_500],
  ['B-1', 'BETA', 'CASSETTE_LOW', 20],
  ['B-1', 'BETA', 'POWER_OFF', 60],
  ['N-1', null, 'POWER_OFF', 30],
] as const

const ago = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString()

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: new Date(NOW).toISOString() })
  admin = await platform.token({ role: 'ADMIN' })
  acme = await platform.token({ institutions: ['ACME'] })
  for (const [agentAtmId, institutionKey, eventType, minutes] of EVENTS) {
    const body = { agentAtmId, institutionKey, eventType, eventTime: ago(minutes).slice(0, 19) }
    expect((await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })).status).toBe(201)
  }
})
afterAll(() => platform.close())

const list = async (query: string, as = acme) => {
  const { status, body } = await platform.ask('GET', `/incident/api/journal-events?${query}`, { as })
  expect(status).toBe(200)
  const { content, total, next } = Object(body)
  const rows: string[] = content.map(
    ({ agentAtmId, occurredAt }: { agentAtmId: string; occurredAt: string }) =>
      `${agentAtmId} ${(NOW - Date.parse(occurredAt)) / MINUTE}`,
  )
  return { rows, total, next }
}

describe('the list of events of a fleet', () => {
  it('has those of the last day, newest first, and of one instant the one stored last first', async () => {
    const { rows, total, next } = await list('')
    expect(rows).toEqual(['A-1 1', 'A-2 20', 'A-1 20', 'A-2 200', 'A-2 1300'])
    expect([total, next]).toEqual([5, null])
  })

  it('shows everything to those who see all, events without an institution too', async () => {
    const { rows, total } = await list('', admin)
    expect(rows).toEqual(['A-1 1', 'B-1 20', 'A-2 20', 'A-1 20', 'N-1 30', 'B-1 60', 'A-2 200', 'A-2 1300'])
    expect(total).toBe(8)
  })

  it('is read page by page without a gap or a repetition', async () => {
    const rows: string[] = []
    for (let after = '', n = 0; n < 9; n += 1) {
      const page = await list(`first=1${after}`, admin)
      expect(page.total).toBe(8)
      rows.push(...page.rows)
      if (page.next === null) break
      after = `&after=${page.next}`
    }
    expect(rows).toEqual((await list('', admin)).rows)
  })

  it('is limited by category, group, type, ATM and time, with an exact total', async () => {
    const counted = async (query: string, as = acme) => {
      const { rows, total } = await list(query, as)
      expect(total).toBe(rows.length)
      return rows
    }
    expect(await counted('category=HARDWARE')).toEqual(['A-2 20', 'A-1 20', 'A-2 200', 'A-2 1300'])
    expect(await counted('group=Card%20reader')).toEqual(['A-2 200'])
    expect(await counted('eventType=POWER_OFF', admin)).toEqual(['A-1 1', 'N-1 30', 'B-1 60'])
    expect(await counted('eventType=POWER_OFF&category=HARDWARE')).toEqual([])
    expect(await counted('agentAtmId=A-1')).toEqual(['A-1 1', 'A-1 20'])
    expect(await counted('agentAtmId=A-1&eventType=DISPENSER_JAM')).toEqual(['A-1 20'])
    expect(await counted('agentAtmId=B-1')).toEqual([])
    expect(await counted(`from=${ago(2_000)}`)).toContain('A-1 1500')
    // The edges lie within quarters of an hour: the first instant counts, the last one does not.
    expect(await counted(`from=${ago(200)}&to=${ago(20)}`)).toEqual(['A-2 200'])
    expect(await counted(`from=${ago(199)}&to=${ago(19)}`)).toEqual(['A-2 20', 'A-1 20'])
    expect(await counted(`from=${ago(31)}&to=${ago(29)}`, admin)).toEqual(['N-1 30'])
    expect(await counted(`from=${ago(3)}&to=${ago(2)}`, admin)).toEqual([])
    expect(await counted('', await platform.token({ institutions: [] }))).toEqual([])
  })

  it('agrees with the chart, part by part', async () => {
    const { body } = await platform.ask('GET', '/incident/api/journal-events/series', { as: admin })
    const { from, bucketMinutes, categories } = Object(body)
    const power = categories.find(({ category }: { category: string }) => category === 'POWER')
    for (const [index, count] of power.counts.entries()) {
      const start = Date.parse(from) + index * bucketMinutes * MINUTE
      if (count === 0 && index % 12 !== 0) continue
      const span = [start, start + bucketMinutes * MINUTE].map((at) => new Date(at).toISOString())
      expect((await list(`category=POWER&from=${span[0]}&to=${span[1]}`, admin)).total).toBe(count)
    }
  })

  it('refuses times and cursors that make no sense', async () => {
    const refused = async (query: string) => {
      const { status, body } = await platform.ask('GET', `/incident/api/journal-events?${query}`, { as: acme })
      return [status, Object(body).errors?.[0]?.field]
    }
    expect(await refused(`from=${ago(1)}&to=${ago(2)}`)).toEqual([400, 'from'])
    expect(await refused(`from=${ago(-1)}`)).toEqual([400, 'from'])
    expect(await refused(`from=${ago(33 * 1_440)}`)).toEqual([400, 'from'])
    expect(await refused('after=nonsense')).toEqual([400, 'after'])
    expect(await refused(`after=${Buffer.from('2026-02-30 00:00:00+00|1').toString('base64url')}`)).toEqual([
      400,
      'after',
    ])
    expect(await refused(`after=${Buffer.from('2026-99-99 00:00:00+00|1').toString('base64url')}`)).toEqual([
      400,
      'after',
    ])
    expect(await refused('first=201')).toEqual([400, 'first'])
    expect(await refused('kind=POWER')).toEqual([400, 'kind'])
  })

  it('refuses what no event can have, and says what events have', async () => {
    const faults = async (query: string) => {
      const { status, body } = await platform.ask('GET', `/incident/api/journal-events?${query}`, { as: acme })
      expect([query, status]).toEqual([query, 400])
      return Object(body).errors.map(({ field, message }: { field: string; message: string }) => `${field} ${message}`)
    }
    expect(await faults('category=hardware&group=Card&eventType=POWER_OF')).toEqual([
      'category must be one of HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM, OTHER',
      expect.stringMatching(/^group must be one of (?:[\w ]+, ){7}[\w ]+$/),
      'eventType is no known event type; GET /api/event-types lists those that are',
    ])
    const long = await faults(`agentAtmId=${'x'.repeat(129)}`)
    expect(long).toEqual(['agentAtmId must have 128 characters or fewer'])
    expect((await list(`category=&group=&eventType=&agentAtmId=${'x'.repeat(128)}`)).rows).toEqual([])
  })
})

it('looks at the last hours first', () => {
  const to = new Date(NOW)
  const hours = (from: number) => lookBacks({ from: new Date(from), to }).map((at) => (NOW - at.getTime()) / 3_600_000)
  expect(hours(NOW - 24 * 3_600_000)).toEqual([1, 6, 24])
  expect(hours(NOW - 1_800_000)).toEqual([0.5])
  expect(hours(NOW - 720 * 3_600_000)).toEqual([1, 6, 36, 216, 720])
})
