import { HOUR_MS } from '../../kit/common/dates.ts'
import { badInput } from '../../kit/common/errors.ts'

/** A year and a day, in hours. */
const MAX_HOURS_BACK = 8_784

/**
 * The start of a window of so many hours before `now`; null for a window without a start.
 * @throws DomainError BAD_USER_INPUT for fewer than 0 or more than 8,784 hours.
 */
export const windowStart = (hoursBack: number | null | undefined, now: Date): Date | null => {
  if (hoursBack === null || hoursBack === undefined) return null
  if (hoursBack < 0 || hoursBack > MAX_HOURS_BACK) throw badInput('hoursBack', `must be 0 to ${MAX_HOURS_BACK}`)
  return new Date(now.getTime() - hoursBack * HOUR_MS)
}

/** A whole number between two, both included. @throws DomainError BAD_USER_INPUT. */
export const between = (field: string, value: number, least: number, most: number): number => {
  if (value < least || value > most) throw badInput(field, `must be ${least} to ${most}`)
  return value
}
