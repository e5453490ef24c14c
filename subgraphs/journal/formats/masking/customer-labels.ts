import {
  GAP,
  LABEL_START,
  LINE_STAMP,
  OPEN_END,
  OPENING,
  OPENING_NOUN,
  wordsPattern,
} from '../../../kit/cards/card-context.rules.ts'
import type { Span } from '../../../kit/cards/card-digits.rules.ts'
import { readCurrency } from '../sessions/amounts.ts'
import type { CustomerLabel } from '../sessions/family.ts'

const labels = (kind: CustomerLabel['kind'], words: readonly string[]): readonly CustomerLabel[] =>
  words.map((word) => ({ words: word, kind }))

/** The labels that journals of every family may print. */
export const CUSTOMER_LABELS: readonly CustomerLabel[] = [
  ...labels('IDENTIFIER', [
    'CUSTOMER',
    'CUST',
    'CIF',
    'CONSUMER',
    'SUBSCRIBER',
    'NASABAH',
    'IDPEL',
    'ID PEL',
    'PELANGGAN',
    'NO PELANGGAN',
    'NOMOR PELANGGAN',
    'ID PELANGGAN',
    'SENDER',
    'RECEIVER',
  ]),
  ...labels('IDENTIFIER', [
    'MOBILE',
    'MOBILE PHONE',
    'MOB',
    'PHONE',
    'TELEPHONE',
    'TELEPON',
    'TELP',
    'TEL',
    'MSISDN',
    'GSM',
  ]),
  ...labels('IDENTIFIER', ['CELL PHONE', 'CELL NO', 'CELL NUMBER', 'CONTACT NO', 'CONTACT NUMBER', 'NO HP', 'WALLET']),
  ...labels('IDENTIFIER', ['NOMOR HP', 'HANDPHONE', 'HAND PHONE', 'PONSEL']),
  ...labels('IDENTIFIER', ['CELL', 'CONTACT', 'PH NO', 'PH NUMBER', 'ID NO', 'ID NUMBER']),
  ...labels('IDENTIFIER', ['NID', 'NATIONAL ID', 'NATIONAL ID CARD', 'NATIONAL IDENTITY', 'NATIONAL IDENTIFICATION']),
  ...labels('IDENTIFIER', ['IDENTITY', 'IDENTITY CARD', 'ID CARD', 'CIVIL ID', 'EMIRATES ID', 'CNIC', 'NIC NO', 'NIK']),
  ...labels('IDENTIFIER', ['KTP', 'AADHAAR', 'AADHAR', 'FAYDA', 'BVN', 'PASSPORT', 'IQAMA']),
  ...labels('ACCOUNT', ['ACCOUNT', 'ACCT', 'A/C', 'ACC', 'AC NO', 'IBAN', 'CREDIT TO', 'NOREK']),
  ...labels('ACCOUNT', ['NO VA', 'NOMOR VA', 'VA NO', 'VA NUMBER']),
  ...labels('ACCOUNT', ['FROM ACCOUNT', 'TO ACCOUNT', 'FROM ACC', 'TO ACC', 'FROM ACCT', 'TO ACCT']),
  ...labels('ACCOUNT', ['BENEFICIARY', 'BENEF', 'PAYEE', 'REK', 'REKENING', 'CUENTA', 'COMPTE', 'KONTO']),
  ...labels('NAME', ['CUSTOMER NAME', 'CUST NAME', 'ACCOUNT NAME', 'ACCT NAME', 'A/C NAME', 'BENEFICIARY NAME']),
  ...labels('NAME', ['PAYEE NAME', 'CARDHOLDER NAME', 'CARD HOLDER NAME', 'HOLDER NAME', 'SURNAME', 'FIRST NAME']),
  ...labels('NAME', ['LAST NAME', 'FULL NAME', 'SENDER NAME', 'RECEIVER NAME', 'RECIPIENT NAME', 'DEPOSITOR NAME']),
  ...labels('NAME', ['REMITTER NAME', 'NAMA NASABAH', 'NAMA PENERIMA', 'NAMA PENGIRIM', 'ATAS NAMA']),
  ...labels('NAME', ['NAMA PELANGGAN', 'NAMA PEMILIK', 'NAMA REKENING', 'A/N', 'ACCOUNT TITLE', 'ACCT TITLE']),
  ...labels('NAME', ['A/C TITLE', 'TITLE OF ACCOUNT']),
]
/** What names a telephone's number only where the number looks like one: HP is a maker too. */
const PHONE_FIELDS = ['HP']
/** What is a customer's name only before a colon, as a receipt prints it, and something else in a sentence. */
const NAME_FIELDS = [
  ...['CARDHOLDER', 'CARD HOLDER', 'ACCOUNT HOLDER', 'BENEFICIARY', 'PAYEE', 'CUSTOMER', 'NAMA', 'SENDER', 'RECEIVER'],
  ...['PENERIMA', 'PENGIRIM', 'DEPOSITOR', 'REMITTER', 'RECIPIENT'],
]
/** Labels that also are words of a sentence: a number behind them is a customer's only if it is long. */
const LOOSE = /^(?:CUSTOMER|CUST|CONSUMER|SUBSCRIBER|NASABAH|PELANGGAN|SENDER|RECEIVER|WALLET|ACC|CELL|CONTACT)\W*$/i
const LONG_NUMBER = 8
/** A reference to a transaction, not a customer's number. */
const REFERENCE = /^CUST(?:OMER)?[^A-Z\d]{0,8}REF/i
/** Labels that name a customer's number only where no word precedes them: a terminal has an id too. */
const BARE = /^ID[^A-Z\d]{1,3}(?!PEL|[^A-Z\d])/i
const WORD_BEFORE = /[A-Z][^A-Z\d]{0,3}$/i
/** Words before a label that may make an amount of the number behind it; who asks for a balance prints none. */
const AMOUNT_BEFORE = /\b(?:AMOUNT|AMT|(?:BALANCE|BAL)(?!\W{0,3}[EI]NQ))\b(?<between>[^:=|]{0,40})$/i
/** What a label contains that names a number: no amount is behind it. */
const NUMBERED = /(?:NO|NUM|NUMBER|NBR|ID)(?![A-Z])|^\W?NO/i
/** What machines print where a name could be: beginnings of words, and words that begin names too. */
const NO_NAME = new RegExp(
  `^(?:${[
    'CANCEL|APPROV|DECLIN|REJECT|SUCCESS|TRANSACTION|RESPONSE|WITHDRAW|DEPOSIT|TRANSFER|SELECT|REQUEST|REVERS|INVALID',
    'BERHASIL|GAGAL|SUKSES|SALDO|IDR|TABUNGAN|GIRO|KE(?![A-Z])|BANK(?![A-Z])|OF(?![A-Z])|AMOUNT|RRN|RP(?![A-Z])',
    'OPCODE|TIMEOUT|TIMED|UNKNOWN|(?:FAIL|FAILED|TAKEN|NOTES?|CASH|CARD|YES|NO|OK|NONE|NULL|PIN|ERROR)(?![A-Z])',
  ].join('|')})`,
  'i',
)

/** A label that has the word for a number in it: its value may begin the next line, but that of any id. */
const WITH_NOUN = /^(?!ID )(?:.* )?(?:NO|NOMOR|NUMBER)(?: |$)/i
/** A word for a number before a label. */
const NOUN_FIRST = new RegExp(LABEL_START + OPENING_NOUN, 'i')
/** ACC is a word of its own too, but not so behind these. */
const OF_ACCOUNT = /(?:FROM|TO)\W{1,3}ACC(?![A-Z])/i

const CONNECTORS = ['NUMBER', 'NUM', 'NOMOR', 'NO', 'NBR', 'ID', 'CODE', 'IS', 'ENTERED', 'PHONE', 'REF']
const connectorOf = (words: readonly string[]): string =>
  String.raw`(?:[^\w|*\r\n]{0,8}_?(?:${words.join('|')})(?![A-Z]))`
/** An account's label may offer a card's number too; it is hidden as an account's then. */
const ACCOUNT_CONNECTOR = connectorOf([
  ...CONNECTORS,
  ...[
    'CARD',
    'ACC',
    'ACCOUNT',
    'ACCT',
    'A/C',
    'TO',
    'FROM',
    'TYPE',
    'SAVINGS',
    'CURRENT',
    'TUJUAN',
    'ASAL',
    'SUMBER',
    'DEBET',
    'PENERIMA',
  ],
])
const CONNECTOR = connectorOf(CONNECTORS)
/** A number, perhaps after letters and in groups. */
const VALUE = String.raw`(?:[A-Z]{1,12}-?)?\d[\dA-Z*]{0,40}(?:[ ./()-]{1,2}\d[\dA-Z*]{0,40}){0,10}`
const IBAN = String.raw`[A-Z]{2}\d\d(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,3})?(?![\dA-Z])`
/** Words up to the next column. */
const NAME = String.raw`[^\d\s:=|*[\]"'(){}<>][^\d\r\n:=|*[\]"(){}<>]{0,120}`

/** From this length on, digits without a gap are a whole number: what follows is the next column. */
const WHOLE_NUMBER = 8
const MIN_DIGITS = 4
/** The longest country code, and what may be behind one without a gap. */
const CODE_DIGITS = 3
const AFTER_CODE = /^\d[\d-]{5,12}\d$/
const MAX_AFTER_CODE = 11
const KEPT_OF_ACCOUNT = 4

const digitsOf = (text: string): number => text.replaceAll(/\D/g, '').length

const DATE = /^(?:[0-3]?\d[-/.][01]?\d[-/.](?:20)?\d\d|20\d\d[-/.][01]?\d[-/.][0-3]?\d)(?![\d-])/
/** `5000.00`, `RP1.950.000` */
const AMOUNT = /^(?:[A-Z]{0,3}\d+\.\d\d|[A-Z]{1,3}\d{1,3}(?:\.\d{3})+)$/i
/** `RP10000000` */
const CURRENCY = /^[A-Z]{1,3}[1-9]\d*$/i
/** Behind a number that is an amount. */
const FRACTION = /^,\d\d/
/** Letters behind a number that may be a currency's: those before a further number are of that one. */
const LETTERS_BEHIND = /\d ?([A-Z]{2,3})(?![A-Z]|[. ]{0,3}\d)/i
const HIDDEN = /\*|^X{4,}\d{0,4}$/i

/** The part of a value that is one number: groups after a short first one, and no amount. `after`: what follows. */
const numberOf = (value: string, after: string): string => {
  const [first = '', ...rest] = value.split(' ')
  if (digitsOf(first) >= WHOLE_NUMBER) return first
  // Of a time behind the number, the hours.
  const groups = after === ':' ? rest.slice(0, -1) : rest
  const [second = ''] = groups
  const isCode = digitsOf(first) <= CODE_DIGITS && AFTER_CODE.test(second)
  if (isCode && digitsOf(second) >= WHOLE_NUMBER && digitsOf(second) <= MAX_AFTER_CODE) return `${first} ${second}`
  const end = groups.findIndex((group) => !/^[\d-]{2,7}$/.test(group))
  return [first, ...(end < 0 ? groups : groups.slice(0, end))].join(' ')
}

/** How many characters of an account's number are hidden: all letters and digits but the last four. */
const accountLength = (value: string): number => {
  let kept = 0
  let end = value.length
  while (end > 0 && kept < KEPT_OF_ACCOUNT) {
    end -= 1
    if (/[\dA-Z*]/i.test(value[end] ?? '')) kept += 1
  }
  return end
}

/** Telephone numbers of where HP is a label, from within the country and from outside. */
const MOBILE = /^(?:0[1-9]|6[02])\d{7,12}$/
const isMobile = (number: string): boolean => MOBILE.test(number.replaceAll(/\D/g, ''))

/** Whether the letters of a currency are at the end of a number or behind it. */
const hasCurrency = (text: string): boolean => {
  const letters = LETTERS_BEHIND.exec(text)?.[1] ?? ''
  return letters.toUpperCase() === 'RP' || (letters.length === 3 && readCurrency(letters) !== null)
}

/** Whether a number is too long for an amount: bare digits, or groups that no dot parts, without a currency. */
const isTooLong = (number: string, after: string): boolean =>
  digitsOf(number) >= LONG_NUMBER &&
  !(number.includes('.') || CURRENCY.test(number) || FRACTION.test(after) || hasCurrency(number + after))

/** Whether a match is an amount with the name of an account: the word for it is before the label, and no number. */
const isAmount = (line: string, { value, at, from, to, groups }: Found): boolean => {
  const { label = '', account } = groups
  const between = AMOUNT_BEFORE.exec(line.slice(Math.max(0, from - 120), from))?.groups?.between
  if (between === undefined || /\d/.test(between.slice(0, Math.max(0, between.length - (from - at))))) return false
  if (NUMBERED.test(label) || (account === undefined && !LOOSE.test(label))) return false
  const number = numberOf(value, line.charAt(to))
  const end = from + number.length
  return !isTooLong(number, line.slice(end, end + 12))
}

/** Whether a word is before the label of a match at `at`, which may begin with a separator. */
const isInWords = (line: string, at: number, label: string): boolean =>
  WORD_BEFORE.test(line.slice(0, line.startsWith(label, at) ? at : at + 1))

/** What a label with another one in it begins with, so that the line has the other's mark. */
const PREPOSITION = /^(?:FROM|TO) (?:ACCOUNT|ACCT|ACC)$/

/** Words that labels of names contain. */
const NAME_ENDS = [
  ...['NAME', 'NAMA', 'HOLDER', 'PENERIMA', 'PENGIRIM', 'DEPOSITOR', 'REMITTER', 'RECIPIENT', 'TITLE', 'A/N'],
]
/** A name behind the number of an account, as Indonesian receipts print it. */
const AFTER_ACCOUNT = String.raw`${LABEL_START}(?:REK|REKENING)[ .:]{1,20}[\d*X-]{4,30}[ \t]{1,20}(?=[A-Z]{2})`

const EMPTY: readonly Span[] = []

/** A value that ends a match of an expression. */
type Found = {
  readonly value: string
  readonly at: number
  readonly from: number
  readonly to: number
  readonly groups: Readonly<Record<string, string | undefined>>
}

/** Calls `take` with the value that ends each match of an expression. */
const eachMatch = (expression: RegExp, line: string, take: (found: Found) => void): void => {
  expression.lastIndex = 0
  for (let match = expression.exec(line); match !== null; match = expression.exec(line)) {
    const { value = '' } = match.groups ?? {}
    const to = expression.lastIndex
    take({ value, at: match.index, from: to - value.length, to, groups: match.groups ?? {} })
  }
}

/** The length of a text without the spaces at its end. */
const widthOf = (text: string): number => {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1
  return end
}

/** What of a name's words is the name: up to the next column, without the label of the next field. */
const nameLength = (line: string, { value, to }: Pick<Found, 'value' | 'to'>): number => {
  const columns = value.split(/ {2}|\t/)
  const [name = ''] = columns
  const isLabelled = columns.length === 1 && /^\s{0,20}[:=]/.test(line.slice(to, to + 21))
  const written = widthOf(name)
  const words = isLabelled ? name.slice(0, Math.max(0, name.lastIndexOf(' ', written - 1))) : name
  let length = widthOf(words)
  if (length === 0 || NO_NAME.test(words)) return 0
  // Not within a character of several bytes.
  while (length >= name.length && /[\u0080-\u00bf]/.test(line.charAt(to - value.length + length))) length += 1
  return length
}

/**
 * What a label says as the head of a column: it names a number, a thing that has one, a thing that is a word of a
 * sentence too, or an id that may be anything's.
 */
export type Strength = 'NUMBER' | 'WORD' | 'LOOSE' | 'BARE'

/** Finds what labels name in a line. */
export type LabelSearch = {
  /** Matches in every line that may hold a label, and in few others. Global. */
  readonly mark: RegExp
  /** All that a line is matched with, to be checked for linear time. */
  readonly expressions: readonly RegExp[]
  /** What to hide of a line. */
  find(line: string): readonly Span[]
  /** The label whose value begins the next line, as a colon or a word such as NUMBER says; null for none. */
  openAt(line: string): CustomerLabel['kind'] | null
  /** What a text names that is a label as a whole; null for none. */
  headOf(text: string): { readonly kind: CustomerLabel['kind']; readonly strength: Strength } | null
  /** What to hide of a line that is the value of a label before it; null if it is none. */
  valueOf(line: string, kind: CustomerLabel['kind']): Span | null
}

/** All that lines are matched with, for the labels that all families share and these. */
const createExpressions = (own: readonly CustomerLabel[]) => {
  const all = [...CUSTOMER_LABELS, ...own]
  const wordsOf = (kind: CustomerLabel['kind'], of = all): string =>
    wordsPattern(of.filter((label) => label.kind === kind).map(({ words }) => words))
  const [identifiers, accounts, names] = [wordsOf('IDENTIFIER'), wordsOf('ACCOUNT'), wordsOf('NAME')]
  const firstWords = new Set(
    all
      .filter(({ kind, words }) => kind !== 'NAME' && !PREPOSITION.test(words))
      .map(({ words }) => /^\S{3,}|.*/.exec(words)?.[0] ?? ''),
  )
  const phones = `(?<phone>${wordsPattern(PHONE_FIELDS)})`
  const labelThen = (least: number): string => {
    const account = `(?<account>${accounts})${ACCOUNT_CONNECTOR}{${least},4}`
    return `(?:${account}|(?:${identifiers}|${phones})${CONNECTOR}{${least},4})`
  }
  const withNoun = all.filter(({ words }) => WITH_NOUN.test(words))
  const account = `(?<account>(?:${accounts})${ACCOUNT_CONNECTOR}{1,4}|${wordsOf('ACCOUNT', withNoun)})`
  const identifier = `(?:${identifiers}|${phones})${CONNECTOR}{1,4}|${wordsOf('IDENTIFIER', withNoun)}`
  const fields = `(?:${LABEL_START}(?:${wordsPattern(NAME_FIELDS)})|^${LINE_STAMP}NAME)`
  const begun = `^${LINE_STAMP}NAM[AE][ \\t]{1,20}(?=[A-Z])`
  const afterName = String.raw`(?:[ \t]{0,20}[:=][ \t]{0,3}|[ \t]{1,2}|[ \t]{0,20}(?=["'([]))`
  const afterField = String.raw`(?:[ \t]{0,20}[:=][ \t]{0,3}|[ \t]{1,20}(?=\[))`
  const labelled = `${LABEL_START}(?:${names})${afterName}|${fields}${afterField}`
  const value = `(?<value>${IBAN}|${VALUE})`
  const marks = [...firstWords, ...PHONE_FIELDS, ...NAME_ENDS].toSorted()
  return {
    // A label may be followed by its connector without a gap: MOBILENO, CustomerID.
    // Words with the same beginning are found faster one behind the other.
    mark: new RegExp(`(?:${wordsPattern(marks)})(?![BD-HJ-MOQ-Z])`, 'gi'),
    numbers: new RegExp(`${LABEL_START}(?<label>${labelThen(0)})${GAP}{1,40}${value}`, 'gi'),
    named: new RegExp(`(?:${labelled}|${begun}|${AFTER_ACCOUNT})["'([]?(?<value>${NAME})`, 'gi'),
    openings: [
      `(?<label>${account}|${identifier})${GAP}{0,40}$`,
      `(?<label>${labelThen(0)})${OPEN_END}$`,
      `${OPENING_NOUN}(?<label>${labelThen(0)})${GAP}{0,40}$`,
    ].map((end) => new RegExp(OPENING + end, 'i')),
    head: new RegExp(`${OPENING}(?<label>${labelThen(0)})[^\\w\\r\\n]{0,8}$`, 'i'),
    alone: new RegExp(String.raw`^${LINE_STAMP}${GAP}{0,20}${value}[^\w*]{0,40}$`, 'i'),
  }
}

/** What to hide of a value; null where it is a date, an amount, or was hidden before. `after`: what follows. */
const spanOf = (value: string, from: number, isAccount: boolean, after: string): Span | null => {
  const number = /^[A-Z]{2}\d\d ?[A-Z]/i.test(value) ? value : numberOf(value, after)
  if (DATE.test(number) || AMOUNT.test(number) || HIDDEN.test(number)) return null
  const length = isAccount ? accountLength(number) : digitsOf(number) < MIN_DIGITS ? 0 : number.length
  return length === 0 ? null : { from, to: from + length }
}

/** What the text of a head says, which may have a noun or a preposition before its label. */
const strengthOf = (text: string, label: string): Strength => {
  if (BARE.test(label)) return 'BARE'
  if (NUMBERED.test(label) || NOUN_FIRST.test(text)) return 'NUMBER'
  const isLoose = LOOSE.test(label) || PHONE_FIELDS.includes(label.toUpperCase())
  return isLoose && !OF_ACCOUNT.test(text) ? 'LOOSE' : 'WORD'
}

/** The search for the labels that all families share and these. */
export const createLabelSearch = (own: readonly CustomerLabel[]): LabelSearch => {
  const { mark, numbers, named, openings, head, alone } = createExpressions(own)
  const kindOf = (match: RegExpExecArray | null): CustomerLabel['kind'] | null => {
    if (match === null || REFERENCE.test(match.groups?.label ?? '')) return null
    return match.groups?.account === undefined ? 'IDENTIFIER' : 'ACCOUNT'
  }
  const openingOf = (line: string): RegExpExecArray | null => {
    for (const opening of openings) {
      const match = opening.exec(line)
      if (match !== null) return match
    }
    return null
  }
  return {
    mark,
    expressions: [numbers, named, ...openings, head, alone],
    find(line) {
      const spans: Span[] = []
      eachMatch(numbers, line, (found) => {
        const { value, at, from, to, groups } = found
        const { label = '', account, phone } = groups
        if (phone !== undefined && !isMobile(numberOf(value, line.charAt(to)))) return
        if (isAmount(line, found) || (LOOSE.test(label) && digitsOf(value) < LONG_NUMBER)) return
        if (REFERENCE.test(label) || (BARE.test(label) && isInWords(line, at, label))) return
        const span = spanOf(value, from, account !== undefined, line.charAt(to))
        if (span !== null) spans.push(span)
      })
      eachMatch(named, line, (found) => {
        const length = nameLength(line, found)
        if (length > 0) spans.push({ from: found.from, to: found.from + length })
      })
      return spans.length === 0 ? EMPTY : spans
    },
    openAt: (line) => kindOf(openingOf(line)),
    headOf(text) {
      const match = head.exec(text)
      const kind = kindOf(match)
      const { label = '' } = match?.groups ?? {}
      return kind === null ? null : { kind, strength: strengthOf(text, label) }
    },
    valueOf(line, kind) {
      const match = alone.exec(line)
      const value = match?.groups?.value ?? ''
      return match === null ? null : spanOf(value, match[0].lastIndexOf(value), kind === 'ACCOUNT', '')
    },
  }
}
