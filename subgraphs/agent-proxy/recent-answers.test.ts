import { expect, it } from 'vitest'
import { createRecentAnswers } from './recent-answers.ts'

const work = (...gapIds: number[]) => gapIds.map((gapId) => ({ gapId }))

it('knows the very same for a minute, and nothing else', () => {
  let nowMs = 0
  const recentAnswers = createRecentAnswers(() => nowMs)
  expect(recentAnswers.isKnown('ATM-1', work(1, 2))).toBe(false)
  recentAnswers.note('ATM-1', work(1, 2))
  expect(recentAnswers.isKnown('ATM-1', work(1, 2))).toBe(true)
  expect(recentAnswers.isKnown('ATM-2', work(1, 2))).toBe(false)
  // One that is done, or one more, is news.
  for (const other of [work(1), work(12), work(1, 2, 3)]) expect(recentAnswers.isKnown('ATM-1', other)).toBe(false)
  nowMs = 60_000
  expect(recentAnswers.isKnown('ATM-1', work(1, 2))).toBe(false)
})

it('forgets agents without work, and of too many the one answered longest ago', () => {
  const recentAnswers = createRecentAnswers(() => 0)
  for (let agent = 0; agent <= 20_000; agent += 1) recentAnswers.note(`ATM-${agent}`, work(1))
  expect(recentAnswers.isKnown('ATM-0', work(1))).toBe(false)
  expect(recentAnswers.isKnown('ATM-1', work(1))).toBe(true)
  recentAnswers.note('ATM-1', [])
  expect(recentAnswers.isKnown('ATM-1', work(1))).toBe(false)
})
