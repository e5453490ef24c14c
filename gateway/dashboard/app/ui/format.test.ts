import { describe, expect, it } from 'vitest'
import {
  andAlso,
  commas,
  count,
  date,
  dayTime,
  duration,
  fixed,
  localTime,
  moment,
  momentSeconds,
  money,
  share,
  signed,
  time,
  words,
} from './format.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('figures', () => {
  it('are whole with separators until a million', () => {
    expect([0, 999, 96_341, 999_999, 1_942_000].map(count).map(plain)).toEqual([
      '0',
      '999',
      '96,341',
      '999,999',
      '1.94 M',
    ])
    expect([signed(38), signed(-12), signed(0), fixed(-1.07, 2)]).toEqual(['+38', '\u221212', '0', '\u22121.07'])
  })

  it('never say 0 % of what is there, nor 100 % where something is missing', () => {
    const shares = [share(0, 60), share(1, 100_000), share(50, 60), share(99_999, 100_000), share(60, 60), share(0, 0)]
    expect(shares.map(plain)).toEqual(['0 %', '<0.1 %', '83.3 %', '>99.9 %', '100 %', '0 %'])
  })

  it('have two units of time at most', () => {
    const minutes = [0.75, 21, 60, 221, 47 * 60 + 59, 52 * 60, 20 * 24 * 60]
    expect(minutes.map((n) => plain(duration(n * 60_000)))).toEqual([
      '45 s',
      '21 min',
      '1 h',
      '3 h 41 min',
      '47 h 59 min',
      '2 d 4 h',
      '20 d',
    ])
  })

  it('are in the time of the ATM where that is asked for', () => {
    expect(time('2026-11-21T00:12:00Z', 'Africa/Addis_Ababa')).toBe('03:12')
    expect(localTime('2026-11-20T08:15:00')).toBe('20 Nov 08:15:00')
    expect(date('2026-11-20')).toBe('Fri 20 Nov 2026')
  })

  it('have their date where that is not today, and their zone where it is not the reader’s', () => {
    const zone = 'Pacific/Kiritimati'
    const [now, earlier] = ['2026-11-21T00:12:00Z', '2026-11-19T23:00:00Z']
    expect(moment(now, zone, now)).toBe('14:12 UTC+14')
    expect(moment(earlier, zone, now)).toBe('20 Nov 13:00 UTC+14')
    expect(dayTime(earlier, zone)).toBe('20 Nov 13:00 UTC+14')
    const reader = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect([moment(now, undefined, now), moment(now, reader, now)]).toEqual([time(now), time(now)])
    expect(moment(earlier, undefined, now)).toBe(dayTime(earlier))
    expect(momentSeconds(now, now)).toMatch(/^\d\d:\d\d:00$/)
    expect(momentSeconds(earlier, now)).toMatch(/^\d\d? Nov \d\d:\d\d:00$/)
  })

  it('have the year where it is another than the current one', () => {
    const [now, then] = ['2026-11-20T10:00:00', '2025-11-20T03:12:43']
    expect([moment(then, undefined, now), momentSeconds(then, now)]).toEqual([
      '20 Nov 2025 03:12',
      '20 Nov 2025 03:12:43',
    ])
  })

  it('write money of a currency that is no ISO code as it was reported', () => {
    expect([plain(money('2000.5', 'BIRR')), plain(money(12, '230'))]).toEqual(['2,000.50 BIRR', '12.00 230'])
  })

  it('keep the currency of money, and join words', () => {
    expect([plain(money('2000.00', 'ETB')), money('12.5', 'EUR')]).toEqual(['ETB 2,000.00', '€12.50'])
    expect(words('ATM_OUT_OF_SERVICE')).toBe('ATM out of service')
    expect([commas(['A', 'B', 'C']), andAlso(['A', 'B', 'C'])]).toEqual(['A, B, C', 'A, B and C'])
  })
})
