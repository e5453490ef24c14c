import { describe, expect, it } from 'vitest'
import { arrayLiteral } from '../../../db/values.ts'
import { atmState, reading as cassetteReading } from '../ingest/fold.testing.ts'
import { isoOf, numbersOf } from '../model/arrays.rules.ts'
import {
  dispensedBetween,
  hoursLeftOf,
  type KnownReading,
  paysOut,
  usedLately,
  usedWith,
} from '../model/cassette-rates.rules.ts'
import { inventoryOf, majorUnits } from './cassettes.rules.ts'
import type { CassetteRow } from './cassettes.store.ts'
import { noteUse } from './cassettes-fold.rules.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const NOON = NOW.getTime()
const HOUR = 3_600_000
/** 20 November 2026, counted in days since 1970. */
const TODAY = 20_777

const row = (cassetteNo: string, given: Partial<CassetteRow> = {}): CassetteRow => ({
  atmId: 7,
  cassetteNo,
  asOf: NOON,
  type: 'DISPENSE',
  currency: 'EUR',
  denominationMinor: 2_000,
  initialCount: null,
  currentCount: 10,
  rejectedCount: null,
  capacity: null,
  status: null,
  used: '{}',
  ...given,
})
const inventory = (...rows: readonly CassetteRow[]) => inventoryOf({ id: 7, agentAtmId: 'A-7' }, rows, NOW)

describe('an inventory', () => {
  it('is as old as its newest reading, wherever that is', () => {
    const [one, two, three] = [row('1', { asOf: NOON - 2 * HOUR }), row('2'), row('3', { asOf: NOON - HOUR })]
    expect(inventory(one, two, three).asOf).toBe('2026-11-20T12:00:00.000Z')
    expect(inventory(two, one, three).asOf).toBe('2026-11-20T12:00:00.000Z')
    expect(inventory(one, three, two).asOf).toBe('2026-11-20T12:00:00.000Z')
    expect(inventory().asOf).toBeNull()
  })

  it('adds up each currency, by name, from cassettes of known currency, denomination and count', () => {
    const { totals } = inventory(
      row('1', { currency: 'USD' }),
      row('2'),
      row('3', { denominationMinor: 500, currentCount: 3 }),
      row('4', { currency: null }),
      row('5', { denominationMinor: null }),
      row('6', { currentCount: null }),
      row('7', { currency: 'CHF', currentCount: 0 }),
    )
    expect(totals).toEqual([
      { currency: 'CHF', amount: '0.00' },
      { currency: 'EUR', amount: '215.00' },
      { currency: 'USD', amount: '200.00' },
    ])
  })

  it('shows denominations in major units', () => {
    const shown = inventory(row('1', { denominationMinor: 29 }), row('2', { denominationMinor: null })).cassettes
    expect(shown.map(({ denomination }) => denomination)).toEqual([0.29, null])
  })

  it('adds up exactly beyond what a number holds', () => {
    const large = { denominationMinor: 9_007_199_254_740_991, currentCount: 3 }
    expect(inventory(row('1', large)).totals).toEqual([{ currency: 'EUR', amount: '270215977642229.73' }])
    expect(inventory(row('1', { denominationMinor: 1, currentCount: 3 }), row('2', large)).totals).toEqual([
      { currency: 'EUR', amount: '270215977642229.76' },
    ])
    expect(inventory(row('1', large), row('2', { denominationMinor: 1, currentCount: 3 })).totals).toEqual([
      { currency: 'EUR', amount: '270215977642229.76' },
    ])
    const half = { denominationMinor: 9_007_199_254_740_991, currentCount: 1 }
    expect(inventory(row('1', half), row('2', { denominationMinor: 1, currentCount: 2 })).totals).toEqual([
      { currency: 'EUR', amount: '90071992547409.93' },
    ])
  })

  it('lasts as long as the cassette that is empty first; those of which it is not known do not count', () => {
    // 40 notes in 8 hours are 5 an hour.
    const used = `{${TODAY},40,${8 * HOUR}}`
    const unknown = row('0')
    const [two, four] = [row('1', { used }), row('2', { used, currentCount: 20 })]
    for (const rows of [
      [two, four],
      [four, two],
      [unknown, four, two],
      [two, unknown, four],
    ])
      expect(inventory(...rows).hoursLeft).toBe(2)
    expect(inventory(unknown, two, four).cassettes.map(({ hoursLeft }) => hoursLeft)).toEqual([null, 2, 4])
    expect(inventory(unknown).hoursLeft).toBeNull()
  })

  it('shows amounts in major units with two digits', () => {
    expect([0, 5, 50, 12_345, 12_345n].map(majorUnits)).toEqual(['0.00', '0.05', '0.50', '123.45', '123.45'])
  })
})

describe('the notes that left a cassette', () => {
  const reading = (hours: number, currentCount: number | null, denominationMinor: number | null = 2_000) => ({
    asOf: NOON + hours * HOUR,
    currentCount,
    denominationMinor,
  })

  it('are the difference of two counts of the same notes, at most seven days apart', () => {
    expect(dispensedBetween(reading(0, 100), reading(2, 70))).toEqual({ notes: 30, observedMs: 2 * HOUR })
    expect(dispensedBetween(reading(0, 100), reading(168, 100))).toEqual({ notes: 0, observedMs: 168 * HOUR })
    expect(dispensedBetween(reading(0, 100), reading(168.001, 70))).toBeNull()
    expect(dispensedBetween(reading(0, 100), reading(2, 101))).toBeNull()
    expect(dispensedBetween(reading(0, null), reading(2, 70))).toBeNull()
    expect(dispensedBetween(reading(0, 100), reading(2, null))).toBeNull()
    expect(dispensedBetween(reading(0, 100), reading(2, 70, 5_000))).toBeNull()
  })

  it('are added to the day of the reading; days more than seven back are dropped', () => {
    const left = { notes: 5, observedMs: 100 }
    expect(usedWith([], NOON, left)).toEqual([TODAY, 5, 100])
    expect(usedWith([TODAY, 7, 50], NOON, left)).toEqual([TODAY, 12, 150])
    expect(usedWith([TODAY - 8, 1, 1, TODAY - 7, 2, 2, TODAY - 1, 3, 3], NOON, left)).toEqual([
      ...[TODAY - 7, 2, 2],
      ...[TODAY - 1, 3, 3],
      ...[TODAY, 5, 100],
    ])
  })

  it('are noted from each reading to the next one of the same cassette that comes in time', () => {
    const known = new Map<string, KnownReading>()
    const note = (hours: number, currentCount: number, given: Parameters<typeof cassetteReading>[1] = {}) => {
      const reading = cassetteReading(currentCount, given)
      noteUse(known, { atm: atmState({ id: 7 }), reading, occurredAt: NOON + hours * HOUR })
      return known.get(`7|${reading.cassetteNo}`)
    }
    const seen = (hours: number, currentCount: number, used: readonly number[] = []) => ({
      ...{ asOf: NOON + hours * HOUR, currentCount, denominationMinor: 2_000, used },
    })
    expect(note(0, 100)).toEqual(seen(0, 100))
    expect(note(1, 90)).toEqual(seen(1, 90, [TODAY, 10, HOUR]))
    // A late one is left out, one of the same moment is not.
    expect(note(0.5, 50)).toEqual(seen(1, 90, [TODAY, 10, HOUR]))
    expect(note(1, 88)).toEqual(seen(1, 88, [TODAY, 12, HOUR]))
    // Notes that were loaded leave what is known of the day as it is.
    expect(note(2, 500)).toEqual(seen(2, 500, [TODAY, 12, HOUR]))
    expect(note(0, 70, { cassetteNo: '2', type: 'REJECT' })).toEqual(seen(0, 70))
    expect(note(1, 60, { cassetteNo: '2', type: 'REJECT' })).toEqual(seen(1, 60))
  })

  it('count for the rate on seven days, today included', () => {
    expect(usedLately([TODAY - 7, 9, 9, TODAY - 6, 2, 20, TODAY, 1, 10], NOW)).toEqual({ notes: 3, observedMs: 30 })
    expect(usedLately([TODAY - 7, 9, 9], NOW)).toBeUndefined()
    expect(usedLately([], NOW)).toBeUndefined()
  })
})

describe('the hours of cash left', () => {
  const dispense = { type: 'DISPENSE', currentCount: 100 }
  const left = (observedHours: number, notes = 50) => ({ notes, observedMs: observedHours * HOUR })

  it('are the count over the notes an hour, from six hours on that were looked at', () => {
    expect(hoursLeftOf(dispense, () => left(10))).toBe(20)
    expect(hoursLeftOf(dispense, () => left(6))).toBe(12)
    expect(hoursLeftOf(dispense, () => left(5.99))).toBeNull()
    expect(hoursLeftOf(dispense, () => left(10, 0))).toBeNull()
    expect(hoursLeftOf(dispense, () => undefined)).toBeNull()
  })

  it('are none for an empty cassette, and unknown without a count or where nothing is paid out', () => {
    expect(hoursLeftOf({ ...dispense, currentCount: 0 }, () => undefined)).toBe(0)
    expect(hoursLeftOf({ ...dispense, currentCount: null }, () => left(10))).toBeNull()
    expect(hoursLeftOf({ ...dispense, type: 'REJECT' }, () => left(10))).toBeNull()
  })

  it('are given for cassettes that pay out, by their type', () => {
    for (const type of [null, 'DISPENSE', 'dispenser', 'RECYCLE', 'CASHOUT', 'CASH_OUT', 'WITHDRAWAL'])
      expect(paysOut(type)).toBe(true)
    for (const type of ['REJECT', 'RETRACT', 'CASH_IN', 'DEPOSIT', '']) expect(paysOut(type)).toBe(false)
  })
})

describe('arrays of PostgreSQL', () => {
  it('are written with every text quoted', () => {
    expect(arrayLiteral([])).toBe('{}')
    expect(arrayLiteral([1, -2.5, true, null, 'a', '', 'say "x\\y"', '{,}'])).toBe(
      '{1,-2.5,true,NULL,"a","","say \\"x\\\\y\\"","{,}"}',
    )
  })

  it('are read as whole numbers', () => {
    expect(numbersOf('{}')).toEqual([])
    expect(numbersOf('{7}')).toEqual([7])
    expect(numbersOf('{0,-12,345,-6,78}')).toEqual([0, -12, 345, -6, 78])
  })

  it('have instants as text', () => {
    expect(isoOf(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(isoOf(null)).toBeNull()
  })
})
