import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { comingDays, endOf } from './days.rules.ts'

const DAYS = new URL('days.rules.ts', import.meta.url).href

/** The coming days as a browser in that zone, which a process has for good, counts them. */
const daysIn = (zone: string, now: string): unknown => {
  const program = `const { comingDays } = await import('${DAYS}')
    console.log(JSON.stringify(comingDays(Date.parse('${now}'), 3)))`
  const args = ['--input-type=module', '--eval', program]
  return JSON.parse(execFileSync(process.execPath, args, { env: { TZ: zone }, encoding: 'utf8' }))
}

it('days come one after the other, and end where the next one begins', () => {
  const now = new Date(2026, 10, 30, 12).getTime()
  expect(comingDays(now, 3)).toEqual(['2026-11-30', '2026-12-01', '2026-12-02'])
  expect(endOf('2026-11-30')).toBe(new Date(2026, 11, 1).toISOString())
})

it('no day is left out or named twice where the clock changes', () => {
  // 23:30 before the day with 23 hours, and 00:30 of the day with 25.
  expect(daysIn('Europe/Berlin', '2026-03-28T22:30:00Z')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  expect(daysIn('Europe/Berlin', '2026-10-24T22:30:00Z')).toEqual(['2026-10-25', '2026-10-26', '2026-10-27'])
})
