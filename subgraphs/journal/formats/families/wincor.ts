import { readAmount, readCurrency } from '../sessions/amounts.ts'
import {
  type Attempt,
  takeCash,
  takeHostCode,
  takeNumber,
  takeReceiptCard,
  takeRrn,
  takeStan,
} from '../sessions/attempt.ts'
import { printedCard } from '../sessions/cards.ts'
import { ZERO_CODE } from '../sessions/closing.ts'
import { type DateBounds, type Moment, NO_CLOCK } from '../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../sessions/family.ts'
import { clockOf, startsIn, textAfterClock } from '../sessions/line-shapes.ts'
import { hostDateOf } from '../sessions/receipts.ts'
import { takeRefusal } from '../sessions/refusals.ts'
import { createRequestUnits, type RequestUnits } from '../sessions/request-units.ts'
import { attemptOfNotes, prepareAttempt, type Session, takeSessionCard } from '../sessions/session.ts'
import {
  type BookRules,
  createSessionBook,
  extendUntimed,
  readsLine,
  type SessionBook,
} from '../sessions/session-book.ts'
import {
  type CardMarks,
  createMarkedSessions,
  isCardGone,
  isNextCustomer,
  type MarkedSessions,
  noteCardGone,
  noteRequest,
} from '../sessions/session-marks.ts'
import type { TransactionKind } from '../sessions/transaction.ts'
import { withSingleSpaces } from '../text/single-spaces.ts'
import { readDatedLine } from './wincor-dates.ts'

const START = /^-{1,6}> ?TRANSACTION START\b/
const END = /^<-{1,6} ?TRANSACTION END\b/
/** What no session outlives. `GO OUT OF SERVICE COMMAND` is none: the machine obeys it after the transaction. */
const CLOSES =
  /^\**(?:POWER (?:ON|OFF|UP|DOWN|FAIL)|(?:ENTER(?:ING)? )?SUPERVISOR\b|(?:(?:ATM|MACHINE|TERMINAL) )?OUT[- ]OF[- ]SERVICE\b|(?:APPLICATION|SYSTEM) (?:RE)?START|REBOOT)/
const mayClose = startsIn(
  ...['*', 'POWER', 'ENTER', 'SUPERVISOR', 'OUT', 'ATM', 'MACHINE', 'TERMINAL', 'APPLICATION', 'SYSTEM', 'REBOOT'],
)
/** What opens a session where the start mark is missing. */
const OPENS = /^(?:TRACK 2 DATA\b|PIN ENTERED\b|TRANSACTION REQUEST\b)/
const mayOpen = startsIn('TRACK', 'PIN', 'TRANSACTION')
const PIN = /^PIN ENTERED\b/
const REQUEST = /^TRANSACTION REQUEST\b/

const TRACK = /^TRACK 2 DATA ?: ?;?([\dX*]{13,19})/i
const CARD_TAKEN = /^CARD ?\(([\dX*]{13,19})\)/i
const RECEIPT_CARD = /^(?:(?:CARD|PAN)(?: (?:NO|NUMBER))?\.? ?[:.]? ?)?(\d{4,12}[X*]{3,10}\d{0,6})(?: \d)?$/i
const CASES_OF_CARD = ['TR', 'Tr', 'tR', 'tr', 'CA', 'Ca', 'cA', 'ca', 'PA', 'Pa', 'pA', 'pa']
const mayBeCard = startsIn(...'0123456789', ...CASES_OF_CARD)
const RESPONSE_CODE =
  /\b(?:RESP(?:ONSE)?[._ ]{0,2}CODE|CODE REPONSE) ?[:=]? ?\[?(\d[\dA-Z]{0,3}|[A-Z]\d{1,3})(?![\dA-Z.:/])/
const AMOUNT =
  /^(?:(?:TRAN|TRANSACTION|TXN|REQUESTED|WITHDRAWAL|CASH) )?AM(?:OUN)?T\.? ?[:=]? ?(?:([A-Z]{3}) ?)?(\d[\d.,']{0,20})(?: ?([A-Z]{3}|ENTERED))?$/
const SERVICE =
  /^(?:TRAN\. ?: ?)?(CASH WITHDRAWAL|WITHDRAWAL|FAST CASH|CASH DEPOSIT|DEPOSIT|BALANCE (?:I|E)NQUIRY|FUNDS? TRANSFER|TRANSFER|PIN CHANGE|MINI STATEMENT|STATEMENT REQUEST)(?: ?:? ?(\d[\d.,']{0,20}) ?([A-Z]{3})?)?$/
const mayBeService = startsIn(
  ...['TR', 'CASH', 'WITHDRAWAL', 'FAST', 'FUND', 'DEPOSIT', 'BA', 'PIN', 'MINI', 'STATEMENT'],
)
const CASH_REQUEST = /^CASH REQUEST ?: ?((?:\d\d){1,8})\b/
const CASH =
  /^CASH (PRESENT(?:ED)?|TAKEN|PARTIAL(?:LY TAKEN)?|RETRACT(?:ED)?)\b(?! (?:FAIL|ERROR|BIN|COUNT))(?: ?:? ?((?:\d\d){1,8})$)?/

/** Numbers to find a transaction by. */
const RRN = /\bRRN ?[.:=]? ?\[? ?(?=[A-Z]{0,11}\d)([\dA-Z]{1,12})\b/
const UTRNNO = /\b(?:UTRNNO|TRAN\.ID|C\.A\.) ?[:=]? ?(\d{1,12})\b/
const STAN = /\b(?:STAN|TRACE)(?: NO)?\.? ?[:=]? ?(\d{1,12})\b/
const AUTHORISATION = /\bAUTH\.? ?CODE ?[:=]? ?(?=[A-Z]{0,7}\d)([0-9A-Z]{4,8})\b/
/** `18/06/2025 08:01:26 W0000042` or `827 18/06/25 ATM: W0000042`, the head of a receipt. */
const PLACE = /^(?:\d{1,8} )?(?=\S{8,10} )(\S+) (?:\d\d:\d\d(?::\d\d)? |ATM ?: ?)([A-Z][A-Z0-9]{3,15})$/

const REFERENCE = /RRN|UTRNNO|TRAN\.ID|C\.A\.|STAN|TRACE/

const KINDS: readonly (readonly [RegExp, TransactionKind])[] = [
  [/WITHDRAWAL|FAST CASH/, 'WITHDRAWAL'],
  [/DEPOSIT/, 'DEPOSIT'],
  [/BALANCE/, 'BALANCE'],
  [/TRANSFER/, 'TRANSFER'],
]

/**
 * Whether the end mark was printed; the card as its track was read; when the notes were taken or taken back; the notes
 * asked for, by cassette.
 */
type Own = CardMarks & {
  ended: boolean
  track: string | null
  settledAt: Moment | null
  notes: string
}

type WincorSession = Session<Own>

const RULES: BookRules<Own> = {
  evidence: ['response', 'taken'],
  approvedCode: ZERO_CODE,
  printsEnd: true,
  newOwn: () => ({
    marked: false,
    cardGoneAt: null,
    ended: false,
    track: null,
    settledAt: null,
    notes: '',
  }),
  // Each start of this family has a time of its own, so that what is earlier cannot be of the session that is open.
  lagging: /^/,
  datedStart: false,
}

/** True if of any cassette fewer notes came out than were asked for; both lists have two digits a cassette. */
const isShort = (asked: string, given: string): boolean => {
  for (let at = 0; at < asked.length; at += 2) {
    if (Number(given.slice(at, at + 2)) < Number(asked.slice(at, at + 2))) return true
  }
  return false
}

/** A line about the notes; true if it is one. */
const readCash = (session: WincorSession, text: string, at: Moment): boolean => {
  if (!text.startsWith('CASH')) return false
  const { own } = session
  const asked = CASH_REQUEST.exec(text)?.[1]
  if (asked !== undefined) {
    own.notes = asked
    session.attempt.cash.requested = true
    return true
  }
  const [, event = '', given = ''] = CASH.exec(text) ?? []
  if (event === '') return false
  const about = event.startsWith('PRESENT') ? session.attempt : attemptOfNotes(session)
  about.line = session.attempt.line
  const { cash, deposit } = about
  const isDeposit = (about.named === 'DEPOSIT' || deposit.begun) && !cash.requested
  if (isDeposit && event.startsWith('RETRACT')) deposit.retracted = true
  // Notes that a deposit gives back are no withdrawal, and taking them approves nothing.
  if (isDeposit) return true
  if (event.startsWith('RETRACT')) cash.retracted = true
  else if (!event.startsWith('PRESENT')) takeCash(about)
  cash.presented = true
  cash.short ||= event.startsWith('PARTIAL') || (given !== '' && isShort(own.notes, given))
  if (!event.startsWith('PRESENT')) own.settledAt ??= at
  return true
}

/** The card of the session as its track was read, and of its receipts. A form that ends in digits is better. */
const readCard = (session: WincorSession, text: string): boolean => {
  if (!mayBeCard(text)) return false
  const isTrack = text.startsWith('T') || text.startsWith('t')
  const found = isTrack ? TRACK.exec(text) : (CARD_TAKEN.exec(text) ?? RECEIPT_CARD.exec(text))
  const card = found?.[1] === undefined ? null : printedCard(found[1])
  if (card === null) return false
  if (isTrack) session.own.track ??= card
  if (isTrack) takeSessionCard(session, card)
  else takeReceiptCard(session.attempt, card)
  return true
}

/** Zero is what a receipt prints where nothing was paid: it hides no amount that was read before. */
const takeAmount = (attempt: Attempt, printed: string, code: string, preset: string | null): void => {
  const currency = readCurrency(code)
  const minor = readAmount(printed, currency ?? preset)
  const isKnown = attempt.amountMinor !== null || attempt.requested !== null
  if (minor === null || (isKnown && (minor === 0n || (attempt.cash.presented && attempt.amountMinor !== null)))) return
  attempt.amountMinor = minor
  attempt.currency = currency
}

/** Amounts are keyed in before the machine names the operation. */
const KEYED_IN = ''

const readAmountLine = ({ attempt }: WincorSession, text: string, units: RequestUnits): boolean => {
  if (!text.includes('AM')) return false
  const [, before, printed, after] = AMOUNT.exec(text) ?? []
  if (printed === undefined) return false
  if (after !== 'ENTERED') takeAmount(attempt, printed, before ?? after ?? '', units.currency)
  else if (!attempt.cash.presented) {
    // Keyed in: digits without a point are hundredths on some machines and whole units on others.
    attempt.requested = /^\d{1,12}$/.test(printed) ? BigInt(printed) : null
    attempt.requestedBy = KEYED_IN
    attempt.cash.requestedMinor =
      attempt.requested === null ? readAmount(printed, units.currency) : units.minorOf(attempt)
  }
  return true
}

const readService = ({ attempt }: WincorSession, text: string, units: RequestUnits): boolean => {
  if (!mayBeService(text)) return false
  const isNotes = text.startsWith('BANKNOTES DETECTED')
  const [, service, printed, currency] = SERVICE.exec(text) ?? []
  if (service === undefined && !isNotes) return false
  if (isNotes) attempt.deposit.begun = true
  attempt.named = isNotes ? 'DEPOSIT' : (KINDS.find(([words]) => words.test(service ?? ''))?.[1] ?? 'OTHER')
  if (printed !== undefined) takeAmount(attempt, printed, currency ?? '', units.currency)
  return true
}

const readNumbers = ({ attempt }: WincorSession, text: string): boolean => {
  const code = text.includes('CODE') ? RESPONSE_CODE.exec(text)?.[1] : undefined
  const authorisation = text.includes('AUTH') ? AUTHORISATION.exec(text)?.[1] : undefined
  if (code !== undefined) takeHostCode(attempt, code)
  if (authorisation !== undefined) takeNumber(attempt, 'authorisationCode', authorisation)
  if (!REFERENCE.test(text)) return code !== undefined || authorisation !== undefined
  const [rrn, utrnno, stan] = [RRN, UTRNNO, STAN].map((pattern) => pattern.exec(text)?.[1])
  if (rrn !== undefined) takeRrn(attempt, rrn)
  if (utrnno !== undefined) takeStan(attempt, 'utrnno', utrnno)
  if (stan !== undefined) takeStan(attempt, 'stan', stan)
  return [code, authorisation, rrn, utrnno, stan].some((found) => found !== undefined)
}

/** The head of a receipt, behind a request: the host's date, and the machine. True if it is one. */
const readPlace = ({ attempt, own }: WincorSession, text: string, bounds: DateBounds): boolean => {
  const [, printed = '', terminal = ''] = attempt.asked && !own.ended ? (PLACE.exec(text) ?? []) : []
  const date = hostDateOf(printed, bounds)
  if (date === null) return false
  takeNumber(attempt, 'hostDate', date)
  takeNumber(attempt, 'terminalId', terminal)
  return true
}

/** What a line says of the host's answer; true if it is part of it. */
const readAnswer = (session: WincorSession, text: string, units: RequestUnits): boolean => {
  if (readCard(session, text)) return true
  const isNumbers = readNumbers(session, text)
  // Behind the end mark the totals of the day may follow, which look like a receipt's.
  if (session.own.ended) return isNumbers
  // Before any request it may be another session's.
  if (session.attempt.asked && takeRefusal(session.attempt, text)) return true
  const isMoney = readAmountLine(session, text, units) || readService(session, text, units)
  if (isMoney) units.learn(session.attempt)
  return isMoney || isNumbers
}

/** What the lines of one file are read with. */
type Desk = { readonly book: SessionBook<Own>; readonly units: RequestUnits; readonly marks: MarkedSessions<Own> }

/** A second PIN after the notes is the next attempt with the same card. */
const prepareWithPin = (session: WincorSession, at: Moment, number: number): void => {
  const { own } = session
  if (own.settledAt === null || at <= own.settledAt) return
  prepareAttempt(session, at, number)
  own.settledAt = null
}

/** The track of another card is the next customer's, though neither end nor start was printed. */
const startWithCard = (book: SessionBook<Own>, at: Moment, text: string, number: number): void => {
  const before = book.open()
  const card = printedCard(TRACK.exec(text)?.[1] ?? '')
  const isOther = before !== null && before.own.track !== null && card !== null && card !== before.own.track
  if (isOther && at >= before.startedAt) book.start(number, at)
}

/** A line of a session, which it may open. */
const readLine = ({ book, units, marks }: Desk, at: Moment, text: string, number: number): void => {
  const isOpening = mayOpen(text) && OPENS.test(text)
  if (isOpening && isNextCustomer(book.open(), at, text.startsWith('TRANS'))) book.start(number, at)
  else if (text.startsWith('TRACK')) startWithCard(book, at, text, number)
  let session = book.timed(at, text, number)
  if (session === null && isOpening && !marks.isPast(at)) {
    book.start(number, at)
    session = book.timed(at, text, number)
  }
  if (session === null) return
  if (isCardGone(text)) noteCardGone(session, at)
  if (text.startsWith('PIN') && PIN.test(text)) prepareWithPin(session, at, number)
  else if (text.startsWith('TRANS') && REQUEST.test(text)) noteRequest(session, at, number)
  else if (!readCash(session, text, at)) readAnswer(session, text, units)
}

const readTimed = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { book, marks } = desk
  if (text.startsWith('-') && START.test(text)) marks.start(at, number)
  else if (text.startsWith('<') && END.test(text)) {
    const ended = marks.end(at, number)
    if (ended !== null) ended.own.ended = true
  } else if (mayClose(text) && CLOSES.test(text)) marks.close(at)
  else if (book.open() === null || !marks.isPast(at)) readLine(desk, at, text, number)
  else book.leave()
}

const createReader = (context: ReadContext): FamilyReader => {
  const units = createRequestUnits(context.profile)
  const shownLater = (attempt: Attempt) => ({ requestedMinor: units.minorOf(attempt), kind: null })
  const book = createSessionBook(context, { ...RULES, shownLater })
  const desk: Desk = { book, units, marks: createMarkedSessions(book) }
  const readUntimed = (text: string, number: number): void => {
    const dated = readDatedLine(text, context)
    const session = book.current()
    if (mayClose(text) && CLOSES.test(text)) book.close()
    else if (dated !== null) {
      book.day(dated.day, dated.seconds)
      const open = book.current()
      if (open !== null && readPlace(open, text, context)) extendUntimed(open, number)
    } else if (session !== null) {
      readsLine(session, number)
      if (readAnswer(session, text, units)) extendUntimed(session, number)
    }
  }
  return {
    line: (raw, number) => {
      if (raw === '') return
      const line = withSingleSpaces(raw)
      const seconds = clockOf(line)
      if (seconds === NO_CLOCK) readUntimed(line, number)
      else {
        const text = textAfterClock(line)
        const at = book.at(seconds, text, number)
        if (at === null) return
        context.see(text, number)
        readTimed(desk, at, text, number)
      }
    },
    end: book.close,
  }
}

/** Lines that only this family prints. */
const OWN_MARK =
  /^\s*\d\d:\d\d:\d\d\s{1,8}(?:-{1,6}> ?TRANSACTION START|<-{1,6} ?TRANSACTION END|TRACK 2 DATA ?:|CASH REQUEST ?:|TRANSACTION RE(?:QUEST|PLY) |CASH (?:PRESENTED|TAKEN|RETRACTED)\b|GO (?:IN|OUT OF) SERVICE COMMAND)/

const COLON = 0x3a

/** ProCash machines of Wincor and Diebold Nixdorf: lines with a time, transactions between arrows. */
export const wincor: Family = {
  name: 'WINCOR',
  isMark: (line) => line.charCodeAt(2) === COLON && OWN_MARK.test(line),
  markStarts: '0',
  createReader,
  evidence: [
    /\bAID ?[=:]? ?[A-F][0-9A-F]{9,31}\b/g,
    /\b(?:ARQC|AAC|CRYPTOGRAM|TC ?[=:]) ?[=:]? ?(?=[0-9]{0,15}[A-F])[0-9A-F]{16}\b/g,
    /\b[A-Z_]{0,12}20[2-9]\d{10,16}\.(?:JPE?G|BMP|PNG|AVI|MPG|MP4)\b/gi,
  ],
  cardLabels: [],
  cardLine: /\b[1-9]\d{15} 0[ \t]{0,40}$/,
  customerLabels: [],
  customerNumberNext: null,
  customerNumberOver: null,
}
