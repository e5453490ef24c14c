/** So many seconds' worth may come at once. */
export const BURST_S = 5

type Bucket = { tokens: number; atMs: number }

/** The most that some may send, each by a key of its own. Times are milliseconds that only go forward. */
export type Buckets = {
  /** For how many seconds nothing is taken from this key; 0 where it may send now. */
  waitSeconds(key: string, nowMs: number): number
  /**
   * Takes so many from a key. What has been let in may take more than there is: what is too much is waited for
   * afterwards.
   */
  take(key: string, count: number, nowMs: number): void
  size(): number
}

/**
 * Token buckets: each key may send `perSecond`, and what it left unused within the last five seconds. A key with one
 * token left may send, however much it is: so a batch need not be read to be refused, and can be larger than what
 * comes in a second. Of more than `maxKeys` the one that has sent nothing for longest is forgotten: as a bucket is
 * full again after five seconds, little is forgiven.
 */
export const createBuckets = (perSecond: number, maxKeys: number): Buckets => {
  const capacity = perSecond * BURST_S
  const byKey = new Map<string, Bucket>()

  const tokensOf = (key: string, nowMs: number): number => {
    const bucket = byKey.get(key)
    if (bucket === undefined) return capacity
    return Math.min(capacity, bucket.tokens + ((nowMs - bucket.atMs) * perSecond) / 1000)
  }

  return {
    waitSeconds(key, nowMs) {
      const tokens = tokensOf(key, nowMs)
      return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond))
    },
    take(key, count, nowMs) {
      const tokens = tokensOf(key, nowMs) - count
      // Reinserted: the map is in order of the last use.
      byKey.delete(key)
      byKey.set(key, { tokens, atMs: nowMs })
      if (byKey.size <= maxKeys) return
      const oldest = byKey.keys().next().value
      if (oldest !== undefined) byKey.delete(oldest)
    },
    size: () => byKey.size,
  }
}
