import { type Attempt, addNotes, newAttempt } from '../sessions/attempt.ts'
import type { Moment } from '../sessions/dates.ts'
import { beginAttempt, beginClosing, isLate, type Session } from '../sessions/session.ts'
import type { SessionBook } from '../sessions/session-book.ts'

/**
 * What is kept with a session of a machine that counts notes, and takes the amount, before it asks the host: what was
 * done since the last request is about the next one.
 */
export type Preparing = {
  prepared: Attempt | null
  /** The session is over, and what it shows as a whole is read. */
  finished: boolean
}

/** What a line that prepares a request is about: the attempt that has no request yet, or the one that may come. */
export const prepare = (session: Session<Preparing>, line: number): Attempt => {
  const { attempt, own } = session
  const subject = attempt.asked
    ? (own.prepared ?? newAttempt(session.endedAt ?? session.startedAt, line, false))
    : attempt
  if (attempt.asked) own.prepared = subject
  subject.line = line
  return subject
}

/** What a line about deposited notes is about: what was begun since the last request, else that request. */
export const subjectOf = (session: Session<Preparing>, line: number): Attempt => {
  const subject = session.own.prepared ?? session.attempt
  subject.line = line
  return subject
}

const hand = (from: Attempt, to: Attempt): void => {
  to.requested ??= from.requested
  to.named ??= from.named
  to.cash.requestedMinor ??= from.cash.requestedMinor
  to.cash.currency ??= from.cash.currency
  to.deposit.begun ||= from.deposit.begun
  to.deposit.returned ||= from.deposit.returned
  to.deposit.retracted ||= from.deposit.retracted
  to.deposit.failed ||= from.deposit.failed
  to.deposit.countedMinor ??= from.deposit.countedMinor
  to.deposit.currency ??= from.deposit.currency
  to.cancelledLine ??= from.cancelledLine
  to.interrupted ||= from.interrupted
  for (const { state, count, denominationMinor, currency } of from.notes)
    addNotes(to, state, count, denominationMinor, currency)
}

/**
 * A request to the host, with what was prepared for it. After the customer gave up, or the host did not answer, it may
 * only close the session. One that is printed late begins nothing.
 */
export const request = (session: Session<Preparing>, at: Moment, line: number): void => {
  if (isLate(session, at) && session.attempts.length > 1) return
  const { attempt, own } = session
  const isClosing = attempt.asked && (attempt.cancelledLine !== null || attempt.timedOutLine !== null)
  const begun = isClosing ? beginClosing(session, at, line) : beginAttempt(session, at, line)
  if (own.prepared !== null && begun !== attempt) hand(own.prepared, begun)
  own.prepared = null
}

/** Whether nothing is known of what came of an attempt, so that notes that move after it may be its own. */
const isOpen = ({ answers, cash, deposit }: Attempt): boolean =>
  answers.length === 0 && !deposit.stored && !cash.requested && !cash.presented && !cash.taken

/**
 * The end of a session: what was prepared for a request that never came is that of the last one, if the host only
 * opened the machine with it; it is none of a request that has its outcome.
 */
const settle = (session: Session<Preparing>): void => {
  const { prepared } = session.own
  session.own.prepared = null
  if (prepared?.deposit.begun === true && isOpen(session.attempt)) hand(prepared, session.attempt)
}

const finishOne = <Own extends Preparing>(session: Session<Own>, finish: (session: Session<Own>) => void): void => {
  session.own.finished = true
  settle(session)
  finish(session)
}

/** Calls `finish` once for each session of a book that is over; at the end of the file, or of service, for all. */
export const finishSessions = <Own extends Preparing>(
  book: Pick<SessionBook<Own>, 'open' | 'previous'>,
  finish: (session: Session<Own>) => void,
  isEnd: boolean,
): void => {
  const over = book.previous()
  const open = isEnd ? book.open() : null
  if (over !== null && !over.own.finished) finishOne(over, finish)
  if (open !== null && !open.own.finished) finishOne(open, finish)
}
