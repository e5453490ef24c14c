import { DAY_MS } from '../subgraphs/kit/common/dates.ts'

/** The number of the UTC day that an instant is in, from 1970. */
export const dayNumberOf = (instantMs: number): number => Math.floor(instantMs / DAY_MS)

/** The date of a day's number, as `2026-11-20`. */
export const dateOfDay = (dayNumber: number): string => new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  // Making one costs a hundred times as much as using it.
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  formats.set(timeZone, known)
  return known
}

/** The wall clock of a time zone at an instant, to the second, as agents send it: `2026-11-20T08:15:00`. */
export const localTimeOf = (instantMs: number, timeZone: string): string =>
  timeZone === 'UTC'
    ? new Date(instantMs).toISOString().slice(0, 19)
    : formatOf(timeZone).format(instantMs).replace(' ', 'T')
