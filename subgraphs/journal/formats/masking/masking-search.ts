import { MIN_NAMED_DIGITS } from '../../../kit/cards/card-context.rules.ts'
import { gapLength, isSeparatorCode, MAX_GAP, runEnd } from '../../../kit/cards/card-digits.rules.ts'
import { holdsCardNumber, mayBeChipData } from '../../../kit/cards/card-numbers.rules.ts'
import { isDigitCode } from '../../../kit/cards/character-codes.rules.ts'
import type { CustomerRules } from './customers.ts'

/** No card number has fewer digits. */
const MIN_DIGITS = MIN_NAMED_DIGITS
/** Shorter than any card number, and odd: it does not fall on every second character of a text of pairs. */
const STRIDE = MIN_DIGITS - 1
const EQUALS = 0x3d
const PARENTHESIS = 0x28
const ONE = 0x31

/**
 * What a character may be in a number: a digit, what replaces one that was hidden before (star, X, x), or a
 * separator.
 */
const DIGIT = 1
const HIDDEN = 2
const SEPARATOR = 3
const KINDS = new Uint8Array(256)
for (let code = 0; code < KINDS.length; code += 1)
  KINDS[code] = isDigitCode(code)
    ? DIGIT
    : '*Xx'.includes(String.fromCharCode(code))
      ? HIDDEN
      : isSeparatorCode(code)
        ? SEPARATOR
        : 0

const isPlace = (code: number | undefined): boolean => {
  const kind = code === undefined ? 0 : KINDS[code]
  return kind === DIGIT || kind === HIDDEN
}

/**
 * The index of the place that is behind the gap from `at` on (`step` -1 or 1); -1 if it is no gap, or there is no
 * place.
 */
const placeBehind = (text: string, codes: Uint8Array, at: number, step: 1 | -1): number => {
  let behind = at + step
  let length = 1
  while (length < MAX_GAP && KINDS[codes[behind] ?? 0] === SEPARATOR) {
    behind += step
    length += 1
  }
  if (!isPlace(codes[behind])) return -1
  return length === 1 || gapLength(text, at, step) === length ? behind : -1
}

/** Where the number that holds the character at `at` begins or ends (`step` -1 or 1); gaps only between digits. */
const reach = (text: string, codes: Uint8Array, at: number, step: 1 | -1): number => {
  let end = at
  for (;;) {
    const next = codes[end + step]
    if (next === undefined) return end
    if (isPlace(next)) end += step
    else {
      const behind = KINDS[next] === SEPARATOR ? placeBehind(text, codes, end + step, step) : -1
      if (behind < 0) return end
      end = behind
    }
  }
}

/** The place behind the gap in which `at` lies, -1 if it lies in none between two places. */
const behindGap = (text: string, codes: Uint8Array, at: number): number =>
  placeBehind(text, codes, at, -1) < 0 ? -1 : placeBehind(text, codes, at, 1)

/** Whether at least 12 of the characters from `first` to `last`, both included, are digits. */
const hasEnoughDigits = (codes: Uint8Array, first: number, last: number): boolean => {
  let missing = MIN_DIGITS
  for (let at = first; at <= last && missing > 0; at += 1) if (KINDS[codes[at] ?? 0] === DIGIT) missing -= 1
  return missing === 0
}

/** The fewest digits of a card number that is alone in its line. */
const MIN_ALONE = 16
/** Behind a number that is alone in its line, but for a bracket: CR, LF, space, tab, `)`. */
const ENDS: ReadonlySet<number | undefined> = new Set([0x0d, 0x0a, 0x20, 0x09, 0x29, undefined])

/**
 * Whether the text from `first` to `last` holds a card number by its shape, or one that was hidden before, with its
 * track behind it.
 */
const isOfInterest = (text: string, codes: Uint8Array, first: number, last: number): boolean =>
  last - first >= MIN_DIGITS - 1 &&
  ((text.charCodeAt(last + 1) === EQUALS && isDigitCode(text.charCodeAt(last + 2))) ||
    (hasEnoughDigits(codes, first, last) &&
      ((ENDS.has(codes[last + 1]) && runEnd(text, first) - first >= MIN_ALONE) ||
        holdsCardNumber(text, first, last + 1) ||
        mayBeChipData(text, first, last + 1))))

/**
 * The place of the next numbers from `from` on, with gaps between, that hold a card number; -1 for none. Where
 * there are no numbers, only one character in 11 is looked at.
 */
const findCards = (text: string, codes: Uint8Array, from: number): number => {
  const { length } = text
  let at = from + STRIDE
  while (at < length) {
    const kind = KINDS[codes[at] ?? 0]
    let inside = at
    if (kind === SEPARATOR) inside = behindGap(text, codes, at)
    if (kind === 0 || inside < 0) {
      at += STRIDE
      continue
    }
    const first = Math.max(from, reach(text, codes, inside, -1))
    const last = reach(text, codes, inside, 1)
    if (isOfInterest(text, codes, first, last)) return first
    // The rest of a control sequence may be before it: `(1`.
    const mayBeLost = codes[first] === ONE && codes[first - 1] === PARENTHESIS
    if (mayBeLost && isOfInterest(text, codes, first + 1, last)) return first
    at = last + STRIDE + 1
  }
  return -1
}

/** Finds the next place of one kind from `from` on, and remembers it for the next question. */
const createFinder = (find: (text: string, codes: Uint8Array, from: number) => number) => {
  let found = -1
  let searched = -1
  return {
    reset(): void {
      searched = -1
    },
    next(text: string, codes: Uint8Array, from: number): number {
      if (searched >= 0 && (found < 0 || found >= from)) return found
      found = find(text, codes, from)
      searched = from
      return found
    },
  }
}

/** A pattern without special characters, found faster as plain text. */
const PLAIN = /^[\w ]+$/

const finderOf = (mark: RegExp) => {
  if (PLAIN.test(mark.source) && !mark.ignoreCase)
    return createFinder((text, _codes, from) => text.indexOf(mark.source, from))
  const anywhere = new RegExp(mark.source, `${mark.flags.replace(/[gmy]/g, '')}gm`)
  return createFinder((text, _codes, from) => {
    anywhere.lastIndex = from
    return anywhere.exec(text)?.index ?? -1
  })
}

/**
 * A search for the next line of a text that may hold a card number or a customer's mark; most lines hold neither.
 * `codes` are the characters of the text.
 */
export const createLineSearch = (rules: readonly CustomerRules[], marks: readonly RegExp[]) => {
  const cards = createFinder(findCards)
  const finders = [...rules.flatMap(({ customerNumberNext }) => customerNumberNext ?? []), ...marks].map(finderOf)
  return {
    /** True if marks are found anywhere in a line, whatever precedes them. */
    isAnywhere: rules.every(
      ({ customerNumberNext }) => customerNumberNext === null || PLAIN.test(customerNumberNext.source),
    ),
    /** To be called with each new text. */
    reset(): void {
      cards.reset()
      for (const finder of finders) finder.reset()
    },
    /** A place in the next line from the line start `from` on that may hold a card number or a mark; -1 for none. */
    next(text: string, codes: Uint8Array, from: number): number {
      let first = cards.next(text, codes, from)
      for (const finder of finders) {
        const found = finder.next(text, codes, from)
        if (found >= 0 && (first < 0 || found < first)) first = found
      }
      return first
    },
  }
}
