import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../tests/support/refusals.ts'
import { indexEventTypes } from '../model/event-types.rules.ts'
import { windowStart } from '../model/hours.rules.ts'
import { seriesOf } from './activity.rules.ts'
import { bucketsOf, endOf, periodOf } from './buckets.rules.ts'
import { fleetHistoryOf, usualOf, usualStart } from './fleet-history.rules.ts'

const NOW = new Date('2026-11-20T12:10:00Z')
const HALF_HOUR = 1_800_000
const DAY = 86_400_000
const iso = (date: Date | null) => date?.toISOString().slice(0, 16)

describe('a window of hours', () => {
  it('begins so many hours ago, or has no beginning', () => {
    expect(iso(windowStart(24, NOW))).toBe('2026-11-19T12:10')
    expect(iso(windowStart(0, NOW))).toBe('2026-11-20T12:10')
    expect(iso(windowStart(8_784, NOW))).toBe('2025-11-19T12:10')
    expect([windowStart(null, NOW), windowStart(undefined, NOW)]).toEqual([null, null])
    for (const hours of [-1, 8_785])
      expect(refusalOf(() => windowStart(hours, NOW))).toEqual(['BAD_USER_INPUT', 'hoursBack'])
  })

  const cut = (given: Parameters<typeof periodOf>[0], unitMinutes = 10) => {
    const buckets = bucketsOf(periodOf(given), NOW, unitMinutes)
    return [iso(buckets.from), iso(endOf(buckets)), buckets.buckets]
  }

  it('is cut into half hours that end with the one under way', () => {
    expect(cut({ hoursBack: 2 })).toEqual(['2026-11-20T10:30', '2026-11-20T12:30', 4])
    expect(cut({})).toEqual(['2026-11-19T12:30', '2026-11-20T12:30', 48])
    expect(cut({ hoursBack: 1, bucketMinutes: 15 }, 15)).toEqual(['2026-11-20T11:15', '2026-11-20T12:15', 4])
    expect(cut({ hoursBack: 25, bucketMinutes: 1_440 }).at(-1)).toBe(2)
    expect(iso(usualStart(NOW))).toBe('2026-11-13T12:10')
  })

  it('is cut from where it begins, and never goes beyond the bucket of now', () => {
    const from = new Date('2026-11-18T21:04:00Z')
    expect(cut({ from, to: new Date('2026-11-19T21:00:00Z') })).toEqual(['2026-11-18T21:00', '2026-11-19T21:00', 48])
    expect(cut({ from, to: new Date('2026-11-19T21:01:00Z') }).at(-1)).toBe(49)
    expect(cut({ from, bucketMinutes: 180 })).toEqual(['2026-11-18T21:00', '2026-11-20T15:00', 14])
    expect(cut({ from, to: new Date('2027-01-01T00:00:00Z'), bucketMinutes: 1_440 }).at(-1)).toBe(2)
  })

  it('is refused where it is empty, too long or in too many parts', () => {
    const refused = (given: Parameters<typeof periodOf>[0], unitMinutes = 15) =>
      refusalOf(() => bucketsOf(periodOf(given), NOW, unitMinutes))
    for (const bucketMinutes of [0, 14, 20, 1_441, 1_455, -15])
      expect(refused({ bucketMinutes })).toEqual(['BAD_USER_INPUT', 'bucketMinutes'])
    for (const hoursBack of [0, 721]) expect(refused({ hoursBack })).toEqual(['BAD_USER_INPUT', 'hoursBack'])
    const day = (date: number) => new Date(`2026-11-${String(date).padStart(2, '0')}T00:00:00Z`)
    expect(refused({ to: day(19) })).toEqual(['BAD_USER_INPUT', 'from'])
    expect(refused({ from: day(19), to: day(19) })).toEqual(['BAD_USER_INPUT', 'to'])
    expect(refused({ from: day(21) })).toEqual(['BAD_USER_INPUT', 'from'])
    expect(refused({ from: new Date('2026-10-19T12:00:00Z') })).toEqual(['BAD_USER_INPUT', 'from'])
    expect(refused({ hoursBack: 169, bucketMinutes: 15 })).toEqual(['BAD_USER_INPUT', 'bucketMinutes'])
  })
})

describe('the history of a fleet', () => {
  const counts = {
    ...{ total: 10, connected: 7, disconnected: 2, neverConnected: 1 },
    ...{ inService: 4, outOfService: 1, inSupervisor: 1, unknown: 1, silent: 0, down: 0 },
  }
  const shown = ({ silent, down, ...rest }: typeof counts) => rest
  const from = new Date('2026-11-20T12:00:00Z')
  const bucketsOf = (...samples: Parameters<typeof fleetHistoryOf>[1][number][]) =>
    fleetHistoryOf({ from, widthMs: HALF_HOUR, buckets: 2 }, samples, 98).buckets

  it('has a bucket for each half hour, without numbers where nothing is known', () => {
    const { bucketMinutes, targetPct, buckets } = fleetHistoryOf({ from, widthMs: HALF_HOUR, buckets: 2 }, [], 98)
    const none = {
      ...{ total: null, connected: null, disconnected: null, neverConnected: null, inService: null },
      ...{ outOfService: null, inSupervisor: null, unknown: null },
      ...{ usualTotal: null, usualConnected: null, usualInService: null, connectedPct: null, inServicePct: null },
      ...{ usualConnectedPct: null, usualInServicePct: null, weekAgoConnectedPct: null, weekAgoInServicePct: null },
    }
    expect([bucketMinutes, targetPct]).toEqual([30, 98])
    expect(buckets).toEqual([
      { at: from, ...none },
      { at: new Date('2026-11-20T12:30:00Z'), ...none },
    ])
  })

  it('shows whole ATMs whose parts add up', () => {
    expect(bucketsOf({ ...counts, atMs: from.getTime() })[0]).toMatchObject({
      ...shown(counts),
      connectedPct: 70,
      inServicePct: 40,
    })
    const mean = {
      ...{ total: 9.6, connected: 7.4, disconnected: 1.5, neverConnected: 0.7 },
      ...{ inService: 3.4, outOfService: 1.4, inSupervisor: 1.4, unknown: 1.2, silent: 0, down: 0 },
    }
    expect(bucketsOf({ ...mean, atMs: from.getTime() })[0]).toMatchObject({
      ...{ total: 10, connected: 7, disconnected: 2, neverConnected: 1 },
      ...{ inService: 4, outOfService: 1, inSupervisor: 1, unknown: 1 },
    })
    const unknown = { ...counts, inService: 1, unknown: 3, atMs: from.getTime() }
    expect(bucketsOf(unknown)[0]).toMatchObject({ inService: 1, outOfService: 1, inSupervisor: 1, unknown: 4 })
    const even = { ...counts, inService: 2, unknown: 2, atMs: from.getTime() }
    expect(bucketsOf(even)[0]).toMatchObject({ inService: 3, outOfService: 1, inSupervisor: 1, unknown: 2 })
    const tooMany = { ...counts, total: 5.4, connected: 5.6, neverConnected: 0.6, atMs: from.getTime() }
    expect(bucketsOf(tooMany)[0]).toMatchObject({ total: 5, connected: 5, neverConnected: 0, disconnected: 0 })
  })

  /** A sample of the same time, so many days before. */
  const daysBefore = (days: number, given: Partial<typeof counts>) => ({
    ...counts,
    ...given,
    atMs: from.getTime() - days * DAY,
  })

  it('shows what is usual: the median of the seven days before, as far as they are known', () => {
    const on = (days: number, connected: number) =>
      daysBefore(days, { connected, total: connected * 2, inService: connected * 3 })
    const [bucket] = bucketsOf(on(1, 10), on(7, 4), on(8, 1_000))
    expect(bucket).toMatchObject({ usualTotal: 14, usualConnected: 7, usualInService: 21, connected: null })
    const [three] = bucketsOf(on(1, 10), on(2, 9), on(7, 1))
    expect(three).toMatchObject({ usualTotal: 18, usualConnected: 9, usualInService: 27 })
  })

  it('does not take for usual what has been broken for more than a day', () => {
    // Twenty ATMs, of which eight have been dead for a week, two of them silent.
    const dead = { total: 20, connected: 18, inService: 12, silent: 2, down: 8 }
    const days = [1, 2, 3, 4, 5, 6].map((day) => daysBefore(day, dead))
    // The day on which they died.
    const first = daysBefore(7, { ...dead, silent: 0, down: 0 })
    const [bucket] = bucketsOf({ ...counts, ...dead, atMs: from.getTime() }, ...days, first)
    expect(bucket).toMatchObject({ connectedPct: 90, inServicePct: 60 })
    expect(bucket).toMatchObject({ usualConnectedPct: 100, usualInServicePct: 100 })
    expect(bucket).toMatchObject({ weekAgoConnectedPct: 90, weekAgoInServicePct: 60 })
    const none = { total: 8, connected: 0, inService: 0, silent: 8, down: 8 }
    expect(bucketsOf(daysBefore(1, none))[0]).toMatchObject({ usualTotal: 8, usualInServicePct: null })
    const odd = { total: 8, connected: 8, inService: 5, silent: 1, down: 4 }
    expect(bucketsOf(daysBefore(1, odd))[0]).toMatchObject({ usualConnectedPct: 100, usualInServicePct: 100 })
  })
})

describe('what is usual of events', () => {
  const from = new Date('2026-11-20T12:00:00Z')
  const slot = (days: number, halfHours: number) => from.getTime() - days * DAY + halfHours * HALF_HOUR
  const first = (counts: readonly number[]) => counts[0] ?? 0

  it('is the median of the same buckets of the days that are known', () => {
    const rows = [
      { slot: slot(1, 0), counts: [2, 9] },
      { slot: slot(1, 1), counts: [4, 9] },
      { slot: slot(2, 0), counts: [6, 9] },
      { slot: slot(1, 2), counts: [10, 9] },
    ]
    const usual = (sinceMs: number | null) =>
      usualOf({ from, widthMs: 2 * HALF_HOUR, buckets: 2 }, { sinceMs, rows }, first)
    expect(usual(slot(2, 0))).toEqual([6, 5])
    expect(usual(slot(2, 1))).toEqual([6, 5])
    expect(usual(slot(1, 0))).toEqual([6, 10])
    expect(usual(slot(0, 0))).toEqual([null, null])
    expect(usual(null)).toEqual([null, null])
    expect(usual(slot(7, 0))).toEqual([0, 0])
    expect(usual(slot(9, 0))).toEqual([0, 0])
  })

  it('is beside the counts of each category', () => {
    const type = (id: number, category: string) => ({ id, eventType: `T${id}`, category, group: null })
    const types = indexEventTypes([type(1, 'CASH'), type(2, 'POWER'), type(3, 'CASH')])
    const window = { from, widthMs: HALF_HOUR, buckets: 2 }
    const slots = [
      { slot: slot(0, 0), counts: [1, 2, 4, 8] },
      { slot: slot(0, 1), counts: [1] },
      { slot: slot(0, 2), counts: [100] },
      { slot: slot(0, -1), counts: [100] },
    ]
    const halfHours = { sinceMs: slot(1, 0), rows: [{ slot: slot(1, 0), counts: [1, 2, 4] }] }
    const series = seriesOf(window, slots, types, halfHours)
    expect([series.from, series.bucketMinutes]).toEqual([from, 30])
    expect(series.categories.map(({ category }) => category)).toEqual([
      ...['HARDWARE', 'CASH', 'NETWORK', 'POWER', 'AUTH', 'SYSTEM', 'OTHER'],
    ])
    const of = (name: string) => series.categories.find(({ category }) => category === name)
    expect(of('CASH')).toEqual({ category: 'CASH', total: 6, counts: [5, 1], usual: [5, 0] })
    expect(of('POWER')).toEqual({ category: 'POWER', total: 2, counts: [2, 0], usual: [2, 0] })
    expect(of('OTHER')).toEqual({ category: 'OTHER', total: 8, counts: [8, 0], usual: [0, 0] })
    expect(seriesOf(window, [], types, null).categories[0]).toEqual({
      ...{ category: 'HARDWARE', total: 0, counts: [0, 0], usual: [null, null] },
    })
  })
})
