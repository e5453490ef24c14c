import { afterAll, beforeAll } from 'vitest'
import {
  ACME_ATMS,
  NOW,
  registerAtms,
  seedGaps,
  seedVolumes,
  TIME_ZONE,
  TODAY,
  transactions,
  uploadJournals,
} from './journals.ts'
import { at, type BothCalls, checkRows, each, openRequirements, type RequirementsPlatform, refused } from './table.ts'

let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
  await seedVolumes(platform, 22)
  await seedGaps(platform)
  await registerAtms(platform, 'THIRDS', ['C-1'])
  await uploadJournals(platform, [['C-1', TODAY, transactions(TODAY, 1, 2, 1)]])
})
afterAll(() => platform.close())

const of = (institution: string) => ({ institutions: [institution] })

const coverage = (selection: string, path: string, value = (picked: unknown) => picked): BothCalls => ({
  rest: { call: 'GET /analytics/api/analytics/journal-coverage', value: (body) => value(at(path)(body)) },
  graph: {
    query: `{ journalCoverage { ${selection} } }`,
    value: (data) => value(at(`journalCoverage.${path}`)(data)),
  },
})

const idsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const withGaps = (field: string) => coverage(`atmsWithGaps { ${field} }`, 'atmsWithGaps', each(field))
const volumes = (field: string) => coverage(`topAtmsByVolume { ${field} }`, 'topAtmsByVolume', each(field))

checkRows('JournalCoverageResponse', () => platform, [
  {
    requirement: 'dailyVolume: always exactly one entry, for today in the time zone of the platform',
    as: of('ACME'),
    ...coverage('dailyVolume { date total successful failed }', 'dailyVolume'),
    expected: [{ date: TODAY, total: 25, successful: 25, failed: 0 }],
  },
  {
    requirement: 'dailyVolume: exactly one entry where there is nothing',
    as: of('NOBODY'),
    ...coverage('dailyVolume { date total successful failed }', 'dailyVolume'),
    expected: [{ date: TODAY, total: 0, successful: 0, failed: 0 }],
  },
  {
    requirement: 'openGapsTotal: number of OPEN gaps',
    as: of('ACME'),
    ...coverage('openGapsTotal', 'openGapsTotal'),
    expected: 25,
  },
  {
    requirement: 'atmsWithGaps: by count descending, ties by atmId, at most 20 entries of 22',
    as: of('ACME'),
    ...withGaps('atmId'),
    expected: [5, 6, ...idsFrom(1, 4), ...idsFrom(7, 20)],
  },
  {
    requirement: 'atmsWithGaps: the count of their open gaps',
    as: of('ACME'),
    ...withGaps('gapCount'),
    expected: [3, 2, ...Array.from({ length: 18 }, () => 1)],
  },
  {
    requirement: 'parseSuccessRateToday = successful * 100.0 / total, not rounded',
    as: of('THIRDS'),
    ...coverage('parseSuccessRateToday', 'parseSuccessRateToday'),
    expected: 33.333333333333336,
  },
  {
    requirement: 'parseSuccessRateToday: 0 when total is 0',
    as: of('NOBODY'),
    ...coverage('parseSuccessRateToday', 'parseSuccessRateToday'),
    expected: 0,
  },
  {
    requirement: 'topAtmsByVolume: top 10 for today of 22, ties by atmId',
    as: of('ACME'),
    ...volumes('agentAtmId'),
    expected: [2, 3, 1, ...idsFrom(4, 10)].map((id) => ACME_ATMS[id - 1]),
  },
  {
    requirement: 'topAtmsByVolume: transactionCount',
    as: of('ACME'),
    ...volumes('transactionCount'),
    expected: [3, 2, 1, 1, 1, 1, 1, 1, 1, 1],
  },
])

checkRows('Analytics service: access to journal-coverage', () => platform, [
  {
    requirement: 'the downstream calls are made with the token of the caller: its scope is theirs',
    as: of('THIRDS'),
    ...coverage('openGapsTotal', 'openGapsTotal'),
    expected: 0,
  },
  {
    requirement: 'Errors: missing token',
    as: null,
    ...coverage('openGapsTotal', 'openGapsTotal'),
    expected: refused(401),
  },
])
