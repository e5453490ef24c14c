import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { createMetrics } from '../../kit/observability/metrics.ts'
import { openRefusedHeartbeats } from '../../kit/runtime/refused-heartbeats.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
const NOON = Date.parse('2026-11-20T12:00:00Z')

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterEach(async () => {
  vi.useRealTimers()
  await inspector.close()
  await platform.close()
})

const at = (minutes: number) => new Date(NOON + minutes * 60_000)
const beat = async (agentAtmId: string, minutes: number) => {
  platform.clock.set(at(minutes))
  const body = { agentAtmId, institutionKey: 'ACME' }
  expect((await platform.askInternal('POST', '/incident/api/internal/heartbeats', { body })).status).toBe(204)
}
const runJob = async (minutes: number, name = 'incident.outages') => {
  const job = platform.process.jobs.find((one) => one.name === name)
  return job?.run({ now: at(minutes), log: platform.process.log, progress: () => {} })
}
const incidentsOf = (agentAtmId: string) =>
  inspector.rows<Record<string, unknown>>(
    `select kind, severity, status, flapping, title, occurrence_count as count, version,
      to_char(opened_at at time zone 'UTC', 'HH24:MI') as opened,
      to_char(last_event_at at time zone 'UTC', 'HH24:MI') as lost from incident.incident
      where agent_atm_id = $1 order by id`,
    [agentAtmId],
  )
const topicsOf = async (agentAtmId: string) => {
  const rows = await inspector.rows<{ topic: string }>('select topic from incident.outbox where key = $1 order by id', [
    agentAtmId,
  ])
  return rows.map(({ topic }) => topic.replace('fleetops.incidents.', ''))
}

describe('an ATM without a heartbeat for ATM_CONNECTED_WITHIN', () => {
  it('has an incident from the next minute to its next heartbeat, and both are published', async () => {
    await beat('U-1', 0)
    await beat('U-2', 5)
    expect(await runJob(15)).toBe(
      '0 ATMs became unreachable, 0 incidents became parts of mass outages, 0 of these ended',
    )
    expect(await runJob(16)).toContain('1 ATMs became unreachable')
    expect(await incidentsOf('U-1')).toEqual([
      {
        kind: 'UNREACHABLE',
        severity: 'HIGH',
        status: 'OPEN',
        flapping: false,
        title: 'ATM unreachable',
        count: 1,
        version: 1,
        opened: '12:16',
        lost: '12:15',
      },
    ])
    expect(await incidentsOf('U-2')).toEqual([])
    await beat('U-1', 400)
    expect(await incidentsOf('U-1')).toMatchObject([{ status: 'RESOLVED', version: 2 }])
    expect(await topicsOf('U-1')).toEqual(['created', 'resolved'])
  })

  it('has one incident, however often it is looked for', async () => {
    await beat('U-1', 0)
    for (const minutes of [16, 17, 1_000]) await runJob(minutes)
    expect(await incidentsOf('U-1')).toMatchObject([{ status: 'OPEN', count: 1, version: 1 }])
  })

  it('ends it with an event as well, however long ago that occurred', async () => {
    await beat('U-1', 0)
    await runJob(16)
    platform.clock.set(at(17))
    const body = {
      agentAtmId: 'U-1',
      institutionKey: 'ACME',
      eventType: 'CARD_INSERTED',
      eventTime: '2026-11-20T11:17:00',
    }
    await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    expect(await incidentsOf('U-1')).toMatchObject([{ status: 'RESOLVED' }])
  })

  it('ends it with an event that is sent once more, as after an answer that was lost', async () => {
    platform.clock.set(at(0))
    const body = {
      ...{ agentAtmId: 'U-1', institutionKey: 'ACME', eventType: 'SUPERVISOR_EXIT' },
      ...{ eventTime: '2026-11-20T12:00:00', eventId: '9f1f6f0e-5f0a-4f5e-8f1d-3c9a4d2b7e11' },
    }
    const post = () => platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    expect((await post()).status).toBe(201)
    await runJob(16)
    platform.clock.set(at(17))
    expect((await post()).status).toBe(201)
    expect(await incidentsOf('U-1')).toMatchObject([{ kind: 'UNREACHABLE', status: 'RESOLVED' }])
  })

  const resolveByHand = async (minutes: number) => {
    const [row] = await inspector.rows<{ id: string }>('select max(id) as id from incident.incident')
    const token = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
    platform.clock.set(at(minutes))
    const { status } = await platform.ask('PATCH', `/incident/api/incidents/${row?.id}/resolve`, { as: token })
    expect(status).toBe(200)
  }

  it('has none again after a person resolved it, until it was heard and lost once more', async () => {
    await beat('U-1', 0)
    await runJob(16)
    await resolveByHand(20)
    await runJob(21)
    expect(await incidentsOf('U-1')).toHaveLength(1)
    await beat('U-1', 30)
    await runJob(46)
    expect(await incidentsOf('U-1')).toMatchObject([{ status: 'RESOLVED' }, { status: 'OPEN', lost: '12:45' }])
  })

  it('has one again where a person resolved it and nothing was heard for as long since', async () => {
    await beat('U-1', 0)
    await runJob(16)
    await resolveByHand(20)
    await runJob(34.9)
    expect(await incidentsOf('U-1')).toMatchObject([{ status: 'RESOLVED' }])
    for (const minutes of [35.1, 36, 500]) await runJob(minutes)
    const again = { status: 'OPEN', flapping: false, count: 1, version: 1, opened: '12:35', lost: '12:35' }
    expect(await incidentsOf('U-1')).toMatchObject([{ status: 'RESOLVED' }, again])
    expect(await topicsOf('U-1')).toEqual(['created', 'resolved', 'created'])
    await beat('U-1', 501)
    expect(await incidentsOf('U-1')).toMatchObject([{ status: 'RESOLVED' }, { status: 'RESOLVED' }])
  })

  it('that comes and goes has a flapping incident, which counts its losses and ends after 30 minutes', async () => {
    for (const minutes of [0, 16, 32]) {
      await beat('U-1', minutes)
      await runJob(minutes + 15.5)
    }
    const flapping = { status: 'OPEN', flapping: true }
    expect((await incidentsOf('U-1')).at(-1)).toMatchObject({ ...flapping, count: 2 })
    await beat('U-1', 48)
    expect((await incidentsOf('U-1')).at(-1)).toMatchObject(flapping)
    await runJob(64)
    expect((await incidentsOf('U-1')).at(-1)).toMatchObject({ ...flapping, count: 3, lost: '13:03' })
    for (const minutes of [66, 76, 86]) await beat('U-1', minutes)
    await runJob(97, 'incident.quiet-time')
    expect((await incidentsOf('U-1')).at(-1)).toMatchObject({ status: 'RESOLVED' })
  })
})

describe('an ATM that never sent a heartbeat', () => {
  it('has no incident', async () => {
    const token = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
    const body = { agentAtmId: 'NEW-1', institutionKey: 'ACME' }
    expect((await platform.ask('POST', '/incident/api/atms', { as: token, body })).status).toBe(201)
    expect(await runJob(10_000)).toBe(
      '0 ATMs became unreachable, 0 incidents became parts of mass outages, 0 of these ended',
    )
  })
})

const lostAt = async (minutes: number) => Number(String(await runJob(minutes)).split(' ')[0])

describe('a time in which the platform could not hear', () => {
  it('as it was stopped, is no silence, however long it was', async () => {
    await beat('U-0', -10)
    await beat('U-1', 0)
    const { database } = platform
    const later = await openTestPlatform([incidentService], { now: at(120).toISOString(), database })
    const first = platform
    platform = later
    expect(await lostAt(121)).toBe(0)
    // Of its silence, ten minutes were before the stop.
    expect(await lostAt(124)).toBe(0)
    expect(await lostAt(134)).toBe(1)
    expect(await lostAt(136)).toBe(1)
    await later.close()
    platform = first
  })

  it('before it was ever noted that it hears, is the time from the last sign of life to its start, no other', async () => {
    await beat('U-1', -20)
    await beat('U-2', 39)
    const first = platform
    platform = await openTestPlatform([incidentService], { now: at(40).toISOString(), database: first.database })
    await runJob(40.5, 'incident.availability')
    expect(await lostAt(41)).toBe(1)
    expect(await incidentsOf('U-1')).toMatchObject([{ kind: 'UNREACHABLE', opened: '12:41', lost: '11:55' }])
    await platform.close()
    await inspector.rows('truncate incident.hearing')
    platform = await openTestPlatform([incidentService], { now: at(100).toISOString(), database: first.database })
    await runJob(100.5, 'incident.availability')
    for (const minutes of [101, 114.9]) expect(await lostAt(minutes)).toBe(0)
    expect(await lostAt(115.1)).toBe(1)
    await platform.close()
    platform = first
  })

  it('as the database did not answer, is none either', async () => {
    await beat('U-1', 0)
    await runJob(1, 'incident.availability')
    expect(await lostAt(2)).toBe(0)
    expect(await lostAt(120)).toBe(0)
    expect(await lostAt(120.5)).toBe(0)
    await runJob(120.6, 'incident.availability')
    expect(await lostAt(121)).toBe(0)
    await beat('U-2', 122)
    for (const minutes of [122, 124, 126, 128, 130, 132, 134]) await runJob(minutes, 'incident.availability')
    expect(await lostAt(133)).toBe(0)
    expect(await lostAt(135.1)).toBe(1)
  })
})

it('a job that does not note the hearing any more hides no ATM that is lost', async () => {
  await beat('U-1', 0)
  await runJob(1, 'incident.availability')
  for (const minutes of [3, 6, 9, 12]) expect(await lostAt(minutes)).toBe(0)
  expect(await lostAt(15.1)).toBe(1)
})

describe('heartbeats that the platform refused', () => {
  const refuse = async (from: number, to: number) => {
    platform.clock.set(at(to))
    const body = { from: at(from), to: at(to) }
    const path = '/incident/api/internal/refused-heartbeats'
    expect((await platform.askInternal('POST', path, { body })).status).toBe(204)
  }
  const periods = () =>
    inspector.rows(
      `select to_char(from_at at time zone 'UTC', 'HH24:MI') as from, to_char(to_at at time zone 'UTC', 'HH24:MI') as to
       from incident.deaf_period order by 1`,
      [],
    )

  it('let an ATM be silent for as much longer, in every process, until it has had that time to be heard', async () => {
    for (const minutes of [0, 20]) await beat(`U-${minutes}`, minutes)
    await refuse(4, 8)
    await refuse(8, 10)
    expect(await lostAt(20.9)).toBe(0)
    expect(await lostAt(21.1)).toBe(1)
    // Six minutes of refusals end at 10; a silence that begins after they can have had to do with it is one.
    expect(await lostAt(35.1)).toBe(1)
  })

  it('let it be silent for ATM_CONNECTED_WITHIN longer at most, however long they last', async () => {
    await beat('U-1', 0)
    for (let minutes = 1; minutes < 40; minutes += 1) await refuse(minutes, minutes + 1)
    expect(await lostAt(29.9)).toBe(0)
    expect(await lostAt(30.1)).toBe(1)
  })

  it('make one period where several processes report them, and the time goes on without a pause', async () => {
    await refuse(0, 4)
    await refuse(2, 5)
    await refuse(5.5, 6)
    // Each period goes on for as long again, in which ATMs can be heard.
    expect(await periods()).toEqual([{ from: '12:00', to: '12:12' }])
    await refuse(8, 9)
    expect(await periods()).toEqual([
      { from: '12:00', to: '12:12' },
      { from: '12:08', to: '12:10' },
    ])
    await refuse(9, 30)
    expect((await periods())[1]).toEqual({ from: '12:08', to: '12:45' })
    // A process that could not report before.
    await refuse(6, 7)
    await refuse(7, 20)
    expect(await periods()).toContainEqual({ from: '12:00', to: '12:35' })
  })

  it('are reported by each process every 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let counts = { refused: 3, heard: 1 }
    const overload = { ...platform.process.overload, takeHeartbeats: () => counts }
    const metrics = createMetrics()
    const reports = openRefusedHeartbeats({ ...platform.process, overload, metrics })
    reports.start()
    platform.clock.set(at(5.1))
    await vi.advanceTimersByTimeAsync(15_000)
    counts = { refused: 0, heard: 9 }
    platform.clock.set(at(6))
    await vi.advanceTimersByTimeAsync(15_000)
    await reports.close()
    expect(await periods()).toEqual([{ from: '12:00', to: '12:10' }])
  })

  it('are reported by other services only, and do not end before they begin', async () => {
    const path = '/incident/api/internal/refused-heartbeats'
    const body = { from: at(1), to: at(0) }
    expect((await platform.askInternal('POST', path, { body })).status).toBe(400)
    await refuse(0, 0)
    platform.clock.set(at(0))
    await platform.askInternal('POST', path, { body: { from: at(0), to: at(600) } })
    expect(await periods()).toEqual([{ from: '12:00', to: '12:00' }])
  })
})
