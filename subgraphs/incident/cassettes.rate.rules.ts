/** What has to be known of a cassette's last reading to tell what left it since. Instants are epoch milliseconds. */
export type KnownReading = {
  readonly asOf: number
  readonly currentCount: number | null
  readonly denominationMinor: number | null
}

/** Notes that left a cassette, and how long was looked at for that. */
export type Dispensed = { readonly notes: number; readonly observedMs: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The days, today included, whose readings make the rate. */
export const RATE_DAYS = 7
/** With less looked at than a quarter of a day no rate is told: it would be that of a busy hour, or of a quiet one. */
const LEAST_OBSERVED_MS = 6 * HOUR_MS

const PAYS_OUT = /DISPENS|RECYCL|CASH_?OUT|WITHDRAW/i

/** Whether a cassette is one to pay out of; one that does not say what it is for is taken for one. */
export const paysOut = (type: string | null): boolean => type === null || PAYS_OUT.test(type)

/**
 * What left a cassette between two readings; null where they do not tell: a count is missing, it was loaded with more
 * or with other notes meanwhile, or they lie further apart than the rate looks back.
 */
export const dispensedBetween = (before: KnownReading, after: KnownReading): Dispensed | null => {
  const observedMs = after.asOf - before.asOf
  if (before.currentCount === null || after.currentCount === null) return null
  if (after.currentCount > before.currentCount || observedMs > RATE_DAYS * DAY_MS) return null
  if (after.denominationMinor !== before.denominationMinor) return null
  return { notes: before.currentCount - after.currentCount, observedMs }
}

/** The UTC day of an instant, as a date. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The first of the days whose readings make the rate. */
export const firstRateDay = (now: Date): string => dayOf(now.getTime() - (RATE_DAYS - 1) * DAY_MS)

/**
 * Hours until a cassette is empty, counted from its reading; null for one that is not to pay out of, whose count is not
 * known, or of which too little is known for a rate. An empty one needs no rate.
 */
export const hoursLeftOf = (
  reading: { readonly type: string | null; readonly currentCount: number | null },
  dispensed: Dispensed | undefined,
): number | null => {
  if (!paysOut(reading.type) || reading.currentCount === null) return null
  if (reading.currentCount === 0) return 0
  if (dispensed === undefined || dispensed.notes === 0 || dispensed.observedMs < LEAST_OBSERVED_MS) return null
  return reading.currentCount / (dispensed.notes / (dispensed.observedMs / HOUR_MS))
}
