/** A part of a body: bytes from `from` up to but without `to`. */
export type ByteRange = { readonly from: number; readonly to: number }

/** Optional white space is kept apart on each side, so that no two repeats can take the same characters. */
const SINGLE_RANGE = /^bytes\s*=\s*(?:(\d+)\s*-(?:\s*(\d+))?|-\s*(\d+))$/i
/** Longer headers name several ranges, or none. */
const MAX_RANGE_CHARS = 200

/**
 * What a `Range` header asks for of a body of this size: null for the whole (no header, another unit, several ranges,
 * or none that makes sense: such a header is ignored), `unsatisfiable` for a range that lies behind the end.
 */
export const rangeOf = (header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null => {
  if (header === undefined || header.length > MAX_RANGE_CHARS) return null
  const match = SINGLE_RANGE.exec(header.trim())
  if (match === null) return null
  const [, first, last, suffix] = match
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { from: sizeBytes - length, to: sizeBytes }
  }
  const from = Number(first)
  const to = last === undefined ? sizeBytes : Math.min(Number(last) + 1, sizeBytes)
  if (last !== undefined && Number(last) < from) return null
  return from >= sizeBytes ? 'unsatisfiable' : { from, to }
}

/** Whether an `If-None-Match` header names this tag: weakly, as for reads. */
export const namesTag = (header: string | undefined, etag: string): boolean => {
  const named = header?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? []
  return named.includes('*') || named.includes(etag)
}

/** Whether an `If-Range` header allows a part to be sent: by this very tag, as a date is known of nothing. */
export const allowsPart = (header: string | undefined, etag: string): boolean =>
  header === undefined || header.trim() === etag
