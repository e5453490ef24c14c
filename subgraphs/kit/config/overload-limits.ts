import { z } from 'zod'
import { OVERLOAD_LIMITS, type OverloadLimits } from '../http/overload-detector.rules.ts'
import { durationMs } from './durations.rules.ts'

const between = (minMs: number, maxMs: number, otherwiseMs: number) =>
  z
    .string()
    .refine(
      (text) => (durationMs(text) ?? -1) >= minMs && (durationMs(text) ?? -1) <= maxMs,
      `must be a duration from ${minMs}ms to ${maxMs}ms, such as ${otherwiseMs}ms`,
    )
    .default(`${otherwiseMs}ms`)

/** The variables of the protection against overload. */
export const overloadEnvironment = {
  OVERLOAD_TURN: between(1, 1_000, OVERLOAD_LIMITS.turnMs),
  OVERLOAD_WAIT: between(10, 60_000, OVERLOAD_LIMITS.waitMs),
  OVERLOAD_AFTER: between(100, 600_000, OVERLOAD_LIMITS.lastsMs),
}

const environment = z.object(overloadEnvironment)

/** The limits as the variables say. */
export const overloadLimitsOf = (values: z.infer<typeof environment>): OverloadLimits => ({
  turnMs: durationMs(values.OVERLOAD_TURN) ?? OVERLOAD_LIMITS.turnMs,
  waitMs: durationMs(values.OVERLOAD_WAIT) ?? OVERLOAD_LIMITS.waitMs,
  lastsMs: durationMs(values.OVERLOAD_AFTER) ?? OVERLOAD_LIMITS.lastsMs,
})
