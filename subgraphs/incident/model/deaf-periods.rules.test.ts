import { describe, expect, it } from 'vitest'
import { deafMsAt, stopOf } from './deaf-periods.rules.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * 60_000)

describe('the silence that the platform itself caused', () => {
  const heard = (minutes: number | null) => ({
    connectedWithinMs: 15 * 60_000,
    startedAt: at(0),
    lastHeardAt: minutes === null ? null : at(minutes),
  })

  it.each([
    ['none before the first heartbeat', null, 1, 0],
    ['the time it was stopped', -4, 1, 4],
    ['all of it, however long that was', -600, 1, 600],
    ['until every ATM has had ATM_CONNECTED_WITHIN to be heard in', -600, 14.9, 600],
    ['and none after it', -600, 15, 0],
  ])('is %s', (_what, lastHeard, now, minutes) => {
    expect(deafMsAt(heard(lastHeard), at(now))).toBe(minutes * 60_000)
  })
})

describe('the deaf period of a time in which nothing noted that the platform hears', () => {
  it.each([
    ['is none up to four minutes', 4, null],
    ['goes on for as long again', 5, 5],
    ['but no longer than an ATM may be silent', 600, 15],
  ])('%s', (_what, stopped, longer) => {
    const stop = longer === null ? null : { from: at(0), to: at(stopped + longer) }
    expect(stopOf(at(0), at(stopped), 15 * 60_000)).toEqual(stop)
  })
})
