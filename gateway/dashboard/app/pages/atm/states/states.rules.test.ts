import { describe, expect, it } from 'vitest'
import { type Past, periodsOf, timeIn } from './states.rules.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => NOW - hours * HOUR
const at = (hours: number) => new Date(hoursAgo(hours)).toISOString()

const past: Past = {
  changes: [
    { from: 'OUT_OF_SERVICE', to: 'IN_SERVICE', at: at(2) },
    { from: 'IN_SERVICE', to: 'OUT_OF_SERVICE', at: at(5) },
    { from: 'UNKNOWN', to: 'IN_SERVICE', at: at(30) },
  ],
  isCut: false,
  current: 'IN_SERVICE',
  registeredAt: hoursAgo(40),
  silentSince: null,
  retiredAt: null,
}
const hoursOf = (one: Past, from = hoursAgo(24)) =>
  periodsOf(one, from, NOW).map(({ badge, from: begin, to }) => [badge, (NOW - begin) / HOUR, (NOW - to) / HOUR])

describe('the states over time', () => {
  it('fill the whole time, beginning with what the ATM did before it', () => {
    expect(hoursOf(past)).toEqual([
      ['IN_SERVICE', 24, 5],
      ['OUT_OF_SERVICE', 5, 2],
      ['IN_SERVICE', 2, 0],
    ])
    expect(timeIn(periodsOf(past, hoursAgo(24), NOW), 'OUT_OF_SERVICE')).toBe(3 * HOUR)
  })

  it('begin with the last change before it, or at its beginning, whatever is missing before that', () => {
    const since = (hours: number) => [
      ['OUT_OF_SERVICE', hours, 2],
      ['IN_SERVICE', 2, 0],
    ]
    expect(hoursOf(past, hoursAgo(3))).toEqual(since(3))
    expect(hoursOf(past, hoursAgo(5))).toEqual(since(5))
    expect(hoursOf({ ...past, isCut: true, registeredAt: hoursAgo(3) })).toEqual(hoursOf(past))
  })

  it('begin with what the first change changed where none came before', () => {
    expect(hoursOf({ ...past, changes: past.changes.slice(0, 1) })).toEqual([
      ['OUT_OF_SERVICE', 24, 2],
      ['IN_SERVICE', 2, 0],
    ])
  })

  it('are the one that it is in where nothing changed', () => {
    expect(hoursOf({ ...past, changes: [] })).toEqual([['IN_SERVICE', 24, 0]])
  })

  it('are not known before the platform heard of it', () => {
    expect(hoursOf({ ...past, changes: [], registeredAt: hoursAgo(3) })).toEqual([
      [null, 24, 3],
      ['IN_SERVICE', 3, 0],
    ])
  })

  it('are not known before the oldest change of a list that is cut', () => {
    expect(hoursOf({ ...past, changes: past.changes.slice(0, 1), isCut: true })).toEqual([
      [null, 24, 2],
      ['IN_SERVICE', 2, 0],
    ])
  })

  it('end with its retirement, whatever is known of it since', () => {
    const ended = [
      ['IN_SERVICE', 24, 5],
      ['OUT_OF_SERVICE', 5, 4],
    ]
    expect(hoursOf({ ...past, retiredAt: hoursAgo(4) })).toEqual(ended)
    expect(hoursOf({ ...past, retiredAt: hoursAgo(4), silentSince: hoursAgo(3) })).toEqual(ended)
    expect(hoursOf({ ...past, retiredAt: hoursAgo(30), silentSince: hoursAgo(31) })).toEqual([])
  })

  it('are offline while its agent is silent', () => {
    expect(hoursOf({ ...past, silentSince: hoursAgo(3) })).toEqual([
      ['IN_SERVICE', 24, 5],
      ['OUT_OF_SERVICE', 5, 3],
      ['AGENT_OFFLINE', 3, 0],
    ])
    expect(hoursOf({ ...past, silentSince: hoursAgo(100) })).toEqual([['AGENT_OFFLINE', 24, 0]])
  })
})
