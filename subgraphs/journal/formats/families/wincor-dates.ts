import { type DateBounds, type Moment, readDate, readIsoDate, readTime } from '../sessions/dates.ts'
import { startsIn } from '../sessions/line-shapes.ts'

/** A date as it may be printed: `18.06.2025`, `18/06/25`, `2025-06-18`. */
const DATE = String.raw`(\d{1,4})([./-])(\d{1,2})\2(\d{2,4})(?!\d)`
const TIME = String.raw`(?:[ T,]{1,3}(?:TIME ?[:=]? ?)?(\d\d:\d\d(?::\d\d)?))?`
/**
 * What dates the lines that follow: a header that says so, a line with nothing but a date (and a time, and the
 * machine's id), the head of a receipt. Other lines that begin with a date, such as those of a statement, are about
 * other days.
 */
const DATED_LINES = [
  new RegExp(`^(?:(?:JOURNAL|LOG|SYSTEM|CURRENT|TRANSACTION|TXN) )?DATE(?:[/ &]TIME)? ?[:=]? ?${DATE}${TIME}`),
  new RegExp(`^[-=*# ]{0,40}${DATE}${TIME}(?: [A-Z][A-Z0-9]{3,15})?[-=*# ]{0,40}$`),
  new RegExp(`^\\d{1,8} ${DATE}${TIME} ATM\\b`),
]

const HAS_DATE = /\d[./-]\d/
const mayBeDated = startsIn(...'-=*# 0123456789', 'JOURNAL', 'LOG', 'SYSTEM', 'CURRENT', 'TRANSACTION', 'TXN', 'DATE')

/** What a line says of the day, and of the time where it prints one: seconds since midnight. */
export type DatedLine = { readonly day: Moment; readonly seconds: number | null }

const toDay = (first: string, second: string, third: string, bounds: DateBounds): Moment | null =>
  first.length === 4
    ? readIsoDate(`${first}-${second}-${third}`, bounds)
    : readDate(Number(first), Number(second), Number(third), bounds)

/** A line that dates those that follow it; null for one that does not, or names a day that cannot be true. */
export const readDatedLine = (text: string, bounds: DateBounds): DatedLine | null => {
  if (!mayBeDated(text) || !HAS_DATE.test(text)) return null
  for (const pattern of DATED_LINES) {
    const [, first = '', , second = '', third = '', time] = pattern.exec(text) ?? []
    const day = first === '' ? null : toDay(first, second, third, bounds)
    if (day !== null) return { day, seconds: readTime(time ?? '') }
  }
  return null
}
