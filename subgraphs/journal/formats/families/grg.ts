import { isDigitCode } from '../../../kit/cards/character-codes.rules.ts'
import { addNotes, addPresented, storeCash, takeCash, takeNumber } from '../sessions/attempt.ts'
import { ZERO_CODE } from '../sessions/closing.ts'
import { clockAt, type DateBounds, type Moment, NO_CLOCK, readIsoDate } from '../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../sessions/family.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { readReceipt } from '../sessions/receipts.ts'
import { attemptOfNotes, isFirst, type Session } from '../sessions/session.ts'
import {
  type BookRules,
  createSessionBook,
  extendUntimed,
  readsLine,
  type SessionBook,
} from '../sessions/session-book.ts'
import { createMarkedSessions, type MarkedSessions, type Marks, noteRequest } from '../sessions/session-marks.ts'
import { upperCase, withSingleSpaces } from '../text/single-spaces.ts'
import { type Cassettes, createCassettes } from './grg-cassettes.ts'

const DATE = /^\d{4}-\d\d-\d\d /
const DATE_LENGTH = 'YYYY-MM-DD'.length
const STAMP_LENGTH = 'YYYY-MM-DD HH:MM:SS'.length
const [ZERO, SPACE, COMMA, DASH, DOT] = [0x30, 0x20, 0x2c, 0x2d, 0x2e]
const START = /^(?:-{1,8}> ?)?TRANSACTION START\b/
const END = /^(?:<-{1,8} ?)?TRANSACTION END\b/
/** What no session outlives. A line that is down is none: the machine finishes the commands it has. */
const CLOSES =
  /^(?:(?:ATM )?POWER (?:ON|OFF|UP|DOWN|FAIL)|ENTER (?:POWERUP|OUT ?OF ?SERVICE|MAINTENANCE|SUPERVISOR) MODE|SUPERVISOR\b)/
const mayStart = startsIn('-', 'TRANSACTION')
const mayEnd = startsIn('<', 'TRANSACTION')
const mayClose = startsIn('ATM', 'POWER', 'ENTER', 'SUPERVISOR')
const REQUEST = /^TRANSACTION REQUEST\b/
const SERIAL = /^TRANSACTION SERIAL NUMBER ?[:=]? ?(\d{1,12})$/

const COMMAND = /^DISPENSE COMMAND FROM HOST\b/
/** `[Type (A)], REQUESTED: 19`; the line `[Type (A)][CAS 00001] REQUESTED: 19` passes the same on to a cassette. */
const REQUESTED = /^\[TYPE ?\(([A-Z])\)\] ?, ?REQUESTED ?: ?(\d{1,4})$/
/** `[CAS 00001] OUT: 19, REJECT: 00, DENO: 1000`. */
const OUT = /^\[CAS ?(\d{1,6})\] ?OUT ?: ?(\d{1,4})\b(?:.{0,40}?\bDENO ?: ?(\d{1,7})$)?/
const PRESENTED = /^(?:PRESENT SUCCESS|TAKE CASH TIMEOUT)\b/
const TAKEN = /^(?:DELIVER MONEY[. ]{0,8})?(?:MONEY|CASH|NOTES) TAKEN\b/
const RETRACTED =
  /^(?:TAKE CASH TIMEOUT ?,? ?RETRACT|(?:CDM|CIM|CASH|MONEY|NOTES|CASH DEPOSIT) ?RETRACT|DELIVER MONEY[. ]{0,8}(?:MONEY )?RETRACT)(?:ED|ING)?\b(?! ?(?:FAIL|ERROR|BIN|COUNT))/
const DEPOSIT = /^(?:CASH DEPOSIT START|START COUNT NOTES)\b/
const STORED = /^ENCASH SUCCESS\b/
/** What any line about the notes begins with. */
const mayBeCash = startsIn(
  ...['DI', 'DE', 'TAKE', 'CDM', 'CIM', 'CASH', 'MONEY', 'NOTES', 'PRESENT', 'START', 'ENCASH'],
)
const CARD_INSERTED = /^CARD INSERTED\b/
const CARD_GONE = /^CARD (?:TAKEN|CAPTURED|RETAINED)\b/

/**
 * The latest command to dispense, the notes it asked for and the notes that came out; since when notes or card are
 * gone, and whether the card is.
 */
type Own = Marks & {
  command: Moment
  wanted: number
  given: number
  overAt: Moment | null
  cardGone: boolean
  receipt: boolean
  ended: boolean
}

type GrgSession = Session<Own>

/** What the lines of one file are read with. */
type Desk = {
  readonly book: SessionBook<Own>
  readonly marks: MarkedSessions<Own>
  readonly cassettes: Cassettes
  readonly bounds: DateBounds
}

const RULES: BookRules<Own> = {
  evidence: ['response', 'dispensed'],
  approvedCode: ZERO_CODE,
  printsEnd: true,
  newOwn: () => ({
    marked: false,
    command: 0,
    wanted: 0,
    given: 0,
    overAt: null,
    cardGone: false,
    receipt: false,
    ended: false,
  }),
  // Each line of this family has its full time, so that what is earlier cannot be of the session that is open.
  lagging: /^/,
  datedStart: false,
}

/**
 * Notes that came out of a cassette. Those of two currencies, or of one that is known and one that is not, add up to
 * no amount.
 */
const readOut = ({ cassettes }: Desk, session: GrgSession, [, cassette, count, worth]: readonly string[]): void => {
  const { own, attempt } = session
  const { cash } = attempt
  const isFirstOut = cash.presentedMinor === null && !cash.unpriced
  own.given += Number(count)
  if (Number(count) === 0) return
  const currency = cassettes.currencyOf(cassette ?? '', Number(worth))
  const isMixed = !isFirstOut && currency !== cash.currency
  cash.currency = isMixed ? null : currency
  const minor = worth === undefined ? null : BigInt(worth) * 100n
  addPresented(attempt, minor === null || isMixed ? null : minor * BigInt(count ?? 0))
  addNotes(attempt, 'DISPENSED', Number(count), minor, currency)
}

/**
 * True if a line counts notes. Printed again it counts once: after each command a type, and each line of a cassette.
 */
const readCounts = (desk: Desk, session: GrgSession, text: string, at: Moment | null): boolean => {
  const { own, attempt } = session
  const { cash } = attempt
  const isCount = text.startsWith('[')
  const requested = isCount ? REQUESTED.exec(text) : null
  const out = isCount ? OUT.exec(text) : null
  if (requested !== null && isFirst(session, `${own.command} ${requested[1]}`)) own.wanted += Number(requested[2])
  if (out !== null && (at !== null || isFirst(session, `${own.command} ${text}`))) readOut(desk, session, out)
  cash.short = own.given > 0 && own.given < own.wanted
  return requested !== null || out !== null
}

/** A line about notes that are put in. Those that a deposit gives back are no withdrawal. */
const readDeposit = ({ attempt }: GrgSession, text: string): boolean => {
  if (STORED.test(text)) storeCash(attempt)
  else if (DEPOSIT.test(text)) attempt.deposit.begun = true
  else return attempt.deposit.begun && (PRESENTED.test(text) || TAKEN.test(text))
  return true
}

/** What becomes of the notes; true if the line says so. */
const readCash = (session: GrgSession, text: string): boolean => {
  if (!mayBeCash(text)) return false
  const { attempt } = session
  const { cash, deposit } = attempt
  if (text.startsWith('DISPENSE SUCCESS')) {
    cash.requested = true
    cash.failed = false
  } else if (text.startsWith('DISPENSE FAIL')) {
    // Notes taken after a command that failed are no evidence that it was approved.
    cash.requested = false
    cash.failed = true
    attempt.named ??= 'WITHDRAWAL'
  } else if (RETRACTED.test(text)) {
    if (deposit.begun && !cash.requested) deposit.retracted = true
    else attemptOfNotes(session).cash.retracted = true
  } else if (deposit.begun && !cash.requested) return readDeposit(session, text)
  else if (PRESENTED.test(text)) cash.presented = true
  else if (TAKEN.test(text)) {
    const about = attemptOfNotes(session)
    about.line = attempt.line
    takeCash(about)
  } else return readDeposit(session, text)
  return true
}

/** A line of the receipt. Behind the end mark one without a time, and without the receipt's head, may be another's. */
const readReceiptLine = ({ bounds }: Desk, session: GrgSession, text: string, at: Moment | null): boolean => {
  if (at !== null && text.startsWith('TRANSACTION RECEIPT')) session.own.receipt = true
  return (at !== null || session.own.receipt || !session.own.ended) && readReceipt(session.attempt, text, bounds)
}

/** A line of a session; true if it is part of its evidence. `at` is null for a line without a time. */
const readEvidence = (desk: Desk, session: GrgSession, text: string, at: Moment | null): boolean => {
  const { own, attempt } = session
  const { cash } = attempt
  if (readCash(session, text)) {
    if (cash.taken || cash.retracted) own.overAt ??= at
    return true
  }
  const serial = text.startsWith('TRANS') ? SERIAL.exec(text)?.[1] : undefined
  if (serial !== undefined) takeNumber(attempt, 'serial', serial)
  else if (text.startsWith('TRANSACTION REPLY')) attempt.replied = true
  else if (text.startsWith('DISPENSE') && COMMAND.test(text)) {
    // Tried again after it failed, the last command gives the number of notes that should come.
    if (at !== null && at !== own.command) own.wanted = own.given = 0
    own.command = at ?? own.command
    cash.requested = true
  } else if (text.startsWith('CARD') && CARD_GONE.test(text)) {
    own.cardGone = true
    own.overAt ??= at
  } else return readCounts(desk, session, text, at) || readReceiptLine(desk, session, text, at)
  return true
}

/** What was counted for the request before is not counted for this one. */
const beginRequest = (session: GrgSession, at: Moment, number: number): void => {
  const before = session.attempt
  noteRequest(session, at, number)
  if (session.attempt === before) return
  session.own.wanted = session.own.given = 0
  session.own.receipt = false
}

/**
 * A request opens a session where none is open. In one whose own start mark is missing, a request after its notes or
 * its card are gone is the next customer's.
 */
const readRequest = ({ book, marks }: Desk, at: Moment, text: string, number: number): void => {
  const open = book.open()
  const isNext = open !== null && !open.own.marked && open.own.overAt !== null && at > open.own.overAt
  if (isNext) book.start(number, at)
  let session = book.timed(at, text, number)
  if (session === null && !marks.isPast(at)) {
    book.start(number, at)
    session = book.timed(at, text, number)
  }
  if (session !== null) beginRequest(session, at, number)
}

const readTimed = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { book, marks } = desk
  const open = book.open()
  if (mayStart(text) && START.test(text)) marks.start(at, number)
  else if (mayEnd(text) && END.test(text)) {
    const ended = marks.end(at, number)
    if (ended !== null) ended.own.ended = true
  } else if (mayClose(text) && CLOSES.test(text)) marks.close(at)
  else if (open !== null && marks.isPast(at)) book.leave()
  else if (text.startsWith('TRANS') && REQUEST.test(text)) readRequest(desk, at, text, number)
  else {
    // A card after one that is gone is the next customer's, though neither end nor start was printed.
    if (open?.own.cardGone === true && CARD_INSERTED.test(text) && at > (open.endedAt ?? 0)) book.start(number, at)
    const session = book.timed(at, text, number)
    if (session !== null) readEvidence(desk, session, text, at)
  }
}

/** What a line `YYYY-MM-DD HH:MM:SS.mmm TEXT` begins with; `from` is where its text does. */
type Stamp = { readonly seconds: number; readonly millis: number; readonly from: number }

/**
 * The stamp of a line with one space between its words, which begins with a date or something like it; null for none.
 */
const stampOf = (line: string): Stamp | null => {
  const seconds = clockAt(line, DATE_LENGTH + 1)
  const point = line.charCodeAt(STAMP_LENGTH)
  if (seconds === NO_CLOCK || (point !== DOT && point !== COMMA)) return null
  let millis = 0
  let at = STAMP_LENGTH + 1
  while (isDigitCode(line.charCodeAt(at))) {
    millis = millis * 10 + line.charCodeAt(at) - ZERO
    at += 1
  }
  const isWhole =
    at > STAMP_LENGTH + 1 && at <= STAMP_LENGTH + 4 && (at === line.length || line.charCodeAt(at) === SPACE)
  return isWhole ? { seconds, millis, from: at + 1 } : null
}

const createReader = (context: ReadContext): FamilyReader => {
  const book = createSessionBook(context, RULES)
  const desk: Desk = { book, marks: createMarkedSessions(book), cassettes: createCassettes(), bounds: context }
  /** The date that was printed last, with the space behind it. */
  let printed = 'none'
  let day: Moment | undefined
  /** The day of a stamped line; the same for thousands of lines. Undefined for one that cannot be true. */
  const dayOf = (line: string): Moment | undefined => {
    if (!line.startsWith(printed)) {
      printed = line.slice(0, DATE_LENGTH + 1)
      day = readIsoDate(line.slice(0, DATE_LENGTH), context) ?? undefined
    }
    return day
  }
  const isDated = (line: string): boolean =>
    line.startsWith(printed) || (isDigitCode(line.charCodeAt(0)) && DATE.test(line))
  return {
    line: (raw, number) => {
      if (raw === '') return
      const line = withSingleSpaces(raw)
      const stamp = isDated(line) ? stampOf(line) : null
      if (stamp === null) {
        const session = book.current()
        const text = upperCase(line)
        if (desk.cassettes.read(text) || session === null) return
        readsLine(session, number)
        if (readEvidence(desk, session, text, null)) extendUntimed(session, number)
        return
      }
      const text = upperCase(line.slice(stamp.from))
      const at = book.at(stamp.seconds, text, number, dayOf(line), stamp.millis)
      if (at === null) return
      context.see(text, number)
      readTimed(desk, at, text, number)
    },
    end: book.close,
  }
}

/** Lines that only this family prints: a log of another program may have the same stamp. */
const OWN_MARK =
  /^\s*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d{1,3}\s{1,8}(?:-{1,8}> ?TRANSACTION START|<-{1,8} ?TRANSACTION END|TRANSACTION (?:REQUEST|REPLY|SERIAL NUMBER|RECEIPT DATA)\b|DISPENSE (?:COMMAND|SUCCESS|FAIL)|PRESENT SUCCESS|\[CAS ?\d|TAKE CASH TIMEOUT|DELIVER MONEY|(?:ENTER|EXIT) [A-Z ]{4,20} MODE|ATM POWER UP|LINE (?:UP|DOWN)$|CASSETTE STATUS|CASH UNIT CHANGED)/

/** GRG machines: each line with its full time. */
export const grg: Family = {
  name: 'GRG',
  isMark: (line) => line.charCodeAt(4) === DASH && OWN_MARK.test(line),
  markStarts: '0',
  createReader,
  // Serial numbers have letters or few digits: one of 13 digits and more cannot be distinguished from a card.
  evidence: [],
  cardLabels: [],
  cardLine: null,
  customerLabels: [],
  customerNumberNext: null,
  customerNumberOver: null,
}
