import { Temporal } from 'temporal-polyfill'
import { HOUR_MS } from '../../kit/common/dates.ts'

/** The last full hour that is not later. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

/** Whether an instant is the begin of a day in a time zone. */
export const isMidnight = (at: Date, timeZone: string): boolean =>
  zoned(at, timeZone).startOfDay().epochMilliseconds === at.getTime()

/** The begin of the month of an instant in a time zone, or of the one so many months before. */
export const monthStart = (at: Date, timeZone: string, monthsBefore = 0): Date =>
  new Date(
    zoned(at, timeZone).toPlainDate().with({ day: 1 }).subtract({ months: monthsBefore }).toZonedDateTime(timeZone)
      .epochMilliseconds,
  )

/** The month of an instant in a time zone, as `2026-11`. */
export const monthOf = (at: Date, timeZone: string): string => zoned(at, timeZone).toPlainDate().toString().slice(0, 7)

/** The instants of sums after one and up to another: the midnights of a time zone, and the last full hour. */
export const instantsBetween = (after: Date, upTo: Date, timeZone: string): Date[] => {
  const instants: number[] = []
  for (let day = zoned(after, timeZone).startOfDay(); day.epochMilliseconds <= upTo.getTime(); ) {
    if (day.epochMilliseconds > after.getTime()) instants.push(day.epochMilliseconds)
    day = day.add({ days: 1 }).startOfDay()
  }
  const hour = hourOf(upTo).getTime()
  if (hour > after.getTime() && hour > (instants.at(-1) ?? 0)) instants.push(hour)
  return instants.map((ms) => new Date(ms))
}
