/** An ATM with a number, as dashboards rank them. */
export type RankedAtm = { readonly atmId: number; readonly agentAtmId: string | null; readonly count: number }

/** `part` of `total` in percent, not rounded; 0 of nothing. */
export const percentage = (part: number, total: number): number => (total === 0 ? 0 : (part * 100) / total)

/** The first `limit` ATMs, most first, ties by atmId. */
export const topOf = (atms: readonly RankedAtm[], limit: number): RankedAtm[] =>
  [...atms].sort((a, b) => b.count - a.count || a.atmId - b.atmId).slice(0, limit)

/** Counts records by their ATM. */
export const countByAtm = (
  records: readonly { atmId: number; agentAtmId?: string | null | undefined }[],
): RankedAtm[] => {
  const counts = new Map<number, { agentAtmId: string | null; count: number }>()
  for (const { atmId, agentAtmId } of records) {
    const known = counts.get(atmId)
    if (known === undefined) counts.set(atmId, { agentAtmId: agentAtmId ?? null, count: 1 })
    else known.count += 1
  }
  return [...counts].map(([atmId, { agentAtmId, count }]) => ({ atmId, agentAtmId, count }))
}
