import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, openTestAtms, type TestAtms } from '../testing/atms.testing.ts'

let fleet: TestAtms

beforeAll(async () => {
  fleet = await openTestAtms()
})

afterAll(() => fleet.close())

/** The table of the contract, said once more: what one event, or as many as the threshold asks for, opens. */
const OPENS = [
  ['ATM_OUT_OF_SERVICE', 'OUT_OF_SERVICE', 'HIGH'],
  ['POWER_OFF', 'POWER', 'HIGH'],
  ['NETWORK_DISCONNECTED', 'CONNECTIVITY', 'HIGH'],
  ['DISPENSER_JAM', 'DISPENSER', 'CRITICAL'],
  ['APPLICATION_ERROR_DISPENSER', 'DISPENSER', 'HIGH'],
  ['MIXED_MEDIA_ERROR', 'DISPENSER', 'HIGH'],
  ['CASH_ACCEPTOR_ERROR', 'ACCEPTOR', 'HIGH'],
  ['CARD_READER_FAIL', 'CARD_READER', 'HIGH'],
  ['APPLICATION_ERROR_CARD', 'CARD_READER', 'MEDIUM'],
  ['ENCRYPTOR_PINPAD_ERROR', 'PINPAD', 'CRITICAL'],
  ['APPLICATION_ERROR_ENCRYPTION', 'PINPAD', 'CRITICAL'],
  ['APPLICATION_ERROR_PINPAD', 'PINPAD', 'HIGH'],
  ['APPLICATION_ERROR_PRINTER', 'PRINTER', 'LOW'],
  ['SELF_TEST_FAILED', 'SELF_TEST', 'HIGH'],
  ['CASSETTE_LOW', 'CASH', 'MEDIUM'],
  ['CASSETTE_EMPTY', 'CASH', 'HIGH'],
  ['CASSETTE_ABNORMAL', 'CASH', 'HIGH'],
  ['EJOURNAL_DB_WARNING', 'JOURNAL', 'LOW'],
  ['EJOURNAL_DB_CRITICAL', 'JOURNAL', 'HIGH'],
  ['APPLICATION_ERROR_JOURNAL', 'JOURNAL', 'MEDIUM'],
] as const
const THRESHOLDS = [
  ['APPLICATION_ERROR_NETWORK', 'CONNECTIVITY', 'MEDIUM', 3, 10],
  ['AUTHENTICATION_FAILURE', 'SECURITY', 'HIGH', 3, 10],
  ['AGENT_LOG_ERROR', 'APPLICATION', 'LOW', 5, 60],
  ['APPLICATION_ERROR', 'APPLICATION', 'MEDIUM', 3, 10],
] as const

describe('an event', () => {
  it.each(OPENS)('%s opens %s, %s, and the next one joins it', async (eventType, kind, severity) => {
    const atm = fleet.newAtm()
    const id = await atm.post(eventType, 0)
    expect(id).not.toBeNull()
    expect(await atm.post(eventType, 1)).toBe(id)
    expect(await atm.incidents()).toMatchObject([
      { id, kind, severity, status: 'OPEN', source: 'AUTO', component: null, occurrenceCount: 2, version: 2 },
    ])
  })

  it.each(['ATM_IN_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT'])('%s opens nothing', async (eventType) => {
    const atm = fleet.newAtm()
    expect(await atm.post(eventType, 0)).toBeNull()
    expect(await atm.incidents()).toEqual([])
  })

  it.each(THRESHOLDS)(
    '%s opens %s, %s, at number %i within %i minutes, with all of them',
    async (eventType, kind, severity, count, minutes) => {
      const atm = fleet.newAtm()
      for (let n = 0; n < count - 1; n += 1) expect(await atm.post(eventType, (minutes * n) / (count - 1))).toBeNull()
      const id = await atm.post(eventType, minutes)
      expect(id).not.toBeNull()
      expect(await atm.incidents()).toMatchObject([
        {
          id,
          kind,
          severity,
          occurrenceCount: count,
          firstEventAt: at(0).toISOString(),
          lastEventAt: at(minutes).toISOString(),
        },
      ])
      expect(await fleet.eventsOf(id)).toHaveLength(count)
      expect(await atm.post(eventType, minutes + 1)).toBe(id)
    },
  )

  it.each(THRESHOLDS)(
    '%s does not open %s, %s, where the last of %i comes a second after %i minutes',
    async (eventType, _kind, _severity, count, minutes) => {
      const atm = fleet.newAtm()
      await atm.post(eventType, 0)
      for (let n = 1; n < count - 1; n += 1) await atm.post(eventType, minutes)
      expect(await atm.post(eventType, minutes + 1 / 60)).toBeNull()
      expect(await atm.incidents()).toEqual([])
    },
  )

  it('counts by when it occurred, whenever it arrives', async () => {
    const atm = fleet.newAtm()
    for (const minutes of [20, 0]) await atm.post('AUTHENTICATION_FAILURE', 60, { occurred: minutes })
    expect(await atm.post('AUTHENTICATION_FAILURE', 61, { occurred: 10 })).toBeNull()
    expect(await atm.post('AUTHENTICATION_FAILURE', 62, { occurred: 15 })).not.toBeNull()
    expect(await atm.incidents()).toMatchObject([{ occurrenceCount: 3, firstEventAt: at(10).toISOString() }])
  })

  it('counts only others of its own type towards its threshold, but joins what another type opened', async () => {
    const atm = fleet.newAtm()
    for (let n = 0; n < 4; n += 1) await atm.post('AGENT_LOG_ERROR', n)
    expect(await atm.post('APPLICATION_ERROR', 4)).toBeNull()
    const id = await atm.post('AGENT_LOG_ERROR', 5)
    expect(await atm.post('APPLICATION_ERROR', 6)).toBe(id)
    expect(await atm.incidents()).toMatchObject([{ kind: 'APPLICATION', severity: 'MEDIUM', occurrenceCount: 6 }])
  })

  it('raises the severity of what it joins and never lowers it', async () => {
    const atm = fleet.newAtm()
    const severities = []
    for (const [n, type] of [
      'EJOURNAL_DB_WARNING',
      'APPLICATION_ERROR_JOURNAL',
      'EJOURNAL_DB_CRITICAL',
      'EJOURNAL_DB_WARNING',
    ].entries()) {
      await atm.post(type, n)
      severities.push((await atm.incidents())[0].severity)
    }
    expect(severities).toEqual(['LOW', 'MEDIUM', 'HIGH', 'HIGH'])
  })

  it('about a cassette opens one incident for each', async () => {
    const atm = fleet.newAtm()
    const first = await atm.post('CASSETTE_LOW', 0, { cassetteNo: '1' })
    const second = await atm.post('CASSETTE_EMPTY', 1, { cassetteNo: '2' })
    expect(await atm.post('CASSETTE_EMPTY', 2, { cassetteNo: '1' })).toBe(first)
    expect(await atm.incidents()).toMatchObject([
      { id: first, component: '1', severity: 'HIGH', occurrenceCount: 2 },
      { id: second, component: '2', severity: 'HIGH', occurrenceCount: 1 },
    ])
  })
})
