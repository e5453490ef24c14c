import {
  type CardNumber,
  cardAt,
  gapLength,
  LAST_DIGITS,
  MAX_CARD_DIGITS,
  runEnd,
  type Span,
  unpadded,
} from './card-digits.rules.ts'
import { createTrackEnds } from './card-tracks.rules.ts'

/**
 * Words after which a number is a card number whatever its digits are; a space means any separator. Schemes with
 * the first digits 1, 7, 8 and 9 exist, and not every issuer uses Luhn's check digit.
 */
export const CARD_LABELS: readonly string[] = ['CARD', 'PAN', 'KARTU', 'TARJETA', 'CARTE', 'KARTE']
/** Words before the content of a magnetic stripe. */
const STRIPE_LABELS: readonly string[] = ['TRACK 1', 'TRACK 2', 'TRACK 3', 'TRK 1', 'TRK 2', 'TRK 3']
/** What may occur between a label and its number. */
const NOUNS = ['NUMBER', 'NUM', 'NO', 'NBR', 'DATA', 'NOMOR', 'NUMERO']
const VERBS = ['INSERTED', 'READ', 'ENTERED', 'IS']
/** A chip's tags with a card number (5A) and with track 2 (57), as terminals print them. */
const TAGS = `(?:${[
  String.raw`\bTAG[ _:#-]{0,3}5[A7]\b`,
  String.raw`\b5A(?=[\])>]?[ ]{0,3}[=:])`,
  // Not the minutes of a time.
  String.raw`\b57(?=[\])>]?[ ]{0,3}(?:=|: ))`,
  String.raw`[[<(]5[A7](?=[\])>])`,
].join('|')})`
/** The length of the value, which may be between tag and value. */
const TAG_LENGTH = String.raw`(?:[^\w\r\n]{1,8}(?:LEN[^\w\r\n]{0,4})?[01][\dA-F](?=[^\w\r\n]))?`

/** The shortest number that a label makes a card number. */
export const MIN_NAMED_DIGITS = 12

/** A pattern for words, in which a space means up to three separators. */
export const wordsPattern = (words: readonly string[]): string =>
  words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(' ', '[ ._-]{0,3}')).join('|')

/** The end of a line that leaves its value to the next one. */
export const OPEN_END = String.raw`[^\w\r\n:=]{0,20}[:=][^\w\r\n]{0,20}`

/** Names what follows as a card number; `read` sees a text up to where the number begins. */
export type CardContext = {
  /** Matches a label, a mark of a stripe or a tag together with all that precedes the number. Global. */
  readonly before: RegExp
  /** Matches a line that ends in a label, so that its number begins the next line. */
  readonly atEnd: RegExp
  /** Matches in every line of a text that one of the others matches in, and in few others. Global. */
  readonly mark: RegExp
}

/** The context that card labels give, the shared ones and these. */
export const createCardContext = (labels: readonly string[]): CardContext => {
  const words = wordsPattern([...CARD_LABELS, ...labels])
  const stripes = wordsPattern(STRIPE_LABELS)
  const noun = String.raw`(?:[^\w\r\n]{0,8}_?(?:${NOUNS.join('|')})(?![A-Z]))`
  const connector = String.raw`(?:[^\w\r\n]{0,8}_?(?:${[...NOUNS, ...VERBS].join('|')})(?![A-Z]))`
  const label = String.raw`(?:\b|_)(?:${words}|(?<stripe>${stripes}))`
  const end = String.raw`(?:${noun}{1,2}[^\w\r\n]{0,40}|${OPEN_END})$`
  const named = String.raw`(?:${label}${connector}{0,3}|(?<tag>${TAGS})${TAG_LENGTH})[^\w\r\n]{0,40}`
  const number = String.raw`(?:%?B)?(?=(?:\d[ \t.\u00a0\u00c2-]{0,6}){${MIN_NAMED_DIGITS}})`
  return {
    before: new RegExp(String.raw`(?:${named}|(?<mark>;))${number}|%B(?=\d)`, 'gi'),
    atEnd: new RegExp(label + end, 'i'),
    mark: new RegExp(
      String.raw`(?:${words}|${stripes})(?:${connector}{0,3}[^\w\r\n]{0,40}${number}|${end})|${TAGS}|[;B]\d{12}`,
      'gim',
    ),
  }
}

const SHARED = createCardContext([])

/** From this length on only what a single character parts can still be the end of a card number. */
const USUAL_DIGITS = 16

/**
 * Where the number ends that begins at `from` and whose digits are together or in groups; -1 for fewer than 12
 * digits or more than 19. Of several readings the longest is taken: it hides what every shorter one would.
 */
const numberEnd = (text: string, from: number): number => {
  let end = runEnd(text, from)
  let digits = end - from
  if (digits > MIN_NAMED_DIGITS) return digits <= MAX_CARD_DIGITS ? end : -1
  for (;;) {
    const gap = gapLength(text, end, 1)
    const next = runEnd(text, end + gap)
    const added = next - end - gap
    if (gap === 0 || added === 0 || digits + added > MAX_CARD_DIGITS) break
    // After a run of 12 digits only the last 4 can follow: any other number is the next column.
    if (end - from === MIN_NAMED_DIGITS && added !== LAST_DIGITS) break
    if (digits >= USUAL_DIGITS && gap > 1) break
    digits += added
    end = next
  }
  return digits < MIN_NAMED_DIGITS ? -1 : end
}

/** The number that begins at `from`, without the zeros that fill up its field; null for none. */
const namedNumber = (text: string, from: number): Span | null => {
  const start = unpadded(text, from)
  const end = numberEnd(text, start)
  if (end >= 0) return { from: start, to: end }
  const padded = start === from ? -1 : numberEnd(text, from)
  return padded < 0 ? null : { from, to: padded }
}

const EQUALS = 0x3d
const QUESTION_MARK = 0x3f
/** Whether the stripe that `;` begins goes on behind its number as a stripe does. */
const isStripe = (text: string, to: number): boolean =>
  text.charCodeAt(to) === EQUALS || text.charCodeAt(to) === QUESTION_MARK

/**
 * Finds the numbers of 12 to 19 digits in a card context, whatever their first and their check digit: behind a label,
 * in the form of a magnetic stripe and in tags of a chip's data; with the track data behind them. A number that was
 * hidden before is left. `begins`: the line before ended in a label. Time is in proportion to the text.
 */
export const findNamedCards = (text: string, context = SHARED, begins = false): readonly CardNumber[] => {
  const found: CardNumber[] = []
  const trackEnd = createTrackEnds(text)
  const push = (at: number, { stripe, mark }: { readonly stripe?: string; readonly mark?: string }): void => {
    const number = namedNumber(text, at)
    if (number !== null) {
      if (mark === undefined || isStripe(text, number.to)) found.push(cardAt(text, number, trackEnd, true))
      return
    }
    // The content of a stripe without its separators is hidden as a whole.
    const end = runEnd(text, at)
    if (stripe !== undefined && end - at > MAX_CARD_DIGITS)
      found.push(cardAt(text, { from: at, to: end }, trackEnd, true))
  }
  const first = begins ? /^(?:\s{0,20}\d\d:\d\d:\d\d(?:\.\d{3})?\s)?[^\w\r\n]{0,40}(?=\d)/.exec(text) : null
  if (first !== null) push(first[0].length, {})
  context.before.lastIndex = 0
  for (let match = context.before.exec(text); match !== null; match = context.before.exec(text)) {
    push(context.before.lastIndex, match.groups ?? {})
  }
  return found
}
