import { createJournalClock, readDate, readTime } from './dates.ts'
import type { ReadContext } from './family.ts'
import { type ClosingRules, closeSession, isBeyondBelief, openSession, type Session } from './session.ts'

/** What a family tells its book. */
export type BookRules<Own> = ClosingRules & {
  /** What the family keeps with a session of its own, as it stands at the start. */
  readonly newOwn: () => Own
  /**
   * Texts of lines with a time that may be printed so late that the next session has begun by then: outcomes, never what
   * begins something. Null if the family's lines do not lag.
   */
  readonly lagging: RegExp | null
  /** The dated line just before a start mark is the start's own time; else the first line with a time is. */
  readonly datedStart: boolean
}

/**
 * The sessions of one file, in their order, and the clock of its lines. At most one is open; the one before it is
 * held back until the next is closed, for lines about it that are printed late.
 */
export type SessionBook<Own> = {
  /**
   * A line that dates what follows: two numbers that are month and day or day and month, a year, a time. `isStart` false:
   * it is never the time of a start mark that follows it.
   */
  date(first: string, second: string, year: string, time: string, isStart?: boolean): void
  /** A line that names a day (`YYYY-MM-DD`), perhaps a time: a header, or a receipt that may be printed late. */
  day(date: string, time?: string): void
  /**
   * The local date-time of a line `time text`; `date` where the line itself prints one. Null if there is nothing to read:
   * it is printed again (then it only lengthens its session), or no day can be told of it.
   */
  at(time: string, text: string, number: number, date?: string): string | null
  /**
   * A start mark. `at`: its own time; without one the clock's, or that of the first line with a time that follows.
   * `isOther`: it is known to be no mark that is printed again.
   */
  start(number: number, at?: string, isOther?: boolean): Session<Own>
  /** Opens a session that has been read aside, because it turns out to be one of its own. */
  adopt(session: Session<Own>): void
  /** Puts a line with a time to the session it belongs to; null if it belongs to none. */
  timed(at: string, text: string, number: number): Session<Own> | null
  /** The session to which a line without a time belongs. */
  current(): Session<Own> | null
  /** The session that has begun and is not closed. */
  open(): Session<Own> | null
  /** The session before it, as long as it is held back. */
  previous(): Session<Own> | null
  /** An end mark. */
  end(number: number, at?: string): void
  /** Closes what is open without an end mark: power, supervisor, out of service, the end of the file. */
  close(): void
}

/** How many lines with a time are remembered, to know those that are printed again; and how far the time may have moved on then. */
const RECENT_LINES = 64
const RECENT_SECONDS = 6 * 3600
const DAY_SECONDS = 24 * 3600
const RECENT_LENGTH = 120

/** A session; whether its end mark was seen, and whether its start had a time of its own. */
type Entry<Own> = { readonly session: Session<Own>; ended: boolean; readonly startKnown: boolean }

const extend = (session: Session<unknown>, number: number, at: string | null): void => {
  session.lastLine = Math.max(session.lastLine, number)
  if (at === null) return
  if (session.endedAt === null || at > session.endedAt) session.endedAt = at
}

/** Remembers the last lines with a time, and whose they were. */
const createRecent = <Own>() => {
  const lines = new Map<string, Session<Own> | null>()
  let latest = ''
  let lastSeconds = 0
  /** A line that is printed again, or late, is never ahead of the time. */
  const isBehind = (seconds: number): boolean => (lastSeconds - seconds + DAY_SECONDS) % DAY_SECONDS <= RECENT_SECONDS
  return {
    /** The session of the same line when it was printed before; undefined if it was not. */
    find(line: string, seconds: number): Session<Own> | null | undefined {
      return isBehind(seconds) ? lines.get(line.slice(0, RECENT_LENGTH)) : undefined
    },
    add(line: string, seconds: number): void {
      if (!isBehind(seconds)) lastSeconds = seconds
      latest = line.slice(0, RECENT_LENGTH)
      lines.set(latest, null)
      const oldest = lines.size > RECENT_LINES ? lines.keys().next().value : undefined
      if (oldest !== undefined) lines.delete(oldest)
    },
    /** Says whose the line is that was added last. */
    own(session: Session<Own>): void {
      if (lines.has(latest)) lines.set(latest, session)
    },
    clear: (): void => lines.clear(),
  }
}

/** The session that is open, the one before it, and the one that lines without a time belong to. */
const createShelf = <Own>({ emit, damaged }: ReadContext, rules: BookRules<Own>) => {
  let open: Entry<Own> | null = null
  let previous: Entry<Own> | null = null
  let owner: Session<Own> | null = null

  /** Emits an entry. What is printed about it after `next` has begun stands among the lines of that one. */
  const release = (entry: Entry<Own> | null, next: Entry<Own> | null): null => {
    if (entry === null) return null
    if (next !== null) entry.session.lastLine = Math.min(entry.session.lastLine, next.session.firstLine - 1)
    if (isBeyondBelief(entry.session)) damaged()
    emit(closeSession(entry.session, rules, entry.ended))
    return null
  }
  return {
    open: (): Entry<Own> | null => open,
    previous: (): Entry<Own> | null => previous,
    owner: (): Session<Own> | null => owner,
    give(session: Session<Own> | null): Session<Own> | null {
      owner = session
      return session
    },
    /** The entry before the open one, if a line of this time is about it and not about the open one. */
    laggingAt(at: string): Entry<Own> | null {
      if (previous === null || at < previous.session.startedAt) return null
      const isLate = open === null ? at <= (previous.session.endedAt ?? '') : at < open.session.startedAt
      return isLate ? previous : null
    },
    begin(entry: Entry<Own>): Session<Own> {
      this.shelve()
      open = entry
      owner = entry.session
      return entry.session
    },
    /** Closes the open session, and holds it back for lines that are late. */
    shelve(): void {
      if (open === null) return
      release(previous, open)
      previous = open
      open = null
    },
    clear(): void {
      previous = release(previous, open)
      open = release(open, null)
      owner = null
    },
  }
}

/** An empty book that emits sessions of `rules` into `context`. */
export const createSessionBook = <Own>(context: ReadContext, rules: BookRules<Own>): SessionBook<Own> => {
  const clock = createJournalClock(context)
  const recent = createRecent<Own>()
  const shelf = createShelf(context, rules)
  /** A dated line came, and no line with a time since. */
  let dated = false

  return {
    date(first, second, year, time, isStart = true) {
      const date = readDate(Number(first), Number(second), Number(year), context)
      const seconds = readTime(time)
      if (date === null || seconds === null) return
      if (!clock.current().startsWith(date)) recent.clear()
      clock.setDate(date, seconds)
      dated = isStart
      shelf.give(shelf.open()?.session ?? null)
    },
    day(date, time = '') {
      const before = clock.current().slice(0, 10)
      const seconds = readTime(time)
      if (seconds === null) clock.setDay(date)
      else clock.setDate(date, seconds)
      if (!clock.current().startsWith(before)) recent.clear()
    },
    at(time, text, number, date) {
      const seconds = readTime(time)
      if (seconds === null) return null
      const line = `${date ?? ''} ${time} ${text}`
      const before = recent.find(line, seconds)
      if (before !== undefined) {
        if (before !== null && before === shelf.open()?.session) extend(before, number, null)
        return null
      }
      if (date !== undefined) clock.setDate(date, seconds)
      const at = date === undefined ? clock.at(seconds) : clock.current()
      if (at === null) context.damaged()
      else recent.add(line, seconds)
      dated = false
      return at
    },
    start(number, at, isOther = false) {
      const startedAt = at ?? clock.current()
      const open = shelf.open()?.session
      // The mark printed again, with nothing that has a time between, is the same session.
      if (!isOther && open !== undefined && open.endedAt === null && open.startedAt === startedAt) return open
      const session = openSession(startedAt, number, rules.newOwn())
      recent.own(session)
      return shelf.begin({ session, ended: false, startKnown: at !== undefined || (rules.datedStart && dated) })
    },
    adopt: (session) => {
      shelf.begin({ session, ended: false, startKnown: true })
    },
    timed(at, text, number) {
      const late = rules.lagging?.test(text) === true ? shelf.laggingAt(at) : null
      const entry = late ?? shelf.open()
      if (entry === null) return shelf.give(null)
      const { session, startKnown } = entry
      if (session.endedAt === null && (!startKnown || at < session.startedAt)) session.startedAt = at
      extend(session, number, at)
      recent.own(session)
      return shelf.give(session)
    },
    current: shelf.owner,
    open: () => shelf.open()?.session ?? null,
    previous: () => shelf.previous()?.session ?? null,
    end(number, at) {
      const entry = (at === undefined ? null : shelf.laggingAt(at)) ?? shelf.open()
      if (entry === null) return
      entry.ended = true
      extend(entry.session, number, at ?? null)
      recent.own(entry.session)
      if (entry === shelf.open()) shelf.shelve()
      else shelf.give(shelf.open()?.session ?? null)
    },
    close: shelf.clear,
  }
}
