/** Dates are no part of a number beside them, such as that of an ATM. */
const DATES = /(\b\d{4}-\d{2}-\d{2}\b)/
/**
 * Digits that may be a card or its beginning, however they are grouped: nine or more that no letter, digit, dot or dash
 * joins to what is before, as in the id of an ATM.
 */
const DIGITS = /(?<![\p{L}\p{Nd}_]|[\p{L}\p{Nd}_][.-])\p{Nd}(?:[ -]{0,3}\p{Nd}){8,}/gu
const CARD_DIGITS = { least: 13, most: 19 } as const

/** Whether the last of these digits is their check digit by the formula of Luhn, as that of a card is. */
const isChecked = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * ((place % 2) + 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

const digitsOf = (run: string): string => run.replace(/[ -]/g, '')

const isCard = (run: string): boolean => {
  const digits = digitsOf(run)
  return digits.length >= CARD_DIGITS.least && digits.length <= CARD_DIGITS.most && isChecked(digits)
}

/** A line with `change` made to each run of such digits. */
const mapDigits = (line: string, change: (run: string) => string): string =>
  line
    .split(DATES)
    .map((part, n) => (n % 2 === 1 ? part : part.replace(DIGITS, change)))
    .join('')

/**
 * Without the numbers of cards, of which only the last four digits are kept. As many digits as a card has are taken for
 * one even where its check digit is wrong, unless the line says that they are a reference.
 */
export const withoutCards = (line: string, isReference: boolean): string =>
  mapDigits(line, (run) => {
    const digits = digitsOf(run)
    const isTaken = isCard(run) || (digits.length >= CARD_DIGITS.least && !isReference)
    return isTaken ? `••••${digits.slice(-4)}` : run
  })

/**
 * Whether a line has digits that may be a card of which the last ones are still to come: it is asked for when its
 * reader presses Enter or pauses, not while it is typed. A whole card, with its check digit, is no such beginning.
 */
export const mayBeginCard = (text: string): boolean => {
  let may = false
  mapDigits(text.trim().replace(/\s+/g, ' '), (run) => {
    may ||= !isCard(run)
    return run
  })
  return may
}
