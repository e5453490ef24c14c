/** A run of digits long enough to hold a card number. */
const RUN = /\d{13,}/g
const ENOUGH = /\d{13}/
const SAME = /^(\d)\1*$/

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let n = 0; n < digits.length; n += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - n) - 48
    const counted = n % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/**
 * True for a whole run of digits that is a card number: 13 to 19 digits, the first 2 to 6, valid by Luhn,
 * not one digit repeated. The caller sees to it that the run is not part of a longer number.
 */
export const isCardNumber = (digits: string): boolean =>
  /^[2-6]\d{12,18}$/.test(digits) && !SAME.test(digits) && passesLuhn(digits)

/** A card number with all but its first six and last four digits hidden. */
export const maskDigits = (digits: string): string =>
  `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`

/** Masks every card number in a text (first 6 and last 4 digits stay). A text without one is returned as it is. */
export const maskCardNumbers = (text: string): string =>
  ENOUGH.test(text) ? text.replace(RUN, (digits) => (isCardNumber(digits) ? maskDigits(digits) : digits)) : text

const LONG_NUMBER = /^[2-6]\d{15,18}$/

/**
 * A number that may be a card number, masked; its sign and fraction do not matter. Beyond 2^53 the last digits of a number
 * are rounded away when JSON is read, so that Luhn's check digit tells nothing: there, length and first digit decide.
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
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(maskDeep)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskCardNumbers(key), maskDeep(item)]))
}

/**
 * Masks card numbers in every text, number and key of a JSON value. A value without one is returned as it is.
 * The caller sees to it that the value is not nested without end.
 */
export const maskCardNumbersDeep = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !ENOUGH.test(JSON.stringify(value)) ? value : maskDeep(value)
