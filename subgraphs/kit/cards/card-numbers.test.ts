import { describe, expect, it } from 'vitest'
import { maskBeginning, maskCardNumbers, maskCardNumbersDeep } from './card-numbers.ts'

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

  it.each([
    ['\uff14\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11'],
    ['\uff14111 1111\u30001111 1111'],
    ['\u0664\u0661\u0661\u0661\u0661\u0661111111\u0661\u0661\u0661\u0661'],
    ['4111\u20131111\u20131111\u20131111'],
    ['4111\u22121111\u22121111\u22121111'],
    ['4111\u202f1111\u202f1111\u202f1111'],
    ['4111\u200b1111\u200b1111\ufeff1111'],
    ['411111111\u00ad1111111 \ud835\udfcf'],
    [`\ud835\udfd2${'\ud835\udfcf'.repeat(15)}`],
    ['4111 - 1111 - 1111 - 1111'],
    ['4111 \u2013 1111\u00a0\u2013 1111 \u2014  1111'],
    [`4\ufe0f\u20e3${'1\ufe0f\u20e3'.repeat(15)}`],
  ])('are masked as people write them, with what is between: %s', (text) => {
    let digits = 0
    const masked = text.replace(/\p{Nd}/gu, (digit) => {
      digits += 1
      return digits > 6 && digits <= 12 ? 'X'.repeat(digit.length) : digit
    })
    expect(maskCardNumbers(text)).toBe(masked)
    expect(maskCardNumbersDeep({ note: text })).toEqual({ note: masked })
    expect(maskBeginning(`${text} and more`, text.length)).toBe(masked)
  })

  it.each([
    ['4111 - 1111 - 1111 - 1111 - 123', '4111 - 11XX - XXXX - 1111 - 123'],
    ['4111 - 1111 - 1111 - 1111 - 1228', '4111 - 11XX - XXXX - 1111 - 1228'],
    ['007 - 4111 - 1111 - 1111 - 1111', '007 - 4111 - 11XX - XXXX - 1111'],
  ])('are masked beside a code or a date: %s', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked)
  })

  it.each([
    // Each of them is valid by Luhn.
    ['4111 - 1111 - 1111 - 1111 - 1111'],
    ['1200 - 4111 - 1111 - 1111 - 1111'],
    ['4111 - 1111 - 1111 - 1111.50'],
    ['2011 - 2012 - 2013 - 2028'],
    ['2711 - 2811 - 2911 - 3009'],
    ['2500 - 3000 - 4500 - 6090'],
    ['4111 - 1111 - 1111 - 1112'],
    ['4111 - 11111 - 111 - 1111'],
    ['4111 - 1111, 1111 - 1111'],
    ['2026-11-27 - 2026-11-28'],
  ])('are not seen in the list %s', (text) => {
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

  it('are masked beside an instant, which stays one', () => {
    const at = new Date('2026-11-20T12:00:00Z')
    expect(maskCardNumbersDeep({ at, pan: '4111111111111111' })).toEqual({ at, pan: '411111XXXXXX1111' })
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

describe('the beginning of a text', () => {
  const CARD = '4111111111111111'

  it('holds no part of a card number that its end would cut through', () => {
    expect(maskBeginning(`ab${CARD}`, 10)).toBe('ab411111XX')
    expect(maskBeginning('short', 10)).toBe('short')
    expect(maskBeginning(`${CARD} and more`, 16)).toBe('411111XXXXXX1111')
  })

  it('is looked at a little further than it goes, and where nothing is seen to the end', () => {
    expect(maskBeginning(`4${'\u001b[1m'.repeat(300)}111111111111111`, 1_203).slice(-2)).toBe('11')
    expect(maskBeginning(`411111${'\u001b[1m'.repeat(300)}1111111111`, 1_208).slice(-2)).toBe('XX')
  })
})

describe('what is hidden of a track', () => {
  it('is every digit and every letter, and nothing else', () => {
    expect(maskCardNumbers('%B4111111111111111^AZ/az @[`{09:^2912101?')).toBe(
      '%B411111XXXXXX1111^XX/XX @[`{XX:^XXXXXXX?',
    )
  })
})

describe('a number', () => {
  it.each([
    [1_000_000_000_009, 1_000_000_000_009],
    [4_222_222_222_222, '422222XXX2222'],
    [2e18, '200000XXXXXXXXX0000'],
    [6.5e18, '650000XXXXXXXXX0000'],
    [7e18, 7e18],
    [1e19, 1e19],
    [4.1e19, 4.1e19],
  ])('may be a card number where it is as long as one: %d', (number, masked) => {
    expect(maskCardNumbersDeep([number])).toEqual([masked])
  })
})

describe('card numbers as they are printed', () => {
  it.each([
    ['4111 1111 1111 1111', '4111 11XX XXXX 1111'],
    ['PAN 4111-1111-1111-1111.', 'PAN 4111-11XX-XXXX-1111.'],
    ['3782 822463 10005', '3782 82XXXX X0005'],
    ['(3782 - 822463 - 10005)', '(3782 - 82XXXX - X0005)'],
    ['4111 - 1111 - 1111 - 1111=29121011?', '4111 - 11XX - XXXX - 1111=XXXXXXXX?'],
    ['4583 0012-3456 9692', '4583 00XX-XXXX 9692'],
    ['4111.1111 1111-1111', '4111.11XX XXXX-1111'],
    ['4111\t1111\t1111\t1111', '4111\t11XX\tXXXX\t1111'],
    ['4111\u00a01111\u00a01111\u00a01111', '4111\u00a011XX\u00a0XXXX\u00a01111'],
    ['4111\u00c2\u00a01111\u00c2\u00a01111\u00c2\u00a01111', '4111\u00c2\u00a011XX\u00c2\u00a0XXXX\u00c2\u00a01111'],
    ['4111  1111   1111 1111', '4111  11XX   XXXX 1111'],
    ['4111 1111 11111111', '4111 11XX XXXX1111'],
    ['4111 111111111111', '4111 11XXXXXX1111'],
    ['411111111111 1111', '411111XXXXXX 1111'],
    ['0004111111111111111 padded', '000411111XXXXXX1111 padded'],
    [';4111111111111111=29121011234567890?', ';411111XXXXXX1111=XXXXXXXXXXXXXXXXX?'],
    ['4111111111111111D29121011234567890F', '411111XXXXXX1111DXXXXXXXXXXXXXXXXXX'],
    ['411111******1111=29121011234567890', '411111******1111=XXXXXXXXXXXXXXXXX'],
    ['%B4111111111111111^DOES/J^2912101?', '%B411111XXXXXX1111^XXXX/X^XXXXXXX?'],
    ['5A0841111111111111125F3401', '5A08411111XXXXXX11125F3401'],
    ['9F02065A0841111111111111115F3401', '9F02065A08411111XXXXXX11115F3401'],
    ['57114111111111111111D29122011234567890F9F10', '5711411111XXXXXX1111DXXXXXXXXXXXXXXXXXXXXXX'],
    ['4111\u001b[1m11111111\u001b(11111 ŁÓDŹ', '4111\u001b[1m11XXXXXX\u001b(11111 ŁÓDŹ'],
  ])('are masked in %j', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked)
    expect(maskCardNumbersDeep({ deep: [text] })).toEqual({ deep: [masked] })
  })

  it.each([
    ['4111    1111    1111    1111'],
    ['4111  111111111111'],
    ['411111111111\t1111'],
    ['411111111111.1111'],
    ['CWD        4111-111111111111'],
    ['411111111111-1111'],
    ['4111\t\t\t\t1111 1111 1111'],
    ['4111,1111,1111,1111'],
    ['41 1111 1111 1111 11'],
    ['411111.1111111111'],
    ['2026-11-20 08.15.00.123'],
    ['4111 1111 1111 1112'],
    ['40001234-5678-4012-8345-123456789012'],
    ['IİİİİİİİİİİİİİİİİİI \u001b[1m'],
    ['00000000000000000000000000000000'],
    ['a=1234567890123=5'],
    ['9F2608411111111111111154'],
  ])('are not seen in %j', (text) => {
    expect(maskCardNumbers(text)).toBe(text)
    expect(maskCardNumbersDeep([text])).toEqual([text])
  })
})
