/** Lines, both inclusive, from 1. */
export type LineRange = { readonly from: number; readonly to: number }

/** Of a transaction of more lines the first and the last ones are shown, half of these each. */
export const MAX_TRANSACTION_LINES = 1_000

/** The lines to be shown of a transaction, with as many before and after: one range, or two of a very long one. */
export const lineRangesOf = (
  { firstLine, lastLine }: { readonly firstLine: number; readonly lastLine: number },
  contextLines: number,
): LineRange[] => {
  const from = Math.max(1, firstLine - contextLines)
  const to = lastLine + contextLines
  if (lastLine - firstLine < MAX_TRANSACTION_LINES) return [{ from, to }]
  const half = MAX_TRANSACTION_LINES / 2
  return [
    { from, to: firstLine + half - 1 },
    { from: lastLine - half + 1, to },
  ]
}
