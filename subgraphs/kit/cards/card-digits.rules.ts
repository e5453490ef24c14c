import type { TrackEnds } from './card-tracks.rules.ts'
import { isDigitCode } from './character-codes.rules.ts'

/** A stretch of a text, `to` not included. */
export type Span = { readonly from: number; readonly to: number }

/** A card number in a text, or track data behind one that was hidden before, and what of it is to be hidden. */
export type CardNumber = Span & {
  /** Holds the digits to hide; what is between them is left. */
  readonly digits: Span
  /** Track data, hidden as a whole; empty where there is none. Several numbers may share theirs. */
  readonly track: Span
  /** True where a label, a stripe or a tag says that it is a card number; false where its digits alone do. */
  readonly named: boolean
}

/** Digits of a card number, where its digits alone say that it is one. */
export const MIN_CARD_DIGITS = 13
export const MAX_CARD_DIGITS = 19
/** The longest field that hosts fill up with zeros before a card number, in digits. */
export const MAX_PADDED_DIGITS = 32
/** Digits of a card number that stay. */
const FIRST_DIGITS = 6
export const LAST_DIGITS = 4

const ZERO = 0x30
const DOT = 0x2e
const DASH = 0x2d
const SPACE = 0x20
const TAB = 0x09
const NO_BREAK_SPACE = 0xa0
/** What precedes a no-break space where bytes of UTF-8 are read one by one. */
const LEAD = 0xc2

const isWhite = (code: number): boolean => code === SPACE || code === TAB || code === NO_BREAK_SPACE || code === LEAD

/** True for the code of what may occur between the groups of a card number: space, no-break space, tab, dash, dot. */
export const isSeparatorCode = (code: number): boolean => isWhite(code) || code === DASH || code === DOT

/** The widest gap between two groups, in spaces; and in characters, as a no-break space of UTF-8 takes two. */
const MAX_SPACES = 3
export const MAX_GAP = 6

/**
 * How many characters from `at` on (`step` 1, or -1 for backwards) are a gap as it may occur between the groups of a
 * card number: a dash, a dot or up to three spaces of any kind; 0 for none.
 */
export const gapLength = (text: string, at: number, step: 1 | -1): number => {
  const code = text.charCodeAt(at)
  if (code === DASH || code === DOT) return 1
  let spaces = 0
  for (let length = 0; length <= MAX_GAP; length += 1) {
    const next = text.charCodeAt(at + step * length)
    if (!isWhite(next)) return length
    if (next !== LEAD) spaces += 1
    if (spaces > MAX_SPACES) return 0
  }
  return 0
}

/**
 * Whether two groups with this gap between may be a card. Wider ones part the columns of a table, a dot parts a
 * number and its fraction. `spaced`: only a space parts them.
 */
export const joinsTwoGroups = (code: number, length: number, spaced: boolean): boolean =>
  code === DASH ? !spaced : code === LEAD ? length === 2 : code !== DOT && code !== TAB && length === 1

/** Where the digits end that begin at `from`. */
export const runEnd = (text: string, from: number): number => {
  let at = from
  while (isDigitCode(text.charCodeAt(at))) at += 1
  return at
}

/** `20250618090036`: as long as a card number, and of no scheme. */
const DATE_WITH_TIME = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])(?:[0-5]\d){2}$/

/** Whether digits are a date with its time, without separators. */
export const isDateWithTime = (digits: string): boolean => DATE_WITH_TIME.test(digits)

/** Where the number begins whose field the zeros from `from` on fill up. */
export const unpadded = (text: string, from: number): number => {
  let at = from
  while (text.charCodeAt(at) === ZERO) at += 1
  return at
}

/** The place behind `count` digits from a place on; backwards (`step` -1) that of the first of them. */
const passDigits = (text: string, from: number, count: number, step: 1 | -1): number => {
  let at = from
  for (let passed = 0; passed < count; at += step)
    if (isDigitCode(text.charCodeAt(step === 1 ? at : at - 1))) passed += 1
  return at
}

/**
 * The number of a stretch: all but its first 6 and last 4 digits are to be hidden, and what a track says after
 * it.
 */
export const cardAt = (text: string, { from, to }: Span, trackEnd: TrackEnds, named: boolean): CardNumber => {
  const tracked = trackEnd(to)
  return {
    from,
    to,
    digits: { from: passDigits(text, from, FIRST_DIGITS, 1), to: passDigits(text, to, LAST_DIGITS, -1) },
    track: { from: Math.min(to + 1, tracked), to: tracked },
    named,
  }
}
