import {
  type Attempt,
  hasOutcome,
  isAnswered,
  takeCash,
  takeCryptogram,
  takeHostCode,
  takeHostWords,
  takeNumber,
  takeStan,
} from '../sessions/attempt.ts'
import { printedCard } from '../sessions/cards.ts'
import { ZERO_CODE } from '../sessions/closing.ts'
import { type DateBounds, type Moment, NO_CLOCK } from '../sessions/dates.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { awaitsCode, kindNamed, mayBeReceipt, readReceipt, takeHostDate } from '../sessions/receipts.ts'
import type { RequestUnits } from '../sessions/request-units.ts'
import {
  attemptOfNotes,
  beginAttempt,
  beginClosing,
  isLate,
  mainAttempt,
  prepareAttempt,
  type Session,
  takeSessionCard,
} from '../sessions/session.ts'
import type { BookRules, SessionBook } from '../sessions/session-book.ts'
import { readsLine } from '../sessions/session-book.ts'
import type { TransactionKind } from '../sessions/transaction.ts'
import { beginsDeposit, type Counter, readDeposit } from './ncr-deposits.ts'
import { type Notes, noPresentation, type Presentation, readDispenser } from './ncr-notes.ts'

/** Outcomes, which may be printed when the next session has begun. */
export const LAGGING = /^(?:NOTES|CASH|CARD (?:TAKEN|RETAINED)|GENAC|RESPONSE RECEIVED)\b/

/** What only a session has, and what separates one from the next. */
export const CARD_INSERTED = /^CARD INSERTED\b/
const CARD_GONE = /^CARD (?:TAKEN|RETAINED)\b/
export const CARD = /^(?:CARD|PAN) ?:? {0,10};?([\dX*]{13,25})\b/
export const OPCODE = /^OPCODE ?[=:]/
/** What a session begins with, each once: the same again is of another session, if there is a start mark before it. */
const BEGINNINGS = [CARD_INSERTED, /^ATR\b/, CARD, /^PIN ENTERED\b/, OPCODE]
/** What those begin with. */
export const mayBegin = startsIn('CARD', 'ATR', 'PAN', 'PIN', 'OPCODE')
/** The operation by which a machine tells the host that the session is over. */
const CLOSING_OPERATION = /^OPCODE ?[=:] ?F {1,7}AA$/
const REQUEST = /^REQUEST SENT(?: \[AMOUNT=(\d{1,15})\])?/
const RESPONSE = /^RESPONSE RECEIVED\b/
const SERIAL = /\bTXN SN NO ?= ?(\d{1,12})\b/
const ENTERED = /^AMOUNT (\d{1,12}) ENTERED\b/
/** What the lines of the dialogue with the host and the card, and those of notes and card, begin with. */
const maySpeak = startsIn('REQUEST', 'RESPONSE', 'GENAC', 'AMOUNT')
const mayBeOutcome = startsIn(
  'CARD',
  'PAN',
  'NOTES',
  'CASH',
  'POSITION',
  'COUNT',
  'UNABLE',
  'DISPENSE',
  'PRESENT',
  'TRANSACTION',
)
const NOTES_LEFT = /^(?:NOTES|CASH) (?:TAKEN\b|RETRACT)/
const NO_DISPENSE = /^(?:UNABLE TO DISPENSE|DISPENSE FAIL)/
/** After power came back: the notes may have been presented. */
const PRESENT_ATTEMPTED = /^PRESENT ATTEMPTED\b/
const REVERSED = /^TRANSACTION REVERSED\b/
const GENAC_2 = /^GENAC ?2 {0,9}[:=] {0,9}(TC|AAC)\b/
/** The customer, or the host by its silence, gave up: a request after that closes the session. */
const CANCELLED = /^(?:CUSTOMER CANCEL|CASHIN NOTE INSERTION CANCEL|TRANSACTION CANCELLED BY CUSTOMER)/
const TIMED_OUT = /^HOST TX TIMEOUT\b/
const mayGiveUp = startsIn('CUSTOMER', 'CASHIN', 'HOST', 'TRANSACTION')

/** The title of a receipt, alone in its line. */
const TITLE =
  /^(?:(?:CASH |CARDLESS )?WITHDRAWAL|(?:ONLINE )?CASH DEPOSIT|FUNDS? TRANSFER|BALANCE [EI]NQUIRY|MINI STATEMENT|PIN CHANGE|AUTHENTICATION|CARD PICKUP|TRANSACTION CANCELL?ED)$/
const mayBeTitle = startsIn(...['CASH', 'CARD', 'WITH', 'ONLINE', 'FUND', 'BALANCE', 'MINI', 'PIN', 'AUTH', 'TRANS'])
const CANCELLED_TITLE = /^TRANSACTION CANCEL/
/** The host had the card kept: it refused. */
const PICKED_UP = /^CARD PICKUP$/
/** `18/06/25 05:10:12 123456 TERM0001` under `DATE HOUR STAN TERMINAL`; some hosts print no audit number there. */
const RECEIPT_ROW =
  /^\d\d\/\d\d\/\d\d(?:\d\d)? {1,8}\d\d:\d\d(?::\d\d)? {1,8}(?:(\d{1,12}) {1,8}([0-9A-Z]{1,16})|(?=\d{0,15}[A-Z])([0-9A-Z]{1,16}))$/
const SLASH = 0x2f
/** The host approved, the machine could not dispense, and the host took it back. */
const REVERSED_CODE = /^RESPONSE CODE {0,40}(?:[:=] {0,20})?480$/

/** The title of the receipt that is being printed. */
type Title = { readonly text: string; readonly line: number; readonly kind: TransactionKind | null }

/**
 * What is kept with a session: the presentation and the counter whose lines are being read, the amount that was keyed
 * in, whether the customer gave up, the title of the receipt, whether the card was gone after a request, and what the
 * session began with.
 */
export type Own = {
  presentation: Presentation
  readonly counter: Counter
  entered: bigint | null
  givenUp: boolean
  title: Title | null
  cardGone: boolean
  begun: number
}

/** A session of this family. */
export type NcrSession = Session<Own>

/** How sessions of this family are opened and closed. */
export const RULES: BookRules<Own> = {
  evidence: ['response', 'offline', 'taken'],
  approvedCode: ZERO_CODE,
  printsEnd: true,
  newOwn: () => ({
    presentation: noPresentation(),
    counter: { state: null, rows: new Set() },
    entered: null,
    givenUp: false,
    title: null,
    cardGone: false,
    begun: 0,
  }),
  lagging: LAGGING,
  datedStart: true,
}

/** What one file's lines are read with. */
export type Desk = {
  readonly book: SessionBook<Own>
  readonly notes: Notes
  readonly units: RequestUnits
  readonly bounds: DateBounds
  /** The time that a line of its own gives to the lines that follow it without one; NO_CLOCK where none does. */
  timeAbove: number
  /** The card of the session before the one that is open. */
  cardBefore(): string | null
}

/** A line of the session: its time of day (NO_CLOCK for none), its text in capitals and its number. */
type Line = { readonly time: number; readonly at: Moment | null; readonly text: string; readonly number: number }

/** The first card that is printed, unless it is that of the session before and another one follows. */
const takeCard = (desk: Desk, session: NcrSession, printed: string): void => {
  const card = printedCard(printed)
  const isOld = session.card === desk.cardBefore() && !session.attempts[0].asked
  if (isOld && card !== null) session.card = card
  else takeSessionCard(session, card)
}

/** A card that is printed behind a late line of another session shows what else of that is behind it. */
export const compareCard = (open: NcrSession | null, text: string): void => {
  const printed = open?.card === undefined || open.card === null ? undefined : CARD.exec(text)?.[1]
  if (open !== null && printed !== undefined) takeSessionCard(open, printedCard(printed))
}

/** Begins what a request asks for; one after the customer gave up only closes the session. */
const begin = (session: NcrSession, { at, number }: Line): Attempt => {
  const { own } = session
  // An answer to what looked like a closing request shows that the customer went on.
  if (session.attempt.closing && hasOutcome(session.attempt)) own.givenUp = false
  const attempt = own.givenUp ? beginClosing(session, at, number) : beginAttempt(session, at, number)
  own.presentation = noPresentation()
  own.counter.state = null
  own.counter.rows.clear()
  own.title = null
  if (!own.givenUp && own.entered !== null) {
    attempt.requested = own.entered
    attempt.requestedBy = 'ENTERED'
  }
  own.entered = null
  return attempt
}

/**
 * The operation that the machine is about to ask for. Chosen again before anything was sent it is the same request; a
 * line that is printed late began nothing new.
 */
const readOpcode = (desk: Desk, session: NcrSession, line: Line): void => {
  if (line.at !== null && isLate(session, line.at)) return
  const { attempts } = session
  const latest = attempts[attempts.length - 1] ?? attempts[0]
  if (latest.asked && CLOSING_OPERATION.test(line.text)) session.own.givenUp = true
  const attempt =
    latest.asked && !latest.sent && !isAnswered(latest) && !session.own.givenUp ? latest : begin(session, line)
  attempt.operation = line.text.replace(OPCODE, '').trim()
  attempt.operationKind = desk.units.kindOf(attempt)
  session.attempt = attempt
}

const readRequest = (desk: Desk, session: NcrSession, digits: string | undefined, line: Line): void => {
  if (line.at !== null && isLate(session, line.at)) return
  let { attempt } = session
  if (!attempt.asked || (attempt.sent && isAnswered(attempt))) attempt = begin(session, line)
  attempt.sent = true
  if (digits === undefined) return
  attempt.requested = BigInt(digits)
  attempt.requestedBy = attempt.operation
  attempt.cash.requestedMinor = desk.units.minorOf(attempt)
}

/** What the machine and the card say of the request, with or without a time; true if it is evidence. */
const readDialogue = (desk: Desk, session: NcrSession, line: Line): boolean => {
  const { text } = line
  if (!maySpeak(text)) return false
  const { attempt } = session
  const request = REQUEST.exec(text)
  const cryptogram = GENAC_2.exec(text)?.[1]
  const entered = ENTERED.exec(text)?.[1]
  if (request !== null) readRequest(desk, session, request[1], line)
  else if (RESPONSE.test(text)) {
    attempt.replied = true
    const serial = SERIAL.exec(text)?.[1]
    if (serial !== undefined) takeNumber(attempt, 'serial', serial)
  } else if (cryptogram !== undefined) takeCryptogram(attempt, cryptogram === 'TC' ? 'APPROVED' : 'DECLINED')
  else if (entered !== undefined) {
    session.own.entered = BigInt(entered)
    session.own.givenUp = false
  } else return false
  return true
}

/**
 * Notes show that a request is in whole units; fewer may come out, so that they never show that it is in hundredths.
 */
const learnFromNotes = ({ units }: Desk, attempt: Attempt): void => {
  const { requested, cash } = attempt
  if (requested !== null && !cash.unpriced && requested * 100n === cash.presentedMinor)
    units.learn(attempt, cash.presentedMinor)
}

/** What becomes of the card and the notes; true if it is evidence. */
const readOutcome = (desk: Desk, session: NcrSession, { text, time }: Line): boolean => {
  if (!mayBeOutcome(text)) return false
  const { own, attempt } = session
  const card = CARD.exec(text)?.[1]
  if (card !== undefined) takeCard(desk, session, card)
  else if (CARD_GONE.test(text)) own.cardGone = session.attempts[0].asked
  else if (/^NOTES STACKED\b/.test(text)) attempt.cash.requested = true
  else if (NO_DISPENSE.test(text)) {
    attempt.cash.failed = true
    attempt.named ??= 'WITHDRAWAL'
  } else if (PRESENT_ATTEMPTED.test(text)) attemptOfNotes(session).interrupted = true
  else if (REVERSED.test(text)) mainAttempt(session).reversedLine ??= attempt.line
  else if (NOTES_LEFT.test(text)) {
    const about = attemptOfNotes(session)
    about.line = attempt.line
    if (text.includes('TAKEN')) takeCash(about)
    else about.cash.retracted = true
  } else if (desk.notes.readPresented(attempt, own.presentation, time === NO_CLOCK ? desk.timeAbove : time, text)) {
    learnFromNotes(desk, attempt)
  } else return false
  return true
}

/** True if the customer or the host gave up. */
const readGivingUp = (session: NcrSession, text: string): boolean => {
  if (!mayGiveUp(text)) return false
  const attempt = mainAttempt(session)
  const { line } = session.attempt
  if (CANCELLED.test(text)) attempt.cancelledLine ??= line
  else if (TIMED_OUT.test(text)) attempt.timedOutLine ??= line
  else return false
  session.own.givenUp = true
  return true
}

/** A receipt whose number differs is of another request, though none was printed. */
const readRow = (desk: Desk, session: NcrSession, line: Line): boolean => {
  const [, stan, beside, alone] = RECEIPT_ROW.exec(line.text) ?? []
  const terminal = beside ?? alone
  if (terminal === undefined) return false
  const { own } = session
  let { attempt } = session
  const known = attempt.numbers.stan
  const isCancelled = own.title !== null && CANCELLED_TITLE.test(own.title.text)
  if (
    !isCancelled &&
    stan !== undefined &&
    known !== null &&
    known !== stan &&
    attempt.stanRank === 0 &&
    attempt.answers.length > 0
  )
    attempt = beginAttempt(session, line.at, own.title?.line ?? line.number)
  if (stan !== undefined && !(isCancelled && known !== null)) takeStan(attempt, 'stan', stan)
  takeNumber(attempt, 'terminalId', terminal)
  takeHostDate(attempt, line.text, desk.bounds)
  attempt.named ??= own.title?.kind ?? null
  return true
}

/** The head of a receipt: its title, or the row of its numbers. True if it is one. */
const readHead = (desk: Desk, session: NcrSession, line: Line): boolean => {
  const { text, number } = line
  if (text.charCodeAt(2) === SLASH) return readRow(desk, session, line)
  if (!mayBeTitle(text) || !TITLE.test(text)) return false
  const { own, attempt } = session
  own.title = { text, line: number, kind: kindNamed(text) }
  if (CANCELLED_TITLE.test(text)) {
    // The receipt is about the request that is cancelled, whatever its number.
    session.attempt = mainAttempt(session)
    session.attempt.voidedLine ??= number
  } else if (PICKED_UP.test(text)) takeHostWords(attempt, 'DECLINED')
  else if (attempt.answers.length === 0) attempt.named ??= own.title.kind
  return true
}

/** A reversal is printed under the title of a cancelled transaction, and is about the request before. */
const readReversal = (session: NcrSession, text: string): boolean => {
  const { title } = session.own
  if (title === null || !CANCELLED_TITLE.test(title.text) || !REVERSED_CODE.test(text)) return false
  const attempt = mainAttempt(session)
  attempt.line = session.attempt.line
  attempt.reversedLine ??= attempt.line
  if (attempt.answers.length === 0) takeHostCode(attempt, '480')
  return true
}

const readEvidence = (desk: Desk, session: NcrSession, line: Line): boolean => {
  const { text } = line
  if (beginsDeposit(text)) {
    session.own.givenUp = false
    prepareAttempt(session, line.at, line.number)
  }
  readsLine(session, line.number)
  const isEvidence =
    readDialogue(desk, session, line) ||
    readDeposit(session.attempt, session.own.counter, text) ||
    readOutcome(desk, session, line) ||
    readDispenser(session, text)
  if (readGivingUp(session, text) || isEvidence) return true
  if (readHead(desk, session, line) || readReversal(session, text)) {
    desk.units.learnKind(session.attempt)
    return true
  }
  const isReceipt = awaitsCode(session.attempt) || mayBeReceipt(text)
  if (!isReceipt || !readReceipt(session.attempt, text, desk.bounds)) return false
  desk.units.learn(session.attempt)
  desk.units.learnKind(session.attempt)
  return true
}

/** A line of the session that is open; true if it is evidence. */
export const readSession = (desk: Desk, session: NcrSession, line: Line): boolean => {
  const { text } = line
  if (text.startsWith('OPCODE') && OPCODE.test(text)) {
    readOpcode(desk, session, line)
    return true
  }
  if (text.startsWith('PIN ENTERED')) session.own.givenUp = false
  return readEvidence(desk, session, line)
}

/** Power was lost: what the machine was doing has no outcome in the journal, unless it is printed. */
export const interrupt = (session: NcrSession): void => {
  const attempt = attemptOfNotes(session)
  attempt.interrupted = attempt.asked && !attempt.cash.taken && !attempt.cash.retracted
}

/** Whether a line begins something in the session: for the first time, again, or (null) nothing. */
export const beginningOf = ({ own }: NcrSession, text: string): 'first' | 'again' | null => {
  if (!mayBegin(text)) return null
  const which = BEGINNINGS.findIndex((pattern) => pattern.test(text))
  if (which < 0) return null
  const isAgain = (own.begun & (1 << which)) !== 0
  own.begun |= 1 << which
  return isAgain ? 'again' : 'first'
}

/**
 * True for a card or a request that comes after the session's card is gone, though neither end nor start was printed.
 * A card that is gone before the first request was only dipped.
 */
export const isNextCustomer = (session: NcrSession | null, at: Moment, text: string): boolean =>
  session?.own.cardGone === true &&
  !(session.own.givenUp && OPCODE.test(text)) &&
  at > (session.endedAt ?? 0) &&
  mayBegin(text) &&
  (CARD_INSERTED.test(text) || OPCODE.test(text))
