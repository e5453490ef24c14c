import type { Registry } from 'prom-client'
import type { Agent } from 'undici'
import { httpPeer } from '../../kit/calls/calls.ts'
import type { Logger } from '../../kit/observability/log.ts'

/** Where mirrors send what changed of ATMs. */
export type InternalEndpoint = {
  readonly pool: Agent
  /** The platform's internal listener. */
  readonly internalUrl: string
  readonly secret: () => string
  readonly log: Logger
  /** Where a mirror counts; it does not when left out. */
  readonly metrics?: Registry
  now(): Date
}

const TIMEOUT_MS = 3_000

/** Posts JSON through the internal listener. Rejects on anything but success. */
export const postInternal = async (
  { pool, internalUrl, secret }: InternalEndpoint,
  path: string,
  body: unknown,
): Promise<void> => {
  const peer = httpPeer(pool, { publicUrl: internalUrl, internalUrl }, secret)
  const { status } = await peer({ method: 'POST', path, body, as: { kind: 'internal' }, timeoutMs: TIMEOUT_MS })
  if (status >= 300) throw new Error(`the devices service answered ${status}`)
}

/** Between two warnings, so that what fails now and then does not fill the log either. */
const WARNED_EVERY_MS = 60_000

/**
 * Logs once that something stopped working, and once that it works again. An outage that follows another one within a
 * minute is only logged if it outlasts that minute.
 */
export const createOutageLog = (log: Logger, what: string, now: () => Date) => {
  let logged = false
  let warnedAt = Number.NEGATIVE_INFINITY
  return {
    failed(error: unknown): void {
      if (logged || now().getTime() - warnedAt < WARNED_EVERY_MS) return
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ reason }, `${what} fails; the changes themselves are stored`)
      logged = true
      warnedAt = now().getTime()
    },
    worked(): void {
      if (logged) log.info(`${what} works again`)
      logged = false
    },
  }
}
