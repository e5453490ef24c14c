import type { Agent } from 'undici'
import type { Logger } from '../kit/log.ts'
import type { Flip } from './ingest.types.ts'

/** Tells the devices service of changed service states, after their commit and off the way of any request. */
export type Mirror = {
  push(flips: readonly Flip[]): void
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>
  close(): Promise<void>
}

export type InternalDoor = {
  readonly pool: Agent
  /** The platform's internal listener. */
  readonly internalUrl: string
  readonly secret: string
  readonly log: Logger
  now(): Date
}

const TIMEOUT_MS = 3_000
const MAX_PENDING_ATMS = 20_000
/**
 * One call at a time and some 300 a second: a flood of flips must not take the processor from the ingest that it comes from.
 * While an ATM waits only its newest flip is kept, so its badge is at most about a minute behind when 20,000 ATMs flip at once.
 */
const CONCURRENCY = 1
const PAUSE_MS = 2

/** Posts JSON through the internal listener. Rejects on anything but success. */
export const postInternal = async (door: InternalDoor, path: string, body: unknown): Promise<void> => {
  const url = new URL(`${door.internalUrl.replace(/\/$/, '')}${path}`)
  const answer = await door.pool.request({
    origin: url.origin,
    path: url.pathname,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-internal-secret': door.secret },
    body: JSON.stringify(body),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body.dump()
  if (answer.statusCode >= 300) throw new Error(`the devices service answered ${answer.statusCode}`)
}

/** Between two warnings, so that what fails now and then does not fill the log either. */
const WARNED_EVERY_MS = 60_000

/**
 * Says once that something stopped working, and once that it works again. An outage that follows another one within a
 * minute is only told if it outlasts that minute.
 */
export const createOutageLog = (log: Logger, what: string, now: () => Date) => {
  let told = false
  let warnedAt = Number.NEGATIVE_INFINITY
  return {
    failed(error: unknown): void {
      if (told || now().getTime() - warnedAt < WARNED_EVERY_MS) return
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ reason }, `${what} fails; events are stored all the same`)
      told = true
      warnedAt = now().getTime()
    },
    worked(): void {
      if (told) log.info(`${what} works again`)
      told = false
    },
  }
}

/**
 * Starts the mirror. It is best-effort: what fails is not sent again (the devices service reconciles). Flips of one ATM
 * go one after the other, and only the newest of those that wait.
 */
export const startMirror = (door: InternalDoor): Mirror => {
  const pending = new Map<string, Flip>()
  const busy = new Set<string>()
  const outage = createOutageLog(door.log, 'the mirror of service states', door.now)
  let closed = false
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  const send = async (flip: Flip): Promise<void> => {
    const { agentAtmId, serviceState, previousState, eventType, eventTime, institutionKey, atmId, sequence } = flip
    const change = { serviceState, previousState, eventType, eventTime, institutionKey, atmId, sequence }
    try {
      await postInternal(door, `/devices/api/internal/atms/${encodeURIComponent(agentAtmId)}/service-state`, change)
      outage.worked()
    } catch (error) {
      if (!closed) outage.failed(error)
    } finally {
      busy.delete(agentAtmId)
      setTimeout(next, PAUSE_MS)
    }
  }

  const next = (): void => {
    for (const [agentAtmId, flip] of pending) {
      if (busy.size >= CONCURRENCY) return
      if (busy.has(agentAtmId)) continue
      pending.delete(agentAtmId)
      busy.add(agentAtmId)
      void send(flip)
    }
    if (busy.size === 0) idle.resolve()
  }

  return {
    push(flips) {
      if (closed || flips.length === 0) return
      if (pending.size === 0 && busy.size === 0) idle = Promise.withResolvers()
      for (const flip of flips) {
        // Set anew, so that the order of the map is that of the newest flips and the oldest are dropped first.
        pending.delete(flip.agentAtmId)
        pending.set(flip.agentAtmId, flip)
      }
      for (const oldest of pending.keys()) {
        if (pending.size <= MAX_PENDING_ATMS) break
        pending.delete(oldest)
      }
      setImmediate(next)
    },
    idle: () => idle.promise,
    async close() {
      closed = true
      pending.clear()
      if (busy.size > 0) await idle.promise
    },
  }
}
