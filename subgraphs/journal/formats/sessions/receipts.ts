import { mayBeThousandths, readAmount, readCurrency } from './amounts.ts'
import {
  type Attempt,
  isSettled,
  type Numbers,
  type STAN_RANKS,
  takeHostCode,
  takeHostTime,
  takeHostWords,
  takeNumber,
  takeReceiptCard,
  takeRrn,
  takeStan,
} from './attempt.ts'
import { printedCard } from './cards.ts'
import { type DateBounds, localDate, readDate, readTime, toMoment } from './dates.ts'
import { startsIn } from './line-shapes.ts'
import { mayRefuse, takeRefusal } from './refusals.ts'
import type { TransactionKind } from './transaction.ts'

const CODE = /^(?:\d|[0-9A-Z]{2,4})$/
/** `ERROR.ISSUER`: the host's own name for why it refused. */
const ERROR_NAME = /^ERROR\.[A-Z._]{1,40}$/
const WORDS: Readonly<Record<string, 'APPROVED' | 'DECLINED'>> = {
  APPROVED: 'APPROVED',
  SUCCESS: 'APPROVED',
  SUCCESSFUL: 'APPROVED',
  DECLINED: 'DECLINED',
  REJECTED: 'DECLINED',
  REFUSED: 'DECLINED',
  DENIED: 'DECLINED',
  FAILED: 'DECLINED',
  UNSUCCESSFUL: 'DECLINED',
}
/** `RESPONSE : NOT APPROVED`. */
const NOT_APPROVED = /^NOT (?:APPROVED|AUTHORI[SZ]ED|PERMITTED|ALLOWED|SUCCESSFUL)\b/
const REFERENCE = /^[0-9A-Z]{1,20}$/

/** A number, the letters or number of its currency before or after it. */
const MONEY =
  /^(?:([A-Z]{3}) {0,3}|(RP|RS)\.? {0,12})?[$€£]? ?(\d[\d.,']{0,23})(?: {1,20}([A-Z]{3}|\d{3})|([A-Z]{3}))?$/
/** Digits padded with zeros may be hundredths or whole units: no amount of a receipt. */
const PADDED = /^0\d+$/

/** Fields may be side by side, two spaces or more between. */
const MAX_COLUMNS = 8
const SPACE = 0x20

const firstColumn = (text: string): string => {
  const end = text.indexOf('  ')
  return end < 0 ? text : text.slice(0, end)
}

/** What a field writes into: the attempt, and how dates are to be read. */
type Into = { readonly attempt: Attempt; readonly bounds: DateBounds; readonly settled: boolean }

type Field = {
  /** The characters that the name may begin with. */
  readonly begins: string
  /** The name at the beginning of a line, with what is between it and the value. */
  readonly name: RegExp
  /** Takes the value; false if it is none of this field. `settled`: what is known already is kept. */
  read(into: Into, value: string): boolean
}

const BRACKETED = /^\[ ?([0-9A-Z]{1,20}) ?\]/

/** The number that a value begins with; null for none. */
const numberIn = (value: string): string | null => {
  const first = BRACKETED.exec(value)?.[1] ?? (value.includes(' ') ? (value.split(' ', 1)[0] ?? '') : value)
  return REFERENCE.test(first) && /\d/.test(first) ? first : null
}

const takeAs =
  (name: Exclude<keyof Numbers, 'stan' | 'hostDate' | 'accountTail'>): Field['read'] =>
  ({ attempt }, value) => {
    const number = numberIn(value)
    if (number === null) return false
    takeNumber(attempt, name, number)
    return true
  }

/** `5169 0800 0777`: the digits of a retrieval reference in groups, which are twelve. */
const SPACED_RRN = /^\d{2,6}(?: \d{2,6}){1,5}$/
const RRN_LENGTH = 12

const joinedRrn = (value: string): string | null => {
  const joined = SPACED_RRN.test(value) ? value.replaceAll(' ', '') : ''
  return joined.length === RRN_LENGTH ? joined : null
}

const takeRrnOf: Field['read'] = ({ attempt, settled }, value) => {
  const number = joinedRrn(firstColumn(value)) ?? numberIn(value)
  if (number === null) return false
  if (!settled || attempt.numbers.rrn === null) takeRrn(attempt, number)
  return true
}

const takeStanAs =
  (source: keyof typeof STAN_RANKS): Field['read'] =>
  ({ attempt, settled }, value) => {
    const number = numberIn(value)
    if (number === null) return false
    if (!settled || attempt.numbers.stan === null) takeStan(attempt, source, number)
    return true
  }

const ACCOUNT_TAIL = /^[0-9X*#. -]{0,30}?(\d{4})(?: |$)/

/** The last four digits of an account, the rest of which is hidden. */
const takeAccount: Field['read'] = ({ attempt }, value) => {
  const tail = ACCOUNT_TAIL.exec(value)?.[1]
  if (tail === undefined) return false
  takeNumber(attempt, 'accountTail', tail)
  return true
}

const HOST_DATE = /^(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d))(?: |$)/

/** A date of the host, as it stands at the beginning of a text; null for none that can be true. */
export const hostDateOf = (value: string, bounds: DateBounds): string | null => {
  const [, isoYear, isoMonth, isoDay, first, second, year] = HOST_DATE.exec(value) ?? []
  const parts = isoYear === undefined ? [first, second, year] : [isoMonth, isoDay, isoYear]
  if (parts[0] === undefined) return null
  const day = readDate(Number(parts[0]), Number(parts[1]), Number(parts[2]), bounds)
  return day === null ? null : localDate(day)
}

const HOST_TIME = /^\S{6,10} {1,8}(\d\d:\d\d(?::\d\d)?)(?: |$)/

/** Takes the date, and the time where there is one, at the beginning of a text; false if there is none. */
export const takeHostDate = (attempt: Attempt, text: string, bounds: DateBounds): boolean => {
  const date = hostDateOf(text, bounds)
  if (date === null) return false
  takeNumber(attempt, 'hostDate', date)
  const seconds = readTime(HOST_TIME.exec(text)?.[1] ?? '')
  if (seconds !== null) takeHostTime(attempt, toMoment(date) + seconds)
  return true
}

const takeHostDateOf: Field['read'] = ({ attempt, bounds }, value) => takeHostDate(attempt, value, bounds)

/** Whether a text is a response code: one digit, or two to four characters with a digit among them. */
const isCode = (text: string): boolean => CODE.test(text) && /\d/.test(text)

const takeResponse: Field['read'] = ({ attempt }, value) => {
  const first = BRACKETED.exec(value)?.[1] ?? value.split(' ', 1)[0] ?? ''
  const word = NOT_APPROVED.test(value) ? 'DECLINED' : (WORDS[first] ?? null)
  if (word !== null) takeHostWords(attempt, word)
  else if (ERROR_NAME.test(first) || isCode(first)) takeHostCode(attempt, first)
  else if (value === '') attempt.awaitsCodeAt = attempt.line
  else if (/\d/.test(first)) attempt.unread = !isSettled(attempt) && attempt.answers.length === 0
  else return false
  return true
}

const takeMoney: Field['read'] = ({ attempt, settled }, value) => {
  const [, before, sign, number = '', apart, after] = MONEY.exec(value) ?? []
  const currency = sign === 'RP' ? 'IDR' : readCurrency(before ?? apart ?? after ?? '')
  const minor = PADDED.test(number) ? null : readAmount(number, currency ?? attempt.currency)
  const isUnsure = (currency ?? attempt.currency) === null && mayBeThousandths(number)
  if (minor === null) {
    if (isUnsure && attempt.amountMinor === null) attempt.unsureAmount = number
    return false
  }
  // A balance asked for after the withdrawal prints zero.
  if (attempt.amountMinor !== null && (settled || (attempt.cash.presented && minor === 0n))) return true
  attempt.amountMinor = minor
  attempt.currency = currency ?? attempt.currency
  attempt.unsureAmount = isUnsure ? number : null
  return true
}

const takeCurrency: Field['read'] = ({ attempt, settled }, value) => {
  const currency = readCurrency(value)
  if (currency === null || (settled && attempt.currency !== null)) return currency !== null
  attempt.currency = currency
  // The amount was printed above its currency.
  if (attempt.unsureAmount !== null) attempt.amountMinor = readAmount(attempt.unsureAmount, currency)
  attempt.unsureAmount = null
  return true
}

const IN_GROUPS = /[ -]/

const takeCard: Field['read'] = ({ attempt }, value) => {
  const card = printedCard(IN_GROUPS.test(value) ? value.replaceAll(/[ -]/g, '') : value)
  takeReceiptCard(attempt, card)
  return card !== null
}

const KINDS: readonly { readonly words: RegExp; readonly kind: TransactionKind }[] = [
  { words: /^(?:CASH |CARDLESS )?WITHDRAWAL\b|^FAST CASH\b|^WID\b/, kind: 'WITHDRAWAL' },
  { words: /^(?:ONLINE )?(?:CASH )?DEPOSIT\b|^DEP\b/, kind: 'DEPOSIT' },
  { words: /^(?:FUNDS? )?TRANSFER\b|^(?:TRF|TFR)\b/, kind: 'TRANSFER' },
  { words: /^BALANCE (?:INQ|ENQ)|^INQUIRY\b|^(?:BAL|INQ)\b|^MINI STATEMENT\b/, kind: 'BALANCE' },
  { words: /^PIN CHANGE\b/, kind: 'OTHER' },
]

/** The kind that a title, or the name of an operation, names; null for none. */
export const kindNamed = (text: string): TransactionKind | null =>
  KINDS.find(({ words }) => words.test(text))?.kind ?? null

const takeKind: Field['read'] = ({ attempt }, value) => {
  const kind = kindNamed(value)
  attempt.named ??= kind
  return kind !== null
}

/** The amount beside the name of what was done, as in `WITHDRAWAL  1000.00`. */
const takeNamed: Field['read'] = (into, value) =>
  value === '' || takeMoney(into, value) || takeMoney(into, firstColumn(value))

/** What is between a name and its value. */
const VALUE = '\\.? {0,20}[:=]? {0,20}'
const named = (begins: string, name: string, read: Field['read'], value = VALUE): Field => ({
  begins,
  name: new RegExp(`^(?:${name})${value}`),
  read,
})
const COLON = ' {0,20}[:=] {0,20}'

const FIELDS: readonly Field[] = [
  named('R', 'RRN(?: ?NO)?', takeRrnOf),
  named('R', '(?:RETRIEVAL )?REF(?:ERENCE)?(?: ?(?:NO|NUMBER))\\b', takeAs('rrn')),
  named('N', 'NO\\. ?REF', takeAs('rrn')),
  named('S', 'STAN(?: ?NO)?', takeStanAs('stan')),
  named('T', '(?:TRAN|TXN|TRANSACTION|TRN\\.?) ?(?:NO|NUMBER|NBR)\\b', takeStanAs('record')),
  named('T', 'TRACE(?: ?NO| ?NUMBER)?\\b', takeStanAs('trace')),
  named('A', 'AUTH(?:ORI[SZ]ATION)?\\.?(?: ?(?:CODE|NO|NUMBER|ID))?\\b', takeAs('authorisationCode')),
  named('A', 'APPROVAL(?: CODE| NO)?\\b', takeAs('authorisationCode')),
  named('T', 'TERM(?:INAL)?\\.? ?(?:ID|NO|NUMBER)\\b', takeAs('terminalId')),
  named('A', '(?:ACCOUNT|ACCT\\.?|A/C) ?(?:NO|NUMBER|NBR)\\b', takeAccount),
  named('FT', '(?:FROM|FR|TO) (?:ACCOUNT|ACCT|A/C)\\b(?: ?(?:NO|NUMBER))?', takeAccount),
  named('D', 'DATE(?:/TIME)?', takeHostDateOf, COLON),
  named('R', 'RESP(?:ONSE)?\\.? {1,3}CODE', takeResponse),
  named('R', 'RESP(?:ONSE)?', takeResponse, COLON),
  named('TA', '(?:TXN |TRAN |TRN\\. ?|TRANSACTION )?AM(?:OUN)?T\\b', takeMoney),
  named('C', 'CURRENCY(?: CODE)?\\b', takeCurrency),
  named('T', '(?:TXN|TRAN|TRN|TRANSACTION)(?: TYPE)?', takeKind, COLON),
  named('CP', '(?:CARD|PAN)(?: ?(?:NO|NUMBER|NBR))?', takeCard),
]

/** The names of all fields, to be checked for linear time. */
export const FIELD_NAMES: readonly RegExp[] = FIELDS.map(({ name }) => name)

const NAMED =
  /^(?:(?:CASH |CARDLESS )?WITHDRAWAL|FAST CASH|(?:ONLINE )?(?:CASH )?DEPOSIT|(?:FUNDS? )?TRANSFER|BALANCE [EI]NQUIRY)(?: AMOUNT)? {0,20}:? {0,20}/

/** What begins any name at the beginning of a column. */
const ANY_NAME =
  /(?:^| {2})(?:RRN|RETR|REF|NO\. ?REF|STAN|TRA|TRN|TXN|TERM|AUTH|APPROVAL|ACC|A\/C|FR|TO |DATE|RESP|AMOUNT|AMT|CURRENCY|CARD|PAN|CASH|WITHDRAWAL|FAST|DEPOSIT|FUND|BALANCE|ONLINE)/

const isNamed = startsIn('CA', 'WI', 'FA', 'DE', 'FU', 'TR', 'BA', 'ON')

/** The fields whose names may begin with a character, by its code. */
const FIELDS_BY_CODE: readonly (readonly Field[])[] = Array.from({ length: 128 }, (_, code) =>
  FIELDS.filter(({ begins }) => begins.includes(String.fromCharCode(code))),
)
const NO_FIELDS: readonly Field[] = []

/** What any of these names begins with: most lines of a journal hold none, nor columns. */
const NAMES = [
  'RRN',
  'STAN',
  'TRAN',
  'TXN',
  'RESP',
  'AMOUNT',
  'CURRENCY',
  'CARD',
  'PAN',
  'WITHDRAWAL',
  'FAST',
  'DEPOSIT',
  'FUND',
  'BALANCE',
  'RETR',
  'REF',
  'NO',
  'TERM',
  'AUTH',
  'APPROVAL',
  'ACC',
  'A/C',
  'FR',
  'TO',
  'DATE',
  'AMT',
  'ONLINE',
]
const mayBeField = startsIn(...NAMES)
/** A letter that is no capital, or none of ASCII. */
const isSmallCode = (code: number): boolean => code >= 0x61

/** Whether a line may be one of a receipt, in capitals or not. */
export const mayBeReceipt = (text: string): boolean =>
  mayBeField(text) ||
  mayRefuse(text) ||
  text.includes('  ') ||
  isSmallCode(text.charCodeAt(0)) ||
  isSmallCode(text.charCodeAt(1))

/** A field at the beginning of the text; true if it is one that says something. */
const takeField = (into: Into, text: string): boolean => {
  const { attempt } = into
  const name = isNamed(text) ? NAMED.exec(text)?.[0] : undefined
  if (name !== undefined && takeNamed(into, text.slice(name.length))) {
    attempt.named ??= kindNamed(text)
    return true
  }
  for (const field of FIELDS_BY_CODE[text.charCodeAt(0)] ?? NO_FIELDS) {
    const found = field.name.exec(text)?.[0]
    if (found === undefined) continue
    const value = text.slice(found.length)
    if (field.read(into, value)) return true
    if (value.includes('  ')) return field.read(into, firstColumn(value))
  }
  return false
}

/** Whether the line before printed the name of a response code, and no value. */
export const awaitsCode = ({ awaitsCodeAt, line }: Attempt): boolean => awaitsCodeAt > 0 && line - awaitsCodeAt <= 2

/**
 * A line of a receipt in capitals, as a block, as a table or with fields side by side; true if it is one that says
 * something.
 */
export const readReceipt = (attempt: Attempt, text: string, bounds: DateBounds): boolean => {
  const into = { attempt, bounds, settled: isSettled(attempt) }
  if (takeRefusal(attempt, text)) return true
  if (awaitsCode(attempt) && isCode(text)) {
    takeHostCode(attempt, text)
    return true
  }
  const hasColumns = text.includes('  ')
  if (!hasColumns) return mayBeField(text) && takeField(into, text)
  if (!ANY_NAME.test(text)) return false
  let found = takeField(into, text)
  let at = 0
  for (let column = 1; column < MAX_COLUMNS; column += 1) {
    at = text.indexOf('  ', at)
    if (at < 0) break
    while (text.charCodeAt(at) === SPACE) at += 1
    const rest = text.slice(at)
    if (mayBeField(rest)) found = takeField(into, rest) || found
  }
  return found
}
