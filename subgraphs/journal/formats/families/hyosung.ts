import { printedCard } from '../sessions/cards.ts'
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
import { createMarkedSessions, isNextCustomer, type MarkedSessions, noteCardGone } from '../sessions/session-marks.ts'
import { upperCase, withSingleSpaces } from '../text/single-spaces.ts'
import { blockOf, type HyosungSession, newHyosungOwn, readBlock, readCash, readDeposit } from './hyosung-notes.ts'
import { readHyosungReceipt } from './hyosung-receipts.ts'
import { createOperations, type Operations } from './operations.ts'
import { finishSessions, prepare, request } from './preparation.ts'
import { createStampDays } from './stamp-days.ts'

/** `[000123][03/26/2025 08:14:02]TEXT`: a counter, the date, the time. */
const STAMP = /^\[\d{4,8}\] ?\[\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d\]/
const OPENING_BRACKET = 0x5b
const START = /^(CARDLESS )?TRANSACTION START\b/
const END = /^TRANSACTION END\b/
/** What no session outlives. */
const CLOSES =
  /^(?:POWER ?(?:ON|OFF|UP|DOWN|FAIL)|(?:MODE ?: ?[A-Z]{2,12} ?-> ?|ENTERED |ENTER )SUPERVISOR|OPERATOR ENTER|(?:GO )?OUT[- ]OF[- ]SERVICE)/
const mayClose = startsIn('PO', 'MO', 'EN', 'OP', 'GO', 'OU')
const REQUEST = /^TRANSACTION REQUESTING ?: ?OPCODE ?\[([^\]]{0,16})\]/
const CARD = /^CARD NUMBER ?:? ?([\dX*]{13,19})$/
const ENTERED = /^ENTERED AMOUNT ?:? ?\[(\d{1,12})\]/
/** What only a customer with a card begins. */
const BEGINS = /^(?:CARD NUMBER|ENTERED AMOUNT|PIN ENTERED|TRANSACTION REQUESTING)\b/
const mayBegin = startsIn('CA', 'EN', 'PI', 'TR')
const CARD_GONE = /^CARD (?:TAKEN|RETAINED|CAPTURED)\b/
const REVERSED = /^(?:TRANSACTION REVERSED|REVERSAL (?:SENT|COMPLETED?))\b/
const CANCELLED = /^(?:TRANSACTION|CUSTOMER|USER) CANCEL/

type Own = HyosungSession['own']

/** What the lines of one file are read with. */
type Desk = {
  readonly book: SessionBook<Own>
  readonly marks: MarkedSessions<Own>
  readonly operations: Operations
}

const RULES: BookRules<Own> = {
  evidence: ['response', 'taken', 'stored'],
  approvedCode: ZERO_CODE,
  printsEnd: true,
  newOwn: newHyosungOwn,
  // Each line of this family has its full time, so that what is earlier cannot be of the session that is open.
  lagging: /^/,
  datedStart: false,
}

/** Sessions that are over; `isEnd`: the open one too. */
const finish = ({ book, operations }: Desk, isEnd: boolean): void =>
  finishSessions(book, ({ attempt }) => operations.close(attempt), isEnd)

const readRequest = (desk: Desk, session: HyosungSession, at: Moment, text: string, number: number): void => {
  const operation = REQUEST.exec(text)?.[1]
  if (operation === undefined) return
  desk.operations.close(session.attempt)
  request(session, at, number)
  session.attempt.operation = operation.trimEnd()
}

const takeEntered = (session: HyosungSession, text: string, number: number): void => {
  const digits = ENTERED.exec(text)?.[1]
  if (digits !== undefined) prepare(session, number).requested = BigInt(digits)
}

/** A line of a session that begins with a time. */
const readEvent = (desk: Desk, session: HyosungSession, at: Moment, text: string, number: number): void => {
  const { own, attempt } = session
  own.block = blockOf(text) ?? 'none'
  own.since = at
  if (text.startsWith('TRANSACTION REQUESTING')) readRequest(desk, session, at, text, number)
  else if (text.startsWith('TRANSACTION REPLIED')) attempt.replied = true
  else if (text.startsWith('CARD NUMBER')) takeSessionCard(session, printedCard(CARD.exec(text)?.[1] ?? ''))
  else if (text.startsWith('ENTERED AMOUNT')) takeEntered(session, text, number)
  else if (text.startsWith('PIN ENTERED')) prepare(session, number)
  else if (text.startsWith('HOST TIMEOUT')) attempt.timedOutLine ??= number
  else if (CARD_GONE.test(text)) noteCardGone(session, at)
  else if (CANCELLED.test(text)) attempt.cancelledLine ??= number
  else if (REVERSED.test(text)) attempt.reversedLine ??= number
  else if (!readCash(session, text, number)) readDeposit(session, text, number)
}

const start = (desk: Desk, at: Moment, number: number, isCardless: boolean): void => {
  desk.marks.start(at, number)
  const open = desk.book.open()
  if (open !== null) open.own.cardless = isCardless
}

/** A line of a session, which a request opens where the start mark is missing. */
const readLine = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { book, marks } = desk
  const isRequest = text.startsWith('TRANSACTION REQUESTING')
  if (mayBegin(text) && BEGINS.test(text) && isNextCustomer(book.open(), at, isRequest)) book.start(number, at)
  let session = book.timed(at, text, number)
  if (session === null && isRequest && !marks.isPast(at)) {
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
  const begun = text.includes('TRANSACTION START') ? START.exec(text) : null
  if (begun !== null) start(desk, at, number, begun[1] !== undefined)
  else if (mayClose(text) && CLOSES.test(text)) {
    finish(desk, true)
    marks.close(at)
  } else readInside(desk, at, text, number)
}

const readUntimed = (desk: Desk, text: string, number: number, context: ReadContext): void => {
  const { book, operations } = desk
  const session = book.current()
  if (session === null || session !== book.open()) return
  readsLine(session, number)
  const isRead =
    readBlock(session, text, number, operations) ||
    ((session.own.block === 'receipt' || text.startsWith('CARD NUMBER')) && readHyosungReceipt(session, text, context))
  if (isRead) extendUntimed(session, number)
}

const createReader = (context: ReadContext): FamilyReader => {
  const operations = createOperations(context.profile)
  const book = createSessionBook(context, { ...RULES, shownLater: operations.shownLater })
  const days = createStampDays(context)
  const desk: Desk = {
    book,
    marks: createMarkedSessions(book),
    operations,
  }
  return {
    line: (raw, number) => {
      if (raw === '') return
      const line = withSingleSpaces(raw)
      const isTimed = line.charCodeAt(0) === OPENING_BRACKET && STAMP.test(line)
      if (!isTimed) {
        readUntimed(desk, upperCase(line), number, context)
        return
      }
      const from = line.indexOf('[', 1) + 1
      const seconds = clockAt(line, from + 11)
      const text = upperCase(line.slice(from + 20).trimStart())
      const year = twoDigitsAt(line, from + 6) * 100 + twoDigitsAt(line, from + 8)
      const day = days(twoDigitsAt(line, from), twoDigitsAt(line, from + 3), year)
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

/** Hyosung machines with MoniPlus: a counter, the date and the time before each line. */
export const hyosung: Family = {
  name: 'HYOSUNG',
  isMark: (line) => line.charCodeAt(0) === OPENING_BRACKET && STAMP.test(line),
  markStarts: '[',
  createReader,
  evidence: [/\bAPP SELECTION (?:SUCCESS|FAIL): ?[A-F][0-9A-F]{9,31}\b/g],
  cardLabels: [],
  cardLine: null,
  customerLabels: [
    { words: 'BENF A/C', kind: 'ACCOUNT' },
    { words: 'MOBILE NO', kind: 'IDENTIFIER' },
    { words: 'BENF NAME', kind: 'NAME' },
  ],
  customerNumberNext: null,
  customerNumberOver: null,
}
