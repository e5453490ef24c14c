import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'

const HOUR_S = 3_600
let platform: TestPlatform
let acme: string

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], {
    now: '2026-03-01T12:00:00Z',
    isClockStopped: true,
    env: { PLATFORM_TIME_ZONE: 'Europe/Berlin' },
  })
  acme = await platform.token({ institutions: ['ACME'] })
})
afterEach(() => platform.close())

const say = async (at: string, state: 'IN_SERVICE' | 'OUT_OF_SERVICE') => {
  platform.clock.set(at)
  const body = { agentAtmId: 'A-1', institutionKey: 'ACME', eventType: `ATM_${state}`, eventTime: at.slice(0, 19) }
  const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  expect(answer.status).toBe(201)
}
const runJob = (at: string) => {
  platform.clock.set(at)
  return platform.runJob('incident.availability')
}
const ask = async (path: string) => (await platform.ask('GET', `/incident/api/${path}`, { as: acme })).body
/** Hours in service and out of service. */
const spent = async (from: string, to: string) => {
  const { content } = Object(await ask(`availability?from=${from}&to=${to}`))
  const { inServiceSeconds, outOfServiceSeconds } = Object(content[0])
  return [inServiceSeconds / HOUR_S, outOfServiceSeconds / HOUR_S]
}

it.each([
  {
    what: '23 hours in spring',
    before: '2026-03-28T12:00:00Z',
    begins: '2026-03-28T23:00:00Z',
    // Half past one and half past three: the hour between them is left out.
    outage: ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
    ends: '2026-03-29T22:00:00Z',
    after: '2026-03-30T12:00:00Z',
    hours: 23,
    month: '2026-03',
  },
  {
    what: '25 hours in autumn',
    before: '2026-10-24T12:00:00Z',
    begins: '2026-10-24T22:00:00Z',
    // Half past two, both times.
    outage: ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    ends: '2026-10-25T23:00:00Z',
    after: '2026-10-26T12:00:00Z',
    hours: 25,
    month: '2026-10',
  },
] as const)('a day of $what is summed up whole, from local midnight to local midnight', async (day) => {
  await say(day.before, 'IN_SERVICE')
  await runJob(day.before)
  await say(day.outage[0], 'OUT_OF_SERVICE')
  await say(day.outage[1], 'IN_SERVICE')
  await runJob(day.ends)
  await say(day.after, 'IN_SERVICE')
  await runJob(day.after)
  const kept = await runAs(platform.database.urls.superuser, [
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from incident.availability_instant
      where at > '${day.before}' and at < '${day.after}' order by 1`,
  ])
  expect(kept.map(({ at }) => at)).toEqual(expect.arrayContaining([day.begins, day.ends]))
  expect(await spent(day.begins, day.ends)).toEqual([day.hours - 1, 1])
  // Edges that are no midnight, on both sides of the change.
  expect(await spent(day.before, day.outage[1])).toEqual([
    (Date.parse(day.outage[0]) - Date.parse(day.before)) / (HOUR_S * 1_000),
    1,
  ])
  const months = await ask('availability/months')
  expect(months).toContainEqual(expect.objectContaining({ month: day.month }))
})
