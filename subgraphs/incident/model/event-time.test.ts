import { describe, expect, it } from 'vitest'
import { readEventTime } from './event-time.rules.ts'

const RECEIVED = Date.parse('2026-11-20T12:00:00.500Z')
const read = (value: unknown, zone = 'UTC', receivedAt = RECEIVED) => {
  const { eventTime, defaulted, occurredAt } = readEventTime(value, zone, receivedAt)
  return [eventTime, defaulted, new Date(occurredAt).toISOString()]
}

describe('the time of an event', () => {
  it.each([
    ['2026-11-20T08:15:00', '2026-11-20T08:15:00', '2026-11-20T08:15:00.000Z'],
    ['2026-11-20T08:15', '2026-11-20T08:15:00', '2026-11-20T08:15:00.000Z'],
    ['2026-11-20 08:15:07', '2026-11-20T08:15:07', '2026-11-20T08:15:07.000Z'],
    ['2026-11-20T08:15:07.123456789', '2026-11-20T08:15:07.123456', '2026-11-20T08:15:07.123Z'],
    ['2026-11-20T08:15:07.500', '2026-11-20T08:15:07.5', '2026-11-20T08:15:07.500Z'],
    ['2026-11-20T08:15:07.5', '2026-11-20T08:15:07.5', '2026-11-20T08:15:07.500Z'],
    ['2026-11-20T08:15:07,100200', '2026-11-20T08:15:07.1002', '2026-11-20T08:15:07.100Z'],
    [' 2026-11-20T08:15:00 ', '2026-11-20T08:15:00', '2026-11-20T08:15:00.000Z'],
    ['2024-02-29T00:00:00', '2024-02-29T00:00:00', '2024-02-29T00:00:00.000Z'],
    ['0100-01-01T00:00:00', '0100-01-01T00:00:00', '0100-01-01T00:00:00.000Z'],
  ])('reads %s', (sent, eventTime, occurredAt) => {
    expect(read(sent)).toEqual([eventTime, false, occurredAt])
  })

  it.each([
    [''],
    ['  '],
    [null],
    [undefined],
    [1_700_000_000],
    ['yesterday'],
    ['2026-11-20'],
    ['2026-11-20T08:15:00Z'],
    ['2026-11-20T08:15:00+02:00'],
    ['2026-02-29T08:15:00'],
    ['2026-11-20T24:00:00'],
    ['2026-11-20T08:60:00'],
    ['2026-11-20  08:15:00'],
    ['at 2026-11-20T08:15:00'],
    ['2026-11-20T08:15:00.1234567890'],
    ['0001-01-01T00:00:00'],
    ['0099-12-31T00:00:00'],
    [{}],
  ])('takes the receipt on the ATM’s wall clock for %j', (sent) => {
    expect(read(sent)).toEqual(['2026-11-20T12:00:00', true, '2026-11-20T12:00:00.500Z'])
    expect(read(sent, 'Africa/Addis_Ababa')).toEqual(['2026-11-20T15:00:00', true, '2026-11-20T12:00:00.500Z'])
  })

  it('is never later than the receipt, but shown as sent', () => {
    expect(read('2026-11-20T18:00:00')).toEqual(['2026-11-20T18:00:00', false, '2026-11-20T12:00:00.500Z'])
  })

  it('is read in the ATM’s zone', () => {
    expect(read('2026-11-20T08:15:00', 'Europe/Berlin')[2]).toBe('2026-11-20T07:15:00.000Z')
    expect(read('2026-07-20T08:15:00', 'Europe/Berlin')[2]).toBe('2026-07-20T06:15:00.000Z')
    expect(read('2026-11-20T08:15:00.250', 'Europe/Berlin')[2]).toBe('2026-11-20T07:15:00.250Z')
    expect(read('1969-11-20T08:15:00.250', 'Europe/Berlin')[2]).toBe('1969-11-20T07:15:00.250Z')
  })

  it('of an hour that occurs twice is the instant nearer to the receipt', () => {
    const twice = '2026-10-25T02:30:00'
    expect(read(twice, 'Europe/Berlin', Date.parse('2026-10-25T00:31:00Z'))[2]).toBe('2026-10-25T00:30:00.000Z')
    expect(read(twice, 'Europe/Berlin', Date.parse('2026-10-25T01:31:00Z'))[2]).toBe('2026-10-25T01:30:00.000Z')
    expect(read(twice, 'Europe/Berlin', Date.parse('2026-10-26T01:31:00Z'))[2]).toBe('2026-10-25T01:30:00.000Z')
    // Of two that are equally near it is the later one, or rather the receipt before it.
    expect(read(twice, 'Europe/Berlin', Date.parse('2026-10-25T01:00:00Z'))[2]).toBe('2026-10-25T01:00:00.000Z')
  })

  it('of an hour that does not occur is moved forward', () => {
    expect(read('2026-03-29T02:30:00', 'Europe/Berlin')[2]).toBe('2026-03-29T01:30:00.000Z')
    const before = Date.parse('2026-03-29T00:45:00Z')
    expect(read('2026-03-29T02:30:00', 'Europe/Berlin', before)[2]).toBe('2026-03-29T00:45:00.000Z')
  })
})
