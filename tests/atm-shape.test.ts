import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

let platform: WholePlatform
beforeAll(async () => {
  platform = await openWholePlatform({ start: true })
})
afterAll(() => platform.close())

const DESCRIPTION = {
  ...{ name: 'Hall', siteName: 'North', serialNumber: 'SN 1', vendor: 'NCR', model: 'S2', carrier: 'Route' },
  ...{ latitude: 9.01, longitude: 38.75, timeZone: 'Africa/Addis_Ababa' },
}

/** What devices answers once the incident service has told it. */
const readOnce = (path: string, as: string, expected: object) =>
  vi.waitFor(
    async () => {
      const { body } = await platform.ask('GET', path, { as })
      expect(body).toMatchObject(expected)
      return body
    },
    { timeout: 30_000, interval: 50 },
  )

it('an ATM has one shape where it is registered, edited and read', { timeout: 90_000 }, async () => {
  const as = await platform.token({ role: 'ADMIN' })
  const body = { agentAtmId: 'SHAPE-1', institutionKey: 'ACME', ...DESCRIPTION }
  const registered = await platform.ask('POST', '/incident/api/atms', { as, body })
  const path = `/incident/api/atms/${Object(registered.body).id}`
  expect(registered).toMatchObject({ status: 201, body })
  expect(await readOnce(path, as, body)).toEqual(registered.body)
  expect((await platform.ask('PATCH', path, { as, body: DESCRIPTION })).body).toEqual(registered.body)
  const list = await platform.ask('GET', '/incident/api/atms?agentAtmId=SHAPE-1', { as })
  expect(Object(list.body).content).toEqual([registered.body])

  const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
  const event = { agentAtmId: 'SHAPE-1', eventType: 'SUPERVISOR_ENTER' }
  expect((await platform.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body: event })).status).toBe(201)
  const { supervisorSince, serviceStateChangedAt } = Object(
    await readOnce(path, as, { supervisorSince: expect.any(String) }),
  )
  expect((await platform.ask('PATCH', path, { as, body: DESCRIPTION })).body).toMatchObject({
    ...{ badge: 'IN_SUPERVISOR', serviceState: 'IN_SUPERVISOR' },
    ...{ supervisorSince, serviceStateChangedAt },
  })
})
