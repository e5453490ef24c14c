import {
  DAY_SECONDS,
  type Moment,
  NO_CLOCK,
  readIsoDate,
  readTime,
  toMoment,
  twoDigitsAt,
} from '../../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../../sessions/family.ts'
import { startsIn } from '../../sessions/line-shapes.ts'
import { beginAttempt, beginClosing, isLate, isOutOfTime, isSilent } from '../../sessions/session.ts'
import { createSessionBook, readsLine, type SessionBook } from '../../sessions/session-book.ts'
import { upperCase } from '../../text/single-spaces.ts'
import { type NdcSession, type Own, panOf, RULES, readLine } from './ndc-session.ts'

/** `== MAY 03, 2025 PR803920 ==`, the head of a page, which may be anywhere. */
const HEAD = /^={2} ([A-Z]{3}) (\d\d), (\d{4})(?: {1,5}[A-Z0-9]{1,20})? ={2}$/
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
/** `*05/03/2025*08:31:05*`: the date of the start mark that follows. */
const DATED = /^\*(\d\d)\/(\d\d)\/(\d{4})\*(\d\d:\d\d:\d\d)\*$/
const START = /^\*{1,2} ?TRANSACTION START ?\*{1,2}$/
const END = /^\*{1,2} ?TRANSACTION END ?\*{1,2}$/
const CARDLESS = /^=+ ?CARDLESS [A-Z ]{3,30} SELECTED ?=+$/
const INSERTED = /^CARD INSERTED\b/
const REQUEST = /^REQUEST SENT\b/
const OPCODE = /^OP ?CODE ?= ?/
/** What no session outlives: the machine starts again, the operator, out of service. */
const CLOSES =
  /^(?:=+ LOGS INITIALIZED\b|OUT OF SERVICE\b|OPERATOR (?:SWITCH ?: ?SUPERVISOR|LOGIN)|(?:ENTER(?:ED|ING)? )?SUPERVISOR (?:MODE|ENTRY)\b|POWER[ -]?(?:UP|ON|OFF|DOWN|FAIL|RESTOR|INTERRUPT|LOSS)|(?:APPLICATION|SYSTEM) (?:RE)?START)/

/** What a line that opens or closes a session or an attempt begins with. */
const mayBeMark = startsIn(
  ...[
    '*',
    '=',
    'CARD',
    'REQUEST',
    'OPCODE',
    'OUT',
    'OPERATOR',
    'ENTER',
    'SUPERVISOR',
    'POWER',
    'APPLICATION',
    'SYSTEM',
  ],
)

const CLOCK_LENGTH = 'HHMMSS'.length
const SPACE = 0x20

/** Seconds since midnight of a line `HHMMSS TEXT`, NO_CLOCK for another line. */
const clockOf = (line: string): number => {
  if (line.length < CLOCK_LENGTH || (line.length > CLOCK_LENGTH && line.charCodeAt(CLOCK_LENGTH) !== SPACE))
    return NO_CLOCK
  const [hours, minutes, seconds] = [twoDigitsAt(line, 0), twoDigitsAt(line, 2), twoDigitsAt(line, 4)]
  const isTime = hours >= 0 && minutes >= 0 && seconds >= 0 && hours < 24 && minutes < 60 && seconds < 60
  return isTime ? hours * 3600 + minutes * 60 + seconds : NO_CLOCK
}

/** What begins a session, whatever the clock was before it. */
const BEGINS = /^(?:CARD INSERTED\b|\*{1,2} ?TRANSACTION START\b|=+ ?CARDLESS )/
/** How long after the first start mark the second may be printed. */
const SAME_START_SECONDS = 120

/** The latest line that dates a start mark, until the mark; `isAgain`: it is printed again. */
type Dated = { readonly at: Moment; readonly number: number } | 'again'

/** What the lines of one file are read with. */
type Desk = {
  readonly context: ReadContext
  readonly book: SessionBook<Own>
  dated: Dated | null
  /** The day of the latest session, as its start shows it, and of the latest head of a page. */
  startDay: Moment | null
  headDay: Moment | null
  /** The latest line with a time. */
  latest: Moment | null
  /** No session goes on: what is printed without a time is about none. */
  isOver: boolean
  /** The line without a time before: the same at once is printed twice. */
  before: string
}

/** Whether a session holds nothing yet but what is printed around its start mark. */
const isYoung = ({ own, card, attempts }: NdcSession): boolean =>
  card === null && !own.pin && attempts.length === 1 && !attempts[0].asked

/** Opens a session; `at` is null where no time is printed. */
const openAt = (desk: Desk, number: number, at: Moment | null): NdcSession => {
  const { book } = desk
  const session = book.start(number, at ?? undefined, true)
  if (at !== null) book.timed(at, '', number)
  desk.isOver = false
  desk.dated = null
  return session
}

/** Gives a session its time. */
const startAt = (session: NdcSession, at: Moment): void => {
  session.startedAt = at
  session.attempts[0].startedAt = at
  session.endedAt = at
}

/** A start mark. It is printed twice, before or behind the card that is inserted. */
const readStart = (desk: Desk, number: number): void => {
  const { book, dated } = desk
  const open = book.open()
  desk.dated = null
  const date = dated === 'again' ? null : dated
  const isNear = date === null || open === null || Math.abs(date.at - open.startedAt) <= SAME_START_SECONDS
  if (open !== null && isYoung(open) && open.own.starts < 2 && (isNear || open.own.starts === 0)) {
    open.own.starts += 1
    if (date !== null && Math.abs(date.at - open.startedAt) > SAME_START_SECONDS) {
      // The start mark alone prints the day.
      startAt(open, date.at)
      book.date(date.at - (date.at % DAY_SECONDS), date.at % DAY_SECONDS)
    }
    open.lastLine = number
  } else if (dated !== 'again') {
    const session = openAt(desk, date?.number ?? number, date?.at ?? null)
    session.own.starts = 1
    session.lastLine = number
  }
}

/**
 * A line that was printed before. A session of which all lines were is one that is printed again; and a start or an end
 * behind a session's latest line ends it, whatever it was that was printed between.
 */
const readAgain = ({ book, dated }: Desk, seconds: number, text: string, number: number): void => {
  const open = book.open()
  if (open === null) return
  const isLater = open.endedAt !== null && seconds > open.endedAt % DAY_SECONDS
  const isStart = BEGINS.test(text) || (dated === null && DATED.test(text))
  if (open.endedAt === null || (isLater && END.test(text))) book.end(number)
  else if (isLater && isStart) book.close()
}

/** A line that dates a start mark; true if it is one. */
const readDated = (desk: Desk, text: string, number: number): boolean => {
  const [, first, second, year, time = ''] = text.startsWith('*') ? (DATED.exec(text) ?? []) : []
  if (first === undefined) return false
  const day = desk.book.dayOf(Number(first), Number(second), Number(year))
  const seconds = readTime(time)
  if (day === null || seconds === null) return true
  const at = desk.book.at(seconds, text, number, day)
  desk.startDay = day
  if (at === null) readAgain(desk, seconds, text, number)
  desk.dated = at === null ? (desk.dated ?? 'again') : { at, number }
  return true
}

/**
 * The head of a page; true if the line is one. Some machines print the day that the journal was begun on all pages: the
 * same head again says nothing against the start marks, which have come to the next day.
 */
const readHead = (desk: Desk, text: string): boolean => {
  const { book, context } = desk
  const [, month = '', day, year] = text.startsWith('==') ? (HEAD.exec(text) ?? []) : []
  if (day === undefined) return false
  const date = `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day}`
  const at = readIsoDate(date, context)
  if (at === null) return true
  const isOld = at === desk.headDay && desk.startDay !== null && desk.startDay > at
  desk.headDay = at
  if (isOld) book.names(at)
  else book.day(at, null)
  return true
}

/** A card that is inserted, in the session of the start marks before it or in one of its own. */
const readInserted = (desk: Desk, at: Moment, number: number): void => {
  const open = desk.book.open()
  const isSame = open !== null && isYoung(open) && !open.own.inserted && open.own.starts > 0
  const session = isSame ? open : openAt(desk, number, at)
  // A mark whose date is lost has no time of its own.
  if (session.endedAt === null) startAt(session, at)
  if (isSame) desk.book.timed(at, '', number)
  session.own.inserted = true
}

const readCardless = (desk: Desk, at: Moment, text: string, number: number): void => {
  const [attempt] = openAt(desk, number, at).attempts
  if (text.includes('DEPOSIT')) attempt.named = 'DEPOSIT'
  else if (text.includes('WITHDRAW')) attempt.named = 'WITHDRAWAL'
}

/** True once the customer gave up or the host did not answer: what is asked for then only closes the session. */
const isGivenUp = ({ attempt }: NdcSession): boolean => (attempt.cancelledLine ?? attempt.timedOutLine) !== null

/** A request: the next customer's where the card of the one before is gone. */
const readRequest = (desk: Desk, at: Moment | null, text: string, number: number): void => {
  const { book } = desk
  const open = book.open()
  const isNext = open === null || open.own.cardGone
  const session = isNext ? openAt(desk, number, at) : at === null ? open : book.timed(at, text, number)
  if (session === null || session !== book.open()) return
  if (at !== null && session.attempt.asked && isLate(session, at)) return
  const isDepositing = session.attempt.deposit.begun && !session.attempt.deposit.stored
  const attempt = isGivenUp(session) ? beginClosing(session, at, number) : beginAttempt(session, at, number)
  if (isDepositing) attempt.named ??= 'DEPOSIT'
  session.own.opcode = null
  session.lastLine = number
}

/** The operation behind a request; without a line about the request it is one itself. */
const readOpcode = (desk: Desk, at: Moment | null, text: string, number: number): void => {
  const opcode = text.replace(OPCODE, '')
  const open = desk.book.open()
  const isOfRequest = open?.attempt.asked && !open.own.cardGone
  const isAgain = isOfRequest && open.own.opcode === opcode && !open.attempt.replied
  if (!isAgain && !(isOfRequest && open.own.opcode === null)) readRequest(desk, at, text, number)
  const session = desk.book.open()
  if (session === null) return
  session.own.opcode = opcode
  session.lastLine = Math.max(session.lastLine, number)
}

/** A line that opens or closes a session or an attempt; true if it is one. `at` is null where it has no time. */
const readMark = (desk: Desk, at: Moment | null, text: string, number: number): boolean => {
  if (!mayBeMark(text)) return false
  if (START.test(text)) {
    if (at !== null) desk.dated ??= { at, number }
    readStart(desk, number)
  } else if (END.test(text)) {
    desk.book.end(number, at ?? undefined)
    desk.isOver = true
  } else if (CLOSES.test(text)) {
    desk.book.close()
    desk.isOver = true
  } else if (at !== null && CARDLESS.test(text)) readCardless(desk, at, text, number)
  else if (at !== null && INSERTED.test(text)) readInserted(desk, at, number)
  else if (REQUEST.test(text)) readRequest(desk, at, text, number)
  else if (OPCODE.test(text)) readOpcode(desk, at, text, number)
  else return false
  return true
}

/** The card of another customer, though neither end nor start was printed. */
const isOtherCard = ({ book }: Desk, text: string): boolean => {
  const open = book.open()
  const card = open !== null && open.card === null ? null : panOf(text)
  return card !== null && card !== open?.card
}

/**
 * Whether a line is of no session that goes on: printed late, about one that is closed, or by another clock. What
 * follows it without a time is about none either.
 */
const isStray = (book: SessionBook<Own>, at: Moment, text: string): boolean => {
  const open = book.open()
  if (BEGINS.test(text) || (open !== null && open.endedAt === null)) return false
  return isOutOfTime(open, book.previous(), at)
}

/** The last hours of a day and the first of the next, between which no line may be printed. */
const EVENING = 22 * 3600
const NIGHT = 2 * 3600

/** Whether a customer begins in the night, behind the evening of the same day: that is the next day. */
const isNextDay = ({ latest, context }: Desk, at: Moment, text: string): boolean => {
  if (latest === null || at >= latest || !BEGINS.test(text)) return false
  const [night, evening] = [at % DAY_SECONDS, latest % DAY_SECONDS]
  const isSameDay = at - night === latest - evening
  return isSameDay && evening >= EVENING && night <= NIGHT && at + DAY_SECONDS - night <= toMoment(context.latest)
}

/** The time of a line; null as the book says. */
const timeOf = (desk: Desk, seconds: number, text: string, number: number): Moment | null => {
  const { book } = desk
  let at = book.at(seconds, text, number)
  if (at !== null && isNextDay(desk, at, text)) {
    book.close()
    desk.startDay = at - seconds + DAY_SECONDS
    book.nextDay(desk.startDay)
    at = book.at(seconds, text, number)
  }
  desk.latest = at ?? desk.latest
  return at
}

const readTimed = (desk: Desk, seconds: number, text: string, number: number): void => {
  const { book, context } = desk
  if (readDated(desk, text, number)) return
  const at = timeOf(desk, seconds, text, number)
  if (at === null) readAgain(desk, seconds, text, number)
  if (at === null || text === '') return
  context.see(text, number)
  if (!START.test(text)) desk.dated = null
  const open = book.open()
  if (open !== null && isSilent(open, at)) book.close()
  if (isStray(book, at, text)) {
    desk.isOver = true
    return
  }
  if (readMark(desk, at, text, number)) return
  if (isOtherCard(desk, text)) openAt(desk, number, at)
  const session = book.timed(at, text, number)
  desk.isOver = session === null
  if (session === null) return
  session.own.pin ||= text.startsWith('PIN ')
  readLine(session, text, context)
}

const readUntimed = (desk: Desk, text: string, number: number): void => {
  desk.context.see(text, number)
  const isStray = desk.isOver && desk.book.open() !== null && !START.test(text)
  if (readHead(desk, text) || isStray || readMark(desk, null, text, number)) return
  const session = desk.isOver ? null : desk.book.current()
  if (session === null) return
  readsLine(session, number)
  if (readLine(session, text, desk.context)) session.lastLine = number
}

const createReader = (context: ReadContext): FamilyReader => {
  const book = createSessionBook(context, RULES)
  const desk: Desk = {
    context,
    book,
    dated: null,
    startDay: null,
    headDay: null,
    latest: null,
    isOver: true,
    before: '',
  }
  return {
    line: (raw, number) => {
      if (raw === '') return
      const line = upperCase(raw.includes('\t') ? raw.replaceAll('\t', ' ') : raw)
      const seconds = clockOf(line)
      const text = seconds === NO_CLOCK ? line : line.slice(CLOCK_LENGTH).trimStart()
      if (seconds !== NO_CLOCK) readTimed(desk, seconds, text, number)
      else if (line !== desk.before) readUntimed(desk, text, number)
      else extend(desk, number)
      desk.before = line
    },
    end: desk.book.close,
  }
}

/** A line that is printed twice belongs to what the first one belongs to. */
const extend = ({ book, isOver }: Desk, number: number): void => {
  const session = isOver ? null : book.current()
  if (session !== null && session.lastLine === number - 1) session.lastLine = number
}

/** Lines with a time without colons that only this family prints. */
const OWN_MARK =
  /^\d{6} {1,20}(?:\*\d\d\/\d\d\/\d{4}\*\d\d:\d\d:\d\d\*$|\*{1,2} ?TRANSACTION (?:START|END) ?\*|CUSTOMER PAN ?:|PIN CODE ENTERED|CARD INSERTED|REQUEST SENT|RESPONSE RECEIVED|GENAC ?[12] ?:|NOTES (?:STACKED|PRESENTED)|CASH (?:PRESENTED|TAKEN)|CASH-IN AMOUNT|={5} ?CARDLESS)/i

/** NDC journals as Indian switches print them (EPS, FSS): times without colons, small letters, heads of pages. */
export const ndc: Family = {
  name: 'NDC',
  isMark: (line) =>
    (line.charCodeAt(CLOCK_LENGTH) === SPACE && OWN_MARK.test(line)) || (line.startsWith('==') && HEAD.test(line)),
  markStarts: '0=',
  createReader,
  evidence: [/^\s{0,40}LOST(?: {1,20}\d{1,7}){1,8}\s{0,40}$/g],
  cardLabels: [],
  cardLine: null,
  customerLabels: [],
  customerNumberNext: null,
  customerNumberOver: null,
}
