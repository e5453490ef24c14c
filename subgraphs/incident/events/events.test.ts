import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Event = { id: number; eventType: string; eventTime: string; agentAtmId: string; atmId: number }

import { type EventPlatform, openEventPlatform } from '../testing/events.testing.ts'

let platform: EventPlatform

const get = (path: string, as = platform.acme) => platform.ask('GET', `/incident${path}`, { as })
const list = async (path: string, as = platform.acme): Promise<Event[]> => {
  const answer = await get(path, as)
  expect(answer.status).toBe(200)
  return Object(answer.body)
}
const typesOf = (events: readonly Event[]) => events.map(({ eventType }) => eventType)

beforeAll(async () => {
  platform = await openEventPlatform()
  await platform.post('A-1', 'ACME', 'CARD_READER_FAIL', 10)
  await platform.post('A-1', 'ACME', 'CASSETTE_LOW', 5, {
    cassetteNo: '1',
    cassettes: [
      { cassetteNo: '1', currency: 'EUR', denomination: 20, currentCount: 3, status: 'LOW' },
      { cassetteNo: '2', currency: 'EUR', denomination: 0.5, currentCount: 7, status: 'OK' },
    ],
  })
  await platform.post('A-1', 'ACME', 'APPLICATION_ERROR_CARD', 30 * 60)
  await platform.post('A-1', 'ACME', 'ATM_IN_SERVICE', 20)
  await platform.post('A-2', 'ACME', 'POWER_OFF', 2)
  await platform.post('B-1', 'BETA', 'DISPENSER_JAM', 1)
})

afterAll(() => platform.close())

describe('the events of one ATM', () => {
  const idOf = (agentAtmId: string) => platform.atmIds.get(agentAtmId) ?? 0

  it('are counted by type, under both addresses, for every caller', async () => {
    const counts = async (query: string, as = platform.acme, alias = 'atm') =>
      (await get(`/api/journal-events/${alias}/${idOf('A-1')}/counts${query}`, as)).body
    const day = [
      { eventType: 'ATM_IN_SERVICE', eventCount: 1 },
      { eventType: 'CARD_READER_FAIL', eventCount: 1 },
      { eventType: 'CASSETTE_LOW', eventCount: 1 },
    ]
    expect(await counts('')).toEqual(day)
    expect(await counts('', platform.acme, 'device')).toEqual(day)
    expect(await counts('', platform.beta)).toEqual(day)
    expect(await counts('?hoursBack=31')).toContainEqual({ eventType: 'APPLICATION_ERROR_CARD', eventCount: 1 })
    expect(await counts('?hoursBack=-1')).toMatchObject({ status: 400, errors: [{ field: 'hoursBack' }] })
  })

  it('are listed newest first, under both addresses', async () => {
    const all = await list(`/api/journal-events/atm/${idOf('A-1')}`)
    expect(typesOf(all)).toEqual(['CASSETTE_LOW', 'CARD_READER_FAIL', 'ATM_IN_SERVICE', 'APPLICATION_ERROR_CARD'])
    expect(await list(`/api/journal-events/device/${idOf('A-1')}`)).toEqual(all)
    expect(typesOf(await list(`/api/journal-events/atm/${idOf('A-1')}/recent`))).toEqual([
      'CASSETTE_LOW',
      'CARD_READER_FAIL',
      'ATM_IN_SERVICE',
    ])
    expect(typesOf(await list(`/api/journal-events/device/${idOf('A-1')}/recent?hoursBack=48`))).toHaveLength(4)
    expect(typesOf(await list(`/api/journal-events/atm/${idOf('A-1')}/recent?hoursBack=0`))).toEqual([])
    expect(typesOf(await list(`/api/journal-events/atm/${idOf('A-1')}/card-reader`))).toEqual([
      'CARD_READER_FAIL',
      'APPLICATION_ERROR_CARD',
    ])
    expect(typesOf(await list(`/api/journal-events/device/${idOf('A-1')}/cassette`))).toEqual(['CASSETTE_LOW'])
  })

  it('are not scoped by institution, and an unknown ATM has none', async () => {
    expect(typesOf(await list(`/api/journal-events/atm/${idOf('A-2')}`, platform.beta))).toEqual(['POWER_OFF'])
    expect(await list('/api/journal-events/atm/999999')).toEqual([])
  })

  it('come page by page, filtered and sorted', async () => {
    const path = `/api/journal-events/atm/${idOf('A-1')}/paginated`
    const first = await get(`${path}?size=2`)
    expect(first.body).toMatchObject({
      totalElements: 4,
      totalPages: 2,
      number: 0,
      size: 2,
      numberOfElements: 2,
      first: true,
      last: false,
      empty: false,
    })
    expect(typesOf(Object(first.body).content)).toEqual(['CASSETTE_LOW', 'CARD_READER_FAIL'])
    expect(typesOf(Object((await get(`${path}?size=2&page=1&hoursBack=24`)).body).content)).toEqual(['ATM_IN_SERVICE'])
    const filtered = await get(
      `${path}?sort=eventTime,asc&eventTypes=CARD_READER_FAIL&eventTypes=APPLICATION_ERROR_CARD&eventTypes=NONE`,
    )
    expect(typesOf(Object(filtered.body).content)).toEqual(['APPLICATION_ERROR_CARD', 'CARD_READER_FAIL'])
    expect(Object((await get(`${path}?eventTypes=NONE`)).body)).toMatchObject({ totalElements: 0, empty: true })
    expect((await get(`${path.replace('/atm/', '/device/')}?size=1`)).body).toMatchObject({ totalElements: 4 })
  })

  it.each([
    ['hoursBack=-1', 'hoursBack'],
    ['hoursBack=8785', 'hoursBack'],
    ['hoursBack=x', 'hoursBack'],
    ['sort=message,asc', 'sort[0]'],
    ['page=-1', 'page'],
    ['size=0', 'size'],
  ])('are refused with %s', async (query, field) => {
    const answer = await get(`/api/journal-events/atm/1/paginated?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ field }] })
  })

  it('need an id that is a number, and a role that reads', async () => {
    expect((await get('/api/journal-events/atm/A-1')).status).toBe(400)
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    expect((await get('/api/journal-events/atm/1', agent)).status).toBe(403)
    expect((await platform.ask('GET', '/incident/api/journal-events/atm/1')).status).toBe(401)
  })

  it('say what is in the cassettes', async () => {
    const inventory = await get(`/api/journal-events/atm/${idOf('A-1')}/cassette-inventory`, platform.beta)
    expect(inventory.body).toMatchObject({
      atmId: idOf('A-1'),
      deviceId: idOf('A-1'),
      agentAtmId: 'A-1',
      asOf: '2026-11-20T11:55:00.000Z',
      cassettes: [
        { cassetteNo: '1', currency: 'EUR', denomination: 20, currentCount: 3, status: 'LOW', capacity: null },
        { cassetteNo: '2', denomination: 0.5, currentCount: 7, status: 'OK' },
      ],
      totals: [{ currency: 'EUR', amount: '63.50' }],
    })
    expect((await get(`/api/journal-events/device/${idOf('B-1')}/cassette-inventory`)).body).toMatchObject({
      asOf: null,
      cassettes: [],
      totals: [],
    })
    expect((await get('/api/journal-events/atm/999999/cassette-inventory')).status).toBe(404)
  })
})

describe('the events of the fleet', () => {
  it('are those of the caller’s institutions', async () => {
    expect(typesOf(await list('/api/journal-events/activity'))).toEqual([
      'POWER_OFF',
      'CASSETTE_LOW',
      'CARD_READER_FAIL',
      'ATM_IN_SERVICE',
    ])
    expect(typesOf(await list('/api/journal-events/activity?hoursBack=48'))).toHaveLength(5)
    expect(typesOf(await list('/api/journal-events/activity', platform.beta))).toEqual(['DISPENSER_JAM'])
    expect(typesOf(await list('/api/journal-events/activity', platform.admin))).toHaveLength(5)
    expect(await list('/api/journal-events/activity', platform.outsider)).toEqual([])
    expect((await get('/api/journal-events/activity?hoursBack=8785')).status).toBe(400)
  })

  it.each(['24', '25'])('are counted over %s hours as they are listed', async (hoursBack) => {
    const counts = await get(`/api/journal-events/activity?view=counts&hoursBack=${hoursBack}`)
    expect(counts.body).toEqual({
      total: 4,
      byType: ['ATM_IN_SERVICE', 'CARD_READER_FAIL', 'CASSETTE_LOW', 'POWER_OFF'].map((eventType) => ({
        eventType,
        eventCount: 1,
      })),
      topAtms: [
        { atmId: platform.atmIds.get('A-1'), deviceId: platform.atmIds.get('A-1'), agentAtmId: 'A-1', eventCount: 3 },
        { atmId: platform.atmIds.get('A-2'), deviceId: platform.atmIds.get('A-2'), agentAtmId: 'A-2', eventCount: 1 },
      ],
    })
    expect(
      (await get(`/api/journal-events/activity?view=counts&hoursBack=${hoursBack}`, platform.admin)).body,
    ).toMatchObject({
      total: 5,
    })
    expect(
      (await get(`/api/journal-events/activity?view=counts&hoursBack=${hoursBack}`, platform.outsider)).body,
    ).toEqual({
      total: 0,
      byType: [],
      topAtms: [],
    })
  })

  it('have a picture by category, in buckets of 30 minutes', async () => {
    const { body } = await get('/api/journal-events/series')
    const { from, categories } = Object(body)
    expect(from).toBe('2026-11-19T12:30:00.000Z')
    expect(categories.map(({ category }: { category: string }) => category)).toEqual([
      'HARDWARE',
      'CASH',
      'NETWORK',
      'POWER',
      'AUTH',
      'SYSTEM',
      'OTHER',
    ])
    expect(categories[0].counts).toHaveLength(48)
    expect(categories[1].counts[46]).toBe(1)
    expect(categories.map(({ total }: { total: number }) => total)).toEqual([1, 1, 0, 1, 0, 0, 1])
  })

  it('have inventories by ATM', async () => {
    expect(await list('/api/journal-events/fleet/cassette-inventory')).toMatchObject([
      { agentAtmId: 'A-1', totals: [{ amount: '63.50' }] },
    ])
    expect(await list('/api/journal-events/fleet/cassette-inventory', platform.beta)).toEqual([])
  })

  it('are of 27 known types in 8 groups', async () => {
    const types = Object((await get('/api/event-types')).body)
    expect(types).toHaveLength(27)
    expect(new Set(types.map(({ group }: { group: string }) => group)).size).toBe(8)
    expect(types[0]).toEqual({ eventType: 'POWER_OFF', category: 'POWER', group: 'Power and network' })
  })
})
