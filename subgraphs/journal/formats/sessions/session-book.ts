import { isAnswered } from './attempt.ts'
import type { ClosingRules } from './closing.ts'
import { createJournalClock, type JournalClock, type Moment, readDate } from './dates.ts'
import type { ReadContext } from './family.ts'
import { createRepeatedLines, type RepeatedLines } from './repeated-lines.ts'
import { openSession, type Session, turnTo } from './session.ts'
import { createSessionShelf, type SessionShelf } from './session-shelf.ts'
import { createTimeSteps, doubtUntimed } from './time-steps.ts'

/** What a family gives to its book. */
export type BookRules<Own> = ClosingRules & {
  /** What the family keeps with a session of its own, as it is at the start. */
  readonly newOwn: () => Own
  /**
   * Texts of lines with a time that may be printed so late that the next session has begun by then: outcomes, never
   * what begins something. Null if the family's lines do not lag.
   */
  readonly lagging: RegExp | null
  /** The dated line just before a start mark is the start's own time; else the first line with a time is. */
  readonly datedStart: boolean
  /**
   * The second of the day that is printed over a session's start mark: a line of a later one is never an earlier
   * session's that is printed again. Left out where a family prints none.
   */
  readonly ruledAt?: (own: Own) => number | null
}

/**
 * The sessions of one file, in their order, and the clock of its lines. At most one is open; the one before it is
 * held back until the next is closed, for lines about it that are printed late.
 */
export type SessionBook<Own> = {
  /** The day that a printed date is of; null where neither reading can be true. */
  dayOf(first: number, second: number, year: number): Moment | null
  /**
   * A line that dates what follows, by its day and the seconds since midnight. `isStart` false: it is never the time
   * of a start mark that follows it.
   */
  date(day: Moment, seconds: number, isStart?: boolean): void
  /** A line that names a day, perhaps a time: a header, or a receipt that may be printed late. */
  day(day: Moment, seconds: number | null): void
  /** Counts a line that names a day and says nothing of those that follow. */
  names(day: Moment): void
  /** The next day has begun, though no line names it. */
  nextDay(day: Moment): void
  /**
   * The moment of a line that prints its time, in seconds since midnight (less than zero: none that can be true);
   * `day`, `millis` where the line itself prints them. Null if there is nothing to read: it is printed again (then it
   * only lengthens its session), or its day is unknown.
   */
  at(seconds: number, text: string, number: number, day?: Moment, millis?: number): Moment | null
  /**
   * A start mark. `at`: its own time; without one the clock's, or that of the first line with a time that follows.
   * `isOther`: it is known to be no mark that is printed again.
   */
  start(number: number, at?: Moment, isOther?: boolean): Session<Own>
  /** Puts a line with a time to the session it belongs to; null if it belongs to none. */
  timed(at: Moment, text: string, number: number): Session<Own> | null
  /** The session to which a line without a time belongs. */
  current(): Session<Own> | null
  /** Lines without a time belong to no session, until the next that has one. */
  leave(): void
  /** The session that has begun and is not closed. */
  open(): Session<Own> | null
  /** The session before it, as long as it is held back. */
  previous(): Session<Own> | null
  /** An end mark. */
  end(number: number, at?: Moment): void
  /** Closes what is open without an end mark: power, supervisor, out of service, the end of the file. */
  close(): void
}

const extend = (session: Session<unknown>, number: number, at: Moment | null): void => {
  if (number > session.lastLine) session.lastLine = number
  session.attempt.line = number
  if (at === null) return
  session.untimed = null
  if (session.endedAt === null || at > session.endedAt) session.endedAt = at
  const { attempt } = session
  attempt.endedBefore = attempt.endedAt
  if (attempt.endedAt === null || at > attempt.endedAt) attempt.endedAt = at
}

/** A line without a time that says something of the session. */
export const extendUntimed = (session: Session<unknown>, number: number): void => {
  extend(session, number, null)
  const isAnswer = isAnswered(session.attempt)
  session.untimed = session.cardLine === number ? 'CARD' : isAnswer ? 'ANSWER' : null
  if (isAnswer && session.doubtful !== null) session.mixed = true
}

/** Says which line of a session is read now, one without a time. What is taken from it rests on this line. */
export const readsLine = (session: Session<unknown>, number: number): void => {
  session.attempt.line = number
}

/** The clock of a book. */
type Clocked<Own> = Pick<SessionBook<Own>, 'dayOf' | 'date' | 'day' | 'names' | 'nextDay' | 'at'> & {
  current(): Moment
  /** A dated line came, and no line with a time since. */
  isDated(): boolean
  /** The line that was asked for last is of another time than those around it. */
  isStray(): boolean
  /** A start mark shows that its time is the clock's. */
  isFollowed(at: Moment): void
}

/** The days that lines name, by which the clock is set. */
const createNamedDays = (context: ReadContext, clock: JournalClock, repeated: RepeatedLines<unknown>) => {
  let isNamed = false
  const name = (day: Moment, seconds: number | null, isStamp = false): void => {
    isNamed = true
    context.dated({ day, seconds, before: clock.shown(), times: clock.times(), isStamp })
  }
  const setDay = (day: Moment, seconds: number | null): void => {
    const before = clock.day()
    if (seconds === null) clock.setDay(day)
    else clock.setDate(day, seconds)
    if (clock.day() !== before) repeated.clear()
  }
  return {
    name,
    day(day: Moment, seconds: number | null): void {
      name(day, seconds)
      setDay(day, seconds)
    },
    nextDay(day: Moment): void {
      // Behind a line that names a day it counts as such a line; else no day is known yet.
      if (isNamed) name(day, null)
      setDay(day, null)
    },
  }
}

/** Finds the times of lines, and recognises those that are printed again. */
const createClocked = <Own>(
  context: ReadContext,
  shelf: SessionShelf<Own>,
  repeated: RepeatedLines<Own>,
  { ruledAt }: BookRules<Own>,
): Clocked<Own> => {
  const clock = createJournalClock(context.firstDay, context.latest, context.midnight)
  const days = createNamedDays(context, clock, repeated)
  let dated = false
  /** Whether a line that an earlier session printed too is one of the open session's own. */
  const isOpens = (before: Session<Own> | null, seconds: number): boolean => {
    const open = shelf.open()?.session
    if (ruledAt === undefined || before === null || open === undefined || before === open) return false
    return seconds > (ruledAt(open.own) ?? seconds)
  }
  /** A line that is printed again. What follows one of another session is that session's too. */
  const passAgain = (of: Session<Own> | null, number: number): void => {
    const open = shelf.open()?.session ?? null
    if (of !== null && of === open) extend(of, number, null)
    else if (open === null) {
      const previous = shelf.previous()
      const isPrevious = of !== null && of === previous?.session && (!previous.ended || shelf.owner() === of)
      shelf.give(isPrevious ? of : null)
    } else {
      doubtUntimed(open)
      if (of !== null) open.doubtful = 'VISITED'
      shelf.give(null)
    }
  }
  const steps = createTimeSteps(shelf, () => context.contain('TIME_JUMPS'))
  return {
    current: clock.current,
    isDated: () => dated,
    isStray: steps.isStray,
    isFollowed: steps.accept,
    dayOf: (first, second, year) => readDate(first, second, year, context),
    date(day, seconds, isStart = true) {
      days.name(day, seconds)
      if (clock.day() !== day) repeated.clear()
      clock.setDate(day, seconds)
      dated = isStart
      steps.set(day + seconds)
      shelf.give(shelf.open()?.session ?? null)
    },
    day: days.day,
    names: (day) => days.name(day, null),
    nextDay: days.nextDay,
    at(seconds, text, number, day, millis = 0) {
      if (seconds < 0) return null
      const key = ((day ?? 0) + seconds) * 1_000 + millis
      const before = repeated.find(key, text, seconds)
      if (before !== undefined && !isOpens(before, seconds)) {
        passAgain(before, number)
        return null
      }
      if (day !== undefined) {
        days.name(day, seconds, true)
        clock.setDate(day, seconds)
      }
      const at = day === undefined ? clock.at(seconds) : day + seconds
      if (at === null) context.contain('LINES_UNREADABLE')
      else {
        repeated.add(key, text, seconds)
        steps.follow(at)
      }
      dated = false
      return at
    },
  }
}

/** An empty book that emits sessions of `rules` into `context`. */
export const createSessionBook = <Own>(context: ReadContext, rules: BookRules<Own>): SessionBook<Own> => {
  const repeated = createRepeatedLines<Own>()
  const shelf = createSessionShelf<Own>(context, rules)
  const clocked = createClocked(context, shelf, repeated, rules)
  return {
    dayOf: clocked.dayOf,
    date: clocked.date,
    day: clocked.day,
    names: clocked.names,
    nextDay: clocked.nextDay,
    at: clocked.at,
    start(number, at, isOther = false) {
      const isStray = at !== undefined && clocked.isStray()
      if (at !== undefined) clocked.isFollowed(at)
      const startedAt = at ?? clocked.current()
      const open = shelf.open()?.session
      // The mark printed again, with nothing that has a time between, is the same session.
      if (!isOther && open !== undefined && open.endedAt === null && open.startedAt === startedAt) return open
      const startKnown = at !== undefined || (rules.datedStart && clocked.isDated())
      const session = openSession(startedAt, number, rules.newOwn(), startKnown)
      if (isStray) session.doubtful = 'STRAY'
      // The dated line over the mark is the session's; rulers and records are not remembered, and what was printed
      // before them is another's.
      if (rules.ruledAt === undefined && (at !== undefined || !rules.datedStart)) repeated.own(session)
      return shelf.begin({ session, ended: false })
    },
    timed(at, text, number) {
      if (clocked.isStray()) {
        const open = shelf.open()?.session
        if (open !== undefined && open.endedAt === null && !open.startKnown) open.doubtful = 'STRAY'
        return shelf.give(null)
      }
      const late = shelf.laggingAt(at)
      const entry = late !== null && rules.lagging?.test(text) === true ? late : shelf.open()
      if (entry === null) return shelf.give(null)
      const { session } = entry
      turnTo(session, at)
      if (session.endedAt === null && (!session.startKnown || at < session.startedAt)) {
        session.startedAt = at
        session.attempts[0].startedAt = at
      }
      if (session.doubtful === 'STRAY') {
        // Of a mark without a time, either the stray line behind it or this one is not of its session.
        if (session.endedAt !== null) session.doubtful = null
        else if (!session.startKnown) session.mixed = true
      }
      extend(session, number, at)
      repeated.own(session)
      return shelf.give(session)
    },
    current: shelf.owner,
    leave: () => {
      shelf.give(null)
    },
    open: () => shelf.open()?.session ?? null,
    previous: () => shelf.previous()?.session ?? null,
    end(number, at) {
      if (at !== undefined && clocked.isStray()) {
        shelf.give(null)
        return
      }
      const entry = (at === undefined ? null : shelf.laggingAt(at)) ?? shelf.open()
      if (entry === null) {
        // What was printed last before the silence that parted them may be of the session that ends here.
        const before = shelf.previous()
        if (before?.ended === false) doubtUntimed(before.session)
        return
      }
      entry.ended = true
      extend(entry.session, number, at ?? null)
      repeated.own(entry.session)
      if (entry === shelf.open()) shelf.part()
      else shelf.give(shelf.open()?.session ?? null)
    },
    close: shelf.clear,
  }
}
