import { Temporal } from 'temporal-polyfill'

/** Lengths of time in milliseconds. A day is one of UTC: in a time zone with summer time, days differ. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  // Making one costs a hundred times as much as using it; there are as many as there are time zones.
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, known)
  return known
}

/** The calendar date of an instant in a time zone, as `2026-11-20`. */
export const localDateOf = (instant: Date, timeZone: string): string =>
  timeZone === 'UTC' ? instant.toISOString().slice(0, 10) : formatOf(timeZone).format(instant)

/** The date so many days later (earlier when negative). */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * What was asked before: a formatter takes longer to make than most of what it is asked for. Bounded, as names come
 * from outside.
 */
const zones = new Map<string, boolean>()
const MAX_ZONES = 2_000

/**
 * Dates are formatted by Intl and local times are read by Temporal. Intl alone takes "JST", Temporal alone takes
 * "2020-01-01[UTC]".
 */
const isKnown = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
    return true
  } catch {
    return false
  }
}

/** True for an IANA time zone that this machine knows: dates can be formatted and local times be read in it. */
export const isTimeZone = (timeZone: string): boolean => {
  const known = zones.get(timeZone)
  if (known !== undefined) return known
  if (zones.size >= MAX_ZONES) zones.clear()
  const valid = isKnown(timeZone)
  zones.set(timeZone, valid)
  return valid
}

/** True for a time zone with a name. An offset such as `+02:00` is none: PostgreSQL reads its sign the other way. */
export const isNamedTimeZone = (timeZone: string): boolean => /^[A-Za-z]/.test(timeZone) && isTimeZone(timeZone)
