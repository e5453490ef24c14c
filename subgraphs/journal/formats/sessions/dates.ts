/**
 * A local date-time of the machine, in seconds since 1970-01-01T00:00:00 as its clock shows them: no zone is known. A
 * day is given by its midnight.
 */
export type Moment = number

export const DAY_SECONDS = 24 * 3600

/** Local midnight of a date; null for a date that does not exist. */
const midnightOf = (year: number, month: number, day: number): Moment | null => {
  const ms = Date.UTC(year, month - 1, day)
  const date = new Date(ms)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms / 1_000 : null
}

/** What bounds the dates of a file: the day it is of, and the first and last day that can be true. */
export type DateBounds = { readonly journalDate: string; readonly earliest: string; readonly latest: string }

/** Midnight of a date `YYYY-MM-DD` that is known to be one. */
export const toMoment = (date: string): Moment => Date.parse(`${date}T00:00:00Z`) / 1_000

const nearestOf = (first: number, second: number, year: number, bounds: DateBounds): Moment | null => {
  const fullYear = year < 100 ? 2000 + year : year
  const [near, earliest, latest] = [toMoment(bounds.journalDate), toMoment(bounds.earliest), toMoment(bounds.latest)]
  const readings = [midnightOf(fullYear, first, second), midnightOf(fullYear, second, first)]
    .filter((day) => day !== null)
    .filter((day) => day >= earliest && day <= latest)
  return readings.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null
}

/** The date that was read last, of each file's bounds: a journal prints the same one hundreds of times. */
const LAST_READ = new WeakMap<DateBounds, { readonly key: number; readonly day: Moment | null }>()

/**
 * The day of a date printed as two numbers and a year: MM/DD, or DD/MM where that is nearer to the day the journal is
 * of.
 * Years of two digits are of this century. Null if neither reading is a date that can be true.
 */
export const readDate = (first: number, second: number, year: number, bounds: DateBounds): Moment | null => {
  const key = (year * 128 + first) * 128 + second
  const last = LAST_READ.get(bounds)
  if (last?.key === key && first < 128 && second < 128) return last.day
  const day = nearestOf(first, second, year, bounds)
  LAST_READ.set(bounds, { key, day })
  return day
}

/**
 * The day of a date printed as `YYYY-MM-DD`, which has but one reading; null if it is none, or none that can be true.
 */
export const readIsoDate = (date: string, { earliest, latest }: DateBounds): Moment | null => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return date >= earliest && date <= latest ? midnightOf(year, month, day) : null
}

const COLON = 0x3a
const ZERO = 0x30

/** The number of two digits at a place; less than zero if they are none. */
export const twoDigitsAt = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** What `clockAt` says where no time is printed, and where what looks like one is no time of day. */
export const NO_CLOCK = -1
const NO_TIME = -2

/**
 * Seconds since midnight of the `HH:MM:SS` at a place; less than zero if there is none. Reads single characters: it
 * is called for each line.
 */
export const clockAt = (text: string, at: number): number => {
  if (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON) return NO_CLOCK
  const hours = twoDigitsAt(text, at)
  const minutes = twoDigitsAt(text, at + 3)
  const seconds = twoDigitsAt(text, at + 6)
  if (hours < 0 || minutes < 0 || seconds < 0) return NO_CLOCK
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : NO_TIME
}

/** Seconds since midnight of `HH:MM:SS` or `HH:MM`; null if it is no time of day. */
export const readTime = (text: string): number | null => {
  const seconds = text.length === 5 ? clockAt(`${text}:00`, 0) : text.length === 8 ? clockAt(text, 0) : NO_CLOCK
  return seconds < 0 ? null : seconds
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** All minutes of a day and all seconds of a minute as they are written. */
const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => `T${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`)
const SECONDS = Array.from({ length: 60 }, (_, second) => `:${pad(second)}`)

/** The day that was written last: a journal is of one day, seldom of two. */
let written = { day: Number.NaN, text: '' }

/** `2026-11-20` of a midnight. */
export const localDate = (day: Moment): string => {
  if (written.day !== day) written = { day, text: new Date(day * 1_000).toISOString().slice(0, 10) }
  return written.text
}

/** `2026-11-20T08:15:00`. */
export const localDateTime = (at: Moment): string => {
  const seconds = at % DAY_SECONDS
  return localDate(at - seconds) + (MINUTES[Math.floor(seconds / 60)] ?? '') + (SECONDS[seconds % 60] ?? '')
}

/** From here on a line may be printed just before the midnight that another one has come behind. */
export const NEAR_MIDNIGHT = 23 * 3600 + 50 * 60
/** Up to here a line of the day before may be printed late. */
export const JUST_AFTER = 10 * 60
const HOURS_BACK = 2 * 3600
/** How much later than its time a line may be printed: receipts print no seconds, and host and machine differ. */
const LATE = 15 * 60

/** Whether a time is hours before that of the line printed before it, near midnight: it is of the next day. */
const isNextDay = (seconds: number, last: number): boolean => last >= NEAR_MIDNIGHT && seconds <= last - HOURS_BACK

/** Whether a time just before midnight is printed behind one just after it: it is of the day before. */
const isDayBefore = (seconds: number, last: number): boolean => last <= JUST_AFTER && seconds >= NEAR_MIDNIGHT

/**
 * The machine's clock as the journal shows it: dated lines set it, lines with a time only move it. A time that steps
 * back by hours after 23:50 belongs to the next day; one of 23:50 or later printed just after midnight still belongs
 * to the day before (printing lags the clock). A machine that prints dates lets no two midnights pass without one, and
 * no day after the latest is true, so that times alone can never carry the clock away.
 */
export type JournalClock = {
  setDate(day: Moment, seconds: number): void
  /**
   * A line that names a day and no time. Just after midnight the day before is one that is printed late; just before
   * midnight the next day is one that has come while lines of the old day may still be on their way.
   */
  setDay(day: Moment): void
  /** The local date-time of a line that prints only its time; null for one whose day is unknown. */
  at(seconds: number): Moment | null
  /** The local date-time of the last line seen; midnight of the day that the journal begins with before any. */
  current(): Moment
  /** The same; null as long as no line has shown a time. */
  shown(): Moment | null
  /** The day of that. */
  day(): Moment
  /** How many times it has been told. */
  times(): number
}

/**
 * A line that names a day: its time, in seconds since midnight, if it prints one; what the clock showed before it.
 * `isStamp`: day and time are those at which the machine printed this very line, so that it is not late.
 */
export type DayNamed = {
  readonly day: Moment
  readonly seconds: number | null
  readonly before: Moment | null
  /** How many times the clock had been told before it. */
  readonly times: number
  readonly isStamp: boolean
}

/**
 * The day that a journal begins with, by a line that names a day: so many midnights before it as the clock has passed
 * by then, which was set to `clockFrom` without knowing. `sentFor`: the day that the file was sent for; it counts where
 * it is the day before, and the time of that line is before that of the line before it. A line without a time moves
 * nothing.
 */
export const firstDayOf = (
  { day, seconds, before, isStamp }: Omit<DayNamed, 'times'>,
  clockFrom: Moment,
  sentFor: Moment,
): Moment => {
  if (before === null) return day
  const last = before % DAY_SECONDS
  const passed = before - last - clockFrom
  if (seconds === null) return day - passed
  if (isDayBefore(seconds, last)) return day + DAY_SECONDS - passed
  const isSentForBefore = sentFor + passed === day - DAY_SECONDS
  const isBefore = isNextDay(seconds, last) || (isSentForBefore && seconds < last - (isStamp ? 0 : LATE))
  return day - passed - (isBefore ? DAY_SECONDS : 0)
}

/**
 * Told of a time that steps back behind midnight, in seconds since midnight, and of how many times the clock had been
 * told before it.
 */
export type MidnightPassed = (seconds: number, times: number) => void

/** A clock that is at midnight of the day that the journal begins with until a dated line sets it. */
export const createJournalClock = (firstDay: Moment, latest: string, midnight: MidnightPassed): JournalClock => {
  const lastDay = toMoment(latest)
  let day = firstDay
  let last = 0
  let known = false
  let passedMidnight = false
  let times = 0
  return {
    setDate: (newDay, seconds) => {
      times += 1
      day = newDay
      last = seconds
      known = true
      passedMidnight = false
    },
    setDay: (newDay) => {
      passedMidnight = false
      const isLate = known && last <= JUST_AFTER && newDay === day - DAY_SECONDS
      if (newDay === day || isLate) return
      known = known && last >= NEAR_MIDNIGHT && newDay === day + DAY_SECONDS
      day = newDay
      last = 0
    },
    at: (seconds) => {
      times += 1
      if (known && isNextDay(seconds, last)) {
        midnight(seconds, times - 1)
        const next = day + DAY_SECONDS
        if (passedMidnight || next > lastDay) return null
        day = next
        passedMidnight = true
      } else if (known && isDayBefore(seconds, last)) {
        return day - DAY_SECONDS + seconds
      }
      last = seconds
      known = true
      return day + seconds
    },
    current: () => day + last,
    shown: () => (known ? day + last : null),
    day: () => day,
    times: () => times,
  }
}
