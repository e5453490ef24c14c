import { describe, expect, it } from 'vitest'
import { createBuckets } from './rate-limit.rules.ts'

describe('a bucket of tokens', () => {
  it('lets five seconds of its rate come at once, and then its rate', () => {
    const buckets = createBuckets(100, 10)
    let admitted = 0
    for (let n = 0; n < 2_000; n += 1) {
      if (buckets.waitSeconds('A', 0) > 0) continue
      buckets.take('A', 1, 0)
      admitted += 1
    }
    expect(admitted).toBe(500)
    for (let ms = 1; ms <= 10_000; ms += 1) {
      if (buckets.waitSeconds('A', ms) > 0) continue
      buckets.take('A', 1, ms)
      admitted += 1
    }
    expect(admitted).toBe(1_500)
  })

  it('lets in a batch of any size while there is a token, and makes its sender wait for what was too much', () => {
    const buckets = createBuckets(100, 10)
    buckets.take('A', 500, 0)
    expect(buckets.waitSeconds('A', 0)).toBe(1)
    expect(buckets.waitSeconds('A', 10)).toBe(0)
    buckets.take('A', 500, 10)
    expect(buckets.waitSeconds('A', 10)).toBe(5)
    expect(buckets.waitSeconds('A', 4_000)).toBe(2)
    expect(buckets.waitSeconds('A', 5_010)).toBe(0)
  })

  it('is one a key, and no more of them are kept than there is room for', () => {
    const buckets = createBuckets(1, 2)
    for (const key of ['A', 'B']) buckets.take(key, 5, 0)
    expect(['A', 'B', 'C'].map((key) => buckets.waitSeconds(key, 0) > 0)).toEqual([true, true, false])
    buckets.take('A', 1, 0)
    buckets.take('C', 5, 0)
    expect(buckets.size()).toBe(2)
    expect(['A', 'B', 'C'].map((key) => buckets.waitSeconds(key, 0) > 0)).toEqual([true, false, true])
  })

  it('is never fuller than full, and a wait is a second or more', () => {
    const buckets = createBuckets(1_000, 2)
    buckets.take('A', 1, 0)
    buckets.take('A', 5_000, 86_400_000)
    expect(buckets.waitSeconds('A', 86_400_000)).toBe(1)
  })
})
