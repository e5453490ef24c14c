import { isUtf8 } from 'node:buffer'

/**
 * The longest line that is held in memory, in characters. A longer one is handed on in pieces, so that a file without
 * line ends (or a hostile one) costs no more memory than any other.
 */
export const MAX_LINE_LENGTH = 16_384

/** How far back from a forced cut a white space is looked for, in characters: no file name of a journal is longer. */
const CUT_WINDOW = 1_024

/** How many bytes decide about UTF-16 when the file has no byte order mark. */
export const SNIFF_BYTES = 512

/** How bytes and characters of a file correspond: one to one (ASCII, Latin-1, UTF-8 seen as bytes) or two bytes each. */
export type Units = 'bytes' | 'utf-16le'

/**
 * A line as it stands in the file. `text` and `end` together are exactly what was read, so that writing them back
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

/**
 * Tells UTF-16LE (with or without byte order mark) from everything else by the first bytes of a file:
 * a journal is printed in Latin letters, so in UTF-16LE nearly each second byte is zero.
 */
export const detectUnits = (head: Uint8Array): Units => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  const pairs = Math.floor(Math.min(head.length, SNIFF_BYTES) / 2)
  if (pairs < 2) return 'bytes'
  let evenZeros = 0
  let oddZeros = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[pair * 2] === 0) evenZeros += 1
    if (head[pair * 2 + 1] === 0) oddZeros += 1
  }
  return oddZeros >= pairs * 0.7 && evenZeros <= pairs * 0.1 ? 'utf-16le' : 'bytes'
}

const NO_BYTES: Uint8Array = new Uint8Array(0)

/** Bytes to characters; of `bytes` each can be turned back into the very same byte. `fixed` spares the detection. */
const createUnitDecoder = (fixed: Units | null) => {
  let units = fixed
  let held = NO_BYTES
  const decode = (bytes: Uint8Array): string => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (units !== 'utf-16le') return buffer.toString('latin1')
    const whole = bytes.length - (bytes.length % 2)
    held = Uint8Array.from(bytes.subarray(whole))
    return buffer.toString('utf16le', 0, whole)
  }
  return {
    units: (): Units => units ?? 'bytes',
    push: (chunk: Uint8Array): string => {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      held = NO_BYTES
      if (units === null) {
        if (bytes.length < SNIFF_BYTES) {
          held = Uint8Array.from(bytes)
          return ''
        }
        units = detectUnits(bytes)
      }
      return decode(bytes)
    },
    end: (): string => {
      units ??= detectUnits(held)
      const rest = held
      held = NO_BYTES
      return decode(rest)
    },
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)

/** Printer control sequences as they stand in a file, NULs between their characters; the last one may be unfinished. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: printers' control sequences are what is looked for
const RAW_ESCAPES = /\u001b\0*(?:\[\0*(?:[0-9;?]\0*){0,11}(?:[A-Za-z]|$)|[()]\0*(?:[ -~]|$))?/g

/** Which characters of a piece nobody sees; and where an unfinished control sequence at its end begins, else its length. */
const hiddenOf = (text: string): { hidden: Uint8Array; whole: number } => {
  const hidden = new Uint8Array(text.length)
  for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0', at + 1)) hidden[at] = 1
  let whole = text.length
  for (const match of text.matchAll(RAW_ESCAPES)) {
    const end = match.index + match[0].length
    hidden.fill(1, match.index, end)
    if (end === text.length) whole = match.index
  }
  return { hidden, whole }
}

/**
 * Where to cut an overlong line, so that no number, no file name and no control sequence is torn: after a space, else after
 * what is no word, else after what is no digit, however far back that is. Only a piece that is one number from end to
 * end, with whatever is hidden in it, is cut in the middle of that.
 */
const cutAt = (text: string): number => {
  const { hidden, whole } = hiddenOf(text)
  const near = text.length - CUT_WINDOW
  const tiers = [
    { from: near, fits: isSpace },
    { from: near, fits: (code: number) => !isDigit(code) && !isLetter(code) },
    { from: 0, fits: (code: number) => !isDigit(code) },
  ]
  for (const { from, fits } of tiers) {
    for (let at = text.length - 1; at > from; at -= 1) if (hidden[at] === 0 && fits(text.charCodeAt(at))) return at + 1
  }
  return whole === 0 ? text.length : whole
}

/**
 * Splits a stream of bytes into lines at LF, CRLF and a lone CR; never holds more than one line of the cap's length.
 * With `fixed` units the bytes are not looked at to tell how they are to be read.
 */
export const createLineSplitter = (fixed: Units | null = null): LineSplitter => {
  const decoder = createUnitDecoder(fixed)
  let pending = ''

  const cutOverlong = (text: string, lines: RawLine[]): string => {
    let rest = text
    while (rest.length > MAX_LINE_LENGTH) {
      const at = cutAt(rest.slice(0, MAX_LINE_LENGTH))
      lines.push({ text: rest.slice(0, at), end: '', cut: true })
      rest = rest.slice(at)
    }
    return rest
  }

  const split = (text: string, last: boolean): RawLine[] => {
    const lines: RawLine[] = []
    const all = pending + text
    const ends = /\r\n|\r|\n/g
    // What is pending holds no line end but perhaps a CR at its end, whose LF may be on its way.
    ends.lastIndex = Math.max(0, pending.length - 1)
    let from = 0
    for (let match = ends.exec(all); match !== null; match = ends.exec(all)) {
      const end = match[0]
      if (end === '\r' && match.index === all.length - 1 && !last) break
      const line = cutOverlong(all.slice(from, match.index), lines)
      lines.push({ text: line, end: end === '\r\n' ? '\r\n' : end === '\r' ? '\r' : '\n', cut: false })
      from = match.index + end.length
    }
    pending = cutOverlong(all.slice(from), lines)
    if (last && pending !== '') {
      lines.push({ text: pending, end: '', cut: false })
      pending = ''
    }
    return lines
  }

  return {
    push: (chunk) => split(decoder.push(chunk), false),
    end: () => split(decoder.end(), true),
    units: decoder.units,
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: printers' control sequences are what is looked for
const ESCAPES = /\u001b(?:\[[0-9;?]{0,11}[A-Za-z]|[()][ -~])?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL padding of printers and of undetected UTF-16
const INVISIBLE = /[\u0000\u001b]/

/** True if the line holds characters a reader does not see: printer control sequences or NUL padding. */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text)

/** The line as a person reads it: without NULs and printer control sequences (`ESC [ … letter`, `ESC ( c`). */
export const visibleText = (text: string): string =>
  hasInvisible(text) ? text.replaceAll('\0', '').replace(ESCAPES, '') : text

/** Positions in `text` of the characters that `visibleText` keeps. */
export const visiblePositions = (text: string): number[] => {
  const printed: number[] = []
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== 0) printed.push(at)
  const hidden = new Uint8Array(printed.length)
  for (const match of text.replaceAll('\0', '').matchAll(ESCAPES)) {
    hidden.fill(1, match.index, match.index + match[0].length)
  }
  return printed.filter((_position, at) => hidden[at] === 0)
}

/** A line's characters: bytes that are valid UTF-8 are read as such, others as Latin-1. A byte order mark is dropped. */
export const readableText = (text: string, units: Units): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (units === 'utf-16le' || /^[\u0000-\u007f]*$/.test(text)) return text.replace(/^\ufeff/, '')
  const bytes = Buffer.from(text, 'latin1')
  return (isUtf8(bytes) ? bytes.toString('utf8') : text).replace(/^\ufeff/, '')
}
