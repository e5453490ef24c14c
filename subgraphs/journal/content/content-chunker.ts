import type { Units } from '../formats/text/text.ts'
import type { ContentChunk } from './content.store.ts'
import { encodingOf, utf8Of } from './content.ts'

/** A chunk of a content before it is compressed. */
export type PlainChunk = Omit<ContentChunk, 'codec' | 'data'> & { readonly bytes: Buffer }

/** How large a chunk is at most, in bytes, unless set otherwise. */
export const CHUNK_BYTES = 262_144

/**
 * Of how many pieces what is held may consist: a sender decides how small they are, and a Buffer of one byte costs a
 * hundred times as much.
 */
const MAX_PARTS = 512

const LF = 0x0a
const CR = 0x0d

/** Reads the bytes of a file character by character, as far as line ends go. */
const charactersOf = (bytes: Buffer, units: Units) => {
  if (units === 'bytes') return { width: 1, at: (offset: number) => bytes[offset] ?? -1 }
  const read = units === 'utf-16le' ? bytes.readUInt16LE.bind(bytes) : bytes.readUInt16BE.bind(bytes)
  return { width: 2, at: (offset: number) => (offset + 1 < bytes.length ? read(offset) : -1) }
}

/** UTF-16BE as it is stored: in the other order of bytes. A single last byte stays as it is. */
const inLittleEndian = (bytes: Buffer): Buffer => {
  const swapped = Buffer.from(bytes)
  swapped.subarray(0, bytes.length - (bytes.length % 2)).swap16()
  return swapped
}

/**
 * Where the last line that ends within `limit` ends, if that is in its second half; else null. What follows a CR must
 * be known.
 */
const lastLineEnd = (bytes: Buffer, limit: number, units: Units): number | null => {
  const { width, at } = charactersOf(bytes, units)
  for (let end = limit; end > limit / 2; end -= width) {
    const character = at(end - width)
    if (character === LF || (character === CR && at(end) !== LF)) return end
  }
  return null
}

/** The last border of two characters up to `limit`; CR and LF are no two. */
const lastBorder = (bytes: Buffer, limit: number, units: Units): number => {
  const { width, at } = charactersOf(bytes, units)
  if (at(limit) === LF && at(limit - width) === CR) return limit - width
  if (units !== 'bytes') return (at(limit) & 0xfc00) === 0xdc00 ? limit - 2 : limit
  let border = limit
  while (limit - border < 4 && (at(border) & 0xc0) === 0x80) border -= 1
  // Four continuation bytes in a row are no UTF-8.
  return limit - border < 4 ? border : limit
}

/** How many lines end in these bytes; a CR at their end is one. */
const countLineEnds = (bytes: Buffer, units: Units): number => {
  const { width, at } = charactersOf(bytes, units)
  let count = 0
  for (let offset = 0; offset < bytes.length; offset += width) {
    const character = at(offset)
    if (character === LF || (character === CR && at(offset + width) !== LF)) count += 1
  }
  return count
}

/**
 * Cuts masked bytes into chunks that end at a line end where one is near, else between two characters, and gives for
 * each how it is encoded (UTF-16BE becomes UTF-16LE), at which line it begins, and where its text as UTF-8 lies.
 * `units` is asked once a whole chunk, or all, is there.
 */
export const createChunker = (units: () => Units, chunkBytes = CHUNK_BYTES) => {
  let parts: Buffer[] = []
  let heldBytes = 0
  let number = 0
  let firstLine = 1
  let textFrom = 0

  const cut = (read: Buffer): PlainChunk => {
    const bytes = units() === 'utf-16be' ? inLittleEndian(read) : read
    const encoding = encodingOf(bytes, units())
    const textBytes = utf8Of(bytes, { encoding, number }).length
    const chunk = { number, encoding, firstLine, textFrom, textBytes, bytes } as const
    number += 1
    firstLine += countLineEnds(read, units())
    textFrom += textBytes
    return chunk
  }

  return {
    /** The chunks that are complete with these bytes. */
    *push(bytes: Buffer): Generator<PlainChunk, void> {
      if (bytes.length > 0) parts.push(bytes)
      heldBytes += bytes.length
      if (parts.length > MAX_PARTS) parts = [Buffer.concat(parts)]
      // Two bytes more than a chunk, to see whether a LF follows a CR.
      while (heldBytes >= chunkBytes + 2) {
        const held = Buffer.concat(parts)
        const end = lastLineEnd(held, chunkBytes, units()) ?? lastBorder(held, chunkBytes, units())
        parts = [held.subarray(end)]
        heldBytes = held.length - end
        yield cut(held.subarray(0, end))
      }
    },
    /** The last chunk, if anything is left. */
    *end(): Generator<PlainChunk, void> {
      const held = Buffer.concat(parts)
      parts = []
      heldBytes = 0
      if (held.length > 0) yield cut(held)
    },
  }
}
