import { DAY_MS, HOUR_MS } from '../../kit/common/dates.ts'

/** What has to be known of a cassette's last reading to derive what left it since. Instants are epoch milliseconds. */
export type KnownReading = {
  readonly asOf: number
  readonly currentCount: number | null
  readonly denominationMinor: number | null
  /** What left it, by day, as the store keeps it. */
  readonly used: readonly number[]
}

/** Notes that left a cassette, and how long was looked at for that. */
export type Dispensed = { readonly notes: number; readonly observedMs: number }

type Counted = Omit<KnownReading, 'used'>

/** The days, today included, whose readings make the rate. */
export const RATE_DAYS = 7
/** From less than a quarter of a day no rate is derived: it would be that of a busy hour, or of a quiet one. */
const LEAST_OBSERVED_MS = 6 * HOUR_MS

/** Ten years: what lasts longer is not told apart. */
const MOST_HOURS = 87_600

const PAYS_OUT = /DISPENS|RECYCL|CASH_?OUT|WITHDRAW/i

/** Whether a cassette is one to pay out of; one that does not say what it is for is taken for one. */
export const paysOut = (type: string | null): boolean => type === null || PAYS_OUT.test(type)

/**
 * What left a cassette between two readings; null where it is unknown: a count is missing, it was loaded with more
 * or with other notes meanwhile, or they lie further apart than the rate looks back.
 */
export const dispensedBetween = (before: Counted, after: Counted): Dispensed | null => {
  const observedMs = after.asOf - before.asOf
  if (before.currentCount === null || after.currentCount === null) return null
  if (after.currentCount > before.currentCount || observedMs > RATE_DAYS * DAY_MS) return null
  if (after.denominationMinor !== before.denominationMinor) return null
  return { notes: before.currentCount - after.currentCount, observedMs }
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

type DayUse = Dispensed & { readonly day: number }

/** Days as the store keeps them: of each its number since 1970, the notes, and the milliseconds. */
const daysOf = (used: readonly number[]): DayUse[] =>
  Array.from({ length: Math.floor(used.length / 3) }, (_, n) => {
    const [day = 0, notes = 0, observedMs = 0] = used.slice(n * 3, n * 3 + 3)
    return { day, notes, observedMs }
  })

/**
 * Adds what left a cassette to its day. Readings only go forward, so the day is the newest one; days that no rate
 * looks back to are dropped, one later than they might be, so that no clock sees a day go that it still counts.
 */
export const usedWith = (used: readonly number[], at: number, left: Dispensed): readonly number[] => {
  const today = dayOf(at)
  const days = daysOf(used)
  const before = days.find(({ day }) => day === today) ?? { notes: 0, observedMs: 0 }
  const others = days.filter(({ day }) => day !== today && day >= today - RATE_DAYS)
  const sum = { day: today, notes: before.notes + left.notes, observedMs: before.observedMs + left.observedMs }
  return [...others, sum].flatMap(({ day, notes, observedMs }) => [day, notes, observedMs])
}

/** What left a cassette in the days whose readings make the rate; undefined where nothing was compared. */
export const usedLately = (used: readonly number[], now: Date): Dispensed | undefined => {
  const firstDay = dayOf(now.getTime()) - RATE_DAYS + 1
  let isTold = false
  let notes = 0
  let observedMs = 0
  for (let n = 0; n < used.length; n += 3) {
    if ((used[n] ?? 0) < firstDay) continue
    isTold = true
    notes += used[n + 1] ?? 0
    observedMs += used[n + 2] ?? 0
  }
  return isTold ? { notes, observedMs } : undefined
}

/**
 * Hours until a cassette is empty, counted from its reading; null for one that is not to pay out of, whose count is not
 * known, or of which too little is known for a rate. An empty one needs no rate: `dispensedOf` is asked only where it
 * counts.
 */
export const hoursLeftOf = (
  reading: { readonly type: string | null; readonly currentCount: number | null },
  dispensedOf: () => Dispensed | undefined,
): number | null => {
  if (!paysOut(reading.type) || reading.currentCount === null) return null
  if (reading.currentCount === 0) return 0
  const dispensed = dispensedOf()
  if (dispensed === undefined || dispensed.notes === 0 || dispensed.observedMs < LEAST_OBSERVED_MS) return null
  return reading.currentCount / (dispensed.notes / (dispensed.observedMs / HOUR_MS))
}

/** When a cassette will be empty by the rate as of its reading, in epoch milliseconds; null where no rate is known. */
export const emptyAtOf = (
  reading: { readonly type: string | null; readonly currentCount: number | null },
  asOf: number,
  used: readonly number[],
): number | null => {
  const hours = hoursLeftOf(reading, () => usedLately(used, new Date(asOf)))
  return hours === null ? null : asOf + Math.round(Math.min(hours, MOST_HOURS) * HOUR_MS)
}
