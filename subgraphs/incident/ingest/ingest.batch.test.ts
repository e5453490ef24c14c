import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type DevicesDouble, startDevices } from '../testing/devices.testing.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let devices: DevicesDouble

beforeAll(async () => {
  devices = await startDevices()
  platform = await openTestPlatform([incidentService], {
    now: '2026-11-20T12:00:00Z',
    env: { INTERNAL_URL: devices.url },
  })
  inspector = await openInspector(platform.database.urls.superuser)
})

beforeEach(() => devices.forget())

afterAll(async () => {
  await inspector.close()
  await platform.close()
  devices.close()
})

const post = (body: unknown) => platform.askInternal('POST', '/incident/api/internal/journal-events', { body })

describe('20 posts at once with one eventId', () => {
  it('store, count, open and mirror once, and all get the same answer', async () => {
    const body = {
      agentAtmId: 'ATM-20',
      institutionKey: 'ACME',
      eventType: 'ATM_OUT_OF_SERVICE',
      eventId: randomUUID(),
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const [counts] = await inspector.rows(
      `select (select count(*) from incident.event where agent_atm_id = 'ATM-20') as events,
        (select sum(occurrence_count) from incident.incident where agent_atm_id = 'ATM-20') as occurrences,
        (select state_sequence from incident.atm where agent_atm_id = 'ATM-20') as changes,
        (select total from incident.atm_activity b join incident.atm a on a.id = b.atm_id
          where agent_atm_id = 'ATM-20') as counted`,
    )
    expect(counts).toEqual({ events: 1, occurrences: 1, changes: 1, counted: 1 })
    // Another ATM's change, which comes after all that these posts brought.
    await post({ agentAtmId: 'ATM-21', institutionKey: 'ACME', eventType: 'ATM_OUT_OF_SERVICE' })
    const sent = await devices.states(2)
    expect(sent.filter(({ path }) => path.includes('/ATM-20/'))).toHaveLength(1)
  })
})

describe('a batch', () => {
  const postBatch = (body: unknown) =>
    platform.askInternal('POST', '/incident/api/internal/journal-events/batch', { body })

  it('answers each event by itself and in order', async () => {
    const answer = await postBatch([
      { agentAtmId: 'ATM-B', institutionKey: 'ACME', eventType: 'SUPERVISOR_ENTER' },
      { agentAtmId: '', eventType: 'SUPERVISOR_ENTER' },
      { agentAtmId: 'ATM-B', eventType: 'WHAT' },
      'no object',
      { agentAtmId: 'ATM-B', institutionKey: 'OTHER', eventType: 'SUPERVISOR_EXIT' },
      { agentAtmId: 'ATM-B', institutionKey: 'ACME', eventType: 'SUPERVISOR_EXIT' },
    ])
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject([
      { status: 201, body: { eventType: 'SUPERVISOR_ENTER' } },
      { status: 400, body: { errors: [{ field: 'agentAtmId' }] } },
      { status: 202, body: { reason: 'UNKNOWN_EVENT_TYPE' } },
      { status: 400, body: { errors: [{ field: 'body' }] } },
      { status: 403, body: { code: 'FORBIDDEN' } },
      { status: 201, body: { eventType: 'SUPERVISOR_EXIT' } },
    ])
  })

  it('holds 500 events at most', async () => {
    const event = { agentAtmId: 'ATM-500', institutionKey: 'ACME', eventType: 'AGENT_LOG_ERROR' }
    const full = await postBatch(new Array(500).fill(event))
    expect(full.status).toBe(200)
    expect(Object(full.body)).toHaveLength(500)
    expect((await postBatch(new Array(501).fill(event))).status).toBe(400)
    const [incident] = await inspector.rows(
      `select occurrence_count, severity from incident.incident where agent_atm_id = 'ATM-500'`,
    )
    expect(incident).toEqual({ occurrence_count: 500, severity: 'LOW' })
  })
})

describe('a batch of what cannot be stored', () => {
  const url = '/incident/api/internal/journal-events/batch'
  const event = { agentAtmId: 'ATM-L', institutionKey: 'ACME', eventType: 'SELF_TEST_FAILED' }

  it('refuses an event over 64 KiB alone, with 413', async () => {
    const large = { ...event, filler: 'é'.repeat(33_000) }
    const fits = { ...event, filler: 'x'.repeat(65_000) }
    const answer = await platform.askInternal('POST', url, { body: [large, fits, { ...large, eventType: 'NEW' }] })
    expect(answer.body).toMatchObject([
      { status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } },
      { status: 201 },
      { status: 413 },
    ])
  })

  it('is answered 503 as a whole while the store is down, by entry where some are refused for good', async () => {
    const [{ name } = { name: '' }] = await inspector.rows<{ name: string }>('select current_database() as name')
    const limit = (connections: number) => inspector.rows(`alter database ${name} with connection limit ${connections}`)
    await limit(0)
    try {
      await inspector.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
        [name],
      )
      const whole = await platform.askInternal('POST', url, { body: [event, event] })
      expect(whole.body).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
      expect(Number(whole.headers['retry-after'])).toBeGreaterThan(0)
      const mixed = await platform.askInternal('POST', url, { body: [event, {}] })
      expect(mixed.body).toMatchObject([{ status: 503 }, { status: 400 }])
    } finally {
      await limit(-1)
    }
    await expect.poll(async () => (await post(event)).status).toBe(201)
  })
})

describe('the mirror', () => {
  it('sends the devices service state changes, with the secret and a growing sequence', async () => {
    await post({
      agentAtmId: 'ATM/M 1',
      institutionKey: 'ACME',
      eventType: 'ATM_OUT_OF_SERVICE',
      eventTime: '2026-11-20T11:00:00',
    })
    const [first] = await devices.states(1)
    await post({
      agentAtmId: 'ATM/M 1',
      institutionKey: 'ACME',
      eventType: 'ATM_OUT_OF_SERVICE',
      eventTime: '2026-11-20T11:00:01',
    })
    await post({
      agentAtmId: 'ATM/M 1',
      institutionKey: 'ACME',
      eventType: 'ATM_IN_SERVICE',
      eventTime: '2026-11-20T11:00:02',
    })
    const [, second] = await devices.states(2)
    expect(first).toEqual({
      path: '/devices/api/internal/atms/ATM%2FM%201/service-state',
      secret: 'the internal secret of the tests',
      body: {
        atmId: expect.any(Number),
        institutionKey: 'ACME',
        previousState: 'UNKNOWN',
        serviceState: 'OUT_OF_SERVICE',
        eventType: 'ATM_OUT_OF_SERVICE',
        eventTime: '2026-11-20T11:00:00',
        occurredAt: '2026-11-20T11:00:00.000Z',
        sequence: 1,
      },
    })
    expect(second?.body).toMatchObject({ previousState: 'OUT_OF_SERVICE', serviceState: 'IN_SERVICE', sequence: 2 })
  })
})

describe('the mirror of descriptions', () => {
  it('sends the devices service the ATMs that were heard of', async () => {
    await platform.askInternal('POST', '/incident/api/internal/heartbeats', {
      body: { agentAtmId: 'ATM-HO', institutionKey: 'ACME' },
    })
    expect((await devices.batch()).body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          agentAtmId: expect.any(String),
          institutionKey: 'ACME',
          lastHeartbeatAt: expect.stringContaining('2026-11-20T12'),
        }),
      ]),
    )
  })
})

describe('heartbeats and the internal list of ATMs', () => {
  it('register an ATM, move its heartbeat, and are sent to the devices service', async () => {
    const beat = (body: unknown) => platform.askInternal('POST', '/incident/api/internal/heartbeats', { body })
    expect((await beat({ agentAtmId: 'ATM-HB', institutionKey: 'ACME' })).status).toBe(204)
    expect((await beat({ agentAtmId: 'ATM-HB', institutionKey: 'OTHER' })).status).toBe(403)
    expect((await beat({ agentAtmId: ' ' })).status).toBe(400)
    const list = await platform.askInternal(
      'GET',
      '/incident/api/internal/atms?changedSince=2026-11-20T11:00:00Z&limit=5000',
    )
    const atm = Object(list.body).find((one: { agentAtmId: string }) => one.agentAtmId === 'ATM-HB')
    expect(atm).toEqual({
      atmId: expect.any(Number),
      agentAtmId: 'ATM-HB',
      institutionKey: 'ACME',
      name: null,
      siteName: null,
      serialNumber: null,
      vendor: null,
      model: null,
      carrier: null,
      ...{ region: null, costCentre: null, criticality: null, tags: null },
      ...{ retiredAt: null, reactivatedAt: null, mergedIntoId: null },
      latitude: null,
      longitude: null,
      timeZone: null,
      registeredAt: expect.stringContaining('2026-11-20T12:0'),
      lastHeartbeatAt: expect.stringContaining('2026-11-20T12:0'),
      serviceState: 'UNKNOWN',
      serviceStateChangedAt: null,
      sequence: 0,
      stateAt: null,
      edition: 0,
    })
  })

  it('resolve textual ids in order, registering only when asked to', async () => {
    const resolve = (body: unknown) => platform.askInternal('POST', '/incident/api/internal/atms/resolve', { body })
    expect((await resolve({ agentAtmIds: ['R-2', 'R-1'], institutionKey: null, register: false })).body).toEqual([])
    const made = await resolve({ agentAtmIds: ['R-2', 'R-1'], institutionKey: 'ACME', register: true })
    expect(made.body).toMatchObject([
      { agentAtmId: 'R-2', institutionKey: 'ACME', timeZone: null },
      { agentAtmId: 'R-1' },
    ])
    expect((await resolve({ agentAtmIds: ['R-2', 'R-1'], institutionKey: 'OTHER', register: true })).body).toEqual(
      made.body,
    )
    for (const [body, field] of [
      [{ agentAtmIds: ['R-3'], institutionKey: 'a b,c', register: true }, 'institutionKey'],
      [{ agentAtmIds: ['R-3', '..'], institutionKey: 'ACME', register: true }, 'agentAtmIds[1]'],
      [{ agentAtmIds: [' '], institutionKey: null, register: false }, 'agentAtmIds[0]'],
    ] as const)
      expect((await resolve(body)).body).toMatchObject({ status: 400, errors: [{ field }] })
    expect((await resolve({ agentAtmIds: ['R-3'], institutionKey: null, register: false })).body).toEqual([])
  })
})
