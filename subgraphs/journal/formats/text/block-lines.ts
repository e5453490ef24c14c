import { CR, ESC, LF } from '../../../kit/cards/character-codes.rules.ts'
import {
  isPlain,
  type LinePrint,
  MAX_PRINTED,
  nextStop,
  printLine,
  printText,
  setBlock,
  skipSpaces,
  trimSpaces,
} from './line-prints.ts'
import { hasPadding, readableText, skipEscapes, skipLostEscapes, visibleText } from './text.ts'
import { type Block, endOfLine } from './text-blocks.ts'
import type { Units } from './text-units.ts'

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

/** The length of the end of the line at a place. */
const endLength = (text: string, at: number): number =>
  text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 1

/** `eachLine` for a block of ASCII, set as the one that lines are compared in. */
const eachPlainLine = (text: string, print: LinePrint, take: TakeLine): void => {
  let at = 0
  while (at < text.length) {
    let end = nextStop(at, text.length)
    if (end === at && text.charCodeAt(at) === ESC) {
      // Most control sequences are at the beginning of a line.
      at = skipEscapes(text, at)
      end = nextStop(at, text.length)
    }
    const isSeen = text.charCodeAt(end) !== ESC
    if (isSeen) take(takeTrimmed(text, skipLostEscapes(text, at), end, print), print)
    else {
      end = endOfLine(text, end)
      take(takeText(visibleText(text.slice(at, end)), print), print)
    }
    at = end + endLength(text, end)
  }
}

/**
 * Calls `take` for each line of a block as it is seen, without the spaces around it. Nearly all blocks are of ASCII,
 * whose bytes are looked at four at a time.
 */
export const eachLine = ({ text, ascii }: Block, units: Units, take: TakeLine): void => {
  const print: LinePrint = { text: 0, date: 0 }
  if (ascii && text.length <= MAX_PRINTED && !hasPadding(text)) {
    setBlock(text)
    eachPlainLine(text, print, take)
    return
  }
  let at = 0
  while (at < text.length) {
    const end = endOfLine(text, at)
    take(takeText(readableText(visibleText(text.slice(at, end)), units), print), print)
    at = end + endLength(text, end)
  }
}
