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

it('an ATM that ingest registers is in lists at once, as the incident service has it', async () => {
  const as = await platform.token({ role: 'ADMIN' })
  const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
  const list = async (agentAtmId: string) => {
    const { body } = await platform.ask('GET', `/incident/api/atms?agentAtmId=${agentAtmId}`, { as })
    return Object(body).content[0]
  }
  // The first one of a process would not wait for a batch in any case.
  for (const agentAtmId of ['FOUND-1', 'FOUND-2']) {
    const body = { agentAtmId, eventType: 'ATM_IN_SERVICE' }
    expect((await platform.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body })).status).toBe(201)
    await vi.waitFor(async () => expect(await list(agentAtmId)).toMatchObject({ badge: 'IN_SERVICE' }), {
      timeout: 8_000,
      interval: 20,
    })
  }
  const mirrored = await list('FOUND-2')
  expect(mirrored).toMatchObject({ connectivity: 'CONNECTED', registeredAt: expect.any(String) })
  const job = platform.gateway.jobs.find(({ name }) => name === 'devices.reconcile')
  const run = { now: new Date(), lastDoneAt: null, log: platform.gateway.log, progress: () => {} }
  await job?.run(run)
  expect(await list('FOUND-2')).toEqual(mirrored)
})

it('an ATM is as it is since one instant, wherever that is read, also after a late event', async () => {
  const as = await platform.token({ role: 'ADMIN' })
  const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
  const earlier = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19)
  const post = async (eventType: string, minutes: number) => {
    const body = { agentAtmId: 'SINCE-1', eventType, eventTime: earlier(minutes) }
    expect((await platform.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body })).status).toBe(201)
  }
  const read = async () => {
    const { data, errors } = await platform.query(
      `{ list: atmStatuses(agentAtmId: "SINCE-1") { content { serviceState serviceStateChangedAt } }
         notInService: atmStatuses(inService: false, q: "SINCE-1", sort: ["urgency,desc"]) {
           content { serviceState serviceStateChangedAt } }
         atm(agentAtmId: "SINCE-1") {
           status { serviceStateChangedAt } stateHistory(hoursBack: 168, first: 200) { at } } }`,
      as,
    )
    expect(errors).toBeUndefined()
    const { list, notInService, atm } = Object(data)
    return {
      state: list.content[0]?.serviceState,
      read: [list.content[0], notInService.content[0], atm.status].map((found) => found?.serviceStateChangedAt),
      present: atm.stateHistory[0]?.at,
    }
  }
  const expectOnce = (state: string, minutes: number) =>
    vi.waitFor(
      async () => {
        const { read: found, present, ...now } = await read()
        expect(now).toEqual({ state })
        expect(new Set([...found, present]).size).toBe(1)
        expect(Math.abs(Date.parse(present) - Date.now() + minutes * 60_000)).toBeLessThan(60_000)
      },
      { timeout: 30_000, interval: 50 },
    )
  await post('ATM_OUT_OF_SERVICE', 20)
  await expectOnce('OUT_OF_SERVICE', 20)
  const correct = async () => {
    const job = platform.gateway.jobs.find(({ name }) => name === 'incident.availability')
    await job?.run({ now: new Date(), lastDoneAt: null, log: platform.gateway.log, progress: () => {} })
  }
  // It was so earlier, and in service between.
  await post('ATM_OUT_OF_SERVICE', 40)
  await correct()
  await expectOnce('OUT_OF_SERVICE', 40)
  await post('ATM_IN_SERVICE', 30)
  await correct()
  await expectOnce('OUT_OF_SERVICE', 20)
})
