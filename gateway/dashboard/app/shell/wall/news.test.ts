import { describe, expect, it } from 'vitest'
import { isNews, MOST } from './news.rules.ts'

describe('what is new on a wall', () => {
  it('is an incident that was not there, however many there are', () => {
    expect(isNews([], [7])).toBe(true)
    expect(isNews([5, 6], [6, 7])).toBe(true)
    expect(isNews([5, 6], [5, 6])).toBe(false)
    expect(isNews([5, 6], [5])).toBe(false)
  })

  it('is none that moves up from below a full list', () => {
    const full = Array.from({ length: MOST }, (_, n) => 1_000 - n)
    expect(isNews(full, [...full.slice(1), 5])).toBe(false)
    expect(isNews(full, [1_001, ...full.slice(1)])).toBe(true)
  })
})
