import { describe, expect, it } from 'vitest'
import { faultyAmounts, filtersOf, readSearch, tidyAmount } from './search.ts'

describe('an amount that is looked for', () => {
  it('is brought into the form of the platform, where it can be read in one way only', () => {
    expect(['1 200,5', '1200.50', '5,000', '1,200.50', 'x'].map(tidyAmount)).toEqual([
      '1200.5',
      '1200.50',
      '5,000',
      '1,200.50',
      'x',
    ])
  })

  it('stays in the address where it cannot be read, is named, and is not sent', () => {
    const search = readSearch({ least: '5,000', most: 9000 })
    expect(search).toMatchObject({ least: '5,000', most: '9000' })
    expect(faultyAmounts(search)).toEqual(['5,000'])
    expect(filtersOf(search, '2026-11-20')).toMatchObject({ amountFrom: null, amountTo: '9000' })
  })
})
