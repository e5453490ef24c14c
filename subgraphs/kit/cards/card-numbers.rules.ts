import { createTrackEnds, hasDigits, type TrackEnds } from './card-tracks.rules.ts'
import { isDigitCode, isLetterCode } from './character-codes.rules.ts'

/** A stretch of a text, `to` not included. */
export type Span = { readonly from: number; readonly to: number }

/** A card number in a text, or track data behind one that was hidden before, and what of it is to be hidden. */
export type CardNumber = Span & {
  /** Holds the digits to hide; what is between them is left. */
  readonly digits: Span
  /** Track data, hidden as a whole; empty where there is none. Several numbers may share theirs. */
  readonly track: Span
}

/** Digits of a card number. */
export const MIN_CARD_DIGITS = 13
export const MAX_CARD_DIGITS = 19
/** The longest field that hosts fill up with zeros before a card number, in digits. */
export const MAX_PADDED_DIGITS = 32

/** Lengths of groups as one number. */
const keyOf = (lengths: readonly number[]): number => lengths.reduce((key, length) => key * 32 + length, 0)

/**
 * How the digits of a card stand in groups. These are those of printed cards and no others, so that rows of counters,
 * dates and amounts are no cards.
 */
const GROUPED: readonly (readonly number[])[] = [
  ...['4-4-4-1', '4-4-4-2', '4-4-4-3', '4-4-4-4', '4-4-4-4-1', '4-4-4-4-2', '4-4-4-4-3'],
  ...['4-3-3-3', '4-4-5', '4-4-8', '4-5-6', '4-6-4', '4-6-5', '6-4-4', '6-4-5', '6-4-6', '6-6-4'],
  ...['6-7', '6-8', '6-9', '6-10', '6-13', '8-8', '4-12', '12-4'],
].map((lengths) => lengths.split('-').map(Number))
const GROUPINGS: ReadonlySet<number> = new Set(GROUPED.map(keyOf))
/** What they begin with. */
const BEGINNINGS: ReadonlySet<number> = new Set(
  GROUPED.flatMap((lengths) => lengths.slice(1).map((_length, n) => keyOf(lengths.slice(0, n + 1)))),
)
const MAX_GROUPS = 5
/** Those that only a space parts: with a dash machines print a count and a sum so. */
const SPACED_GROUPINGS: ReadonlySet<number> = new Set([keyOf([4, 12]), keyOf([12, 4])])

const ZERO = 0x30
const TWO = 0x32
const FIVE = 0x35
const SIX = 0x36
const STAR = 0x2a
const DOT = 0x2e
const DASH = 0x2d
const SPACE = 0x20
const TAB = 0x09
const NO_BREAK_SPACE = 0xa0
/** What is before a no-break space where bytes of UTF-8 are read one by one. */
const LEAD = 0xc2

const isWhite = (code: number): boolean => code === SPACE || code === TAB || code === NO_BREAK_SPACE || code === LEAD

/** True for the code of what may stand between the groups of a card number: space, no-break space, tab, dash, dot. */
export const isSeparatorCode = (code: number): boolean => isWhite(code) || code === DASH || code === DOT

/** The widest gap between two groups, in spaces; and in characters, as a no-break space of UTF-8 takes two. */
const MAX_SPACES = 3
export const MAX_GAP = 6

/**
 * How many characters from `at` on (`step` 1, or -1 for backwards) are a gap as it may stand between the groups of a
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
 * number and its fraction.
 */
const joinsTwo = (key: number, code: number, length: number): boolean =>
  code === DASH
    ? !SPACED_GROUPINGS.has(key)
    : code === LEAD
      ? length === 2
      : code !== DOT && code !== TAB && length === 1

/** Whether the digits of a stretch, whatever is between, are valid by Luhn and not all the same. */
const isValid = (text: string, from: number, to: number): boolean => {
  let sum = 0
  let doubled = false
  let differ = false
  const last = text.charCodeAt(to - 1)
  for (let at = to - 1; at >= from; at -= 1) {
    const code = text.charCodeAt(at)
    if (!isDigitCode(code)) continue
    const counted = doubled ? (code - ZERO) * 2 : code - ZERO
    sum += counted > 9 ? counted - 9 : counted
    doubled = !doubled
    differ ||= code !== last
  }
  return differ && sum % 10 === 0
}

/**
 * True for a whole run of digits that is a card number: 13 to 19 digits, the first 2 to 6, valid by Luhn, not one digit
 * repeated. The caller sees to it that the run is not part of a longer number.
 */
export const isCardNumber = (digits: string): boolean =>
  /^[2-6]\d{12,18}$/.test(digits) && isValid(digits, 0, digits.length)

/** Where the digits end that begin at `from`. */
const runEnd = (text: string, from: number): number => {
  let at = from
  while (isDigitCode(text.charCodeAt(at))) at += 1
  return at
}

/** Where the number begins whose field the zeros from `from` on fill up. */
const unpadded = (text: string, from: number): number => {
  let at = from
  while (text.charCodeAt(at) === ZERO) at += 1
  return at
}

/**
 * Where the shortest card number ends that begins with the group of digits at `from` and ends after `after`; -1 for
 * none.
 * It takes no memory, as it is asked of every longer number of a journal.
 */
const cardEnd = (text: string, from: number, after: number): number => {
  const start = unpadded(text, from)
  const first = text.charCodeAt(start)
  if (first < TWO || first > SIX) return -1
  let at = start
  let digits = 0
  let key = 0
  let gap = 0
  for (let groups = 1; groups <= MAX_GROUPS; groups += 1) {
    const end = runEnd(text, at)
    digits += end - at
    key = key * 32 + end - at
    if (digits > MAX_CARD_DIGITS || digits + start - from > MAX_PADDED_DIGITS) return -1
    const isGrouped =
      groups === 1 || (GROUPINGS.has(key) && (groups > 2 || joinsTwo(key, text.charCodeAt(at - gap), gap)))
    if (digits >= MIN_CARD_DIGITS && end > after && isGrouped && isValid(text, start, end)) return end
    gap = BEGINNINGS.has(key) ? gapLength(text, end, 1) : 0
    if (gap === 0 || !isDigitCode(text.charCodeAt(end + gap))) return -1
    at = end + gap
  }
  return -1
}

/**
 * A number from `from` to `to`: all but its first 6 and last 4 digits are to be hidden, and what a track says after
 * it.
 */
const cardAt = (text: string, from: number, to: number, trackEnd: TrackEnds): CardNumber => {
  let first = unpadded(text, from)
  for (let shown = 0; shown < 6; first += 1) if (isDigitCode(text.charCodeAt(first))) shown += 1
  let end = to
  for (let shown = 0; shown < 4; end -= 1) if (isDigitCode(text.charCodeAt(end - 1))) shown += 1
  const tracked = trackEnd(to)
  return {
    from,
    to,
    digits: { from: first, to: end },
    track: { from: Math.min(to + 1, tracked), to: tracked },
  }
}

/** Calls `hide` with each run of digits between two places. */
const eachRun = (text: string, { from, to }: Span, hide: (from: number, to: number) => void): void => {
  for (let at = from; at < to; at += 1) {
    const end = Math.min(runEnd(text, at), to)
    if (end > at) hide(at, end)
    at = end
  }
}

/**
 * Calls `hide` with each stretch of a text that is to be hidden for these card numbers. Stretches may overlap a few
 * times; track data that many numbers share is reported once, so that time is in proportion to the text.
 */
export const eachHidden = (
  text: string,
  cards: readonly CardNumber[],
  hide: (from: number, to: number) => void,
): void => {
  let last: Span = { from: 0, to: 0 }
  for (const { digits, track } of cards) {
    eachRun(text, digits, hide)
    if (track.from === track.to || (track.from >= last.from && track.to <= last.to)) continue
    hide(track.from, track.to)
    last = track
  }
}

const isHiddenDigit = (code: number): boolean => isDigitCode(code) || code === STAR || isLetterCode(code, 0x78)

/**
 * Track data behind a number that is none of ours, or was hidden before: 13 to 19 digits or signs for them, `=`, 7
 * digits.
 */
const pushHiddenTracks = (text: string, trackEnd: TrackEnds, found: CardNumber[]): void => {
  let over = 0
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    if (at - over < MIN_CARD_DIGITS || !hasDigits(text, at + 1, 7)) continue
    const least = Math.max(over, at - MAX_CARD_DIGITS)
    let from = at
    while (from > least && isHiddenDigit(text.charCodeAt(from - 1))) from -= 1
    if (at - from < MIN_CARD_DIGITS) continue
    over = trackEnd(at)
    found.push({ from, to: over, digits: { from, to: from }, track: { from: at + 1, to: over } })
    at = over - 1
  }
}

/**
 * A card's number (tag 5A) and its track 2 (tag 57) in the hexadecimal dump of a chip's data: there lengths bound the
 * digits.
 */
const CHIP_DATA = /5A(?:07(\d{13,14})|08(\d{15,16})|09(\d{17,18})|0A(\d{19}))|57[01][\dA-F](\d{13,19})D\d{4}[\dA-F]*/gi

const pushChipNumbers = (text: string, trackEnd: TrackEnds, found: CardNumber[]): void => {
  CHIP_DATA.lastIndex = 0
  for (let match = CHIP_DATA.exec(text); match !== null; match = CHIP_DATA.exec(text)) {
    const digits = match.slice(1).find((group) => group !== undefined)
    if (digits === undefined || !isCardNumber(digits)) continue
    const from = match.index + 4
    found.push(cardAt(text, from, from + digits.length, trackEnd))
  }
}

/**
 * Whether digits from `from` on and up to `to` may be the data of a chip: behind `5A` or `5A0A`, or before the D of a
 * track.
 */
export const mayBeChipData = (text: string, from: number, to: number): boolean => {
  const before = text.charCodeAt(from - 2)
  const isNumber = isLetterCode(text.charCodeAt(from - 1), 0x61) && (before === FIVE || before === ZERO)
  return isNumber || isLetterCode(text.charCodeAt(to), 0x64)
}

/** Whether a stretch of numbers with gaps between holds a card number; `from` is where its first number begins. */
export const holdsCardNumber = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at = runEnd(text, at) + 1) if (cardEnd(text, at, at) > 0) return true
  return false
}

/**
 * Finds the card numbers of a text: runs of digits that are no part of a longer one and that `isCardNumber`, perhaps
 * filled up with zeros in front, or in the groups of a printed card; and track data behind a number. They may
 * overlap. Time is in proportion to the text.
 *
 * Between two groups is a dash, a dot or up to three spaces (also tabs, no-break spaces as UTF-8, Latin-1 or
 * UTF-16), and not the same between all. Two groups alone are a card only where a single space or dash is
 * between, only a space for 4-12 and 12-4: the columns of a table, a trace and a reference number, a count and a sum
 * look the same. Not found are numbers with other characters between (`/`, `_`, `,`, a dash with spaces around), those
 * wrapped over two lines, in hexadecimal dumps other than a chip's data, and in digits beyond ASCII.
 */
export const findCardNumbers = (text: string): readonly CardNumber[] => {
  const found: CardNumber[] = []
  const trackEnd = createTrackEnds(text)
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigitCode(text.charCodeAt(at))) continue
    for (let end = cardEnd(text, at, at); end > 0; end = cardEnd(text, at, end))
      found.push(cardAt(text, at, end, trackEnd))
    at = runEnd(text, at)
  }
  pushChipNumbers(text, trackEnd, found)
  pushHiddenTracks(text, trackEnd, found)
  return found
}
