import { DAY_SECONDS } from './dates.ts'
import type { Session } from './session.ts'

/**
 * How many lines with a time are remembered, a power of two; and how far the time may have moved on when one is
 * printed again.
 */
const LINES = 64
const MAX_SECONDS_BEHIND = 6 * 3600
/** How much of a text is compared. */
const LENGTH = 110

const SHAPES = 1_024

/** A number that two lines share only by chance, if they are not the same. */
const shapeOf = (seconds: number, text: string): number =>
  (seconds * 31 + text.length * 7 + (text === '' ? 0 : text.charCodeAt(text.length - 1) * 131)) & (SHAPES - 1)

/** Knows the lines with a time that are printed again, and whose they were. */
export type RepeatedLines<Own> = {
  /**
   * The session of the same line when it was printed before; undefined if it was not. `key` is its printed time as a
   * number, `seconds` that of the day.
   */
  find(key: number, text: string, seconds: number): Session<Own> | null | undefined
  /** Remembers the line that was asked for last. */
  add(key: number, text: string, seconds: number): void
  /** Says whose the line is that was added last. */
  own(session: Session<Own>): void
  clear(): void
}

/**
 * Remembers the last lines with a time. Every such line is asked for, and nearly none is printed again: how many of
 * those that are remembered have the line's shape shows that without a look at any.
 */
export const createRepeatedLines = <Own>(): RepeatedLines<Own> => {
  const keys = new Float64Array(LINES)
  const texts: string[] = new Array(LINES).fill('')
  const owners: (Session<Own> | null)[] = new Array(LINES).fill(null)
  const shapes = new Uint16Array(LINES)
  const counts = new Uint8Array(SHAPES)
  let count = 0
  let next = 0
  let lastSeconds = 0
  let asked = 0
  /** A line that is printed again, or late, is never ahead of the time. */
  const isBehind = (seconds: number): boolean => {
    const behind = lastSeconds - seconds
    return (behind < 0 ? behind + DAY_SECONDS : behind) <= MAX_SECONDS_BEHIND
  }
  return {
    find(key, text, seconds) {
      asked = shapeOf(seconds, text)
      if (counts[asked] === 0 || !isBehind(seconds)) return undefined
      const compared = text.length > LENGTH ? text.slice(0, LENGTH) : text
      for (let back = 1; back <= count; back += 1) {
        const at = (next - back) & (LINES - 1)
        if (shapes[at] === asked && keys[at] === key && texts[at] === compared) return owners[at]
      }
      return undefined
    },
    add(key, text, seconds) {
      if (!isBehind(seconds)) lastSeconds = seconds
      if (count < LINES) count += 1
      else counts[shapes[next] ?? 0] = (counts[shapes[next] ?? 0] ?? 0) - 1
      counts[asked] = (counts[asked] ?? 0) + 1
      keys[next] = key
      texts[next] = text.length > LENGTH ? text.slice(0, LENGTH) : text
      owners[next] = null
      shapes[next] = asked
      next = (next + 1) & (LINES - 1)
    },
    own(session) {
      if (count > 0) owners[(next - 1) & (LINES - 1)] = session
    },
    clear() {
      count = 0
      counts.fill(0)
    },
  }
}
