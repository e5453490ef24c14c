import { readAmount, readCurrency } from './amounts.ts'
import { printedCard } from './cards.ts'
import type { TransactionKind, Verdict } from './family.ts'
import { startsIn } from './line-shapes.ts'
import { isSettled, type Session } from './session.ts'

/** What a receipt is read against. */
export type Request = {
  /** The digits of `REQUEST SENT [AMOUNT=…]` or `AMOUNT … ENTERED`. */
  requested: bigint | null
  /** Notes came out and another request was made since: what the host says now is about that one. */
  over: boolean
}

/** The places of the numbers among the references. */
const BY_RRN = 0
const BY_STAN = 1
const BY_TRAN_NO = 2
/** The serial number in `RESPONSE RECEIVED`, where no receipt gives a better one. */
export const BY_SERIAL = 3

const CODE = /^(?:\d|[0-9A-Z]{2,3})$/
/** `ERROR.ISSUER`: the host's own name for why it refused. */
const ERROR_NAME = /^ERROR\.[A-Z._]{1,40}$/
const WORDS: Readonly<Record<string, Verdict>> = {
  APPROVED: 'APPROVED',
  SUCCESS: 'APPROVED',
  SUCCESSFUL: 'APPROVED',
  DECLINED: 'DECLINED',
  REJECTED: 'DECLINED',
  REFUSED: 'DECLINED',
  DENIED: 'DECLINED',
}
const REFERENCE = /^[0-9A-Z]{1,20}$/

/** A number, the letters or number of its currency before or after it. */
const MONEY = /^(?:([A-Z]{3}) {0,3})?[$€£]? ?(\d[\d.,']{0,23})(?: {1,20}([A-Z]{3}|\d{3})|([A-Z]{3}))?$/
/** Digits padded with zeros may be hundredths or whole units: no amount of a receipt. */
const PADDED = /^0\d+$/

/** Fields may be side by side, two spaces or more between. */
const MAX_COLUMNS = 8
const SPACE = 0x20

const firstColumn = (text: string): string => {
  const end = text.indexOf('  ')
  return end < 0 ? text : text.slice(0, end)
}

type Field = {
  /** The characters that the name may begin with. */
  readonly begins: string
  /** The name at the beginning of a line, with what is between it and the value. */
  readonly name: RegExp
  /** Takes the value; false if it is none of this field. `settled`: what is known already is kept. */
  read(session: Session<Request>, value: string, settled: boolean): boolean
}

const takeReference =
  (rank: number): Field['read'] =>
  (session, value, settled) => {
    const number = value.includes(' ') ? (value.split(' ', 1)[0] ?? '') : value
    if (!REFERENCE.test(number) || !/\d/.test(number)) return false
    const known = session.references[rank]
    session.references[rank] = settled && known !== undefined ? known : number
    return true
  }

const takeResponse: Field['read'] = (session, value, settled) => {
  const words = value.split(' ')
  const first = words[0] ?? ''
  const word = WORDS[first] ?? null
  const isCode = word === null && (ERROR_NAME.test(first) || (CODE.test(first) && /\d/.test(first)))
  if (word === null && !isCode) return false
  if (settled) return true
  session.hostCode = isCode ? first : null
  session.response = word
  return true
}

const takeMoney: Field['read'] = (session, value, settled) => {
  const [, before, number = '', apart, after] = MONEY.exec(value) ?? []
  const currency = readCurrency(before ?? apart ?? after ?? '')
  const minor = PADDED.test(number) ? null : readAmount(number, currency ?? session.currency)
  if (minor === null) return false
  // A balance asked for after the withdrawal prints zero.
  if (session.amountMinor !== null && (settled || (session.cash.presented && minor === 0n))) return true
  session.amountMinor = minor
  session.currency = currency ?? session.currency
  return true
}

const takeCurrency: Field['read'] = (session, value, settled) => {
  const currency = readCurrency(value)
  if (currency !== null && !(settled && session.currency !== null)) session.currency = currency
  return currency !== null
}

const IN_GROUPS = /[ -]/

const takeCard: Field['read'] = (session, value) => {
  const card = printedCard(IN_GROUPS.test(value) ? value.replaceAll(/[ -]/g, '') : value)
  session.receiptCard ??= card
  return card !== null
}

const KINDS: readonly { readonly words: RegExp; readonly kind: TransactionKind }[] = [
  { words: /^(?:CASH |CARDLESS )?WITHDRAWAL\b|^FAST CASH\b|^WID\b/, kind: 'WITHDRAWAL' },
  { words: /^(?:CASH )?DEPOSIT\b|^DEP\b/, kind: 'DEPOSIT' },
  { words: /^(?:FUNDS? )?TRANSFER\b|^(?:TRF|TFR)\b/, kind: 'TRANSFER' },
  { words: /^BALANCE (?:INQ|ENQ)|^INQUIRY\b|^(?:BAL|INQ)\b|^MINI STATEMENT\b/, kind: 'BALANCE' },
]

const kindOf = (text: string): TransactionKind | null => KINDS.find(({ words }) => words.test(text))?.kind ?? null

const takeKind: Field['read'] = (session, value) => {
  const kind = kindOf(value)
  session.named ??= kind
  return kind !== null
}

/** The amount beside the name of what was done, as in `WITHDRAWAL  1000.00`. */
const takeNamed: Field['read'] = (session, value, settled) =>
  value === '' || takeMoney(session, value, settled) || takeMoney(session, firstColumn(value), settled)

const FIELDS: readonly Field[] = [
  { begins: 'R', name: /^RRN(?: ?NO)?\.? {0,20}[:=]? {0,20}/, read: takeReference(BY_RRN) },
  { begins: 'S', name: /^STAN(?: ?NO)?\.? {0,20}[:=]? {0,20}/, read: takeReference(BY_STAN) },
  {
    begins: 'T',
    name: /^(?:TRAN|TXN|TRANSACTION) ?(?:NO|NUMBER)\b\.? {0,20}[:=]? {0,20}/,
    read: takeReference(BY_TRAN_NO),
  },
  { begins: 'R', name: /^RESP(?:ONSE)?\.? CODE {0,20}[:=]? {0,20}/, read: takeResponse },
  { begins: 'R', name: /^RESPONSE {0,20}[:=] {0,20}/, read: takeResponse },
  { begins: 'TA', name: /^(?:TXN |TRAN |TRANSACTION )?AMOUNT\b {0,20}[:=]? {0,20}/, read: takeMoney },
  { begins: 'C', name: /^CURRENCY(?: CODE)?\b {0,20}[:=]? {0,20}/, read: takeCurrency },
  { begins: 'T', name: /^(?:TXN|TRAN|TRANSACTION)(?: TYPE)? {0,20}[:=] {0,20}/, read: takeKind },
  { begins: 'CP', name: /^(?:CARD|PAN)(?: ?(?:NO|NUMBER))?\.? {0,20}[:=]? {0,20}/, read: takeCard },
]

const NAMED =
  /^(?:(?:CASH |CARDLESS )?WITHDRAWAL|FAST CASH|(?:CASH )?DEPOSIT|(?:FUNDS? )?TRANSFER|BALANCE [EI]NQUIRY)(?: AMOUNT)? {0,20}:? {0,20}/

/** What begins any name at the beginning of a column. */
const ANY_NAME =
  /(?:^| {2})(?:RRN|STAN|TRAN|TXN|RESP|AMOUNT|CURRENCY|CARD|PAN|CASH|WITHDRAWAL|FAST|DEPOSIT|FUND|BALANCE)/

const isNamed = startsIn('CA', 'WI', 'FA', 'DE', 'FU', 'TR', 'BA')

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
]
const mayBeField = startsIn(...NAMES)
/** A letter that is no capital, or none of ASCII. */
const isSmallCode = (code: number): boolean => code >= 0x61

/** Whether a line may be one of a receipt, in capitals or not. */
export const mayBeReceipt = (text: string): boolean =>
  mayBeField(text) || text.includes('  ') || isSmallCode(text.charCodeAt(0)) || isSmallCode(text.charCodeAt(1))

/** A field at the beginning of the text; true if it is one that says something. */
const takeField = (session: Session<Request>, text: string, settled: boolean): boolean => {
  const name = isNamed(text) ? NAMED.exec(text)?.[0] : undefined
  if (name !== undefined && takeNamed(session, text.slice(name.length), settled)) {
    session.named ??= kindOf(text)
    return true
  }
  for (const field of FIELDS_BY_CODE[text.charCodeAt(0)] ?? NO_FIELDS) {
    const found = field.name.exec(text)?.[0]
    if (found === undefined) continue
    const value = text.slice(found.length)
    if (field.read(session, value, settled)) return true
    return value.includes('  ') && field.read(session, firstColumn(value), settled)
  }
  return false
}

/** A line of a receipt, as a block, as a table or with fields side by side; true if it is one that says something. */
export const readReceipt = (session: Session<Request>, text: string): boolean => {
  if (session.own.over) return false
  const hasColumns = text.includes('  ')
  if (!hasColumns) return mayBeField(text) && takeField(session, text, isSettled(session))
  if (!ANY_NAME.test(text)) return false
  const settled = isSettled(session)
  let found = takeField(session, text, settled)
  let at = 0
  for (let column = 1; column < MAX_COLUMNS; column += 1) {
    at = text.indexOf('  ', at)
    if (at < 0) break
    while (text.charCodeAt(at) === SPACE) at += 1
    const rest = text.slice(at)
    if (mayBeField(rest)) found = takeField(session, rest, settled) || found
  }
  return found
}

/** In which units a machine sends the amount it asks for. */
type Units = 'hundredths' | 'whole' | 'contradictory'

/** More operations than a machine has; of what a hostile file prints beyond, no units are known. */
const MAX_OPERATIONS = 1_000

/**
 * What the digits of `REQUEST SENT [AMOUNT=…]` are worth. The units are set up between machine and host and printed
 * nowhere: 00001000 may be ten or a thousand, and one operation may ask in hundredths (deposits) where another asks
 * in whole units.
 * They are derived from the sessions of the same file in which a receipt names the amount of the same operation; before
 * the first such session, and where two do not agree, the digits say nothing.
 */
export const createRequestUnits = () => {
  const known = new Map<string, Units>()
  return {
    /**
     * Compares what was asked for with what the receipt says. `operation`: what the machine calls it, '' where it
     * calls it nothing.
     */
    learn({ own, amountMinor }: Session<Request>, operation: string): void {
      if (own.requested === null || amountMinor === null || amountMinor === 0n) return
      const unit = own.requested === amountMinor ? 'hundredths' : own.requested * 100n === amountMinor ? 'whole' : null
      if (unit === null) return
      const units = known.get(operation)
      if (units === undefined && known.size >= MAX_OPERATIONS) return
      known.set(operation, units === undefined || units === unit ? unit : 'contradictory')
    },
    /** The digits in hundredths; null where the unit is unknown. */
    minorOf(requested: bigint, operation: string): bigint | null {
      const units = known.get(operation)
      if (requested === 0n) return null
      if (units === 'hundredths') return requested
      return units === 'whole' ? requested * 100n : null
    },
  }
}

/** The units of one file. */
export type RequestUnits = ReturnType<typeof createRequestUnits>
