import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atmAttributes, ofEach } from '../../schema/atm-attributes.rules.ts'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { devicesService } from './service.ts'

const NOW = '2026-03-01T10:00:00Z'

let platform: TestPlatform
let acme: string
let everybody: string

const atm = (atmId: number, institutionKey: string, given: object, siteName: string | null = null) => ({
  ...{ atmId, agentAtmId: `ATM-${atmId}`, institutionKey, siteName, edition: 1, lastHeartbeatAt: NOW },
  record: { ...ofEach(atmAttributes, () => null), ...given, registeredAt: NOW },
})

beforeAll(async () => {
  platform = await openTestPlatform([devicesService], { now: NOW })
  acme = await platform.token({ institutions: ['ACME'] })
  everybody = await platform.token({ role: 'ADMIN' })
  const body = [
    atm(1, 'ACME', { vendor: 'NCR', region: 'North', tags: ['24h', 'mall'], criticality: 'HIGH' }, 'Bole'),
    atm(2, 'ACME', { vendor: 'NCR', model: 'SelfServ 34', tags: ['mall'] }, 'Bole'),
    atm(3, 'ACME', { vendor: 'Wincor', costCentre: 'CC-7' }),
    { ...atm(4, 'BETA', { vendor: 'NCR', region: 'North' }), lastHeartbeatAt: null },
    { ...atm(5, 'ACME', {}), record: undefined },
  ]
  expect((await platform.askInternal('POST', '/devices/api/internal/atms/batch', { body })).status).toBe(204)
})
afterAll(() => platform.close())

const ids = async (query: string, as = acme) => {
  const { status, body } = await platform.ask('GET', `/devices/api/atms?${query}`, { as })
  return status === 200 ? Object(body).content.map(({ id }: { id: number }) => id) : status
}
const groups = async (query: string, as = acme) => {
  const { status, body } = await platform.ask('GET', `/devices/api/groups?${query}`, { as })
  expect(status).toBe(200)
  return Array.from<{ value: string | null; badges: { total: number } }>(Object(body)).map(
    ({ value, badges }) => [value, badges.total] as const,
  )
}

describe('ATMs by what they are grouped by', () => {
  it('are limited to a value of each attribute, and to those without one', async () => {
    expect(await ids('vendor=NCR')).toEqual([1, 2])
    expect(await ids('vendor=NCR', everybody)).toEqual([1, 2, 4])
    expect(await ids('model=SelfServ%2034')).toEqual([2])
    expect(await ids('site=Bole')).toEqual([1, 2])
    expect(await ids('region=North&vendor=NCR')).toEqual([1])
    expect(await ids('costCentre=CC-7')).toEqual([3])
    expect(await ids('criticality=HIGH')).toEqual([1])
    expect(await ids('tag=mall')).toEqual([1, 2])
    expect(await ids('tag=24h&site=Bole')).toEqual([1])
    expect(await ids('without=VENDOR')).toEqual([5])
    expect(await ids('without=TAG')).toEqual([3, 5])
    expect(await ids('without=SITE&vendor=Wincor')).toEqual([3])
    expect(await ids('vendor=')).toEqual([1, 2, 3, 5])
    expect(await ids('criticality=SOME')).toBe(400)
    expect(await ids(`vendor=${'x'.repeat(200)}&costCentre=${'x'.repeat(64)}&tag=${'x'.repeat(40)}`)).toEqual([])
    for (const [name, most] of [
      ['vendor', 200],
      ['model', 200],
      ['site', 200],
      ['region', 200],
    ] as const)
      expect(await ids(`${name}=${'x'.repeat(most + 1)}`)).toBe(400)
    expect(await ids(`costCentre=${'x'.repeat(65)}`)).toBe(400)
    expect(await ids(`tag=${'x'.repeat(41)}`)).toBe(400)
  })

  it('are counted by value with their badges, an ATM with each of its tags', async () => {
    expect(await groups('by=VENDOR')).toEqual([
      ['NCR', 2],
      ['Wincor', 1],
      [null, 1],
    ])
    expect(await groups('by=VENDOR', everybody)).toEqual([
      ['NCR', 3],
      ['Wincor', 1],
      [null, 1],
    ])
    expect(await groups('by=TAG')).toEqual([
      ['mall', 2],
      [null, 2],
      ['24h', 1],
    ])
    expect(await groups('by=SITE&vendor=NCR')).toEqual([['Bole', 2]])
    expect(await groups('by=CRITICALITY&badge=AGENT_OFFLINE', everybody)).toEqual([[null, 1]])
    const { body } = await platform.ask('GET', '/devices/api/groups?by=REGION', { as: everybody })
    expect(body).toContainEqual({
      value: 'North',
      badges: { total: 2, agentOffline: 1, inSupervisor: 0, outOfService: 0, inService: 0, unknown: 1 },
    })
  })

  it('are in CSV with every attribute', async () => {
    const { text } = await platform.ask('GET', '/devices/api/atms?format=csv&tag=24h', { as: acme })
    const [header, row] = text.split('\r\n')
    expect(header).toContain('vendor,model,siteName,serialNumber,region,costCentre,criticality,tags')
    expect(row).toContain('NCR,,Bole,,North,,HIGH,24h;mall')
  })
})
