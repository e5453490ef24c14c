import { isAnswered } from './attempt.ts'
import type { Moment } from './dates.ts'
import { beginAttempt, isLate, type Session } from './session.ts'
import type { SessionBook } from './session-book.ts'

/** What is kept with a session where start marks and requests have times of their own. */
export type Marks = {
  /** Its start mark was printed; else another line has opened it. */
  marked: boolean
}

/** What is kept with a session where the card's leaving is read too. */
export type CardMarks = Marks & {
  /** When the card left the machine after a request; null as long as it did not. */
  cardGoneAt: Moment | null
}

/** How late a line may be printed; what is earlier by more shows a clock that was put back. */
const MAX_LAG_SECONDS = 15 * 60

const isLittleBefore = (at: Moment, other: Moment): boolean => at < other && other - at <= MAX_LAG_SECONDS

/** What is known of where the sessions of a file begin and end, for lines that are printed late. */
export type MarkedSessions<Own extends Marks> = {
  /**
   * True if a line of this time is about no session any more: its own was closed before the one that is open, or is.
   */
  isPast(at: Moment): boolean
  /** A start mark. Printed after another line has opened its session it is that session's. */
  start(at: Moment, number: number): void
  /** An end mark; the session that it ends. */
  end(at: Moment, number: number): Session<Own> | null
  /** A line that no session outlives. */
  close(at: Moment): void
}

/** Keeps the marks of a book whose lines have times of their own. */
export const createMarkedSessions = <Own extends Marks>(book: SessionBook<Own>): MarkedSessions<Own> => {
  /** The time of the latest line that ended something. */
  let overAt = 0

  const isPast = (at: Moment): boolean => {
    const open = book.open()
    if (open === null) return isLittleBefore(at, overAt)
    const previous = book.previous()
    return isLittleBefore(at, open.startedAt) && (previous === null || at < previous.startedAt)
  }
  return {
    isPast,
    start(at, number) {
      const open = book.open()
      const isOpens = open !== null && at <= open.startedAt && open.startedAt - at <= MAX_LAG_SECONDS
      if (isOpens && !open.own.marked) {
        open.startedAt = at
        open.lastLine = number
        open.own.marked = true
      } else if (!isLittleBefore(at, open?.startedAt ?? overAt)) book.start(number, at).own.marked = true
      else {
        // A start in the midst of a session that is closed is another's, and so may be the lines behind it.
        const before = open === null ? book.previous() : null
        if (before !== null && at > before.startedAt && at <= (before.endedAt ?? 0)) before.mixed = true
      }
    },
    end(at, number) {
      const open = book.open()
      if (open !== null && isPast(at)) return null
      book.end(number, at)
      const isEnded = open !== null && book.open() === null
      if (isEnded) overAt = at
      return isEnded ? open : null
    },
    close(at) {
      if (isLittleBefore(at, book.open()?.startedAt ?? 0)) return
      book.close()
      overAt = at
    },
  }
}

const CARD_GONE = /^CARD ?(?:\([\dX*]{13,19}\) ?)?(?:TAKEN|RETAINED|CAPTURED)\b/

/** Whether a line says that the card left the machine, or was kept: `CARD TAKEN`, `CARD(412345XXXXXX1234) CAPTURED`. */
export const isCardGone = (text: string): boolean => text.startsWith('CARD') && CARD_GONE.test(text)

/** The card left the machine. One that is gone before the first request was only dipped. */
export const noteCardGone = ({ attempts: [first], own }: Session<CardMarks>, at: Moment): void => {
  if (first.asked || isAnswered(first)) own.cardGoneAt = at
}

/** How soon after its card is gone a machine may send a request that only closes the session, in seconds. */
const CLOSING_SECONDS = 60

/**
 * What only a customer with a card begins, such as a PIN, comes after the card of the session is gone: it is the next
 * customer's, though neither end nor start was printed. `isRequest`: it may be a request that closes the session.
 */
export const isNextCustomer = (session: Session<CardMarks> | null, at: Moment, isRequest: boolean): boolean => {
  const goneAt = session?.own.cardGoneAt ?? null
  if (session === null || goneAt === null || isLate(session, at) || at <= goneAt) return false
  const { cancelledLine, timedOutLine } = session.attempt
  const isGivenUp = cancelledLine !== null || timedOutLine !== null
  return !(isRequest && isGivenUp && at - goneAt <= CLOSING_SECONDS)
}

/** A request in a session; one that is printed late began nothing new. */
export const noteRequest = (session: Session<Marks>, at: Moment, number: number): void => {
  if (!isLate(session, at) || !session.attempts[0].asked) beginAttempt(session, at, number)
}
