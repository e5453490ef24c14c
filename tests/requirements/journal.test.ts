import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Journal,
  NOW,
  registerAtms,
  seedVolumes,
  TIME_ZONE,
  TODAY,
  transactions,
  UTC_TODAY,
  uploadJournals,
} from './journals.ts'
import {
  type BothCalls,
  checkRows,
  each,
  openRequirements,
  type RequirementsPlatform,
  refused,
  schedule,
} from './table.ts'

let platform: RequirementsPlatform

const SMALL_FLEETS: readonly (readonly [institution: string, agentAtmId: string])[] = [
  ['ZERO', 'Z-ONE'],
  ['ZERO', 'Z-NONE'],
  ['NIGHT', 'N-1'],
]
const JOURNALS: readonly Journal[] = [
  ['Z-ONE', TODAY, transactions(TODAY, 1)],
  ['Z-NONE', TODAY, transactions(TODAY, 0, 0, 2)],
  ['Z-NONE', UTC_TODAY, transactions(UTC_TODAY, 0, 0, 1)],
  // The journal of the day before goes on past midnight: two files bring transactions of one local day.
  ['N-1', UTC_TODAY, transactions(UTC_TODAY, 2) + transactions(TODAY, 1, 2, 0, '512345XXXXXX0001')],
  ['N-1', TODAY, transactions(TODAY, 1, 3)],
]

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
  await seedVolumes(platform, 53)
  for (const [institution, agentAtmId] of SMALL_FLEETS) await registerAtms(platform, institution, [agentAtmId])
  await uploadJournals(platform, JOURNALS)
  await platform.registerJobs(TIME_ZONE.PLATFORM_TIME_ZONE)
})
afterAll(() => platform.close())

const of = (institution: string) => ({ institutions: [institution] })
const days = (from: string, to: string) => `dateFrom=${from}&dateTo=${to}`

/** The ids of top ATMs, or whatever field is asked for. */
const top = (parameters: Record<string, string | number>, field = 'atmId'): BothCalls => ({
  rest: {
    call: `GET /journal/api/journal/transactions/top-atms?${new URLSearchParams(
      Object.entries(parameters).map(([key, value]) => [key, String(value)]),
    )}`,
    value: each(field),
  },
  graph: {
    query: `query ($dateFrom: Date, $dateTo: Date, $limit: Int)
      { topAtms(dateFrom: $dateFrom, dateTo: $dateTo, limit: $limit) { ${field} } }`,
    variables: parameters,
    value: (data) => each(field)(Object(data).topAtms),
  },
})

/** ATMs 2 and 3 first, as they have more transactions, then the others by their ids. */
const first = (count: number) => [2, 3, 1, ...Array.from({ length: 50 }, (_, n) => n + 4)].slice(0, count)

checkRows('Limits: top-atms page size, capped at 50, journal service', () => platform, [
  ...(
    [
      [1, 1],
      [49, 49],
      [50, 50],
      [51, 50],
      [53, 50],
      [5000, 50],
    ] as const
  ).map(([limit, shown]) => ({
    requirement: `limit=${limit} gives ${shown} of 53 ATMs, most first, ties by atmId`,
    as: of('ACME'),
    ...top({ limit }),
    expected: first(shown),
  })),
  { requirement: 'without a limit 10', as: of('ACME'), ...top({}), expected: first(10) },
  { requirement: 'limit=0 is refused', as: of('ACME'), ...top({ limit: 0 }), expected: refused(400, 'limit') },
  { requirement: 'limit=-1 is refused', as: of('ACME'), ...top({ limit: -1 }), expected: refused(400, 'limit') },
  { requirement: 'transactionCount', as: of('ACME'), ...top({ limit: 4 }, 'transactionCount'), expected: [3, 2, 1, 1] },
  {
    requirement: 'scoped to the institution of the caller',
    as: of('NIGHT'),
    ...top({}, 'agentAtmId'),
    expected: ['N-1'],
  },
  {
    requirement: 'an ATM without a counted transaction is none of the top ones (one day)',
    as: of('ZERO'),
    ...top({}, 'agentAtmId'),
    expected: ['Z-ONE'],
  },
  {
    requirement: 'an ATM without a counted transaction is none of the top ones (several days)',
    as: of('ZERO'),
    ...top({ dateFrom: '2026-11-20', dateTo: '2026-11-21' }, 'agentAtmId'),
    expected: ['Z-ONE'],
  },
  {
    requirement: 'an ATM without a counted transaction is none of the top ones (several institutions)',
    as: { institutions: ['ZERO', 'NIGHT'] },
    ...top({}, 'agentAtmId'),
    expected: ['N-1', 'Z-ONE'],
  },
  {
    requirement: 'an ATM without a counted transaction is none of the top ones (all institutions, one day)',
    as: { role: 'ADMIN' },
    ...top({ dateFrom: '2026-11-20', dateTo: '2026-11-20' }, 'agentAtmId'),
    expected: ['N-1'],
  },
])

const summary = (parameters: string, variables: Record<string, string>): BothCalls => ({
  rest: { call: `GET /journal/api/journal/transactions/summary${parameters}` },
  graph: {
    query: `query ($dateFrom: Date, $dateTo: Date)
      { journalSummary(dateFrom: $dateFrom, dateTo: $dateTo) { total successful failed } }`,
    variables,
  },
})
const oneDay = (day: string) => summary(`?${days(day, day)}`, { dateFrom: day, dateTo: day })

checkRows('Journal summary: total, successful (approved), failed (declined)', () => platform, [
  {
    requirement: 'of a day that two files report, the counts of both are added up',
    as: of('NIGHT'),
    ...oneDay('2026-11-21'),
    expected: { total: 7, successful: 2, failed: 5 },
  },
  {
    requirement: 'of the day before',
    as: of('NIGHT'),
    ...oneDay('2026-11-20'),
    expected: { total: 2, successful: 2, failed: 0 },
  },
  {
    requirement: 'undecided transactions are in neither count',
    as: of('ZERO'),
    ...oneDay('2026-11-21'),
    expected: { total: 1, successful: 1, failed: 0 },
  },
  {
    requirement: 'both dates are today when left out, in the time zone of the platform',
    as: of('NIGHT'),
    ...summary('', {}),
    expected: { total: 7, successful: 2, failed: 5 },
  },
  {
    requirement: 'both dates are inclusive',
    as: of('NIGHT'),
    ...summary(`?${days('2026-11-20', '2026-11-21')}`, { dateFrom: '2026-11-20', dateTo: '2026-11-21' }),
    expected: { total: 9, successful: 4, failed: 5 },
  },
  {
    requirement: 'zeros where there is nothing',
    as: of('NOBODY'),
    ...summary('', {}),
    expected: { total: 0, successful: 0, failed: 0 },
  },
])

checkRows('Errors: missing or invalid token on any service, journal service', () => platform, [
  { requirement: 'summary', as: null, ...summary('', {}), expected: refused(401) },
  { requirement: 'top-atms', as: null, ...top({}), expected: refused(401) },
])

const PAGE = 'totalElements totalPages number size numberOfElements first last empty'
const page = (query: string, variables: Record<string, unknown>): BothCalls => ({
  rest: { call: `GET /journal/api/journal/files${query}`, value: withoutContent },
  graph: {
    query: `query ($page: Int, $size: Int) { journalFiles(page: $page, size: $size) { ${PAGE} } }`,
    variables,
  },
})
function withoutContent(body: unknown) {
  const { content, ...rest } = Object(body)
  return rest
}
const whole = { totalElements: 53, numberOfElements: 20, first: true, last: false, empty: false }

checkRows('Pages: flat, from 0, 20 by default, 200 at most', () => platform, [
  {
    requirement: 'the first',
    as: of('ACME'),
    ...page('', {}),
    expected: { ...whole, totalPages: 3, number: 0, size: 20 },
  },
  {
    requirement: 'the last',
    as: of('ACME'),
    ...page('?page=2', { page: 2 }),
    expected: { ...whole, totalPages: 3, number: 2, size: 20, numberOfElements: 13, first: false, last: true },
  },
  {
    requirement: 'one past the last',
    as: of('ACME'),
    ...page('?page=3', { page: 3 }),
    expected: {
      ...whole,
      totalPages: 3,
      number: 3,
      size: 20,
      numberOfElements: 0,
      first: false,
      last: true,
      empty: true,
    },
  },
  ...[200, 201].map((size) => ({
    requirement: `size=${size} is 200`,
    as: of('ACME'),
    ...page(`?size=${size}`, { size }),
    expected: { ...whole, totalPages: 1, number: 0, size: 200, numberOfElements: 53, last: true },
  })),
  { requirement: 'size=0', as: of('ACME'), ...page('?size=0', { size: 0 }), expected: refused(400, 'size') },
  { requirement: 'page=-1', as: of('ACME'), ...page('?page=-1', { page: -1 }), expected: refused(400, 'page') },
])

checkRows('Schedules, at 21:30 UTC', () => platform, [
  schedule('Limits: gap detection, daily 06:00 UTC', 'journal.gap-detection', {
    schedule: '0 6 * * *',
    timeZone: 'UTC',
    nextRunAt: '2026-11-21T06:00:00.000Z',
  }),
  schedule('Limits: hot/cold boundary of transactions, moved daily at 02:00 UTC', 'journal.hot-to-cold', {
    schedule: '0 2 * * *',
    timeZone: 'UTC',
    nextRunAt: '2026-11-21T02:00:00.000Z',
  }),
  schedule('Journal gap: requests without a file are opened again, hourly', 'journal.gap-reopen', {
    schedule: '0 * * * *',
    timeZone: 'UTC',
    nextRunAt: '2026-11-20T22:00:00.000Z',
  }),
])

it('Limits: hot/cold boundary of transactions, 90 days: a month moves when all of it is older than that', async () => {
  // The 1st of September is 90 days before the 30th of November; for ATMs west of Greenwich that day begins later.
  platform.clock.set('2026-11-30T02:00:00Z')
  expect(await platform.runJob('journal.hot-to-cold')).toBe('0 months moved from hot to cold')
  platform.clock.set('2026-12-01T02:00:00Z')
  expect(await platform.runJob('journal.hot-to-cold')).toBe('1 months moved from hot to cold')
  platform.clock.set(NOW)
})
