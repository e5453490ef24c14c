import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../common/dates.ts'

const UNITS: Record<string, number> = { ms: 1, s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** Reads `15m`, `90s`, `2h` as milliseconds; null for anything else. */
export const durationMs = (text: string): number | null => {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim())
  return match === null ? null : Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0)
}

/** A variable that is a duration within bounds, such as from `10ms` to `1m`, both included. */
export const durationBetween = (min: string, max: string, otherwise: string) => {
  const isWithin = (ms: number) => ms >= (durationMs(min) ?? 0) && ms <= (durationMs(max) ?? 0)
  return z
    .string()
    .refine(
      (text) => isWithin(durationMs(text) ?? -1),
      `must be a duration from ${min} to ${max}, such as ${otherwise}`,
    )
    .default(otherwise)
}
