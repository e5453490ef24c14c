import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { INTERNAL_PRINCIPAL } from '../../kit/auth/principal.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let acme: string
let beta: string
let admin: string
let atms = 0
let agentAtmId = ''

const NOON = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(NOON + seconds * 1_000)

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
  acme = await platform.token({ role: 'CUSTOMER', userId: '12', institutions: ['ACME'] })
  beta = await platform.token({ role: 'CUSTOMER', institutions: ['BETA'] })
  admin = await platform.token({ role: 'ADMIN', userId: 'root' })
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

beforeEach(async () => {
  atms += 1
  agentAtmId = `ATM-${atms}`
  await post('AGENT_LOG_ERROR', 0)
})

const post = async (eventType: string, seconds: number, more: object = {}) => {
  platform.clock.set(at(seconds))
  const eventTime = at(seconds).toISOString().slice(0, 19)
  const body = { agentAtmId, institutionKey: 'ACME', eventType, eventTime, ...more }
  const { status, body: event } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  expect(status).toBe(201)
  return Object(event)
}
const create = (given: object, as = acme) =>
  platform.ask('POST', '/incident/api/incidents', {
    as,
    body: { agentAtmId, kind: 'VANDALISM', severity: 'HIGH', title: 'A broken screen', ...given },
  })
const act = (id: number, what: 'acknowledge' | 'resolve', body?: unknown, as = acme) =>
  platform.ask('PATCH', `/incident/api/incidents/${id}/${what}`, { as, body })
const opened = async (eventType: string, seconds: number): Promise<number> =>
  (await post(eventType, seconds)).incidentId
const incidents = () =>
  inspector.rows<{ id: number; kind: string; status: string; version: number; occurrence_count: number }>(
    'select * from incident.incident where agent_atm_id = $1 order by id',
    [agentAtmId],
  )
const topics = async () => {
  const rows = await inspector.rows<{ topic: string; version: number }>(
    `select topic, (data->>'version')::int as version from incident.outbox where key = $1 order by id`,
    [agentAtmId],
  )
  return rows.map(({ topic, version }) => `${topic.replace('fleetops.incidents.', '')} ${version}`)
}

describe('taking an incident up', () => {
  it('keeps who did it first and when, publishes it once, and needs no body', async () => {
    const id = await opened('DISPENSER_JAM', 10)
    platform.clock.set(at(20))
    const first = await act(id, 'acknowledge')
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: 'ACKNOWLEDGED',
        acknowledgedByUserId: '12',
        version: 2,
        kind: 'DISPENSER',
        deviceId: expect.any(Number),
      },
    })
    platform.clock.set(at(30))
    for (const body of [undefined, {}, { version: null }, { version: 2 }, { version: 1 }]) {
      const again = await act(id, 'acknowledge', body, admin)
      expect(again.status).toBe(200)
      expect(again.body).toEqual(first.body)
    }
    expect(await topics()).toEqual(['created 1', 'updated 2'])
  })

  it('is a conflict for another version than the incident has, with the incident as it is', async () => {
    const id = await opened('DISPENSER_JAM', 10)
    await opened('MIXED_MEDIA_ERROR', 11)
    const refused = await act(id, 'acknowledge', { version: 1 })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', current: { id, version: 2, occurrenceCount: 2 } },
    })
    const { body: shown } = await platform.ask('GET', `/incident/api/incidents/${id}`, { as: acme })
    const { events: _events, ...record } = Object(shown)
    expect(Object(refused.body).current).toEqual(record)
    expect((await act(id, 'acknowledge', { version: 2 })).status).toBe(200)
  })

  it('is a conflict once it is resolved', async () => {
    const id = await opened('DISPENSER_JAM', 10)
    await act(id, 'resolve')
    expect(await act(id, 'acknowledge')).toMatchObject({ status: 409, body: { current: { status: 'RESOLVED' } } })
  })

  it('leaves it open: events join it and stay acknowledged, the rules resolve it', async () => {
    const id = await opened('ATM_OUT_OF_SERVICE', 10)
    await act(id, 'acknowledge')
    await post('ATM_OUT_OF_SERVICE', 11)
    expect(await incidents()).toMatchObject([{ id, status: 'ACKNOWLEDGED', occurrence_count: 2 }])
    await post('ATM_IN_SERVICE', 12)
    expect(await incidents()).toMatchObject([{ id, status: 'RESOLVED', acknowledged_by_user_id: '12' }])
  })
})

describe('resolving by hand', () => {
  it('ends any kind, keeps what was first, and what is older opens nothing', async () => {
    const id = await opened('DISPENSER_JAM', 10)
    platform.clock.set(at(60))
    const first = await act(id, 'resolve', { version: 1 })
    expect(first).toMatchObject({ status: 200, body: { status: 'RESOLVED', resolution: 'MANUAL', version: 2 } })
    platform.clock.set(at(70))
    expect((await act(id, 'resolve', { version: 1 }, admin)).body).toEqual(first.body)
    expect(await topics()).toEqual(['created 1', 'resolved 2'])
    const late = await post('DISPENSER_JAM', 80, { eventTime: at(59).toISOString().slice(0, 19) })
    expect(late.incidentId).toBeNull()
    const next = await opened('DISPENSER_JAM', 81)
    expect(next).toBeGreaterThan(id)
    // Devices report seconds: what occurred in the second of the action is taken for later.
    platform.clock.set(at(90.7))
    await act(next, 'resolve')
    expect(await opened('DISPENSER_JAM', 90)).toBeGreaterThan(next)
  })

  it('is refused with a longer text than any that is kept, resolved or not', async () => {
    const id = await opened('DISPENSER_JAM', 10)
    const tooLong = { status: 400, body: { errors: [{ field: 'causeText' }] } }
    const resolve = () => act(id, 'resolve', { causeText: 'x'.repeat(4_001) })
    expect(await resolve()).toMatchObject(tooLong)
    expect((await act(id, 'resolve')).status).toBe(200)
    expect(await resolve()).toMatchObject(tooLong)
  })

  it('leaves alone what the rules resolved before', async () => {
    const id = await opened('ATM_OUT_OF_SERVICE', 10)
    await post('ATM_IN_SERVICE', 20)
    expect(await act(id, 'resolve', { version: 1 })).toMatchObject({
      status: 200,
      body: { resolution: 'AUTO', version: 2 },
    })
  })

  it('counts as a change towards flapping, and ends even what flaps', async () => {
    for (const seconds of [10, 20]) await act(await opened('DISPENSER_JAM', seconds), 'resolve')
    const id = await opened('DISPENSER_JAM', 30)
    const { body } = await platform.ask('GET', `/incident/api/incidents/${id}`, { as: acme })
    expect(body).toMatchObject({ flapping: true })
    expect(await act(id, 'resolve')).toMatchObject({ status: 200, body: { status: 'RESOLVED' } })
  })
})

describe('an incident opened by hand', () => {
  it('has the kind, severity and title that were given, and no events', async () => {
    platform.clock.set(at(10.5))
    const { status, body } = await create({ title: '  Card 4111111111111111 was seen  ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      agentAtmId,
      institutionKey: 'ACME',
      kind: 'VANDALISM',
      severity: 'HIGH',
      status: 'OPEN',
      title: 'Card 411111XXXXXX1111 was seen',
      source: 'MANUAL',
      component: null,
      occurrenceCount: 0,
      flapping: false,
      openedAt: expect.stringMatching(/^2026-11-20T12:00:10/),
      version: 1,
    })
    expect(await topics()).toEqual(['created 1'])
    expect(await create({})).toMatchObject({ status: 409, body: { code: 'CONFLICT', current: Object(body) } })
    expect(await act(Object(body).id, 'resolve')).toMatchObject({ status: 200, body: { resolution: 'MANUAL' } })
    expect((await create({})).status).toBe(201)
  })

  it('takes the events of its kind, and ends by hand only', async () => {
    const { body } = await create({ kind: 'POWER', severity: 'LOW' })
    const { id } = Object(body)
    expect((await post('POWER_OFF', 60)).incidentId).toBe(id)
    await post('AGENT_LOG_ERROR', 120)
    await platform.process.jobs
      .find(({ name }) => name === 'incident.quiet-time')
      ?.run({ now: at(90_000), log: platform.process.log, progress() {} })
    const [incident] = await incidents()
    expect(incident).toMatchObject({ id, status: 'OPEN', severity: 'HIGH', occurrence_count: 1, source: 'MANUAL' })
    const service = Object((await create({ kind: 'OUT_OF_SERVICE' })).body).id
    await post('ATM_OUT_OF_SERVICE', 130)
    await post('ATM_IN_SERVICE', 140)
    expect(await incidents()).toMatchObject([{ id }, { id: service, status: 'OPEN', occurrence_count: 1 }])
  })

  it('is a conflict where the rules have one open of the kind', async () => {
    const id = await opened('ATM_OUT_OF_SERVICE', 10)
    expect(await create({ kind: 'OUT_OF_SERVICE' })).toMatchObject({
      status: 409,
      body: { current: { id, source: 'AUTO' } },
    })
  })

  it('names every faulty field', async () => {
    for (const [given, fields] of [
      [{ kind: 'vandalism', title: ' ' }, ['kind', 'title']],
      [{ kind: `A${'B'.repeat(40)}` }, ['kind']],
      [{ title: 'x'.repeat(201) }, ['title']],
      [{ severity: 'BAD' }, ['severity']],
      [{ agentAtmId: null }, ['agentAtmId']],
      [{ agentAtmId: ' ' }, ['agentAtmId']],
      [{ agentAtmId: 'A'.repeat(129) }, ['agentAtmId']],
    ] as const) {
      const { status, body } = await create(given)
      expect(status).toBe(400)
      expect(Object(body).errors.map(({ field }: { field: string }) => field)).toEqual(fields)
    }
    expect((await create({ kind: `A${'B'.repeat(39)}`, title: 'x'.repeat(200) })).status).toBe(201)
  })

  it('is about an ATM of the caller, named by either id', async () => {
    const [atm] = await inspector.rows<{ id: number }>('select id from incident.atm where agent_atm_id = $1', [
      agentAtmId,
    ])
    const id = atm?.id ?? 0
    expect((await create({ atmId: id })).status).toBe(201)
    expect((await create({ agentAtmId: null, atmId: id, kind: 'GRAFFITI' })).status).toBe(201)
    expect(await create({ atmId: id - 1, kind: 'DIRT' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'atmId' }] },
    })
    expect((await create({ atmId: id + 1_000, kind: 'DIRT' })).status).toBe(400)
    expect((await create({ agentAtmId: 'NOWHERE' })).status).toBe(404)
    expect((await create({ kind: 'DIRT' }, beta)).status).toBe(404)
    expect((await create({ kind: 'DIRT' }, admin)).status).toBe(201)
  })

  it('is for the unrestricted where the ATM has no institution', async () => {
    agentAtmId = 'NOBODY'
    await post('AGENT_LOG_ERROR', 0, { institutionKey: null })
    expect((await create({})).status).toBe(404)
    expect(await create({}, admin)).toMatchObject({ status: 201, body: { institutionKey: null } })
  })
})

describe('who may', () => {
  it('is every user role but USER, of the institution', async () => {
    const id = await opened('DISPENSER_JAM', 10)
    const user = await platform.token({ role: 'USER', institutions: ['ACME'] })
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    for (const as of [user, agent]) {
      expect((await act(id, 'acknowledge', undefined, as)).status).toBe(403)
      expect((await create({}, as)).status).toBe(403)
    }
    expect((await act(id, 'acknowledge', undefined, beta)).status).toBe(404)
    expect((await act(id, 'resolve', undefined, beta)).status).toBe(404)
    expect((await act(999_999, 'resolve')).status).toBe(404)
    expect((await act(id, 'resolve', { version: 'one' })).status).toBe(400)
    const msp = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA', 'ACME'] })
    expect((await act(id, 'acknowledge', undefined, msp)).status).toBe(200)
  })

  it('is who sees the incident, although its ATM belongs to another institution by now', async () => {
    const id = await opened('DISPENSER_JAM', 10)
    await inspector.rows(`update incident.atm set institution_key = 'BETA' where agent_atm_id = $1`, [agentAtmId])
    const taken = await create({ kind: 'DISPENSER' }, beta)
    expect(taken).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(Object(taken.body).current).toBeUndefined()
    expect((await act(id, 'resolve')).status).toBe(200)
    expect((await create({ kind: 'DISPENSER' }, beta)).status).toBe(201)
  })

  it('is in the graph as well, with the incident that a conflict met', async () => {
    const id = await opened('DISPENSER_JAM', 10)
    const own = { role: 'CUSTOMER' as const, institutions: ['ACME'], unrestricted: false }
    const principal = { ...INTERNAL_PRINCIPAL, ...own }
    const execute = (query: string) =>
      platform.process.hosted
        .get('incident')
        ?.execute({ query, variables: { id } }, { principal, token: null, traceId: 't' })
    const stale = await execute('mutation ($id: SafeInt!) { resolveIncident(id: $id, version: 9) { id } }')
    expect(stale?.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      http: { status: 409 },
      current: { id, version: 1 },
    })
    const done = await execute(
      'mutation ($id: SafeInt!) { resolveIncident(id: $id) { status atm { agentAtmId } events { eventType } } }',
    )
    expect(done?.data).toEqual({
      resolveIncident: { status: 'RESOLVED', atm: { agentAtmId }, events: [{ eventType: 'DISPENSER_JAM' }] },
    })
  })
})
