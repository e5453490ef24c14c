import { maskCardNumbers, maskCardNumbersDeep } from './card-numbers.ts'

/** What card numbers, and what looks like them, are made of, over and over. */
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

const jsonOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n} 4111111111111111`, ['4222222222222 \u001b[1m']]))

/** Masking of texts that are made of one unit, and of many short texts of a JSON value. */
export const growing: Readonly<Record<string, (chars: number) => () => unknown>> = {
  ...Object.fromEntries(
    UNITS.map((unit) => [
      JSON.stringify(unit),
      (chars: number) => {
        const text = textOf(unit, chars)
        return () => maskCardNumbers(text)
      },
    ]),
  ),
  'short texts and keys of a JSON value': (chars) => {
    const value = jsonOf(Math.ceil(chars / 32))
    return () => maskCardNumbersDeep(value)
  },
}
