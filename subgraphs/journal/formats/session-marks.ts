import { forgetAnswer, isLate, type Session } from './session.ts'
import type { SessionBook } from './session-book.ts'

/** What is kept with a session where start marks and requests have times of their own. */
export type Marks = {
  /** Its start mark was printed; else another line has opened it. */
  marked: boolean
  /** The host was asked. */
  asked: boolean
  /** Notes came out and another request was made since: what the host says now is about that one. */
  over: boolean
}

/** How late a line may be printed; what is earlier by more tells of a clock that was put back. */
const MAX_LAG_MS = 15 * 60 * 1_000

/** True if a line of this time is about a session before the one that is open. */
export const isStale = (open: Session<unknown> | null, at: string): boolean =>
  open !== null && at < open.startedAt && Date.parse(open.startedAt) - Date.parse(at) <= MAX_LAG_MS

/**
 * A start mark. Printed after another line has opened its session it is that session's, and after the mark of the next one
 * it is nobody's any more.
 */
export const startWithMark = <Own extends Marks>(book: SessionBook<Own>, at: string, number: number): void => {
  const open = book.open()
  if (open !== null && !open.own.marked && at <= open.startedAt) {
    open.startedAt = at
    open.lastLine = number
    open.own.marked = true
  } else if (!isStale(open, at)) book.start(number, at).own.marked = true
}

/** A request in a session: what the host answered to an earlier one is not about this one. */
export const noteRequest = (session: Session<Marks>, at: string): void => {
  if (isLate(session, at)) return
  if (session.cash.presented || session.cash.taken) session.own.over = true
  else if (session.own.asked) forgetAnswer(session)
  session.own.asked = true
}
