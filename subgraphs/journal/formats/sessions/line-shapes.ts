import { clockAt, NO_CLOCK } from './dates.ts'

const SPACE = 0x20
const CLOCK_LENGTH = 'HH:MM:SS '.length

const BEGINNINGS = 1_024

const placeOfPair = (first: number, second: number): number =>
  ((first & 0xff) * 37 + (second & 0xff)) & (BEGINNINGS - 1)

/**
 * A test whether a text may begin with one of these words, by their first two characters (or the only one). It costs
 * next to nothing, so that patterns are tried only on lines that can match: most lines of a journal match none. It
 * never says no to a text that does begin so; to others it may say yes.
 */
export const startsIn = (...words: readonly string[]): ((text: string) => boolean) => {
  const table = new Uint8Array(BEGINNINGS)
  for (const word of words) {
    if (word.length > 1) table[placeOfPair(word.charCodeAt(0), word.charCodeAt(1))] = 1
    else for (let second = 0; second < 256; second += 1) table[placeOfPair(word.charCodeAt(0), second)] = 1
  }
  return (text) => table[placeOfPair(text.charCodeAt(0), text.charCodeAt(1))] === 1
}

const isBlankCode = (code: number): boolean =>
  code === SPACE || (code >= 0x09 && code <= 0x0d) || (code >= 0x80 && String.fromCharCode(code).trim() === '')

/**
 * Seconds since midnight of a line `HH:MM:SS TEXT`, less than zero if the digits are no time of day, NO_CLOCK for
 * another line.
 * There may be `maxSpaces` between time and text.
 */
export const clockOf = (line: string, maxSpaces = 1): number => {
  if (line.length <= CLOCK_LENGTH || line.charCodeAt(2) !== 0x3a || line.charCodeAt(8) !== SPACE) return NO_CLOCK
  let at = CLOCK_LENGTH
  while (line.charCodeAt(at) === SPACE && at < CLOCK_LENGTH + maxSpaces - 1) at += 1
  return isBlankCode(line.charCodeAt(at)) ? NO_CLOCK : clockAt(line, 0)
}

/** The text of a line that `clockOf` knows. */
export const textAfterClock = (line: string): string =>
  line.charCodeAt(CLOCK_LENGTH) === SPACE ? line.slice(CLOCK_LENGTH).trimStart() : line.slice(CLOCK_LENGTH)
