/** Since when this service hears ATMs. */
export type Hearing = {
  /** ATM_CONNECTED_WITHIN, in ms. */
  readonly connectedWithinMs: number
  /** When the service started, and when it had last heard of any ATM before; null for never. */
  readonly startedAt: Date
  readonly lastHeardAt: Date | null
}

/**
 * How much longer an ATM may be silent: as long as the platform itself was not there to hear it, for as long as that
 * makes a difference. Otherwise every ATM would be taken for lost after a stop of the platform.
 */
export const deafMsAt = ({ connectedWithinMs, startedAt, lastHeardAt }: Hearing, now: Date): number => {
  if (lastHeardAt === null) return 0
  const deafMs = Math.min(connectedWithinMs, Math.max(0, startedAt.getTime() - lastHeardAt.getTime()))
  return now.getTime() - startedAt.getTime() < connectedWithinMs + deafMs ? deafMs : 0
}
