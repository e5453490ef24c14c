import { setTimeout as delay } from 'node:timers/promises'
import { UserFacingError } from './errors.ts'

/** How a server that dies is seen to. What is left out of `limits` has its default. */
export type WatchOptions = {
  /** Called once when the server is not started again any more: the process should end. */
  readonly onGivenUp: (error: UserFacingError) => void
  readonly limits?: WatchLimits
}

export type WatchLimits = {
  /**
   * So many attempts within `windowMs` are made at most, those that succeed included: a server that dies again and
   * again is given up too; 20.
   */
  readonly attempts?: number
  /** 5 minutes. */
  readonly windowMs?: number
  /** After a failed attempt it waits for so long, then twice as long, up to 5 s; 250 ms. */
  readonly pauseMs?: number
}

export type Watcher = {
  /** The server is gone, or let go of this process. */
  lost(): void
  /** Waits for the attempt under way and makes no more. */
  close(): Promise<void>
}

const LIMITS = { attempts: 20, windowMs: 300_000, pauseMs: 250 }
const LONGEST_PAUSE_MS = 5_000

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Calls `recover` each time the server is lost, until it succeeds. */
export const createWatcher = (
  options: WatchOptions & { readonly recover: () => Promise<void>; readonly log: (line: string) => void },
): Watcher => {
  const { recover, log, onGivenUp } = options
  const limits = { ...LIMITS, ...options.limits }
  const closing = new AbortController()
  const attempts: number[] = []
  let isLost = false
  let working: Promise<void> | null = null

  const isTooMany = (): boolean => {
    const now = performance.now()
    while ((attempts[0] ?? now) < now - limits.windowMs) attempts.shift()
    return attempts.push(now) > limits.attempts
  }

  /** One outage, until the server runs again; false where it is given up. */
  const work = async (): Promise<boolean> => {
    const startedMs = performance.now()
    let reason = 'it ended again and again'
    log('PostgreSQL has ended unexpectedly; it is started again.')
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const pauseMs = failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, limits.pauseMs * 2 ** (failures - 1))
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return true
      if (isTooMany()) {
        onGivenUp(
          new UserFacingError(
            `PostgreSQL could not be kept running: ${reason}. It was started ${limits.attempts} times in vain within ` +
              `${Math.round(limits.windowMs / 1_000)} s; mend that and start the platform again.`,
          ),
        )
        return false
      }
      try {
        await recover()
        log(`PostgreSQL runs again after ${((performance.now() - startedMs) / 1_000).toFixed(1)} s.`)
        return true
      } catch (error) {
        reason = reasonOf(error)
        log(`PostgreSQL cannot be started again yet: ${reason}`)
      }
    }
    return true
  }

  const loop = async (): Promise<void> => {
    while (isLost && !closing.signal.aborted) {
      isLost = false
      if (!(await work())) closing.abort()
    }
    working = null
  }

  return {
    lost() {
      isLost = true
      if (!closing.signal.aborted) working ??= loop()
    },
    async close() {
      closing.abort()
      await working
    },
  }
}
