/** When requests wait, and when some are refused. Durations in milliseconds. */
export type OverloadLimits = {
  /** How long requests may begin within one turn of the event loop; further ones wait for the next. */
  readonly turnMs: number
  /** A process is under pressure while a request waits so long to begin, or even the fastest answer takes so long. */
  readonly waitMs: number
  /** Pressure for so long is overload. */
  readonly lastsMs: number
}

export const OVERLOAD_LIMITS: OverloadLimits = { turnMs: 5, waitMs: 100, lastsMs: 2_000 }

/** Overload ends after so many times `lastsMs` without pressure and refusals. */
const CALM = 2

/**
 * Tells overload from a moment of pressure: one long pause, such as a collection of garbage, is none. The time between
 * two looks counts up to a quarter of `lastsMs`, as nothing could be done within it.
 */
export const createOverloadDetector = ({ waitMs, lastsMs }: OverloadLimits) => {
  let overloaded = false
  let pressureMs = 0
  let lookedAtMs = 0
  let troubleAtMs = 0
  return {
    /** `delayMs`: how long requests take that ought to take no time. */
    look(nowMs: number, delayMs: number): boolean {
      const isPressed = delayMs >= waitMs
      if (isPressed) troubleAtMs = nowMs
      pressureMs = isPressed ? pressureMs + Math.min(nowMs - lookedAtMs, lastsMs / 4) : 0
      lookedAtMs = nowMs
      if (pressureMs >= lastsMs) overloaded = true
      else if (nowMs - troubleAtMs >= CALM * lastsMs) overloaded = false
      return overloaded
    },
    noteRefusal(nowMs: number): void {
      troubleAtMs = nowMs
    },
  }
}
