import {
  isPlain,
  type LinePrint,
  MAX_PRINTED,
  printLine,
  printText,
  setBlock,
  skipSpaces,
  trimSpaces,
} from './line-prints.ts'
import { hasPadding, readableText, skipEscapes, skipLostEscapes, visibleText } from './text.ts'
import type { Block } from './text-blocks.ts'
import type { Units } from './text-units.ts'

/** The next place of a character from `at` on, the length of the text for none. */
const placeOf = (text: string, character: string, at: number): number => {
  const found = text.indexOf(character, at)
  return found < 0 ? text.length : found
}

/** Takes a line of a block, and what it is compared by: a value that is used again for the next line. */
export type TakeLine = (line: string, print: LinePrint) => void

/** A stretch of the block's text, without the spaces around it. */
const takeTrimmed = (text: string, from: number, to: number, print: LinePrint): string => {
  const end = trimSpaces(from, to)
  const start = skipSpaces(from, end)
  const line = start === end ? '' : text.slice(start, end)
  if (line === '' || (isPlain(start) && isPlain(end - 1))) {
    printLine(start, end, print)
    return line
  }
  const seen = line.trimStart()
  const trimmed = seen.trimEnd()
  printLine(end - seen.length, end - seen.length + trimmed.length, print)
  return trimmed
}

/** Hands on a line that is not in the block as it is seen. */
const takeText = (text: string, print: LinePrint): string => {
  const line = text.trim()
  printText(line, print)
  return line
}

/**
 * Calls `take` for each line of a block as it is seen, without the spaces around it. The ends of lines and control
 * sequences are looked for far ahead and remembered, which is much faster than a look at each character.
 */
export const eachLine = ({ text, ascii }: Block, units: Units, take: TakeLine): void => {
  const isReadable = ascii && text.length <= MAX_PRINTED && !hasPadding(text)
  if (isReadable) setBlock(text)
  const print: LinePrint = { text: 0, date: 0 }
  let lf = -1
  let cr = -1
  let esc = -1
  let at = 0
  while (at < text.length) {
    if (lf < at) lf = placeOf(text, '\n', at)
    if (cr < at) cr = placeOf(text, '\r', at)
    if (esc < at) esc = placeOf(text, '\u001b', at)
    const end = Math.min(cr, lf)
    if (isReadable && esc === at) {
      // Most control sequences are at the beginning of a line.
      at = skipEscapes(text, at)
      esc = placeOf(text, '\u001b', at)
    }
    if (isReadable && esc >= end) at = skipLostEscapes(text, at)
    if (isReadable && esc >= end) take(takeTrimmed(text, at, end, print), print)
    else take(takeText(readableText(visibleText(text.slice(at, end)), units), print), print)
    at = (cr + 1 === lf ? lf : end) + 1
  }
}
