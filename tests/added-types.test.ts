import { afterAll, beforeAll, expect, it } from 'vitest'
import { analyticsService } from '../subgraphs/analytics/service.ts'
import { incidentService } from '../subgraphs/incident/service.ts'
import { journalService } from '../subgraphs/journal/service.ts'
import { openTestPlatform, type TestPlatform } from './support/platform.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform([analyticsService, incidentService, journalService], {
    now: '2026-11-20T12:00:00Z',
  })
})

afterAll(() => platform.close())

it('An event of an added type, and one that was replayed, count as OTHER in the health of the fleet', async () => {
  const report = (eventType: string) =>
    platform.askInternal('POST', '/incident/api/internal/journal-events', {
      body: { agentAtmId: 'ATM-1', institutionKey: 'ACME', eventType },
    })
  const admin = await platform.token({ role: 'ADMIN' })
  expect(await report('SKIMMER_DETECTED')).toMatchObject({ status: 202 })
  const body = { eventType: 'SKIMMER_DETECTED' }
  expect(await platform.ask('POST', '/incident/api/event-types', { as: admin, body })).toMatchObject({ status: 201 })
  expect(await report('SKIMMER_DETECTED')).toMatchObject({ status: 201 })
  const stored = await report('DISPENSER_JAM')
  const url = '/incident/api/event-exceptions/replay?eventType=SKIMMER_DETECTED'
  expect(await platform.ask('POST', url, { as: admin })).toMatchObject({ status: 200, body: { replayed: 1 } })

  const as = await platform.token({ role: 'CUSTOMER', institutions: ['ACME'] })
  const health = await platform.ask('GET', '/analytics/api/analytics/fleet-health', { as })
  expect(health).toMatchObject({
    status: 200,
    body: {
      eventBreakdown: { HARDWARE: 1, CASH: 0, NETWORK: 0, POWER: 0, AUTH: 0, SYSTEM: 0, OTHER: 2 },
      topProblematicAtms: [{ atmId: Object(stored.body).atmId, eventCount: 3 }],
      degradedSources: [],
    },
  })
})
