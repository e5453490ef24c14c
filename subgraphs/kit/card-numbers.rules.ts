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
const SIX = 0x36
const SAME = /^(\d)\1*$/

/** True for the code of a decimal digit. */
export const isDigitCode = (code: number): boolean => code >= ZERO && code <= 0x39

/** True for the code of what may stand between the groups of a card number: space, dash, dot. */
export const isSeparatorCode = (code: number): boolean => code === 0x20 || code === 0x2d || code === 0x2e

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let n = 0; n < digits.length; n += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - n) - ZERO
    const counted = n % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/**
 * True for a whole run of digits that is a card number: 13 to 19 digits, the first 2 to 6, valid by Luhn,
 * not one digit repeated. The caller sees to it that the run is not part of a longer number.
 */
export const isCardNumber = (digits: string): boolean =>
  /^[2-6]\d{12,18}$/.test(digits) && !SAME.test(digits) && passesLuhn(digits)

/** The digits that stand together without anything between. */
type Group = Span & { readonly digits: string }

/** Groups with one separator between each and the next. */
type Cluster = { readonly groups: readonly Group[]; readonly separators: string }

/** Where the cluster ends that begins with the digit at `from`. */
const clusterEnd = (text: string, from: number): number => {
  let at = from + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (isDigitCode(code)) at += 1
    else if (isSeparatorCode(code) && isDigitCode(text.charCodeAt(at + 1))) at += 2
    else return at
  }
}

const clusterOf = (text: string, from: number, to: number): Cluster => {
  const groups: Group[] = []
  let separators = ''
  let start = from
  for (let at = from; at <= to; at += 1) {
    if (at < to && isDigitCode(text.charCodeAt(at))) continue
    groups.push({ from: start, to: at, digits: text.slice(start, at) })
    if (at < to) separators += text.charAt(at)
    start = at + 1
  }
  return { groups, separators }
}

/** How many of the first group's digits are zeros that fill up its field. */
const paddingOf = (digits: string): number => {
  let zeros = 0
  while (digits.charCodeAt(zeros) === ZERO) zeros += 1
  return zeros
}

/** Whether so many groups are a card number; `padding` zeros of the first do not count. */
const isCard = (groups: readonly Group[], separators: string, padding: number): boolean => {
  const key = keyOf(groups.map(({ digits }, n) => (n === 0 ? digits.length - padding : digits.length)))
  if (groups.length > 1 && !GROUPINGS.has(key)) return false
  // A number with a fraction is no card.
  if (separators.startsWith('.') && groups.length < 3) return false
  const digits = groups.map((group) => group.digits).join('')
  return isCardNumber(digits.slice(padding))
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
const hiddenOf = (text: string, groups: readonly Group[], padding: number): Span[] => {
  const total = groups.reduce((sum, { digits }) => sum + digits.length, -padding)
  const hidden: Span[] = []
  let before = -padding
  for (const { from, to, digits } of groups) {
    const first = Math.max(from, from + 6 - before)
    const last = Math.min(to, from + total - 4 - before)
    if (first < last) hidden.push({ from: first, to: last })
    before += digits.length
  }
  const end = groups.at(-1)?.to ?? 0
  const tracked = trackEnd(text, end)
  if (tracked > end) hidden.push({ from: end + 1, to: tracked })
  return hidden
}

/** The card numbers that begin with a group, perhaps several where their groups can be read in more than one way. */
const cardsFrom = (text: string, { groups, separators }: Cluster, begin: number): CardNumber[] => {
  const start = groups[begin]
  if (start === undefined || start.digits.length > MAX_PADDED_DIGITS) return []
  const padding = paddingOf(start.digits)
  const first = start.digits.charCodeAt(padding)
  if (first < TWO || first > SIX) return []
  const found: CardNumber[] = []
  let digits = -padding
  for (let last = begin; last < begin + MAX_GROUPS; last += 1) {
    const group = groups[last]
    if (group === undefined || (last > begin + 1 && separators[last - 1] !== separators[begin])) break
    digits += group.digits.length
    if (digits > MAX_DIGITS) break
    const taken = groups.slice(begin, last + 1)
    if (digits < MIN_DIGITS || !isCard(taken, separators.slice(begin, last), padding)) continue
    found.push({ from: start.from, to: group.to, hidden: hiddenOf(text, taken, padding) })
  }
  return found
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

/**
 * Finds the card numbers of a text: runs of digits that are no part of a longer one and that `isCardNumber`, perhaps filled
 * up with zeros in front, or in the groups of a printed card with the same separator between; and track data behind a number.
 * They may overlap. Time is in proportion to the text.
 */
export const findCardNumbers = (text: string): readonly CardNumber[] => {
  const found: CardNumber[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigitCode(text.charCodeAt(at))) continue
    const end = clusterEnd(text, at)
    if (end - at >= MIN_DIGITS) {
      const cluster = clusterOf(text, at, end)
      for (let n = 0; n < cluster.groups.length; n += 1) found.push(...cardsFrom(text, cluster, n))
    }
    at = end
  }
  return [...found, ...hiddenTracks(text)]
}
