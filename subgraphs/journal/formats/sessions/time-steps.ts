import type { Moment } from './dates.ts'
import { MAX_LAG_SECONDS, type Session } from './session.ts'
import type { SessionShelf } from './session-shelf.ts'

/** No session is silent for longer. */
const MAX_SILENCE_SECONDS = 10 * 60

/** Follows the times of lines: where they step back or leap, another customer's lines begin, or another section's. */
export type TimeSteps = {
  /** A line of this time. */
  follow(at: Moment): void
  /** A dated line, which sets the clock, forwards or back. */
  set(at: Moment): void
  /** A start mark shows that its time is the clock's. */
  accept(at: Moment): void
  /**
   * The line that was followed last is of another time than those around it, such as one that is printed hours late.
   */
  isStray(): boolean
}

/** What was printed just before a line of another section, and has no time, may be of that section too. */
export const doubtUntimed = (session: Session<unknown> | null): void => {
  if (session?.untimed === 'ANSWER') session.mixed = true
}

/** Closes the open session of a shelf at such steps; `jumped` counts clocks that were put back. */
export const createTimeSteps = (shelf: SessionShelf<unknown>, jumped: () => void): TimeSteps => {
  /** The time of the latest line that is no stray, and of the line before if it was one. */
  let last: Moment | null = null
  let stray: Moment | null = null
  const accept = (at: Moment): void => {
    last = at
    stray = null
  }
  const closeSilent = (at: Moment): void => {
    const open = shelf.open()
    if (open === null) return
    const since = open.session.endedAt ?? (open.session.startKnown ? open.session.startedAt : at)
    if (at - since > MAX_SILENCE_SECONDS) shelf.part()
  }
  return {
    follow(at) {
      const isBack = last !== null && last - at > MAX_LAG_SECONDS
      // One line may be printed late; two of one time show that the clock was put back, or that a section begins.
      const isTwice = isBack && stray !== null && at >= stray && at - stray <= MAX_SILENCE_SECONDS
      if (isBack && !isTwice) {
        stray = at
        const open = shelf.open()?.session
        if (open !== undefined && open.untimed !== null) open.mixed = true
        return
      }
      if (isTwice) {
        jumped()
        shelf.part()
      }
      accept(at)
      closeSilent(at)
    },
    set(at) {
      const since = shelf.open()?.session.endedAt ?? at
      if (since - at > MAX_LAG_SECONDS) shelf.part()
      accept(at)
      closeSilent(at)
    },
    accept,
    isStray: () => stray !== null,
  }
}
