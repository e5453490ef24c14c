import { MINUTE_MS } from '../../kit/common/dates.ts'

/** When this service began to receive heartbeats. */
export type Hearing = {
  /** ATM_CONNECTED_WITHIN, in ms. */
  readonly connectedWithinMs: number
  /** When the service started, and when it had last heard of any ATM before; null for never. */
  readonly startedAt: Date
  readonly lastHeardAt: Date | null
}

/** When the job that notes that the platform hears did not run for so long, the platform was not there to hear ATMs. */
export const DEAF_AFTER_MS = 4 * MINUTE_MS

/**
 * How much longer an ATM may be silent: by the time in which the platform was stopped, until every ATM has had
 * ATM_CONNECTED_WITHIN to be heard again. Otherwise every ATM would count as unreachable after a stop of the platform.
 */
export const deafMsAt = ({ connectedWithinMs, startedAt, lastHeardAt }: Hearing, now: Date): number => {
  if (lastHeardAt === null || now.getTime() - startedAt.getTime() >= connectedWithinMs) return 0
  return Math.max(0, startedAt.getTime() - lastHeardAt.getTime())
}
