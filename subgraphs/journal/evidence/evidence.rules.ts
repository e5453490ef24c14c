/** Lines, both inclusive, from 1. */
export type LineRange = { readonly from: number; readonly to: number }

/** Of a transaction of more lines the first and the last ones are shown, half of these each. */
export const MAX_TRANSACTION_LINES = 1_000

/** The first and the last line of what is to be shown. */
type Extent = { readonly firstLine: number; readonly lastLine: number }

const isShort = ({ firstLine, lastLine }: Extent): boolean => lastLine - firstLine < MAX_TRANSACTION_LINES

/** The lines of all attempts, from the first to the last; those of one attempt alone where these are too many. */
export const extentOf = (attempts: readonly Extent[], own: Extent): Extent => {
  const firstLine = Math.min(own.firstLine, ...attempts.map((attempt) => attempt.firstLine))
  const lastLine = Math.max(own.lastLine, ...attempts.map((attempt) => attempt.lastLine))
  return isShort({ firstLine, lastLine }) ? { firstLine, lastLine } : own
}

/** The lines to be shown, with as many before and after: one range, or two of a very long transaction. */
export const lineRangesOf = ({ firstLine, lastLine }: Extent, contextLines: number): LineRange[] => {
  const from = Math.max(1, firstLine - contextLines)
  const to = lastLine + contextLines
  if (isShort({ firstLine, lastLine })) return [{ from, to }]
  const half = MAX_TRANSACTION_LINES / 2
  return [
    { from, to: firstLine + half - 1 },
    { from: lastLine - half + 1, to },
  ]
}
