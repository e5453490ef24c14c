import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCardNumber } from '../../../kit/cards/card-numbers.rules.ts'
import { FAMILIES } from '../families.ts'
import { visibleText } from '../text/text.ts'
import { createMasking } from './masking.ts'

const DAY = readFileSync(new URL('../fixtures/recycler/day.txt', import.meta.url), 'utf8')

const mask = (bytes: Uint8Array, step = bytes.length || 1): Buffer => {
  const masker = createMasking(FAMILIES)()
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; at += step) out.push(masker.push(bytes.subarray(at, at + step)))
  return Buffer.concat([...out, masker.end()])
}
const masked = (text: string, step?: number): string => mask(Buffer.from(text, 'latin1'), step).toString('latin1')

/** Digits whose last one makes the whole Luhn-valid. */
const withCheckDigit = (digits: string): string =>
  [...'0123456789'].map((last) => digits + last).find((candidate) => isCardNumber(candidate)) ?? digits

const cards = fc
  .tuple(fc.constantFrom('2', '3', '4', '5', '6'), fc.stringMatching(/^\d{11,17}$/))
  .map(([first, rest]) => withCheckDigit(first + rest))
  .filter((card) => !/^(\d)\1*$/.test(card))
const hidden = (card: string): string => card.slice(0, 6) + '*'.repeat(card.length - 10) + card.slice(-4)

/** Numbers that have the length of a card number, and not its shape. */
const SHAPELESS = ['4123450000006788', '4444444444444444', '0000000000000', '1234567890123452', '7992739871300000']

describe('numbers behind the label of a card', () => {
  it.each(['CARD', 'CARD NO', 'CARD NUMBER', 'PAN', 'TRACK 2 DATA:', 'TRK2'])(
    'are hidden behind %s, also those without the shape of a card number',
    (label) => {
      for (const number of [...SHAPELESS, '4111111111111111']) {
        expect(masked(`${label} ${number} `)).toBe(`${label} ${hidden(number)} `)
      }
    },
  )
})

describe('card numbers', () => {
  it('are hidden but for the first 6 and the last 4 digits, wherever they are and wherever a chunk ends', () => {
    const around = fc.stringMatching(/^[A-CQ-Z:;=?. ,-]{0,20}$/)
    fc.assert(
      fc.property(around, cards, around, fc.integer({ min: 1, max: 9 }), (before, card, after, step) => {
        const text = `x\r\n${before}${card}${after}\r\ny`
        expect(masked(text, step)).toBe(`x\r\n${before}${hidden(card)}${after}\r\ny`)
      }),
    )
  })

  it.each(SHAPELESS)(
    'are left without a label when a digit is wrong, one is repeated or the first is another: %s',
    (number) => {
      expect(masked(`x ${number} `)).toBe(`x ${number} `)
    },
  )

  it('are left when the number is longer', () => {
    fc.assert(
      fc.property(cards, fc.stringMatching(/^[1-9]{7}$/), (card, more) => {
        expect(masked(`${more}${card}`)).toBe(`${more}${card}`)
        expect(masked(`${card}${more}`)).toBe(`${card}${more}`)
      }),
    )
  })

  it('are not seen in camera files, application ids and branches', () => {
    const camera = withCheckDigit('2026051308140312')
    const evidence =
      `08:14:03 CAMERA  1 P${camera}.JPG\nE${camera}.MPG\n` + `AID=A${camera}\nBRANCH:4000000000006 MACHINE NO:0\n`
    expect(masked(evidence, 5)).toBe(evidence)
    expect(masked(`P${camera}`)).toBe(`P${hidden(camera)}`)
  })

  it('are found through printer control sequences, NUL padding and UTF-16', () => {
    const card = withCheckDigit('412345678901234')
    expect(masked(`${card.slice(0, 8)}\u001b[020t${card.slice(8)}`)).toBe('412345**\u001b[020t****2349')
    for (const encoding of ['utf16le', 'latin1'] as const) {
      const bytes = Buffer.from(`CARD ${card} é\r\nÜ ${'line\r\n'.repeat(200)}`, encoding)
      for (const step of [1, 3, bytes.length]) {
        expect(mask(bytes, step).toString(encoding)).toContain(`CARD ${hidden(card)} é\r\nÜ line`)
      }
    }
    const head = 'A printer that pads its digits only.\n'.repeat(20)
    const padded = Buffer.from(card.split('').join('\0'), 'latin1')
    expect(
      mask(Buffer.concat([Buffer.from(head), padded]))
        .toString('latin1')
        .replaceAll('\0', ''),
    ).toBe(`${head}${hidden(card)}`)
  })

  it('are found on the first line behind a byte order mark, and behind what is left of control sequences', () => {
    const card = withCheckDigit('412345678901234')
    const text = `(1${card}\nCUSTOMER NO 123456789\n[020t${card}\n[020t(1${card}\n`
    const kept = `(1${hidden(card)}\nCUSTOMER NO *********\n[020t${hidden(card)}\n[020t(1${hidden(card)}\n`
    const ways = [
      (marked: string) => Buffer.from(marked),
      (marked: string) => Buffer.from(marked, 'utf16le'),
      (marked: string) => Buffer.from(marked, 'utf16le').swap16(),
    ]
    for (const encode of ways)
      for (const mark of ['', '\ufeff'])
        for (const step of [1, 7, 1_000]) expect(mask(encode(mark + text), step).equals(encode(mark + kept))).toBe(true)
    expect(masked('(12345678901234)\n')).toBe('(12345678901234)\n')
  })

  it('are found through shift codes', () => {
    const card = withCheckDigit('412345678901234')
    const text = `\u000e${card}\u000f\nPAN \u000e${card.slice(0, 5)}\u000f${card.slice(5)}\n`
    expect(masked(text).replaceAll('\u000e', '').replaceAll('\u000f', '')).toBe(
      `${hidden(card)}\nPAN ${hidden(card)}\n`,
    )
  })

  it('are found in a file that is of one encoding first and of another then', () => {
    const card = withCheckDigit('412345678901234')
    const parts = [
      Buffer.from('\ufeffPAN ', 'utf16le'),
      Buffer.from(`${card}\r\n`),
      Buffer.from(`PAN ${card} \u001b[1m${card}\r\n`, 'utf16le'),
    ]
    for (const bytes of [Buffer.concat(parts), Buffer.concat(parts.toReversed())]) {
      const text = mask(bytes, 7).toString('latin1').replaceAll('\0', '')
      expect(text).not.toContain(card)
      expect(text.split(hidden(card))).toHaveLength(4)
    }
    const bigEndian = Buffer.from(`PAN ${card}\n`, 'utf16le').swap16()
    expect(mask(bigEndian).swap16().toString('utf16le')).toBe(`PAN ${hidden(card)}\n`)
  })

  it('are found in lines of any length, also where the line is cut', () => {
    const card = withCheckDigit('512345678901234')
    for (const filler of [' ', 'x', '.']) {
      for (let length = 16_360; length < 16_400; length += 1) {
        expect(masked(filler.repeat(length) + card + filler.repeat(20_000), 4_096)).not.toContain(card)
      }
    }
    const digits = '12'.repeat(40_000)
    expect(masked(digits)).toBe(digits)
  })
})

describe('cards at a forced cut', () => {
  const card = '4111111111111111'
  const visible = (text: string) => visibleText(text.replaceAll(/\r?\n/g, '\n'))

  it('are hidden though the cut falls into a control sequence or padding between their digits', () => {
    for (const between of [
      '\u001b[0m',
      '\u001b[1;31m',
      '\u001b(1',
      '\u001b( ',
      '\0\0\0',
      '\u001b\0[\x000\0m\0',
      '\u001b[0m'.repeat(600),
    ]) {
      for (let length = 16_350; length <= 16_390; length += 1) {
        for (const step of [999, 40_000]) {
          const text = `${'A'.repeat(length)}4111111${between}111111111${'A'.repeat(3_000)}`
          expect(visible(masked(text, step))).toBe(`${'A'.repeat(length)}${hidden(card)}${'A'.repeat(3_000)}`)
        }
      }
    }
  })

  it('show no more than their first 6 and last 4 digits across more padding than a line can hold', () => {
    for (const padding of ['\0'.repeat(40_000), '\u001b[0m'.repeat(9_000)]) {
      const shown = visible(masked(`A4111111${padding}111111111 B`, 5_000))
      expect(shown).toMatch(/^A411111\*{6}1111 B$|^A411111\*+1111 B$/)
    }
  })
})

describe('customer numbers', () => {
  const mark = '09:01:09 CUSTOMER INFORMATION ENTERED'

  it('are hidden on the line after the mark, and nothing else of a day is touched', () => {
    for (const step of [1, 64, DAY.length]) {
      expect(masked(DAY, step)).toBe(DAY.replace('2070000000777', '*'.repeat(13)))
    }
  })

  it('are hidden right after the mark where its line end is split between two pieces of the file', () => {
    const text = `${mark}\r\n  (77XX12)\r\n`
    const expected = `${mark}\r\n  ********\r\n`
    for (const step of [1, 2, 7, 10_000])
      expect(mask(Buffer.from(text, 'utf16le'), step).toString('utf16le')).toBe(expected)
  })

  it('are hidden in UTF-16 too', () => {
    const text = `${mark}\r\n         ACC-77 12  \r\n${mark}\r\n\r\n   0911223344\r\n`
    const expected = `${mark}\r\n         ****** **  \r\n${mark}\r\n\r\n   **********\r\n`
    for (const step of [1, 5, 10_000])
      expect(mask(Buffer.from(text, 'utf16le'), step).toString('utf16le')).toBe(expected)
  })

  it.each([
    [`${mark}\r\n         ACC-77 12  \r\n`, `${mark}\r\n         ****** **  \r\n`],
    [
      `${mark}\n\n------------05/13/26 09:01:10------------\n   0911223344\n`,
      `${mark}\n\n------------05/13/26 09:01:10------------\n   **********\n`,
    ],
    [`${mark}\n09:01:10 TNX REQUEST, OPCODE: CCC\n`, `${mark}\n09:01:10 TNX REQUEST, OPCODE: CCC\n`],
    [`${mark}\n\nDATE:05/13/26        TIME:09:01:10\n`, `${mark}\n\nDATE:05/13/26        TIME:09:01:10\n`],
    [`${mark}\n${mark}\n   0922334455\n   0922334455\n`, `${mark}\n${mark}\n   **********\n   **********\n`],
    [`${mark}\n09:01:10 PRINTER NOISE\n   0922334455\n`, `${mark}\n09:01:10 PRINTER NOISE\n   **********\n`],
    [`${mark}\n10:00:05 0922334455\n`, `${mark}\n10:00:05 **********\n`],
    [
      `${mark}\n**HOST OFFLINE             05/13/26 09:01\n   0922334455\n09:01:12 0922334455\n`,
      `${mark}\n**HOST OFFLINE             05/13/26 09:01\n   **********\n09:01:12 **********\n`,
    ],
    [`${mark}\nERROR E7\n   0922334455\n`, `${mark}\n***** **\n   **********\n`],
    [`${mark}\nNOISE\n   ACC-77 12\n   0911\n`, `${mark}\nNOISE\n   ****** **\n   0911\n`],
    [
      `${mark}\n09:01:10 TNX REQUEST, OPCODE: CCC\n09:01:11 TNX REPLY, NEXT: 000, FUNCID: 5\n` +
        '26/05/13 99/11/30 09:01 0\n113 0000 910020\n',
      `${mark}\n09:01:10 TNX REQUEST, OPCODE: CCC\n09:01:11 TNX REPLY, NEXT: 000, FUNCID: 5\n` +
        '26/05/13 99/11/30 09:01 0\n113 0000 910020\n',
    ],
    [`${mark}\n${'09:01:10 X\n'.repeat(20)}   0922334455\n`, `${mark}\n${'09:01:10 X\n'.repeat(20)}   0922334455\n`],
  ])('holds for %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
    expect(masked(text, 3)).toBe(expected)
  })
})

describe('everything else', () => {
  it('stays byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.integer({ min: 1, max: 600 }), (bytes, step) => {
        const noDigits = bytes.map((byte) => (byte >= 0x30 && byte <= 0x39 ? 0x41 : byte))
        expect(mask(noDigits, step).equals(noDigits)).toBe(true)
        expect(mask(bytes, step)).toHaveLength(bytes.length)
      }),
    )
  })
})
