import { afterAll, beforeAll } from 'vitest'
import { beat, CATEGORY_OF_TYPE, postEvents } from './events.ts'
import { NOW, registerAtms, TIME_ZONE, transactions, uploadJournals } from './journals.ts'
import { at, type BothCalls, checkRows, each, openRequirements, type RequirementsPlatform, refused } from './table.ts'

let platform: RequirementsPlatform

const manyAtms = Array.from({ length: 52 }, (_, n) => `T-${String(n + 1).padStart(2, '0')}`)
/** Events by ATM of the institution RANKED, whose ids are in this order and whose names are in the other. */
const RANKED = [
  ['R-7', 1],
  ['R-6', 2],
  ['R-5', 1],
  ['R-4', 3],
  ['R-3', 1],
  ['R-2', 1],
  ['R-1', 1],
] as const

const seedEvents = async () => {
  await postEvents(
    platform,
    CATEGORY_OF_TYPE.map(([eventType]) => ({ agentAtmId: eventType, institutionKey: `OF_${eventType}`, eventType })),
  )
  const mixed = ['DISPENSER_JAM', 'SELF_TEST_FAILED', 'DISPENSER_JAM', 'CASSETTE_LOW', 'CASSETTE_EMPTY']
  await postEvents(
    platform,
    mixed.map((eventType) => ({ agentAtmId: 'MIXED-1', institutionKey: 'MIXED', eventType })),
  )
  for (const [agentAtmId] of RANKED) await registerAtms(platform, 'RANKED', [agentAtmId])
  const ranked = RANKED.flatMap(([agentAtmId, count]) => Array.from({ length: count }, () => agentAtmId))
  await postEvents(
    platform,
    ranked.map((agentAtmId) => ({ agentAtmId, institutionKey: 'RANKED', eventType: 'SUPERVISOR_EXIT' })),
  )
  await registerAtms(platform, 'TIES', manyAtms)
  await postEvents(
    platform,
    manyAtms.map((agentAtmId) => ({ agentAtmId, institutionKey: 'TIES', eventType: 'SUPERVISOR_EXIT' })),
  )
  for (const [agentAtmId, instant] of [
    ['W-OUT', '2026-11-19T21:29:59.999Z'],
    ['W-IN', '2026-11-19T21:30:00.000Z'],
  ] as const) {
    platform.clock.set(instant)
    await postEvents(platform, [{ agentAtmId, institutionKey: 'WINDOW', eventType: 'CASSETTE_LOW' }])
  }
  platform.clock.set(NOW)
}

const seedIncidents = async () => {
  for (const agentAtmId of ['I-OPEN', 'I-ACKNOWLEDGED', 'I-RESOLVED'])
    await postEvents(platform, [{ agentAtmId, institutionKey: 'INCIDENTS', eventType: 'CARD_READER_FAIL' }])
  const as = { role: 'ADMIN' as const }
  const call = 'GET /incident/api/incidents?sort=id,asc&size=200'
  const page = await platform.prepare(as, { call, value: at('content') })
  const incidents = Array.isArray(page) ? page : []
  const idOf = (agentAtmId: string) => incidents.find((one) => one.agentAtmId === agentAtmId).id
  await platform.prepare(as, { call: `PATCH /incident/api/incidents/${idOf('I-ACKNOWLEDGED')}/acknowledge` })
  await platform.prepare(as, { call: `PATCH /incident/api/incidents/${idOf('I-RESOLVED')}/resolve` })
}

/** Two gaps of G-1, one of G-2, and one of G-3 whose file was asked for. */
const seedGaps = async () => {
  const firstDays = [
    ['G-1', '2026-11-18'],
    ['G-2', '2026-11-19'],
    ['G-3', '2026-11-19'],
  ] as const
  await registerAtms(platform, 'GAPS', ['G-1', 'G-2', 'G-3'])
  await uploadJournals(
    platform,
    firstDays.map(([agentAtmId, day]) => [agentAtmId, day, transactions(day, 1)]),
  )
  await platform.runJob('journal.gap-detection')
  const call = 'GET /journal/api/journal/gaps?agentAtmId=G-3'
  const id = await platform.prepare(of('GAPS'), { call, value: at('0.id') })
  await platform.prepare(of('GAPS'), { call: `PUT /journal/api/journal/gaps/${id}/request-fetch` })
}

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
  await registerAtms(platform, 'THIRDS', ['C-1', 'C-2', 'C-3'])
  await beat(platform, 'THIRDS', 'C-1', '2026-11-20T21:15:00.000Z')
  await beat(platform, 'THIRDS', 'C-2', '2026-11-20T21:14:59.999Z')
  await seedEvents()
  await seedIncidents()
  await seedGaps()
})
afterAll(() => platform.close())

const of = (institution: string) => ({ institutions: [institution] })

const health = (selection: string, path: string, value = (picked: unknown) => picked): BothCalls => ({
  rest: { call: 'GET /analytics/api/analytics/fleet-health', value: (body) => value(at(path)(body)) },
  graph: {
    query: `{ fleetHealth { ${selection} } }`,
    value: (data) => value(at(`fleetHealth.${path}`)(data)),
  },
})

const NO_EVENTS = { HARDWARE: 0, CASH: 0, NETWORK: 0, POWER: 0, AUTH: 0, SYSTEM: 0, OTHER: 0 }
/** The names of the graph are those of REST in small letters. */
const inCapitals = (breakdown: unknown) =>
  Object.fromEntries(Object.entries(Object(breakdown)).map(([category, count]) => [category.toUpperCase(), count]))
const breakdown = health(
  'eventBreakdown { hardware cash network power auth system other }',
  'eventBreakdown',
  inCapitals,
)

checkRows('Event type to category mapping', () => platform, [
  ...CATEGORY_OF_TYPE.map(([eventType, category]) => ({
    requirement: `${eventType} is counted as ${category}`,
    as: of(`OF_${eventType}`),
    ...breakdown,
    expected: { ...NO_EVENTS, [category]: 1 },
  })),
  {
    requirement:
      'Event breakdown: seeded with HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM, OTHER, all 0, and nothing else',
    as: of('NOBODY'),
    ...breakdown,
    expected: NO_EVENTS,
  },
  {
    requirement: 'Event breakdown: incremented with each event, of one type or of several of a category',
    as: of('MIXED'),
    ...breakdown,
    expected: { ...NO_EVENTS, HARDWARE: 3, CASH: 2 },
  },
  {
    requirement: 'Event breakdown: OPERATIONS is never produced',
    as: of('NOBODY'),
    graph: { query: '{ fleetHealth { eventBreakdown { operations } } }' },
    expected: refused(400),
  },
  {
    requirement:
      'Event window of fleet health, hoursBack=24: an event of 24 hours ago counts, one a millisecond older does not',
    as: of('WINDOW'),
    ...breakdown,
    expected: { ...NO_EVENTS, CASH: 1 },
  },
])

const connectivity = health(
  'connectivity { total connected disconnected neverConnected connectivityPct }',
  'connectivity',
)
const problematic = (field: string) => health(`topProblematicAtms { ${field} }`, 'topProblematicAtms', each(field))

checkRows('Fleet health response', () => platform, [
  {
    requirement: 'Connectivity: connectivityPct = connected * 100.0 / total, not rounded',
    as: of('THIRDS'),
    ...connectivity,
    expected: { total: 3, connected: 1, disconnected: 1, neverConnected: 1, connectivityPct: 33.333333333333336 },
  },
  {
    requirement: 'Connectivity: connectivityPct is 0 when total is 0',
    as: of('NOBODY'),
    ...connectivity,
    expected: { total: 0, connected: 0, disconnected: 0, neverConnected: 0, connectivityPct: 0 },
  },
  {
    requirement: 'topProblematicAtms: by count descending, ties by atmId, first 5 of 7',
    as: of('RANKED'),
    ...problematic('agentAtmId'),
    expected: ['R-4', 'R-6', 'R-7', 'R-5', 'R-3'],
  },
  {
    requirement: 'topProblematicAtms: eventCount',
    as: of('RANKED'),
    ...problematic('eventCount'),
    expected: [3, 2, 1, 1, 1],
  },
  {
    requirement: 'topProblematicAtms: 5 entries of 52 ATMs that all have one event',
    as: of('TIES'),
    ...problematic('agentAtmId'),
    expected: ['T-01', 'T-02', 'T-03', 'T-04', 'T-05'],
  },
  {
    requirement: 'topProblematicAtms: deviceId is an alias of atmId',
    as: of('RANKED'),
    ...health('topProblematicAtms { atmId deviceId }', 'topProblematicAtms', (atms) =>
      Array.isArray(atms) ? atms.map(({ atmId, deviceId }) => typeof atmId === 'number' && atmId === deviceId) : atms,
    ),
    expected: [true, true, true, true, true],
  },
  {
    requirement: 'topProblematicAtms: of the last 24 hours',
    as: of('WINDOW'),
    ...problematic('agentAtmId'),
    expected: ['W-IN'],
  },
  {
    requirement: 'Open incidents: the number of incidents returned as open, acknowledged ones among them',
    as: of('INCIDENTS'),
    ...health('openIncidents', 'openIncidents'),
    expected: 2,
  },
  {
    requirement: 'ATMs with journal gaps: distinct atmId among OPEN gaps, not among those whose file was asked for',
    as: of('GAPS'),
    ...health('atmsWithGaps', 'atmsWithGaps'),
    expected: 2,
  },
])

/** The ATMs with the most events of 24 hours, as the dashboards ask for them. */
const activity = {
  rest: {
    call: 'GET /incident/api/journal-events/activity?hoursBack=24&view=counts',
    value: (body: unknown) => each('agentAtmId')(at('topAtms')(body)),
  },
  graph: {
    query: '{ journalEventActivity(hoursBack: 24) { topAtms { agentAtmId } } }',
    value: (data: unknown) => each('agentAtmId')(at('journalEventActivity.topAtms')(data)),
  },
}

checkRows('Events of 24 hours by ATM: the first 50', () => platform, [
  {
    requirement: 'of 52 ATMs with one event each, ties by atmId',
    as: of('TIES'),
    ...activity,
    expected: manyAtms.slice(0, 50),
  },
  {
    requirement: 'most first, ties by atmId',
    as: of('RANKED'),
    ...activity,
    expected: ['R-4', 'R-6', 'R-7', 'R-5', 'R-3', 'R-2', 'R-1'],
  },
])

const openIncidents = health('openIncidents', 'openIncidents')

checkRows('Analytics service: access to fleet-health', () => platform, [
  {
    requirement: 'the downstream calls are made with the token of the caller: its scope is theirs',
    as: of('GAPS'),
    ...openIncidents,
    expected: 0,
  },
  { requirement: 'Errors: missing token', as: null, ...openIncidents, expected: refused(401) },
])
