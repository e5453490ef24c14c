/** So many of the newest incidents a wall compares. */
export const MOST = 200

/**
 * Whether the ids `now` have one that is new since the look before. Beside a full list before, one that is older than
 * all of it has only moved up.
 */
export const isNews = (before: readonly number[], now: readonly number[]): boolean => {
  const oldest = before.length < MOST ? 0 : Math.min(...before)
  return now.some((id) => id > oldest && !before.includes(id))
}
