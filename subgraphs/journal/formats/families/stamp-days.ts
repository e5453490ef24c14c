import { type DateBounds, type Moment, readDate, readIsoDate } from '../sessions/dates.ts'

/** What is known of the order of day and month in the dates of one file. */
type Order = 'unknown' | 'day first' | 'month first' | 'both'

const MONTHS = 12

const orderOf = (first: number, second: number): Order =>
  first > MONTHS && second <= MONTHS ? 'day first' : second > MONTHS && first <= MONTHS ? 'month first' : 'unknown'

const dayOf = (year: number, month: number, day: number, bounds: DateBounds): Moment | null => {
  const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'))
  return readIsoDate(`${year}-${mm}-${dd}`, bounds)
}

/**
 * Reads the dates that a machine prints before its lines, day or month first: all dates of a file are printed in one
 * order, which any day after the 12th shows. Before one does, the reading nearest to the line before counts, or to the
 * day that the journal is of. Null for a date that cannot be true.
 */
export const createStampDays = (bounds: DateBounds) => {
  let order: Order = 'unknown'
  let last: Moment | null = null
  let lastKey = 0
  const nearest = (first: number, second: number, year: number): Moment | null => {
    const before = last
    if (before === null) return readDate(first, second, year, bounds)
    const readings = [dayOf(year, first, second, bounds), dayOf(year, second, first, bounds)]
    const known = readings.filter((day) => day !== null)
    return known.toSorted((a, b) => Math.abs(a - before) - Math.abs(b - before))[0] ?? null
  }
  return (first: number, second: number, year: number): Moment | null => {
    const key = (year * 128 + first) * 128 + second
    if (key === lastKey) return last
    const shown = orderOf(first, second)
    if (shown !== 'unknown') order = order === 'unknown' || order === shown ? shown : 'both'
    const isKnown = order === 'day first' || order === 'month first'
    const [month, day] = order === 'day first' ? [second, first] : [first, second]
    const found = isKnown ? dayOf(year, month, day, bounds) : nearest(first, second, year)
    if (found === null) return null
    last = found
    lastKey = key
    return found
  }
}

/** The dates of one file. */
export type StampDays = ReturnType<typeof createStampDays>
