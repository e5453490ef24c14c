import { type Attempt, addNotes, storeCash, takeCash, takeHostCode, takeNumber } from '../../sessions/attempt.ts'
import { printedCard } from '../../sessions/cards.ts'
import { ZERO_CODE } from '../../sessions/closing.ts'
import type { DateBounds, Moment } from '../../sessions/dates.ts'
import { startsIn } from '../../sessions/line-shapes.ts'
import { hostDateOf, readReceipt } from '../../sessions/receipts.ts'
import type { RequestUnits } from '../../sessions/request-units.ts'
import { attemptOfNotes, beginAttempt, beginClosing, isFirst, type Session } from '../../sessions/session.ts'
import type { BookRules } from '../../sessions/session-book.ts'
import type { TransactionKind } from '../../sessions/transaction.ts'

/** What is kept with a session of Diebold's software. */
export type Own = {
  /** The card was given back or kept. Notes and receipt may follow, another customer's request may not. */
  cardGone: boolean
  /** A receipt has given the session its time. */
  timed: boolean
  /** The attempt whose receipt was read, and the text of that receipt. */
  receiptOf: Attempt | null
  receipt: string
  /** Lines of a receipt without its beginning were printed behind the card. */
  orphaned: boolean
}

/** A session of Diebold's software. */
export type DieboldSession = Session<Own>

/** How its sessions are opened and closed. A cryptogram is printed with either outcome, so that it decides nothing. */
export const RULES: BookRules<Own> = {
  evidence: ['response', 'taken'],
  approvedCode: ZERO_CODE,
  printsEnd: true,
  newOwn: () => ({ cardGone: false, timed: false, receiptOf: null, receipt: '', orphaned: false }),
  // Each line with a time has its full time, so that what is earlier cannot be of the session that is open.
  lagging: /^/,
  datedStart: false,
}

/** `Card Inserted (502265XXXXXX0092)`, with the counters of an upload before it. */
const INSERTED = /^\d{0,60}CARD INSERTED\b(?: ?\( ?([\dX*]{13,19}) ?\))?/
const TRACK = /^TRACK ?2(?: DATA)? ?: ?;?([\dX*]{13,19})/
const CHIP = /^(?:ATR RECEIVED|CANDIDATE LIST)\b/
const REQUEST = /^TRANSACTION REQUEST ?\[([^\]]{0,20})\]/
/** What the machine asks for by itself once the notes are out: no key that a customer can choose. */
const CONFIRMATION = /^C{8}$/
/** What no session outlives. */
const CLOSES =
  /^(?:POWER[ -]?(?:UP|ON|OFF|DOWN|FAIL|RESTOR|INTERRUPT|LOSS)|(?:ENTER(?:ED|ING)? |EXIT(?:ED|ING)? )?SUPERVISOR\b|(?:GO(?:ING|NE)? |ATM |TERMINAL )?OUT[ -]OF[ -]SERVICE\b|(?:APPLICATION|SYSTEM) (?:RE)?START)/
const mayClose = startsIn(
  'POWER',
  'ENTER',
  'EXIT',
  'SUPERVISOR',
  'GO',
  'ATM',
  'TERMINAL',
  'OUT',
  'APPLICATION',
  'SYSTEM',
)
const mayMark = startsIn('CARD I', 'TRANSACTION', 'ATR', 'CANDIDATE', ...'0123456789')

/**
 * What a line begins or ends: the card that is inserted (null: not printed), the reading of a chip (`isFirst`: its
 * first line), a request, or all.
 */
export type Mark =
  | { readonly kind: 'card'; readonly card: string | null }
  | { readonly kind: 'chip'; readonly isFirst: boolean }
  | { readonly kind: 'request'; readonly operation: string }
  | { readonly kind: 'close' }

/** What a line in capitals begins or ends; null for nothing. */
export const markOf = (text: string): Mark | null => {
  if (mayClose(text) && CLOSES.test(text)) return { kind: 'close' }
  if (!mayMark(text)) return null
  const inserted = INSERTED.exec(text)
  if (inserted !== null) return { kind: 'card', card: inserted[1] === undefined ? null : printedCard(inserted[1]) }
  const operation = REQUEST.exec(text)?.[1]
  if (operation !== undefined) return { kind: 'request', operation }
  return CHIP.test(text) ? { kind: 'chip', isFirst: text.startsWith('ATR') } : null
}

const isGivenUp = ({ attempt }: DieboldSession): boolean => (attempt.cancelledLine ?? attempt.timedOutLine) !== null

/** Whether a request is one of the machine itself, which only closes the session. */
export const isClosing = (session: DieboldSession, operation: string): boolean =>
  session.own.cardGone ? CONFIRMATION.test(operation) : isGivenUp(session)

/** A request of the session. `at`: its time, null where it has none. */
export const readRequest = (session: DieboldSession, operation: string, at: Moment | null, number: number): void => {
  const closing = isClosing(session, operation)
  const attempt = closing ? beginClosing(session, at, number) : beginAttempt(session, at, number)
  attempt.operation = operation
  attempt.requestedBy = operation
}

const REPLY = /^TRANSACTION REPLY ?\[(?:HOST SEQ\. ?NO\. ?: ?(\d{1,12}))?/
const CANCELLED = /^(?:TRANSACTION|CUSTOMER) CANCEL/
const TIMED_OUT = /^(?:HOST|TRANSACTION|COMMUNICATIONS?) (?:TX )?TIME-? ?OUT\b/
const CARD_GONE = /^CARD (?:EJECTED|TAKEN|RETAINED|CAPTURED)\b/
/** Whether a line says that the card was given back or kept. */
export const isCardGone = (text: string): boolean => CARD_GONE.test(text)
const DISPENSE = /^DISPENSE TYPE ?\d ?(?:= ?(\d{1,4}) NOTES?|\[ ?(\d{1,4}) ?\])/
const BROKEN = /^(?:DISPENSE(?:R)?|PRESENT(?:ER)?|SHUTTER|CDM) (?:ERROR|FAIL|FAULT|JAM)/
const CASH = /^(?:(?:CASH |NOTES )?(PRESENT)(?:ED)?$|(?:CASH|NOTES) (TAKEN|RETRACT))/
const STORED = /^CASH IN OK\b/
const COMMAND = /^CASH REQUEST ?:/
const maySay = startsIn(
  'TRANSACTION',
  'CUSTOMER',
  'HOST',
  'COMM',
  'CARD',
  'DISPENSE',
  'PRESENT',
  'CASH',
  'NOTES',
  'TRACK',
  'SHUTTER',
  'CDM',
)
/** What else a session prints, to tell its last line. */
const OTHER =
  /^(?:ATR RECEIVED|CANDIDATE LIST|APPLICATION SELECTED|[A-Z]{3,5} FDK SELECTED|GENAC|NEXT STATE|CARD IS BEING|PIN ENTERED|TRANSACTION RE)/

const readDispense = (session: DieboldSession, text: string): boolean => {
  const [, counted, listed] = DISPENSE.exec(text) ?? []
  const count = counted ?? listed
  if (count === undefined) return false
  const { attempt } = session
  attempt.cash.requested = true
  // What a note of a type is worth is printed nowhere.
  attempt.cash.unpriced = true
  if (isFirst(session, `${session.attempts.length} ${text}`)) addNotes(attempt, 'DISPENSED', Number(count), null, null)
  return true
}

const readCash = (session: DieboldSession, text: string): boolean => {
  const [, presented, left] = CASH.exec(text) ?? []
  if (presented === undefined && left === undefined) return false
  const { attempt } = session
  const about = left === undefined ? attempt : attemptOfNotes(session)
  if (presented !== undefined) about.cash.presented = true
  else if (left === 'TAKEN') takeCash(about)
  else if (about.deposit.begun && !about.cash.presented) about.deposit.retracted = true
  else about.cash.retracted = true
  return true
}

/** A line of the dialogue with machine and host; true if it is one. */
export const readDialogue = (session: DieboldSession, text: string): boolean => {
  if (!maySay(text)) return OTHER.test(text)
  const { attempt } = session
  const reply = REPLY.exec(text)
  const track = TRACK.exec(text)?.[1]
  if (reply !== null) {
    attempt.replied = true
    if (reply[1] !== undefined) takeNumber(attempt, 'serial', reply[1])
  } else if (track !== undefined) session.card ??= printedCard(track)
  else if (CARD_GONE.test(text)) session.own.cardGone = true
  else if (CANCELLED.test(text)) attempt.cancelledLine ??= attempt.line
  else if (TIMED_OUT.test(text)) attempt.timedOutLine ??= attempt.line
  else if (STORED.test(text)) storeCash(attempt)
  else if (COMMAND.test(text)) attempt.cash.requested = true
  else if (BROKEN.test(text)) attempt.interrupted = attempt.cash.requested && !attempt.cash.taken
  else return readDispense(session, text) || readCash(session, text) || OTHER.test(text)
  return true
}

const CODE = /^RC ?: ?([0-9A-Z]{2,3})$/
const TITLE = /^\*{0,20} ?((?:CASH|BALANCE|MINI|FUNDS?|TRANSFER|PIN|WITHDRAWAL|DEPOSIT)[A-Z_ ]{0,30}?) ?\*{0,20}$/
const TYPE = /^TRN TYPE {0,20}: ?(.{3,40})$/
const KINDS: readonly (readonly [RegExp, TransactionKind])[] = [
  [/WITHDRAWAL/, 'WITHDRAWAL'],
  [/DEPOSIT/, 'DEPOSIT'],
  [/BALANCE|STATEMENT/, 'BALANCE'],
  [/TRANSFER/, 'TRANSFER'],
]
const PADDED = /^AMOUNT {0,20}: {0,20}(0\d{5,14})$/
const AUTHORISED = /^AMT AUTH\b/
const SWITCH_DATE = /^SWCT DATE {0,20}: ?/
const SEQUENCE = /^SEQ NO {0,20}: {0,20}(\d{1,12})$/

const readKind = (attempt: Attempt, text: string): boolean => {
  const title = TYPE.exec(text)?.[1] ?? TITLE.exec(text)?.[1]
  const kind = title === undefined ? undefined : KINDS.find(([words]) => words.test(title))?.[1]
  if (kind !== undefined) attempt.named ??= kind
  return kind !== undefined
}

/** What a receipt is read with: how dates are to be read, and the units of amounts. */
export type Paper = { readonly bounds: DateBounds; readonly units: RequestUnits }

/** A line of a receipt; true if it says something. */
export const readPaper = (attempt: Attempt, text: string, { bounds, units }: Paper): boolean => {
  const code = text.startsWith('RC') ? CODE.exec(text)?.[1] : undefined
  const padded = text.startsWith('AM') ? PADDED.exec(text)?.[1] : undefined
  const sequence = text.startsWith('SEQ') ? SEQUENCE.exec(text)?.[1] : undefined
  if (code !== undefined) takeHostCode(attempt, code)
  else if (padded !== undefined) {
    attempt.requested = BigInt(padded)
    attempt.cash.requestedMinor = units.minorOf(attempt)
  } else if (sequence !== undefined) takeNumber(attempt, 'serial', sequence)
  else if (text.startsWith('SWCT')) {
    const date = hostDateOf(text.replace(SWITCH_DATE, ''), bounds)
    if (date !== null) takeNumber(attempt, 'hostDate', date)
  } else return readKind(attempt, text) || readReceipt(attempt, text.replace(AUTHORISED, 'AMOUNT'), bounds)
  return true
}
