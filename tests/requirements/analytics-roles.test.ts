import { afterAll, beforeAll } from 'vitest'
import { postEvents } from './events.ts'
import { NOW, registerAtms, TIME_ZONE, TODAY, transactions, uploadJournals } from './journals.ts'
import { at, type BothCalls, checkRows, openRequirements, pick, type RequirementsPlatform } from './table.ts'

let platform: RequirementsPlatform

/** One institution only, so that callers who see every institution have the same figures as those of this one. */
beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
  await registerAtms(platform, 'ACME', ['A-1', 'A-2'])
  await postEvents(platform, [{ agentAtmId: 'A-1', institutionKey: 'ACME', eventType: 'CARD_READER_FAIL' }])
  await uploadJournals(platform, [
    ['A-1', '2026-11-19', transactions('2026-11-19', 1)],
    ['A-1', TODAY, transactions(TODAY, 2, 1)],
  ])
  await platform.runJob('journal.gap-detection')
})
afterAll(() => platform.close())

/** A path on REST and a field of the graph that give the same. */
const both = (path: string, field: string, selection: string, value = (found: unknown) => found): BothCalls => ({
  rest: { call: `GET ${path}`, value },
  graph: { query: `{ ${field} { ${selection} } }`, value: (data) => value(at(field)(data)) },
})

const health = both(
  '/analytics/api/analytics/fleet-health',
  'fleetHealth',
  `connectivity { connected total } topProblematicAtms { agentAtmId eventCount }
    openIncidents atmsWithGaps degradedSources`,
  (body) => ({
    connectivity: pick('connected', 'total')(at('connectivity')(body)),
    topProblematicAtms: pick('agentAtmId', 'eventCount')(at('topProblematicAtms')(body)),
    ...Object(pick('openIncidents', 'atmsWithGaps', 'degradedSources')(body)),
  }),
)
const CALLERS_OWN = { connectivity: { connected: 1, total: 2 }, atmsWithGaps: 1 }
const ofUsers = {
  ...CALLERS_OWN,
  topProblematicAtms: [{ agentAtmId: 'A-1', eventCount: 1 }],
  openIncidents: 1,
  degradedSources: [],
}
/** Journal events and incidents are not for agents, and the calls are made with the token of the caller. */
const ofAgents = {
  ...CALLERS_OWN,
  topProblematicAtms: [],
  openIncidents: 0,
  degradedSources: ['incident.activity', 'incident.incidents'],
}

const coverage = both(
  '/analytics/api/analytics/journal-coverage',
  'journalCoverage',
  `dailyVolume { total successful failed } topAtmsByVolume { agentAtmId transactionCount }
    openGapsTotal degradedSources`,
  (body) => ({
    dailyVolume: pick('total', 'successful', 'failed')(at('dailyVolume')(body)),
    topAtmsByVolume: pick('agentAtmId', 'transactionCount')(at('topAtmsByVolume')(body)),
    ...Object(pick('openGapsTotal', 'degradedSources')(body)),
  }),
)
const summary = both('/journal/api/journal/transactions/summary', 'journalSummary', 'total successful failed')
const topAtms = both(
  '/journal/api/journal/transactions/top-atms',
  'topAtms',
  'agentAtmId transactionCount',
  pick('agentAtmId', 'transactionCount'),
)
const gaps = both(
  '/journal/api/journal/gaps',
  'journalGaps',
  'agentAtmId gapDate status',
  pick('agentAtmId', 'gapDate', 'status'),
)

const VOLUME = { total: 3, successful: 2, failed: 1 }
const TOP = [{ agentAtmId: 'A-1', transactionCount: 3 }]
const GAPS = [{ agentAtmId: 'A-1', gapDate: '2026-11-20', status: 'OPEN' }]
const COVERAGE = { dailyVolume: [VOLUME], topAtmsByVolume: TOP, openGapsTotal: 1, degradedSources: [] }

checkRows('Any authenticated caller, no role gate', () => platform, [
  ...(['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'] as const).flatMap((role) => {
    const as = { role, institutions: ['ACME'] }
    return [
      { requirement: `fleet-health; ${role}`, as, ...health, expected: role === 'AGENT' ? ofAgents : ofUsers },
      { requirement: `journal-coverage; ${role}`, as, ...coverage, expected: COVERAGE },
      { requirement: `GET transactions/summary; ${role}`, as, ...summary, expected: VOLUME },
      { requirement: `GET transactions/top-atms; ${role}`, as, ...topAtms, expected: TOP },
      { requirement: `GET gaps; ${role}`, as, ...gaps, expected: GAPS },
    ]
  }),
])
