import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

let platform: WholePlatform

beforeAll(async () => {
  platform = await openWholePlatform({ now: () => new Date('2026-11-20T10:00:00Z') })
})
afterAll(() => platform.close())

const ROUTE = '/api/graph/usage'

test('the usage of the graph names operations and fields, by how often they were called', async () => {
  const admin = await platform.token({ role: 'ADMIN' })
  const acme = await platform.token({ institutions: ['ACME'] })
  await platform.query('query Names { vendors { name } }', acme)
  await platform.query('query Names { vendors { name } }', acme)
  await platform.query('{ vendors(type: CIT) { uuid } }', admin)
  expect(await platform.query('query Wrong { vendors { nothing } }', acme)).toHaveProperty('errors')
  const { status, body } = await platform.ask('GET', ROUTE, { as: admin })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    from: '2026-11-20',
    to: '2026-11-20',
    complete: true,
    unrecordedCalls: 0,
    operations: expect.arrayContaining([
      expect.objectContaining({
        name: 'Names',
        calls: 2,
        institutions: 1,
        coordinates: ['Query.vendors', 'String', 'Vendor.name'],
      }),
      expect.objectContaining({
        name: '',
        calls: 1,
        coordinates: expect.arrayContaining(['Query.vendors.type', 'VendorType.CIT']),
      }),
    ]),
  })
  expect(body).toHaveProperty('fields.0', { coordinate: 'Query.vendors', calls: 3, lastUsedOn: '2026-11-20' })

  const narrowed = await platform.ask('GET', ROUTE, { as: admin, headers: { 'Fleet-Institution': 'ACME' } })
  expect(narrowed.body).toMatchObject({ complete: false, operations: [{ name: 'Names', calls: 2 }] })
})

test('the usage of the graph is for ADMIN', async () => {
  for (const role of ['USER', 'CUSTOMER', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'] as const)
    expect(await platform.ask('GET', ROUTE, { as: await platform.token({ role }) })).toMatchObject({ status: 403 })
  expect(await platform.ask('GET', ROUTE)).toMatchObject({ status: 401 })
})

test.each(['0', '91', 'many'])('the usage of %s days is refused', async (days) => {
  const admin = await platform.token({ role: 'ADMIN' })
  expect(await platform.ask('GET', `${ROUTE}?days=${days}`, { as: admin })).toMatchObject({ status: 400 })
})

test('the usage of the graph has nothing of what callers write into it', async () => {
  const admin = await platform.token({ role: 'ADMIN' })
  const numbers = ['4111111111111111', '5500005555555559']
  const beta = await platform.token({ institutions: ['BETA'] })
  await platform.query(
    `mutation pan_${numbers[0]} {
      ingestJournalEvent(event: { agentAtmId: "BETA-001", eventType: "POWER_OFF", details: {
        _${numbers[1]}: 1, customer_Abebe: [{ __proto__: { customer_Kebede: 2 } }]
      } }) { __typename }
    }`,
    beta,
  )
  const { body } = await platform.ask('GET', ROUTE, { as: admin, headers: { 'Fleet-Institution': 'BETA' } })
  expect(body).toHaveProperty(
    'fields',
    expect.arrayContaining([{ coordinate: 'JournalEventInput.details', calls: 1, lastUsedOn: '2026-11-20' }]),
  )
  const text = JSON.stringify(body)
  for (const written of [...numbers, 'Abebe', 'Kebede', '__proto__', 'JSON.']) expect(text).not.toContain(written)
})
