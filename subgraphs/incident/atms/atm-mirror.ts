import type { Logger } from '../../kit/observability/log.ts'
import { outsideSpans } from '../../kit/tracing/tracing.ts'
import { createOutageLog } from './mirror-endpoint.ts'

const PERIOD_MS = 10_000
const CHUNK = 2_000
const MAX_PENDING_ATMS = 200_000

/** An ATM as it was at one of its changes; a higher edition is a newer one. */
type Edition = { readonly id: number; readonly edition: number }

/** Hands ATMs that changed to a service that keeps a copy of them. */
export type AtmMirror<T extends Edition> = {
  /** Sends them in the background: at most one batch every ten seconds. */
  push(atms: Iterable<T>): void
  /** Sends a few in the background without waiting for the next batch, one call at a time; many go with that batch. */
  pushSoon(atms: readonly T[]): void
  /**
   * Sends what a person changed, and resolves when the other service has it. What fails goes with the next batch, and
   * nothing waits for a service whose last answer was a failure.
   */
  pushNow(atms: readonly T[]): Promise<void>
  /** Ends the mirror; what is on its way arrives, what waits does not. */
  close(): Promise<void>
}

export type AtmMirrorOptions<T extends Edition> = {
  /** Sends at most 2,000 ATMs. Rejects when the other service did not take them. */
  post(atms: readonly T[]): Promise<void>
  /** What of an ATM that waits goes into a newer one; returns `atm` itself where nothing does. */
  merge?(atm: T, waiting: T): T
  /** Publishes how many ATMs wait; what it returns is called for each call that failed. */
  watch?(waiting: () => number): () => void
  /** What it is, for the log. */
  readonly what: string
  readonly log: Logger
  now(): Date
}

/** What waits to be sent, one edition of each ATM. `merge` is that of the mirror. */
const createWaiting = <T extends Edition>(merge: (atm: T, waiting: T) => T) => {
  let pending = new Map<number, T>()
  return {
    size: () => pending.size,
    of: ({ id }: T): T | undefined => pending.get(id),
    /** Of an ATM the newest edition waits, and of that the last one to come. */
    add(atm: T): void {
      const waiting = pending.get(atm.id)
      if (waiting === undefined ? pending.size >= MAX_PENDING_ATMS : waiting.edition > atm.edition) return
      pending.set(atm.id, waiting === undefined ? atm : merge(atm, waiting))
    },
    /** Takes out all, to be sent. */
    take(): readonly T[] {
      const atms = [...pending.values()]
      pending = new Map()
      return atms
    },
    /** Puts back one that was taken out and not sent; of the same edition, the one that came meanwhile waits. */
    putBack(atm: T): void {
      const waiting = pending.get(atm.id)
      if (waiting === undefined) pending.set(atm.id, atm)
      else if (waiting.edition < atm.edition) pending.set(atm.id, merge(atm, waiting))
    },
    /**
     * Of an ATM that was sent nothing older waits any longer. One of the same edition goes on waiting if it came after
     * `waited`, which waited when the call began, and so does what the one sent did not have.
     */
    forget(sent: T, waited: T | undefined): void {
      const waiting = pending.get(sent.id)
      if (waiting === undefined || waiting.edition > sent.edition) return
      if (waiting.edition === sent.edition && waiting !== waited) return
      const rest = merge(sent, waiting)
      if (rest === sent) pending.delete(sent.id)
      else pending.set(sent.id, rest)
    },
  }
}

/** Gives one call after the other what came meanwhile, and the next batch what is too much for a call. */
const createSoon = <T extends Edition>({ push, pushNow }: Pick<AtmMirror<T>, 'push' | 'pushNow'>) => {
  let waiting: T[] = []
  let busy = false
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const atms = waiting
      waiting = []
      await pushNow(atms)
    }
    busy = false
  }
  return (atms: readonly T[]): void => {
    if (atms.length === 0) return
    if (waiting.length + atms.length > CHUNK) {
      push(atms)
      return
    }
    waiting.push(...atms)
    if (busy) return
    busy = true
    // Behind the answers to those whose signals they come from.
    outsideSpans(() => setImmediate(sendAll))
  }
}

/** Starts a mirror of ATMs. No timer runs while nothing changes. */
export const startAtmMirror = <T extends Edition>(options: AtmMirrorOptions<T>): AtmMirror<T> => {
  const { merge = (atm) => atm } = options
  const outage = createOutageLog(options.log, options.what, options.now)
  const underWay = new Set<Promise<void>>()
  const pending = createWaiting(merge)
  const onFailure = options.watch?.(pending.size)
  let timer: NodeJS.Timeout | null = null
  let lastAt = Number.NEGATIVE_INFINITY
  let fails = false
  let closed = false

  /** Sends ATMs; `keep` gets those that were not taken. */
  const send = async (atms: readonly T[], keep: (atm: T) => void): Promise<void> => {
    for (let from = 0; from < atms.length; from += CHUNK) {
      const chunk = atms.slice(from, from + CHUNK)
      const waited = chunk.map(pending.of)
      try {
        await options.post(chunk)
        for (const [n, atm] of chunk.entries()) pending.forget(atm, waited[n])
        fails = false
        outage.worked()
      } catch (error) {
        fails = true
        onFailure?.()
        if (closed) return
        outage.failed(error)
        for (const atm of atms.slice(from)) keep(atm)
        schedule()
        return
      }
    }
  }

  const follow = (sending: Promise<void>): Promise<void> => {
    underWay.add(sending)
    return sending.finally(() => underWay.delete(sending))
  }

  const schedule = (): void => {
    if (timer !== null || closed) return
    const flush = () => {
      timer = null
      lastAt = performance.now()
      void follow(send(pending.take(), pending.putBack))
    }
    const waitMs = Math.max(0, lastAt + PERIOD_MS - performance.now())
    timer = outsideSpans(() => setTimeout(flush, waitMs))
    timer.unref()
  }

  const push = (atms: Iterable<T>): void => {
    if (closed) return
    for (const atm of atms) pending.add(atm)
    if (pending.size() > 0) schedule()
  }

  const pushNow = async (atms: readonly T[]): Promise<void> => {
    if (closed) return
    if (fails) push(atms)
    else await follow(send(atms, pending.add))
  }

  return {
    push,
    pushSoon: createSoon({ push, pushNow }),
    pushNow,
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}
