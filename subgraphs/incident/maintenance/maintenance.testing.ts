import { afterEach, beforeEach, expect } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** The moment so many minutes after noon, when each test begins. */
export const at = (minutes: number) => new Date(NOON + minutes * 60_000)
export const iso = (minutes: number) => at(minutes).toISOString()

/** A platform for each test of a file, with a stopped clock, and what tests of maintenance windows ask of it. */
export const createMaintenanceTest = () => {
  let platform: TestPlatform
  let inspector: Inspector
  let acme: string

  beforeEach(async () => {
    platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z', isClockStopped: true })
    inspector = await openInspector(platform.database.urls.superuser)
    acme = await platform.token({ role: 'MSP_ADMIN', userId: '9', institutions: ['ACME'] })
  })
  afterEach(async () => {
    await inspector.close()
    await platform.close()
  })

  const post = async (agentAtmId: string, eventType: string, minutes: number) => {
    platform.clock.set(at(minutes))
    const body = { agentAtmId, institutionKey: 'ACME', eventType, eventTime: iso(minutes).slice(0, 19) }
    const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    expect(answer.status).toBe(201)
    return Number(Object(answer.body).atmId)
  }
  const runJob = (minutes: number, name = 'incident.maintenance') => {
    platform.clock.set(at(minutes))
    return platform.runJob(name)
  }
  const open = async (from: number, to: number, given: Record<string, unknown> = {}, as = acme) => {
    const body = { from: iso(from), to: iso(to), reason: 'New software', ...given }
    const answer = await platform.ask('POST', '/incident/api/maintenance-windows', { as, body })
    return { status: answer.status, window: Object(answer.body) }
  }
  const incidents = async (query = '') => {
    const { status, body } = await platform.ask('GET', `/incident/api/incidents?sort=id,asc${query}`, { as: acme })
    expect(status).toBe(200)
    const content: { agentAtmId: string; kind: string; status: string }[] = Object(body).content
    return content.map(({ agentAtmId, kind, status: standing }) => `${agentAtmId} ${kind} ${standing}`)
  }

  return {
    ...{ post, runJob, open, incidents },
    platform: () => platform,
    inspector: () => inspector,
    /** The token of an MSP_ADMIN of ACME. */
    acme: () => acme,
  }
}
