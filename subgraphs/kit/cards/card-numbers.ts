import { cutText } from '../common/texts.rules.ts'
import type { CardNumber } from './card-digits.rules.ts'
import { eachHidden, findCardNumbers, findSpacedCards, isCardNumber, SPACED_DASH } from './card-numbers.rules.ts'
import { hasInvisible, type Visible, visibleWithPositions } from './card-numbers-visible.ts'
import { isDigitCode } from './character-codes.rules.ts'

/** Where there is none of this, there is no card number: 12 digits or stars, perhaps with gaps between. */
const ENOUGH = /[\d*Xx](?:(?:[.-]|[ \t\u00a0\u00c2]{1,6})?[\d*Xx]){11}/
/** The same in JSON with tabs, which it writes as `\\t`. */
const ENOUGH_IN_JSON = /[\d*Xx](?:(?:[.-]|(?:[ \u00a0\u00c2]|\\t){1,6})?[\d*Xx]){11}/

/** A card number with all but its first six and last four digits hidden. */
export const maskDigits = (digits: string): string =>
  `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`

const findCards = (text: string): readonly CardNumber[] => [
  ...(ENOUGH.test(text) ? findCardNumbers(text) : []),
  ...(SPACED_DASH.test(text) ? findSpacedCards(text) : []),
]

/**
 * Digits, dashes, spaces and characters without width, beyond those that machines print; without width are also those
 * that make a digit one on a key.
 */
const AS_PEOPLE_WRITE = /(?=[^\0-\u00a0])[\p{Nd}\p{Pd}\p{Zs}\p{Cf}\p{Me}\p{VS}\u2212]/gu
const DIGIT = /^\p{Nd}$/u
const WHITE = /^\p{Zs}$/u
const NO_WIDTH = /^[\p{Cf}\p{Me}\p{VS}]$/u

/** The digit that a character is: scripts have theirs in a row, from zero on. */
const digitOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** What a character is read as, in as many code units, so that places are the same. */
const readAs = (character: string): string => {
  const rest = '\0'.repeat(character.length - 1)
  if (DIGIT.test(character)) return `${digitOf(character)}${rest}`
  if (rest !== '') return `\0${rest}`
  if (NO_WIDTH.test(character)) return '\0'
  return WHITE.test(character) ? ' ' : '-'
}

/** A text with digits, dashes and spaces of any script as those of ASCII, each at its place. */
const asPrinted = (text: string): string => text.replace(AS_PEOPLE_WRITE, readAs)

const isDigitOrLetter = (code: number): boolean =>
  isDigitCode(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)

const X = 0x58
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** Puts X where digits and letters stood that are to be hidden; `seen` is what was searched. */
const hide = (text: string, cards: readonly CardNumber[], seen: Pick<Visible, 'text' | 'positionOf'>): string => {
  if (cards.length === 0) return text
  const bytes = Buffer.from(text, 'utf16le')
  eachHidden(seen.text, cards, (from, to) => {
    for (let at = from; at < to; at += 1) {
      if (!isDigitOrLetter(seen.text.charCodeAt(at))) continue
      const first = seen.positionOf(at)
      const last = isHighSurrogate(text.charCodeAt(first)) ? first + 1 : first
      for (let place = first; place <= last; place += 1) {
        bytes[2 * place] = X
        bytes[2 * place + 1] = 0
      }
    }
  })
  return bytes.toString('utf16le')
}

/**
 * Masks every card number in a text (first 6 and last 4 digits stay), and what track data says after it, also where a
 * printer's control sequences are between the digits, and in digits, dashes and spaces of other scripts. A text without
 * one is returned as it is.
 */
export const maskCardNumbers = (text: string): string => {
  const printed = asPrinted(text)
  if (!hasInvisible(printed)) return hide(text, findCards(printed), { text: printed, positionOf: (at) => at })
  const visible = visibleWithPositions(printed.replace(/[\u0100-\uffff]/g, '?'))
  return hide(text, findCards(visible.text), visible)
}

/** More than a card number and its track data take, in characters that are seen. */
const BEYOND_CARD = 512

/**
 * The beginning of a text, `maxChars` at most, with card numbers masked. They are masked before it is cut, so that
 * none is cut out of shape; what is far behind the cut is not looked at.
 */
export const maskBeginning = (text: string, maxChars: number): string => {
  // A card number may contain any number of invisible characters.
  const looked = hasInvisible(asPrinted(text)) ? text : text.slice(0, maxChars + BEYOND_CARD)
  return cutText(maskCardNumbers(looked), maxChars)
}

const LONG_NUMBER = /^[2-6]\d{15,18}$/

/**
 * A number that may be a card number, masked; its sign and fraction do not matter. Beyond 2^53 the last digits of a
 * number are rounded away when JSON is read, so that Luhn's check digit shows nothing: there, length and first digit
 * decide.
 */
const maskNumber = (value: number): unknown => {
  const whole = Math.trunc(Math.abs(value))
  if (whole < 1e12 || whole >= 1e19) return value
  const digits = String(BigInt(whole))
  const isCard = Number.isSafeInteger(whole) ? isCardNumber(digits) : LONG_NUMBER.test(digits)
  return isCard ? maskDigits(digits) : value
}

const maskDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return maskCardNumbers(value)
  if (typeof value === 'number') return maskNumber(value)
  // An instant has no fields of its own: as an object it would be lost.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(maskDeep)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskCardNumbers(key), maskDeep(item)]))
}

/** Whether JSON may hold a card number; it writes what is not visible as `\\u00…`. */
const mayHoldCards = (json: string): boolean => {
  const printed = asPrinted(json)
  if (ENOUGH.test(printed) || SPACED_DASH.test(printed) || hasInvisible(printed) || printed.includes('\\u00'))
    return true
  return printed.includes('\\t') && ENOUGH_IN_JSON.test(printed)
}

/**
 * Masks card numbers in every text, number and key of a JSON value; instants stay as they are. A value without a card
 * number is returned as it is. The caller sees to it that the value is not nested without end.
 */
export const maskCardNumbersDeep = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !mayHoldCards(JSON.stringify(value)) ? value : maskDeep(value)
