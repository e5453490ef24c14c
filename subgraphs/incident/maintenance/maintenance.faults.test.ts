import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
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

const at = (minutes: number) => new Date(NOON + minutes * 60_000)
const iso = (minutes: number) => at(minutes).toISOString()
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

describe('a maintenance window that cannot be applied as it is stored', () => {
  const failing = (isFailing: boolean) =>
    inspector.rows(
      isFailing
        ? `create function incident.fail() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
          create trigger fail before insert or update on incident.atm_maintenance execute function incident.fail()`
        : 'drop function incident.fail() cascade',
    )

  it('is there once, and is applied by the job', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await failing(true)
    const { status, window } = await open(0, 60)
    expect(status).toBe(201)
    await failing(false)
    await runJob(1)
    await post('M-1', 'DISPENSER_JAM', 5)
    await failing(true)
    const end = await platform.ask('DELETE', `/incident/api/maintenance-windows/${window.id}`, { as: acme })
    expect(end.status).toBe(204)
    await failing(false)
    expect(await incidents()).toEqual(['M-1 DISPENSER SUPPRESSED'])
    await runJob(6)
    expect(await incidents()).toEqual(['M-1 DISPENSER OPEN'])
  })

  it('is not applied by those who open others', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    await failing(true)
    expect((await open(0, 60, { institutionKey: 'BETA' }, admin)).status).toBe(201)
    await failing(false)
    await open(0, 60)
    const waiting = () =>
      inspector.rows('select institution_key as of from incident.maintenance_window where next_at is not null')
    expect(await waiting()).toEqual([{ of: 'BETA' }])
    await runJob(1)
    expect(await waiting()).toEqual([])
  })
})

describe('maintenance windows', () => {
  it('are refused where an institution has a thousand that are not over, also of those that have begun', async () => {
    await inspector.rows(
      `insert into incident.maintenance_window (institution_key, starts_at, ends_at, time_zone, reason, created_by,
        created_at, attribute, value)
      select 'ACME', t, t + case when n <= 998 then interval '1 hour' else interval '1 minute' end, 'UTC', 'Works', '9',
        t, 'siteName', 'S' from generate_series(1, 1200) n cross join (select $1::timestamptz) of (t)`,
      [iso(0)],
    )
    platform.clock.set(at(5))
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(5, 60)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
    platform.clock.set(at(61))
    expect((await open(61, 70)).status).toBe(201)
  })
})
