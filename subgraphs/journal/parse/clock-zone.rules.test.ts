import { describe, expect, it } from 'vitest'
import { transactionAt } from '../testing/transactions.testing.ts'
import { createLocalTimes } from './clock-zone.rules.ts'

const localOf = (clock: string, local: string, at: string) =>
  createLocalTimes({ clock, local })(transactionAt(at)).startedAt

describe('times of a machine whose clock shows another zone', () => {
  it('are told as the local ones of the ATM, whole transactions otherwise unchanged', () => {
    const transaction = { ...transactionAt('2026-05-13T20:15:00'), endedAt: '2026-05-13T23:59:30' }
    expect(createLocalTimes({ clock: 'UTC', local: 'Asia/Kolkata' })(transaction)).toEqual({
      ...transaction,
      startedAt: '2026-05-14T01:45:00',
      endedAt: '2026-05-14T05:29:30',
    })
    expect(
      createLocalTimes({ clock: 'Asia/Kolkata', local: 'UTC' })(transactionAt('2026-05-13T05:00:00')),
    ).toMatchObject({
      startedAt: '2026-05-12T23:30:00',
      endedAt: null,
    })
  })

  it('follow summer time of the ATM, of which an hour is shown twice or never', () => {
    const berlin = (at: string) => localOf('UTC', 'Europe/Berlin', at)
    expect(['2026-03-29T00:59:59', '2026-03-29T01:00:00'].map(berlin)).toEqual([
      '2026-03-29T01:59:59',
      '2026-03-29T03:00:00',
    ])
    expect(['2026-10-25T00:30:00', '2026-10-25T01:30:00'].map(berlin)).toEqual([
      '2026-10-25T02:30:00',
      '2026-10-25T02:30:00',
    ])
  })

  it('follow summer time of the clock: the first of a time that is shown twice, later for one that is skipped', () => {
    const utc = (at: string) => localOf('Europe/Berlin', 'UTC', at)
    expect(utc('2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00')
    expect(utc('2026-03-29T02:30:00')).toBe('2026-03-29T01:30:00')
    expect([utc('2026-01-10T12:00:00'), utc('2026-07-10T12:00:00')]).toEqual([
      '2026-01-10T11:00:00',
      '2026-07-10T10:00:00',
    ])
  })
})

it('times stay as they are without zones', () => {
  const transaction = transactionAt('2026-05-13T20:15:00')
  expect(createLocalTimes(null)(transaction)).toBe(transaction)
})
