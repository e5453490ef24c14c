import { nextState, type ServiceState, type StateOfAtm } from '../model/service-state.rules.ts'

/** An event that gives a service state; instants in epoch milliseconds. */
export type StateEvent = {
  readonly eventId: number
  readonly eventType: string
  readonly typeId: number
  readonly occurredAt: number
  readonly institutionKey: string | null
}

/** A change of service state as the events have it in the order in which they occurred. */
export type Flip = {
  readonly from: ServiceState
  readonly to: ServiceState
  readonly at: number
  readonly institutionKey: string | null
  /** Null where no event says why. */
  readonly event: StateEvent | null
}

/**
 * The changes that the events make when they are read in the order in which they occurred, from the state before them.
 * `now` is the state that the ATM has, and since when: where the events lead to another one, which they may as some
 * were passed over when they came, that change is the last.
 */
export const replayStates = (
  before: ServiceState,
  events: readonly StateEvent[],
  now: { readonly state: ServiceState; readonly at: number | null; readonly institutionKey: string | null },
): Flip[] => {
  let state: StateOfAtm = { serviceState: before, rememberedState: null, stateAt: null }
  const flips: Flip[] = []
  for (const event of events) {
    const next = nextState(state, event.eventType, event.occurredAt)
    if (next === null) continue
    if (next.serviceState !== state.serviceState) {
      const { occurredAt: at, institutionKey } = event
      flips.push({ from: state.serviceState, to: next.serviceState, at, institutionKey, event })
    }
    state = next
  }
  if (state.serviceState !== now.state && now.at !== null) {
    const { state: to, at, institutionKey } = now
    flips.push({ from: state.serviceState, to, at, institutionKey, event: null })
  }
  return flips
}
