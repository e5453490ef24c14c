import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
let platform: TestPlatform
let admin: string
let acme: string
let beta: string

const signIn = async () => {
  admin = await platform.token({ role: 'ADMIN' })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  beta = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
}

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z', isClockStopped: true })
  await signIn()
})

afterEach(() => platform.close())

const at = (minutes: number) => new Date(NOON + minutes * 60_000)
const iso = (minutes: number) => at(minutes).toISOString()
const send = async (path: string, body: object, status: number) =>
  expect((await platform.askInternal('POST', `/incident/api/internal/${path}`, { body })).status).toBe(status)
const beat = (minutes: number, institutionKey = 'ACME') => {
  platform.clock.set(at(minutes))
  return send('heartbeats', { agentAtmId: 'A-1', institutionKey }, 204)
}
/** An event that occurred at one minute and was received at another. */
const post = (eventType: string, minutes: number, { received = minutes, of = 'ACME' } = {}) => {
  platform.clock.set(at(received))
  const eventTime = iso(minutes).slice(0, 19)
  return send('journal-events', { agentAtmId: 'A-1', institutionKey: of, eventType, eventTime }, 201)
}
const runJob = (minutes: number, name = 'incident.availability') => {
  platform.clock.set(at(minutes))
  return platform.runJob(name)
}
/** Heartbeats and the job every five minutes. */
const goOn = async (from: number, to: number, institutionKey = 'ACME') => {
  for (let minutes = from; minutes <= to; minutes += 5) {
    await beat(minutes, institutionKey)
    await runJob(minutes)
  }
}
const get = async (path: string, as: string): Promise<Record<string, unknown>> => {
  const { status, body } = await platform.ask('GET', `/incident/api/${path}`, { as })
  expect([path, status]).toEqual([path, 200])
  return Object(body)
}
const period = (from: number, to: number) => `from=${iso(from)}&to=${iso(to)}`
/** Seconds in service, out of service and unreachable. */
const secondsOf = (row: unknown) => {
  const { inServiceSeconds, outOfServiceSeconds, unreachableSeconds } = Object(row)
  return [inServiceSeconds, outOfServiceSeconds, unreachableSeconds]
}
/** How each ATM and institution spent a period, in the order of the names. */
const spent = async (from: number, to: number, as: string) => {
  const { content } = await get(`availability?${period(from, to)}&sort=name`, as)
  return Object.fromEntries(
    Object.values(Object(content)).map((row) => [
      `${Object(row).agentAtmId} of ${Object(row).institutionKey}`,
      secondsOf(row),
    ]),
  )
}
/** The only ATM of a test. */
const pathOfAtm = async () => `/incident/api/atms/${Object(Object((await get('atms', admin)).content)[0]).id}`
const move = async (minutes: number, institutionKey: string, known?: string) => {
  platform.clock.set(at(minutes))
  const path = known ?? (await pathOfAtm())
  expect((await platform.ask('PATCH', path, { as: admin, body: { institutionKey } })).status).toBe(200)
}

describe('the time of an ATM that is moved', () => {
  it('is the former institution’s up to the second of the move, and the new one’s from then on', async () => {
    await post('ATM_IN_SERVICE', 0)
    await goOn(5, 90)
    await post('ATM_OUT_OF_SERVICE', 91)
    await move(91.5, 'BETA')
    const before = { acme: { 'A-1 of ACME': [5_460, 30, 0] }, beta: { 'A-1 of BETA': [0, 210, 0] } }
    const check = async () => {
      expect(await spent(0, 95, acme)).toEqual(before.acme)
      expect(await spent(0, 95, beta)).toEqual(before.beta)
      expect(await spent(0, 95, admin)).toEqual({ ...before.acme, ...before.beta })
      expect(await spent(91, 92, admin)).toEqual({ 'A-1 of ACME': [0, 30, 0], 'A-1 of BETA': [0, 30, 0] })
      expect([await spent(60, 91, acme), await spent(60, 91, beta)]).toEqual([{ 'A-1 of ACME': [1_860, 0, 0] }, {}])
      expect([await spent(92, 95, acme), await spent(92, 95, beta)]).toEqual([{}, { 'A-1 of BETA': [0, 180, 0] }])
    }
    platform.clock.set(at(95))
    await check()
    await goOn(95, 255, 'BETA')
    await check()
    const total = Object((await get(`availability?${period(0, 95)}`, admin)).total)
    expect([total.atms, total.periodSeconds]).toEqual([1, 5_700])
    const groups = await get(`availability?${period(0, 95)}&group=institution&sort=name`, admin)
    expect(Object.values(Object(groups.content)).map((row) => [Object(row).group, ...secondsOf(row)])).toEqual([
      ['ACME', 5_460, 30, 0],
      ['BETA', 0, 210, 0],
    ])
    // What it has now is not the former institution's to know.
    expect(await get(`availability?${period(0, 95)}&group=region`, acme)).toMatchObject({
      content: [{ group: null, atms: 1, periodSeconds: 5_490 }],
    })
    const { text } = await platform.ask('GET', `/incident/api/availability?${period(0, 95)}&format=csv`, { as: acme })
    expect(text.split('\r\n')[1]).toMatch(/^\d+,A-1,ACME,/)
    const own = await platform.ask('GET', `${await pathOfAtm()}/availability`, { as: acme })
    expect(own.status).toBe(404)
    expect(await runJob(256, 'incident.availability-check')).toMatch(/^0 of [1-9]\d* sums .* 0 of [1-9]\d* that/)
  })

  it('is corrected for both by events that come late, also by one that was on its way during the move', async () => {
    await post('ATM_IN_SERVICE', 0)
    await goOn(5, 90)
    await move(90, 'BETA')
    await goOn(95, 180, 'BETA')
    expect(await spent(0, 180, admin)).toEqual({ 'A-1 of ACME': [5_400, 0, 0], 'A-1 of BETA': [5_400, 0, 0] })
    await post('ATM_OUT_OF_SERVICE', 60, { received: 181, of: 'BETA' })
    await post('ATM_IN_SERVICE', 120, { received: 181, of: 'BETA' })
    expect(await runJob(182)).toContain('1 ATMs corrected')
    for (const as of [acme, admin]) {
      expect(await spent(0, 180, as)).toMatchObject({ 'A-1 of ACME': [3_600, 1_800, 0] })
      expect(await spent(45, 75, as)).toMatchObject({ 'A-1 of ACME': [900, 900, 0] })
      expect(await spent(75, 85, as)).toMatchObject({ 'A-1 of ACME': [0, 600, 0] })
    }
    for (const as of [beta, admin]) {
      expect(await spent(0, 180, as)).toMatchObject({ 'A-1 of BETA': [3_600, 1_800, 0] })
      expect(await spent(100, 130, as)).toMatchObject({ 'A-1 of BETA': [600, 1_200, 0] })
    }
    // An event on its way while the ATM is moved is in time, and of the time before.
    await move(190, 'ACME')
    await post('ATM_OUT_OF_SERVICE', 188, { received: 191 })
    await runJob(192)
    expect(await spent(186, 192, beta)).toEqual({ 'A-1 of BETA': [120, 120, 0] })
    expect(await spent(186, 192, acme)).toEqual({ 'A-1 of ACME': [0, 120, 0] })
    expect(await runJob(193, 'incident.availability-check')).toMatch(/^0 of [1-9]\d* sums .* 0 of [1-9]\d* that/)
  })

  it('is unreachable for each of them where a silence goes on through the move, and through two', async () => {
    await post('ATM_IN_SERVICE', 0)
    for (let minutes = 3; minutes <= 60; minutes += 3) await runJob(minutes)
    await move(60, 'BETA')
    for (let minutes = 63; minutes <= 75; minutes += 3) await runJob(minutes)
    await move(78, 'ACME')
    for (let minutes = 78; minutes <= 90; minutes += 3) await runJob(minutes)
    const check = async () => {
      expect(await spent(0, 90, acme)).toEqual({ 'A-1 of ACME': [900, 0, 3_420] })
      expect(await spent(10, 50, acme)).toEqual({ 'A-1 of ACME': [300, 0, 2_100] })
      expect(await spent(0, 90, beta)).toEqual({ 'A-1 of BETA': [0, 0, 1_080] })
      expect(await spent(65, 70, beta)).toEqual({ 'A-1 of BETA': [0, 0, 300] })
    }
    await check()
    await beat(90)
    await goOn(93, 140)
    await check()
    expect(await runJob(141, 'incident.availability-check')).toMatch(/^0 of [1-9]\d* sums .* 0 of [1-9]\d* that/)
  })

  it('stays while the ATM is moved away and back, retired and reactivated, until it is too old', async () => {
    await post('ATM_IN_SERVICE', 0)
    await goOn(5, 70)
    const path = await pathOfAtm()
    expect((await platform.ask('POST', `${path}/retire`, { as: admin })).status).toBe(200)
    await move(72, 'BETA', path)
    platform.clock.set(at(74))
    expect((await platform.ask('POST', `${path}/reactivate`, { as: admin })).status).toBe(200)
    await move(76, 'ACME')
    await move(78, 'BETA')
    await beat(78, 'BETA')
    const had = { 'A-1 of ACME': [4_200 + 120, 0, 0] }
    expect([await spent(0, 80, acme), await spent(0, 80, beta)]).toEqual([had, { 'A-1 of BETA': [120, 0, 0] }])
    await goOn(80, 200, 'BETA')
    expect(await spent(0, 200, acme)).toEqual(had)
    expect(await spent(0, 80, beta)).toEqual({ 'A-1 of BETA': [240, 0, 0] })
    expect(await runJob(201, 'incident.availability-check')).toMatch(/^0 of [1-9]\d* sums .* 0 of [1-9]\d* that/)
    const days = (count: number) => count * 24 * 60
    await runJob(days(399))
    await signIn()
    expect(await spent(0, days(1), acme)).toEqual(had)
    await runJob(days(402))
    await signIn()
    expect(await spent(0, days(402), acme)).toEqual({})
    expect(Object.keys(await spent(0, days(402), beta))).toEqual(['A-1 of BETA'])
  })
})
