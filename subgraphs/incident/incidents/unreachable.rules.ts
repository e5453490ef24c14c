/** When this service began to receive heartbeats. */
export type Hearing = {
  /** ATM_CONNECTED_WITHIN, in ms. */
  readonly connectedWithinMs: number
  /** When the service started, and when it had last heard of any ATM before; null for never. */
  readonly startedAt: Date
  readonly lastHeardAt: Date | null
}

/**
 * How much longer an ATM may be silent: by the time in which the platform was stopped, at most ATM_CONNECTED_WITHIN.
 * Otherwise every ATM would count as unreachable after a stop of the platform.
 */
export const deafMsAt = ({ connectedWithinMs, startedAt, lastHeardAt }: Hearing, now: Date): number => {
  if (lastHeardAt === null) return 0
  const deafMs = Math.min(connectedWithinMs, Math.max(0, startedAt.getTime() - lastHeardAt.getTime()))
  return now.getTime() - startedAt.getTime() < connectedWithinMs + deafMs ? deafMs : 0
}
