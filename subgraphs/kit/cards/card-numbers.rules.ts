import { type CardContext, findNamedCards, MIN_NAMED_DIGITS } from './card-context.rules.ts'
import {
  type CardNumber,
  cardAt,
  gapLength,
  isDateWithTime,
  joinsTwoGroups,
  MAX_CARD_DIGITS,
  MAX_PADDED_DIGITS,
  MIN_CARD_DIGITS,
  runEnd,
  type Span,
  unpadded,
} from './card-digits.rules.ts'
import { createTrackEnds, hasDigits, type TrackEnds } from './card-tracks.rules.ts'
import { isDigitCode, isLetterCode } from './character-codes.rules.ts'

/** Lengths of groups as one number. */
const keyOf = (lengths: readonly number[]): number => lengths.reduce((key, length) => key * 32 + length, 0)

/**
 * How the digits of a card are grouped. These are those of printed cards and no others, so that rows of counters,
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
/** Whether the digits of a stretch, whatever is between them, are valid by Luhn and not all the same. */
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

/** Whether the digits of a text, whatever is between them, are valid by Luhn and not all the same. */
export const hasCheckDigit = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '')
  return isValid(digits, 0, digits.length)
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
      groups === 1 ||
      (GROUPINGS.has(key) && (groups > 2 || joinsTwoGroups(text.charCodeAt(at - gap), gap, SPACED_GROUPINGS.has(key))))
    if (digits >= MIN_CARD_DIGITS && end > after && isGrouped && isValid(text, start, end)) return end
    gap = BEGINNINGS.has(key) ? gapLength(text, end, 1) : 0
    if (gap === 0 || !isDigitCode(text.charCodeAt(end + gap))) return -1
    at = end + gap
  }
  return -1
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
 * Track data and the number before it, which may have been hidden before: 12 to 19 digits or signs for them, `=`, 7
 * digits.
 */
const pushHiddenTracks = (text: string, trackEnd: TrackEnds, found: CardNumber[]): void => {
  let over = 0
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    if (at - over < MIN_NAMED_DIGITS || !hasDigits(text, at + 1, 7)) continue
    const least = Math.max(over, at - MAX_CARD_DIGITS)
    let from = at
    while (from > least && isHiddenDigit(text.charCodeAt(from - 1))) from -= 1
    if (at - from < MIN_NAMED_DIGITS) continue
    over = trackEnd(at)
    const isClear = hasDigits(text, from, at - from) && !isDigitCode(text.charCodeAt(from - 1))
    const card = isClear ? cardAt(text, { from, to: at }, trackEnd, true) : null
    const hidden = { from, to: over, digits: { from, to: from }, track: { from: at + 1, to: over }, named: true }
    found.push(card ?? hidden)
    at = over - 1
  }
}

/**
 * A card's number (tag 5A) and its track 2 (tag 57) in the hexadecimal dump of a chip's data: there lengths bound the
 * digits.
 */
const CHIP_DATA =
  /5A(?:06(\d{12})|07(\d{13,14})|08(\d{15,16})|09(\d{17,18})|0A(\d{19}))|(?:57|9F6B)[01][\dA-F](\d{12,19})D\d{4}[\dA-F]*/gi

const pushChipNumbers = (text: string, trackEnd: TrackEnds, found: CardNumber[]): void => {
  CHIP_DATA.lastIndex = 0
  for (let match = CHIP_DATA.exec(text); match !== null; match = CHIP_DATA.exec(text)) {
    const digits = match.slice(1).find((group) => group !== undefined)
    if (digits === undefined) continue
    const from = match.index + match[0].indexOf(digits, 4)
    found.push(cardAt(text, { from, to: from + digits.length }, trackEnd, true))
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

const DASH = String.raw`[ \u00a0]{1,2}-[ \u00a0]{1,2}`
/** Where there is none of this, people have written no card number with spaced dashes. */
export const SPACED_DASH = new RegExp(String.raw`\d${DASH}\d`)
const SPACED_GROUPS = String.raw`[2-6]\d{3}(?:${DASH}\d{4}){3}|3\d{3}${DASH}\d{6}${DASH}\d{5}`
/** A fifth group that is no month and year. */
const FURTHER_GROUP = String.raw`${DASH}(?!(?:0[1-9]|1[0-2])[2-5]\d)\d{4}(?!\d)`
/**
 * Four groups of four digits, or 4-6-5, with spaced dashes between, which are not part of a longer list of such groups.
 * A security code or a month and year may follow.
 */
const SPACED_CARD = new RegExp(
  String.raw`(?<![\d.,]|(?<!\d)\d{4}${DASH})(?:${SPACED_GROUPS})(?!\d|[.,]\d|${FURTHER_GROUP})`,
  'g',
)
/** Years, days with their months, and round amounts, which people list so. */
const LISTED = [/^(?:19|20)\d\d$/, /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/, /^[1-9]\d\d0$/]

/** Finds the card numbers that people write with a spaced dash between the groups: `4111 - 1111 - 1111 - 1111`. */
export const findSpacedCards = (text: string): readonly CardNumber[] => {
  const trackEnd = createTrackEnds(text)
  return [...text.matchAll(SPACED_CARD)].flatMap(({ 0: spaced, index: from }) => {
    const to = from + spaced.length
    const groups = spaced.match(/\d+/g) ?? []
    const isList = LISTED.some((listed) => groups.every((group) => listed.test(group)))
    return isList || !isValid(text, from, to) ? [] : [cardAt(text, { from, to }, trackEnd, false)]
  })
}

/** Whether digits that end at a place are the beginning of a number that was hidden before. */
const isMaskedBehind = (text: string, at: number): boolean =>
  text.charCodeAt(at) === STAR && /^\*{2,9}\d{4}(?!\d)/.test(text.slice(at, at + 14))

/** Whether a stretch of numbers with gaps between holds a card number; `from` is where its first number begins. */
export const holdsCardNumber = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at = runEnd(text, at) + 1) if (cardEnd(text, at, at) > 0) return true
  return false
}

/**
 * Finds the card numbers of a text: runs of digits that are no part of a longer one and that `isCardNumber`, perhaps
 * filled up with zeros in front, or in the groups of a printed card; numbers that `findNamedCards` finds; and track
 * data behind a number. They may overlap. Time is in proportion to the text. `begins`: the line before ended in the
 * label of a card.
 *
 * Between two groups is a dash, a dot or up to three spaces (also tabs, no-break spaces as UTF-8, Latin-1 or
 * UTF-16), and not the same between all. Two groups alone are a card only where a single space or dash is
 * between, only a space for 4-12 and 12-4: the columns of a table, a trace and a reference number, a count and a sum
 * look the same. Not found are numbers with other characters between (`/`, `_`, `,`, a dash with spaces around, which
 * only people write: `findSpacedCards`), those wrapped over two lines, and in hexadecimal dumps other than a chip's
 * data. Digits are those of ASCII.
 */
export const findCardNumbers = (text: string, context?: CardContext, begins = false): readonly CardNumber[] => {
  const found: CardNumber[] = []
  const trackEnd = createTrackEnds(text)
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigitCode(text.charCodeAt(at))) continue
    for (let end = cardEnd(text, at, at); end > 0; end = cardEnd(text, at, end))
      if (!isMaskedBehind(text, end) && !isDateWithTime(text.slice(at, end)))
        found.push({ ...cardAt(text, { from: unpadded(text, at), to: end }, trackEnd, false), from: at })
    at = runEnd(text, at)
  }
  pushChipNumbers(text, trackEnd, found)
  pushHiddenTracks(text, trackEnd, found)
  return [...found, ...findNamedCards(text, context, begins)]
}
