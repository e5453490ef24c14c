import { describe, expect, it } from 'vitest'
import { CARD_LABELS, createCardContext, findNamedCards } from './card-context.rules.ts'
import { eachHidden } from './card-numbers.rules.ts'

const hidden = (text: string, context = createCardContext([]), begins = false): string => {
  const characters = [...text]
  eachHidden(text, findNamedCards(text, context, begins), (from, to) => characters.fill('#', from, to))
  return characters.join('')
}

/** First digits of schemes, with some that no shape distinguishes from any other number. */
const PREFIXES = ['8174', '9704', '8600', '9860', '9792', '7060', '1946', '4111']
const LABELS = [
  ...CARD_LABELS,
  'CARD NO',
  'Card Number',
  'card_no',
  'cardNumber',
  'PAN',
  'TRACK 2',
  'TRK2',
  'Track2 Data',
]
const AFTER = [' ', ': ', ' : ', '=', '. ', ' [', ' (', '":"', '          ', ' #']
const numberOf = (prefix: string, length: number, last: string): string =>
  `${prefix}00112223334445556667`.slice(0, length - 1) + last
const masked = (number: string): string => number.slice(0, 6) + '#'.repeat(number.length - 10) + number.slice(-4)
const groupsOf = (number: string, gap: string): string => number.replaceAll(/(.{4})(?=.)/g, `$1${gap}`)

describe('a number behind a label of cards', () => {
  it.each(LABELS)('is hidden behind %s, whatever its digits are', (label) => {
    for (const prefix of PREFIXES)
      for (const length of [12, 13, 16, 19])
        for (const last of ['1', '2'])
          for (const after of AFTER) {
            const number = numberOf(prefix, length, last)
            expect(hidden(`${label}${after}${number} x`)).toBe(`${label}${after}${masked(number)} x`)
          }
  })

  it.each([' ', '-', '.', '  '])('is hidden in groups that %j parts', (gap) => {
    for (const prefix of PREFIXES) {
      const number = numberOf(prefix, 16, '1')
      expect(hidden(`CARD NO ${groupsOf(number, gap)}`)).toBe(`CARD NO ${groupsOf(masked(number), gap)}`)
    }
    expect(hidden(`CARD NO 8174000000${gap}001234`)).toBe(`CARD NO 817400####${gap}##1234`)
    expect(hidden(`CARD NO 817400000000${gap}1234`)).toBe(`CARD NO 817400######${gap}1234`)
  })

  it('is hidden to the end of the longest number that its groups may be', () => {
    expect(hidden('PAN 8174 0000 0000 1234 567')).toBe('PAN 8174 00## #### ###4 567')
    expect(hidden('PAN 8174 0000 0000 1234  567')).toBe('PAN 8174 00## #### 1234  567')
    expect(hidden('PAN 8174000000001234 567')).toBe('PAN 817400######1234 567')
    expect(hidden('PAN 817400001234 567')).toBe('PAN 817400##1234 567')
  })

  it('is left without the zeros that fill up its field', () => {
    expect(hidden('PAN 00008174000000001234')).toBe('PAN 0000817400######1234')
    expect(hidden('PAN 000012345678')).toBe('PAN 000012##5678')
  })

  it('is left where it was hidden before, too short or too long', () => {
    for (const text of [
      'CARD: 817406******1234',
      'CARD NUMBER 652163XXXXXX3845',
      'Card Number : **********695126',
      'Customer PAN: 498759***3344',
      'CARD 81740012345',
      'CARD 81740012345678901234',
      'CARD 8174 0012 345',
    ])
      expect(hidden(text)).toBe(text)
  })

  it('is no other number of the line', () => {
    for (const text of [
      'CARD TAKEN TRACE 817400123456',
      'CARDS 817400123456',
      'DISCARD 817400123456',
      'CARDLESS 817400123456',
      'PANEL 817400123456',
      'CARD RETAINED 817400123456',
      'RRN 516908041698 CARD 817400******1234',
      'TRACK 4 817400123456',
    ])
      expect(hidden(text)).toBe(text)
  })

  it('may be named by labels of a family', () => {
    const context = createCardContext(['MSG NO', 'A+B'])
    expect(hidden('MSG.NO 817400001234', context)).toBe('MSG.NO 817400##1234')
    expect(hidden('A+B: 817400001234', context)).toBe('A+B: 817400##1234')
    expect(hidden('CARD 817400001234', context)).toBe('CARD 817400##1234')
    expect(hidden('MSG NO 817400001234')).toBe('MSG NO 817400001234')
  })

  it('has a mark as the head of a column, but not before a value', () => {
    const isMarked = (line: string) => createCardContext([]).marks.some((mark) => mark.test(`x\n${line}\n1234 *\n`))
    for (const line of ['CARD', 'CARD NO   AMOUNT', 'PAN | RRN', `CARD  ${' '.repeat(100)}1234`])
      expect(isMarked(line)).toBe(true)
    for (const line of ['CARD NO       817406******1234', 'CARD   AMOUNT   5000', 'CARD\t5000 *'])
      expect(isMarked(line)).toBe(false)
  })

  it('may begin the next line', () => {
    const { atEnd } = createCardContext([])
    for (const line of ['CARD NUMBER', '08:00:00 CARD NO.', 'PAN :', 'TRACK 2 DATA =', 'Card Number (']) {
      expect(atEnd.test(line)).toBe(true)
    }
    for (const line of ['CARD', 'TAKE YOUR CARD', 'CARD INSERTED', 'CARD NUMBER 1', 'CARD TAKEN :'])
      expect(atEnd.test(line)).toBe(false)
    for (const before of [
      '',
      '(',
      '08:00:01 [',
      '  08:00:01.123 ',
      '2025-06-18 08:10:31.006 ',
      '[000124][06/18/2025 10:11:12][',
    ])
      expect(hidden(`${before}8174000001234`, createCardContext([]), true)).toBe(`${before}817400###1234`)
    // A reference of 12 digits may follow an empty label.
    for (const line of ['516908041698', 'x 817400001234', '08:00:01 TRACE 817400001234'])
      expect(hidden(line, createCardContext([]), true)).toBe(line)
  })
})

describe('the content of a magnetic stripe', () => {
  it('is hidden with the data behind its number', () => {
    expect(hidden(';8174000000001234=25122010000012345?')).toBe(';817400######1234=#################?')
    expect(hidden(';8174000000001234?')).toBe(';817400######1234?')
    expect(hidden('%B8174000000001234^DOE/JANE^2512101?')).toBe('%B817400######1234^################?')
    expect(hidden('TRACK 2 DATA: ;8174000000001234=25122010000012345?')).toBe(
      'TRACK 2 DATA: ;817400######1234=#################?',
    )
    expect(hidden('TRACK 2: 8174000000001234D25122010000012345F')).toBe('TRACK 2: 817400######1234D##################')
  })

  it('is hidden as a whole behind its label where nothing parts it', () => {
    expect(hidden('TRACK2 817400000000123425122010000012345')).toBe(`TRACK2 817400${'#'.repeat(23)}2345`)
  })

  it('is not what only begins with its mark', () => {
    for (const text of [';817400001234', 'A;817400001234;B', '%817400001234']) expect(hidden(text)).toBe(text)
  })
})

describe('the tags of a chip', () => {
  it.each(['TAG 5A: ', 'TAG5A=', '5A: ', '5A = ', '[5A] ', '<5A>', 'TAG 5A LEN 08 ', 'Tag 57 : 11 '])(
    'name a card number in %s',
    (tag) => {
      expect(hidden(`x ${tag}8174000000001234 y`)).toBe(`x ${tag}817400######1234 y`)
    },
  )

  it.each([
    ['5A 08 37 82 82 24 63 10 00 5F', '5A 08 37 82 82 ## ## #0 00 5F'],
    ['5A 08 37 82 82 24 63 10 00 5F 5F 24 03', '5A 08 37 82 82 ## ## #0 00 5F 5F 24 03'],
    ['5A 08 37 82 82 24 63 10 00 5f', '5A 08 37 82 82 ## ## #0 00 5f'],
    ['TAG 5A LEN 08 VAL 37 82 82 24 63 10 00 5F', 'TAG 5A LEN 08 VAL 37 82 82 ## ## #0 00 5F'],
    ['5A: 37 82 82 24 63 10 00 5F', '5A: 37 82 82 ## ## #0 00 5F'],
    ['[5A] 37 82 82 24 63 10 00 5F 9F 02', '[5A] 37 82 82 ## ## #0 00 5F 9F 02'],
    ['5A 07 37 82 82 24 63 10 0F', '5A 07 37 82 82 ## #3 10 0F'],
    ['5A 0A 37 82 82 24 63 10 00 51 23 4F', '5A 0A 37 82 82 ## ## ## ## #1 23 4F'],
    ['5A: 37 82 82 24 63 10 00 51 23 5F', '5A: 37 82 82 ## ## ## ## #1 23 5F'],
    ['5A 08 3782 8224 6310 005F', '5A 08 3782 82## ###0 005F'],
    // The next tag begins with the same digits as a number may end with.
    ['5A 08 81 74 00 11 22 33 12 34 5F 24', '5A 08 81 74 00 ## ## ## 12 34 5F 24'],
    ['5A 07 37 82 82 24 63 10 05 5F 24', '5A 07 37 82 82 ## ## 10 05 5F 24'],
    ['5A: 81 74 00 11 22 33 12 34 9F 02', '5A: 81 74 00 ## ## ## 12 34 9F 02'],
    ['5A: 37 82 82 24 63 10 00 5FX', '5A: 37 82 82 ## ## 10 00 5FX'],
  ])('show the last four digits in the dump %j', (text, shown) => {
    expect(hidden(text)).toBe(shown)
  })

  it('are no other numbers', () => {
    for (const text of [
      '57 817400001234',
      '11:16:57:817400001234',
      '5A 817400001234',
      '15A: 817400001234',
      'TAG 5B: 817400001234',
    ])
      expect(hidden(text)).toBe(text)
  })
})
