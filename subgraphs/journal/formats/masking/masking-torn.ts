import { gapLength, MAX_CARD_DIGITS, MAX_PADDED_DIGITS, type Span } from '../../../kit/cards/card-digits.rules.ts'
import { isDigitCode } from '../../../kit/cards/character-codes.rules.ts'

/**
 * Of a card over a cut whose beginning is not known, no more digits than these from the cut are neither first 6 nor
 * last 4.
 */
const BEFORE_CUT = 12
const AFTER_CUT = 14

/**
 * As many digits of a number are looked at; more than these make it longer than any card, with or without zeros
 * before it.
 */
const MAX_DIGITS = 2 * MAX_PADDED_DIGITS

/** The places of the first digits that a number from `from` on consists of, with gaps between; `step` is 1 or -1. */
const digitsFrom = (visible: string, from: number, step: 1 | -1): number[] => {
  const digits: number[] = []
  for (let at = from; at >= 0 && at < visible.length && digits.length < MAX_DIGITS; at += step) {
    if (!isDigitCode(visible.charCodeAt(at))) {
      const gap = gapLength(visible, at, step)
      at += step * gap
      if (gap === 0 || !isDigitCode(visible.charCodeAt(at))) break
    }
    digits.push(at)
  }
  return digits
}

/** How many digits follow each other without anything between, from the first of `places` on. */
const runLength = (places: readonly number[]): number => {
  let length = places.length === 0 ? 0 : 1
  while (length < places.length && Math.abs((places[length] ?? 0) - (places[length - 1] ?? 0)) === 1) length += 1
  return length
}

/**
 * What is known of the number that a cut has torn: its digits so far, and how many of them are together at the cut.
 */
type Torn = { readonly digits: number; readonly run: number }

const NOTHING: Torn = { digits: 0, run: 0 }

const each = (places: readonly number[]): Span[] => places.map((at) => ({ from: at, to: at + 1 }))

/** What may be of a card before the cut: all but its first 6 digits, wherever it begins. */
const beforeCut = (places: readonly number[], torn: Torn, earlier: number): readonly number[] => {
  if (torn.run > MAX_PADDED_DIGITS) return []
  return torn.digits <= MAX_CARD_DIGITS ? places.slice(Math.max(0, 6 - earlier)) : places.slice(-BEFORE_CUT)
}

/** What may be of a card after the cut: all but its last 4 digits, wherever it ends. */
const afterCut = (places: readonly number[], torn: Torn): readonly number[] => {
  if (torn.run > 0 && torn.run + runLength(places) > MAX_PADDED_DIGITS) return []
  const last = places.length < MAX_CARD_DIGITS ? places.length - 4 : AFTER_CUT
  return places.slice(Math.max(0, 6 - torn.digits), Math.max(0, last))
}

/**
 * Hides what a forced cut may tear of a card. A cut tears a number only where a whole piece is nothing but numbers,
 * or their digits are far apart with hidden characters between: there more is hidden than a card may have.
 */
export const createTornCards = () => {
  let torn = NOTHING
  return {
    /** What to hide of this piece besides the cards that are whole in it. */
    hide(visible: string, cut: boolean): readonly Span[] {
      const before = torn
      const leading = before.digits > 0 ? digitsFrom(visible, 0, 1) : []
      const trailing = cut ? digitsFrom(visible, visible.length - 1, -1) : []
      const isAll = leading.length > 0 && leading.length === trailing.length
      const run = trailing[0] === visible.length - 1 ? runLength(trailing) : 0
      const earlier = isAll ? before.digits : 0
      torn =
        cut && trailing.length > 0
          ? { digits: earlier + trailing.length, run: isAll && run === trailing.length ? before.run + run : run }
          : cut && visible === ''
            ? before
            : NOTHING
      return each([...afterCut(leading, before), ...beforeCut(trailing.toReversed(), torn, earlier)])
    },
    /** True while a piece may begin inside a number. */
    isTorn: (): boolean => torn.digits > 0,
  }
}
