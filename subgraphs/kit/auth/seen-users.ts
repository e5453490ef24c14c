import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../common/dates.ts'
import { runLoop } from '../common/loop.ts'
import { createWaker } from '../common/waker.ts'
import type { Logger } from '../observability/log.ts'
import type { Principal } from './principal.ts'

/** A person whom a token names, as the directory of users keeps them. */
export type SeenUser = {
  readonly userId: string
  readonly name: string | null
  readonly email: string | null
  readonly institutions: readonly string[]
  readonly unrestricted: boolean
  /** ISO 8601 in UTC. */
  readonly lastSeenAt: string
}

/** Who has called this process, until it is reported. */
export type SeenUsers = {
  /** Notes a caller, as their token names them; agents and the platform itself are no users. */
  see(principal: Principal): void
  /** Begins to report once a minute. */
  start(): void
  /** Ends that, and reports what is left. Never rejects. */
  close(): Promise<void>
}

/** A user is reported again after so long. */
const AGAIN_AFTER_MS = 5 * MINUTE_MS
/** Users of whom is known when they were reported; beyond, those seen least recently are reported more often. */
const MAX_KNOWN = 50_000
/** Users that wait to be reported; further ones are noted by their next call. */
const MAX_WAITING = 5_000
export const MAX_USERS_A_REPORT = 500

const seenUserOf = (principal: Principal, at: Date): SeenUser => {
  const { userId, name = null, email, unrestricted, institutions } = principal
  return { userId, name, email, unrestricted, institutions, lastSeenAt: at.toISOString() }
}

/** Collects the users who call a process, and hands them over in portions. `send` rejects where that fails. */
export const createSeenUsers = (
  send: (users: readonly SeenUser[]) => Promise<void>,
  now: () => Date,
  log: Logger,
): SeenUsers => {
  const reportedAt = new LRUCache<string, number>({ max: MAX_KNOWN })
  let waiting = new Map<string, SeenUser>()
  const waker = createWaker()
  let closing = false
  let loop: Promise<unknown> = Promise.resolve()

  const flush = async (): Promise<void> => {
    const users = [...waiting.values()]
    waiting = new Map()
    let from = 0
    try {
      for (; from < users.length; from += MAX_USERS_A_REPORT) await send(users.slice(from, from + MAX_USERS_A_REPORT))
    } catch (error) {
      // Their next call notes them again.
      for (const { userId } of users.slice(from)) reportedAt.delete(userId)
      throw error
    }
  }
  return {
    see(principal) {
      if (principal.role === 'AGENT' || principal.role === 'INTERNAL') return
      const at = now()
      const before = reportedAt.get(principal.userId)
      // The clock may have been set back since.
      if (before !== undefined && Math.abs(at.getTime() - before) < AGAIN_AFTER_MS) return
      if (waiting.size >= MAX_WAITING) return
      reportedAt.set(principal.userId, at.getTime())
      waiting.set(principal.userId, seenUserOf(principal, at))
    },
    start() {
      let first = true
      const turn = async () => {
        if (!first) await flush()
        first = false
        return MINUTE_MS
      }
      const onFailure = (error: unknown) => log.warn({ err: error }, 'the users who called cannot be reported')
      loop = runLoop({ turn, waker, retryMs: MINUTE_MS, isClosing: () => closing, onFailure })
    },
    async close() {
      closing = true
      waker.wake()
      await loop
      await flush().catch((error: unknown) => log.warn({ err: error }, 'the last users who called are not reported'))
    },
  }
}
