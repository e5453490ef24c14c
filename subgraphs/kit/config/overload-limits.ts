import { z } from 'zod'
import { OVERLOAD_LIMITS, type OverloadLimits } from '../http/overload-detector.rules.ts'
import { durationBetween, durationMs } from './durations.rules.ts'

/** The variables of the protection against overload. */
export const overloadEnvironment = {
  OVERLOAD_TURN: durationBetween('1ms', '1s', `${OVERLOAD_LIMITS.turnMs}ms`),
  OVERLOAD_WAIT: durationBetween('10ms', '1m', `${OVERLOAD_LIMITS.waitMs}ms`),
  OVERLOAD_AFTER: durationBetween('100ms', '10m', `${OVERLOAD_LIMITS.lastsMs}ms`),
}

const environment = z.object(overloadEnvironment)

/** The limits as the variables say. */
export const overloadLimitsOf = (values: z.infer<typeof environment>): OverloadLimits => ({
  turnMs: durationMs(values.OVERLOAD_TURN) ?? OVERLOAD_LIMITS.turnMs,
  waitMs: durationMs(values.OVERLOAD_WAIT) ?? OVERLOAD_LIMITS.waitMs,
  lastsMs: durationMs(values.OVERLOAD_AFTER) ?? OVERLOAD_LIMITS.lastsMs,
})
