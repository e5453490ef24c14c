import { expect, it } from 'vitest'
import { comingDays, endOf } from './days.rules.ts'

it('days come one after the other, and end where the next one begins', () => {
  const now = new Date(2026, 10, 30, 12).getTime()
  expect(comingDays(now, 3)).toEqual(['2026-11-30', '2026-12-01', '2026-12-02'])
  expect(endOf('2026-11-30')).toBe(new Date(2026, 11, 1).toISOString())
})
