import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../tests/support/refusals.ts'
import { indexEventTypes } from '../model/event-types.rules.ts'
import { windowStart } from '../model/hours.rules.ts'
import { seriesOf, seriesStart } from './activity.rules.ts'
import { fleetHistoryOf, historyStart, usualOf, usualStart } from './fleet-history.rules.ts'

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

  it('is cut into half hours that end with the one under way', () => {
    const { from, buckets } = historyStart(NOW, 2)
    expect([iso(from), buckets]).toEqual(['2026-11-20T10:30', 4])
    expect(iso(usualStart(from))).toBe('2026-11-13T10:30')
  })

  it('is cut into buckets of a multiple of fifteen minutes, up to a day', () => {
    const { from, widthMs, buckets } = seriesStart(NOW, 1, 15)
    expect([iso(from), widthMs, buckets]).toEqual(['2026-11-20T11:15', 900_000, 4])
    expect(seriesStart(NOW, 25, 1_440).buckets).toBe(2)
    for (const minutes of [0, 14, 20, 1_441, 1_455, -15])
      expect(refusalOf(() => seriesStart(NOW, 1, minutes))).toEqual(['BAD_USER_INPUT', 'bucketMinutes'])
  })
})

describe('the history of a fleet', () => {
  const counts = {
    ...{ total: 10, connected: 7, disconnected: 2, neverConnected: 1 },
    ...{ inService: 4, outOfService: 1, inSupervisor: 1, unknown: 1 },
  }
  const from = new Date('2026-11-20T12:00:00Z')
  const bucketsOf = (...samples: Parameters<typeof fleetHistoryOf>[1][number][]) =>
    fleetHistoryOf({ from, buckets: 2 }, samples).buckets

  it('has a bucket for each half hour, without numbers where nothing is known', () => {
    const { bucketMinutes, buckets } = fleetHistoryOf({ from, buckets: 2 }, [])
    const none = {
      ...{ total: null, connected: null, disconnected: null, neverConnected: null, inService: null },
      ...{ outOfService: null, inSupervisor: null, unknown: null },
      ...{ usualTotal: null, usualConnected: null, usualInService: null },
    }
    expect(bucketMinutes).toBe(30)
    expect(buckets).toEqual([
      { at: from, ...none },
      { at: new Date('2026-11-20T12:30:00Z'), ...none },
    ])
  })

  it('shows whole ATMs whose parts add up', () => {
    expect(bucketsOf({ ...counts, atMs: from.getTime() })[0]).toMatchObject(counts)
    const mean = {
      ...{ total: 9.6, connected: 7.4, disconnected: 1.5, neverConnected: 0.7 },
      ...{ inService: 3.4, outOfService: 1.4, inSupervisor: 1.4, unknown: 1.2 },
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

  it('shows what is usual: the mean of the seven days before, as far as they are known', () => {
    const daysBefore = (days: number, connected: number) => ({
      ...counts,
      ...{ connected, total: connected * 2, inService: connected * 3, atMs: from.getTime() - days * DAY },
    })
    const [bucket] = bucketsOf(daysBefore(1, 10), daysBefore(7, 4), daysBefore(8, 1_000))
    expect(bucket).toMatchObject({ usualTotal: 14, usualConnected: 7, usualInService: 21, connected: null })
  })
})

describe('what is usual of events', () => {
  const from = new Date('2026-11-20T12:00:00Z')
  const slot = (days: number, halfHours: number) => from.getTime() - days * DAY + halfHours * HALF_HOUR
  const first = (counts: readonly number[]) => counts[0] ?? 0

  it('is the mean of the same buckets of the days that are known', () => {
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
    expect(usual(slot(7, 0))).toEqual([12 / 7, 10 / 7])
    expect(usual(slot(9, 0))).toEqual([12 / 7, 10 / 7])
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
