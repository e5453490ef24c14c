import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestAtms, type TestAtms } from '../testing/atms.testing.ts'

let fleet: TestAtms

beforeAll(async () => {
  fleet = await openTestAtms()
})

afterAll(() => fleet.close())

type TestAtm = ReturnType<TestAtms['newAtm']>
type Ending = (atm: TestAtm, minutes: number) => Promise<unknown>
const inService: Ending = (atm, minutes) => atm.post('ATM_IN_SERVICE', minutes)
const serviced: Ending = async (atm, minutes) => {
  await atm.post('SUPERVISOR_ENTER', minutes - 2)
  await atm.post('SUPERVISOR_EXIT', minutes - 1)
  await atm.post('ATM_IN_SERVICE', minutes)
}
const ok: Ending = (atm, minutes) =>
  atm.post('SUPERVISOR_EXIT', minutes, {
    cassettes: [{ cassetteNo: '1', currency: 'EUR', denomination: 20, currentCount: 900, status: 'OK' }],
  })

const visit: Ending = (atm, minutes) => atm.post('SUPERVISOR_EXIT', minutes)
const beat: Ending = (atm, minutes) => atm.beat(minutes)
const event: Ending = (atm, minutes) => atm.post('CASSETTE_LOW', minutes)

/** The first type of each kind that something resolves, what that is, and what comes close but does not. */
const RESOLVED = [
  ['ATM_OUT_OF_SERVICE', 'ATM_IN_SERVICE', 'a supervisor visit', inService, visit],
  [
    'POWER_OFF',
    'a later event',
    'an event before it',
    event,
    (atm, minutes) => atm.post('CASSETTE_LOW', minutes, { occurred: -1 }),
  ],
  ['POWER_OFF', 'a heartbeat', 'another of its own', beat, (atm, minutes) => atm.post('POWER_OFF', minutes)],
  ['DISPENSER_JAM', 'ATM_IN_SERVICE after a visit', 'ATM_IN_SERVICE alone', serviced, inService],
  ['CASH_ACCEPTOR_ERROR', 'ATM_IN_SERVICE after a visit', 'ATM_IN_SERVICE alone', serviced, inService],
  ['CARD_READER_FAIL', 'ATM_IN_SERVICE after a visit', 'a visit alone', serviced, visit],
  ['ENCRYPTOR_PINPAD_ERROR', 'ATM_IN_SERVICE after a visit', 'a visit alone', serviced, visit],
  ['SELF_TEST_FAILED', 'ATM_IN_SERVICE', 'a heartbeat', inService, beat],
  ['CASSETTE_LOW', 'an inventory that shows that cassette OK', 'ATM_IN_SERVICE', ok, inService],
] as const satisfies readonly (readonly [string, string, string, Ending, Ending])[]

describe('an incident', () => {
  it.each(RESOLVED)('of %s is resolved by %s', async (eventType, _what, _other, ending) => {
    const atm = fleet.newAtm()
    const id = await atm.post(eventType, 0, { cassetteNo: '1' })
    await ending(atm, 10)
    expect((await atm.incidents())[0]).toMatchObject({
      id,
      status: 'RESOLVED',
      resolution: 'AUTO',
      resolvedAt: expect.stringMatching(/^2026-11-20T12:10:00/),
    })
    // What is reported late and is older than that opens nothing, and is stored; what is newer opens the next one.
    expect(await atm.post(eventType, 11, { occurred: 1, cassetteNo: '1' })).toBeNull()
    expect(await atm.post(eventType, 12, { cassetteNo: '1' })).toBeGreaterThan(id ?? 0)
  })

  it.each(RESOLVED)(
    'of %s, which %s resolves, is not resolved by %s',
    async (eventType, _what, _other, _ending, other) => {
      const atm = fleet.newAtm()
      const id = await atm.post(eventType, 0, { cassetteNo: '1' })
      await other(atm, 10)
      expect((await atm.incidents())[0]).toMatchObject({ id, status: 'OPEN', resolution: null })
    },
  )

  it.each([
    ['NETWORK_DISCONNECTED', 30],
    ['APPLICATION_ERROR_PRINTER', 1_440],
    ['EJOURNAL_DB_CRITICAL', 1_440],
    ['APPLICATION_ERROR', 60],
  ] as const)('of %s is resolved after %i minutes without one', async (eventType, minutes) => {
    const atm = fleet.newAtm()
    for (const minute of [0, 2, 4, 5]) await atm.post(eventType, minute)
    await fleet.quiet(5 + minutes - 1 / 60)
    expect(await atm.incidents()).toMatchObject([{ status: 'OPEN' }])
    await fleet.quiet(5 + minutes)
    expect(await atm.incidents()).toMatchObject([{ status: 'RESOLVED', resolution: 'AUTO' }])
    expect(await atm.post(eventType, 6 + minutes, { occurred: 6 })).toBeNull()
  })

  it('of AUTHENTICATION_FAILURE is resolved by hand only', async () => {
    const atm = fleet.newAtm()
    for (const minute of [0, 1, 2]) await atm.post('AUTHENTICATION_FAILURE', minute)
    await serviced(atm, 10)
    await atm.beat(20)
    await fleet.quiet(100_000)
    expect(await atm.incidents()).toMatchObject([{ kind: 'SECURITY', status: 'OPEN' }])
  })

  it('of one cassette is not resolved by an inventory that shows another one OK', async () => {
    const atm = fleet.newAtm()
    await atm.post('CASSETTE_LOW', 0, { cassetteNo: '2' })
    await ok(atm, 10)
    expect(await atm.incidents()).toMatchObject([{ component: '2', status: 'OPEN' }])
  })

  it('that what would have resolved it has outrun is not opened at all', async () => {
    const atm = fleet.newAtm()
    await serviced(atm, 10)
    await ok(atm, 11)
    for (const type of ['ATM_OUT_OF_SERVICE', 'POWER_OFF', 'DISPENSER_JAM', 'CASSETTE_LOW', 'SELF_TEST_FAILED'])
      expect(await atm.post(type, 20, { occurred: 1, cassetteNo: '1' })).toBeNull()
    expect(await atm.post('NETWORK_DISCONNECTED', 40, { occurred: 10 })).toBeNull()
    expect(await atm.incidents()).toEqual([])
  })

  it('flaps at the fourth change within 30 minutes, and not a second later', async () => {
    for (const [last, status] of [
      [30, 'OPEN'],
      [30 + 1 / 60, 'RESOLVED'],
    ] as const) {
      const atm = fleet.newAtm()
      await atm.post('ATM_OUT_OF_SERVICE', 0)
      await atm.post('ATM_IN_SERVICE', 1)
      await atm.post('ATM_OUT_OF_SERVICE', 2)
      await atm.post('ATM_IN_SERVICE', last)
      expect((await atm.incidents()).at(-1)).toMatchObject({ status, flapping: status === 'OPEN' })
    }
  })
})
