import { clockAt, NO_CLOCK } from './dates.ts'

const SPACE = 0x20
const CLOCK_LENGTH = 'HH:MM:SS '.length

/**
 * A test whether a text may begin with one of these characters. It costs next to nothing, so that patterns are tried only on lines
 * that can match: most lines of a journal match none. Characters beyond Latin-1 may pass.
 */
export const startsIn = (characters: string): ((text: string) => boolean) => {
  const table = new Uint8Array(256)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return (text) => table[text.charCodeAt(0) & 0xff] === 1
}

const isBlankCode = (code: number): boolean =>
  code === SPACE || (code >= 0x09 && code <= 0x0d) || (code >= 0x80 && String.fromCharCode(code).trim() === '')

/**
 * Seconds since midnight of a line `HH:MM:SS TEXT`, less than zero if the digits are no time of day, NO_CLOCK for another line.
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
