import { expect, it } from 'vitest'
import { createRecentAnswers } from './recent-answers.ts'

const NOON = new Date('2026-05-20T12:00:00Z')
const work = (...gapIds: number[]) => gapIds.map((gapId) => ({ gapId, requestedAt: NOON }))

it('knows the very same for a minute, and nothing else', () => {
  let nowMs = 0
  const recentAnswers = createRecentAnswers(() => nowMs)
  expect(recentAnswers.isKnown('ATM-1', work(1, 2))).toBe(false)
  recentAnswers.note('ATM-1', work(1, 2))
  expect(recentAnswers.isKnown('ATM-1', work(1, 2))).toBe(true)
  expect(recentAnswers.isKnown('ATM-2', work(1, 2))).toBe(false)
  // One that is done, one more, or one that is requested anew is news.
  const requestedAnew = [...work(1), { gapId: 2, requestedAt: new Date('2026-05-20T12:00:01Z') }]
  for (const other of [work(1), work(12), work(1, 2, 3), requestedAnew])
    expect(recentAnswers.isKnown('ATM-1', other)).toBe(false)
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
