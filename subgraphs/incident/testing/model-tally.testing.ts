/** Counts what histories came to, so that a test can check whether they came to what it is about. */
export const createTally = () => {
  const counts = new Map<string, number>()
  return {
    note: (what: string): void => {
      counts.set(what, (counts.get(what) ?? 0) + 1)
    },
    /** Of the cases those that came up less often than `least`, with how often they did. */
    missing: (cases: readonly string[], least: number) =>
      cases.map((one) => [one, counts.get(one) ?? 0] as const).filter(([, count]) => count < least),
  }
}
