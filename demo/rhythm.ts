import { choicesOf } from './random.ts'

/** How busy each hour of the local day is, relative to the others: quiet nights, a peak at noon and one after work. */
const HOURLY = [2, 1, 1, 1, 1, 2, 5, 8, 11, 13, 14, 15, 17, 15, 13, 13, 14, 17, 18, 15, 11, 8, 5, 3] as const
const TOTAL = HOURLY.reduce((sum: number, weight) => sum + weight, 0)

/** How much of a day's business is done by a moment, given as a fraction of the local day; 0 to 1. */
export const businessDoneBy = (dayFraction: number): number => {
  const hour = Math.min(23, Math.floor(dayFraction * 24))
  const before = HOURLY.slice(0, hour).reduce((sum: number, weight) => sum + weight, 0)
  return (before + (HOURLY[hour] ?? 0) * (dayFraction * 24 - hour)) / TOTAL
}

/**
 * The moment, as a fraction of the local day, by which so much of a day's business is done: the inverse of
 * `businessDoneBy`.
 */
export const momentOfBusiness = (share: number): number => {
  let left = share * TOTAL
  for (const [hour, weight] of HOURLY.entries()) {
    if (left < weight) return (hour + left / weight) / 24
    left -= weight
  }
  return 1
}

/** When an ATM is back from its nightly restart on a local day, in seconds since midnight. */
export const restartOf = (agentAtmId: string, date: string): number =>
  choicesOf(`restart ${agentAtmId} ${date}`).between(5 * 3600, 5 * 3600 + 3000)
