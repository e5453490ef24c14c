import type { Moment } from '../../sessions/dates.ts'
import { readIsoDate, readTime } from '../../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../../sessions/family.ts'
import { createRequestUnits } from '../../sessions/request-units.ts'
import { isLate, isOutOfTime, isSilent } from '../../sessions/session.ts'
import { createSessionBook, type SessionBook } from '../../sessions/session-book.ts'
import { upperCase, withSingleSpaces } from '../../text/single-spaces.ts'
import {
  type DieboldSession,
  isCardGone,
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

/** `  0001 OPTEVA  20250608  08:15:02 EJ: TEXT`. */
const LINE = /^\d{1,8} OPTEVA (\d{4})(\d\d)(\d\d) (\d\d:\d\d:\d\d) ?(?:EJ: ?)?(.{0,400})/i
/** How long after the card was gone its notes may be taken, taken back, and told. */
const AFTER_CARD_SECONDS = 120

/** What the lines of one file are read with. */
type Desk = { readonly context: ReadContext; readonly book: SessionBook<Own>; readonly paper: Paper }

/** Closes the session that is open, as ended once its card is gone. */
const finish = ({ book }: Desk): void => {
  const open = book.open()
  if (open?.own.cardGone === true) book.end(open.lastLine)
}

const openAt = (desk: Desk, at: Moment, number: number): DieboldSession => {
  finish(desk)
  const session = desk.book.start(number, at, true)
  desk.book.timed(at, '', number)
  return session
}

const readRequestAt = (desk: Desk, operation: string, at: Moment, number: number): void => {
  const { book } = desk
  const open = book.open()
  if (open === null || (open.own.cardGone && !isClosing(open, operation))) {
    readRequest(openAt(desk, at, number), operation, at, number)
    return
  }
  if (isLate(open, at) || book.timed(at, '', number) !== open) return
  readRequest(open, operation, at, number)
}

/** A line that begins or ends something. */
const readMark = (desk: Desk, mark: Mark, at: Moment, number: number): void => {
  const { book } = desk
  const open = book.open()
  if (mark.kind === 'close') {
    finish(desk)
    book.close()
  } else if (mark.kind === 'card') openAt(desk, at, number).card = mark.card
  else if (mark.kind === 'request') readRequestAt(desk, mark.operation, at, number)
  else if (open !== null) {
    // Read again after a request or behind the card, the chip is another customer's.
    if (open.own.cardGone || (mark.isFirst && open.attempt.asked)) openAt(desk, at, number)
    else book.timed(at, '', number)
  }
}

/** Whether a line is of no session that goes on: printed late, about one that is closed, or by another clock. */
const isStray = (book: SessionBook<Own>, at: Moment): boolean => isOutOfTime(book.open(), book.previous(), at)

const readLine = (desk: Desk, at: Moment, text: string, number: number): void => {
  const { book, paper } = desk
  const mark = markOf(text)
  const open = book.open()
  if (open !== null && isSilent(open, at)) book.close()
  if (mark?.kind !== 'card' && isStray(book, at)) return
  if (mark !== null) {
    readMark(desk, mark, at, number)
    return
  }
  const session = book.timed(at, text, number)
  if (session !== null && !readDialogue(session, text)) readPaper(session.attempt, text, paper)
}

/** A line that was printed before: a start behind a session's latest line ends it, the end of its card too. */
const readAgain = (desk: Desk, at: Moment, text: string): void => {
  const open = desk.book.open()
  if (open === null) return
  if (isCardGone(text) && at >= open.startedAt) open.own.cardGone = true
  else if (markOf(text)?.kind === 'card' && at > (open.endedAt ?? at)) {
    finish(desk)
    desk.book.end(open.lastLine)
  }
}

const createReader = (context: ReadContext): FamilyReader => {
  const book = createSessionBook(context, RULES)
  const desk: Desk = { context, book, paper: { bounds: context, units: createRequestUnits(context.profile) } }
  return {
    line: (raw, number) => {
      const [, year, month, day, time = '', said = ''] = LINE.exec(withSingleSpaces(raw)) ?? []
      if (year === undefined) return
      const date = readIsoDate(`${year}-${month}-${day}`, context)
      const seconds = readTime(time)
      if (date === null || seconds === null) {
        context.contain('LINES_UNREADABLE')
        return
      }
      const open = book.open()
      if (open?.own.cardGone === true && date + seconds - (open.endedAt ?? 0) > AFTER_CARD_SECONDS) finish(desk)
      const text = upperCase(said)
      const at = book.at(seconds, text, number, date)
      if (at === null) {
        readAgain(desk, date + seconds, text)
        return
      }
      context.see(text, number)
      readLine(desk, at, text, number)
    },
    end: () => {
      finish(desk)
      book.close()
    },
  }
}

/** Lines that only this family prints. */
const OWN_MARK = /^\d{1,8} {1,4}OPTEVA {1,4}20\d{6} {1,4}\d\d:\d\d:\d\d/i

/** Exports of Opteva machines of Diebold: each line with its full time. */
export const opteva: Family = {
  name: 'OPTEVA',
  isMark: (line) => OWN_MARK.test(line),
  markStarts: '0',
  createReader,
  evidence: [],
  cardLabels: [],
  cardLine: /\([1-9]\d{15,18}\)[ \t]{0,40}$/,
  customerLabels: [],
  customerNumberNext: null,
  customerNumberOver: null,
}
