import { MAX_CARD_DIGITS, MIN_CARD_DIGITS } from '../../../kit/cards/card-digits.rules.ts'
import { isDigitCode } from '../../../kit/cards/character-codes.rules.ts'

/** First 6 and last 4 characters of a card number, stars between; as long as what came in. */
export const maskCard = (digits: string): string =>
  `${digits.slice(0, 6)}${'*'.repeat(Math.max(0, digits.length - 10))}${digits.slice(-4)}`

const ZERO = 0x30
const STAR = 0x2a

/** Whether a text is digits, then stars, then digits, beginning with a digit. */
const isHiddenNumber = (text: string): boolean => {
  let at = 0
  while (isDigitCode(text.charCodeAt(at))) at += 1
  if (at === 0) return false
  while (text.charCodeAt(at) === STAR) at += 1
  while (isDigitCode(text.charCodeAt(at))) at += 1
  return at === text.length
}

/** How many zeros in front fill up a field; what is left has 13 characters at least. */
const paddingOf = (card: string): number => {
  let zeros = 0
  while (card.charCodeAt(zeros) === ZERO && card.length - zeros > MIN_CARD_DIGITS) zeros += 1
  return zeros
}

/**
 * A card as a journal prints it (clear, or hidden by X or *; perhaps padded with zeros) to the form that is kept: never
 * more than the first 6 and the last 4 digits. Null if it is no card at all.
 */
export const printedCard = (printed: string): string | null => {
  if (printed.length < MIN_CARD_DIGITS || !isDigitCode(printed.charCodeAt(0))) return null
  const starred = printed.includes('X') || printed.includes('x') ? printed.replaceAll(/[Xx]/g, '*') : printed
  if (!isHiddenNumber(starred)) return null
  const card = starred.slice(paddingOf(starred))
  return card.length <= MAX_CARD_DIGITS && isDigitCode(card.charCodeAt(0)) ? maskCard(card) : null
}

const isDigitAt = (card: string, at: number): boolean => isDigitCode(card.charCodeAt(at))

/**
 * Whether two cards in the form of `printedCard` cannot be the same: digits that both show, of the first six or the
 * last four, differ.
 */
export const cardsDiffer = (one: string, other: string): boolean => {
  for (let at = 0; at < 6; at += 1) if (isDigitAt(one, at) && isDigitAt(other, at) && one[at] !== other[at]) return true
  for (let back = 1; back <= 4; back += 1) {
    const [a, b] = [one.length - back, other.length - back]
    if (isDigitAt(one, a) && isDigitAt(other, b) && one[a] !== other[b]) return true
  }
  return false
}

/** The characters of a card that `cardsDiffer` compares. */
const comparedOf = (card: string): string => card.slice(0, 6) + card.slice(-4)

/** Which of its compared characters are digits: cards have few forms. */
const formOf = (compared: string): string => compared.replaceAll(/\d/g, '0')

/** The characters of a card that are digits in both forms. */
const shownInBoth = (compared: string, one: string, other: string): string => {
  let shown = ''
  for (let at = 0; at < compared.length; at += 1)
    if (isDigitAt(one, at) && isDigitAt(other, at)) shown += compared.charAt(at)
  return shown
}

/**
 * Whether a card of some and one of others can be the same, for cards in the form of `printedCard`. In time that grows
 * with their number: cards that show the same places are looked up together.
 */
export const canShareCard = (some: Iterable<string>, others: Iterable<string>): boolean => {
  const formsOf = (cards: Iterable<string>) => Map.groupBy([...cards].map(comparedOf), formOf)
  const otherForms = formsOf(others)
  for (const [one, cards] of formsOf(some))
    for (const [other, otherCards] of otherForms) {
      const known = new Set(otherCards.map((card) => shownInBoth(card, one, other)))
      if (cards.some((card) => known.has(shownInBoth(card, one, other)))) return true
    }
  return false
}

const digitsShown = (card: string): number => card.length - card.split('*').length + 1

/** Of two forms of one card the one that shows more of it; the first where they cannot be the same. */
export const fullerCard = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return !cardsDiffer(one, other) && digitsShown(other) > digitsShown(one) ? other : one
}
