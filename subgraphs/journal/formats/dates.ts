import { addDays } from '../../kit/dates.ts'

/** Milliseconds of local midnight of a date, as if it were UTC; null for a date that does not exist. */
const midnightMs = (year: number, month: number, day: number): number | null => {
  const ms = Date.UTC(year, month - 1, day)
  const date = new Date(ms)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : null
}

/** What bounds the dates of a file: the day it is of, and the first and last day that can be true. */
export type DateBounds = { readonly journalDate: string; readonly earliest: string; readonly latest: string }

const toMs = (date: string): number => Date.parse(`${date}T00:00:00Z`)

const nearestOf = (first: number, second: number, year: number, bounds: DateBounds): string | null => {
  const fullYear = year < 100 ? 2000 + year : year
  const [near, earliest, latest] = [toMs(bounds.journalDate), toMs(bounds.earliest), toMs(bounds.latest)]
  const readings = [midnightMs(fullYear, first, second), midnightMs(fullYear, second, first)]
    .filter((ms) => ms !== null)
    .filter((ms) => ms >= earliest && ms <= latest)
  const nearest = readings.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0]
  return nearest === undefined ? null : new Date(nearest).toISOString().slice(0, 10)
}

/** The date that was read last, of each file's bounds: a journal prints the same one hundreds of times. */
const LAST_READ = new WeakMap<DateBounds, { readonly key: number; readonly date: string | null }>()

/**
 * A date printed as two numbers and a year: MM/DD, or DD/MM where that is nearer to the day the journal is of.
 * Years of two digits are of this century. Null if neither reading is a date that can be true.
 */
export const readDate = (first: number, second: number, year: number, bounds: DateBounds): string | null => {
  const key = (year * 128 + first) * 128 + second
  const last = LAST_READ.get(bounds)
  if (last?.key === key && first < 128 && second < 128) return last.date
  const date = nearestOf(first, second, year, bounds)
  LAST_READ.set(bounds, { key, date })
  return date
}

/** A date printed as `YYYY-MM-DD`, which has but one reading; null if it is none, or none that can be true. */
export const readIsoDate = (date: string, { earliest, latest }: DateBounds): string | null => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return midnightMs(year, month, day) !== null && date >= earliest && date <= latest ? date : null
}

const COLON = 0x3a

/** The number of two digits at a place; NaN if they are none. */
const twoDigits = (text: string, at: number): number => {
  const [tens, ones] = [text.charCodeAt(at) - 0x30, text.charCodeAt(at + 1) - 0x30]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** Seconds since midnight of `HH:MM:SS` or `HH:MM`; null if it is no time of day. */
export const readTime = (text: string): number | null => {
  const hasSeconds = text.length === 8 && text.charCodeAt(5) === COLON
  if ((!hasSeconds && text.length !== 5) || text.charCodeAt(2) !== COLON) return null
  const [hours, minutes, seconds] = [twoDigits(text, 0), twoDigits(text, 3), hasSeconds ? twoDigits(text, 6) : 0]
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : null
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** All minutes of a day and all seconds of a minute as they are written: most lines of a journal print a time. */
const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => `T${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`)
const SECONDS = Array.from({ length: 60 }, (_, second) => `:${pad(second)}`)

/** `2026-11-20T08:15:00` of a date and seconds since midnight. */
export const localDateTime = (date: string, seconds: number): string =>
  date + (MINUTES[Math.floor(seconds / 60)] ?? '') + (SECONDS[seconds % 60] ?? '')

const NEAR_MIDNIGHT = 23 * 3600 + 50 * 60
const JUST_AFTER = 10 * 60
const HOURS_BACK = 2 * 3600

/**
 * The machine's clock as the journal shows it: dated lines set it, lines with a time only move it. A time that steps
 * back by hours after 23:50 belongs to the next day; one of 23:50 or later printed just after midnight still belongs
 * to the day before (printing lags the clock). A machine that prints dates lets no two midnights pass without one, and
 * no day after the latest is true, so that times alone can never carry the clock away.
 */
export type JournalClock = {
  setDate(date: string, seconds: number): void
  /**
   * A line that names a day and no time. Just after midnight the day before is one that is printed late; just before
   * midnight the next day is one that has come while lines of the old day may still be on their way.
   */
  setDay(date: string): void
  /** The local date-time of a line that prints only its time; null for one that no day can be told of. */
  at(seconds: number): string | null
  /** The local date-time of the last line seen; midnight of the journal's day before any. */
  current(): string
}

/** A clock that stands at midnight of the journal's day until a dated line sets it. */
export const createJournalClock = ({ journalDate, latest }: DateBounds): JournalClock => {
  let date = journalDate
  let last = 0
  let known = false
  let passedMidnight = false
  /** The local date-time that was told last, and of what; the same one is told for line after line. */
  let told = { date, seconds: 0, text: localDateTime(date, 0) }
  const tell = (): string => {
    if (told.date !== date || told.seconds !== last) told = { date, seconds: last, text: localDateTime(date, last) }
    return told.text
  }
  return {
    setDate: (newDate, seconds) => {
      date = newDate
      last = seconds
      known = true
      passedMidnight = false
    },
    setDay: (newDate) => {
      passedMidnight = false
      const isLate = known && last <= JUST_AFTER && newDate === addDays(date, -1)
      if (newDate === date || isLate) return
      known = known && last >= NEAR_MIDNIGHT && newDate === addDays(date, 1)
      date = newDate
      last = 0
    },
    at: (seconds) => {
      if (known && last >= NEAR_MIDNIGHT && seconds <= last - HOURS_BACK) {
        const next = addDays(date, 1)
        if (passedMidnight || next > latest) return null
        date = next
        passedMidnight = true
      } else if (known && last <= JUST_AFTER && seconds >= NEAR_MIDNIGHT) {
        return localDateTime(addDays(date, -1), seconds)
      }
      last = seconds
      known = true
      return tell()
    },
    current: tell,
  }
}
