import { describe, expect, it } from 'vitest'
import { maskCardNumbers, maskCardNumbersDeep } from './card-numbers.ts'

describe('card numbers', () => {
  it.each([
    ['4111111111111111', '411111XXXXXX1111'],
    ['card 5500005555555559, twice: 5500005555555559.', 'card 550000XXXXXX5559, twice: 550000XXXXXX5559.'],
    ['4222222222222', '422222XXX2222'],
    ['6304000000000000000', '630400XXXXXXXXX0000'],
  ])('are masked in %s', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked)
  })

  it.each([
    ['4111111111111112'],
    ['1111111111111117'],
    ['0000000000000000'],
    ['2222222222222222'],
    ['94111111111111111'],
    ['41111111111111110000'],
    ['411111111111'],
    ['no digits'],
  ])('are not seen in %s', (text) => {
    expect(maskCardNumbers(text)).toBe(text)
  })

  it('are masked in texts, numbers and keys of JSON, and the rest stays as it is', () => {
    const clean = { a: [1, 'x', null, true], b: { c: 12345678901234 } }
    expect(maskCardNumbersDeep(clean)).toEqual(clean)
    expect(
      maskCardNumbersDeep({ '4111111111111111': [4111111111111111, { pan: 'x4111111111111111x' }], n: 4.1 }),
    ).toEqual({
      '411111XXXXXX1111': ['411111XXXXXX1111', { pan: 'x411111XXXXXX1111x' }],
      n: 4.1,
    })
  })

  it.each([
    ['-4111111111111111', '411111XXXXXX1111'],
    ['4111111111111111.5', '411111XXXXXX1111'],
    ['-4222222222222.25', '422222XXX2222'],
    // Rounded by JSON.parse.
    ['6304000000000000001', '630400XXXXXXXXX0000'],
    ['41111111111111113', '411111XXXXXXX1112'],
    ['-410000000000000014', '410000XXXXXXXX0000'],
  ])('are masked in the number %s', (text, masked) => {
    expect(maskCardNumbersDeep({ deep: [JSON.parse(text)] })).toEqual({ deep: [masked] })
  })

  it.each([
    ['4111111111111112'],
    ['9111111111111111111'],
    ['1.4111111111111111'],
    ['41111111111111111111'],
    ['1e300'],
    ['0'],
    ['-0.5'],
  ])('are not seen in the number %s', (text) => {
    expect(maskCardNumbersDeep([JSON.parse(text)])).toEqual([JSON.parse(text)])
  })
})
