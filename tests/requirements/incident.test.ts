import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postEvents } from './events.ts'
import { registerAtms, TIME_ZONE } from './journals.ts'
import { at, type BothCalls, checkRows, each, openRequirements, type RequirementsPlatform, refused } from './table.ts'

const NOW = '2026-11-20T10:00:00.000Z'
let platform: RequirementsPlatform

/** The events of ATM 1 in the order in which they occur. */
const EVENTS = [
  ['APPLICATION_ERROR_CARD', '2026-11-19T09:59:59.999Z'],
  ['CARD_READER_FAIL', '2026-11-19T10:00:00.000Z'],
  ['CASSETTE_ABNORMAL', '2026-11-20T08:00:00.000Z'],
  ['CASSETTE_LOW', '2026-11-20T09:00:00.000Z'],
  ['CASSETTE_EMPTY', '2026-11-20T09:00:00.000Z'],
  ['POWER_OFF', '2026-11-20T09:30:00.000Z'],
] as const
const NEWEST_FIRST = ['POWER_OFF', 'CASSETTE_EMPTY', 'CASSETTE_LOW', 'CASSETTE_ABNORMAL', 'CARD_READER_FAIL']
const ALL = [...NEWEST_FIRST, 'APPLICATION_ERROR_CARD']
const INVENTORY = [{ cassetteNo: '1', type: 'NOTES', currency: 'ETB', denomination: 100, currentCount: 7 }]

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
  await registerAtms(platform, 'ACME', ['E-1'])
  for (const [eventType, instant] of EVENTS) {
    platform.clock.set(instant)
    await postEvents(platform, [{ agentAtmId: 'E-1', institutionKey: 'ACME', eventType }])
  }
  platform.clock.set(NOW)
  const body = { agentAtmId: 'E-2', institutionKey: 'BETA', eventType: 'CASSETTE_LOW', cassettes: INVENTORY }
  await platform.prepare(null, {
    call: 'POST /incident/api/internal/journal-events',
    body,
    internal: true,
    status: 201,
  })
})
afterAll(() => platform.close())

const EVENTS_PATH = '/incident/api/journal-events'
const acme = { institutions: ['ACME'] }
const types = each('eventType')

const paginated = (parameters: string, variables: Record<string, unknown>): BothCalls => ({
  rest: { call: `GET ${EVENTS_PATH}/atm/1/paginated${parameters}`, value: (body) => types(at('content')(body)) },
  graph: {
    query: `query ($page: Int, $size: Int, $sort: [String!], $hoursBack: Int, $eventTypes: [String!]) {
      atmJournalEvents(atmId: 1, page: $page, size: $size, sort: $sort, hoursBack: $hoursBack, eventTypes: $eventTypes)
        {
        content { eventType } } }`,
    variables,
    value: (data) => types(at('atmJournalEvents.content')(data)),
  },
})
const CASSETTES = ['CASSETTE_LOW', 'CASSETTE_EMPTY']

checkRows('Incident service: GET /api/journal-events/atm/{atmId}/paginated', () => platform, [
  { requirement: 'newest first, of one moment the last one first', as: acme, ...paginated('', {}), expected: ALL },
  {
    requirement: 'sort=eventTime,desc',
    as: acme,
    ...paginated('?sort=eventTime,desc', { sort: ['eventTime,desc'] }),
    expected: ALL,
  },
  {
    requirement: 'sort=eventTime,asc, page and size',
    as: acme,
    ...paginated('?sort=eventTime,asc&page=0&size=3', { sort: ['eventTime,asc'], page: 0, size: 3 }),
    expected: ['APPLICATION_ERROR_CARD', 'CARD_READER_FAIL', 'CASSETTE_ABNORMAL'],
  },
  {
    requirement: 'page 1 of size 4',
    as: acme,
    ...paginated('?page=1&size=4', { page: 1, size: 4 }),
    expected: ['CARD_READER_FAIL', 'APPLICATION_ERROR_CARD'],
  },
  {
    requirement: 'hoursBack=24: an event of 24 hours ago is in, one a millisecond older is not',
    as: acme,
    ...paginated('?hoursBack=24', { hoursBack: 24 }),
    expected: NEWEST_FIRST,
  },
  {
    requirement: 'eventTypes, the key repeated once per type',
    as: acme,
    ...paginated('?eventTypes=CASSETTE_LOW&eventTypes=CASSETTE_EMPTY', { eventTypes: CASSETTES }),
    expected: ['CASSETTE_EMPTY', 'CASSETTE_LOW'],
  },
  {
    requirement: 'eventTypes: of one type',
    as: acme,
    ...paginated('?eventTypes=POWER_OFF', { eventTypes: ['POWER_OFF'] }),
    expected: ['POWER_OFF'],
  },
  {
    requirement: 'eventTypes: a type that is not known matches nothing',
    as: acme,
    ...paginated('?eventTypes=NO_SUCH_TYPE', { eventTypes: ['NO_SUCH_TYPE'] }),
    expected: [],
  },
  {
    requirement: 'hoursBack=0: nothing that occurred before now',
    as: acme,
    ...paginated('?hoursBack=0', { hoursBack: 0 }),
    expected: [],
  },
  {
    requirement: 'hoursBack=8784, a year and a day, is the most',
    as: acme,
    ...paginated('?hoursBack=8784', { hoursBack: 8_784 }),
    expected: ALL,
  },
  {
    requirement: 'hoursBack=8785 is refused',
    as: acme,
    ...paginated('?hoursBack=8785', { hoursBack: 8_785 }),
    expected: refused(400, 'hoursBack'),
  },
  {
    requirement: 'hoursBack is not negative',
    as: acme,
    ...paginated('?hoursBack=-1', { hoursBack: -1 }),
    expected: refused(400, 'hoursBack'),
  },
  {
    requirement: 'Rules 1: {atmId} is the numeric id, not the textual one',
    as: acme,
    rest: { call: `GET ${EVENTS_PATH}/atm/E-1/paginated` },
    expected: refused(400),
  },
  {
    requirement: 'Rules 3: the per-ATM reads filter by ATM only and do not apply institution scoping',
    as: { institutions: ['BETA'] },
    ...paginated('', {}),
    expected: ALL,
  },
])

const ofAtm = (path: string) => ({ call: `GET ${EVENTS_PATH}/atm/1${path}`, value: types })
const inGraph = (parameters: string) => ({
  query: `{ atm(id: 1) { events${parameters} { eventType } } }`,
  value: (data: unknown) => types(at('atm.events')(data)),
})

checkRows('Incident service: reads of one ATM', () => platform, [
  { requirement: 'GET /atm/{atmId}: all events of the ATM', as: acme, rest: ofAtm(''), expected: ALL },
  {
    requirement: 'GET /recent: hoursBack is 24 by default',
    as: acme,
    rest: ofAtm('/recent'),
    graph: inGraph(''),
    expected: NEWEST_FIRST,
  },
  {
    requirement: 'GET /recent?hoursBack=1: an event of an hour ago is in',
    as: acme,
    rest: ofAtm('/recent?hoursBack=1'),
    graph: inGraph('(hoursBack: 1)'),
    expected: ['POWER_OFF', 'CASSETTE_EMPTY', 'CASSETTE_LOW'],
  },
  {
    requirement: 'GET /card-reader: card reader events',
    as: acme,
    rest: ofAtm('/card-reader'),
    graph: inGraph('(hoursBack: 100, eventTypes: ["CARD_READER_FAIL", "APPLICATION_ERROR_CARD"])'),
    expected: ['CARD_READER_FAIL', 'APPLICATION_ERROR_CARD'],
  },
  {
    requirement: 'GET /cassette: cassette events',
    as: acme,
    rest: ofAtm('/cassette'),
    graph: inGraph('(eventTypes: ["CASSETTE_LOW", "CASSETTE_EMPTY", "CASSETTE_ABNORMAL"])'),
    expected: ['CASSETTE_EMPTY', 'CASSETTE_LOW', 'CASSETTE_ABNORMAL'],
  },
  {
    requirement: 'an ATM that is not known has no events',
    as: acme,
    rest: { call: `GET ${EVENTS_PATH}/atm/987654321` },
    graph: {
      query: '{ atmJournalEvents(atmId: 987654321) { content { eventType } } }',
      value: (data) => types(at('atmJournalEvents.content')(data)),
    },
    expected: [],
  },
  {
    requirement: 'GET /cassette-inventory: cassette inventory of the ATM',
    as: acme,
    rest: { call: `GET ${EVENTS_PATH}/atm/2/cassette-inventory`, value: at('totals') },
    graph: {
      query: '{ atmCassetteInventory(atmId: 2) { totals { currency amount } } }',
      value: at('atmCassetteInventory.totals'),
    },
    expected: [{ currency: 'ETB', amount: '700.00' }],
  },
])

describe('Rules 2: every /atm/{id}/... path has an identical /device/{id}/... alias', () => {
  it.each([
    '',
    '/paginated?size=3&eventTypes=POWER_OFF',
    '/recent',
    '/card-reader',
    '/cassette',
    '/cassette-inventory',
  ])('/device/{id}%s', async (path) => {
    const read = (under: string) => platform.rest(acme, { call: `GET ${EVENTS_PATH}/${under}/1${path}` })
    const answer = await read('atm')
    expect(JSON.stringify(answer)).not.toBe('[]')
    expect(await read('device')).toEqual(answer)
  })
})

const activity = (hoursBack: string): BothCalls => ({
  rest: { call: `GET ${EVENTS_PATH}/activity${hoursBack === '' ? '' : `?hoursBack=${hoursBack}`}`, value: types },
  graph: {
    query: `{ journalEventActivity${hoursBack === '' ? '' : `(hoursBack: ${hoursBack})`} { byType { eventType } } }`,
    value: (data) => types(at('journalEventActivity.byType')(data)),
  },
})
const asSet = (list: unknown) => new Set(Array.isArray(list) ? list : [])
const unordered = ({ rest, graph }: BothCalls): BothCalls => ({
  rest: { ...rest, value: (body) => asSet(rest.value?.(body)) },
  graph: { ...graph, value: (data) => asSet(graph.value?.(data)) },
})
const inventories: BothCalls = {
  rest: { call: `GET ${EVENTS_PATH}/fleet/cassette-inventory`, value: each('agentAtmId') },
  graph: {
    query: '{ fleetCassetteInventory { agentAtmId } }',
    value: (data) => each('agentAtmId')(at('fleetCassetteInventory')(data)),
  },
}

checkRows('Rules 3: /activity and /fleet/cassette-inventory are institution-scoped', () => platform, [
  {
    requirement: 'activity: 24 hours by default',
    as: acme,
    ...unordered(activity('')),
    expected: new Set(NEWEST_FIRST),
  },
  {
    requirement: 'activity: hoursBack=24 includes an event of 24 hours ago and no older one',
    as: acme,
    ...unordered(activity('24')),
    expected: new Set(NEWEST_FIRST),
  },
  {
    requirement: 'activity: hoursBack=25',
    as: acme,
    ...unordered(activity('25')),
    expected: new Set(ALL),
  },
  { requirement: 'activity: newest first', as: acme, rest: activity('24').rest, expected: NEWEST_FIRST },
  {
    requirement: 'activity: of another institution',
    as: { institutions: ['BETA'] },
    ...activity('24'),
    expected: ['CASSETTE_LOW'],
  },
  { requirement: 'activity: of no institution', as: {}, ...activity('24'), expected: [] },
  { requirement: 'inventory: of the institution', as: { institutions: ['BETA'] }, ...inventories, expected: ['E-2'] },
  { requirement: 'inventory: of another institution', as: { institutions: ['GAMMA'] }, ...inventories, expected: [] },
])

const READS = [
  '/atm/1/paginated',
  '/atm/1',
  '/atm/1/recent',
  '/atm/1/card-reader',
  '/atm/1/cassette',
  '/atm/2/cassette-inventory',
  '/activity',
  '/fleet/cassette-inventory',
]
const GRAPH_READ = '{ journalEventActivity { total } }'

describe('Authentication 6: reading /api/journal-events/** requires a user role', () => {
  it.each(READS)('GET %s', async (path) => {
    const read = async (role: 'USER' | 'CUSTOMER' | 'ADMIN' | 'MSP_ADMIN' | 'BCOS_ADMIN' | 'AGENT' | null) => {
      const as = role === null ? {} : { as: await platform.whole.token({ role, institutions: ['ACME'] }) }
      return (await platform.whole.ask('GET', `${EVENTS_PATH}${path}`, as)).status
    }
    const statuses = []
    for (const role of ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT', null] as const)
      statuses.push(await read(role))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 403, 401])
  })
})

checkRows('Authentication 6: reading events in the graph', () => platform, [
  {
    requirement: 'an agent may not',
    as: { role: 'AGENT', institutions: ['ACME'] },
    graph: { query: GRAPH_READ },
    expected: refused(403),
  },
  { requirement: 'a caller needs a token', as: null, graph: { query: GRAPH_READ }, expected: refused(401) },
])
