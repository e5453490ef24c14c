import { afterAll, beforeAll } from 'vitest'
import { NOW, TIME_ZONE, TODAY } from './journals.ts'
import { checkRows, openRequirements, type RequirementsPlatform, refused } from './table.ts'

let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE, start: false, down: ['incident', 'journal'] })
})
afterAll(() => platform.close())

const HEALTH = `{ fleetHealth { connectivity { total connected disconnected neverConnected connectivityPct }
  eventBreakdown { HARDWARE: hardware CASH: cash NETWORK: network POWER: power AUTH: auth SYSTEM: system OTHER: other }
  topProblematicAtms { atmId } openIncidents atmsWithGaps degradedSources generatedAt } }`
const COVERAGE = `{ journalCoverage { dailyVolume { date total successful failed } openGapsTotal atmsWithGaps { atmId }
  parseSuccessRateToday approvalRateToday topAtmsByVolume { atmId } degradedSources } }`

checkRows('Errors: downstream failure inside journal coverage or fleet health, no error', () => platform, [
  {
    requirement: 'fleet health is zeros when no service answers',
    as: { institutions: ['ACME'] },
    rest: { call: 'GET /analytics/api/analytics/fleet-health' },
    graph: { query: HEALTH },
    expected: {
      generatedAt: '2026-11-20T21:30:00.000Z',
      connectivity: { total: 0, connected: 0, disconnected: 0, neverConnected: 0, connectivityPct: 0 },
      eventBreakdown: { HARDWARE: 0, CASH: 0, NETWORK: 0, POWER: 0, AUTH: 0, SYSTEM: 0, OTHER: 0 },
      topProblematicAtms: [],
      openIncidents: 0,
      atmsWithGaps: 0,
      degradedSources: ['incident.atms', 'incident.activity', 'incident.incidents', 'journal.gaps'],
    },
  },
  {
    requirement: 'journal coverage is zeros when no service answers, with the one entry for today',
    as: { institutions: ['ACME'] },
    rest: { call: 'GET /analytics/api/analytics/journal-coverage' },
    graph: { query: COVERAGE },
    expected: {
      dailyVolume: [{ date: TODAY, total: 0, successful: 0, failed: 0 }],
      openGapsTotal: 0,
      atmsWithGaps: [],
      parseSuccessRateToday: 0,
      approvalRateToday: 0,
      topAtmsByVolume: [],
      degradedSources: ['journal.summary', 'journal.gaps', 'journal.topAtms'],
    },
  },
  {
    requirement: 'a missing token is refused all the same',
    as: null,
    rest: { call: 'GET /analytics/api/analytics/fleet-health' },
    graph: { query: HEALTH },
    expected: refused(401),
  },
])
