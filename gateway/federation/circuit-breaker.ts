import { LRUCache } from 'lru-cache'

/** How a call ended. `none`: it says nothing about the service, as it was cancelled or refused for its caller. */
export type CallOutcome = 'success' | 'failure' | 'none'

/** The permission to make one call. Its outcome is reported exactly once. */
export type Permit = (outcome: CallOutcome) => void

export type BreakerState = 'closed' | 'open' | 'half-open'

/** Stops calls to a service that fails, until one call of it succeeds again. */
export type CircuitBreaker = {
  /** The permission to call now; null while the circuit is open, or half-open with its probe under way. */
  enter(): Permit | null
  state(): BreakerState
  /** The time until the next probe, in ms; 0 unless the circuit is open. */
  pauseLeftMs(): number
}

export type CircuitBreakerOptions = {
  /** The number of failures in a row after which the circuit opens. */
  readonly failures: number
  /** How long it stays open before one call probes the service. */
  readonly pauseMs: number
  /** A clock that never goes back, in ms. */
  readonly nowMs: () => number
  /** Called with every new state. */
  readonly onChange?: (state: BreakerState) => void
}

/**
 * A circuit breaker: closed → open after so many failures in a row → half-open after a pause, for one probe → closed
 * or open again by its outcome. The outcome of a call that began before the last change of state changes nothing. Nor
 * does the failure of one that began before the last success: the service has answered since.
 */
export const createCircuitBreaker = ({
  failures,
  pauseMs,
  nowMs,
  onChange = () => {},
}: CircuitBreakerOptions): CircuitBreaker => {
  let state: BreakerState = 'closed'
  let failed = 0
  let openUntilMs = 0
  let isProbing = false
  /** Counts the changes of state, and the successes. */
  let [period, successes] = [0, 0]

  const change = (next: BreakerState): void => {
    state = next
    period += 1
    failed = 0
    isProbing = false
    if (next === 'open') openUntilMs = nowMs() + pauseMs
    onChange(next)
  }
  const settle = (outcome: CallOutcome, isOutdated: boolean): void => {
    if (state === 'half-open') {
      isProbing = false
      if (outcome !== 'none') change(outcome === 'success' ? 'closed' : 'open')
      return
    }
    if (outcome === 'success') {
      failed = 0
      successes += 1
    }
    if (outcome === 'failure' && !isOutdated) failed += 1
    if (failed >= failures) change('open')
  }
  return {
    enter() {
      if (state === 'open' && nowMs() >= openUntilMs) change('half-open')
      if (state === 'open' || isProbing) return null
      isProbing = state === 'half-open'
      const [begunPeriod, begunSuccesses] = [period, successes]
      return (outcome) => {
        if (begunPeriod === period) settle(outcome, begunSuccesses !== successes)
      }
    },
    state: () => state,
    pauseLeftMs: () => (state === 'open' ? Math.max(0, openUntilMs - nowMs()) : 0),
  }
}

/**
 * Circuit breakers by key, each independent of the others. Of more than `maxKeys` the one that was used least recently
 * is forgotten, and with it its failures.
 */
export const createCircuitBreakers = (
  maxKeys: number,
  options: CircuitBreakerOptions,
): ((key: string) => CircuitBreaker) => {
  const byKey = new LRUCache<string, CircuitBreaker>({ max: maxKeys })
  return (key) => {
    const breaker = byKey.get(key) ?? createCircuitBreaker(options)
    byKey.set(key, breaker)
    return breaker
  }
}
