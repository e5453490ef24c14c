import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { openInspector } from '../testing/ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
let platform: TestPlatform
let inspector: Awaited<ReturnType<typeof openInspector>>

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z', isClockStopped: true })
  inspector = await openInspector(platform.database.urls.superuser)
})
afterEach(async () => {
  await inspector.close()
  await platform.close()
})

const runJob = (name: string, minutes: number) => {
  platform.clock.set(new Date(NOON + minutes * 60_000))
  return platform.runJob(name)
}

const send = async (path: string, agentAtmId: string, content = {}) => {
  const body = { agentAtmId, institutionKey: 'ACME', ...content }
  const { status } = await platform.askInternal('POST', `/incident/api/internal/${path}`, { body })
  expect(status).toBeLessThan(300)
}

/** Two ATMs, one of which is not heard any more in the last of three hours, and their sums. */
const live = async () => {
  for (const name of ['HEARD', 'SILENT']) {
    await send('journal-events', name, { eventType: 'ATM_IN_SERVICE', eventTime: '2026-11-20T12:00:00' })
    await send('heartbeats', name)
  }
  for (let minutes = 3; minutes <= 192; minutes += 3) {
    await runJob('incident.availability', minutes)
    await send('heartbeats', 'HEARD')
    if (minutes <= 120) await send('heartbeats', 'SILENT')
  }
}

describe('the check of availability', () => {
  it('finds nothing where the sums are right', async () => {
    await live()
    expect(await runJob('incident.availability-check', 193)).toBe(
      '0 of 6 sums of 4 instants differ, 0 of 6 that were walked through',
    )
  })

  it('finds a sum that is not what it is made from', async () => {
    await live()
    await inspector.rows(
      `update incident.availability_sum set in_service = in_service + 1
       where (at, atm_id) in (select at, atm_id from incident.availability_sum order by at desc, atm_id limit 1)`,
      [],
    )
    expect(await runJob('incident.availability-check', 193)).toMatch(/^1 of 6 sums .* 1 of 6 that were walked/)
  })

  it('finds sums that a fault of their arithmetic makes, although it makes them once more', async () => {
    // No ATM is found that is silent: what it did before goes on.
    await inspector.rows(
      `alter table incident.atm alter column heard_slot set expression
       as (case when last_heartbeat_at is not null then timestamptz '2026-12-01T00:00:00Z' end)`,
      [],
    )
    await live()
    expect(await runJob('incident.availability-check', 193)).toBe(
      '0 of 6 sums of 4 instants differ, 1 of 6 that were walked through',
    )
  })
})
