import { expect, test } from 'vitest'
import { createOversizedRows } from './oversized-rows.ts'

const idsOf = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => String(from + n))

test('those of a topic that is held are left out, of any other some are tried again', () => {
  const { takeLeftOut, refuse, accept } = createOversizedRows()
  for (const id of idsOf(0, 25)) refuse('a', id)
  for (const id of idsOf(30, 35)) refuse('b', id)
  expect(takeLeftOut(['a', 'b'])).toEqual([...idsOf(0, 25), ...idsOf(30, 35)])
  expect(takeLeftOut(['b'])).toEqual([...idsOf(10, 25), ...idsOf(30, 35)])
  for (const id of idsOf(0, 10)) refuse('a', id)
  expect(takeLeftOut(['b'])).toEqual([...idsOf(20, 25), ...idsOf(0, 10), ...idsOf(30, 35)])
  accept('b')
  expect(takeLeftOut(['a', 'b'])).toEqual([...idsOf(20, 25), ...idsOf(0, 10)])
  expect([takeLeftOut([]), takeLeftOut([])]).toEqual([idsOf(5, 10), []])
})

test('ten thousand are remembered', () => {
  const { takeLeftOut, refuse, accept } = createOversizedRows()
  for (const id of idsOf(0, 10_001)) refuse('a', id)
  expect(takeLeftOut(['a'])).toHaveLength(10_000)
  accept('a')
  refuse('a', '7')
  expect(takeLeftOut(['a'])).toEqual(['7'])
})
