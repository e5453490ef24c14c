import { HOUR_MS } from '../../kit/common/dates.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'

/** A year and a day, in hours. */
const MAX_HOURS_BACK = 8_784

/**
 * The start of a window of so many hours before `now`; null for a window without a start.
 * @throws DomainError BAD_USER_INPUT for fewer than 0 or more than 8,784 hours.
 */
export const windowStart = (hoursBack: number | null | undefined, now: Date): Date | null => {
  if (hoursBack === null || hoursBack === undefined) return null
  return new Date(now.getTime() - checkBetween('hoursBack', hoursBack, 0, MAX_HOURS_BACK) * HOUR_MS)
}
