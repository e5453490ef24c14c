import { addNotes } from '../../sessions/attempt.ts'
import { cardsDiffer, printedCard } from '../../sessions/cards.ts'
import { DAY_SECONDS, type Moment, readIsoDate, readTime } from '../../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../../sessions/family.ts'
import { createRequestUnits } from '../../sessions/request-units.ts'
import { beginAttempt } from '../../sessions/session.ts'
import { createSessionBook, readsLine, type SessionBook } from '../../sessions/session-book.ts'
import { upperCase, withSingleSpaces } from '../../text/single-spaces.ts'
import {
  type DieboldSession,
  isClosing,
  type Mark,
  markOf,
  type Own,
  type Paper,
  RULES,
  readDialogue,
  readPaper,
  readRequest,
} from './diebold-session.ts'

const RECEIPT_START = /^\*{3,10} ?START ?\*{3,10}$/
const RECEIPT_END = /^\*{3,10} ?END ?\*{3,10}$/
/** `DATE/TIME : 2018-10-1 17:25:13`, the only time that is printed. */
const TIME = /^DATE\/TIME ?: ?(\d{4})-(\d{1,2})-(\d{1,2}) (\d{1,2}):(\d\d):(\d\d)$/
const CARD = /^CARD NO ?: ?([\dX*]{13,19})$/
/** `DISPENSED : 1:00 2:00 3:01 4:00`, type and notes. */
const DISPENSED = /^DISPENSED ?:((?: \d:\d{1,4}){1,8})$/
const DISPENSED_CELL = /\d:(\d{1,4})/g
/** `*1642*1*E*000000100,M-03,R-13220`, the state of a device. */
const DEVICE = /^\*\d{1,6}\*\d/
/** What only a receipt holds. */
const IN_RECEIPT =
  /^(DATE\/TIME|SEQ NO|TRACE|CARD NO|RESP CODE|TRN TYPE|AMT AUTH|FR ACCT|SWCT DATE|\*{3,10} ?END)\b ?[:*]/
/** What no receipt holds. */
const DIALOGUE =
  /^(?:CARD (?:IS|EJECTED|RETAINED|CAPTURED|TAKEN)|CASH (?:PRESENT|TAKEN|RETRACT)|NEXT STATE|GENAC|TRANSACTION |DISPENSE TYPE|[A-Z]{3,5} FDK|\*{3,10} ?START)/
/** How much earlier than the receipt before it a receipt may be. */
const MAX_LAG_SECONDS = 5 * 60
/** How many receipts are remembered, to know those that are printed again. */
const MAX_RECEIPTS = 500
/** More lines than a receipt has; what is not ended by then is none. */
const MAX_RECEIPT_LINES = 60

type Line = { readonly text: string; readonly number: number }

/** What the lines of one file are read with. */
type Desk = {
  readonly context: ReadContext
  readonly book: SessionBook<Own>
  readonly paper: Paper
  /** The lines of the receipt that is being printed; null outside of one. */
  receipt: Line[] | null
  /** The latest receipts. */
  readonly receipts: Set<string>
  /** No session goes on. */
  isOver: boolean
  /** The line before: the same at once is printed twice. */
  before: string
}

/** Closes the session that is open, as ended once its card is gone. */
const finish = ({ book }: Desk): void => {
  const open = book.open()
  if (open?.own.cardGone === true) book.end(open.lastLine)
}

/** Opens a session at the nearest time that is known before it. */
const open = (desk: Desk, number: number): DieboldSession => {
  finish(desk)
  desk.isOver = false
  return desk.book.start(number, undefined, true)
}

const pad = (text: string): string => text.padStart(2, '0')

/** The moment that a receipt prints; null for none that can be true. */
const momentOf = (lines: readonly Line[], context: ReadContext): Moment | null => {
  for (const { text } of lines) {
    const [, year, month = '', day = '', hours = '', minutes, seconds] = TIME.exec(text) ?? []
    if (year === undefined) continue
    const date = readIsoDate(`${year}-${pad(month)}-${pad(day)}`, context)
    const time = readTime(`${pad(hours)}:${minutes}:${seconds}`)
    return date === null || time === null ? null : date + time
  }
  return null
}

const cardOf = (lines: readonly Line[]): string | null => {
  const printed = lines.map(({ text }) => CARD.exec(text)?.[1]).find((card) => card !== undefined)
  return printed === undefined ? null : printedCard(printed)
}

/** Gives a session, and the attempt that is read, the time of a receipt. */
const setTime = (session: DieboldSession, at: Moment): void => {
  const { attempt, attempts, own } = session
  if (!own.timed) {
    session.startedAt = at
    attempts[0].startedAt = at
  }
  own.timed = true
  if (attempt !== attempts[0]) attempt.startedAt = at
  attempt.endedAt = at
  if (session.endedAt === null || at > session.endedAt) session.endedAt = at
}

/** Whether a receipt behind the card can be the session's: its notes came out, or its card is printed again. */
const isOwnBehindCard = ({ attempt, card }: DieboldSession, printed: string | null): boolean =>
  attempt.cash.requested || (card !== null && printed !== null && !cardsDiffer(card, printed))

/**
 * The session of a receipt, turned to its attempt; null if it is printed again. A second receipt of an attempt is of
 * another one, whose request is lost: of the same card, or of another customer.
 */
const sessionOf = (desk: Desk, lines: readonly Line[], text: string): DieboldSession | null => {
  const first = lines[0]?.number ?? 0
  const session = desk.isOver ? null : desk.book.current()
  if (session === null) return open(desk, first)
  const { own, attempt } = session
  const card = cardOf(lines)
  if (own.receiptOf !== attempt) return own.cardGone && !isOwnBehindCard(session, card) ? open(desk, first) : session
  if (own.receipt === text) return null
  const isOther = card !== null && session.card !== null && cardsDiffer(card, session.card)
  if (own.cardGone || isOther) return open(desk, first)
  beginAttempt(session, null, first)
  return session
}

const readDispensed = (session: DieboldSession, text: string): boolean => {
  const list = text.startsWith('DISPENSED') ? DISPENSED.exec(text)?.[1] : undefined
  if (list === undefined) return false
  const { attempt } = session
  if (attempt.notes.length > 0) return true
  for (const [, count] of list.matchAll(DISPENSED_CELL)) addNotes(attempt, 'DISPENSED', Number(count), null, null)
  attempt.cash.unpriced = true
  return true
}

/** What a receipt prints once. */
const ONCE = /^(?:DATE\/TIME|SEQ NO|TRACE|CARD NO|RESP CODE|TRN TYPE) ?:/

/** Whether lines are those of one receipt: a field that has two values is of two. */
const isWhole = (lines: readonly Line[]): boolean => {
  const values = new Map<string, string>()
  for (const { text } of lines) {
    const name = ONCE.exec(text)?.[0]
    if (name === undefined) continue
    if ((values.get(name) ?? text) !== text) return false
    values.set(name, text)
  }
  return true
}

/** Whether a receipt with a time was read before: then it is of a section that is printed again. */
const isReadBefore = ({ receipts }: Desk, text: string): boolean => {
  if (receipts.has(text)) return true
  receipts.add(text)
  if (receipts.size > MAX_RECEIPTS) for (const oldest of receipts) return !receipts.delete(oldest)
  return false
}

/** A receipt as a whole: its time and card may show that it is of no session before it. */
const readReceipt = (desk: Desk, last: number): void => {
  const lines = desk.receipt ?? []
  desk.receipt = null
  if (!isWhole(lines)) {
    mix(desk)
    return
  }
  const text = lines.map((line) => line.text).join('\n')
  const at = momentOf(lines, desk.context)
  const session = at !== null && isReadBefore(desk, text) ? null : sessionOf(desk, lines, text)
  const about = session ?? desk.book.current()
  if (about !== null) about.lastLine = Math.max(about.lastLine, last)
  if (session === null) return
  // Receipts of one session are in the order of their times.
  if (at !== null && session.own.timed && (session.endedAt ?? at) - at > MAX_LAG_SECONDS) session.mixed = true
  if (at !== null) {
    setTime(session, at)
    desk.book.date(at - (at % DAY_SECONDS), at % DAY_SECONDS, false)
  }
  session.mixed ||= session.own.orphaned
  session.own.receiptOf = session.attempt
  session.own.receipt = text
  for (const line of lines) {
    readsLine(session, line.number)
    if (!TIME.test(line.text) && !readDispensed(session, line.text)) readPaper(session.attempt, line.text, desk.paper)
  }
}

/** A line that begins or ends something. */
const readMark = (desk: Desk, mark: Mark, number: number): void => {
  const { book } = desk
  const session = desk.isOver ? null : book.open()
  if (mark.kind === 'close') {
    finish(desk)
    book.close()
    desk.isOver = true
  } else if (mark.kind === 'card') open(desk, number).card = mark.card
  else if (mark.kind === 'chip') {
    // Read again after a request or behind the card, the chip is another customer's.
    const isNext = session === null || session.own.cardGone || (mark.isFirst && session.attempt.asked)
    if (isNext && session !== null) open(desk, number)
    else if (session !== null) session.lastLine = number
  } else {
    const isNext = session === null || (session.own.cardGone && !isClosing(session, mark.operation))
    const about = isNext ? open(desk, number) : session
    readRequest(about, mark.operation, null, number)
    about.lastLine = number
  }
}

/** A receipt without its beginning or end: its lines, and those around it, may be of two sessions. */
const mix = ({ book, isOver }: Desk): void => {
  const session = isOver ? null : book.current()
  if (session !== null) session.mixed = true
}

/**
 * A line of a receipt whose beginning or end is lost. Behind the card, a field that the session's own receipt has is of
 * another receipt; one that it has not shows that it is put together from two.
 */
const readOrphan = (desk: Desk, session: DieboldSession, text: string): void => {
  const name = IN_RECEIPT.exec(text)?.[1]
  if (name === undefined) return
  const { own, attempt } = session
  if (!own.cardGone) mix(desk)
  else if (own.receiptOf !== attempt) own.orphaned = true
  else if (!text.startsWith('*') && !own.receipt.includes(`${name} `)) mix(desk)
}

const readLine = (desk: Desk, text: string, number: number): void => {
  const mark = markOf(text)
  if (desk.receipt !== null) {
    const isTorn = mark !== null || DIALOGUE.test(text) || desk.receipt.length >= MAX_RECEIPT_LINES
    if (!isTorn) {
      if (RECEIPT_END.test(text)) readReceipt(desk, number)
      else desk.receipt.push({ text, number })
      return
    }
    mix(desk)
    desk.receipt = null
  }
  if (mark !== null) readMark(desk, mark, number)
  else if (RECEIPT_START.test(text)) desk.receipt = [{ text: '', number }]
  else {
    const session = desk.isOver ? null : desk.book.current()
    if (session === null) return
    readOrphan(desk, session, text)
    readsLine(session, number)
    if (readDialogue(session, text) || DEVICE.test(text)) session.lastLine = number
  }
}

/** A line that is printed twice belongs to what the first one belongs to. */
const extend = ({ book, isOver }: Desk, number: number): void => {
  const session = isOver ? null : book.current()
  if (session !== null && session.lastLine === number - 1) session.lastLine = number
}

const createReader = (context: ReadContext): FamilyReader => {
  const book = createSessionBook(context, RULES)
  const paper = { bounds: context, units: createRequestUnits(context.profile) }
  const desk: Desk = { context, book, paper, receipt: null, receipts: new Set(), isOver: true, before: '' }
  return {
    line: (raw, number) => {
      if (raw === '') return
      const text = upperCase(withSingleSpaces(raw))
      if (text === desk.before) extend(desk, number)
      else {
        context.see(text, number)
        readLine(desk, text, number)
      }
      desk.before = text
    },
    end: () => {
      finish(desk)
      book.close()
    },
  }
}

/** Lines that only this family prints, each from its beginning. */
const OWN_MARK =
  /^(?:\d{0,60}Card Inserted \([\dX*]{13,19}\)$|Transaction Request \[|Transaction Reply \[|Next State \[\d{3}\]|(?:One|Two|Three|Four|Five|Six|Seven|Eight) FDK selected \[|\*{5}START\*{5}$)/i

/** Agilis of Diebold: lines without a time, but for the receipts. */
export const agilis: Family = {
  name: 'AGILIS',
  isMark: (line) => OWN_MARK.test(line),
  markStarts: '0*CTNOFSE',
  createReader,
  evidence: [/^\s{0,40}APPLICATION SELECTED [A-F][0-9A-F]{9,31}\b/g],
  cardLabels: [],
  cardLine: null,
  customerLabels: [],
  customerNumberNext: null,
  customerNumberOver: null,
}
