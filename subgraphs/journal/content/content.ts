import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import type { Units } from '../formats/text/text.ts'
import type { ContentChunk } from './content.store.ts'

/**
 * The decoded bytes of a file, at most: 32 MiB. A chunk is far smaller but where a file was stored whole, before
 * there were chunks.
 */
export const MAX_FILE_BYTES = 33_554_432

const decoders = { zstd: promisify(zstdDecompress), gzip: promisify(gunzip) } as const

/** The masked bytes of a chunk, in its own encoding. Rejects for more than 32 MiB, or data that is damaged. */
export const decodeChunk = ({ codec, data }: Pick<ContentChunk, 'codec' | 'data'>): Promise<Buffer> =>
  decoders[codec](data, { maxOutputLength: MAX_FILE_BYTES })

/** A chunk's text as UTF-8, whatever its own encoding. */
export const utf8Of = (bytes: Buffer, { encoding, number }: Pick<ContentChunk, 'encoding' | 'number'>): Uint8Array => {
  if (encoding === 'utf-8') return bytes
  if (encoding === 'latin1') return Buffer.from(bytes.toString('latin1'))
  // Only at the beginning of a file is it a byte order mark.
  return Buffer.from(new TextDecoder('utf-16le', { ignoreBOM: number > 0 }).decode(bytes))
}

/** How a chunk's bytes are encoded, of a file whose characters are read in these units. */
export const encodingOf = (bytes: Uint8Array, units: Units): ContentChunk['encoding'] =>
  units !== 'bytes' ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'latin1'
