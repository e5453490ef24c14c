import { isSeparatorCode, MAX_CARD_DIGITS, MAX_GAP, MIN_CARD_DIGITS } from '../../../kit/cards/card-digits.rules.ts'
import { hasInvisible } from '../../../kit/cards/card-numbers-visible.ts'
import { isDigitCode } from '../../../kit/cards/character-codes.rules.ts'

/**
 * How far back from a forced cut a place between words is looked for, in characters: no file name of a journal is
 * longer.
 */
const CUT_WINDOW = 1_024

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09
const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
/** `D`, `d`, `=`, `^`: what joins a card number and the rest of its track. */
const joinsTrack = (code: number): boolean => code === 0x44 || code === 0x64 || code === 0x3d || code === 0x5e
/** What ties a number to the name before it: colon and equals sign. */
const tiesName = (code: number): boolean => code === 0x3a || code === 0x3d

/**
 * Printer control sequences as they are in a file, with NULs or shift codes between their characters; the last one may
 * be unfinished.
 */
const RAW_ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: printers' control sequences are what is looked for
  /\u001b[\0\x0e\x0f]*(?:\[[\0\x0e\x0f]*(?:[0-9;?][\0\x0e\x0f]*){0,11}(?:[A-Za-z]|$)|[()][\0\x0e\x0f]*(?:[ -~]|$))?/g

/** What is seen of a text: how many characters, and where each of them is. */
type Seen = { readonly count: number; placeOf(n: number): number }

/** The characters that are seen; and where an unfinished control sequence at the end begins, else the length. */
const seenOf = (text: string): { readonly seen: Seen; readonly whole: number } => {
  if (!hasInvisible(text)) return { seen: { count: text.length, placeOf: (n) => n }, whole: text.length }
  const hidden = new Uint8Array(text.length)
  for (const sign of ['\0', '\u000e', '\u000f'])
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) hidden[at] = 1
  let whole = text.length
  for (const match of text.matchAll(RAW_ESCAPES)) {
    const end = match.index + match[0].length
    hidden.fill(1, match.index, end)
    if (end === text.length) whole = match.index
  }
  const places = new Uint32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    if (hidden[at] !== 0) continue
    places[count] = at
    count += 1
  }
  return { seen: { count, placeOf: (n) => (n < count ? (places[n] ?? text.length) : text.length) }, whole }
}

/**
 * The codes of a seen character, of the one before it and of the one after it, NaN for none; whether it is in a
 * number's gap.
 */
type Place = { readonly before: number; readonly code: number; readonly after: number; readonly isInGap: boolean }

const isFree = (code: number): boolean => !isDigitCode(code) && !tiesName(code)

/** Whether the `n`-th character is one of the separators behind a digit. */
const isBehindDigit = (codeAt: (n: number) => number, n: number): boolean => {
  let back = 0
  while (back < MAX_GAP && isSeparatorCode(codeAt(n - back))) back += 1
  return back > 0 && isDigitCode(codeAt(n - back))
}

/** Whether a number can reach over the place behind this character. */
const isInNumber = ({ before, code, isInGap }: Place): boolean =>
  isDigitCode(code) || isInGap || (isDigitCode(before) && joinsTrack(code))

/**
 * How little harm a cut behind this character does, 0 the least: between words, after a space, after what is no word,
 * after what is no number, between the groups of numbers, inside one.
 */
const harmOf = (place: Place): number => {
  const { before, code, after } = place
  if (isInNumber(place)) return isSeparatorCode(code) ? 4 : 5
  if (isSpace(code)) return isFree(before) && isFree(after) ? 0 : 1
  return isLetter(code) ? 3 : 2
}
const IN_WORD = 3
const IN_NUMBER = 5

/** How far back the number of a track that is not over may begin, in characters. */
const TRACK_LENGTH = 140
const CARET = 0x5e
const QUESTION_MARK = 0x3f

/** The code of a character that is seen, NaN for none. */
type CodeAt = (n: number) => number

/**
 * How many of the last characters that are seen belong to track 1 that is not over: number, name and what may not be
 * kept.
 */
const trackLength = (codeAt: CodeAt, count: number): number => {
  const least = Math.max(0, count - TRACK_LENGTH)
  let over = least
  for (let n = count - 1; n >= least && over === least; n -= 1) if (codeAt(n) === QUESTION_MARK) over = n + 1
  let digits = 0
  for (let n = least; n < count; n += 1) {
    if (isDigitCode(codeAt(n))) digits += 1
    else if (codeAt(n) !== CARET || n < over || digits < MIN_CARD_DIGITS) digits = 0
    else return count - n + Math.min(digits, MAX_CARD_DIGITS)
  }
  return 0
}

/**
 * Where to cut an overlong line, so that no number, no file name and no control sequence is torn, nor a number from its
 * name where that can be helped. Only a piece that is all numbers is cut between their groups, and one that is a
 * single number, with whatever is hidden in it, inside that.
 */
export const cutAt = (text: string): number => {
  const { seen, whole } = seenOf(text)
  const codeAt = (n: number): number => text.charCodeAt(seen.placeOf(n))
  let least = IN_NUMBER
  let cut = whole === 0 ? text.length : whole
  // What precedes the first character is not known.
  for (let n = seen.count - 1 - trackLength(codeAt, seen.count); n > 0 && least > 0; n -= 1) {
    const at = seen.placeOf(n)
    // Farther back than a word may be, no word is torn.
    const isNear = at > text.length - CUT_WINDOW
    if (!isNear && least <= IN_WORD) break
    // Inside a number, which does the most harm: a piece may be nothing else.
    if (isDigitCode(codeAt(n))) continue
    const isInGap = isBehindDigit(codeAt, n)
    const harm = harmOf({ before: codeAt(n - 1), code: codeAt(n), after: codeAt(n + 1), isInGap })
    const counted = isNear ? harm : Math.max(harm, IN_WORD)
    if (counted >= least) continue
    least = counted
    cut = at + 1
  }
  return cut
}
