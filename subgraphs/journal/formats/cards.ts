const DIGIT_ZERO = 0x30

/** The Luhn check over a string of digits. */
export const isLuhnValid = (digits: string): boolean => {
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - fromRight) - DIGIT_ZERO
    const doubled = digit * 2
    sum += fromRight % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/**
 * True if a whole run of digits is taken for a card number: 13 to 19 digits, the first 2 to 6, Luhn-valid and not one
 * digit repeated.
 */
export const isCardNumber = (digits: string): boolean =>
  /^[2-6]\d{12,18}$/.test(digits) && !/^(\d)\1*$/.test(digits) && isLuhnValid(digits)

/** First 6 and last 4 characters of a card number, stars between; as long as what came in. */
export const maskCard = (digits: string): string =>
  `${digits.slice(0, 6)}${'*'.repeat(Math.max(0, digits.length - 10))}${digits.slice(-4)}`

/**
 * A card as a journal prints it (clear, or hidden by X or *; perhaps padded with zeros) to the form that is kept: never
 * more than the first 6 and the last 4 digits. Null if it is no card at all.
 */
export const printedCard = (printed: string): string | null => {
  const card = printed.replaceAll(/[Xx]/g, '*').replace(/^0+(?=[\d*]{13,}$)/, '')
  return /^\d{1,19}\**\d{0,19}$/.test(card) && card.length >= 13 && card.length <= 19 ? maskCard(card) : null
}
