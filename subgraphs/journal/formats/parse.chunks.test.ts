import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import { chunksOf, listFixtures, maskChunks, parseChunks } from './parse.testing.ts'

const families = Object.entries(Object.groupBy(listFixtures(), ({ family }) => family)).map(
  ([family, journals = []]) => ({ family, journals }),
)

const ENCODINGS = [
  (text: string) => Buffer.from(text, 'latin1'),
  (text: string) => Buffer.from(`\ufeff${text}`),
  (text: string) => Buffer.from(text, 'utf16le'),
  (text: string) => Buffer.from(text, 'utf16le').swap16(),
  (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
]

/** What is here and there in a line of a real file. */
const SPRINKLES = [
  '\u001b[020t',
  '\u001b(1',
  'é',
  '\u00a0',
  '€',
  '\ud83d\ude00',
  '\0',
  '\u000e',
  '\n[020t',
  '\n(1',
  '\t',
  '4111 1111 1111 1111',
]

const changes = fc.array(fc.tuple(fc.nat(100_000), fc.constantFrom(...SPRINKLES)), { maxLength: 12 })

const journal = fc.record({
  which: fc.nat(100),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  encode: fc.constantFrom(...ENCODINGS),
  changes,
  long: fc.constantFrom(0, 0, 0, 20_000),
  sizes: fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3_000 })), {
    minLength: 1,
    maxLength: 8,
  }),
})

describe.each(families)('a journal of the family $family', ({ journals }) => {
  it('is masked and read the same, however its bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(journal, async ({ which, end, encode, changes: sprinkled, long, sizes }) => {
        let text = (journals[which % journals.length]?.text ?? '').split(/\r\n|\r|\n/).join(end)
        for (const [at, sprinkle] of sprinkled) {
          const place = at % text.length
          text = text.slice(0, place) + sprinkle + text.slice(place)
        }
        const bytes = encode(text + 'x 12 '.repeat(long / 5))
        const masked = maskChunks([bytes])
        expect(maskChunks(chunksOf(bytes, sizes)).equals(masked)).toBe(true)
        expect(await parseChunks(chunksOf(masked, sizes))).toEqual(await parseChunks([masked]))
      }),
      { numRuns: 120, seed: 11 },
    )
  })

  it('is read the same from its bytes one by one', async () => {
    for (const { text } of journals) {
      for (const encode of ENCODINGS) {
        const bytes = encode(text)
        const whole = await parseChunks([bytes])
        expect(whole.format).not.toBeNull()
        expect(await parseChunks(chunksOf(bytes, [1]))).toEqual(whole)
      }
    }
  })
})

describe('lines about as long as the cap', () => {
  it('are cut at the same places, however their bytes are split', () => {
    const { below } = choicesOf('12')
    for (let length = 16_380; length <= 16_390; length += 1) {
      for (const end of ['\n', '\r\n', '\r', '']) {
        const bytes = Buffer.from(`${'ab 4111 '.repeat(2_100).slice(0, length)}${end}next 1111 1111\r\n`, 'latin1')
        const sizes = [length - 2 + below(6), 1, 1, 1, 40_000]
        expect(maskChunks(chunksOf(bytes, sizes)).equals(maskChunks([bytes]))).toBe(true)
      }
    }
  })
})
