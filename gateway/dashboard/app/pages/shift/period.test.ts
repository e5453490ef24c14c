import { describe, expect, it } from 'vitest'
import { beginningAt, endingAt, fieldOf, instantOfField, periodOf } from './period.rules.ts'
import { readSearch } from './search.ts'

const NOW = Date.parse('2026-11-20T14:00:20Z')
const iso = (search: object, leftAt: string | null = null) => {
  const { from, to, since } = periodOf(search, leftAt, NOW)
  return [new Date(from).toISOString(), new Date(to).toISOString(), since]
}

describe('the period of a shift', () => {
  it('is since the reader left, and the last 12 hours for a newcomer', () => {
    expect(iso({}, '2026-11-20T06:03:00Z')).toEqual(['2026-11-20T06:03:00.000Z', '2026-11-20T14:01:00.000Z', 'left'])
    expect(iso({})).toEqual(['2026-11-20T02:01:00.000Z', '2026-11-20T14:01:00.000Z', 'first'])
  })

  it('is what the address says', () => {
    expect(iso({ last: 8 }, '2026-11-20T06:03:00Z')).toEqual([
      '2026-11-20T06:01:00.000Z',
      '2026-11-20T14:01:00.000Z',
      'chosen',
    ])
    const chosen = { from: '2026-11-01T06:00:00Z', to: '2026-11-02T06:00:00Z' }
    expect(iso(chosen)).toEqual(['2026-11-01T06:00:00.000Z', '2026-11-02T06:00:00.000Z', 'chosen'])
  })

  it('is 31 days at most, and never empty', () => {
    expect(iso({}, '2026-01-01T00:00:00Z')[0]).toBe('2026-10-20T14:01:00.000Z')
    const turned = { from: '2026-11-02T06:00:00Z', to: '2026-11-01T06:00:00Z' }
    expect(iso(turned).slice(0, 2)).toEqual(['2026-11-02T06:00:00.000Z', '2026-11-02T06:01:00.000Z'])
  })

  it('moves as a whole where an end of it moves too far', () => {
    const at = (text: string) => Date.parse(text)
    const period = { from: at('2026-11-20T06:00Z'), to: at('2026-11-20T14:00Z'), since: 'chosen' as const }
    const of = (from: string, to: string) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
    expect(beginningAt(period, at('2026-11-20T05:00Z'))).toEqual(of('2026-11-20T05:00Z', '2026-11-20T14:00Z'))
    expect(beginningAt(period, at('2026-01-01T06:00Z'))).toEqual(of('2026-01-01T06:00Z', '2026-01-01T14:00Z'))
    expect(beginningAt(period, at('2026-11-20T14:00Z'))).toEqual(of('2026-11-20T14:00Z', '2026-11-20T22:00Z'))
    expect(endingAt(period, at('2026-11-20T15:00Z'))).toEqual(of('2026-11-20T06:00Z', '2026-11-20T15:00Z'))
    expect(endingAt(period, at('2026-01-01T14:00Z'))).toEqual(of('2026-01-01T06:00Z', '2026-01-01T14:00Z'))
  })

  it('is read from an address, which may hold anything', () => {
    expect(readSearch({ last: '12', from: 'x', to: '2026-11-02T04:00:00.000Z' })).toEqual({
      last: 12,
      from: undefined,
      to: '2026-11-02T04:00:00.000Z',
    })
    expect(readSearch({ last: '7', from: '2026-99-99T00:00' })).toEqual({})
  })

  it('is written into fields of the reader’s time and read from them', () => {
    const at = Date.parse('2026-11-20T06:05:00Z')
    expect(instantOfField(fieldOf(at))).toBe(at)
    expect(instantOfField('')).toBeUndefined()
  })
})
