import { describe, expect, it } from 'vitest'
import type { Countable } from '../model/ingest.types.ts'
import { componentOf, countedWith } from './fold.rules.ts'
import { atmState, event, fold, incidentState, reading } from './fold.testing.ts'

const MINUTE = 60_000

describe('an incident about a cassette', () => {
  it('is one of each cassette, of other kinds one of the ATM', () => {
    expect([componentOf('CASH', '2'), componentOf('CASH', null), componentOf('DISPENSER', '2')]).toEqual(['2', '', ''])
    const out = fold(atmState(), [
      event('CASSETTE_LOW', 1_000, { cassetteNo: '1' }),
      event('CASSETTE_LOW', 1_000, { cassetteNo: '2' }),
      event('CASSETTE_EMPTY', 1_000, { cassetteNo: '1' }),
    ])
    expect(out.links).toEqual([100, 101, 100])
  })

  it('is ended by a reading that shows it OK, and not opened by what is older than that', () => {
    const cash = incidentState('CASH', { component: '1' })
    fold(atmState(), [event('X', 2_000, { cassettes: [reading(5, { status: 'LOW' })] })], { incidentStates: [cash] })
    expect(cash.status).toBe('OPEN')
    const out = fold(
      atmState(),
      [
        event('X', 2_000, { cassettes: [reading(900, { status: 'OK' })] }),
        event('CASSETTE_LOW', 1_999, { cassetteNo: '1' }),
        event('CASSETTE_LOW', 1_999, { cassetteNo: '2' }),
      ],
      { incidentStates: [cash] },
    )
    expect(cash.status).toBe('RESOLVED')
    expect(out.links).toEqual([null, null, 100])
  })
})

describe('the newest reading of a cassette', () => {
  const readings = (...given: readonly (readonly [number, number, string])[]) => {
    const signals = given.map(([at, count, status]) => event('X', at, { cassettes: [reading(count, { status })] }))
    const newest = fold(atmState(), signals).readings.get('1|1')
    return [newest?.asOf, newest?.reading.currentCount, newest?.okAt]
  }

  it('is the one that occurred last; of the same instant the one that came last', () => {
    expect(readings([1_000, 10, 'LOW'], [2_000, 20, 'LOW'])).toEqual([2_000, 20, null])
    expect(readings([2_000, 20, 'LOW'], [1_000, 10, 'LOW'])).toEqual([2_000, 20, null])
    expect(readings([2_000, 20, 'LOW'], [2_000, 10, 'LOW'])).toEqual([2_000, 10, null])
  })

  it('keeps when the cassette was last seen OK', () => {
    expect(readings([1_000, 10, 'OK'], [2_000, 20, 'LOW'])).toEqual([2_000, 20, 1_000])
    expect(readings([3_000, 10, 'OK'], [2_000, 20, 'OK'])).toEqual([3_000, 10, 3_000])
    expect(readings([2_000, 20, 'LOW'], [1_000, 10, 'OK'])).toEqual([2_000, 20, 1_000])
  })
})

describe('an incident that needs several events', () => {
  const countable = (occurredAt: number, index: number): Countable => ({ occurredAt, stored: null, index })
  const instants = (own: number, others: readonly number[], settled = Number.NEGATIVE_INFINITY) =>
    countedWith(
      countable(own, 9),
      others.map((at, index) => countable(at, index)),
      settled,
      { count: 3, withinMs: 600 },
    )
      .map(({ occurredAt }) => occurredAt)
      .sort((a, b) => a - b)

  it('counts every event of a window that holds enough of them, its ends included', () => {
    expect(instants(1_600, [1_000, 1_300])).toEqual([1_000, 1_300, 1_600])
    expect(instants(1_601, [1_000, 1_300])).toEqual([])
    expect(instants(1_000, [1_300, 1_600])).toEqual([1_000, 1_300, 1_600])
    expect(instants(1_000, [700, 1_200])).toEqual([700, 1_000, 1_200])
    expect(instants(1_000, [400, 700, 1_300, 1_600])).toEqual([400, 700, 1_000, 1_300, 1_600])
    expect(instants(1_000, [1_100])).toEqual([])
    expect(instants(1_000, [100, 200, 300])).toEqual([])
  })

  it('counts none before what settled the kind', () => {
    expect(instants(1_600, [1_000, 1_300], 1_000)).toEqual([1_000, 1_300, 1_600])
    expect(instants(1_600, [1_000, 1_300], 1_001)).toEqual([])
  })

  it('opens with all of them, and links those that are stored already', () => {
    const stored = { id: 5, receivedAt: 900 }
    const out = fold(
      atmState(),
      [event('AUTHENTICATION_FAILURE', 2_000, { typeId: 3 }), event('AUTHENTICATION_FAILURE', 3_000, { typeId: 3 })],
      { countable: new Map([['1|3', [{ occurredAt: 1_000, stored, index: -1 }]]]) },
    )
    expect(out.links).toEqual([100, 100])
    expect(out.linkedEarlier).toEqual([{ ...stored, incidentId: 100 }])
    expect(out.created).toMatchObject([{ occurrenceCount: 3, firstEventAt: 1_000, lastEventAt: 3_000 }])
  })

  it('opens nothing while the events are too few, and counts an event for one incident only', () => {
    const failure = (at: number) => event('AUTHENTICATION_FAILURE', at, { typeId: 3 })
    expect(fold(atmState(), [failure(1_000), failure(2_000)]).links).toEqual([null, null])
    const security = fold(atmState(), [failure(1_000), failure(2_000), failure(3_000), failure(4_000)])
    expect(security.links).toEqual([100, 100, 100, 100])
    expect(security.created).toHaveLength(1)
  })

  it('counts what no incident has counted, and forgets what one has', () => {
    const failure = (at: number) => event('AUTHENTICATION_FAILURE', at, { typeId: 3 })
    const out = fold(atmState(), [failure(1_000), failure(2_000), failure(3_000), failure(4_000), failure(5_000)], {
      incidentStates: [],
    })
    expect(out.created.map(({ occurrenceCount }) => occurrenceCount)).toEqual([5])
    const hour = 60 * MINUTE
    const early = { occurredAt: 1_000, stored: { id: 5, receivedAt: 1_000 }, index: -1 }
    const countable = new Map([['1|3', [early]]])
    const late = fold(atmState(), [failure(hour), failure(hour + 1), failure(hour + 2)], { countable })
    expect([late.links, late.linkedEarlier]).toEqual([[100, 100, 100], []])
    expect(countable.get('1|3')).toEqual([early])
  })

  it('opens while the newest of its events is not quiet for too long', () => {
    const network = (at: number) => event('APPLICATION_ERROR_NETWORK', at, { typeId: 3, receivedAt: 31 * MINUTE })
    const out = fold(atmState(), [network(MINUTE / 2), network(MINUTE), network(5 * MINUTE)])
    expect(out.links).toEqual([100, 100, 100])
  })

  it('opens nothing when the quiet that would end it is over on receipt', () => {
    const late = (receivedAt: number) => fold(atmState(), [event('NETWORK_DISCONNECTED', 1_000, { receivedAt })]).links
    expect(late(1_000 + 30 * MINUTE - 1)).toEqual([100])
    expect(late(1_000 + 30 * MINUTE)).toEqual([null])
  })
})

describe('notes that leave a cassette', () => {
  it('are kept with its newest reading, by day', () => {
    const noon = Date.parse('2026-11-20T12:00:00Z')
    const before = { asOf: noon - 3_600_000, currentCount: 100, denominationMinor: 2_000, used: [20_776, 5, 7] }
    const out = fold(atmState(), [event('X', noon, { cassettes: [reading(90)] })], {
      cassettes: new Map([['1|1', before]]),
    })
    expect(out.readings.get('1|1')?.used).toEqual([20_776, 5, 7, 20_777, 10, 3_600_000])
    const late = fold(
      atmState(),
      [
        event('X', noon, { cassettes: [reading(90)] }),
        event('X', noon - 7_200_000, { cassettes: [reading(80, { status: 'OK' })] }),
      ],
      { cassettes: new Map([['1|1', before]]) },
    )
    expect(late.readings.get('1|1')).toMatchObject({
      ...{ asOf: noon, okAt: noon - 7_200_000, used: [20_776, 5, 7, 20_777, 10, 3_600_000] },
    })
  })
})
