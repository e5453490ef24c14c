import { expect, test } from 'vitest'
import { nextRunOf } from './job-schedule.ts'

/**
 * The due times from one instant up to another, as a process that looks every so often finds them: from the moment of
 * the last look.
 */
const dueTimes = (cron: string, timeZone: string, from: string, to: string, lateMs: number): string[] => {
  const found: string[] = []
  for (let after = new Date(from); ; ) {
    const due = nextRunOf(cron, timeZone, after)
    if (due === null || due > new Date(to)) return found
    found.push(due.toISOString().slice(5, 16))
    after = new Date(due.getTime() + lateMs)
  }
}

test.each([
  ['in UTC', 'UTC', '2026-03-28', ['03-28T03:00', '03-29T03:00', '03-30T03:00']],
  ['in spring, where the hour is there', 'Europe/Berlin', '2026-03-28', ['03-28T02:00', '03-29T01:00', '03-30T01:00']],
  [
    'in spring, where it is left out: after it',
    'Europe/Helsinki',
    '2026-03-28',
    ['03-28T01:00', '03-29T01:00', '03-30T00:00'],
  ],
  [
    'in autumn, where the hour is there once',
    'Europe/Berlin',
    '2026-10-24',
    ['10-24T01:00', '10-25T02:00', '10-26T02:00'],
  ],
  [
    'in autumn, where it comes twice: the first time',
    'Europe/Helsinki',
    '2026-10-24',
    ['10-24T00:00', '10-25T00:00', '10-26T01:00'],
  ],
])('a job at three in the night runs once a day %s', (_name, timeZone, day, expected) => {
  const from = new Date(Date.parse(`${day}T00:00:00Z`) - 1).toISOString()
  const to = new Date(Date.parse(`${day}T12:00:00Z`) + 2 * 86_400_000).toISOString()
  for (const lateMs of [0, 8_000, 1_800_000])
    expect(dueTimes('0 3 * * *', timeZone, from, to, lateMs)).toEqual(expected)
})

test('a job of every hour runs in each hour of a day of 23 and of 25', () => {
  const hours = (from: string, to: string) => dueTimes('0 * * * *', 'Europe/Helsinki', from, to, 8_000).length
  expect(hours('2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z')).toBe(23)
  expect(hours('2026-10-24T21:00:00Z', '2026-10-25T22:00:00Z')).toBe(25)
})

test('an expression or time zone that cannot be read is refused', () => {
  expect(() => nextRunOf('every day', 'UTC', new Date())).toThrow()
  expect(() => nextRunOf('0 3 * * *', 'Europe/Nowhere', new Date())).toThrow('Europe/Nowhere')
})
