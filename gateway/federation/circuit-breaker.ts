/**
 * How a call ended. `failure`: its connection failed, or the answer was none. `timeout`: there was no answer in time,
 * as the service hangs or the caller asked for too much. `overload`: the service refused it, as it or this caller has
 * too much under way. `none`: it says nothing about the service, as it was cancelled, not begun or refused for its
 * caller.
 */
export type CallOutcome = 'success' | 'failure' | 'timeout' | 'overload' | 'none'

/** The permission to make one call. Its outcome is reported exactly once. */
export type Permit = (outcome: CallOutcome) => void

export type BreakerState = 'closed' | 'open' | 'half-open'

/** Stops calls to a service that fails, until one call of it succeeds again. */
export type CircuitBreaker = {
  /** The permission of a caller to call now; null while the circuit is open, or half-open with its probe under way. */
  enter(caller: string): Permit | null
  state(): BreakerState
  /** The time until the next probe, in ms; 0 while the circuit is closed. */
  pauseLeftMs(): number
}

export type CircuitBreakerOptions = {
  /** The number of failures in a row after which the circuit opens. */
  readonly failures: number
  /** How long it stays open before one call probes the service, and how long after a probe the next one may. */
  readonly pauseMs: number
  /** A clock that never goes back, in ms. */
  readonly nowMs: () => number
  /** Called with every new state. */
  readonly onChange?: (state: BreakerState) => void
}

/**
 * The failures since the last success. Timeouts and overload count only where they are of two callers, or with another
 * failure: one caller may only ask for too much.
 */
const createFailures = (max: number) => {
  let count = 0
  let hasOther = false
  let firstCaller: string | null = null
  let isOfSeveral = false
  return {
    add(caller: string, mayAskTooMuch: boolean): void {
      count += 1
      hasOther ||= !mayAskTooMuch
      firstCaller ??= caller
      isOfSeveral ||= caller !== firstCaller
    },
    areTooMany: () => count >= max && (hasOther || isOfSeveral),
  }
}

/**
 * A circuit breaker: closed → open after so many failures in a row → half-open after a pause, for one probe a pause →
 * closed or open again by the outcome of a probe. The outcome of a call that began before the last change of state
 * changes nothing. Nor does the failure of one that began before the last success: the service has answered since.
 */
export const createCircuitBreaker = ({
  failures,
  pauseMs,
  nowMs,
  onChange = () => {},
}: CircuitBreakerOptions): CircuitBreaker => {
  let state: BreakerState = 'closed'
  let failed = createFailures(failures)
  let nextProbeMs = 0
  /** Counts the changes of state, and the successes. */
  let [period, successes] = [0, 0]

  const change = (next: BreakerState): void => {
    state = next
    period += 1
    failed = createFailures(failures)
    if (next === 'open') nextProbeMs = nowMs() + pauseMs
    onChange(next)
  }
  const settleProbe = (outcome: CallOutcome): void => {
    if (outcome === 'none') nextProbeMs = nowMs()
    else change(outcome === 'success' ? 'closed' : 'open')
  }
  const settle = (outcome: CallOutcome, caller: string, isOutdated: boolean): void => {
    if (outcome === 'success') {
      failed = createFailures(failures)
      successes += 1
    } else if (outcome !== 'none' && !isOutdated) {
      failed.add(caller, outcome !== 'failure')
      if (failed.areTooMany()) change('open')
    }
  }
  return {
    enter(caller) {
      if (state !== 'closed') {
        if (nowMs() < nextProbeMs) return null
        if (state === 'open') change('half-open')
        nextProbeMs = nowMs() + pauseMs
      }
      const [begunPeriod, begunSuccesses] = [period, successes]
      return (outcome) => {
        if (begunPeriod !== period) return
        if (state === 'half-open') settleProbe(outcome)
        else settle(outcome, caller, begunSuccesses !== successes)
      }
    },
    state: () => state,
    pauseLeftMs: () => (state === 'closed' ? 0 : Math.max(0, nextProbeMs - nowMs())),
  }
}
