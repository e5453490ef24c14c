import { describe, expect, it } from 'vitest'
import { nextState, type StateOfAtm } from '../model/service-state.rules.ts'

const UNKNOWN: StateOfAtm = { serviceState: 'UNKNOWN', rememberedState: null, stateAt: null }

/** The state after events, each with the minute in which it occurred. */
const after = (...events: readonly (readonly [string, number])[]) => {
  const { serviceState, rememberedState } = events.reduce<StateOfAtm>(
    (state, [type, minute]) => nextState(state, type, minute) ?? state,
    UNKNOWN,
  )
  return [serviceState, rememberedState]
}

describe('the service state', () => {
  it('follows in-service and out-of-service', () => {
    expect(after(['ATM_IN_SERVICE', 1])).toEqual(['IN_SERVICE', null])
    expect(after(['ATM_IN_SERVICE', 1], ['ATM_OUT_OF_SERVICE', 2])).toEqual(['OUT_OF_SERVICE', null])
    expect(after(['ATM_IN_SERVICE', 1], ['DISPENSER_JAM', 2])).toEqual(['IN_SERVICE', null])
  })

  it('remembers the state before a supervisor, which only the others change meanwhile', () => {
    expect(after(['ATM_OUT_OF_SERVICE', 1], ['SUPERVISOR_ENTER', 2])).toEqual(['IN_SUPERVISOR', 'OUT_OF_SERVICE'])
    expect(after(['ATM_OUT_OF_SERVICE', 1], ['SUPERVISOR_ENTER', 2], ['SUPERVISOR_EXIT', 3])).toEqual([
      'OUT_OF_SERVICE',
      null,
    ])
    expect(after(['ATM_OUT_OF_SERVICE', 1], ['SUPERVISOR_ENTER', 2], ['ATM_IN_SERVICE', 3])).toEqual([
      'IN_SUPERVISOR',
      'IN_SERVICE',
    ])
    expect(
      after(['ATM_OUT_OF_SERVICE', 1], ['SUPERVISOR_ENTER', 2], ['ATM_IN_SERVICE', 3], ['SUPERVISOR_EXIT', 4]),
    ).toEqual(['IN_SERVICE', null])
    expect(
      after(['ATM_OUT_OF_SERVICE', 1], ['SUPERVISOR_ENTER', 2], ['SUPERVISOR_ENTER', 3], ['SUPERVISOR_EXIT', 4]),
    ).toEqual(['OUT_OF_SERVICE', null])
  })

  it('is in service after a supervisor when nothing is remembered', () => {
    expect(after(['SUPERVISOR_ENTER', 1], ['SUPERVISOR_EXIT', 2])).toEqual(['IN_SERVICE', null])
    expect(after(['SUPERVISOR_EXIT', 1])).toEqual(['IN_SERVICE', null])
    expect(after(['ATM_OUT_OF_SERVICE', 1], ['SUPERVISOR_EXIT', 2])).toEqual(['OUT_OF_SERVICE', null])
  })

  it('is not moved by an event older than the last one that reported it', () => {
    expect(after(['ATM_IN_SERVICE', 5], ['ATM_OUT_OF_SERVICE', 4])).toEqual(['IN_SERVICE', null])
    expect(after(['ATM_IN_SERVICE', 1], ['ATM_IN_SERVICE', 5], ['ATM_OUT_OF_SERVICE', 4])).toEqual(['IN_SERVICE', null])
    expect(after(['ATM_IN_SERVICE', 5], ['ATM_OUT_OF_SERVICE', 5])).toEqual(['OUT_OF_SERVICE', null])
  })

  it('is as old as the last event that reported it, an exit without its entry included', () => {
    const inService: StateOfAtm = { serviceState: 'IN_SERVICE', rememberedState: null, stateAt: 10 }
    const inSupervisor: StateOfAtm = { serviceState: 'IN_SUPERVISOR', rememberedState: 'IN_SERVICE', stateAt: 10 }
    expect(nextState(inService, 'SUPERVISOR_EXIT', 20)).toEqual({ ...inService, stateAt: 20 })
    expect(nextState(inService, 'ATM_IN_SERVICE', 20)).toEqual({ ...inService, stateAt: 20 })
    expect(nextState(inSupervisor, 'SUPERVISOR_ENTER', 20)).toEqual({ ...inSupervisor, stateAt: 20 })
    expect(nextState(inService, 'SUPERVISOR_ENTER', 20)).toEqual({ ...inSupervisor, stateAt: 20 })
    expect(nextState(inSupervisor, 'SUPERVISOR_EXIT', 20)).toEqual({ ...inService, stateAt: 20 })
    expect(nextState(inSupervisor, 'ATM_OUT_OF_SERVICE', 20)).toEqual({
      serviceState: 'IN_SUPERVISOR',
      rememberedState: 'OUT_OF_SERVICE',
      stateAt: 20,
    })
    expect(after(['ATM_IN_SERVICE', 1], ['SUPERVISOR_EXIT', 5], ['ATM_OUT_OF_SERVICE', 4])).toEqual([
      'IN_SERVICE',
      null,
    ])
  })

  it('is in service after a supervisor who found it unknown', () => {
    const found: StateOfAtm = { serviceState: 'IN_SUPERVISOR', rememberedState: 'UNKNOWN', stateAt: 1 }
    expect(nextState(found, 'SUPERVISOR_EXIT', 2)?.serviceState).toBe('IN_SERVICE')
  })
})
