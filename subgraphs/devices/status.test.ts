import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { devicesService } from './service.ts'

let platform: TestPlatform
let acme: string

beforeEach(async () => {
  platform = await openTestPlatform([devicesService], { now: '2026-03-01T10:00:00Z' })
  acme = await platform.token({ institutions: ['ACME'] })
})
afterEach(() => platform.close())

const mirror = (agentAtmId: string, change: object) =>
  platform.askInternal('POST', `/devices/api/internal/atms/${agentAtmId}/service-state`, { body: change })
const describeAtms = (atms: readonly object[]) =>
  platform.askInternal('POST', '/devices/api/internal/atms/batch', { body: atms })
const status = async (id: number, as = acme) => platform.ask('GET', `/devices/api/atms/${id}`, { as })

describe('the mirror of service state', () => {
  it('creates an unknown ATM and stamps the entry of supervisor mode with the time of receipt', async () => {
    const change = {
      serviceState: 'IN_SUPERVISOR',
      previousState: 'IN_SERVICE',
      eventType: 'SUPERVISOR_ENTER',
      eventTime: '2026-03-01T03:00:00',
    }
    expect((await mirror('ATM-1', { ...change, institutionKey: 'ACME', atmId: 1, sequence: 4 })).status).toBe(204)
    expect((await status(1)).body).toMatchObject({
      id: 1,
      deviceId: 1,
      agentAtmId: 'ATM-1',
      institutionKey: 'ACME',
      serviceState: 'IN_SUPERVISOR',
      supervisorSince: expect.stringContaining('2026-03-01T10:00'),
      connectivity: 'NEVER_CONNECTED',
      badge: 'AGENT_OFFLINE',
    })
  })

  it('ignores a sequence that is not above the one it holds', async () => {
    await mirror('ATM-1', { serviceState: 'IN_SUPERVISOR', institutionKey: 'ACME', atmId: 1, sequence: 4 })
    expect(
      (await mirror('ATM-1', { serviceState: 'OUT_OF_SERVICE', institutionKey: 'ACME', atmId: 1, sequence: 3 })).status,
    ).toBe(204)
    expect((await status(1)).body).toMatchObject({ serviceState: 'IN_SUPERVISOR' })
    await mirror('ATM-1', { serviceState: 'IN_SERVICE', institutionKey: 'ACME', atmId: 1, sequence: 5 })
    expect((await status(1)).body).toMatchObject({ serviceState: 'IN_SERVICE', supervisorSince: null })
  })

  it('is on the internal listener only, answers 401 without the secret and 400 naming a faulty field', async () => {
    const body = { serviceState: 'IN_SERVICE', atmId: 1, sequence: 9 }
    expect(
      (await platform.ask('POST', '/devices/api/internal/atms/ATM-1/service-state', { as: acme, body })).status,
    ).toBe(404)
    const bare = await platform.internalApp.inject({
      method: 'POST',
      url: '/devices/api/internal/atms/ATM-1/service-state',
      payload: body,
    })
    expect(bare.statusCode).toBe(401)
    expect((await mirror('ATM-1', { ...body, serviceState: 'BROKEN' })).body).toMatchObject({
      errors: [{ field: 'serviceState' }],
    })
  })
})

describe('the list of ATM status', () => {
  beforeEach(async () => {
    await describeAtms([
      {
        atmId: 10,
        agentAtmId: 'N-10',
        institutionKey: 'ACME',
        name: 'North gate',
        siteName: 'Station',
        serialNumber: 'SN 34-00017',
        lastHeartbeatAt: '2026-03-01T09:59:00Z',
      },
      {
        atmId: 11,
        agentAtmId: 'N-11',
        institutionKey: 'ACME',
        name: 'South gate',
        siteName: 'Station',
        lastHeartbeatAt: '2026-03-01T09:00:00Z',
      },
      {
        atmId: 12,
        agentAtmId: 'N-12',
        institutionKey: 'BETA',
        name: 'Foreign',
        siteName: 'Elsewhere',
        lastHeartbeatAt: null,
      },
    ])
    await mirror('ATM-1', { serviceState: 'IN_SERVICE', institutionKey: 'ACME', atmId: 1, sequence: 1 })
    await mirror('N-10', { serviceState: 'OUT_OF_SERVICE', institutionKey: 'ACME', atmId: 10, sequence: 1 })
  })

  it('shows the ATMs of the institution only, filtered by badge, state, agent id and text', async () => {
    const ids = async (query: string) => {
      const { body } = await platform.ask('GET', `/devices/api/atms?${query}`, { as: acme })
      return Object(body).content.map((row: { id: number }) => row.id)
    }
    expect(await ids('sort=id,asc')).toEqual([1, 10, 11])
    expect(await ids('badge=OUT_OF_SERVICE')).toEqual([10])
    expect(await ids('badge=AGENT_OFFLINE&sort=id,desc')).toEqual([11, 1])
    expect(await ids('serviceState=IN_SERVICE')).toEqual([1])
    expect(await ids('agentAtmId=N-11')).toEqual([11])
    expect(await ids('q=NORTH')).toEqual([10])
    for (const part of ['SN%2034-00017', 'sn%2034', '00017']) expect(await ids(`q=${part}`)).toEqual([10])
    expect(await ids('q=%25')).toEqual([])
  })

  it('shows what is not in service, the worst first and of equals what is so for longest', async () => {
    const heard = '2026-03-01T09:59:00Z'
    const since = (minutes: number) => new Date(Date.parse('2026-03-01T10:00:00Z') - minutes * 60_000).toISOString()
    const atm = async (
      atmId: number,
      serviceState: string,
      minutes: number,
      lastHeartbeatAt: string | null = heard,
    ) => {
      await describeAtms([{ atmId, agentAtmId: `U-${atmId}`, institutionKey: 'URGE', lastHeartbeatAt }])
      await mirror(`U-${atmId}`, {
        serviceState,
        institutionKey: 'URGE',
        atmId,
        sequence: 1,
        occurredAt: since(minutes),
      })
    }
    await atm(50, 'IN_SERVICE', 500)
    await atm(51, 'IN_SUPERVISOR', 60)
    await atm(52, 'OUT_OF_SERVICE', 20)
    await atm(53, 'OUT_OF_SERVICE', 30)
    await atm(54, 'IN_SERVICE', 400, since(90))
    await atm(55, 'OUT_OF_SERVICE', 600, since(120))
    await describeAtms([
      { atmId: 56, agentAtmId: 'U-56', institutionKey: 'URGE', lastHeartbeatAt: null },
      { atmId: 57, agentAtmId: 'U-57', institutionKey: 'URGE', lastHeartbeatAt: heard },
    ])
    const as = await platform.token({ institutions: ['URGE'] })
    const ids = async (query: string) => {
      const { body } = await platform.ask('GET', `/devices/api/atms?${query}`, { as })
      return Object(body).content.map((row: { id: number }) => row.id)
    }
    expect(await ids('inService=false&sort=urgency,desc')).toEqual([53, 52, 55, 54, 51, 57, 56])
    expect(await ids('sort=urgency,asc')).toEqual([56, 50, 57, 51, 54, 55, 52, 53])
    expect(await ids('inService=true')).toEqual([50])
    expect(await ids('connectivity=CONNECTED&sort=id')).toEqual([50, 51, 52, 53, 57])
    expect(await ids('connectivity=DISCONNECTED&sort=id')).toEqual([54, 55])
    expect(await ids('connectivity=NEVER_CONNECTED&sort=id')).toEqual([56])
    const { body } = await platform.ask('GET', '/devices/api/badges', { as })
    const { total, inService } = Object(body)
    expect(total - inService, 'the count of the list').toBe((await ids('inService=false')).length)
  })

  it('pages with totals and refuses an unknown sort field', async () => {
    const page = await platform.ask('GET', '/devices/api/atms?page=1&size=2&sort=agentAtmId,asc', { as: acme })
    expect(page.body).toMatchObject({
      totalElements: 3,
      totalPages: 2,
      number: 1,
      size: 2,
      numberOfElements: 1,
      first: false,
      last: true,
      empty: false,
    })
    expect((await platform.ask('GET', '/devices/api/atms?sort=secret', { as: acme })).body).toMatchObject({
      errors: [{ field: 'sort[0]' }],
    })
  })

  it('counts connectivity within what the caller sees', async () => {
    const summary = async (as: string) => (await platform.ask('GET', '/devices/api/atms/summary', { as })).body
    expect(await summary(acme)).toEqual({ total: 3, connected: 1, disconnected: 1, neverConnected: 1 })
    expect(await summary(await platform.token({ role: 'ADMIN' }))).toEqual({
      total: 4,
      connected: 1,
      disconnected: 1,
      neverConnected: 2,
    })
    expect(await summary(await platform.token({ institutions: [] }))).toEqual({
      total: 0,
      connected: 0,
      disconnected: 0,
      neverConnected: 0,
    })
  })

  it('answers 404 for a foreign ATM as for one that does not exist', async () => {
    expect((await status(12)).status).toBe(404)
    expect((await status(999)).status).toBe(404)
    expect((await platform.ask('GET', '/devices/api/atms/abc', { as: acme })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'id' }],
    })
  })

  it('never moves a heartbeat back', async () => {
    await describeAtms([
      {
        atmId: 10,
        agentAtmId: 'N-10',
        institutionKey: 'ACME',
        name: 'North gate',
        siteName: 'Station',
        lastHeartbeatAt: '2026-03-01T08:00:00Z',
      },
    ])
    expect((await status(10)).body).toMatchObject({
      connectivity: 'CONNECTED',
      lastHeartbeatAt: '2026-03-01T09:59:00.000Z',
    })
  })
})

describe('a flood of states', () => {
  beforeEach(() => mirror('ATM-1', { serviceState: 'IN_SERVICE', institutionKey: 'ACME', atmId: 1, sequence: 5 }))

  it('is taken at once, each as if it came alone', async () => {
    const change = (atmId: number, serviceState: string, sequence: number) => ({
      atmId,
      agentAtmId: `ATM-${atmId}`,
      institutionKey: 'ACME',
      serviceState,
      sequence,
    })
    const askMany = (changes: readonly object[]) =>
      platform.askInternal('POST', '/devices/api/internal/atms/service-states', { body: changes })
    const changes = [change(1, 'OUT_OF_SERVICE', 2), change(51, 'IN_SERVICE', 7), change(51, 'OUT_OF_SERVICE', 6)]
    expect((await askMany(changes)).status).toBe(204)
    expect((await status(1)).body).toMatchObject({ serviceState: 'IN_SERVICE' })
    expect((await status(51)).body).toMatchObject({ agentAtmId: 'ATM-51', serviceState: 'IN_SERVICE' })
    expect((await askMany([change(52, 'BROKEN', 1)])).body).toMatchObject({ errors: [{ field: '[0].serviceState' }] })
    const tooMany = Array.from({ length: 5_001 }, (_, n) => change(n, 'IN_SERVICE', 1))
    expect((await askMany(tooMany)).body).toMatchObject({ status: 400, errors: [{ field: 'body' }] })
  })

  it('refuse an agentAtmId under two atmIds as a conflict', async () => {
    const body = { serviceState: 'IN_SERVICE', atmId: 151, sequence: 1 }
    expect((await mirror('ATM-1', body)).body).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect((await describeAtms([{ atmId: 152, agentAtmId: 'ATM-1' }])).body).toMatchObject({ status: 409 })
  })
})

it('heartbeats come with one moment for each ATM, 5,000 at most', async () => {
  const beat = (body: object) => platform.askInternal('POST', '/devices/api/internal/atms/heartbeats', { body })
  await describeAtms([{ atmId: 1, agentAtmId: 'ATM-1', institutionKey: 'ACME' }])
  expect((await beat({ atmIds: [1, 2], heardAtMs: [Date.UTC(2026, 2, 1, 9, 59), 7] })).status).toBe(204)
  expect((await status(1)).body).toMatchObject({
    lastHeartbeatAt: '2026-03-01T09:59:00.000Z',
    connectivity: 'CONNECTED',
  })
  expect((await status(2)).status).toBe(404)
  const many = Array.from({ length: 5_001 }, (_, n) => n)
  const faulty = [{ atmIds: [1], heardAtMs: [] }, { atmIds: many, heardAtMs: many }, { atmIds: [1] }]
  for (const body of faulty) expect((await beat(body)).status).toBe(400)
})
