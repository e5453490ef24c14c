import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import type { TokenClaims } from '../../kit/auth/sign-token.ts'
import { incidentService } from '../service.ts'
import { type DevicesDouble, startDevices } from '../testing/devices.testing.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let devices: DevicesDouble
let admin: string
let acme: string
let beta: string

beforeAll(async () => {
  devices = await startDevices()
  platform = await openTestPlatform([incidentService], {
    now: '2026-11-20T12:00:00Z',
    env: { INTERNAL_URL: devices.url },
  })
  inspector = await openInspector(platform.database.urls.superuser)
  admin = await platform.token({ role: 'ADMIN' })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  beta = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
  devices.close()
})

const create = (body: unknown, as = acme) => platform.ask('POST', '/incident/api/atms', { as, body })
const patch = (id: number, body: unknown, as = acme) => platform.ask('PATCH', `/incident/api/atms/${id}`, { as, body })
const get = (path: string, as = acme) => platform.ask('GET', `/incident/api/${path}`, { as })
const post = (body: object) => platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
const created = async (body: object, as = acme): Promise<{ id: number; [field: string]: unknown }> => {
  const answer = await create(body, as)
  expect(answer.status).toBe(201)
  return Object(answer.body)
}
const faultsOf = (answer: { body: unknown }) => Object(answer.body).errors.map(({ field }: { field: string }) => field)

const WHOLE = {
  name: 'Bole Road 1',
  vendor: 'NCR',
  model: 'SelfServ 34',
  siteName: 'Bole',
  carrier: 'Cash Route',
  serialNumber: 'SN 34-00017',
  region: 'Addis',
  costCentre: 'CC-12',
  criticality: 'HIGH',
  tags: ['24h', 'mall'],
  latitude: 9.01,
  longitude: 38.75,
  timeZone: 'Africa/Addis_Ababa',
}

describe('registering an ATM', () => {
  it('is sent to the devices service at once', async () => {
    const { id } = await created({ agentAtmId: 'C-2', name: 'Handed over', serialNumber: 'SN-2' })
    expect((await devices.batch((atm) => atm.agentAtmId === 'C-2')).body).toContainEqual({
      atmId: id,
      agentAtmId: 'C-2',
      edition: 0,
      institutionKey: 'ACME',
      name: 'Handed over',
      siteName: null,
      serialNumber: 'SN-2',
      lastHeartbeatAt: null,
      record: {
        ...{ vendor: null, model: null, carrier: null, region: null, costCentre: null, criticality: null, tags: null },
        ...{ latitude: null, longitude: null, timeZone: null },
        registeredAt: expect.stringMatching(/^2026-11-20T12:/),
        ...{ retiredAt: null, mergedIntoId: null },
      },
    })
  })

  it('answers 201 with the ATM, which nothing was heard of yet', async () => {
    const answer = await create({ agentAtmId: ' C-1 ', ...WHOLE, name: '  Bole Road 1 ' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      deviceId: Object(answer.body).id,
      agentAtmId: 'C-1',
      institutionKey: 'ACME',
      ...WHOLE,
      ...{ status: 'ACTIVE', retiredAt: null, mergedIntoId: null },
      registeredAt: expect.stringMatching(/^2026-11-20T12:/),
      lastHeartbeatAt: null,
      connectivity: 'NEVER_CONNECTED',
      serviceState: 'UNKNOWN',
      ...{ badge: 'AGENT_OFFLINE', serviceStateChangedAt: null, supervisorSince: null },
    })
    expect((await get(`atms/${Object(answer.body).id}`)).body).toEqual(answer.body)
  })

  it('that is known is a conflict, for every caller and institution', async () => {
    await created({ agentAtmId: 'C-3' })
    await post({ agentAtmId: 'C-4', institutionKey: 'BETA', eventType: 'POWER_OFF' })
    for (const as of [acme, admin]) {
      const body = { agentAtmId: 'C-3', institutionKey: 'ACME' }
      expect(await create(body, as)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
      expect(await create({ ...body, agentAtmId: 'C-4' }, as)).toMatchObject({ status: 409 })
    }
    const crowd = await Promise.all(Array.from({ length: 6 }, () => create({ agentAtmId: 'C-5' })))
    expect(crowd.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('takes every id that an agent may report under, the longest too', async () => {
    expect((await create({ agentAtmId: 'L'.repeat(128) })).status).toBe(201)
  })

  it('names every fault at once by its field', async () => {
    const answer = await create({
      agentAtmId: 'x'.repeat(129),
      institutionKey: 'A,B',
      name: 'n'.repeat(201),
      vendor: 'v'.repeat(201),
      model: 'm'.repeat(201),
      siteName: 's'.repeat(201),
      serialNumber: '1'.repeat(65),
      latitude: 90.1,
      longitude: -180.5,
      timeZone: 'Mars/Olympus',
    })
    expect(answer.status).toBe(400)
    expect(faultsOf(answer).sort()).toEqual([
      'agentAtmId',
      'institutionKey',
      'latitude',
      'longitude',
      'model',
      'name',
      'serialNumber',
      'siteName',
      'timeZone',
      'vendor',
    ])
  })

  it.each([
    [{}, 'agentAtmId'],
    [{ agentAtmId: '  ' }, 'agentAtmId'],
    [{ agentAtmId: '..' }, 'agentAtmId'],
    [{ agentAtmId: 'C-6', latitude: 'north' }, 'latitude'],
    [{ agentAtmId: 'C-6', timeZone: '+03:00' }, 'timeZone'],
    [{ agentAtmId: 'C-6', serialNumber: 'SN\u0007' }, 'serialNumber'],
    [{ agentAtmId: 'C-6', institutionKey: '' }, 'institutionKey'],
  ])('refuses %j', async (body, field) => {
    const answer = await create(body)
    expect([answer.status, faultsOf(answer)]).toEqual([400, [field]])
  })

  it.each<[string, Partial<TokenClaims>, string | undefined, number]>([
    ['an MSP_ADMIN of one institution leaves it out', { role: 'MSP_ADMIN', institutions: ['ACME'] }, undefined, 201],
    ['an MSP_ADMIN of several has to name it', { role: 'MSP_ADMIN', institutions: ['ACME', 'BETA'] }, undefined, 400],
    [
      'an MSP_ADMIN of several names one of its own',
      { role: 'MSP_ADMIN', institutions: ['ACME', 'BETA'] },
      'BETA',
      201,
    ],
    ['an MSP_ADMIN names a foreign one', { role: 'MSP_ADMIN', institutions: ['ACME'] }, 'BETA', 403],
    ['an MSP_ADMIN of none has to name one', { role: 'MSP_ADMIN' }, undefined, 400],
    ['an MSP_ADMIN of none has none', { role: 'MSP_ADMIN' }, 'ACME', 403],
    ['an administrator has to name one', { role: 'BCOS_ADMIN' }, undefined, 400],
    ['an administrator names any', { role: 'BCOS_ADMIN' }, 'GAMMA', 201],
    ['an administrator of one institution leaves it out', { role: 'ADMIN', institutions: ['ACME'] }, undefined, 201],
    ['a CUSTOMER may not', { role: 'CUSTOMER', institutions: ['ACME'] }, undefined, 403],
    ['a USER may not', { role: 'USER', institutions: ['ACME'] }, undefined, 403],
    ['an AGENT may not', { role: 'AGENT', institutions: ['ACME'] }, undefined, 403],
  ])('%s', async (what, claims, institutionKey, status) => {
    const body = { agentAtmId: `who ${what}`, institutionKey }
    const answer = await create(body, await platform.token(claims))
    expect(answer.status).toBe(status)
    if (status === 400) expect(faultsOf(answer)).toEqual(['institutionKey'])
  })
})

describe('editing an ATM', () => {
  it('changes what is given, keeps what is left out, clears what is null', async () => {
    const { id } = await created({ agentAtmId: 'P-1', ...WHOLE })
    const answer = await patch(id, { name: 'Piazza', vendor: null, latitude: 0, siteName: ' ' })
    expect(answer).toMatchObject({
      status: 200,
      body: { ...WHOLE, id, name: 'Piazza', vendor: null, siteName: null, latitude: 0 },
    })
    expect((await get(`atms/${id}`)).body).toEqual(answer.body)
  })

  it('with an empty body is 200 and changes nothing', async () => {
    const before = await created({ agentAtmId: 'P-2', ...WHOLE })
    for (const body of [{}, { name: WHOLE.name }]) {
      expect(await patch(before.id, body)).toMatchObject({ status: 200, body: before })
    }
    const [row] = await inspector.rows('select updated_at from incident.atm where id = $1', [before.id])
    expect(row).toEqual({ updated_at: null })
  })

  it('names every fault at once', async () => {
    const { id } = await created({ agentAtmId: 'P-3' })
    const answer = await patch(id, {
      name: 'n'.repeat(201),
      longitude: 181,
      timeZone: 'EST5EDT7',
      institutionKey: 'a b',
    })
    expect([answer.status, faultsOf(answer).sort()]).toEqual([400, ['institutionKey', 'longitude', 'name', 'timeZone']])
    expect(await platform.ask('PATCH', '/incident/api/atms/x', { as: acme, body: {} })).toMatchObject({ status: 400 })
  })

  it('of others, or of none, is 404', async () => {
    const { id } = await created({ agentAtmId: 'P-4' })
    expect(await patch(id, { name: 'mine' }, beta)).toMatchObject({ status: 404 })
    expect(await patch(99_999_999, { name: 'mine' }, admin)).toMatchObject({ status: 404 })
  })

  it.each(['USER', 'CUSTOMER', 'AGENT'] as const)('is not for %s', async (role) => {
    const as = await platform.token({ role, institutions: ['ACME'] })
    expect(await patch(1, {}, as)).toMatchObject({ status: 403 })
  })

  it('lets a new time zone count for later events only', async () => {
    const { id } = await created({ agentAtmId: 'P-5' })
    const event = {
      agentAtmId: 'P-5',
      institutionKey: 'ACME',
      eventType: 'AGENT_LOG_ERROR',
      eventTime: '2026-11-20T08:00:00',
    }
    expect((await post(event)).body).toMatchObject({ occurredAt: '2026-11-20T08:00:00.000Z' })
    await patch(id, { timeZone: 'Africa/Addis_Ababa' })
    expect((await post(event)).body).toMatchObject({ occurredAt: '2026-11-20T05:00:00.000Z' })
    const { content } = Object((await get(`journal-events/atm/${id}/paginated?sort=id,asc`)).body)
    expect(content[0]).toMatchObject({ occurredAt: '2026-11-20T08:00:00.000Z' })
  })
})
