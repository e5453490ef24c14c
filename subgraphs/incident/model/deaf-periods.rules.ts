import { MINUTE_MS } from '../../kit/common/dates.ts'

/** A time that counts for no ATM as unreachable, as the platform itself could not hear it. */
export type DeafPeriod = { readonly from: Date; readonly to: Date }

/** When nothing noted for so long that the platform hears, it was not there to hear ATMs. */
const DEAF_AFTER_MS = 4 * MINUTE_MS

/**
 * The deaf period of a time in which the platform could not hear. Then every ATM has `withinMs`, ATM_CONNECTED_WITHIN,
 * to be heard again, or as long as the platform could not hear where that is less.
 */
export const deafPeriodOf = (from: Date, to: Date, withinMs: number): DeafPeriod => ({
  from,
  to: new Date(to.getTime() + Math.min(to.getTime() - from.getTime(), withinMs)),
})

/** The deaf period of the time since it was last noted that the platform hears; null where that is not long ago. */
export const stopOf = (heardUntil: Date, now: Date, withinMs: number): DeafPeriod | null =>
  now.getTime() - heardUntil.getTime() > DEAF_AFTER_MS ? deafPeriodOf(heardUntil, now, withinMs) : null

/** When a process began to receive heartbeats. */
export type ProcessStart = {
  /** ATM_CONNECTED_WITHIN, in ms. */
  readonly connectedWithinMs: number
  /** When the service started, and when it had last heard of any ATM before; null for never. */
  readonly startedAt: Date
  readonly lastHeardAt: Date | null
}

/**
 * How much longer an ATM may be silent: by the time in which the platform was stopped, until every ATM has had
 * ATM_CONNECTED_WITHIN to be heard again. Otherwise every ATM would count as unreachable after a stop of the platform.
 * A process knows this of itself, also of a stop that makes no deaf period, as it was short.
 */
export const deafMsAt = ({ connectedWithinMs, startedAt, lastHeardAt }: ProcessStart, now: Date): number => {
  if (lastHeardAt === null || now.getTime() - startedAt.getTime() >= connectedWithinMs) return 0
  return Math.max(0, startedAt.getTime() - lastHeardAt.getTime())
}
