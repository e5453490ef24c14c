import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

const left = async () =>
  (await inspector.rows('select event_type from incident.event_exception order by 1')).map((row) =>
    String(Object(row).event_type),
  )

const runJob = async (now: string, lastDoneAt: Date | null = null) => {
  const job = platform.process.jobs.find(({ name }) => name === 'incident.exceptions')
  return job?.run({ now: new Date(now), lastDoneAt, log: platform.process.log, progress: () => {} })
}

it('event exceptions go 30 days after their replay, or 400 days after they arrived', async () => {
  for (const eventType of ['NEVER_KNOWN', 'KNOWN_LATER'])
    await platform.askInternal('POST', '/incident/api/internal/journal-events', {
      body: { agentAtmId: 'R-1', institutionKey: 'ACME', eventType },
    })
  const as = await platform.token({ role: 'ADMIN' })
  await platform.ask('POST', '/incident/api/event-types', { as, body: { eventType: 'KNOWN_LATER' } })
  await platform.ask('POST', '/incident/api/event-exceptions/replay?eventType=KNOWN_LATER', { as })

  for (const agentAtmId of ['R-1', ''])
    expect(
      (await platform.ask('GET', `/incident/api/event-exceptions?agentAtmId=${agentAtmId}`, { as })).body,
    ).toMatchObject({ totalElements: 2 })
  await runJob('2026-12-20T11:00:00Z')
  await runJob('2026-12-30T12:00:00Z', new Date('2026-12-18T11:00:00Z'))
  expect(await left()).toEqual(['KNOWN_LATER', 'NEVER_KNOWN'])
  expect(await runJob('2026-12-20T13:00:00Z')).toBe('1 event exceptions deleted')
  expect(await left()).toEqual(['NEVER_KNOWN'])
  await runJob('2027-12-25T11:00:00Z')
  expect(await left()).toEqual(['NEVER_KNOWN'])
  await runJob('2027-12-25T13:00:00Z')
  expect(await left()).toEqual([])
})
