import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runAs } from '../support/sql.ts'
import { postEvents } from './events.ts'
import { NOW, registerAtms, TIME_ZONE, TODAY, transactions, uploadJournals } from './journals.ts'
import { at, type BothCalls, checkRows, openRequirements, type RequirementsPlatform, type Row } from './table.ts'

let platform: RequirementsPlatform

const COUNTERS = [
  'day',
  'filesParsed',
  'transactions',
  'successful',
  'failed',
  'incidentsCreated',
  'incidentsResolved',
  'openIncidents',
]
const LATEST = '/analytics/api/analytics/snapshots/latest'
const latest = (...fields: readonly string[]): BothCalls => ({
  rest: { call: `GET ${LATEST}`, value: (body) => Object.fromEntries(fields.map((field) => [field, at(field)(body)])) },
  graph: { query: `{ latestSnapshot { ${fields.join(' ')} } }` },
})

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
  await registerAtms(platform, 'SNAP', ['S-1', 'S-2'])
  await uploadJournals(platform, [['S-1', TODAY, transactions(TODAY, 1, 2, 1)]])
  await uploadJournals(platform, [['S-2', TODAY, transactions(TODAY, 2, 3)]])
  const events = ['ATM_OUT_OF_SERVICE', 'ATM_IN_SERVICE', 'CARD_READER_FAIL', 'CARD_READER_FAIL']
  for (const eventType of events) await postEvents(platform, [{ agentAtmId: 'S-1', institutionKey: 'SNAP', eventType }])
  // A snapshot of an institution is taken at most once in ten seconds.
  let looks = 0
  const settled = async () => {
    looks += 1
    platform.clock.set(new Date(Date.parse(NOW) + looks * 10_000).toISOString())
    const own = await platform.rest(
      { institutions: ['SNAP'] },
      latest('filesParsed', 'incidentsCreated', 'incidentsResolved').rest,
    )
    expect(own).toEqual({ filesParsed: 2, incidentsCreated: 2, incidentsResolved: 1 })
    const fleet = await platform.rest({ role: 'ADMIN' }, latest('filesParsed', 'incidentsResolved').rest)
    expect(fleet).toEqual({ filesParsed: 2, incidentsResolved: 1 })
  }
  await vi.waitFor(settled, { timeout: 20_000, interval: 100 })
})
afterAll(() => platform.close())

const expected = {
  day: TODAY,
  filesParsed: 2,
  transactions: 9,
  successful: 3,
  failed: 5,
  incidentsCreated: 2,
  incidentsResolved: 1,
  openIncidents: 1,
}
const VALID = { category: 'TREND', severity: 'INFO', title: 'T', body: 'B' }

/** The link of a new insight, and whether it is that of the newest snapshot of the fleet. */
const publish: Pick<Row, 'rest' | 'graph'> = {
  rest: ({ id }) => ({
    call: 'POST /analytics/api/analytics/insights',
    body: VALID,
    status: 201,
    value: (body) => Object(body).snapshot_id === Number(id),
  }),
  graph: ({ id }) => ({
    query: 'mutation ($insight: InsightInput!) { publishInsight(insight: $insight) { snapshotId } }',
    variables: { insight: VALID },
    value: (data) => at('publishInsight.snapshotId')(data) === Number(id),
  }),
}

checkRows('Events 2: snapshots are built from parsed files and changes of incidents', () => platform, [
  {
    requirement: 'what the files and incidents of a day bring is added up, the day is that of the platform’s time zone',
    as: { institutions: ['SNAP'] },
    ...latest(...COUNTERS),
    expected,
  },
  { requirement: 'and so for the fleet', as: { role: 'ADMIN' }, ...latest(...COUNTERS), expected },
  {
    requirement: 'Publish request body: without snapshotId an insight links to the latest snapshot',
    as: { role: 'MSP_ADMIN', institutions: ['ANOTHER'] },
    given: async () => ({
      id: String(await platform.prepare({ role: 'ADMIN' }, { call: `GET ${LATEST}`, value: at('id') })),
    }),
    ...publish,
    expected: true,
  },
  {
    requirement: 'Publish request body: a snapshotId that does not exist is refused',
    as: { role: 'MSP_ADMIN' },
    rest: { call: 'POST /analytics/api/analytics/insights', body: { ...VALID, snapshotId: 987654321 } },
    graph: {
      query: 'mutation ($insight: InsightInput!) { publishInsight(insight: $insight) { snapshotId } }',
      variables: { insight: { ...VALID, snapshotId: 987654321 } },
    },
    expected: { refused: 400, says: expect.stringContaining('snapshotId') },
  },
])

it('Events 2 and 3: the topics have the names that the requirements give', async () => {
  const named = async () =>
    (await runAs(platform.whole.database.urls.superuser, ['select name from topics.topic order by name'])).map(
      ({ name }) => name,
    )
  await vi.waitFor(
    async () =>
      expect(await named()).toEqual(
        expect.arrayContaining([
          'analytics.snapshot-ready',
          'fleetops.incidents.created',
          'fleetops.incidents.resolved',
          'fleetops.incidents.updated',
          'journal.file-parsed',
          'journal.parse-requests.SNAP',
        ]),
      ),
    { timeout: 10_000, interval: 50 },
  )
  // Events 1: there is no topic for journal events, insights or vendors. What a service sends itself goes by its own
  // name.
  expect(
    (await named()).filter((name) => !/^(analytics|audit|fleetops\.incidents|journal)\./.test(String(name))),
  ).toEqual([])
  expect((await named()).filter((name) => /journal-event|insight|vendor|coverage|health/.test(String(name)))).toEqual(
    [],
  )
})
