import { describe, expect, it } from 'vitest'
import { readAmount, readCurrency } from './amounts.ts'

const NUMBERS = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'))
const byNumber = NUMBERS.flatMap((number) => readCurrency(number) ?? [])

describe('the number of a currency', () => {
  it.each([
    ['048', 'BHD'],
    ['230', 'ETB'],
    ['400', 'JOD'],
    ['414', 'KWD'],
    ['434', 'LYD'],
    ['512', 'OMR'],
    ['784', 'AED'],
    ['788', 'TND'],
    ['978', 'EUR'],
    ['000', null],
    ['999', null],
  ])('%s is read as %s', (number, letters) => {
    expect(readCurrency(number)).toBe(letters)
  })

  it('is of one currency, and every currency with thousandths has one', () => {
    expect(new Set(byNumber).size).toBe(byNumber.length)
    const inThousandths = Intl.supportedValuesOf('currency').filter(
      (letters) => readAmount('20.000', letters) === 2000n,
    )
    expect(inThousandths).toEqual(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])
    expect(byNumber).toEqual(expect.arrayContaining(inThousandths))
  })
})
