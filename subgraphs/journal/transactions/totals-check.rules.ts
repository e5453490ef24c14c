import { addDays, DAY_MS } from '../../kit/common/dates.ts'

/** Days back that are checked every night: most files come, and come again, within these. */
const RECENT_DAYS = 35
/** Each older day is checked once in so many nights. */
const NIGHTS_OF_ROUND = 30

const numberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)

/**
 * The days between `first` and `last` whose totals are checked in the night of `today`: the recent ones and those to
 * come, and of the older ones every thirtieth, the next night the ones beside them.
 */
export const daysToCheck = (span: { readonly first: string; readonly last: string }, today: string): string[] => {
  const recentFrom = addDays(today, -RECENT_DAYS)
  const days = numberOf(span.last) - numberOf(span.first) + 1
  return Array.from({ length: days }, (_, at) => addDays(span.first, at)).filter(
    (day) => day >= recentFrom || (numberOf(day) - numberOf(today)) % NIGHTS_OF_ROUND === 0,
  )
}
