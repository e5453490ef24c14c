/** A clock that stays where it is set, for loading what happened before. */
export type SetClock = { now(): Date; set(instantMs: number): void }

/** A clock that shows an instant until it is set to another. */
export const createSetClock = (instantMs: number): SetClock => {
  let atMs = instantMs
  return {
    now: () => new Date(atMs),
    set(next) {
      atMs = next
    },
  }
}

/** Runs `work` for each item, so many at once. Rejects with the first failure, after those under way have ended. */
export const inParallel = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items.values()
  const results = await Promise.allSettled(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of left) await work(item)
    }),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
