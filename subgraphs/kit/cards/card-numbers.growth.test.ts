import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countSteps } from '../../../tests/support/steps.ts'
import { cutText } from '../common/texts.rules.ts'
import { maskBeginning, maskCardNumbers } from './card-numbers.ts'
import { growing } from './card-numbers-growing.testing.ts'

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

describe('masking', () => {
  it('takes steps in proportion to the text, and no more than 200 a character', async () => {
    const steps = await countSteps(new URL('card-numbers-growing.testing.ts', import.meta.url), 16_384)
    expect([...steps.keys()]).toEqual(Object.keys(growing))
    const slow = [...steps].filter(([, { growth, perUnit }]) => growth > 2.5 || perUnit > 200)
    expect(slow).toEqual([])
  }, 60_000)
})
