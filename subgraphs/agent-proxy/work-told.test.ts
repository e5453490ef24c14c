import { expect, it } from 'vitest'
import { createTold } from './work-told.ts'

const work = (...gapIds: number[]) => gapIds.map((gapId) => ({ gapId }))

it('knows the very same for a minute, and nothing else', () => {
  let nowMs = 0
  const told = createTold(() => nowMs)
  expect(told.isKnown('ATM-1', work(1, 2))).toBe(false)
  told.note('ATM-1', work(1, 2))
  expect(told.isKnown('ATM-1', work(1, 2))).toBe(true)
  expect(told.isKnown('ATM-2', work(1, 2))).toBe(false)
  // One that is done, or one more, is news.
  for (const other of [work(1), work(12), work(1, 2, 3)]) expect(told.isKnown('ATM-1', other)).toBe(false)
  nowMs = 60_000
  expect(told.isKnown('ATM-1', work(1, 2))).toBe(false)
})

it('forgets who has nothing to do, and of too many who was told longest ago', () => {
  const told = createTold(() => 0)
  for (let agent = 0; agent <= 20_000; agent += 1) told.note(`ATM-${agent}`, work(1))
  expect(told.isKnown('ATM-0', work(1))).toBe(false)
  expect(told.isKnown('ATM-1', work(1))).toBe(true)
  told.note('ATM-1', [])
  expect(told.isKnown('ATM-1', work(1))).toBe(false)
})
