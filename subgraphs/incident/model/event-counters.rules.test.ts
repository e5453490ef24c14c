import { describe, expect, it } from 'vitest'
import { countAtms, countBuckets } from './event-counters.rules.ts'

describe('the counters of a batch', () => {
  const event = (atmId: number, institutionKey: string | null, typeId: number, time: string) => ({
    ...{ atmId, institutionKey, typeId, occurredAt: Date.parse(`2026-11-20T${time}Z`) },
  })
  const bucket = (time: string) => Date.parse(`2026-11-20T${time}Z`)

  it('are by institution and fifteen minutes, the ATMs without one first', () => {
    const events = [
      event(1, 'BETA', 2, '12:15:00'),
      event(1, 'ACME', 3, '12:14:59'),
      event(2, 'ACME', 1, '12:00:00'),
      event(2, 'ACME', 3, '12:00:00'),
      event(3, null, 1, '12:00:00'),
      event(1, 'ACME', 1, '12:15:00'),
    ]
    expect(countBuckets(events)).toEqual([
      { institutionKey: null, bucket: bucket('12:00:00'), counts: [1] },
      { institutionKey: 'ACME', bucket: bucket('12:00:00'), counts: [1, 0, 2] },
      { institutionKey: 'ACME', bucket: bucket('12:15:00'), counts: [1] },
      { institutionKey: 'BETA', bucket: bucket('12:15:00'), counts: [0, 1] },
    ])
  })

  it('are in the order of institutions, then of time, and no institution is one that is called null', () => {
    const events = [
      ...[event(1, 'null', 1, '12:00:00'), event(1, 'BETA', 1, '12:00:00'), event(1, 'ACME', 1, '12:15:00')],
      ...[event(1, 'ACME', 1, '12:00:00'), event(1, null, 1, '12:15:00'), event(1, null, 1, '12:00:00')],
    ]
    expect(
      countBuckets(events).map((row) => [row.institutionKey, new Date(row.bucket).toISOString().slice(11, 16)]),
    ).toEqual([
      [null, '12:00'],
      [null, '12:15'],
      ['ACME', '12:00'],
      ['ACME', '12:15'],
      ['BETA', '12:00'],
      ['null', '12:00'],
    ])
    expect(countAtms(events).map(({ institutionKey, total }) => [institutionKey, total])).toEqual([
      ['null', 1],
      ['BETA', 1],
      ['ACME', 2],
      [null, 2],
    ])
  })

  it('are by ATM and institution: how many, and how many before each of the 26 hours up to the newest', () => {
    const head = Math.floor(bucket('12:00:00') / 3_600_000)
    const [same, spread, other] = countAtms([
      ...[event(1, 'ACME', 1, '12:00:00'), event(1, 'ACME', 2, '12:59:59')],
      ...[event(2, 'ACME', 1, '12:00:00'), event(2, 'ACME', 1, '11:59:59'), event(2, 'ACME', 1, '09:00:00')],
      event(2, null, 1, '12:00:00'),
    ])
    const zeros = (count: number) => new Array<number>(count).fill(0)
    expect(same).toEqual({ atmId: 1, institutionKey: 'ACME', head, total: 2, beforeHour: zeros(26) })
    expect(spread).toEqual({
      ...{ atmId: 2, institutionKey: 'ACME', head, total: 3 },
      beforeHour: [2, 1, 1, ...zeros(23)],
    })
    expect(other).toEqual({ atmId: 2, institutionKey: null, head, total: 1, beforeHour: zeros(26) })
  })
})
