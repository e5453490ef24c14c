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
