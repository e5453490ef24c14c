import { describe, expect, it } from 'vitest'
import { gapLength, isSeparatorCode, MAX_GAP, MAX_PADDED_DIGITS } from './card-digits.rules.ts'
import { eachHidden, findCardNumbers, holdsCardNumber, isCardNumber, mayBeChipData } from './card-numbers.rules.ts'

/** The digit that makes a number valid by Luhn, behind its other digits. */
const checkDigit = (digits: string): string => {
  const sum = [...digits].toReversed().reduce((total, digit, n) => {
    const counted = Number(digit) * (n % 2 === 0 ? 2 : 1)
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
const card = (length: number, first = '4'): string => {
  const digits = `${first}000123456789012345`.slice(0, length - 1)
  return digits + checkDigit(digits)
}
const grouped = (lengths: string, gap = ' '): string => {
  const sizes = lengths.split('-').map(Number)
  let rest = card(sizes.reduce((sum, size) => sum + size, 0))
  const groups = sizes.map((size) => {
    const group = rest.slice(0, size)
    rest = rest.slice(size)
    return group
  })
  return groups.join(gap)
}
const found = (text: string): readonly string[] => findCardNumbers(text).map(({ from, to }) => text.slice(from, to))
const hidden = (text: string): string => {
  const characters = [...text]
  eachHidden(text, findCardNumbers(text), (from, to) => characters.fill('#', from, to))
  return characters.join('')
}

const LENGTHS = [13, 14, 15, 16, 17, 18, 19]
const GROUPS_OF_PRINTED_CARDS = [
  ...['4-4-4-1', '4-4-4-2', '4-4-4-3', '4-4-4-4', '4-4-4-4-1', '4-4-4-4-2', '4-4-4-4-3'],
  ...['4-3-3-3', '4-4-5', '4-4-8', '4-5-6', '4-6-4', '4-6-5', '6-4-4', '6-4-5', '6-4-6', '6-6-4'],
]
const TWO_GROUPS = ['6-7', '6-8', '6-9', '6-10', '6-13', '8-8']
const SPACED_ALONE = ['4-12', '12-4']
const UTF8_SPACE = '\u00c2\u00a0'

describe('a card number', () => {
  it('has 13 to 19 digits', () => {
    for (const length of LENGTHS)
      expect([isCardNumber(card(length)), found(card(length))]).toEqual([true, [card(length)]])
    for (const length of [12, 20]) expect([isCardNumber(card(length)), found(card(length))]).toEqual([false, []])
    expect(found(grouped('4-4-4'))).toEqual([])
  })

  it('begins with 2 to 6', () => {
    for (const first of '23456')
      expect([isCardNumber(card(16, first)), found(card(16, first))]).toEqual([true, [card(16, first)]])
    for (const first of '1789') expect([isCardNumber(card(16, first)), found(card(16, first))]).toEqual([false, []])
  })

  it('ends with its check digit, and is no single digit', () => {
    const [digits, check] = [card(16).slice(0, -1), Number(card(16).at(-1))]
    for (let n = 1; n < 10; n += 1) expect(isCardNumber(`${digits}${(check + n) % 10}`)).toBe(false)
    // Valid by Luhn.
    expect([isCardNumber('6'.repeat(13)), isCardNumber('4'.repeat(17))]).toEqual([false, false])
    expect([isCardNumber(` ${card(16)}`), isCardNumber(`${card(16)} `)]).toEqual([false, false])
  })

  it('may be filled up with zeros to 32 digits', () => {
    expect(MAX_PADDED_DIGITS).toBe(32)
    const padded = (zeros: number) => `${'0'.repeat(zeros)}${card(16)}`
    expect(found(padded(16))).toEqual([padded(16)])
    expect(found(padded(17))).toEqual([])
    expect(hidden(padded(3))).toBe(`000${hidden(card(16))}`)
  })
})

describe('the groups of a printed card', () => {
  it.each(GROUPS_OF_PRINTED_CARDS)('are %s, whatever gap parts them', (lengths) => {
    for (const gap of [' ', '  ', '   ', '-', '.', '\t', '\u00a0', UTF8_SPACE, UTF8_SPACE.repeat(3)])
      expect(found(`a ${grouped(lengths, gap)} b`)).toContain(grouped(lengths, gap))
    for (const gap of ['    ', '/', ',', '_', '--', '..', ' - ', '\n', UTF8_SPACE.repeat(4)])
      expect(found(grouped(lengths, gap))).not.toContain(grouped(lengths, gap))
  })

  it.each(TWO_GROUPS)('are the two of %s where a single space or dash parts them', (lengths) => {
    for (const gap of [' ', '-', '\u00a0', UTF8_SPACE])
      expect(found(grouped(lengths, gap))).toEqual([grouped(lengths, gap)])
    for (const gap of ['  ', '\t', '.', `${UTF8_SPACE} `, `${UTF8_SPACE}${UTF8_SPACE}`])
      expect(found(grouped(lengths, gap))).toEqual([])
  })

  it.each(SPACED_ALONE)('are the two of %s where a single space parts them', (lengths) => {
    for (const gap of [' ', '\u00a0', UTF8_SPACE]) expect(found(grouped(lengths, gap))).toEqual([grouped(lengths, gap)])
    for (const gap of ['-', '  ', '\t', '.']) expect(found(grouped(lengths, gap))).toEqual([])
  })

  it.each([
    '5-4-4',
    '4-4-6',
    '3-3-3-3-3',
    '4-9',
    '7-6',
    '13-1',
    '4-4-4-5',
    '4-4-4-4-4',
    '4-3-3-4',
    '6-4-7',
    '10-6',
    '1-15',
  ])('are not %s', (lengths) => expect(found(grouped(lengths))).toEqual([]))
})

describe('what may occur between two groups', () => {
  it('is a space, a no-break space, a tab, a dash or a dot', () => {
    const codes = Array.from({ length: 256 }, (_value, code) => code).filter(isSeparatorCode)
    expect(String.fromCharCode(...codes)).toBe('\t -.\u00a0\u00c2')
  })

  it.each([
    ['-1', 1],
    ['.1', 1],
    ['--', 1],
    [' 1', 1],
    ['   1', 3],
    ['    1', 0],
    ['\t \u00a01', 3],
    [`${UTF8_SPACE.repeat(3)}1`, MAX_GAP],
    [`${UTF8_SPACE.repeat(3)} 1`, 0],
    ['\u00c2\u00c2\u00c2\u00c2\u00c2\u00c2\u00c21', 0],
    ['1', 0],
    [',', 0],
  ])('of %j has a length', (text, length) => {
    expect(gapLength(text, 0, 1)).toBe(length)
    expect(gapLength([...text].toReversed().join(''), text.length - 1, -1)).toBe(length)
  })
})

describe('what is hidden of a card number', () => {
  it('is all but the first six and the last four digits, in groups too', () => {
    for (const length of LENGTHS)
      expect(hidden(card(length))).toBe(
        `${card(length).slice(0, 6)}${'#'.repeat(length - 10)}${card(length).slice(-4)}`,
      )
    expect(hidden('4111 1111 1111 1111')).toBe('4111 11## #### 1111')
  })

  it('is reported in stretches of digits, and track data once', () => {
    const calls: (readonly [number, number])[] = []
    const text = '4111 1111 1111 1111=29121011'
    eachHidden(text, findCardNumbers(text), (from, to) => calls.push([from, to]))
    expect(calls).toEqual([
      [7, 9],
      [10, 14],
      [20, 28],
    ])
  })

  it('is the track behind it, and nothing where no digit follows', () => {
    expect(hidden('4111111111111111=29121011?')).toBe('411111######1111=########?')
    expect(hidden('4111111111111111= ')).toBe('411111######1111= ')
    expect(hidden('4111111111111111D2912F')).toBe('411111######1111D#####')
    expect(hidden('4111111111111111D291')).toBe('411111######1111D291')
    expect(hidden('4111111111111111^AB^2912?')).toBe('411111######1111^#######?')
    expect(hidden('4111111111111111^A^2912?')).toBe('411111######1111^A^2912?')
    expect(hidden('4111111111111111^AB^291?')).toBe('411111######1111^AB^291?')
  })

  it('is the track behind a number, which is hidden itself unless it was before', () => {
    for (const number of ['411111******1111', '411111XXXXXX1111', '411111xxxxxx', '*'.repeat(19)])
      expect(hidden(`${number}=2912101?`)).toBe(`${number}=#######?`)
    expect(hidden('1234567890123=2912101?')).toBe('123456###0123=#######?')
    expect(hidden('411111*****=2912101')).toBe('411111*****=2912101')
    expect(hidden('411111******1111=291210')).toBe('411111******1111=291210')
    expect(hidden('a1=2912101 411111******1111=2912101')).toBe('a1=2912101 411111******1111=#######')
  })
})

describe('the data of a chip', () => {
  it.each([
    ['07', 13],
    ['07', 14],
    ['08', 15],
    ['08', 16],
    ['09', 17],
    ['09', 18],
    ['0A', 19],
  ])('holds a number behind 5A%s of %d digits', (length, digits) => {
    expect(found(`5A${length}${card(digits)}F`)).toContain(card(digits))
    expect(found(`9F025a${length.toLowerCase()}${card(digits)}`)).toContain(card(digits))
  })

  it('holds a number before the D of a track', () => {
    expect(found(`5711${card(16)}D2912F`)).toContain(card(16))
    expect(found(`5711${card(16)}E2912F`)).toEqual([])
  })

  it('holds a number whatever its first and its check digit', () => {
    for (const number of ['9967001112223331', '1946340000006969']) {
      expect(found(`5A08${number}F`)).toEqual([number])
      expect(found(`5711${number}D2912F`)).toEqual([number])
    }
    expect(found('5A06817400001234F')).toEqual(['817400001234'])
  })

  it('may be where 5A or 5A0A is before digits, or a D behind', () => {
    const may = (before: string, after = '') => mayBeChipData(`${before}12${after}`, before.length, before.length + 2)
    expect([may('5A'), may('5a'), may('0A'), may('', 'D'), may('', 'd')]).toEqual([true, true, true, true, true])
    expect([may('6A'), may('4A'), may('5B'), may('1A'), may(''), may('', 'E')]).toEqual([
      ...[false, false, false, false, false, false],
    ])
  })
})

describe('a stretch of numbers', () => {
  it('holds a card number that begins with one of them', () => {
    const holds = (text: string, from = 0) => holdsCardNumber(text, from, text.length)
    expect([holds('4111 1111 1111 1111'), holds('7 4111 1111 1111 1111'), holds(card(16))]).toEqual([true, true, true])
    expect([holds('4111 1111 1111 1112'), holds('4111 1111 1111 1111', 5), holds('')]).toEqual([false, false, false])
  })
})
