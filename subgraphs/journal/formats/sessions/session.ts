import { type Attempt, isAnswered, newAttempt } from './attempt.ts'
import { cardsDiffer } from './cards.ts'
import type { Moment } from './dates.ts'

/**
 * What has been read of one customer session: card in to card out, with its attempts in their order. `own` is what the
 * family keeps for itself, such as the block its next lines belong to.
 */
export type Session<Own> = {
  startedAt: Moment
  /** Its start has a time of its own; else `startedAt` is that of its first line with one, once there is one. */
  readonly startKnown: boolean
  /** The time of its latest line that has one; null as long as none has. */
  endedAt: Moment | null
  readonly firstLine: number
  lastLine: number
  /** The card as the machine read it, and the line that printed it first. */
  card: string | null
  cardLine: number
  readonly attempts: [Attempt, ...Attempt[]]
  /** The attempt that the line being read is about; nearly always the latest. */
  attempt: Attempt
  /** What its latest line says if it has no time: whose that is shows only by the lines around it. */
  untimed: 'ANSWER' | 'CARD' | null
  /**
   * Why a line without a time may be another session's: a line of that one came since the latest request, or the only
   * line with a time is of another time than those before.
   */
  doubtful: 'VISITED' | 'STRAY' | null
  /** The machine read the cards of two customers in it. */
  mixed: boolean
  /** It was cut short: power, supervisor, out of service, or the end of the file. */
  broken: boolean
  /** What has been counted, so that a line that is printed again is not counted again. */
  counted: Set<string> | null
  readonly own: Own
}

/** More different lines than a session counts; what a hostile file prints beyond is not remembered. */
const MAX_COUNTED = 10_000
/** More attempts than a customer makes with one card. */
const MAX_ATTEMPTS = 200
/** How late a line may be printed; what is earlier by more shows a clock that was put back. */
export const MAX_LAG_SECONDS = 15 * 60

/** A session of which nothing is known but its start. */
export const openSession = <Own>(startedAt: Moment, line: number, own: Own, startKnown = true): Session<Own> => {
  const attempt = newAttempt(startedAt, line, false)
  return {
    startedAt,
    startKnown,
    endedAt: null,
    firstLine: line,
    lastLine: line,
    card: null,
    cardLine: 0,
    attempts: [attempt],
    attempt,
    untimed: null,
    doubtful: null,
    mixed: false,
    broken: false,
    counted: null,
    own,
  }
}

const latestOf = ({ attempts }: Session<unknown>): Attempt => attempts[attempts.length - 1] ?? attempts[0]

/** Whether an attempt holds what only comes once the card was read. */
const isBeyondCard = ({ answers, numbers }: Attempt): boolean =>
  answers.length > 0 || numbers.rrn !== null || numbers.stan !== null

const addAttempt = (session: Session<unknown>, at: Moment | null, line: number, asked: boolean): Attempt => {
  if (session.attempts.length >= MAX_ATTEMPTS) return latestOf(session)
  const latest = latestOf(session)
  // The line was put to the attempt before, which it is not about.
  if (at !== null && latest.endedAt === at) latest.endedAt = latest.endedBefore
  const attempt = newAttempt(at ?? session.endedAt ?? session.startedAt, line, asked)
  session.attempts.push(attempt)
  session.attempt = attempt
  return attempt
}

/**
 * A request to the host. What the session began with, or prepared, becomes its attempt; each further request begins
 * another. `at` is its time, null where it has none.
 */
export const beginAttempt = (session: Session<unknown>, at: Moment | null, line: number): Attempt => {
  const latest = latestOf(session)
  // What the host answers from now on is about this request.
  session.doubtful = null
  // An answer that came before its request, and without a word of the host's reply, is another session's.
  const isForeign = !latest.asked && !latest.replied && latest.offline === null && isBeyondCard(latest)
  if (isForeign) latest.mixed = true
  if (latest.asked || isForeign) return addAttempt(session, at, line, true)
  latest.asked = true
  latest.line = line
  session.attempt = latest
  return latest
}

/**
 * What comes before a request, such as notes that are put in: an attempt of its own once the one before was answered.
 */
export const prepareAttempt = (session: Session<unknown>, at: Moment | null, line: number): Attempt => {
  const latest = latestOf(session)
  return isAnswered(latest) ? addAttempt(session, at, line, false) : latest
}

/**
 * A request that only closes the session, after the customer gave up or the host did not answer: no attempt, unless the
 * host answers it or notes move.
 */
export const beginClosing = (session: Session<unknown>, at: Moment | null, line: number): Attempt => {
  const attempt = addAttempt(session, at, line, true)
  attempt.closing = true
  return attempt
}

/**
 * A card that the machine read: the first is the session's. Another one, or one that is read after the host answered,
 * shows that lines of two customers are in the session.
 */
export const takeSessionCard = (session: Session<unknown>, card: string | null): void => {
  if (card === null) return
  const isLate = session.attempts.some((attempt) => isBeyondCard(attempt) || attempt.offline !== null)
  const isAnother = session.card === null ? isLate : cardsDiffer(session.card, card)
  if (isAnother) session.mixed = true
  if (session.card === null) session.cardLine = session.attempt.line
  session.card ??= card
}

/** The latest attempt that is no closing request: what a line at the end of the session is about. */
export const mainAttempt = ({ attempts, attempt }: Session<unknown>): Attempt =>
  attempts.findLast(({ closing }) => !closing) ?? attempt

/** Turns to the attempt in whose time a line lies: nearly always the latest, an earlier one for a line printed late. */
export const turnTo = (session: Session<unknown>, at: Moment): void => {
  const { attempts } = session
  let place = attempts.length - 1
  const latest = attempts[place]?.startedAt ?? 0
  if (at < latest && latest - at <= MAX_LAG_SECONDS)
    while (place > 0 && at < (attempts[place]?.startedAt ?? 0)) place -= 1
  session.attempt = attempts[place] ?? attempts[0]
}

/** The latest attempt whose notes lie in the shutter: taken or taken back notes are those; else the current one. */
export const attemptOfNotes = ({ attempts, attempt }: Session<unknown>): Attempt => {
  for (let at = attempts.length - 1; at >= 0; at -= 1) {
    const { cash } = attempts[at] ?? attempt
    if (cash.presented && !cash.taken && !cash.retracted) return attempts[at] ?? attempt
  }
  return attempt
}

/** True the first time `key` is given for this session: what is printed again counts once. */
export const isFirst = (session: Session<unknown>, key: string): boolean => {
  session.counted ??= new Set()
  const { counted } = session
  if (counted.has(key)) return false
  if (counted.size < MAX_COUNTED) counted.add(key)
  return true
}

/** How late an outcome may be printed where each line has a time of its own, and how long a session may be silent. */
const MAX_DELAY_SECONDS = 5 * 60

/** Whether a session is silent for so long before a line of this time that the line is of another one. */
export const isSilent = ({ endedAt }: Session<unknown>, at: Moment): boolean =>
  endedAt !== null && at - endedAt > MAX_DELAY_SECONDS

/** Whether a line of this time is behind the latest of a session by more than a delay, and not before the session. */
const isBehind = ({ startedAt, endedAt }: Session<unknown>, at: Moment): boolean =>
  at >= startedAt && (endedAt ?? at) - at > MAX_DELAY_SECONDS

/**
 * Whether a line of this time is neither about the session that is open nor, printed a little late, about the one
 * before it: it is of a session that is closed, or of another clock. One that is behind the latest line of a session
 * shows that either of the two is of another session.
 */
export const isOutOfTime = (open: Session<unknown> | null, previous: Session<unknown> | null, at: Moment): boolean => {
  const latest = open ?? previous
  if (latest !== null && isBehind(latest, at)) {
    latest.mixed = true
    return true
  }
  if (open === null || at >= open.startedAt) return false
  const isLittleLate = previous !== null && at >= previous.startedAt && at <= (previous.endedAt ?? 0)
  return !isLittleLate || open.startedAt - at > MAX_DELAY_SECONDS
}

/** True if a line of the session was printed after one of a later time: what it begins has begun before. */
export const isLate = ({ endedAt }: Session<unknown>, at: Moment): boolean => endedAt !== null && at < endedAt
