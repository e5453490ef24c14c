import { describe, expect, it } from 'vitest'
import { atmState, event, fold, heartbeat, incidentState, reading } from './fold.testing.ts'

const MINUTE = 60_000

describe('a return to service that is reported late', () => {
  it('followed the newest of the visits before it, not the first one and not a later one', () => {
    const atm = atmState({ supervisorAt: 4_000 })
    const dispenser = incidentState('DISPENSER', { lastEventAt: 1_500 })
    const out = fold(atm, [event('ATM_IN_SERVICE', 3_000)], {
      incidentStates: [dispenser],
      supervisorVisits: new Map([[1, [1_000, 2_000]]]),
    })
    expect(dispenser.status).toBe('RESOLVED')
    expect(atm.servicedAt).toBe(2_000)
    expect([...out.changed]).toEqual([dispenser])
  })

  it('ends nothing that happened after that visit', () => {
    const dispenser = incidentState('DISPENSER', { lastEventAt: 2_500 })
    fold(atmState({ supervisorAt: 4_000 }), [event('ATM_IN_SERVICE', 3_000)], {
      incidentStates: [dispenser],
      supervisorVisits: new Map([[1, [1_000, 2_000]]]),
    })
    expect(dispenser.status).toBe('OPEN')
  })

  it('counts a visit at its very instant, and one that happened with the fault', () => {
    const dispenser = incidentState('DISPENSER', { lastEventAt: 3_000 })
    fold(atmState({ supervisorAt: 3_000 }), [event('ATM_IN_SERVICE', 3_000)], { incidentStates: [dispenser] })
    expect(dispenser.status).toBe('RESOLVED')
  })

  it('without a visit before it ends what a return alone ends, and only that', () => {
    const atm = atmState({ supervisorAt: 4_000 })
    const [dispenser, outOfService] = [incidentState('DISPENSER'), incidentState('OUT_OF_SERVICE', { id: 8 })]
    fold(atm, [event('ATM_IN_SERVICE', 3_000)], { incidentStates: [dispenser, outOfService] })
    expect([dispenser.status, outOfService.status]).toEqual(['OPEN', 'RESOLVED'])
    expect(atm.servicedAt).toBeNull()
  })
})

describe('visits of one batch', () => {
  it('are all known to a return to service that is reported after them, however they are ordered', () => {
    const run = (...visits: readonly number[]) => {
      const atm = atmState()
      const signals = [...visits.map((at) => event('SUPERVISOR_ENTER', at)), event('ATM_IN_SERVICE', 3_500)]
      fold(atm, signals)
      return atm.servicedAt
    }
    expect(run(1_000, 2_000, 4_000)).toBe(2_000)
    expect(run(4_000, 2_000, 1_000)).toBe(2_000)
    expect(run(4_000, 3_500, 1_000)).toBe(3_500)
    expect(run(4_000)).toBeNull()
  })

  it('add to those that are known from before', () => {
    const atm = atmState({ supervisorAt: 2_000 })
    fold(atm, [event('SUPERVISOR_EXIT', 4_000), event('ATM_IN_SERVICE', 3_000)])
    expect(atm.servicedAt).toBe(2_000)
    const other = atmState({ supervisorAt: 500 })
    fold(other, [event('SUPERVISOR_EXIT', 4_000), event('ATM_IN_SERVICE', 3_000)], {
      supervisorVisits: new Map([[1, [2_500]]]),
    })
    expect(other.servicedAt).toBe(2_500)
  })
})

describe('a visit that is reported after the return to service that followed it', () => {
  it('ends what it would have ended, at the instant of the return', () => {
    const dispenser = incidentState('DISPENSER', { lastEventAt: 2_000 })
    const atm = atmState({ inServiceAt: 3_000 })
    fold(atm, [event('SUPERVISOR_EXIT', 2_000, { receivedAt: 9_000 })], { incidentStates: [dispenser] })
    expect(dispenser).toMatchObject({ status: 'RESOLVED', clearedAt: 3_000, resolvedAt: 9_000 })
    expect(atm).toMatchObject({ supervisorAt: 2_000, servicedAt: 2_000 })
  })

  it('ends nothing when the return was before it, or the fault after it', () => {
    const [before, after] = [
      incidentState('DISPENSER', { lastEventAt: 2_000 }),
      incidentState('DISPENSER', { lastEventAt: 2_001 }),
    ]
    fold(atmState({ inServiceAt: 2_999 }), [event('SUPERVISOR_EXIT', 3_000)], { incidentStates: [before] })
    fold(atmState({ inServiceAt: 3_000 }), [event('SUPERVISOR_EXIT', 2_000)], { incidentStates: [after] })
    expect([before.status, after.status]).toEqual(['OPEN', 'OPEN'])
  })

  it('at the instant of the return counts as before it', () => {
    const dispenser = incidentState('DISPENSER')
    const atm = atmState({ inServiceAt: 3_000 })
    fold(atm, [event('SUPERVISOR_ENTER', 3_000)], { incidentStates: [dispenser] })
    expect([dispenser.status, atm.servicedAt]).toEqual(['RESOLVED', 3_000])
  })
})

describe('what an ATM is known to have done', () => {
  it('only moves forward', () => {
    const atm = atmState({ inServiceAt: 5_000, supervisorAt: 6_000, beatAt: 7_000, servicedAt: 4_500 })
    fold(atm, [event('ATM_IN_SERVICE', 4_000), event('SUPERVISOR_ENTER', 4_200), heartbeat(3_000)])
    expect(atm).toMatchObject({ inServiceAt: 5_000, supervisorAt: 6_000, beatAt: 7_000, servicedAt: 4_500 })
    fold(atm, [event('ATM_IN_SERVICE', 8_000), event('SUPERVISOR_ENTER', 9_000), heartbeat(9_500)])
    expect(atm).toMatchObject({ inServiceAt: 8_000, supervisorAt: 9_000, beatAt: 9_500, servicedAt: 6_000 })
  })

  it('is written when it moved, and not for an event that says nothing of it', () => {
    const atm = atmState()
    expect([...fold(atm, [event('CASSETTE_LOW', 1_000)]).changedAtms]).toEqual([])
    expect([...fold(atm, [event('SUPERVISOR_ENTER', 1_000)]).changedAtms]).toEqual([atm])
    expect([...fold(atm, [event('ATM_IN_SERVICE', 1_000)]).changedAtms]).toEqual([atm])
    expect([...fold(atm, [event('ATM_OUT_OF_SERVICE', 1_000)]).changedAtms]).toEqual([atm])
    // Older than the state, and news all the same.
    expect([...fold(atm, [event('SUPERVISOR_ENTER', 500)]).changedAtms]).toEqual([atm])
    expect([...fold(atm, [event('ATM_IN_SERVICE', 500)]).changedAtms]).toEqual([atm])
  })

  it('of an ATM that was not found is passed over', () => {
    const out = fold(atmState(), [event('POWER_OFF', 1_000, { agentAtmId: 'X-9' }), event('POWER_OFF', 1_000)])
    expect(out.links).toEqual([null, 100])
  })
})

describe('a change of the service state', () => {
  it('is published with its number, its event and the state before', () => {
    const atm = atmState({ serviceState: 'IN_SERVICE', stateSequence: 4 })
    const at = Date.parse('2026-11-20T12:00:00Z')
    const out = fold(atm, [event('CASSETTE_LOW', at), event('ATM_OUT_OF_SERVICE', at, { typeId: 5 })])
    expect(out.stateChanges).toEqual([
      {
        atmId: 1,
        agentAtmId: 'A-1',
        institutionKey: 'ACME',
        previousState: 'IN_SERVICE',
        serviceState: 'OUT_OF_SERVICE',
        eventType: 'ATM_OUT_OF_SERVICE',
        eventTime: '2026-11-20T12:00:00',
        sequence: 5,
        occurredAt: at,
        typeId: 5,
        index: 1,
      },
    ])
    expect(atm.stateSequence).toBe(5)
  })

  it('is not published for an event that confirms the state', () => {
    const atm = atmState({ serviceState: 'IN_SERVICE', stateAt: 1, stateSequence: 4 })
    expect(fold(atm, [event('ATM_IN_SERVICE', 2)]).stateChanges).toEqual([])
    expect([atm.stateAt, atm.stateSequence]).toEqual([2, 4])
  })
})

describe('a power failure', () => {
  it('is ended by what happens after it, not by what happens with it', () => {
    const [same, later, beat] = [incidentState('POWER'), incidentState('POWER'), incidentState('POWER')]
    fold(atmState(), [event('CASSETTE_LOW', 1_000)], { incidentStates: [same] })
    fold(atmState(), [event('CASSETTE_LOW', 1_001)], { incidentStates: [later] })
    fold(atmState(), [heartbeat(1_001)], { incidentStates: [beat] })
    expect([same.status, later.status, beat.status]).toEqual(['OPEN', 'RESOLVED', 'RESOLVED'])
    const again = incidentState('POWER')
    expect(fold(atmState(), [event('POWER_OFF', 2_000)], { incidentStates: [again] }).links).toEqual([7])
    expect([again.status, again.occurrenceCount]).toEqual(['OPEN', 2])
  })

  it('is not opened by one that is reported after a later sign of life', () => {
    expect(fold(atmState({ beatAt: 2_000 }), [event('POWER_OFF', 1_999)]).links).toEqual([null])
    expect(fold(atmState({ beatAt: 2_000 }), [event('POWER_OFF', 2_000)]).links).toEqual([100])
    expect(fold(atmState(), [event('POWER_OFF', 1_999)], { aliveAt: new Map([[1, 2_000]]) }).links).toEqual([null])
    expect(fold(atmState(), [event('CASSETTE_LOW', 2_000), event('POWER_OFF', 1_999)]).links).toEqual([100, null])
  })
})

describe('an event that is reported after what would have ended its incident', () => {
  it.each([
    ['ATM_OUT_OF_SERVICE', { inServiceAt: 2_000 }],
    ['SELF_TEST_FAILED', { inServiceAt: 2_000 }],
    ['DISPENSER_JAM', { servicedAt: 2_000 }],
  ])('opens nothing when it is older: %s', (eventType, known) => {
    expect(fold(atmState(known), [event(eventType, 1_999)]).links).toEqual([null])
    expect(fold(atmState(known), [event(eventType, 2_000)]).links).toEqual([100])
    expect(fold(atmState(), [event(eventType, 1_999)]).links).toEqual([100])
  })

  it('opens nothing of a cassette that was seen OK since, and is not kept from it by another kind', () => {
    const okAt = new Map([['1|1', 2_000]])
    const cash = (at: number) => fold(atmState(), [event('CASSETTE_LOW', at, { cassetteNo: '1' })], { okAt }).links
    expect([cash(1_999), cash(2_000)]).toEqual([[null], [100]])
    const security = fold(atmState(), [event('APPLICATION_ERROR_PRINTER', 1_999)], { okAt: new Map([['1|', 2_000]]) })
    expect(security.links).toEqual([100])
    const noted = [event('X', 2_000, { cassettes: [reading(900, { status: 'OK' })] })]
    expect(fold(atmState(), [...noted, event('CASSETTE_LOW', 1_999, { cassetteNo: '1' })]).links[1]).toBeNull()
  })

  it('opens nothing when it is older than the last end of an incident of its kind', () => {
    const ended = incidentState('PRINTER', { status: 'RESOLVED', clearedAt: 2_000 })
    const printer = (at: number) =>
      fold(atmState(), [event('APPLICATION_ERROR_PRINTER', at)], { incidentStates: [ended] }).links
    expect([printer(1_999), printer(2_000)]).toEqual([[null], [100]])
  })
})

describe('an event of an open incident', () => {
  it('joins it, and is linked to it', () => {
    const reader = incidentState('CARD_READER', { severity: 'MEDIUM' })
    const out = fold(atmState(), [event('CARD_READER_FAIL', 2_000)], { incidentStates: [reader] })
    expect(reader).toMatchObject({ occurrenceCount: 2, severity: 'HIGH', lastEventAt: 2_000, firstEventAt: 1_000 })
    expect([out.links, out.created, [...out.changed]]).toEqual([[7], [], [reader]])
  })

  it('that the same batch opened is not written twice', () => {
    const out = fold(atmState(), [event('CARD_READER_FAIL', 2_000), event('CARD_READER_FAIL', 3_000)])
    expect(out.links).toEqual([100, 100])
    expect(out.created.map(({ occurrenceCount }) => occurrenceCount)).toEqual([2])
    expect([...out.changed]).toEqual([])
  })

  it('of a kind whose quiet time is over opens the next one', () => {
    const connection = incidentState('CONNECTIVITY', { lastEventAt: 1_000 })
    const out = fold(atmState(), [event('NETWORK_DISCONNECTED', 1_000 + 30 * MINUTE)], { incidentStates: [connection] })
    expect(connection.status).toBe('RESOLVED')
    expect([out.links, [...out.changed]]).toEqual([[100], [connection]])
  })
})
