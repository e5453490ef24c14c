import { mayBeThousandths, readAmount, readCurrency } from '../sessions/amounts.ts'
import { takeNumber } from '../sessions/attempt.ts'
import { fullerCard, printedCard } from '../sessions/cards.ts'
import { ZERO_CODE } from '../sessions/closing.ts'
import { clockAt, type Moment, NO_CLOCK, twoDigitsAt } from '../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../sessions/family.ts'
import { clockOf, startsIn, textAfterClock } from '../sessions/line-shapes.ts'
import { takeSessionCard } from '../sessions/session.ts'
import {
  type BookRules,
  createSessionBook,
  extendUntimed,
  readsLine,
  type SessionBook,
} from '../sessions/session-book.ts'
import { createMarkedSessions, isNextCustomer, type MarkedSessions, noteCardGone } from '../sessions/session-marks.ts'
import { upperCase, withSingleSpaces } from '../text/single-spaces.ts'
import {
  type EuronetSession,
  forgetShutter,
  newEuronetOwn,
  readCounts,
  readNotes,
  readRemoved,
  settleShutter,
} from './euronet-notes.ts'
import { readEuronetReceipt } from './euronet-receipts.ts'
import { createOperations, type Operations } from './operations.ts'
import { finishSessions, prepare, request } from './preparation.ts'
import { createStampDays, type StampDays } from './stamp-days.ts'

/** `==> 30-03-2025 01:15:00 Terminal ID : ER801190` starts a session. */
const START = /^==> ?\d\d-\d\d-\d{4} \d\d:\d\d:\d\d(?: TERMINAL ID ?: ?([0-9A-Z]{1,20}))?/
const EQUALS = 0x3d
const DATE_LENGTH = 'DD-MM-YYYY '.length
/** `30-03-2025 00:11:10 Start Up` */
const DATED = /^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d /
const DASH = 0x2d
const END = /^TRANSACTION END\b/
/** What no session outlives. */
const CLOSES =
  /^(?:POWER FAIL|POWER ?(?:ON|OFF|UP|DOWN)|LOGGED INTO SUPERVISOR|SUPERVISOR\b|(?:GO )?OUT[- ]OF[- ]SERVICE|START ?UP\b|RESTART PROCESS)/
const mayClose = startsIn('PO', 'LO', 'SU', 'GO', 'OU', 'ST', 'RE')
const REQUEST = /^TRANSACTION REQ\b/
const REPLY = /^TRANSACTION RES\b/
const OPERATION = /\(OPERATION CODE ?: ?([^)]{0,16})\)/
const SERIAL = /\(HOST SEQUENCE NO\.? ?: ?(\d{1,12})\b/
const CARD = /^CARD NUMBER ?: ?([\dX*]{13,19})$/
/** `(Rs.4000 )`, `(KWD 20.000)`: the amount as it was shown to the customer. */
const MONEY = /\( ?(R[SP]|[A-Z]{3})\.? ?(\d[\d,]{0,15}(?:\.\d{2,3})?) ?\)/
/** What only a customer with a card begins. */
const BEGINS = /^(?:CARD NUMBER|ENTERED AMOUNT|PIN ENTERED|TRANSACTION REQ)\b/
const mayBegin = startsIn('CA', 'EN', 'PI', 'TR')
const CARD_GONE = /^CARD (?:EJECTION ?: ?SUCC|(?:TAKEN|RETAINED|CAPTURED)\b)/
const CANCELLED = /^(?:TRANSACTION|CUSTOMER|USER) CANCEL/
const TIMED_OUT = /^HOST (?:TX )?TIMEOUT\b/

type Own = EuronetSession['own']

/** What the lines of one file are read with. */
type Desk = {
  readonly book: SessionBook<Own>
  readonly marks: MarkedSessions<Own>
  readonly operations: Operations
  readonly days: StampDays
  readonly context: ReadContext
}

const RULES: BookRules<Own> = {
  evidence: ['response', 'taken', 'stored'],
  approvedCode: ZERO_CODE,
  printsEnd: true,
  newOwn: newEuronetOwn,
  // Each start of this family has a time of its own, so that what is earlier cannot be of the session that is open.
  lagging: /^/,
  datedStart: false,
}

/** What a session shows as a whole. */
const conclude = (session: EuronetSession, operations: Operations): void => {
  settleShutter(session)
  operations.close(session.attempt)
  // The receipt shows two digits more than the machine.
  for (const { receiptCard } of session.attempts)
    if (session.card !== null) session.card = fullerCard(session.card, receiptCard)
}

/** Sessions that are over; `isEnd`: the open one too. */
const finish = ({ book, operations }: Desk, isEnd: boolean): void =>
  finishSessions(book, (session) => conclude(session, operations), isEnd)

const nameTerminal = ({ attempt, own }: EuronetSession): void => {
  if (own.terminalId !== null) takeNumber(attempt, 'terminalId', own.terminalId)
}

const readRequest = ({ operations }: Desk, session: EuronetSession, at: Moment, number: number): void => {
  settleShutter(session)
  operations.close(session.attempt)
  request(session, at, number)
  nameTerminal(session)
}

/** What a line names in brackets, behind it or on the next one; true if it does. */
const readBracket = (session: EuronetSession, text: string, number: number): boolean => {
  if (!text.includes('(')) return false
  const { attempt } = session
  const operation = OPERATION.exec(text)?.[1]
  const serial = SERIAL.exec(text)?.[1]
  const [, sign, money] = MONEY.exec(text) ?? []
  if (operation !== undefined) attempt.operation = operation.trimEnd()
  else if (serial !== undefined) takeNumber(attempt, 'serial', serial)
  else if (sign !== undefined && money !== undefined) takeEntered(session, { sign, money }, number)
  else return false
  return true
}

type Money = { readonly sign: string; readonly money: string }

const takeEntered = (session: EuronetSession, { sign, money }: Money, number: number): void => {
  const currency = readCurrency(sign)
  if (currency === null && mayBeThousandths(money)) return
  const minor = readAmount(money, currency)
  if (minor === null || minor === 0n) return
  const subject = prepare(session, number)
  subject.cash.requestedMinor = minor
  subject.cash.currency = currency
  // In whole units, as the sign before it shows.
  subject.requested = minor / 100n
}

/** A line of a session that begins with a time. */
const readEvent = (desk: Desk, session: EuronetSession, at: Moment, text: string, number: number): void => {
  const { attempt, own } = session
  own.block = 'none'
  own.since = at
  if (text.startsWith('TRANSACTION')) {
    if (REQUEST.test(text)) readRequest(desk, session, at, number)
    else if (REPLY.test(text)) attempt.replied = true
    else if (CANCELLED.test(text)) attempt.cancelledLine ??= number
    readBracket(session, text, number)
  } else if (text.startsWith('CARD NUMBER')) takeSessionCard(session, printedCard(CARD.exec(text)?.[1] ?? ''))
  else if (text.startsWith('NON CARD TRANSACTION')) own.cardless = true
  else if (text.startsWith('ENTERED AMOUNT')) readBracket(session, text, number)
  else if (TIMED_OUT.test(text)) attempt.timedOutLine ??= number
  else if (CANCELLED.test(text)) attempt.cancelledLine ??= number
  else if (CARD_GONE.test(text)) noteCardGone(session, at)
  else readNotes(session, text, number)
}

/** A line of a session, which a request opens where the start mark is missing. */
const readLine = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { book, marks } = desk
  const isRequest = text.startsWith('TRANSACTION REQ')
  if (mayBegin(text) && BEGINS.test(text) && isNextCustomer(book.open(), at, isRequest)) book.start(number, at)
  let session = book.timed(at, text, number)
  if (session === null && isRequest && !marks.isPast(at)) {
    book.start(number, at)
    session = book.timed(at, text, number)
  }
  if (session !== null) readEvent(desk, session, at, text, number)
}

const readTimed = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { book, marks } = desk
  if (mayClose(text) && CLOSES.test(text)) {
    const open = book.open()
    if (open !== null) forgetShutter(open)
    finish(desk, true)
    marks.close(at)
    return
  }
  if (text.startsWith('TRANSACTION END') && END.test(text)) {
    marks.end(at, number)
  } else if (book.open() === null || !marks.isPast(at)) readLine(desk, at, text, number)
  else book.leave()
}

const readUntimed = (desk: Desk, text: string, number: number): void => {
  const { book, context } = desk
  const session = book.current()
  // Names of camera files hold times and parts of the card.
  if (session === null || session !== book.open() || text.startsWith('{')) return
  readsLine(session, number)
  if (text === 'NOTESREMOVED') readRemoved(session, number)
  else if (
    !readBracket(session, text, number) &&
    !readNotes(session, text, number) &&
    !readCounts(session, text, number) &&
    !readEuronetReceipt(session, text, context)
  )
    return
  extendUntimed(session, number)
}

/** The time of `DD-MM-YYYY HH:MM:SS` at a place of a line; null if it is printed again, or cannot be true. */
const stampAt = (desk: Desk, line: string, from: number, text: string, number: number): Moment | null => {
  const { book, days } = desk
  const year = twoDigitsAt(line, from + 6) * 100 + twoDigitsAt(line, from + 8)
  const day = days(twoDigitsAt(line, from), twoDigitsAt(line, from + 3), year)
  const seconds = clockAt(line, from + DATE_LENGTH)
  const at = book.at(day === null ? NO_CLOCK : seconds, text, number, day ?? undefined)
  return at
}

const readStart = (desk: Desk, line: string, terminalId: string | null, number: number): void => {
  const at = stampAt(desk, line, line.indexOf('>') + (line.charAt(3) === ' ' ? 2 : 1), 'START', number)
  if (at === null) return
  desk.context.see('TRANSACTION START', number)
  finish(desk, false)
  desk.marks.start(at, number)
  const open = desk.book.open()
  if (open === null) return
  open.own.terminalId = terminalId
  nameTerminal(open)
}

const createReader = (context: ReadContext): FamilyReader => {
  const operations = createOperations(context.profile)
  const book = createSessionBook(context, { ...RULES, shownLater: operations.shownLater })
  const desk: Desk = { book, marks: createMarkedSessions(book), operations, context, days: createStampDays(context) }
  const take = (at: Moment | null, text: string, number: number): void => {
    if (at === null) return
    context.see(text, number)
    finish(desk, false)
    readTimed(desk, at, text, number)
  }
  return {
    line: (raw, number) => {
      if (raw === '') return
      const line = upperCase(withSingleSpaces(raw))
      const start = line.charCodeAt(0) === EQUALS ? START.exec(line) : null
      const seconds = clockOf(line)
      if (start !== null) readStart(desk, line, start[1] ?? null, number)
      else if (seconds !== NO_CLOCK) {
        const text = textAfterClock(line)
        take(book.at(seconds, text, number), text, number)
      } else if (line.charCodeAt(2) === DASH && DATED.test(line)) {
        const text = line.slice(DATE_LENGTH + 'HH:MM:SS '.length)
        take(stampAt(desk, line, 0, text, number), text, number)
      } else readUntimed(desk, line, number)
    },
    end: () => {
      finish(desk, true)
      book.close()
    },
  }
}

/** Lines that only this family prints. Pictures and values in brackets may also be between dated lines of OKI. */
const OWN_MARK =
  /^(?:==> ?\d\d-\d\d-\d{4} \d\d:\d\d:\d\d|\d\d:\d\d:\d\d {1,4}(?:Transaction (?:Req|Res)\. (?:Send|Received)|(?:1st|2nd)GENAC Result ?:|Banknote separation|Take Picture ?\())/i

/** Recyclers with EuroNet's software: a dated mark, and indented lines with a time. */
export const euronet: Family = {
  name: 'EURONET',
  isMark: (line) => OWN_MARK.test(line),
  markStarts: '=0',
  createReader,
  evidence: [/\{pic-[a-z]{4,12}\}\d{6}_\d{6}_[\dA-Z]{4,20}_/gi, /\bAID ?: ?[A-F][0-9A-F]{9,31}\b/g],
  cardLabels: [],
  cardLine: null,
  customerLabels: [],
  customerNumberNext: /Entered Data/,
  customerNumberOver: /Transaction (?:Req|End)|^==>/,
}
