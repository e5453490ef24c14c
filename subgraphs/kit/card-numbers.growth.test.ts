import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeRatio } from '../../tests/growth.ts'
import { maskBeginning, maskCardNumbers, maskCardNumbersDeep } from './card-numbers.ts'
import { cutText } from './texts.rules.ts'

/** What card numbers, and what looks like them, are made of. */
const PARTS = [
  ...[
    '4111111111111111',
    '5500005555555559',
    '4222222222222',
    '3782 822463 10005',
    '4111',
    '1111',
    '0',
    '00000000',
    '7',
  ],
  ...[
    '5A08',
    '5A07',
    '5713',
    '57',
    '=',
    '^',
    'D',
    'd',
    '=29121011234567890',
    '^DOE/J^',
    '%B',
    ';',
    '?',
    'F',
    'Ł',
    '\ud83d\ude00',
  ],
  ...['X', '*', 'XXXXXXXXXXXXX', '411111******1111', ' ', '  ', '    ', '-', '.', '\t', '\u00a0', '\u00c2\u00a0', '\n'],
  ...['\u001b[1m', '\u001b(1', '\u001b[', '\0'],
]
const rows = fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(''))

describe('masked texts', () => {
  it('differ from what was given only by X in the place of digits and letters', () => {
    fc.assert(
      fc.property(rows, (text) => {
        const masked = maskCardNumbers(text)
        expect(masked).toHaveLength(text.length)
        for (let at = 0; at < text.length; at += 1)
          if (masked[at] !== text[at]) expect(`${text[at]}${masked[at]}`).toMatch(/^[\dA-Za-z]X$/)
      }),
      { numRuns: 2_000 },
    )
  })

  it('begin alike, whether all of them is masked or only what is kept', () => {
    fc.assert(
      fc.property(rows, rows, fc.nat(120), (first, second, maxChars) => {
        const text = `${first}${second.repeat(30)}`
        expect(maskBeginning(text, maxChars)).toBe(cutText(maskCardNumbers(text), maxChars))
      }),
      { numRuns: 2_000 },
    )
  })

  it('hide what many numbers share once and the same', () => {
    const joined = '4111111111111111='.repeat(5)
    expect(maskCardNumbers(joined)).toBe(`411111XXXXXX1111=${joined.slice(17).replaceAll(/\d/g, 'X')}`)
  })
})

const UNITS = [
  '4111111111111111=',
  '4111111111111111D2912',
  '%B4111111111111111^DOES/J^2912101',
  '4111 1111 1111 1111 ',
  '4222 2222 2222 2 ',
  '4532 5324 5324 5324 ',
  '5A084111111111111111',
  '571141111111111111111D2912',
  '1111111111111=1234567',
  '4111111111111111\u001b[1m',
  '4111\0',
  '\u001b[00000000000',
  '1',
  '0',
  '1 ',
  '1      ',
]

/** Flat, as what is read from a request is. */
const textOf = (unit: string, length: number): string =>
  Buffer.from(unit.repeat(Math.ceil(length / unit.length)).slice(0, length), 'latin1').toString('latin1')

const LENGTH = 16_384
/** Masking may take as long as three times so many plain passes over the text. */
const PASSES = 100

const passOver = (text: string) => () => {
  let sum = 0
  for (let n = 0; n < PASSES; n += 1) for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at)
  return sum
}

describe('masking takes time in proportion to the text:', () => {
  it.each(UNITS.map((unit) => [unit]))('%j over and over', async (unit) => {
    const [text, longer] = [textOf(unit, LENGTH), textOf(unit, 2 * LENGTH)]
    const growth = await timeRatio(
      () => maskCardNumbers(text),
      () => maskCardNumbers(longer),
      3,
    )
    expect(growth).toBeLessThanOrEqual(3)
    const passes = await timeRatio(passOver(text), () => maskCardNumbers(text), 3)
    expect(passes).toBeLessThanOrEqual(3)
  })

  it('short texts and keys of a JSON value', async () => {
    const jsonOf = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`${n} 4111111111111111`, ['4222222222222 \u001b[1m']]),
      )
    const [value, larger] = [jsonOf(2_000), jsonOf(4_000)]
    const growth = await timeRatio(
      () => maskCardNumbersDeep(value),
      () => maskCardNumbersDeep(larger),
      3,
    )
    expect(growth).toBeLessThanOrEqual(3)
  })
})
