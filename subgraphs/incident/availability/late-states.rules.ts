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
export type ReplayedChange = {
  readonly from: ServiceState
  readonly to: ServiceState
  readonly at: number
  readonly institutionKey: string | null
  /** Null where no event says why. */
  readonly event: StateEvent | null
}

/** What an ATM does now, and since when. */
export type StateNow = {
  readonly state: ServiceState
  readonly remembered: ServiceState | null
  readonly at: number | null
  readonly institutionKey: string | null
}

/** The history that events make, and whether what comes next may make another one of it than of the state now. */
export type Replayed = { readonly stateChanges: readonly ReplayedChange[]; readonly isApart: boolean }

/** What a supervisor returns to; what is remembered without a visit says nothing. */
const returnsTo = (state: ServiceState, remembered: ServiceState | null): ServiceState =>
  state === 'IN_SUPERVISOR' ? (remembered ?? 'UNKNOWN') : state

/**
 * The changes that the events make when they are read in the order in which they occurred, from the state before them.
 * Where they lead to another state than `now`, which they may as some were passed over when they came, that change is
 * the last. The state then is apart from the history, as is what a supervisor returns to: a later event may bring them
 * together again, and the history has to be read once more.
 */
export const replayStates = (before: ServiceState, events: readonly StateEvent[], now: StateNow): Replayed => {
  let state: StateOfAtm = { serviceState: before, rememberedState: null, stateAt: null }
  const stateChanges: ReplayedChange[] = []
  for (const event of events) {
    const next = nextState(state, event.eventType, event.occurredAt)
    if (next === null) continue
    if (next.serviceState !== state.serviceState) {
      const { occurredAt: at, institutionKey } = event
      stateChanges.push({ from: state.serviceState, to: next.serviceState, at, institutionKey, event })
    }
    state = next
  }
  const isApart =
    state.serviceState !== now.state ||
    returnsTo(state.serviceState, state.rememberedState) !== returnsTo(now.state, now.remembered)
  if (state.serviceState !== now.state && now.at !== null) {
    const { state: to, at, institutionKey } = now
    stateChanges.push({ from: state.serviceState, to, at, institutionKey, event: null })
  }
  return { stateChanges, isApart }
}
