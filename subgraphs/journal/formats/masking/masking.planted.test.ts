import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../families.ts'
import { chunksOf, listFixtures, maskChunks, withCheckDigit } from '../parse.testing.ts'
import { visibleText } from '../text/text.ts'

/** A number as it is printed, and as it must be kept. */
type Printed = { readonly text: string; readonly kept: string }

const cards = fc
  .tuple(fc.constantFrom('2', '3', '4', '5', '6'), fc.stringMatching(/^\d{11,17}$/))
  .map(([first, rest]) => withCheckDigit(first + rest))
  .filter((card) => !/^(\d)\1*$/.test(card))

const star = (card: string): string => card.slice(0, 6) + '*'.repeat(card.length - 10) + card.slice(-4)

const GROUPS: Readonly<Record<number, readonly (readonly number[])[]>> = {
  13: [
    [4, 3, 3, 3],
    [4, 4, 4, 1],
    [4, 4, 5],
  ],
  14: [
    [4, 6, 4],
    [4, 4, 4, 2],
  ],
  15: [
    [4, 6, 5],
    [4, 4, 4, 3],
  ],
  16: [
    [4, 4, 4, 4],
    [6, 6, 4],
    [4, 4, 8],
    [4, 12],
    [12, 4],
  ],
  17: [[4, 4, 4, 4, 1]],
  18: [[4, 4, 4, 4, 2]],
  19: [[4, 4, 4, 4, 3]],
}

/** What may be between groups, each place in turn; two groups are parted by one character. */
type Gaps = readonly string[]
const NARROW = [' ', '\u00a0']

const grouped = (digits: string, lengths: readonly number[], gaps: Gaps): string => {
  let at = 0
  return lengths
    .map((length, n) => {
      at += length
      return digits.slice(at - length, at) + (n === lengths.length - 1 ? '' : (gaps[n % gaps.length] ?? ''))
    })
    .join('')
}

const asGroups = (card: string, choice: number, gaps: Gaps): Printed => {
  const groupings = GROUPS[card.length] ?? []
  const lengths = groupings[choice % groupings.length] ?? [card.length]
  const between = lengths.length > 2 ? gaps : [NARROW[choice % NARROW.length] ?? ' ']
  return { text: grouped(card, lengths, between), kept: grouped(star(card), lengths, between) }
}

const gaps: fc.Arbitrary<Gaps> = fc.oneof(
  fc.constantFrom(' ', '-', '.').map((gap) => [gap]),
  fc.array(fc.constantFrom(' ', '-', '.', '\t', '\u00a0', '  ', '   '), { minLength: 1, maxLength: 4 }),
)

const trackData = fc.stringMatching(/^2[0-9](?:0[1-9]|1[0-2])\d{3,12}$/)

const both = (wrap: (number: string) => string, card: string): Printed => ({ text: wrap(card), kept: wrap(star(card)) })

/** Control sequences or padding between all characters: they are not visible, and stay. */
const interspersed = (printed: Printed, between: string): Printed => ({
  text: printed.text.split('').join(between),
  kept: printed.kept.split('').join(between),
})

/** First digits of schemes: the shape of most of these numbers does not show that they are cards. */
const PREFIXES = ['8174', '9704', '8600', '9860', '9792', '7060', '1946', '4111', '5399']
const CARD_WORDS = ['CARD', 'CARD NO', 'Card Number', 'PAN', 'TRACK 2', 'TRK2', 'Customer PAN', 'TRACK 2 DATA', 'KARTU']
const ACCOUNT_WORDS = ['A/C', 'FROM A/C', 'TO  A/C', 'ACCT NO', 'Account Number', 'REK', 'Beneficiary Account']
const CUSTOMER_WORDS = ['Mobile Number', 'CUSTOMER NO', 'NID Number', 'MSISDN', 'TELEPHONE', 'NATIONAL ID']
const stars = (number: string, from: number, to: number): string =>
  number.slice(0, from) + number.slice(from, to).replaceAll(/\d/g, '*') + number.slice(to)
/** In groups of four; of a number of digits the same places are hidden, whatever is between. */
const inFours = (number: string, gap: string): string => number.replaceAll(/(.{4})(?=.)/g, `$1${gap}`)

/** What a label, a stripe or a tag names, whatever its digits are. */
const named: fc.Arbitrary<Printed> = fc
  .tuple(
    fc.tuple(fc.constantFrom(...PREFIXES), fc.stringMatching(/^\d{8,15}$/)).map((parts) => parts.join('')),
    trackData,
    fc.nat(90),
    fc.constantFrom(' ', ' : ', ': ', '=', '     ', ' ['),
  )
  .chain(([number, track, choice, before]) => {
    const word = (words: readonly string[]): string => `${words[choice % words.length]}${before}`
    const gap = [' ', '-', '.'][choice % 3] ?? ''
    const fours = number.length > 16 ? number : number.padEnd(16, '7')
    return fc.constantFrom<Printed>(
      both((text) => word(CARD_WORDS) + text, number),
      { text: word(CARD_WORDS) + inFours(fours, gap), kept: word(CARD_WORDS) + inFours(star(fours), gap) },
      { text: `;${number}=${track}?`, kept: `;${star(number)}=${'*'.repeat(track.length)}?` },
      both((text) => `;${text}?`, number),
      both((text) => `TAG 5A: ${text}`, number),
      { text: `[57] ${number}D${track}F`, kept: `[57] ${star(number)}D${'*'.repeat(track.length + 1)}` },
      { text: word(ACCOUNT_WORDS) + number, kept: word(ACCOUNT_WORDS) + stars(number, 0, number.length - 4) },
      { text: word(CUSTOMER_WORDS) + number, kept: word(CUSTOMER_WORDS) + stars(number, 0, number.length) },
    )
  })

const printed: fc.Arbitrary<Printed> = fc
  .tuple(cards, trackData, fc.nat(9), gaps, fc.nat(9))
  .chain(([card, track, choice, between, zeros]) =>
    fc.constantFrom<Printed>(
      both((number) => number, card),
      both((number) => `${'0'.repeat(zeros + 1)}${number}`, card),
      both((number) => `CARD NO : ${number}`, card),
      asGroups(card, choice, between),
      interspersed(asGroups(card, choice, between), '\u001b[1m'),
      interspersed(
        both((number) => number, card),
        '\u001b(1',
      ),
      interspersed(
        both((number) => number, card),
        '\0',
      ),
      interspersed(
        both((number) => number, card),
        '\u000f',
      ),
      { text: `;${card}=${track}?`, kept: `;${star(card)}=${'*'.repeat(track.length)}?` },
      { text: `${card}=${track}`, kept: `${star(card)}=${'*'.repeat(track.length)}` },
      { text: `${card}D${track}F`, kept: `${star(card)}D${'*'.repeat(track.length + 1)}` },
      {
        text: `5F2A02023057${card.length < 16 ? '0F' : '13'}${card}D${track}F`,
        kept: `5F2A02023057${card.length < 16 ? '0F' : '13'}${star(card)}D${'*'.repeat(track.length + 1)}`,
      },
      { text: `%B${card}^DOE/JANE^${track}?`, kept: `%B${star(card)}^${'*'.repeat(9 + track.length)}?` },
    ),
  )

const marks = FAMILIES.flatMap(({ customerNumberNext }) => customerNumberNext ?? [])

/** The lines of a journal at which a number can be planted without making part of something else of it. */
const openLines = (lines: readonly string[]): readonly number[] => {
  let last = Number.NEGATIVE_INFINITY
  return lines.flatMap((line, number) => {
    if (marks.some((mark) => mark.test(line))) last = number
    return number - last > 13 ? [number] : []
  })
}

const families = Object.entries(
  Object.groupBy(
    listFixtures().map(({ family, text }) => {
      const lines = text.split(/\r\n|\r|\n/)
      return { family, lines, open: openLines(lines) }
    }),
    ({ family }) => family,
  ),
).map(([family, journals = []]) => ({ family, journals }))

/** Whether a number is in what a family marks as something else; padding and control sequences are not visible. */
const isEvidence = (line: string, text: string): boolean => {
  const [seen, number] = [visibleText(line), visibleText(text)]
  return FAMILIES.flatMap(({ evidence }) => evidence).some((pattern) =>
    [...seen.matchAll(pattern)].some(({ index, 0: match }) => {
      const at = seen.indexOf(number)
      return index < at + number.length && at < index + match.length
    }),
  )
}

const ENCODINGS = [
  { name: 'latin1', encode: (text: string) => Buffer.from(text, 'latin1') },
  { name: 'UTF-8', encode: (text: string) => Buffer.from(`\ufeffé ${text}`) },
  { name: 'UTF-16LE', encode: (text: string) => Buffer.from(text, 'utf16le') },
  { name: 'UTF-16BE', encode: (text: string) => Buffer.from(text, 'utf16le').swap16() },
  { name: 'UTF-16BE with a mark', encode: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16() },
  {
    name: 'SO/SI',
    encode: (text: string) => Buffer.from(`\u000e${text.replaceAll(/(?=[\r\n])/g, '\u000f')}`, 'latin1'),
  },
  {
    name: 'lost ESC',
    encode: (text: string) => Buffer.from(`[020t(1${text.replaceAll(/\r\n|[\r\n]/g, '$&[020t(1')}`, 'latin1'),
  },
  { name: 'UTF-16LE with a mark', encode: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le') },
]

const spoilWith = (plants: fc.Arbitrary<Printed>) =>
  fc.record({
    journal: fc.nat(100),
    printed: plants,
    encoding: fc.constantFrom(...ENCODINGS),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    where: fc.nat(100_000),
    place: fc.constantFrom<'alone' | 'first' | 'last'>('alone', 'first', 'last'),
    sizes: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 }),
  })

describe.each(families)('numbers planted in journals of the family $family', ({ journals }) => {
  it.each([
    ['every form', printed],
    ['every form of a label', named],
  ])('are hidden in %s, encoding and chunking, and nothing else is touched', (_name, plants) => {
    fc.assert(
      fc.property(spoilWith(plants), ({ journal, printed: plant, encoding, end, where, place, sizes }) => {
        const { lines, open } = journals[journal % journals.length] ?? { lines: [], open: [] }
        const at = open[where % open.length] ?? 0
        const put = (text: string): string => {
          const line = lines[at] ?? ''
          const changed = { alone: `${text}${end}${line}`, first: `${text} | ${line}`, last: `${line} | ${text}` }[
            place
          ]
          return [...lines.slice(0, at), changed, ...lines.slice(at + 1)].join(end)
        }
        fc.pre(plants === named || place === 'alone' || !isEvidence(put(plant.text).split(end)[at] ?? '', plant.text))
        const expected = maskChunks([encoding.encode(put('PLANTED'))]).toString('latin1')
        const inBytes = (text: string) => encoding.encode(text).subarray(encoding.encode('').length).toString('latin1')
        const masked = maskChunks(chunksOf(encoding.encode(put(plant.text)), sizes)).toString('latin1')
        expect(masked).toBe(expected.replace(inBytes('PLANTED'), inBytes(plant.kept)))
        expect(maskChunks([Buffer.from(masked, 'latin1')]).toString('latin1')).toBe(masked)
      }),
      { numRuns: 400, seed: 4 },
    )
  })
})

describe('numbers of every form', () => {
  const maskText = (text: string, size: number): string =>
    maskChunks(chunksOf(Buffer.from(text, 'latin1'), [size])).toString('latin1')

  it('are hidden whatever they touch', () => {
    const before = fc.stringMatching(/^[A-CE-WY-Za-ce-wy-z:;?|"'(),/ -]{0,12}$/)
    const after = fc.stringMatching(/^(?:[:;?|"'(),/ G-WY-Z][A-CE-WY-Z:;?|"'(),/ -]{0,12})?$/)
    fc.assert(
      fc.property(before, printed, after, fc.integer({ min: 1, max: 30 }), (left, plant, right, size) => {
        fc.pre(!isEvidence(`${left}${plant.text}${right}`, plant.text))
        expect(maskText(`x\r\n${left}${plant.text}${right}\r\ny`, size)).toBe(`x\r\n${left}${plant.kept}${right}\r\ny`)
      }),
      { numRuns: 2_000, seed: 5 },
    )
  })

  it('are hidden beside another number', () => {
    fc.assert(
      fc.property(printed, fc.stringMatching(/^\d{1,6}$/), fc.constantFrom(' ', '-', '.'), (plant, number, between) => {
        const masked = maskText(`${number}${between}${plant.text}${between}${number}`, 9).slice(number.length + 1)
        for (let at = 0; at < plant.kept.length; at += 1) {
          if (plant.kept[at] === '*') expect(masked[at]).toBe('*')
        }
      }),
      { numRuns: 500, seed: 6 },
    )
  })

  it.each([' ', 'x', '.', '-', 'AB 12 ', 'x 1234  ', '='])('are hidden where a line full of %j is cut', (filler) => {
    fc.assert(
      fc.property(
        printed,
        fc.integer({ min: 16_290, max: 16_390 }),
        fc.integer({ min: 500, max: 60_000 }),
        (plant, at, size) => {
          const [left, right] = [`${filler.repeat(16_400).slice(0, at)};`, `;${filler.repeat(3_000)}`]
          expect(maskText(left + plant.text + right, size)).toBe(left + plant.kept + right)
        },
      ),
      { numRuns: 40, seed: 7 },
    )
  })

  it.each(['1 ', '12-', '1.', '1234 ', '123456 '])('are hidden where a line of nothing but %j is cut', (filler) => {
    fc.assert(
      fc.property(
        printed,
        fc.integer({ min: 16_310, max: 16_390 }),
        fc.integer({ min: 500, max: 60_000 }),
        (plant, at, size) => {
          const left = `${filler.repeat(16_400).slice(0, at - (at % filler.length))}`
          const masked = maskText(left + plant.text + filler.slice(-1) + filler.repeat(2_000), size).slice(left.length)
          for (let n = 0; n < plant.kept.length; n += 1) if (plant.kept[n] === '*') expect(masked[n]).not.toMatch(/\d/)
        },
      ),
      { numRuns: 25, seed: 8 },
    )
  })
})

describe('what is no card', () => {
  it.each([
    'P20240304111658123.JPG ',
    'AID=A0000000041010 ',
    'BRANCH:4000000000006 MACHINE NO:0000000042 ',
    '12'.repeat(40),
    '2026-05-13 08:14:02.123 ',
    'DISPENSED 00010 00020 00030 00040 ',
    'CWD 200    000002-000000000400 ',
    'CWD 0002-000000000400 ',
    'RRN:[412345678901] STAN 412345 ',
    '40001234-5678-4012-8345-123456789012 ',
    '192.168.100.200:5432 ',
    '4111 1111 1111 1112 ',
    '4111    1111    1111    1111 ',
    '4111 - 1111 - 1111 - 1111 ',
    '4111  111111111111 ',
    'CWD        4111-111111111111',
    '411111111111\t1111 ',
  ])('stays as it is, %j in a line of any length', (text) => {
    for (const size of [7_000, 100_000]) {
      for (const times of [1, 2_000]) {
        const line = `${text}| `.repeat(times)
        expect(maskChunks(chunksOf(Buffer.from(line), [size])).toString()).toBe(line)
      }
    }
  })
})
