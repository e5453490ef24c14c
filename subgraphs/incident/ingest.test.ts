import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/platform.ts'
import { incidentService } from './service.ts'
import { type Inspector, openInspector } from './testing.ts'

type Received = { readonly path: string; readonly secret: unknown; readonly body: Record<string, unknown> }

let platform: TestPlatform
let inspector: Inspector
let devices: Server
let mirrored: Received[] = []
let onMirrored = () => {}

const startDevices = async (): Promise<number> => {
  devices = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString())
      mirrored.push({ path: request.url ?? '', secret: request.headers['x-internal-secret'], body })
      reply.writeHead(204).end()
      onMirrored()
    })
  })
  await new Promise<void>((resolve) => devices.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = devices.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

beforeAll(async () => {
  const port = await startDevices()
  platform = await openTestPlatform([incidentService], {
    now: '2026-11-20T12:00:00Z',
    env: { INTERNAL_URL: `http://127.0.0.1:${port}` },
  })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
  devices.close()
})

beforeEach(() => {
  mirrored = []
})

const post = (body: unknown) => platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
const states = () => mirrored.filter(({ path }) => path.endsWith('/service-state'))
const mirrors = async (count: number) => {
  while (states().length < count) {
    await new Promise<void>((resolve) => {
      onMirrored = resolve
    })
  }
  return states()
}

describe('one event', () => {
  it('of a known type is stored and answered 201 with all its fields', async () => {
    const eventId = randomUUID()
    const answer = await post({
      agentAtmId: 'ATM-1',
      institutionKey: 'ACME',
      eventType: 'CASSETTE_LOW',
      eventTime: '2026-11-20T11:58:00',
      eventId,
      component: 'CDM',
      cassetteNo: 2,
      errorCode: 'E42',
      message: 'card 4111111111111111 in the way',
      details: { pan: 4111111111111111, note: 'fine' },
      cassettes: [
        { cassetteNo: 2, type: 'DISPENSE', currency: 'ETB', denomination: 100, currentCount: 12, status: 'LOW' },
      ],
      unknownField: true,
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      eventId,
      institutionKey: 'ACME',
      atmId: 1,
      deviceId: 1,
      agentAtmId: 'ATM-1',
      eventType: 'CASSETTE_LOW',
      category: 'CASH',
      eventTime: '2026-11-20T11:58:00',
      eventTimeDefaulted: false,
      occurredAt: '2026-11-20T11:58:00.000Z',
      receivedAt: expect.stringContaining('2026-11-20T12:0'),
      component: 'CDM',
      cassetteNo: '2',
      errorCode: 'E42',
      message: 'card 411111XXXXXX1111 in the way',
      details: { pan: '411111XXXXXX1111', note: 'fine' },
      cassettes: [
        { cassetteNo: 2, type: 'DISPENSE', currency: 'ETB', denomination: 100, currentCount: 12, status: 'LOW' },
      ],
      incidentId: expect.any(Number),
    })
  })

  it.each([['NEW_TYPE'], [''], ['   '], [null], [undefined]])(
    'of the type %j is kept aside and answered 202',
    async (eventType) => {
      const body = { agentAtmId: 'ATM-2', institutionKey: 'ACME', eventType, message: '4111111111111111', extra: [1] }
      const answer = await post(body)
      expect(answer.status).toBe(202)
      expect(answer.body).toEqual({
        status: 'NOT_STORED',
        reason: 'UNKNOWN_EVENT_TYPE',
        exceptionId: expect.any(Number),
      })
      const { exceptionId } = Object(answer.body)
      const [kept] = await inspector.rows('select * from incident.event_exception where id = $1', [exceptionId])
      expect(kept).toMatchObject({
        agent_atm_id: 'ATM-2',
        institution_key: 'ACME',
        body: { message: '411111XXXXXX1111', extra: [1] },
      })
      const [atm] = await inspector.rows<{ last_heartbeat_at: Date | null }>(
        `select * from incident.atm where agent_atm_id = 'ATM-2'`,
      )
      expect(atm?.last_heartbeat_at).not.toBeNull()
    },
  )

  it.each([
    [{ eventType: 'POWER_OFF' }, 'agentAtmId'],
    [{ eventType: 'POWER_OFF', agentAtmId: '  ' }, 'agentAtmId'],
    [{ eventType: 'POWER_OFF', agentAtmId: 7 }, 'agentAtmId'],
    [{ eventType: 1, agentAtmId: 'A' }, 'eventType'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', eventId: 'x' }, 'eventId'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', message: 'a\u0000b' }, 'body.message'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', details: { a: ['\u0000'] } }, 'body.details.a[0]'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', details: ['x'.repeat(17_000)] }, 'details'],
    [{ eventType: 'NEW', agentAtmId: 'A', other: '\u0000' }, 'body.other'],
    [
      {
        eventType: 'POWER_OFF',
        agentAtmId: 'A',
        cassettes: [{ cassetteNo: '1' }, { cassetteNo: '2', denomination: 'x' }],
      },
      'cassettes[1].denomination',
    ],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', cassettes: {} }, 'cassettes'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', institutionKey: 'A,B' }, 'institutionKey'],
    [['x'], 'body'],
  ])('that cannot be used is refused with the path of its field (%#)', async (body, field) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ field }] })
  })

  it('has a message over 2,000 characters cut', async () => {
    const answer = await post({ agentAtmId: 'ATM-1', eventType: 'ATM_IN_SERVICE', message: 'm'.repeat(2_001) })
    expect(answer.status).toBe(201)
    expect(Object(answer.body).message).toHaveLength(2_000)
  })

  it('from another institution than the ATM’s is refused, one without an institution is not', async () => {
    const event = { agentAtmId: 'ATM-1', eventType: 'ATM_IN_SERVICE' }
    expect((await post({ ...event, institutionKey: 'OTHER' })).status).toBe(403)
    expect((await post(event)).body).toMatchObject({ institutionKey: 'ACME' })
  })

  it('may have no institution until the first caller names one', async () => {
    expect((await post({ agentAtmId: 'ATM-NEW', eventType: 'ATM_IN_SERVICE' })).body).toMatchObject({
      institutionKey: null,
    })
    expect((await post({ agentAtmId: 'ATM-NEW', eventType: 'ATM_IN_SERVICE', institutionKey: 'BETA' })).status).toBe(
      201,
    )
    expect((await post({ agentAtmId: 'ATM-NEW', eventType: 'ATM_IN_SERVICE', institutionKey: 'ACME' })).status).toBe(
      403,
    )
  })

  it('is answered once more with the first answer when its eventId comes again', async () => {
    const known = { agentAtmId: 'ATM-1', eventType: 'ATM_OUT_OF_SERVICE', eventId: randomUUID() }
    const first = await post(known)
    const again = await post({ ...known, eventType: 'ATM_IN_SERVICE' })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    const parked = { agentAtmId: 'ATM-1', eventType: 'NEVER_HEARD', eventId: randomUUID() }
    const kept = await post(parked)
    expect((await post({ ...parked, eventType: 'POWER_OFF' })).body).toEqual(kept.body)
  })

  it('needs the secret and the internal listener', async () => {
    const url = '/incident/api/internal/journal-events'
    const payload = { agentAtmId: 'ATM-1', eventType: 'POWER_OFF' }
    expect((await platform.internalApp.inject({ method: 'POST', url, payload })).statusCode).toBe(401)
    const as = await platform.token({ role: 'ADMIN' })
    expect((await platform.ask('POST', url, { as, body: payload })).status).toBe(404)
  })
})

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
        (select state_sequence from incident.atm where agent_atm_id = 'ATM-20') as flips,
        (select total from incident.atm_activity b join incident.atm a on a.id = b.atm_id where agent_atm_id = 'ATM-20') as counted`,
    )
    expect(counts).toEqual({ events: 1, occurrences: 1, flips: 1, counted: 1 })
    expect(await mirrors(1)).toHaveLength(1)
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

describe('the mirror', () => {
  it('tells the devices service of flips, with the secret and a growing sequence', async () => {
    await post({
      agentAtmId: 'ATM/M 1',
      institutionKey: 'ACME',
      eventType: 'ATM_OUT_OF_SERVICE',
      eventTime: '2026-11-20T11:00:00',
    })
    const [first] = await mirrors(1)
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
    const [, second] = await mirrors(2)
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
        sequence: 1,
      },
    })
    expect(second?.body).toMatchObject({ previousState: 'OUT_OF_SERVICE', serviceState: 'IN_SERVICE', sequence: 2 })
  })
})

describe('heartbeats and the internal list of ATMs', () => {
  it('register an ATM, move its heartbeat, and are told to the devices service', async () => {
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
      timeZone: null,
      lastHeartbeatAt: expect.stringContaining('2026-11-20T12:0'),
      serviceState: 'UNKNOWN',
      sequence: 0,
    })
  })

  it('resolve textual ids in order, registering only when told to', async () => {
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
  })
})
