import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
let platform: TestPlatform
let acme: string

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z', isClockStopped: true })
  acme = await platform.token({ role: 'MSP_ADMIN', userId: '9', institutions: ['ACME'] })
})

afterEach(async () => {
  await platform.close()
})

const at = (minutes: number) => new Date(NOON + minutes * 60_000)
const iso = (minutes: number) => at(minutes).toISOString()
const runJob = (minutes: number) => {
  platform.clock.set(at(minutes))
  return platform.runJob('incident.maintenance')
}
const list = async (isOver: boolean) => {
  const { body } = await platform.ask('GET', `/incident/api/maintenance-windows?over=${isOver}`, { as: acme })
  return Object(body).content
}

describe('a maintenance window that recurs', () => {
  it('says when its next occurrence begins, until when one goes on, and is over with the last one', async () => {
    const body = {
      ...{ from: iso(60), to: iso(90), weekdays: ['SATURDAY'], until: '2026-11-25', timeZone: 'Europe/Berlin' },
      ...{ institutionKey: 'ACME', reason: 'New software' },
    }
    expect((await platform.ask('POST', '/incident/api/maintenance-windows', { as: acme, body })).status).toBe(201)
    const day = 24 * 60
    for (const [minute, nextAt, runsUntil] of [
      [58, iso(60), null],
      [70, iso(day + 60), iso(90)],
      [day + 58, iso(day + 60), null],
      [day + 70, null, iso(day + 90)],
    ] as const) {
      await runJob(minute)
      expect(await list(false)).toMatchObject([{ nextAt, runsUntil }])
    }
    await runJob(day + 91)
    expect(await list(false)).toEqual([])
    expect(await list(true)).toMatchObject([{ nextAt: null, runsUntil: null, endedAt: null }])
  })
})
