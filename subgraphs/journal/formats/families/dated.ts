import { takeNumber } from '../sessions/attempt.ts'
import { fullerCard, printedCard } from '../sessions/cards.ts'
import { ZERO_CODE } from '../sessions/closing.ts'
import { clockAt, type Moment, NO_CLOCK, twoDigitsAt } from '../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../sessions/family.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { takeSessionCard } from '../sessions/session.ts'
import {
  type BookRules,
  createSessionBook,
  extendUntimed,
  readsLine,
  type SessionBook,
} from '../sessions/session-book.ts'
import {
  createMarkedSessions,
  isCardGone,
  isNextCustomer,
  type MarkedSessions,
  noteCardGone,
} from '../sessions/session-marks.ts'
import { upperCase, withSingleSpaces } from '../text/single-spaces.ts'
import { type DatedSession, newDatedOwn, readCounts, readNotes } from './dated-notes.ts'
import { REFERENCE, readDatedReceipt } from './dated-receipts.ts'
import { createOperations, type Operations } from './operations.ts'
import { finishSessions, prepare, request, subjectOf } from './preparation.ts'
import { createStampDays } from './stamp-days.ts'

/** `09/07/2025 07:10:00 TEXT` */
const STAMP = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d /
const STAMP_LENGTH = 'DD/MM/YYYY HH:MM:SS '.length
const SLASH = 0x2f
const START = /^(CARDLESS )?TRANSACTION START\b/
const END = /^TRANSACTION END\b/
/** What no session outlives. */
const CLOSES = /^(?:POWER ?(?:ON|OFF|UP|DOWN|FAIL)|(?:ENTER(?:ED|ING)? )?SUPERVISOR\b|(?:GO )?OUT[- ]OF[- ]SERVICE)/
const mayClose = startsIn('PO', 'EN', 'SU', 'GO', 'OU')
const REQUEST = /^TRANSACTION REQUEST(?:ING)?\b/
const OPERATION = /^OP ?CODE ?[:[] ?([^\]]{0,16})/
const AMOUNT = /^AMOUNT ?: ?(\d{1,15})$/
const REPLIED = /^TRANSACTION REPL(?:IED|Y)\b/
const SERIAL = /^(?:TRAN SEQ NR|TRANS SEQ NUMBER) ?\[(\d{1,12})\]/
const TERMINAL = /^TERMINAL ID ?[:[] ?([0-9A-Z]{3,20})\b/
/** `Card Number : **********695126`, in a record `Card Number    [519811******5126]`. */
const CARD = /^CARD NUMBER ?:? ?\[?([\dX*]{13,19})\]?$/
const CARD_OF_CHIP = /^(?:EMV AID [0-9A-F]{10,32} ?\/ ?|CARD ?\()([\dX*]{13,19})(?:\) TAKEN| STARTED)/
const ALL_HIDDEN = /^[X*]{6,15}(\d{4,6})$/
const CANCELLED = /^(?:(?:CUSTOMER|TRANSACTION|USER) CANCEL|USER PRESSED CANCEL)/
const TIMED_OUT = /^HOST (?:TX )?TIMEOUT\b/
/** What a machine does before it asks the host. */
const READY = /^(?:PIN ENTERED\b|\*{3,6} ?TRAN REQUEST STATE\b)/
const OPENS = /^(?:OP ?CODE ?[:[]|TRANSACTION REQUEST|PIN ENTERED\b)/
/** The host could not be reached, so that the request that was ready was never sent. */
const UNREACHED = /^PING ERROR\b/

type Own = DatedSession['own']

/** What the lines of one file are read with. */
type Desk = {
  readonly book: SessionBook<Own>
  readonly marks: MarkedSessions<Own>
  readonly operations: Operations
  readonly context: ReadContext
}

const RULES: BookRules<Own> = {
  evidence: ['response', 'taken', 'stored'],
  approvedCode: ZERO_CODE,
  printsEnd: true,
  newOwn: newDatedOwn,
  // Each line of this family has its full time, so that what is earlier cannot be of the session that is open.
  lagging: /^/,
  datedStart: false,
}

/** Sessions that are over; `isEnd`: the open one too. */
const finish = ({ book, operations }: Desk, isEnd: boolean): void =>
  finishSessions(book, ({ attempt }) => operations.close(attempt), isEnd)

/** A card as it is printed; of one that shows its last digits alone, the last four. */
const cardOf = (printed: string): string | null => {
  const tail = ALL_HIDDEN.exec(printed)?.[1]
  return tail === undefined ? printedCard(printed) : `${'*'.repeat(printed.length - 4)}${tail.slice(-4)}`
}

/** The card of a session, in the form that shows most of it. */
const takeCard = (session: DatedSession, printed: string): void => {
  const card = cardOf(printed)
  takeSessionCard(session, card)
  session.card = fullerCard(session.card, card)
}

/** Whether a request was made that the host has not answered yet. */
const isWaiting = ({ attempt }: DatedSession): boolean =>
  attempt.asked && !attempt.replied && attempt.answers.length === 0

const ask = ({ operations }: Desk, session: DatedSession, at: Moment, number: number): void => {
  operations.close(session.attempt)
  request(session, at, number)
  if (session.own.terminalId !== null) takeNumber(session.attempt, 'terminalId', session.own.terminalId)
  session.own.ready = false
}

/** `OP Code : BB     A`; the line `TRANSACTION REQUEST` before it is of the same request. */
const readOperation = (desk: Desk, session: DatedSession, at: Moment, text: string, number: number): void => {
  const operation = OPERATION.exec(text)?.[1]
  if (operation === undefined) return
  if (!isWaiting(session) || session.attempt.operation !== '') ask(desk, session, at, number)
  // One operation may send deposits in hundredths and withdrawals in whole units.
  session.attempt.operation = `${operation.trimEnd()}${session.attempt.deposit.begun ? ' deposit' : ''}`
}

/** `Amount : 195000000`, below the operation or alone. */
const readAmount = (desk: Desk, session: DatedSession, at: Moment, text: string, number: number): void => {
  const digits = AMOUNT.exec(text)?.[1]
  if (digits === undefined) return
  if (!isWaiting(session) || session.attempt.requested !== null) ask(desk, session, at, number)
  const { attempt } = session
  if (attempt.operation === '' && attempt.deposit.begun) attempt.operation = 'deposit'
  attempt.requested = BigInt(digits)
  desk.operations.learnCounted(attempt)
  attempt.cash.requestedMinor = desk.operations.minorOf(attempt)
}

const readUnreached = (desk: Desk, session: DatedSession, at: Moment, number: number): void => {
  if (!session.own.ready || isWaiting(session)) return
  ask(desk, session, at, number)
  session.own.unsent = session.attempt
}

/** A line of a request and its answer; true if it is one. */
const readRequest = (desk: Desk, session: DatedSession, at: Moment, text: string, number: number): boolean => {
  if (text.startsWith('OP')) readOperation(desk, session, at, text, number)
  else if (text.startsWith('AMOUNT')) readAmount(desk, session, at, text, number)
  else if (REPLIED.test(text)) {
    if (!session.attempt.asked) ask(desk, session, at, number)
    session.attempt.replied = true
  } else if (REQUEST.test(text)) ask(desk, session, at, number)
  else if (UNREACHED.test(text)) readUnreached(desk, session, at, number)
  else return false
  return true
}

const mayBeRequest = startsIn('OP', 'AM', 'TR', 'PI')
const isOfInterest = startsIn('CA', 'EM', 'TE', 'TR', 'PI', '*', 'CU', 'US', 'HO')

/** The terminal, and the reference that may be in the same line. */
const takeTerminal = ({ attempt, own }: DatedSession, terminal: string, text: string): void => {
  const reference = REFERENCE.exec(text)?.[1]
  if (reference !== undefined) takeNumber(attempt, 'rrn', reference)
  own.terminalId ??= terminal
  takeNumber(attempt, 'terminalId', terminal)
}

/** A line that names the card, the terminal, the message, or who gave up. */
const readNames = (session: DatedSession, text: string, number: number): boolean => {
  if (!isOfInterest(text)) return false
  const { attempt } = session
  const serial = SERIAL.exec(text)?.[1]
  const terminal = TERMINAL.exec(text)?.[1]
  const card = (CARD.exec(text) ?? CARD_OF_CHIP.exec(text))?.[1]
  if (card !== undefined) takeCard(session, card)
  else if (terminal !== undefined) takeTerminal(session, terminal, text)
  else if (serial !== undefined) takeNumber(attempt, 'serial', serial)
  else if (READY.test(text)) {
    session.own.ready = true
    if (text.startsWith('PIN')) prepare(session, number)
  } else if (CANCELLED.test(text)) subjectOf(session, number).cancelledLine ??= number
  else if (TIMED_OUT.test(text)) attempt.timedOutLine ??= number
  else return false
  return true
}

/** A line of a session that begins with a time. */
const readEvent = (desk: Desk, session: DatedSession, at: Moment, text: string, number: number): void => {
  const { own } = session
  if (own.since !== at) own.block = 'none'
  own.since = at
  if (mayBeRequest(text) && readRequest(desk, session, at, text, number)) return
  if (readNames(session, text, number)) return
  if (readNotes(session, text, number)) {
    own.ready ||= own.prepared?.deposit.begun === true
    // What never reached the host was given up with the notes.
    if (own.unsent === session.attempt && own.unsent.deposit.returned) own.unsent.cancelledLine ??= number
  } else if (!readCounts(session, text, number, desk.operations) && session.attempt.asked)
    readDatedReceipt(session, text, desk.context)
}

/** How soon after a start mark another one begins what the customer asks for: one session if no card was read yet. */
const SAME_START_SECONDS = 60

const start = (desk: Desk, at: Moment, number: number): void => {
  const { book, marks } = desk
  const open = book.open()
  const begun = open?.own.marked === true && open.card === null && !open.attempt.asked ? open : null
  if (begun !== null && at - begun.startedAt <= SAME_START_SECONDS) {
    book.timed(at, '', number)
    return
  }
  marks.start(at, number)
}

/** A line of a session, which a request opens where the start mark is missing. */
const readLine = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { book, marks } = desk
  const isOpening = OPENS.test(text)
  if (isOpening && isNextCustomer(book.open(), at, !text.startsWith('PIN'))) book.start(number, at)
  let session = book.timed(at, text, number)
  if (session !== null && isCardGone(text)) noteCardGone(session, at)
  const mayOpen = session === null && (isOpening || CARD.test(text))
  if (mayOpen && !marks.isPast(at)) {
    book.start(number, at)
    session = book.timed(at, text, number)
  }
  if (session !== null) readEvent(desk, session, at, text, number)
}

/** A line that neither begins a session nor ends one without its mark. */
const readInside = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { book, marks } = desk
  if (text.startsWith('TRANSACTION END') && END.test(text)) {
    marks.end(at, number)
  } else if (book.open() === null || !marks.isPast(at)) readLine(desk, at, text, number)
  else book.leave()
}

const readTimed = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { marks } = desk
  if (text.includes('TRANSACTION START') && START.test(text)) start(desk, at, number)
  else if (mayClose(text) && CLOSES.test(text)) {
    finish(desk, true)
    marks.close(at)
  } else readInside(desk, at, text, number)
}

const readUntimed = (desk: Desk, text: string, number: number): void => {
  const { book, operations, context } = desk
  const session = book.current()
  if (session === null || session !== book.open()) return
  readsLine(session, number)
  const isRead =
    readCounts(session, text, number, operations) ||
    readNames(session, text, number) ||
    (!text.startsWith('OP') && readDatedReceipt(session, text, context))
  if (isRead) extendUntimed(session, number)
}

const createReader = (context: ReadContext): FamilyReader => {
  const operations = createOperations(context.profile)
  const book = createSessionBook(context, { ...RULES, shownLater: operations.shownLater })
  const days = createStampDays(context)
  const desk: Desk = { book, marks: createMarkedSessions(book), operations, context }
  return {
    line: (raw, number) => {
      if (raw === '') return
      const line = withSingleSpaces(raw)
      if (line.charCodeAt(2) !== SLASH || !STAMP.test(line)) {
        readUntimed(desk, upperCase(line), number)
        return
      }
      const text = upperCase(line.slice(STAMP_LENGTH))
      const year = twoDigitsAt(line, 6) * 100 + twoDigitsAt(line, 8)
      const day = days(twoDigitsAt(line, 0), twoDigitsAt(line, 3), year)
      const seconds = clockAt(line, 11)
      const at = book.at(day === null ? NO_CLOCK : seconds, text, number, day ?? undefined)
      if (at === null) return
      context.see(text, number)
      finish(desk, false)
      readTimed(desk, at, text, number)
    },
    end: () => {
      finish(desk, true)
      book.close()
    },
  }
}

/** Lines that only this family prints: a log of another program may have the same stamp. */
const OWN_MARK =
  /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d {1,4}(?:(?:CARDLESS )?TRANSACTION (?:START|END|REPLIED|REQUEST)\b|CARD NUMBER\b|OP ?CODE ?:|TRAN SEQ NR\b|NOTES (?:COUNTED|DISPENSED)|COUNTED BANKNOTE|BANKNOTE SEPARATION|TERMINAL ID\b|\*{3,6} ?(?:TRAN REQUEST|ACCEPT CASH)|-{2,8} ?(?:ROLLBACK|INSERT|IDENTIFY|CONFIRM|DEPOSIT))/i

/** Recyclers of South-East Asia: the date and the time before each line. */
export const dated: Family = {
  name: 'DATED',
  isMark: (line) => line.charCodeAt(2) === SLASH && OWN_MARK.test(line),
  markStarts: '0',
  createReader,
  evidence: [/\bEMV AID [A-F][0-9A-F]{9,31}\b/g, /\$MOD\$ \d{6}_\d{4}\b/g],
  cardLabels: [],
  cardLine: / {4}[1-9]\d{15}[ \t]{0,40}$/,
  customerLabels: [
    { words: 'NO REK', kind: 'ACCOUNT' },
    { words: 'REK TUJUAN', kind: 'ACCOUNT' },
  ],
  customerNumberNext: null,
  customerNumberOver: null,
}
