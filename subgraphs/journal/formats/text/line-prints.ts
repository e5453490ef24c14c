import { CR, ESC, isDigitCode, LF } from '../../../kit/cards/character-codes.rules.ts'

/** What a line is compared by. */
export type LinePrint = {
  /** The same number for the same text, and hardly ever for another; 0 for a blank line. */
  text: number
  /** The same number for the same date however it is written; 0 if the line prints none. */
  date: number
}

/** The line prints a time of day. */
const TIMED = 1
/** Of every line that is not blank. */
const PRINTED = 2
/** It prints a date. */
const DATED = 4
const FLAGS = TIMED | PRINTED | DATED

/** Whether the line that `LinePrint.text` is of prints a time of day. */
export const isTimed = (print: number): boolean => (print & TIMED) !== 0

/** Whether it prints a date. */
export const isDated = (print: number): boolean => (print & DATED) !== 0

const FACTOR = 0x01000193
const OTHER_FACTOR = 0x85ebca6b | 0

const SPACE = 0x20
const FOUR_SPACES = 0x20202020
const LAST_PLAIN = 0x7e
const COLON = 0x3a
const FOUR_COLONS = 0x3a3a3a3a
const LETTER_A = 0x41
const LETTER_D = 0x44
const ZERO = 0x30
const SLASH = 0x2f
const DOT = 0x2e
const DASH = 0x2d
/** No number of two digits. */
const NO_PAIR = 100
/** As much as `DD-MM-YYYY` and what is between it and a time. */
const DATE_LENGTH = 14

const isDateSign = (code: number): boolean => code === SLASH || code === DOT || code === DASH

/** The longest block whose lines `printLine` can be asked for. */
export const MAX_PRINTED = 131_072
/** The characters of a block, one byte each, and behind them room for a line. */
const bytes = Buffer.alloc(2 * MAX_PRINTED)
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** Sets the block that `printLine` is about from now on. */
export const setBlock = (text: string): void => {
  bytes.write(text, 0, MAX_PRINTED, 'latin1')
}

/** Whether one of four characters of ASCII is a control character. */
const hasControl = (four: number): boolean => ((four - FOUR_SPACES) & ~four & 0x80808080) !== 0

const isStop = (code: number): boolean => code === LF || code === CR || code === ESC

/** The next place from `at` on where a line ends or a control sequence begins; `length` for none in the block. */
export const nextStop = (at: number, length: number): number => {
  let place = at
  while (place < length) {
    if (place + 4 <= length && !hasControl(view.getInt32(place, true))) place += 4
    else
      for (const end = Math.min(place + 4, length); place < end; place += 1)
        if (isStop(view.getUint8(place))) return place
  }
  return length
}

/** Where the spaces end that a stretch of the block begins with. */
export const skipSpaces = (from: number, to: number): number => {
  let start = from
  while (start < to && view.getUint8(start) === SPACE) start += 1
  return start
}

/** Where the spaces begin that a stretch of the block ends with. */
export const trimSpaces = (from: number, to: number): number => {
  let end = to
  while (end - from >= 4 && view.getInt32(end - 4, true) === FOUR_SPACES) end -= 4
  while (end > from && view.getUint8(end - 1) === SPACE) end -= 1
  return end
}

/** Whether a character of the block is one of ASCII that is seen. */
export const isPlain = (at: number): boolean => {
  const code = view.getUint8(at)
  return code > SPACE && code <= LAST_PLAIN
}

const codeAt = (at: number): number => (at < 0 ? 0 : view.getUint8(at))
const digitAt = (at: number): boolean => isDigitCode(codeAt(at))

const pairAt = (at: number): number =>
  digitAt(at) && digitAt(at + 1) ? (codeAt(at) - ZERO) * 10 + codeAt(at + 1) - ZERO : NO_PAIR

const isClock = (at: number): boolean => pairAt(at) < 24 && pairAt(at + 3) < 60

/** Whether one of four characters is a colon. */
const hasColon = (four: number): boolean => {
  const other = four ^ FOUR_COLONS
  return ((other - 0x01010101) & ~other & 0x80808080) !== 0
}

/** Where `HH:MM` is in a line whose first colon is one of the four characters from `colon` on; -1 for nowhere. */
const clockIn = (from: number, colon: number, to: number): number => {
  for (let four = colon; four < to - 2; four += 4) {
    if (!hasColon(view.getInt32(four, true))) continue
    for (let at = Math.max(four, from + 2); at < Math.min(four + 4, to - 2); at += 1)
      if (view.getUint8(at) === COLON && isClock(at - 2)) return at - 2
  }
  return -1
}

/** Whether a line begins with `HHMMSS` and something other than a digit. */
const beginsWithClock = (from: number, to: number): boolean =>
  to - from > 6 && pairAt(from) < 24 && pairAt(from + 2) < 60 && pairAt(from + 4) < 60 && !digitAt(from + 6)

/** Where the digits from `at` on end. */
const digitsEnd = (at: number, step: 1 | -1): number => {
  let end = at
  while (digitAt(end)) end += step
  return end
}

/** A field of a date of one, two or four digits: a number that only the last two of them decide; 0 for another. */
const fieldOf = (from: number, to: number): number => {
  const digits = to - from
  if (digits !== 1 && digits !== 2 && digits !== 4) return 0
  const value = digits === 1 ? codeAt(from) - ZERO : pairAt(to - 2)
  return Math.imul(value + 1, OTHER_FACTOR) ^ Math.imul(value + 7, FACTOR)
}

/** The first date of a line as a number that is the same in every order of day, month and year; 0 for none. */
const dateIn = (from: number, to: number): number => {
  for (let at = from + 1; at < to - 3; at += 1) {
    const sign = view.getUint8(at)
    if (!isDateSign(sign) || !digitAt(at - 1) || !digitAt(at + 1)) continue
    const second = digitsEnd(at + 1, 1)
    if (second > at + 3 || codeAt(second) !== sign || !digitAt(second + 1)) continue
    const first = fieldOf(Math.max(from, digitsEnd(at - 1, -1) + 1), at)
    const last = fieldOf(second + 1, Math.min(to, digitsEnd(second + 1, 1)))
    if (first !== 0 && last !== 0) return (first + fieldOf(at + 1, second) + last) | 1
  }
  return 0
}

/** The date of a line: just before its time, or at its beginning, or anywhere if it says that it prints one. */
const dateOf = (from: number, clock: number, to: number): number => {
  if (clock > from) {
    const date = dateIn(Math.max(from, clock - DATE_LENGTH), clock)
    if (date !== 0) return date
  }
  const first = codeAt(from)
  if (first === LETTER_D && codeAt(from + 1) === LETTER_A) return dateIn(from, to)
  const begins = isDigitCode(first) && (isDateSign(codeAt(from + 2)) || isDateSign(codeAt(from + 4)))
  return begins ? dateIn(from, Math.min(to, from + DATE_LENGTH)) : 0
}

/** Sets `print` to that of the block's characters from `from` to `to`, where no spaces are at the ends. */
export const printLine = (from: number, to: number, print: LinePrint): void => {
  print.date = 0
  print.text = 0
  if (from >= to) return
  let sum = to - from
  let colon = -1
  let at = from
  for (; at < to - 3; at += 4) {
    const four = view.getInt32(at, true)
    if (colon < 0 && hasColon(four)) colon = at
    sum = Math.imul(sum ^ four, OTHER_FACTOR)
    sum ^= sum >>> 15
  }
  for (; at < to; at += 1) {
    const code = view.getUint8(at)
    if (colon < 0 && code === COLON) colon = at
    sum = Math.imul(sum ^ code, FACTOR)
  }
  const clock = colon < 0 ? -1 : clockIn(from, colon, to)
  const timed = clock >= 0 || beginsWithClock(from, to)
  if (clock !== from) print.date = dateOf(from, clock, to)
  sum = Math.imul(sum ^ (sum >>> 15), FACTOR)
  const flags = PRINTED | (timed ? TIMED : 0) | (print.date === 0 ? 0 : DATED)
  print.text = ((sum ^ (sum >>> 16)) & ~FLAGS) | flags
}

/**
 * Like `printLine` for a line that is not in the block as it is read. Of a character only the low byte counts, and of a
 * line that is longer than any that a reader is given its beginning.
 */
export const printText = (text: string, print: LinePrint): void => {
  const length = bytes.write(text, MAX_PRINTED, MAX_PRINTED - 8, 'latin1')
  printLine(MAX_PRINTED, MAX_PRINTED + length, print)
}
