import { expect, test } from 'vitest'
import { scheduleWords } from './schedule.rules.ts'

test.each([
  ['* * * * *', 'every minute'],
  ['*/30 * * * * *', 'every 30 seconds'],
  ['15 */30 * * * *', '15 */30 * * * *'],
  ['*/10 * * * *', 'every 10 minutes'],
  ['5 * * * *', 'every hour at :05'],
  ['30 2 * * *', 'every day at 02:30 UTC'],
  ['0 6 * * 1', '0 6 * * 1'],
  ['0,30 * * * *', '0,30 * * * *'],
  ['0,*/10 * * * *', '0,*/10 * * * *'],
  ['*/10-30 * * * *', '*/10-30 * * * *'],
  ['30 1-5 * * *', '30 1-5 * * *'],
  [null, 'by hand only'],
])('the schedule %s is shown as "%s"', (cron, words) => {
  expect(scheduleWords(cron, 'UTC')).toBe(words)
})
