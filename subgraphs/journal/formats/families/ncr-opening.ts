import { printedCard } from '../sessions/cards.ts'
import { DAY_SECONDS, type Moment, readTime, toMoment } from '../sessions/dates.ts'
import type { ReadContext } from '../sessions/family.ts'
import type { SessionBook } from '../sessions/session-book.ts'
import {
  beginningOf,
  CARD,
  CARD_INSERTED,
  LAGGING,
  mayBegin,
  type NcrSession,
  OPCODE,
  type Own,
} from './ncr-session.ts'

/** A time that is this much earlier than one before it is of another day. */
const HOURS_BACK = 2 * 3600

/** What is remembered between sessions, to open the next one. */
type Between = {
  /** The latest dated record; it was printed since the latest start; the record of the latest start. */
  record: string
  isNewRecord: boolean
  startedRecord: string
  /** The record of a machine's start. */
  powerRecord: string
  /** The day and time of the record of a machine's start, until a line gives the time after it. */
  power: { readonly day: Moment; readonly seconds: number } | null
  /** A start that may be printed again: a session only if it is followed by what only a session's beginning has. */
  doubtful: number | null
  /** The cards of the session that is open, or was last, and of the one before it. */
  cards: { session: NcrSession | null; before: NcrSession | null }
  /** A card was inserted while no session was open: the card, once it is printed. */
  inserted: { card: string | null } | null
  /** The latest session that had its end mark; and whether anything new was printed since. */
  ended: NcrSession | null
  isNew: boolean
}

/** Where sessions are opened and closed. */
export type Opening = { readonly lastDay: Moment; readonly book: SessionBook<Own>; readonly between: Between }

export const createOpening = (context: ReadContext, book: SessionBook<Own>): Opening => ({
  lastDay: toMoment(context.latest),
  book,
  between: {
    record: '',
    isNewRecord: false,
    startedRecord: '',
    powerRecord: '',
    power: null,
    doubtful: null,
    cards: { session: null, before: null },
    inserted: null,
    ended: null,
    isNew: true,
  },
})

const open = ({ book, between }: Opening, number: number, at: Moment | undefined): NcrSession => {
  const isOther = between.isNewRecord && between.record !== between.startedRecord
  const session = book.start(number, at, isOther)
  if (session !== between.cards.session) between.cards = { session, before: between.cards.session }
  session.card ??= between.inserted?.card ?? null
  between.startedRecord = between.isNewRecord ? between.record : ''
  between.isNewRecord = false
  between.doubtful = null
  between.inserted = null
  return session
}

/** A dated record: its whole text, sequence if it has one, two numbers of month and day, year and time. */
export const readRecord = ({ book, between }: Opening, parts: readonly (string | undefined)[]): void => {
  const [record = '', sequence, first = '', second = '', year = '', time = ''] = parts
  if (sequence === undefined && record === between.powerRecord) return
  if (sequence === undefined) between.powerRecord = record
  const day = book.dayOf(Number(first), Number(second), Number(year))
  const seconds = readTime(time)
  const isTime = day !== null && seconds !== null
  if (isTime) book.date(day, seconds, sequence !== undefined)
  between.power = isTime && sequence === undefined ? { day, seconds } : null
  between.isNewRecord = sequence !== undefined
  between.isNew ||= record !== between.record
  between.record = record
}

/** A line with a time after a machine's start in the evening: if the time steps back, it is of the day after. */
export const passPower = ({ lastDay, book, between }: Opening, seconds: number): void => {
  const { power } = between
  if (power === null || seconds < 0) return
  between.power = null
  const next = power.day + DAY_SECONDS
  if (seconds <= power.seconds - HOURS_BACK && next <= lastDay) book.day(next, seconds)
}

/** A start mark; `at` is its own time. */
export const markStart = (opening: Opening, number: number, at: Moment | undefined): void => {
  const { book, between } = opening
  const isRecordAgain = between.isNewRecord && between.record === between.startedRecord
  // Where starts have a record of their own, one without may be printed again.
  const isWithoutRecord = !between.isNewRecord && between.startedRecord !== '' && book.open() !== null
  if (at === undefined && (isRecordAgain || isWithoutRecord)) {
    // Printed again at once, before any line of its session, it is of that session.
    const isAtOnce = isWithoutRecord && book.open()?.endedAt === null && book.open()?.card === null
    if (isAtOnce) return
    if (isWithoutRecord || book.open() === null) between.doubtful = number
    return
  }
  between.inserted = null
  open(opening, number, at)
}

const beforeInSession = (opening: Opening, session: NcrSession, text: string): void => {
  const { between } = opening
  const { doubtful } = between
  const beginning = beginningOf(session, text)
  if (beginning !== null) between.doubtful = null
  if (beginning === 'again' && doubtful !== null) beginningOf(open(opening, doubtful, undefined), text)
}

const isWithinEnded = ({ ended }: Between, at: Moment): boolean =>
  ended !== null && at >= ended.startedAt && at <= (ended.endedAt ?? 0)

/** Opens a session at a line that only a session has, or that shows a doubtful start to be one. */
export const beforeLine = (opening: Opening, number: number, at: Moment | undefined, text: string): void => {
  const { book, between } = opening
  const session = book.open()
  if (session !== null) {
    beforeInSession(opening, session, text)
    return
  }
  const isOld = at === undefined ? !between.isNew : isWithinEnded(between, at)
  if (between.doubtful !== null && at !== undefined && !isOld && !LAGGING.test(text))
    beginningOf(open(opening, between.doubtful, undefined), text)
  else if (!mayBegin(text)) between.isNew ||= at !== undefined && !isOld
  else if (OPCODE.test(text) && !isOld) beginningOf(open(opening, number, at), text)
  else if (CARD_INSERTED.test(text)) between.inserted = { card: null }
  else if (between.inserted !== null) between.inserted.card ??= printedCard(CARD.exec(text)?.[1] ?? '')
  between.isNew ||= at !== undefined && !isOld
}

/** The session of a line without a time; none behind a late line of one that is closed, as it may be another's. */
export const currentSession = ({ book }: Opening): NcrSession | null => {
  const session = book.current()
  return session === book.open() ? session : null
}

/** An end mark; `at` is its own time. */
export const markEnd = ({ book, between }: Opening, number: number, at: Moment | undefined): void => {
  const session = book.open()
  between.doubtful = null
  book.end(number, at)
  if (session === null || book.open() !== null) return
  between.ended = session
  between.isNew = false
}

/** Closes what is open without an end mark. */
export const closeOpening = ({ book, between }: Opening): void => {
  book.close()
  between.doubtful = null
  between.inserted = null
  between.ended = null
  between.isNew = true
}
