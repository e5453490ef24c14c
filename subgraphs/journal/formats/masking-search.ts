import { holdsCardNumber, isDigitCode, isSeparatorCode, mayBeChipData } from '../../kit/card-numbers.rules.ts'
import type { CustomerRules } from './customers.ts'

const MIN_DIGITS = 13
const STAR = 0x2a
const EQUALS = 0x3d

/** A digit, or what stands for one that was hidden before: star, X, x. */
const isPlace = (code: number): boolean => isDigitCode(code) || code === STAR || code === 0x58 || code === 0x78

/** Where the number that holds the character at `at` begins or ends (`step` -1 or 1); separators only between digits. */
const reach = (text: string, at: number, step: 1 | -1): number => {
  let end = at
  for (;;) {
    const next = text.charCodeAt(end + step)
    if (isPlace(next)) end += step
    else if (isSeparatorCode(next) && isPlace(text.charCodeAt(end + 2 * step))) end += 2 * step
    else return end
  }
}

/** Whether at least 13 of the characters from `first` to `last`, both included, are digits. */
const hasEnoughDigits = (text: string, first: number, last: number): boolean => {
  let missing = MIN_DIGITS
  for (let at = first; at <= last && missing > 0; at += 1) if (isDigitCode(text.charCodeAt(at))) missing -= 1
  return missing === 0
}

/** Whether what stands from `first` to `last` holds a card number, or one that was hidden before, with its track behind it. */
const isOfInterest = (text: string, first: number, last: number): boolean =>
  last - first >= MIN_DIGITS - 1 &&
  ((text.charCodeAt(last + 1) === EQUALS && isDigitCode(text.charCodeAt(last + 2))) ||
    (hasEnoughDigits(text, first, last) &&
      (holdsCardNumber(text, first, last + 1) || mayBeChipData(text, first, last + 1))))

/**
 * The place of the next numbers from `from` on, at most one separator between two, that hold a card number; -1 for none. As
 * a card takes 13 characters at least, only one in 13 is looked at where there are no numbers.
 */
const findCards = (text: string, from: number): number => {
  let at = from + MIN_DIGITS - 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const inside = isPlace(code)
      ? at
      : isSeparatorCode(code) && isPlace(text.charCodeAt(at + 1)) && isPlace(text.charCodeAt(at - 1))
        ? at + 1
        : -1
    if (inside < 0) {
      at += MIN_DIGITS
      continue
    }
    const first = Math.max(from, reach(text, inside, -1))
    const last = reach(text, inside, 1)
    if (isOfInterest(text, first, last)) return first
    at = last + MIN_DIGITS + 1
  }
  return -1
}

/** Finds the next place of one kind from `from` on, and remembers it for the next question. */
const createFinder = (find: (text: string, from: number) => number) => {
  let found = -1
  let searched = -1
  return {
    reset(): void {
      searched = -1
    },
    next(text: string, from: number): number {
      if (searched >= 0 && (found < 0 || found >= from)) return found
      found = find(text, from)
      searched = from
      return found
    },
  }
}

const finderOf = (mark: RegExp) => {
  const anywhere = new RegExp(mark.source, `${mark.flags.replace(/[gmy]/g, '')}gm`)
  return createFinder((text, from) => {
    anywhere.lastIndex = from
    return anywhere.exec(text)?.index ?? -1
  })
}

/** A search for the next line of a text that may hold a card number or a customer's mark; most lines hold neither. */
export const createLineSearch = (rules: readonly CustomerRules[]) => {
  const marks = rules.flatMap(({ customerNumberNext }) => customerNumberNext ?? [])
  const finders = [createFinder(findCards), ...marks.map(finderOf)]
  return {
    /** To be called with each new text. */
    reset(): void {
      for (const finder of finders) finder.reset()
    },
    /** A place in the next such line from the line start `from` on; -1 for none. */
    next(text: string, from: number): number {
      let first = -1
      for (const finder of finders) {
        const found = finder.next(text, from)
        if (found >= 0 && (first < 0 || found < first)) first = found
      }
      return first
    },
  }
}
