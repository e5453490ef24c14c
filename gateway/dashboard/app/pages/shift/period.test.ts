import { describe, expect, it, vi } from 'vitest'
import { fieldOf, periodBetween, periodOf } from './period.rules.ts'
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

  it('is what two fields say, where they are a period of 31 days at most', () => {
    const day = (name: string) => fieldOf(Date.parse(`${name}T06:00Z`))
    const between = (from: string, to: string) => periodBetween({ from, to }, { from: 0, to: NOW })
    expect(between(day('2026-11-20'), day('2026-11-21'))).toEqual({
      from: '2026-11-20T06:00:00.000Z',
      to: '2026-11-21T06:00:00.000Z',
    })
    expect(between(day('2026-10-20'), day('2026-11-20'))).toBeDefined()
    for (const [from, to] of [
      [day('2026-11-20'), day('2026-11-20')],
      [day('2026-11-21'), day('2026-11-20')],
      [day('2026-10-19'), day('2026-11-20')],
      ['', day('2026-11-20')],
    ] as const)
      expect(between(from, to)).toBeUndefined()
  })

  it('keeps the seconds of an end whose field is not changed', () => {
    const shown = { from: Date.parse('2026-11-20T06:03:27Z'), to: NOW }
    const fields = { from: fieldOf(shown.from), to: fieldOf(shown.from + 3_600_000) }
    expect(periodBetween(fields, shown)).toEqual({ from: '2026-11-20T06:03:27.000Z', to: '2026-11-20T07:03:00.000Z' })
  })

  it('keeps the hour of such an end where the clocks went back', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    // 02:30 for the second time.
    const shown = { from: Date.parse('2026-10-25T01:30:00Z'), to: Date.parse('2026-10-25T09:00:00Z') }
    const fields = { from: fieldOf(shown.from), to: fieldOf(shown.to + 3_600_000) }
    expect(fields.from).toBe('2026-10-25T02:30')
    expect(periodBetween(fields, shown)?.from).toBe('2026-10-25T01:30:00.000Z')
    vi.unstubAllEnvs()
  })

  it('is read from an address, which may hold anything', () => {
    expect(readSearch({ last: '12', from: 'x', to: '2026-11-02T04:00:00.000Z' })).toEqual({
      last: 12,
      from: undefined,
      to: '2026-11-02T04:00:00.000Z',
    })
    expect(readSearch({ last: '7', from: '2026-99-99T00:00' })).toEqual({})
  })
})
