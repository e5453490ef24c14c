import {
  DAY_SECONDS,
  type DayNamed,
  firstDayOf,
  JUST_AFTER,
  type MidnightPassed,
  type Moment,
  NEAR_MIDNIGHT,
} from './sessions/dates.ts'

/**
 * A first line that names a day and no time, behind one just before midnight: a header of the new day, or a receipt of
 * the old one, or of the host's day, which is ahead.
 */
type Head = {
  readonly day: Moment
  /** The day that the journal begins with if no midnight is between the line before it and this one. */
  readonly from: Moment
  /**
   * How many times were before it, once it has been read with a clock that was set to that day; null until then. The
   * next time is the one behind so many.
   */
  times: number | null
  /** A time behind it stepped back behind midnight. */
  crossed: boolean
}

/** Finds the day that a journal begins with while its lines are read under a clock that is set to a guess. */
export type FirstDay = {
  dated(named: DayNamed): void
  midnight: MidnightPassed
  /** What the clock is to be set to. Once it is another than before, the lines are to be read again. */
  guess(): Moment
  /** Null as long as it is not known. */
  found(): Moment | null
  /** What is known at the end of the lines. */
  end(): Moment
}

/**
 * The day that a journal begins with, by the first line that names a day (`firstDayOf`). What follows decides on one
 * that prints no time and stands near midnight: a midnight is before it if the next time steps back to one that is not
 * just after midnight, or if the same day is named again behind the midnight. Where the lines end before that, and one
 * midnight is behind the head, it is between the days of which the file was sent for the first.
 */
export const createFirstDay = (sentFor: Moment): FirstDay => {
  let found: Moment | null = null
  let head: Head | null = null
  const begin = (named: DayNamed): void => {
    const { day, seconds, before, times } = named
    const from = firstDayOf(named, sentFor, sentFor)
    const last = (before ?? 0) % DAY_SECONDS
    if (seconds !== null || last < NEAR_MIDNIGHT) found = from
    else head = { day, from, times: from === sentFor ? times : null, crossed: false }
  }
  const follow = ({ day, from, crossed }: Head, named: DayNamed): void => {
    const isAgain = named.day === day && named.seconds === null
    if (isAgain && !(crossed && (named.before ?? 0) % DAY_SECONDS > JUST_AFTER)) return
    if (isAgain) found = from - DAY_SECONDS
    // A day that is far away says nothing of the midnight.
    else if (Math.abs(named.day - day) > DAY_SECONDS) found = from
    else if (named.seconds !== null) found = firstDayOf(named, from, sentFor)
    else found = named.day > day ? from : from - DAY_SECONDS
  }
  return {
    dated(named) {
      if (found !== null) return
      if (head === null) begin(named)
      else if (head.times === null) head.times = named.times
      else follow(head, named)
    },
    midnight(seconds, times) {
      if (head === null || head.times === null || head.crossed) return
      head.crossed = true
      if (times === head.times && seconds > JUST_AFTER) found ??= head.from - DAY_SECONDS
    },
    guess: () => head?.from ?? sentFor,
    found: () => found,
    end() {
      if (found !== null || head === null) return found ?? sentFor
      const { from, crossed } = head
      return crossed && sentFor === from - DAY_SECONDS ? sentFor : from
    },
  }
}
