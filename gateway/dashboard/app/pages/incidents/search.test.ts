import { describe, expect, it } from 'vitest'
import { filterOf, readSearch } from './search.ts'

const filter = (search: Record<string, unknown>) => filterOf(readSearch(search), 'me')

describe('the address of the list of incidents', () => {
  it('keeps a word that is too short to be looked for, and does not send it', () => {
    expect(readSearch({ q: 'a' }).q).toBe('a')
    expect(['a', 'ac', '7'].map((q) => filter({ q }).q)).toEqual([null, 'ac', '7'])
    expect(readSearch({ q: 'a'.repeat(120) }).q).toHaveLength(100)
  })

  it('is of instants or of days, never of both', () => {
    const [since, until] = ['2026-11-20T03:00:00.000Z', '2026-11-20T11:00:00.000Z']
    const both = readSearch({ since, until, from: '2026-11-21', to: '2026-11-22' })
    expect(both).toMatchObject({ since, until })
    expect([both.from, both.to]).toEqual([undefined, undefined])
    expect(readSearch({ from: '2026-11-21', to: '2026-11-22' })).toMatchObject({ from: '2026-11-21', to: '2026-11-22' })
  })
})
