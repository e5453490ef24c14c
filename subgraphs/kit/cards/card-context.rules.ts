import {
  type CardNumber,
  cardAt,
  gapLength,
  isDateWithTime,
  LAST_DIGITS,
  MAX_CARD_DIGITS,
  MIN_CARD_DIGITS,
  runEnd,
  type Span,
  unpadded,
} from './card-digits.rules.ts'
import { createTrackEnds } from './card-tracks.rules.ts'

/**
 * Words after which a number is a card number whatever its digits are; a space means any separator. Schemes with
 * the first digits 1, 7, 8 and 9 exist, and not every issuer uses Luhn's check digit.
 */
export const CARD_LABELS: readonly string[] = ['CARD', 'PAN', 'FPAN', 'DPAN', 'KARTU', 'TARJETA', 'CARTE', 'KARTE']
/** Words before the content of a magnetic stripe. */
const STRIPE_LABELS: readonly string[] = [
  'TRACK DATA',
  'TRACK 1',
  'TRACK 2',
  'TRACK 3',
  'TRACK II',
  'TRK 1',
  'TRK 2',
  'TRK 3',
]
/** What may occur between a label and its number. */
const NOUNS = ['NUMBER', 'NUM', 'NO', 'NR', 'NBR', 'EQUIVALENT', 'DATA', 'NOMOR', 'NUMERO', 'IS']
/** What happens to a card; a reference of 12 digits may follow, so that a card number has 13 behind them. */
const VERBS = ['INSERTED', 'READ', 'ENTERED', 'RETAINED', 'CAPTURED', 'EJECTED', 'ACCEPTED', 'TAKEN']
/** What kind of card it is, which may be between its label and its number. */
const CARD_KINDS = [
  ...['TYPE', 'DEBIT', 'CREDIT', 'PREPAID', 'ATM', 'CHIP', 'EMV', 'LOCAL', 'FOREIGN', 'ONUS', 'OFFUS', 'VISA', 'AMEX'],
  ...['MASTERCARD', 'MASTER', 'MAESTRO', 'RUPAY', 'JCB', 'UNIONPAY', 'CUP', 'GPN', 'NAPAS', 'VERVE', 'MADA', 'M', 'C'],
]
/** An application id with the number of its card behind a slash. */
const CHIP_AND_CARD = String.raw`AID[ :=]{1,3}[\dA-F]{10,32}[ ]?\/`
/**
 * A chip's tags with a card number (5A) and with track 2 (57), as terminals print them; what is like them: an
 * application id with a card, and T2 with track 2.
 */
const TAGS = `(?:${[
  String.raw`(?<tag>TAG[ _:=#-]{0,3}5[A7])(?![\dA-Z])`,
  String.raw`(?<card>5A(?=(?:[\])>]|\(\d{1,2}\))?[ ]{0,3}[=:]|[\])>]|[ ,|(:=]{1,3}0[6-9A][^\dA-Z])|${CHIP_AND_CARD})`,
  String.raw`(?<track>57(?=[\])>]?[ ]{0,3}[=:]|[\])>]|[ ,|(:=]{1,3}1[\dA-F][^\dA-Z])|T[12](?=[ ]{0,3}[=:]))`,
].join('|')})`
/** A word for the value of a tag. */
const TAG_VALUE = String.raw`(?:[^\w\r\n]{1,4}VAL(?:UE)?)?`
/** The length of the value, which may be between tag and value, and a word for the value. */
const LENGTH = String.raw`(?:LEN[^\w\r\n]{0,4})?(?<length>[01][\dA-F]|\d)(?=[^\w\r\n])`
const TAG_LENGTH = String.raw`(?:[^\w\r\n]{1,8}${LENGTH})?${TAG_VALUE}`
/** Expiry and service code, as track data begins. */
const TRACK_BEGINNING = String.raw`[2-4]\d(?:0[1-9]|1[0-2])[1-9]\d\d`

/** The shortest number that a label makes a card number. */
export const MIN_NAMED_DIGITS = 12

/**
 * What may be before a label: the beginning of a line, anything but a letter, and what is left of a printer's command
 * that lost its first byte.
 */
export const LABEL_START = String.raw`(?:^|[^A-Z]|\[\d{1,3}[A-Z]|\([1I])`
/** What the families print before the text of a line: a counter, a date, a time. */
export const LINE_STAMP = String.raw`\s{0,40}(?:\[\d{1,3}[A-Z])?(?:\[\d{1,8}\])?${[
  String.raw`(?:\[?(?:\d{4}-\d\d-\d\d|\d\d[/-]\d\d[/-]\d{4})\s)?`,
  String.raw`(?:\d\d:\d\d:\d\d(?:\.\d{1,3})?\]?\s{0,8}|\d{6}\s{1,8})?(?:EJ:\s{0,8})?`,
].join('')}`
/** The same at the beginning of a line. */
export const STAMP = new RegExp(`^${LINE_STAMP}`)
/** What may be between a label and its value: nothing that was hidden before, and no border of a column. */
export const GAP = String.raw`[^\w|*\r\n]`
const OPENING_WORDS = ['PLEASE', 'ENTER', 'ENTERED', 'INPUT', 'YOUR', 'THE', 'FROM', 'TO', 'DEBIT', 'CREDIT']
const OPENING_NOUNS = ['NOMOR', 'NUMBER', 'NO']
const ANY_OPENING = [...OPENING_WORDS, ...OPENING_NOUNS].join('|')
/** Words before a label whose value begins the next line; behind others it is the head of a column. */
export const OPENING = String.raw`^${LINE_STAMP}\W{0,8}(?:(?:${ANY_OPENING})\W{1,8}){0,3}`
/** Labels of Indonesia, where NO without a dot means a number; in English it says that there is none. */
const AFTER_NO = '(?=KARTU|REK|PELANGGAN|(?:HP|VA)(?![A-Z]))'
/** A word for a number before its label: without a colon, too, the value begins the next line. */
export const OPENING_NOUN = String.raw`(?:(?:NOMOR|NUMBER)\W{1,8}|NO(?:\W{0,3}[.:]\W{0,5}|\W{1,8}${AFTER_NO}))`

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
  /** Matches a text that is a label as a whole, such as the head of a column. */
  readonly head: RegExp
  /**
   * In every line of a text that one of the others matches in one of these matches, and in few others. Global; apart
   * they are found much faster than as one.
   */
  readonly marks: readonly RegExp[]
}

/** The context that card labels give, the shared ones and these. */
export const createCardContext = (labels: readonly string[]): CardContext => {
  const words = wordsPattern([...CARD_LABELS, ...labels])
  const stripes = wordsPattern(STRIPE_LABELS)
  const noun = String.raw`(?:[^\w|*\r\n]{0,8}_?(?:${NOUNS.join('|')})(?![A-Z]))`
  const verb = String.raw`(?<verb>(?:[^\w|*\r\n]{1,8}(?:${[...VERBS, ...CARD_KINDS].join('|')})(?![A-Z])){1,3})?`
  const label = `(?:${words}|(?<stripe>${stripes}))${noun}{0,3}`
  const end = `(?:${noun}{1,2}${GAP}{0,40}|${OPEN_END})$`
  // Where the head of a column ends: before a border, at the end of the line too. No values are behind it.
  const headEnd = String.raw`${noun}{0,2}[^\w\r\n]{0,8}(?:[ ]{2}|[\t|]|$)(?![^\r\n]{0,80}(?:\*|\d{4}))`
  const nounFirst = `${OPENING_NOUN}(?:${words})${GAP}{0,40}$`
  // The commonest beginning of a number; what follows is read by code.
  const number = String.raw`(?:%?B)?(?=(?:\d[ \t.\u00a0\u00c2-]{0,6}){${MIN_NAMED_DIGITS}})`
  const tags = String.raw`(?:^|[^\dA-Z:-])${TAGS}${TAG_LENGTH}`
  return {
    before: new RegExp(
      String.raw`(?:(?:${LABEL_START}${label}${verb}|${tags})${GAP}{0,80}|(?<mark>;))${number}|%B(?=\d)`,
      'gi',
    ),
    atEnd: new RegExp(`${OPENING}(?:(?:${words}|${stripes})${end}|${nounFirst})`, 'i'),
    head: new RegExp(`${OPENING}(?:${words}|${stripes})${noun}{0,2}[^\\w\\r\\n]{0,8}$`, 'i'),
    marks: [
      nounFirst,
      `(?:${words}|${stripes})(?:${noun}{0,3}${verb}${GAP}{0,80}${number}|${end}|${headEnd})`,
      [
        String.raw`5[A7](?:[\])>]|\(\d|[ ,|(:=]{1,3}[01][\dA-F]|[ ]{0,3}[=:] )|TAG|9F ?6B|T[12] {0,3}[=:]`,
        String.raw`[;B]\d{12}|[*X]\d{4}D\d{4}|[*X]\d{4} {1,3}${TRACK_BEGINNING}|${CHIP_AND_CARD}`,
      ].join('|'),
    ].map((mark) => new RegExp(mark, 'gim')),
  }
}

const SHARED = createCardContext([])
/** What may be before a number that begins a line. */
const BEGINNING = new RegExp(String.raw`^${LINE_STAMP}[^\w*\r\n]{0,40}(?=\d)`)

/** From this length on only what a single character parts can still be the end of a card number. */
const USUAL_DIGITS = 16
/** Groups of a card number have as many digits, but the last one; those of a dump of bytes have two. */
const MIN_GROUP = 3
const BYTE_GROUP = 2

/** Whether a group of digits is the beginning of something else: of a number hidden before, of a word. */
const isCutOff = (text: string, at: number): boolean => /[*A-Z:/]/i.test(text.charAt(at))

/** The length of a dump as it is printed before it, in bytes, or not known; null where a number is no dump. */
type Dump = number | 'unknown' | null

/** The second nibble of a byte whose first one is the last digit of a number. */
const FILLER = /^F(?![\dA-Z])/i
/** What tags of two bytes begin with, which may follow a number. */
const TAG_BEGINNING = /^[59]F/i

/**
 * Whether the group from `at` to `to` of a dump, behind as many digits, is the end of its number, filled up with a
 * nibble. Where no length says so, behind 16 digits it is the next tag.
 */
const isFilledUp = (text: string, { from: at, to }: Span, digits: number, dump: Dump): boolean => {
  if (dump === null || (to - at) % 2 === 0 || !FILLER.test(text.slice(to, to + 2))) return false
  if (dump === 'unknown') return digits !== USUAL_DIGITS || !TAG_BEGINNING.test(text.slice(at, to + 1))
  return digits + to - at < 2 * dump
}

/**
 * Where the number ends that begins at `from` and whose digits are together or in groups; -1 for fewer than 12 digits
 * or more than 19. Of several readings the longest is taken: it hides what every shorter one would.
 */
const numberEnd = (text: string, from: number, dump: Dump): number => {
  const minGroup = dump === null ? MIN_GROUP : BYTE_GROUP
  let end = runEnd(text, from)
  let digits = end - from
  let group = digits
  if (digits > MIN_NAMED_DIGITS) return digits <= MAX_CARD_DIGITS ? end : -1
  for (;;) {
    const gap = gapLength(text, end, 1)
    const next = runEnd(text, end + gap)
    const added = next - end - gap
    if (gap === 0 || added === 0 || group < minGroup || digits + added > MAX_CARD_DIGITS) break
    const isLast = isFilledUp(text, { from: end + gap, to: next }, digits, dump)
    if (isCutOff(text, next) && !isLast) break
    // After a run of 12 digits only the last 4 can follow: any other number is the next column.
    if (end - from === MIN_NAMED_DIGITS && added !== LAST_DIGITS) break
    if (digits >= USUAL_DIGITS && gap > 1) break
    digits += added
    group = added
    end = next
  }
  return digits < MIN_NAMED_DIGITS ? -1 : end
}

/** `20181001` or `2018-10-01`, with a time behind it. */
const DATE = /20\d\d([-.]?)(?:0\d|1[0-2])\1[0-3]\d(?:\D|$)/y

const countDigits = (text: string, { from, to }: Span): number => text.slice(from, to).replaceAll(/\D/g, '').length

/** The number that begins at `from`, without the zeros that fill up its field; null for none. */
const namedNumber = (text: string, from: number, dump: Dump): Span | null => {
  DATE.lastIndex = from
  if (DATE.test(text)) return null
  const start = unpadded(text, from)
  const end = numberEnd(text, start, dump)
  if (end >= 0) return { from: start, to: end }
  const padded = start === from ? -1 : numberEnd(text, from, dump)
  return padded < 0 ? null : { from, to: padded }
}

/** What names a number, by the groups of the expression. */
type Named = Readonly<Record<'stripe' | 'mark' | 'verb' | 'tag' | 'card' | 'track' | 'length', string | undefined>>
const UNNAMED: Named = {
  ...{ stripe: undefined, mark: undefined, verb: undefined, tag: undefined, card: undefined, track: undefined },
  length: undefined,
}

/** The dump that these names announce. */
const dumpOf = ({ tag, card, track, length }: Named): Dump => {
  if ((tag ?? card ?? track) === undefined) return null
  return length === undefined ? 'unknown' : Number.parseInt(length, 16)
}

/** Whether a number with this name before it may be another one, and is not long enough for a card's, or no stripe. */
const isOther = (text: string, number: Span, by: Named): boolean => {
  const next = text.slice(number.to, number.to + 5)
  if (by.mark !== undefined) return !/^[=?]/.test(next)
  if (by.track !== undefined) return !/^[D=]\d{4}/i.test(next)
  if (by.verb !== undefined && isDateWithTime(text.slice(number.from, number.to))) return true
  return (by.verb ?? by.card) !== undefined && countDigits(text, number) < MIN_CARD_DIGITS
}

/** Track data behind a number that was hidden before. */
const HIDDEN_TRACK = /[*X]\d{4}D(?=\d{4})/gi

/** The number of a stripe, which may have been hidden before, and the spaces before its track data. */
const SPACED_NUMBER = String.raw`(?:\d{12,19}|\d{4,6}[*X]{2,13}\d{4})[ ]{1,3}(?=${TRACK_BEGINNING})`
/** Track data that a space parts from the number of a stripe. */
const SPACED_TRACK = new RegExp(
  String.raw`(?:TRACK|TRK)[ ._-]{0,3}(?:DATA|[123]|II)(?:[^\w\r\n]{0,8}DATA)?[^\w\r\n]{1,20}${SPACED_NUMBER}`,
  'gi',
)
/** A card number byte by byte, which may have been hidden before, and the first byte of its track data. */
const DUMPED_NUMBER = String.raw`(?<number>(?:(?:\d\d|[*X]{2})[ ]){6,9}[\d*X]?)(?=D\d?(?: \d\d){2})`
/** Such a number in a dump of tag 57; a length may be before it. */
const DUMPED_TRACK = new RegExp(
  String.raw`(?:57|9F ?6B)[^\w*\r\n]{1,8}(?:(?:LEN[^\w\r\n]{0,4})?(?:0[A-F]|1[0-3])[^\w*\r\n]{1,8})?${DUMPED_NUMBER}`,
  'gi',
)
/** Up to the nibble that fills up the last byte: the next tag is no track data. */
const DUMPED_BYTES = /D\d?(?: \d\d){0,12}(?: \dF)?/iy

const trackOnly = (from: number, to: number): CardNumber => ({
  ...{ from, to, digits: { from, to: from }, track: { from, to }, named: true },
})

/** Track data apart from its number, and both in a dump of bytes. */
const findParted = (text: string): readonly CardNumber[] => {
  const found: CardNumber[] = []
  SPACED_TRACK.lastIndex = 0
  while (SPACED_TRACK.test(text)) found.push(trackOnly(SPACED_TRACK.lastIndex, runEnd(text, SPACED_TRACK.lastIndex)))
  DUMPED_TRACK.lastIndex = 0
  for (let match = DUMPED_TRACK.exec(text); match !== null; match = DUMPED_TRACK.exec(text)) {
    const { number = '' } = match.groups ?? {}
    const to = DUMPED_TRACK.lastIndex
    DUMPED_BYTES.lastIndex = to
    DUMPED_BYTES.test(text)
    found.push(trackOnly(to + 1, DUMPED_BYTES.lastIndex))
    if (!/[*X]/i.test(number))
      found.push(cardAt(text, { from: to - number.length, to: to - (number.endsWith(' ') ? 1 : 0) }, (at) => at, true))
  }
  return found
}

/**
 * Finds the numbers of 12 to 19 digits in a card context, whatever their first and their check digit: behind a label,
 * in the form of a magnetic stripe and in tags of a chip's data; with the track data behind them. A number that was
 * hidden before is left. `begins`: the line before ended in a label. Time is in proportion to the text.
 */
export const findNamedCards = (text: string, context = SHARED, begins = false): readonly CardNumber[] => {
  const found: CardNumber[] = []
  const trackEnd = createTrackEnds(text)
  const push = (at: number, by: Named): void => {
    const number = namedNumber(text, at, dumpOf(by))
    if (number !== null) {
      if (!isOther(text, number, by)) found.push(cardAt(text, number, trackEnd, true))
      return
    }
    // The content of a stripe without its separators is hidden as a whole.
    const end = runEnd(text, at)
    if (by.stripe !== undefined && end - at > MAX_CARD_DIGITS)
      found.push(cardAt(text, { from: at, to: end }, trackEnd, true))
  }
  const first = begins ? BEGINNING.exec(text) : null
  // A reference has 12 digits, and may follow where the label has no number.
  if (first !== null) push(first[0].length, { ...UNNAMED, card: '' })
  context.before.lastIndex = 0
  for (let match = context.before.exec(text); match !== null; match = context.before.exec(text))
    push(context.before.lastIndex, { ...UNNAMED, ...match.groups })
  HIDDEN_TRACK.lastIndex = 0
  while (HIDDEN_TRACK.test(text)) {
    const at = HIDDEN_TRACK.lastIndex - 1
    found.push({
      from: at,
      to: at,
      digits: { from: at, to: at },
      track: { from: at + 1, to: trackEnd(at) },
      named: true,
    })
  }
  return [...found, ...findParted(text)]
}
