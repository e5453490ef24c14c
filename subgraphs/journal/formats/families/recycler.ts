import { readAmount, readCurrency } from '../sessions/amounts.ts'
import {
  type Attempt,
  addNotes,
  addPresented,
  isSettled,
  storeCash,
  takeCash,
  takeHostCode,
  takeNumber,
  takeReceiptCard,
  takeStan,
} from '../sessions/attempt.ts'
import { printedCard } from '../sessions/cards.ts'
import {
  clockAt,
  DAY_SECONDS,
  type DateBounds,
  type Moment,
  NO_CLOCK,
  readIsoDate,
  readTime,
  twoDigitsAt,
} from '../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../sessions/family.ts'
import { clockOf, startsIn, textAfterClock } from '../sessions/line-shapes.ts'
import { attemptOfNotes, beginAttempt, isFirst, isLate, type Session, takeSessionCard } from '../sessions/session.ts'
import {
  type BookRules,
  createSessionBook,
  extendUntimed,
  readsLine,
  type SessionBook,
} from '../sessions/session-book.ts'

/** `============TRANSACTION START=============`; there is no end mark in this family. */
const START = /^=+ ?TRANSACTION START ?=+$/
/** `------------MM/DD/YY HH:MM:SS-------------` dates what follows. */
const DATED = /^-{6,}\d\d\/\d\d\/\d\d \d\d:\d\d:\d\d-{6,}$/
/** `**POWER OFF                MM/DD/YY HH:MM`. */
const STATUS = /^\*\*(\S.{0,60}?) {1,30}\d\d\/\d\d\/\d\d (\d\d:\d\d)$/
const CLOSING_STATUS = /^(POWER (OFF|ON)|SUPERVISOR MODE|OUT-OF-SERVICE)/
const MAX_STATUSES = 16
const OUT_OF_SERVICE = 'OUT-OF-SERVICE'
const SLASH = 0x2f
/** Timed lines that begin something, so that what was being printed is over; others may fall into it. */
const BEGINS = /^(?:CARD|DISPENSE|TNX RE(?:QUEST|PLY)|NOTES|CASH|TRACE)\b/
/** What those that matter in a session begin with. */
const isTimedOfInterest = startsIn('CA', 'CU', 'DI', 'TN', 'TR', 'NO')
/** What a session begins with. */
const BEGINS_SESSION = /^CARD(?::|(LESS) TNX STARTED)/
const CARD = /^CARD:;?([\dX*]{13,19})/
/** First line of a host receipt: the machine's date and the host's, each with the year first; 99/11/30 is not set. */
const RECEIPT = /^\d\d\/\d\d\/\d\d (\d\d)\/(\d\d)\/(\d\d) \d\d:\d\d \d+$/
const RECEIPT_NUMBERS = /^\d{3} (\d{4}) \d{6}$/
const REQUEST = /^TNX REQUEST\b/
const REPLY = /^TNX REPLY\b/
const CANCELLED = /^(?:CUSTOMER|TNX|TRANSACTION) CANCEL/
const RECEIPT_CARD = /^[\dX*]{13,19}$/
const HIDDEN_CARD = /^\d{4,12}[X*]{4,12}\d{4}$/
const RECEIPT_AMOUNT = /^([\d,]{1,15}\.\d{2,3}) +(\d{3})$/
const RECEIPT_CODE = /^\d{3}$/
const isReceiptLine = startsIn(...'0123456789,X*', 'SU')
const TRACE = /^TRACE: (\d{1,12})$/
const NOTES = /^([A-Z]{3})(\d{1,6}) +-(\d{1,5})$/

type Beginning = 'CARD' | 'CARDLESS'

/**
 * What the next lines belong to, until a timed line that begins something else; the latest command to dispense; the
 * second of the day of the ruler over the start mark, and what the session began with, once that was printed.
 */
type Own = {
  block: 'none' | 'receipt' | 'foreign' | 'notes'
  dispense: number
  ruledAt: number | null
  begun: Beginning | null
  /** The trace and the receipt's number that were printed last. */
  trace: string | null
  record: string | null
}

type RecyclerSession = Session<Own>

const RULES: BookRules<Own> = {
  // Neither `FUNCID` nor a cryptogram decides here: both occur with either outcome.
  evidence: ['response', 'taken'],
  approvedCode: /^000$/,
  printsEnd: false,
  newOwn: () => ({ block: 'none', dispense: 0, ruledAt: null, begun: null, trace: null, record: null }),
  lagging: null,
  datedStart: false,
  ruledAt: ({ ruledAt }) => (ruledAt !== null && ruledAt >= 0 ? ruledAt : null),
}

/** A request to the host; one that is printed late began nothing new. */
const readRequest = (session: RecyclerSession, at: Moment, number: number): void => {
  if (!isLate(session, at)) beginAttempt(session, at, number)
}

/** A line about the notes that begins with a time. */
const readCash = (session: RecyclerSession, text: string): void => {
  const attempt = text.startsWith('NOTES PRESENT') ? session.attempt : attemptOfNotes(session)
  const { cash } = attempt
  if (text.startsWith('NOTES PRESENT')) cash.presented = true
  else if (text.startsWith('NOTES TAKEN')) takeCash(attempt)
  else if (/^(NOTES|CASH) RETRACT/.test(text)) cash.retracted = true
  else if (/^(CASH|NOTES) (STORED|DEPOSITED)/.test(text)) storeCash(attempt)
  else if (/^(CASH|NOTES) (INSERTED|ACCEPTED)/.test(text)) attempt.deposit.begun = true
}

/** A line of the session that begins with a time. */
const readTimed = (session: RecyclerSession, at: Moment, time: number, text: string, number: number): void => {
  if (!isTimedOfInterest(text)) return
  const { own } = session
  if (BEGINS.test(text)) own.block = 'none'
  const card = CARD.exec(text)?.[1]
  if (card !== undefined) takeSessionCard(session, printedCard(card))
  else if (REQUEST.test(text)) readRequest(session, at, number)
  else if (REPLY.test(text)) session.attempt.replied = true
  else if (CANCELLED.test(text)) session.attempt.cancelledLine ??= number
  else if (text === 'DISPENSE') {
    own.block = 'notes'
    own.dispense = time
    session.attempt.cash.requested = true
  } else readCash(session, text)
}

const readReceiptAmount = (attempt: Attempt, text: string): boolean => {
  const [, printed, number = ''] = RECEIPT_AMOUNT.exec(text) ?? []
  const currency = readCurrency(number)
  const minor = printed === undefined ? null : readAmount(printed, currency)
  if (minor === null) return false
  attempt.amountMinor = minor
  attempt.currency = currency
  return true
}

/** A line inside a host receipt; true if it is one of its known lines. */
const readReceipt = (session: RecyclerSession, text: string): boolean => {
  const { attempt } = session
  const settled = isSettled(attempt)
  const numbers = RECEIPT_NUMBERS.exec(text)
  if (numbers?.[1] !== undefined) {
    takeStan(attempt, 'record', numbers[1])
    session.own.record ??= numbers[1]
  } else if (RECEIPT_CARD.test(text)) takeReceiptCard(attempt, printedCard(text))
  else if (RECEIPT_CODE.test(text)) takeHostCode(attempt, text)
  else if (settled || !readReceiptAmount(attempt, text)) return text.startsWith('SURCHARGE')
  return true
}

const readNotes = (session: RecyclerSession, text: string): boolean => {
  const notes = NOTES.exec(text)
  if (notes?.[1] === undefined) return false
  if (!isFirst(session, `${session.own.dispense} ${text}`)) return true
  const { attempt } = session
  const worth = BigInt(notes[2] ?? 0) * 100n
  addPresented(attempt, worth * BigInt(notes[3] ?? 0))
  addNotes(attempt, 'DISPENSED', Number(notes[3]), worth, notes[1])
  attempt.cash.currency = notes[1]
  return true
}

/** Host and machine have one clock: a receipt of another time is one of another session. */
const MAX_RECEIPT_SECONDS = 15 * 60
const RECEIPT_TIME = 'YY/MM/DD YY/MM/DD '.length

const isOfSession = ({ startedAt, endedAt }: RecyclerSession, text: string): boolean => {
  const printed = readTime(text.slice(RECEIPT_TIME, RECEIPT_TIME + 5))
  if (printed === null) return true
  const apart = Math.abs(printed - ((endedAt ?? startedAt) % DAY_SECONDS))
  return Math.min(apart, DAY_SECONDS - apart) <= MAX_RECEIPT_SECONDS
}

/** A line without a time inside a session; true if it belongs to the session's evidence. */
const readUntimed = (session: RecyclerSession, text: string, bounds: DateBounds): boolean => {
  const { own, attempt } = session
  const trace = text.startsWith('TRACE') ? TRACE.exec(text)?.[1] : undefined
  if (trace !== undefined) {
    takeStan(attempt, 'stan', trace)
    own.trace ??= trace
    // Printed again, it may fall among the notes.
    if (isFirst(session, text)) own.block = 'none'
    return true
  }
  const receipt = text.charCodeAt(2) === SLASH ? RECEIPT.exec(text) : null
  if (receipt !== null) {
    own.block = isOfSession(session, text) ? 'receipt' : 'foreign'
    const date = `20${receipt[1]}-${receipt[2]}-${receipt[3]}`
    if (own.block === 'receipt' && readIsoDate(date, bounds) !== null) takeNumber(attempt, 'hostDate', date)
    return true
  }
  if (own.block === 'receipt') return isReceiptLine(text) && readReceipt(session, text)
  if (own.block === 'none' && HIDDEN_CARD.test(text)) {
    // The head of its receipt is lost.
    takeReceiptCard(attempt, printedCard(text))
    return true
  }
  return own.block === 'notes' && readNotes(session, text)
}

const readRest = (book: SessionBook<Own>, text: string, number: number, bounds: DateBounds): void => {
  const session = book.current()
  if (session === null || text === '') return
  readsLine(session, number)
  if (readUntimed(session, text, bounds)) extendUntimed(session, number)
}

/** Whether a session holds what no line with a time says: a start mark after that is none that is printed again. */
const isAnswered = ({ attempts }: RecyclerSession): boolean =>
  attempts.some(
    ({ numbers, receiptCard, answers, amountMinor }) =>
      numbers.stan !== null || receiptCard !== null || answers.length > 0 || amountMinor !== null,
  )

/** Whether a line without a time names another trace or receipt than the session has. */
const isAnother = ({ own }: RecyclerSession, text: string): boolean => {
  const known = text.startsWith('TRACE') ? own.trace : own.record
  const named = (TRACE.exec(text) ?? RECEIPT_NUMBERS.exec(text))?.[1]
  return known !== null && named !== undefined && named !== known
}

/**
 * Start marks are under a ruler of their own, and a card or `CARDLESS` follows. One without a ruler inside such a
 * session is printed again, unless another card, trace or receipt follows it, or nothing at all. Where the mark is
 * missing, a request begins a session, and a card a session of its own behind `CARDLESS`, as `CARDLESS` behind a card.
 */
const createStarts = (book: SessionBook<Own>) => {
  let ruledAt: number | null = null
  let doubtful: number | null = null
  const start = (number: number, at?: Moment): void => {
    const open = book.open()
    book.start(number, at, at !== undefined || (open !== null && isAnswered(open))).own.ruledAt = ruledAt
    doubtful = null
  }
  const isLateIn = (at: Moment): boolean => {
    const open = book.open()
    return open !== null && isLate(open, at)
  }
  /** Whether a request of this time is of a session whose start mark is missing. */
  const isUnmarked = (at: Moment): boolean => book.open() === null && at > (book.previous()?.endedAt ?? 0)
  return {
    /** The second of the day of the line before, if it is a ruler. */
    ruler(seconds: number | null): void {
      ruledAt = seconds
    },
    mark(number: number): void {
      const ruled = book.open()?.own.ruledAt ?? null
      if (ruledAt === null && ruled !== null) doubtful = number
      else start(number)
    },
    /** A line with a time that is not printed again, before it is put to its session. */
    before(at: Moment, text: string, number: number): void {
      if (doubtful === null && !text.startsWith('CARD')) {
        if (REQUEST.test(text) && isUnmarked(at)) start(number, at)
        return
      }
      const found = BEGINS_SESSION.exec(text)
      const beginning = found === null ? null : found[1] === undefined ? 'CARD' : 'CARDLESS'
      const begun = book.open()?.own.begun ?? null
      if (beginning !== null && begun !== null) {
        if (doubtful !== null) start(doubtful)
        else if (beginning !== begun && !isLateIn(at)) start(number, at)
      }
      doubtful = null
      const open = book.open()
      if (open !== null) open.own.begun ??= beginning
    },
    /** A line without a time, before it is put to its session. */
    beforeUntimed(text: string): void {
      const open = doubtful === null ? null : book.open()
      if (doubtful === null || open === null || !isAnother(open, text)) return
      start(doubtful)
      const begun = book.open()
      if (begun !== null) begun.own.block = open.own.block
    },
    end(): void {
      if (doubtful !== null) start(doubtful)
      book.close()
    },
    close(): void {
      doubtful = null
      book.close()
    },
  }
}

/** `MM/DD/YY` at a place of a line, which dates what follows. */
const readDay = (book: SessionBook<Own>, text: string, at: number, seconds: number): void => {
  const day = book.dayOf(twoDigitsAt(text, at), twoDigitsAt(text, at + 3), twoDigitsAt(text, at + 6))
  if (day !== null && seconds >= 0) book.date(day, seconds)
}

/** A line that `DATED` knows; its second of the day. */
const readRuler = (book: SessionBook<Own>, text: string): number => {
  const at = text.indexOf('/') - 2
  const seconds = clockAt(text, at + 9)
  readDay(book, text, at, seconds)
  return seconds
}

/** Reads status lines once: one that is printed again says nothing of the session that has begun since. */
const createStatuses = (book: SessionBook<Own>, close: () => void) => {
  const latest = new Set<string>()
  /** True if the line is a status. */
  return (text: string): boolean => {
    if (latest.has(text)) return true
    const [, name, time = ''] = STATUS.exec(text) ?? []
    if (name === undefined) return false
    latest.add(text)
    const [oldest = text] = latest
    if (latest.size > MAX_STATUSES) latest.delete(oldest)
    if (CLOSING_STATUS.test(name)) close()
    readDay(book, text, text.length - 14, readTime(time) ?? -1)
    return true
  }
}

const createReader = (context: ReadContext): FamilyReader => {
  const book = createSessionBook(context, RULES)
  const starts = createStarts(book)
  const readStatus = createStatuses(book, starts.close)
  const readClocked = (seconds: number, text: string, number: number): void => {
    const at = book.at(seconds, text, number)
    if (at === null) return
    context.see(text, number)
    starts.before(at, text, number)
    const session = book.timed(at, text, number)
    if (session !== null) readTimed(session, at, seconds, text, number)
  }
  const readOther = (text: string, number: number): void => {
    // Of the lines without a time only these can be marks: most lines of this family have none.
    if (text.startsWith('=')) context.see(text, number)
    if (text.startsWith('=') && START.test(text)) starts.mark(number)
    else if (text.startsWith('**') && readStatus(text)) return
    else if (text === OUT_OF_SERVICE) starts.close()
    else {
      starts.beforeUntimed(text)
      readRest(book, text, number, context)
    }
  }
  return {
    line: (text, number) => {
      const ruledAt = text.startsWith('------') && DATED.test(text) ? readRuler(book, text) : null
      const seconds = clockOf(text)
      if (ruledAt === null && seconds !== NO_CLOCK) readClocked(seconds, textAfterClock(text), number)
      else if (ruledAt === null) readOther(text, number)
      starts.ruler(ruledAt)
    },
    end: starts.end,
  }
}

const isMark = (line: string): boolean =>
  (line.startsWith('------') && DATED.test(line)) || (line.startsWith('=') && START.test(line))

/** Recyclers whose journal dates its lines by rulers and prints no end of a transaction. */
export const recycler: Family = {
  name: 'RECYCLER',
  isMark,
  markStarts: '-=',
  createReader,
  evidence: [
    /\b[A-Z]\d{17}\.(?:JPG|MPG|JPEG|MP4|AVI|BMP|PNG)\b/g,
    /\bAID ?[=:] ?[0-9A-F]{10,32}\b/g,
    /\bBRANCH ?: ?\d{1,19}\b/g,
  ],
  cardLabels: [],
  cardLine: /\b000[1-9]\d{15}[ \t]{0,40}$/,
  customerLabels: [],
  customerNumberNext: /CUSTOMER INFORMATION ENTERED/,
  customerNumberOver: /TRANSACTION START|TNX REPLY|DISPENSE|TRACE:|^\d\d\/\d\d\/\d\d \d\d\/\d\d\/\d\d /,
}
