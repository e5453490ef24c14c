import type { Session } from './session.ts'

/** How many lines with a time are remembered, a power of two; and how far the time may have moved on when one is printed again. */
const LINES = 64
const MAX_SECONDS_BEHIND = 6 * 3600
const DAY_SECONDS = 24 * 3600
/** How much of a text is compared. */
const LENGTH = 110

const SHAPES = 1_024

/** A number that two lines share only by chance, if they are not the same. */
const shapeOf = (key: number, text: string): number =>
  (key * 31 + text.length * 7 + text.charCodeAt(text.length - 1) * 131 + text.charCodeAt(0)) & (SHAPES - 1)

/** Knows the lines with a time that are printed again, and whose they were. */
export type RepeatedLines<Own> = {
  /** The session of the same line when it was printed before; undefined if it was not. */
  find(key: number, text: string, seconds: number): Session<Own> | null | undefined
  /** Remembers a line; `key` is its printed time as a number. */
  add(key: number, text: string, seconds: number): void
  /** Says whose the line is that was added last. */
  own(session: Session<Own>): void
  clear(): void
}

/**
 * Remembers the last lines with a time. Every such line is asked for, and nearly none is printed again: how many of those that are
 * remembered have the line's shape tells that without a look at any.
 */
export const createRepeatedLines = <Own>(): RepeatedLines<Own> => {
  const keys = new Float64Array(LINES)
  const texts: string[] = new Array(LINES).fill('')
  const owners: (Session<Own> | null)[] = new Array(LINES).fill(null)
  const shapes = new Uint8Array(SHAPES)
  let count = 0
  let next = 0
  let lastSeconds = 0
  /** A line that is printed again, or late, is never ahead of the time. */
  const isBehind = (seconds: number): boolean =>
    (lastSeconds - seconds + DAY_SECONDS) % DAY_SECONDS <= MAX_SECONDS_BEHIND

  const forget = (at: number): void => {
    const shape = shapeOf(keys[at] ?? 0, texts[at] ?? '')
    shapes[shape] = (shapes[shape] ?? 0) - 1
  }
  return {
    find(key, text, seconds) {
      const compared = text.length > LENGTH ? text.slice(0, LENGTH) : text
      if (shapes[shapeOf(key, compared)] === 0 || !isBehind(seconds)) return undefined
      for (let back = 1; back <= count; back += 1) {
        const at = (next - back) & (LINES - 1)
        if (keys[at] === key && texts[at] === compared) return owners[at]
      }
      return undefined
    },
    add(key, text, seconds) {
      if (!isBehind(seconds)) lastSeconds = seconds
      if (count === LINES) forget(next)
      else count += 1
      const compared = text.length > LENGTH ? text.slice(0, LENGTH) : text
      keys[next] = key
      texts[next] = compared
      owners[next] = null
      const shape = shapeOf(key, compared)
      shapes[shape] = (shapes[shape] ?? 0) + 1
      next = (next + 1) & (LINES - 1)
    },
    own(session) {
      if (count > 0) owners[(next - 1) & (LINES - 1)] = session
    },
    clear() {
      count = 0
      shapes.fill(0)
    },
  }
}
