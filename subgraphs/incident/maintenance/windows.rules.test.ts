import { describe, expect, it } from 'vitest'
import type { MaintenanceWindowInput } from '../schema.gen.ts'
import { nextOccurrence, runsUntil, type WindowTimes, wantedWindowOf } from './windows.rules.ts'

const ZONE = 'Europe/Berlin'
/** Each Sunday at half past two in the night, local time, for an hour. */
const nightly = (given: Partial<WindowTimes> = {}): WindowTimes => ({
  startsAt: new Date('2026-03-22T01:30:00Z'),
  endsAt: new Date('2026-03-22T02:30:00Z'),
  weekdays: [7],
  until: '2026-11-30',
  timeZone: ZONE,
  ...given,
})
const after = (times: WindowTimes, from: string) => nextOccurrence(times, new Date(from))?.toISOString() ?? null

describe('the next occurrence of a maintenance window', () => {
  it.each([
    ['the first, before it', '2026-01-01T00:00:00Z', '2026-03-22T01:30:00.000Z'],
    ['the first, at its begin', '2026-03-22T01:30:00Z', '2026-03-22T01:30:00.000Z'],
    ['moved forward where its local time does not occur', '2026-03-22T01:31:00Z', '2026-03-29T01:30:00.000Z'],
    ['at the same local time in summer', '2026-03-29T01:31:00Z', '2026-04-05T00:30:00.000Z'],
    ['the earlier one where its local time occurs twice', '2026-10-19T00:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['at the same local time in winter again', '2026-10-25T00:31:00Z', '2026-11-01T01:30:00.000Z'],
    ['none after the last day', '2026-11-29T01:31:00Z', null],
  ])('is %s', (_what, from, next) => {
    expect(after(nightly(), from)).toBe(next)
  })

  it('is on each of the weekdays', () => {
    const times = nightly({ weekdays: [1, 3] })
    expect(after(times, '2026-03-22T01:31:00Z')).toBe('2026-03-23T01:30:00.000Z')
    expect(after(times, '2026-03-23T01:31:00Z')).toBe('2026-03-25T01:30:00.000Z')
    expect(after(times, '2026-03-25T01:31:00Z')).toBe('2026-03-30T00:30:00.000Z')
  })

  it('is the only one of a window that does not recur', () => {
    const times = nightly({ weekdays: null, until: null })
    expect(after(times, '2026-03-22T01:30:00Z')).toBe('2026-03-22T01:30:00.000Z')
    expect(after(times, '2026-03-22T01:31:00Z')).toBeNull()
  })
})

describe('the occurrence of a maintenance window that goes on', () => {
  it.each([
    ['not before the first', '2026-03-22T01:29:59Z', null],
    ['from its begin on', '2026-03-22T01:30:00Z', '2026-03-22T02:30:00.000Z'],
    ['until its end', '2026-03-22T02:29:59Z', '2026-03-22T02:30:00.000Z'],
    ['not from its end on', '2026-03-22T02:30:00Z', null],
    ['not on another day', '2026-03-23T02:00:00Z', null],
    ['later where clocks were put forward', '2026-03-29T01:45:00Z', '2026-03-29T02:30:00.000Z'],
    ['at the same local time in summer', '2026-04-05T01:00:00Z', '2026-04-05T01:30:00.000Z'],
    ['the last one too', '2026-11-29T02:00:00Z', '2026-11-29T02:30:00.000Z'],
    ['none after that', '2026-12-06T02:00:00Z', null],
  ])('ends: %s', (_what, at, end) => {
    expect(runsUntil(nightly(), new Date(at))?.toISOString() ?? null).toBe(end)
  })
})

describe('a maintenance window that is asked for', () => {
  const NOW = new Date('2026-11-20T12:00:00Z')
  const given = { from: new Date('2026-11-21T00:00:00Z'), to: new Date('2026-11-21T02:00:00Z'), reason: 'New software' }

  it('is taken with its card numbers masked', () => {
    expect(wantedWindowOf({ ...given, reason: ' Card 4111 1111 1111 1111 stuck ' }, 'UTC', NOW)).toMatchObject({
      reason: expect.stringMatching(/^Card 4111 11.*1111 stuck$/),
      atmId: null,
      attribute: null,
      weekdays: null,
      timeZone: 'UTC',
    })
  })

  it.each([
    ['to', { to: new Date('2026-11-21T00:00:30Z') }],
    ['to', { to: new Date('2026-12-23T00:00:00Z') }],
    ['to', { from: new Date('2026-11-20T08:00:00Z'), to: new Date('2026-11-20T11:00:00Z') }],
    ['to', { to: new Date('2026-11-22T00:30:00Z'), weekdays: ['MONDAY'], until: '2026-12-31' }],
    ['from', { from: new Date('2036-11-20T08:00:00Z'), to: new Date('2036-11-20T11:00:00Z') }],
    ['until', { weekdays: ['MONDAY'] }],
    ['until', { weekdays: ['MONDAY'], until: '2036-01-01' }],
    ['until', { weekdays: ['MONDAY'], until: '2026-01-01' }],
    ['weekdays', { weekdays: [], until: '2026-12-31' }],
    ['timeZone', { timeZone: '+03:00' }],
    ['attribute', { attribute: 'latitude', value: '1' }],
    ['value', { attribute: 'vendor' }],
    ['atmId', { atmId: 1, attribute: 'vendor', value: 'NCR' }],
    ['reason', { reason: '  ' }],
  ] satisfies [string, Partial<MaintenanceWindowInput>][])('is refused for %s', (field, fault) => {
    expect(() => wantedWindowOf({ ...given, ...fault }, 'UTC', NOW)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
    )
  })
})
