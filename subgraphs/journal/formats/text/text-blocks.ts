import { isAscii } from 'node:buffer'
import { CR, LF } from '../../../kit/cards/character-codes.rules.ts'
import { cutAt } from './text-cut.ts'
import { detectUnits, SNIFF_BYTES, type Units } from './text-units.ts'

/**
 * The longest line that is held in memory, in characters. A longer one is handed on in pieces, so that a file without
 * line ends (or a hostile one) costs no more memory than any other.
 */
export const MAX_LINE_LENGTH = 16_384

/**
 * A part of a file: whole lines with their ends, or a piece of an overlong line (`cut`), without an end. The blocks
 * together are exactly what was read. Only the last line of a file may be without its end.
 */
export type Block = {
  readonly text: string
  readonly cut: boolean
  /** True if no character is beyond ASCII. */
  readonly ascii: boolean
}

/** Bytes in, blocks out, for a stream of any length: what is not a whole line yet waits for the next chunk. */
export type BlockReader = {
  push(chunk: Uint8Array): Block[]
  end(): Block[]
  /** Known once the first bytes have come in. */
  units(): Units
}

const NO_BYTES: Uint8Array = new Uint8Array(0)

/** Bytes to characters; of `bytes` each can be turned back into the very same byte. `fixed` spares the detection. */
const createUnitDecoder = (fixed: Units | null) => {
  let units = fixed
  let held = NO_BYTES
  const decode = (bytes: Uint8Array): string => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (units === null || units === 'bytes') return buffer.toString('latin1', 0, buffer.length)
    const whole = bytes.length - (bytes.length % 2)
    held = Uint8Array.from(bytes.subarray(whole))
    if (units === 'utf-16le') return buffer.toString('utf16le', 0, whole)
    return Buffer.from(buffer.subarray(0, whole)).swap16().toString('utf16le')
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isAsciiText = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)

const isLineEnd = (code: number): boolean => code === LF || code === CR

/** The place of the last character of a line end in a stretch of the text, -1 for none. */
const lastLineEnd = (text: string, from: number, to: number): number => {
  for (let at = to - 1; at >= from; at -= 1) if (isLineEnd(text.charCodeAt(at))) return at
  return -1
}

/** Where the line ends in which `from` lies, its end not included. */
export const endOfLine = (text: string, from: number): number => {
  let at = from
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at += 1
  return at
}

/** Cuts pieces off an overlong line that begins at `from` and ends at `to`; where what is left of it begins. */
const cutPieces = (text: string, from: number, to: number, ascii: boolean, blocks: Block[]): number => {
  let start = from
  while (to - start > MAX_LINE_LENGTH) {
    const piece = text.slice(start, start + MAX_LINE_LENGTH)
    const cut = piece.slice(0, cutAt(piece))
    blocks.push({ text: cut, cut: true, ascii })
    start += cut.length
  }
  return start
}

/** Hands on lines that are whole (`text` ends where a line does), pieces of overlong ones apart. */
const pushLines = (text: string, ascii: boolean, blocks: Block[]): void => {
  let start = 0
  let line = 0
  while (text.length - line > MAX_LINE_LENGTH) {
    const end = lastLineEnd(text, line, line + MAX_LINE_LENGTH + 1)
    if (end >= 0) {
      line = end + 1
      continue
    }
    if (line > start) blocks.push({ text: text.slice(start, line), cut: false, ascii })
    start = cutPieces(text, line, endOfLine(text, line), ascii, blocks)
    line = start
  }
  if (start < text.length) blocks.push({ text: start === 0 ? text : text.slice(start), cut: false, ascii })
}

/**
 * Splits a stream of bytes at line ends (LF, CRLF, a lone CR) into blocks; never holds more than a chunk and one line
 * of the cap's length. How the bytes are chunked moves the borders of blocks of whole lines, and nothing else.
 * With `fixed` units the bytes are not examined to find how they are to be read.
 */
export const createBlockReader = (fixed: Units | null = null): BlockReader => {
  const decoder = createUnitDecoder(fixed)
  /** Of the line that has begun; holds no line end. */
  let pending = ''
  /** A CR after it, whose LF may be on its way. */
  let heldCr = ''
  let ascii = true

  const take = (text: string, last: boolean, plain: boolean): Block[] => {
    const cr = !last && text.charCodeAt(text.length - 1) === CR ? '\r' : ''
    const fresh = heldCr + (cr === '' ? text : text.slice(0, -1))
    ascii = ascii && plain
    if (text !== '') heldCr = cr
    else if (!last) return []
    const blocks: Block[] = []
    const end = lastLineEnd(fresh, 0, fresh.length) + 1
    if (end > 0) {
      pushLines(pending + fresh.slice(0, end), ascii, blocks)
      pending = fresh.slice(end)
      ascii = plain
    } else pending += fresh
    if (pending.length > MAX_LINE_LENGTH) pending = pending.slice(cutPieces(pending, 0, pending.length, ascii, blocks))
    if (last && pending !== '') {
      blocks.push({ text: pending, cut: false, ascii })
      pending = ''
    }
    return blocks
  }

  return {
    push(chunk) {
      const text = decoder.push(chunk)
      // Two bytes of ASCII can be one character that is none.
      return take(text, false, isAscii(chunk) && (decoder.units() === 'bytes' || isAsciiText(text)))
    },
    end: () => take(decoder.end(), true, false),
    units: decoder.units,
  }
}
