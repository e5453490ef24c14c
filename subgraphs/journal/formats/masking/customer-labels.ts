import { OPEN_END, wordsPattern } from '../../../kit/cards/card-context.rules.ts'
import type { Span } from '../../../kit/cards/card-digits.rules.ts'
import type { CustomerLabel } from '../sessions/family.ts'

const labels = (kind: CustomerLabel['kind'], words: readonly string[]): readonly CustomerLabel[] =>
  words.map((word) => ({ words: word, kind }))

/** The labels that journals of every family may print. */
export const CUSTOMER_LABELS: readonly CustomerLabel[] = [
  ...labels('IDENTIFIER', ['CUSTOMER', 'CUST', 'CIF', 'CONSUMER', 'SUBSCRIBER', 'NASABAH']),
  ...labels('IDENTIFIER', ['MOBILE', 'MOBILE PHONE', 'PHONE', 'TELEPHONE', 'TEL', 'MSISDN', 'GSM', 'CELL PHONE']),
  ...labels('IDENTIFIER', ['CELL NO', 'CELL NUMBER', 'WALLET']),
  ...labels('IDENTIFIER', [
    'NID',
    'NATIONAL ID',
    'NATIONAL IDENTITY',
    'IDENTITY',
    'IDENTITY CARD',
    'ID CARD',
    'NATIONAL ID CARD',
  ]),
  ...labels('IDENTIFIER', ['CIVIL ID', 'EMIRATES ID', 'CNIC', 'NIC', 'NIK', 'KTP', 'AADHAAR', 'PASSPORT', 'IQAMA']),
  ...labels('ACCOUNT', ['ACCOUNT', 'ACCT', 'A/C', 'AC NO', 'ACC NO', 'ACC NUM', 'ACC NUMBER', 'IBAN', 'CREDIT TO']),
  ...labels('ACCOUNT', ['BENEFICIARY', 'BENEF', 'PAYEE', 'REK', 'REKENING', 'CUENTA', 'COMPTE', 'KONTO']),
  ...labels('NAME', ['CUSTOMER NAME', 'CUST NAME', 'ACCOUNT NAME', 'ACCT NAME', 'A/C NAME', 'BENEFICIARY NAME']),
  ...labels('NAME', ['PAYEE NAME', 'CARDHOLDER NAME', 'CARD HOLDER NAME', 'HOLDER NAME', 'SURNAME', 'FIRST NAME']),
  ...labels('NAME', ['LAST NAME', 'FULL NAME', 'NAMA NASABAH', 'NAMA PENERIMA']),
]
/** What is a customer's name only before a colon, as a receipt prints it, and something else in a sentence. */
const NAME_FIELDS = ['CARDHOLDER', 'CARD HOLDER', 'ACCOUNT HOLDER', 'BENEFICIARY', 'PAYEE', 'CUSTOMER', 'NAMA']

const CONNECTORS = ['NUMBER', 'NUM', 'NO', 'NBR', 'ID', 'CODE', 'IS', 'ENTERED', 'PHONE']
const connectorOf = (words: readonly string[]): string => String.raw`(?:[^\w|\r\n]{0,8}(?:${words.join('|')})(?![A-Z]))`
/** An account's label may offer a card's number too; it is hidden as an account's then. */
const ACCOUNT_CONNECTOR = connectorOf([...CONNECTORS, 'CARD'])
const CONNECTOR = connectorOf(CONNECTORS)
/** A number, perhaps after letters and in groups. */
const VALUE = String.raw`[A-Z]{0,4}\d[\dA-Z*]{0,40}(?:[ ./-]\d[\dA-Z*]{0,40}){0,10}`
const IBAN = String.raw`[A-Z]{2}\d\d(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,3})?(?![\dA-Z])`
/** Words up to the next column. */
const NAME = String.raw`[^\d\s:=|*][^\d\r\n:=|]{0,80}`

/** From this length on, digits without a gap are a whole number: what follows is the next column. */
const WHOLE_NUMBER = 8
const MIN_DIGITS = 4
const KEPT_OF_ACCOUNT = 4

const digitsOf = (text: string): number => text.replaceAll(/\D/g, '').length

/** The part of a value that is one number: groups after a short first one, and no amount. */
const numberOf = (value: string): string => {
  const [first = '', ...rest] = value.split(' ')
  if (digitsOf(first) >= WHOLE_NUMBER) return first
  const groups = rest.findIndex((group) => !/^[\d-]{2,7}$/.test(group))
  return [first, ...(groups < 0 ? rest : rest.slice(0, groups))].join(' ')
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

/** Words that labels of names contain. */
const NAME_ENDS = ['NAME', 'NAMA', 'HOLDER']

const EMPTY: readonly Span[] = []
const TIME = String.raw`(?:\d\d:\d\d:\d\d(?:\.\d{3})?\s)?`

/** Calls `take` with the value that ends each match of an expression, where it ends, and the groups. */
const eachMatch = (
  expression: RegExp,
  line: string,
  take: (value: string, to: number, groups: Readonly<Record<string, string | undefined>>) => void,
): void => {
  expression.lastIndex = 0
  for (let match = expression.exec(line); match !== null; match = expression.exec(line))
    take(match.groups?.value ?? '', expression.lastIndex, match.groups ?? {})
}

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
  /** What to hide of a line that is the value of a label before it; null if it is none. */
  valueOf(line: string, kind: CustomerLabel['kind']): Span | null
}

/** The search for the labels that all families share and these. */
export const createLabelSearch = (own: readonly CustomerLabel[]): LabelSearch => {
  const all = [...CUSTOMER_LABELS, ...own]
  const wordsOf = (kind: CustomerLabel['kind']): string =>
    wordsPattern(all.filter((label) => label.kind === kind).map(({ words }) => words))
  const [identifiers, accounts, names] = [wordsOf('IDENTIFIER'), wordsOf('ACCOUNT'), wordsOf('NAME')]
  const firstWords = new Set(
    all.filter(({ kind }) => kind !== 'NAME').map(({ words }) => /^\S{3,}|.*/.exec(words)?.[0] ?? ''),
  )
  const labelThen = (least: number): string => {
    const account = `(?<account>${accounts})${ACCOUNT_CONNECTOR}{${least},4}`
    return String.raw`(?:\b|_)(?:${account}|(?:${identifiers})${CONNECTOR}{${least},4})`
  }
  const numbers = new RegExp(String.raw`${labelThen(0)}[^\w|\r\n]{1,40}(?<value>${IBAN}|${VALUE})`, 'gi')
  const fields = String.raw`(?:\b(?:${wordsPattern(NAME_FIELDS)})|^\s{0,40}${TIME}NAME)\s{0,20}[:=]`
  const named = new RegExp(
    String.raw`(?:\b(?:${names})\b|${fields})[^\w\r\n\u0080-\uffff]{0,40}(?<value>${NAME})`,
    'gi',
  )
  const openByWord = new RegExp(String.raw`${labelThen(1)}[^\w\r\n]{0,40}$`, 'i')
  const openByColon = new RegExp(`${labelThen(0)}${OPEN_END}$`, 'i')
  const alone = new RegExp(String.raw`^\s{0,40}${TIME}[^\w\r\n]{0,20}(?<value>${IBAN}|${VALUE})\W{0,40}$`, 'i')

  const spanOf = (value: string, from: number, isAccount: boolean): Span | null => {
    const number = /^[A-Z]{2}\d\d ?[A-Z]/i.test(value) ? value : numberOf(value)
    const length = isAccount ? accountLength(number) : digitsOf(number) < MIN_DIGITS ? 0 : number.length
    return length === 0 ? null : { from, to: from + length }
  }
  return {
    mark: new RegExp(String.raw`(?:${wordsPattern([...firstWords, ...NAME_ENDS])})\b`, 'gi'),
    expressions: [numbers, named, openByWord, openByColon, alone],
    find(line) {
      const spans: Span[] = []
      eachMatch(numbers, line, (value, to, { account }) => {
        const span = spanOf(value, to - value.length, account !== undefined)
        if (span !== null) spans.push(span)
      })
      eachMatch(named, line, (value, to) => {
        const [name = ''] = value.split(/ {2}|\t/)
        const from = to - value.length
        spans.push({ from, to: from + name.trimEnd().length })
      })
      return spans.length === 0 ? EMPTY : spans
    },
    openAt(line) {
      const match = openByWord.exec(line) ?? openByColon.exec(line)
      return match === null ? null : match.groups?.account === undefined ? 'IDENTIFIER' : 'ACCOUNT'
    },
    valueOf(line, kind) {
      const match = alone.exec(line)
      const value = match?.groups?.value ?? ''
      return match === null ? null : spanOf(value, match[0].lastIndexOf(value), kind === 'ACCOUNT')
    },
  }
}
