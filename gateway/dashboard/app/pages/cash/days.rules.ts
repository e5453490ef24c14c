/** A day of the reader's calendar, such as `2026-11-20`. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** Today and the days after it, also where one of them has 23 or 25 hours. */
export const comingDays = (now: number, days: number): string[] => {
  const today = new Date(now)
  return Array.from({ length: days }, (_, n) =>
    dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() + n)),
  )
}

/** The instant at which a day of the reader's calendar is over. */
export const endOf = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).toISOString()
}
