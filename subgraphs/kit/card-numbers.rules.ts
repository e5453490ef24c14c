/** A stretch of a text, `to` not included. */
export type Span = { readonly from: number; readonly to: number }

/** A card number in a text, from its first digit to its last, and the stretches whose digits are to be hidden. */
export type CardNumber = Span & { readonly hidden: readonly Span[] }

const MIN_DIGITS = 13
const MAX_DIGITS = 19
/** The longest field that hosts fill up with zeros before a card number, in digits. */
export const MAX_PADDED_DIGITS = 32

/** Lengths of groups as one number. */
const keyOf = (lengths: readonly number[]): number => lengths.reduce((key, length) => key * 32 + length, 0)

/**
 * How the digits of a card stand in groups where one separator stands between them. These are those of printed cards and no
 * others, so that rows of counters, dates and amounts are no cards.
 */
const GROUPINGS: ReadonlySet<number> = new Set(
  [
    ...['4-4-4-1', '4-4-4-2', '4-4-4-3', '4-4-4-4', '4-4-4-4-1', '4-4-4-4-2', '4-4-4-4-3'],
    ...['4-3-3-3', '4-4-5', '4-5-6', '4-6-4', '4-6-5', '6-4-4', '6-4-5', '6-4-6', '6-6-4'],
    ...['6-7', '6-8', '6-9', '6-10', '6-13', '8-8'],
  ].map((lengths) => keyOf(lengths.split('-').map(Number))),
)
const MAX_GROUPS = 5

const ZERO = 0x30
const TWO = 0x32
const FIVE = 0x35
const SIX = 0x36
const DOT = 0x2e

/** True for the code of a decimal digit. */
export const isDigitCode = (code: number): boolean => code >= ZERO && code <= 0x39

/** True for the code of what may stand between the groups of a card number: space, dash, dot. */
export const isSeparatorCode = (code: number): boolean => code === 0x20 || code === 0x2d || code === DOT

/** Whether the digits of a stretch, whatever stands between, are valid by Luhn and not all the same. */
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
 * True for a whole run of digits that is a card number: 13 to 19 digits, the first 2 to 6, valid by Luhn,
 * not one digit repeated. The caller sees to it that the run is not part of a longer number.
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
 * Where the shortest card number ends that begins with the group of digits at `from` and ends after `after`; -1 for none.
 * It takes no memory, as it is asked of every longer number of a journal.
 */
const cardEnd = (text: string, from: number, after: number): number => {
  const start = unpadded(text, from)
  const first = text.charCodeAt(start)
  if (first < TWO || first > SIX) return -1
  const separator = text.charCodeAt(runEnd(text, start))
  let at = start
  let digits = 0
  let key = 0
  for (let groups = 1; groups <= MAX_GROUPS; groups += 1) {
    const end = runEnd(text, at)
    digits += end - at
    key = key * 32 + end - at
    if (digits > MAX_DIGITS || end - from > MAX_PADDED_DIGITS) return -1
    // A number with a fraction is no card.
    const isGrouped = groups === 1 || (GROUPINGS.has(key) && (groups > 2 || separator !== DOT))
    if (digits >= MIN_DIGITS && end > after && isGrouped && isValid(text, start, end)) return end
    const isFollowed = text.charCodeAt(end) === separator && isDigitCode(text.charCodeAt(end + 1))
    if (!isFollowed || !isSeparatorCode(separator)) return -1
    at = end + 1
  }
  return -1
}

/** The last digits of track 2 or 1 after a number: expiry, service code and what only the card's chip or stripe may know. */
const TRACK_2 = /=\d[\d=]*|[Dd](?=\d{4})[\dA-Fa-f]+/y
const TRACK_1 = /\^[^^?\r\n]{2,26}\^[^?\r\n]{4,80}/y

/** Where the track data that begins at a place ends; the place itself where there is none. */
const trackEnd = (text: string, at: number): number => {
  const track = text.charAt(at) === '^' ? TRACK_1 : TRACK_2
  track.lastIndex = at
  return at + (track.exec(text)?.[0].length ?? 0)
}

/** What of a card number to hide: all but its first 6 and last 4 digits, and what a track says after it. */
const hiddenOf = (text: string, from: number, to: number): Span[] => {
  const places: number[] = []
  for (let at = unpadded(text, from); at < to; at += 1) if (isDigitCode(text.charCodeAt(at))) places.push(at)
  const hidden = places.slice(6, -4).map((at) => ({ from: at, to: at + 1 }))
  const tracked = trackEnd(text, to)
  return tracked > to ? [...hidden, { from: to + 1, to: tracked }] : hidden
}

/** A number that is hidden already and followed by what track 2 says after it. */
const HIDDEN_TRACK = /[\d*Xx]{13,19}=\d{7}[\d=]*/g

/** Track data behind a number that is none of ours, or was hidden before. */
const hiddenTracks = (text: string): CardNumber[] =>
  text.includes('=')
    ? [...text.matchAll(HIDDEN_TRACK)].map((match) => {
        const to = match.index + match[0].length
        return { from: match.index, to, hidden: [{ from: match.index + match[0].indexOf('=') + 1, to }] }
      })
    : []

/** A card's number (tag 5A) and its track 2 (tag 57) in the hexadecimal dump of a chip's data: there lengths bound the digits. */
const CHIP_DATA = /5A(?:07(\d{13,14})|08(\d{15,16})|09(\d{17,18})|0A(\d{19}))|57[01][\dA-F](\d{13,19})D\d{4}[\dA-F]*/gi

const chipNumbers = (text: string): CardNumber[] => {
  CHIP_DATA.lastIndex = 0
  if (!CHIP_DATA.test(text)) return []
  CHIP_DATA.lastIndex = 0
  return [...text.matchAll(CHIP_DATA)].flatMap((match) => {
    const digits = match.slice(1).find((group) => group !== undefined)
    if (digits === undefined || !isCardNumber(digits)) return []
    const from = match.index + 4
    const to = from + digits.length
    return [{ from, to, hidden: hiddenOf(text, from, to) }]
  })
}

const isLetterCode = (code: number, small: number): boolean => (code | 0x20) === small

/** Whether digits from `from` on and up to `to` may be the data of a chip: behind `5A` or `5A0A`, or before the D of a track. */
export const mayBeChipData = (text: string, from: number, to: number): boolean => {
  const before = text.charCodeAt(from - 2)
  const isNumber = isLetterCode(text.charCodeAt(from - 1), 0x61) && (before === FIVE || before === ZERO)
  return isNumber || isLetterCode(text.charCodeAt(to), 0x64)
}

/**
 * Whether a stretch of numbers, with at most one separator between two, holds a card number; `from` is where its first
 * number begins.
 */
export const holdsCardNumber = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at = runEnd(text, at) + 1) if (cardEnd(text, at, at) > 0) return true
  return false
}

/**
 * Finds the card numbers of a text: runs of digits that are no part of a longer one and that `isCardNumber`, perhaps filled
 * up with zeros in front, or in the groups of a printed card with the same separator between; and track data behind a number.
 * They may overlap. Time is in proportion to the text.
 */
export const findCardNumbers = (text: string): readonly CardNumber[] => {
  const found: CardNumber[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigitCode(text.charCodeAt(at))) continue
    for (let end = cardEnd(text, at, at); end > 0; end = cardEnd(text, at, end))
      found.push({ from: at, to: end, hidden: hiddenOf(text, at, end) })
    at = runEnd(text, at)
  }
  return [...found, ...chipNumbers(text), ...hiddenTracks(text)]
}
