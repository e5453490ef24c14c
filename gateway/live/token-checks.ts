import type { Authenticate } from '../../subgraphs/kit/auth/principal.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'

/** Authenticates the tokens of open streams again and again, as keys may change while a stream is open. */
export type TokenChecks<S> = {
  add(stream: S, token: string, nowMs: number): void
  delete(stream: S): void
  /** Checks the tokens that are due, at most `CHECKS_AT_ONCE`; to be called about once a second. */
  run(nowMs: number): void
}

const CHECK_EVERY_MS = 60_000
/** More than twice of what 5,000 streams need; a check that finds nothing in the cache takes about 0.1 ms. */
export const CHECKS_AT_ONCE = 200

/** While keys cannot be had, nothing is known about a token. */
const isRefusal = (error: unknown): boolean => !(error instanceof DomainError && error.code === 'UNAVAILABLE')

/** Creates checks of no streams. `onRefused` is called for a stream whose token is no longer accepted. */
export const createTokenChecks = <S>(authenticate: Authenticate, onRefused: (stream: S) => void): TokenChecks<S> => {
  // In the order of their last checks.
  const checks = new Map<S, { readonly token: string; readonly checkedAtMs: number }>()
  const check = async (stream: S, token: string): Promise<void> => {
    try {
      await authenticate(`Bearer ${token}`)
    } catch (error) {
      if (isRefusal(error)) onRefused(stream)
    }
  }
  return {
    add: (stream, token, nowMs) => void checks.set(stream, { token, checkedAtMs: nowMs }),
    delete: (stream) => void checks.delete(stream),
    run(nowMs) {
      const due: (readonly [S, string])[] = []
      for (const [stream, { token, checkedAtMs }] of checks) {
        // A clock that was set back makes them due as well.
        const isDue = Math.abs(nowMs - checkedAtMs) >= CHECK_EVERY_MS
        if (!isDue || due.length === CHECKS_AT_ONCE) break
        due.push([stream, token])
      }
      for (const [stream, token] of due) {
        checks.delete(stream)
        checks.set(stream, { token, checkedAtMs: nowMs })
        void check(stream, token)
      }
    },
  }
}
