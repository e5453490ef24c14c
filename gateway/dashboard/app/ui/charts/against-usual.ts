import { sum } from './scale.ts'

/** A few events more than usual are no matter. */
export const FEW = 5

/** Counts along the time, and the usual count of each; null where it is not known. */
export type Counts = { readonly counts: readonly number[]; readonly usual: readonly (number | null)[] }

/**
 * A count against the usual one: of the moment looked at, else of the two last whole ones; `isRunning` says that the
 * last is not over. Null where that is not known.
 */
export const against = ({ counts, usual }: Counts, at: number | null, isRunning: boolean): number | null => {
  const last = counts.length - (isRunning ? 2 : 1)
  const indexes = at === null ? [last - 1, last] : [at]
  const expected = indexes.map((index) => usual[index] ?? null)
  if (expected.some((n) => n === null)) return null
  const total = sum(expected.map((n) => n ?? 0))
  const seen = sum(indexes.map((index) => counts[index] ?? 0))
  if (seen - total <= FEW && total - seen <= FEW) return 1
  return total === 0 ? null : seen / total
}
