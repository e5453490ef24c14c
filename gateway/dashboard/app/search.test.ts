import { describe, expect, it } from 'vitest'
import { countOf, dateOf, instantIn, sortArgument, sortOf, textOf, wordOf, wordsOf } from './search.ts'

describe('what an address holds', () => {
  it('is read as far as the page knows it, and dropped else', () => {
    const words = ['OPEN', 'RESOLVED'] as const
    expect([wordOf(words, 'OPEN'), wordOf(words, 'open'), wordOf(words, 7)]).toEqual(['OPEN', undefined, undefined])
    expect([wordsOf(words, ['RESOLVED', 'X', 'OPEN']), wordsOf(words, [])]).toEqual([['OPEN', 'RESOLVED'], undefined])
    expect([textOf('  a '), textOf(7), textOf(''), textOf({})]).toEqual(['a', '7', undefined, undefined])
    expect([countOf('2', 2), countOf(1, 2), countOf('', 0), countOf(1.5, 1), countOf(20, 1, 20)]).toEqual([
      2,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect([instantIn('2026-11-20T03:00:00.000Z'), instantIn('2026-11-20'), instantIn('2026-13-20T03:00Z')]).toEqual([
      '2026-11-20T03:00:00.000Z',
      undefined,
      undefined,
    ])
    expect([dateOf('2026-11-20'), dateOf('2026-13-20'), dateOf('20 Nov')]).toEqual(['2026-11-20', undefined, undefined])
  })

  it('sorts by the columns that there are, in both directions', () => {
    const columns = ['openedAt', 'severity'] as const
    expect([sortOf(columns, '-openedAt'), sortOf(columns, 'severity'), sortOf(columns, 'x')]).toEqual([
      '-openedAt',
      'severity',
      undefined,
    ])
    expect([sortArgument('-openedAt'), sortArgument('severity')]).toEqual(['openedAt,desc', 'severity,asc'])
  })
})
