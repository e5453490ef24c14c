import { Temporal } from 'temporal-polyfill'
import { type TextAttribute, textAttributes } from '../../../schema/atm-attributes.rules.ts'
import { maskCardNumbers } from '../../kit/cards/card-numbers.ts'
import { DAY_MS, isNamedTimeZone, MINUTE_MS } from '../../kit/common/dates.ts'
import { badInputs, type FieldFault } from '../../kit/common/errors.ts'
import { isLongerThan } from '../../kit/common/text-faults.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import type { MaintenanceWindowInput, Weekday } from '../schema.gen.ts'

const MAX_REASON_CHARS = 500
const MAX_VALUE_CHARS = 200
/** Of one occurrence. */
const MAX_DAYS = 31
/** Of a window that recurs: every occurrence is over within a day. */
const MAX_RECURRING_MS = DAY_MS
/** How far ahead a window may begin, and recur. */
const MAX_AHEAD_DAYS = 800
const MIN_MS = MINUTE_MS

const WEEKDAYS: readonly Weekday[] = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

const numberOfWeekday = (day: Weekday): number => WEEKDAYS.indexOf(day) + 1

/** The names of weekdays, which are kept as numbers: 1 is Monday. */
export const weekdaysOf = (numbers: readonly number[]): Weekday[] =>
  WEEKDAYS.filter((day) => numbers.includes(numberOfWeekday(day)))

/** When a window is: its first occurrence, and on which days it recurs at the same local time. */
export type WindowTimes = {
  readonly startsAt: Date
  readonly endsAt: Date
  /** 1 Monday to 7 Sunday; null for a window that does not recur. */
  readonly weekdays: readonly number[] | null
  /** The last day on which it may begin, as `2026-12-31`. */
  readonly until: string | null
  readonly timeZone: string
}

/**
 * The begin of the first occurrence at an instant or later; null where there is none. The first one is on its own day
 * whatever the weekdays are. A local time that does not occur is moved forward, of one that occurs twice the first
 * counts; every occurrence lasts as long as the first.
 */
export const nextOccurrence = ({ startsAt, weekdays, until, timeZone }: WindowTimes, from: Date): Date | null => {
  if (startsAt >= from) return startsAt
  if (weekdays === null || until === null) return null
  const first = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(timeZone)
  const last = Temporal.PlainDate.from(until)
  // The day before: a local time there may still be later than `from`, as clocks are turned.
  let day = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  day = Temporal.PlainDate.compare(day, first.toPlainDate()) <= 0 ? first.toPlainDate().add({ days: 1 }) : day
  for (let tries = 0; tries <= 8 && Temporal.PlainDate.compare(day, last) <= 0; tries += 1) {
    const at = day.toZonedDateTime({ timeZone, plainTime: first.toPlainTime() }).epochMilliseconds
    if (weekdays.includes(day.dayOfWeek) && at >= from.getTime()) return new Date(at)
    day = day.add({ days: 1 })
  }
  return null
}

/** When the occurrence that goes on at an instant ends; null where none does. */
export const runsUntil = (times: WindowTimes, at: Date): Date | null => {
  const lastsMs = times.endsAt.getTime() - times.startsAt.getTime()
  const begin = nextOccurrence(times, new Date(at.getTime() - lastsMs + 1))
  return begin === null || begin > at ? null : new Date(begin.getTime() + lastsMs)
}

/** What a window is about. */
export type WindowScope = {
  readonly atmId: number | null
  readonly attribute: TextAttribute | null
  readonly value: string | null
}

export type WantedWindow = WindowTimes &
  WindowScope & { readonly institutionKey: string | null; readonly reason: string }

const isText = (name: string): name is TextAttribute => textAttributes.some((attribute) => attribute === name)

const timeFaults = ({ startsAt, endsAt, weekdays, until, timeZone }: WindowTimes, now: Date): FieldFault[] => {
  const faults: FieldFault[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const lasts = endsAt.getTime() - startsAt.getTime()
  const latest = new Date(now.getTime() + MAX_AHEAD_DAYS * DAY_MS)
  if (lasts < MIN_MS) fault('to', 'must be at least a minute after `from`')
  if (lasts > MAX_DAYS * DAY_MS) fault('to', `must be at most ${MAX_DAYS} days after \`from\``)
  if (startsAt > latest) fault('from', `must be within ${MAX_AHEAD_DAYS} days`)
  if (!isNamedTimeZone(timeZone)) fault('timeZone', 'must be the name of an IANA time zone, such as Europe/Helsinki')
  if ((weekdays === null) !== (until === null)) fault('until', 'and weekdays are given together, or neither')
  if (weekdays === null && endsAt <= now) fault('to', 'must be in the future: a window changes nothing that is over')
  if (weekdays === null || until === null) return faults
  if (lasts > MAX_RECURRING_MS) fault('to', 'must be at most a day after `from` in a window that recurs')
  if (weekdays.length === 0) fault('weekdays', 'must name at least one')
  if (until > latest.toISOString().slice(0, 10)) fault('until', `must be within ${MAX_AHEAD_DAYS} days`)
  if (until < now.toISOString().slice(0, 10)) fault('until', 'must not be over')
  return faults
}

/** Checks a window that is asked for. @throws DomainError BAD_USER_INPUT naming every faulty field. */
export const wantedWindowOf = (given: MaintenanceWindowInput, platformTimeZone: string, now: Date): WantedWindow => {
  const times: WindowTimes = {
    startsAt: given.from,
    endsAt: given.to,
    weekdays: given.weekdays == null ? null : [...new Set(given.weekdays.map(numberOfWeekday))].sort(),
    until: given.until ?? null,
    timeZone: given.timeZone ?? platformTimeZone,
  }
  const faults = timeFaults(times, now)
  const fault = (field: string, message: string) => faults.push({ field, message })
  const attribute = given.attribute ?? null
  const value = textOrNull(given.value)
  if (attribute !== null && !isText(attribute)) fault('attribute', `must be one of ${textAttributes.join(', ')}`)
  if ((attribute === null) !== (value === null)) fault('value', 'and attribute are given together, or neither')
  if (value !== null && isLongerThan(value, MAX_VALUE_CHARS))
    fault('value', `must have ${MAX_VALUE_CHARS} characters or fewer`)
  if (given.atmId != null && attribute !== null) fault('atmId', 'and attribute exclude each other')
  const reason = given.reason.trim()
  if (reason === '') fault('reason', 'must not be blank')
  if (isLongerThan(reason, MAX_REASON_CHARS)) fault('reason', `must have ${MAX_REASON_CHARS} characters or fewer`)
  if (faults.length > 0) throw badInputs(faults)
  return {
    ...times,
    atmId: given.atmId ?? null,
    attribute: attribute !== null && isText(attribute) ? attribute : null,
    value,
    institutionKey: given.institutionKey ?? null,
    reason: maskCardNumbers(reason),
  }
}
