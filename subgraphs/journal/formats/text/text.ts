import { isUtf8 } from 'node:buffer'
import { CR, LF } from '../../../kit/cards/character-codes.rules.ts'
import { type Block, createBlockReader } from './text-blocks.ts'
import type { Units } from './text-units.ts'

export type { Units } from './text-units.ts'

/**
 * A line as it is in the file. `text` and `end` together are exactly what was read, so that writing them back
 * gives the file again. `end` is empty at the end of the file and for a piece of an overlong line (`cut`).
 */
export type RawLine = { readonly text: string; readonly end: '\n' | '\r\n' | '\r' | ''; readonly cut: boolean }

/** Bytes in, lines out, for a stream of any length: what is not a whole line yet waits for the next chunk. */
export type LineSplitter = {
  push(chunk: Uint8Array): RawLine[]
  end(): RawLine[]
  /** Known once the first bytes have come in. */
  units(): Units
}

const linesOf = ({ text, cut }: Block): RawLine[] => {
  const lines: RawLine[] = []
  let from = 0
  for (const match of text.matchAll(/\r\n|\r|\n/g)) {
    const end = match[0]
    lines.push({
      text: text.slice(from, match.index),
      end: end === '\n' ? '\n' : end === '\r' ? '\r' : '\r\n',
      cut: false,
    })
    from = match.index + end.length
  }
  if (from < text.length) lines.push({ text: text.slice(from), end: '', cut })
  return lines
}

/**
 * Splits a stream of bytes into lines at LF, CRLF and a lone CR; never holds more than one line of the cap's length.
 * With `fixed` units the bytes are not examined to find how they are to be read.
 */
export const createLineSplitter = (fixed: Units | null = null): LineSplitter => {
  const reader = createBlockReader(fixed)
  return {
    push: (chunk) => reader.push(chunk).flatMap(linesOf),
    end: () => reader.end().flatMap(linesOf),
    units: reader.units,
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: printers' control sequences are what is looked for
const ESCAPES = /\u001b(?:\[[0-9;?]{0,11}[A-Za-z]|[()][ -~])?/g
/** Those at the beginning of a line, where most of them are. */
const LEADING_ESCAPES = new RegExp(`(?:${ESCAPES.source})+`, 'y')

/** Where what is seen begins behind the control sequences at a place. */
export const skipEscapes = (text: string, at: number): number => {
  LEADING_ESCAPES.lastIndex = at
  return LEADING_ESCAPES.test(text) ? LEADING_ESCAPES.lastIndex : at
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: printers' control sequences are what is looked for
const LEADING_COMMANDS = /(?:\u001b\[[0-9;?]{0,11}[A-Za-z])+/y

/** Whether a text has NULs, or a printer's shift codes (SO, SI). */
export const hasPadding = (text: string): boolean =>
  text.includes('\0') || text.includes('\u000e') || text.includes('\u000f')

/**
 * Whether all control sequences of a text that begins where a line does are at the beginnings of lines and end in a
 * letter, so that none parts or lengthens a number. A text with NULs or shift codes is none.
 */
export const leadsWithEscapes = (text: string): boolean => {
  if (hasPadding(text)) return false
  let at = text.indexOf('\u001b')
  while (at >= 0) {
    const before = at === 0 ? LF : text.charCodeAt(at - 1)
    LEADING_COMMANDS.lastIndex = at
    if ((before !== LF && before !== CR) || !LEADING_COMMANDS.test(text)) return false
    at = text.indexOf('\u001b', LEADING_COMMANDS.lastIndex)
  }
  return true
}

/**
 * What is left of control sequences at the beginning of a line where a transfer has lost their first byte: `[020t`,
 * `[020t(1`; `(1` alone only where it opens no bracket.
 */
const LOST_ESCAPES = /(?:\[0\d{1,2}[a-z])+(?:\([1I])?/y
const BRACKET = 0x5b
const PARENTHESIS = 0x28
const CLOSING = 0x29

/** Whether a line has no closing parenthesis from a place on. */
const isUnclosed = (text: string, from: number): boolean => {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === CLOSING) return false
    if (code === LF || code === CR) return true
  }
  return true
}

/** Where what is seen begins behind the rest of control sequences at a place where a line begins. */
export const skipLostEscapes = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (code === PARENTHESIS) return text.charAt(at + 1) === '1' && isUnclosed(text, at) ? at + 2 : at
  if (code !== BRACKET) return at
  LOST_ESCAPES.lastIndex = at
  return LOST_ESCAPES.test(text) ? LOST_ESCAPES.lastIndex : at
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: padding is what is looked for
const PADDING = /[\0\u000e\u000f]/g

/**
 * The text of a line as a person reads it: without NULs, shift codes and printer control sequences (`ESC [ … letter`,
 * `ESC ( c`), nor what is left of those at its beginning.
 */
export const visibleText = (text: string): string => {
  const printed = hasPadding(text) ? text.replace(PADDING, '') : text
  const seen = printed.includes('\u001b') ? printed.replace(ESCAPES, '') : printed
  const from = skipLostEscapes(seen, 0)
  return from === 0 ? seen : seen.slice(from)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const BEYOND_ASCII = /[^\u0000-\u007f]/
const BYTE_ORDER_MARK = 0xfeff

/**
 * A line's characters: bytes that are valid UTF-8 are read as such, others as Latin-1. A byte order mark is dropped.
 */
export const readableText = (text: string, units: Units): string => {
  let readable = text
  if (units === 'bytes') {
    if (!BEYOND_ASCII.test(text)) return text
    const bytes = Buffer.from(text, 'latin1')
    if (isUtf8(bytes)) readable = bytes.toString('utf8')
  }
  return readable.charCodeAt(0) === BYTE_ORDER_MARK ? readable.slice(1) : readable
}
