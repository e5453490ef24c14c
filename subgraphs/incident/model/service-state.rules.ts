export type ServiceState = 'IN_SERVICE' | 'OUT_OF_SERVICE' | 'IN_SUPERVISOR' | 'UNKNOWN'

/** The service state of an ATM. Instants are epoch milliseconds. */
export type StateOfAtm = {
  readonly serviceState: ServiceState
  /** The state to return to when the supervisor leaves. */
  readonly rememberedState: ServiceState | null
  /** When the last event occurred that gave the state. */
  readonly stateAt: number | null
}

const STATE_EVENTS = new Set(['ATM_IN_SERVICE', 'ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT'])

/** Whether events of a type give a service state. */
export const givesState = (eventType: string): boolean => STATE_EVENTS.has(eventType)

/**
 * The state after an event, null where the event changes nothing: it is of another type, or older than the last one
 * that gave the state. An event that confirms the state counts as giving it, so that a late one cannot overrule it.
 */
export const nextState = (before: StateOfAtm, eventType: string, occurredAt: number): StateOfAtm | null => {
  if (!givesState(eventType) || (before.stateAt !== null && occurredAt < before.stateAt)) return null
  const { serviceState, rememberedState } = before
  const inSupervisor = serviceState === 'IN_SUPERVISOR'
  if (eventType === 'SUPERVISOR_ENTER') {
    return inSupervisor
      ? { ...before, stateAt: occurredAt }
      : { serviceState: 'IN_SUPERVISOR', rememberedState: serviceState, stateAt: occurredAt }
  }
  if (eventType === 'SUPERVISOR_EXIT') {
    // Without its SUPERVISOR_ENTER an exit does not change an ATM whose state is known.
    if (!inSupervisor && serviceState !== 'UNKNOWN') return { ...before, stateAt: occurredAt }
    const known = rememberedState === null || rememberedState === 'UNKNOWN' ? 'IN_SERVICE' : rememberedState
    return { serviceState: known, rememberedState: null, stateAt: occurredAt }
  }
  const reported = eventType === 'ATM_IN_SERVICE' ? 'IN_SERVICE' : 'OUT_OF_SERVICE'
  return inSupervisor
    ? { serviceState, rememberedState: reported, stateAt: occurredAt }
    : { serviceState: reported, rememberedState, stateAt: occurredAt }
}
