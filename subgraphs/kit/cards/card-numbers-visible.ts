import { ESC } from './character-codes.rules.ts'

const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f

const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
/** What may occur between the bracket and the letter of a control sequence: digits, `;`, `?`. */
const isParameter = (code: number): boolean => (code >= 0x30 && code <= 0x39) || code === 0x3b || code === 0x3f
const MAX_PARAMETERS = 11

/** A text as it is seen, the codes of its characters, and where each of its characters is in what was read. */
export type Visible = { readonly text: string; readonly codes: Uint8Array; positionOf(at: number): number }

/** How many of the characters from `at` on a printer takes for a control sequence; `codes` begin with ESC. */
const sequenceLength = (codes: Uint8Array, at: number, length: number): number => {
  const kind = at + 1 < length ? codes[at + 1] : 0
  if (kind === 0x28 || kind === 0x29) {
    const set = codes[at + 2] ?? 0
    return at + 2 < length && set >= 0x20 && set <= 0x7e ? 3 : 1
  }
  if (kind !== 0x5b) return 1
  let end = at + 2
  while (end < length && end - at - 2 < MAX_PARAMETERS && isParameter(codes[end] ?? 0)) end += 1
  return end < length && isLetter(codes[end] ?? 0) ? end + 1 - at : 1
}

/** True if a text holds NUL padding or a printer's shift codes. */
const hasPadding = (text: string): boolean => text.includes('\0') || text.includes('\u000e') || text.includes('\u000f')

/** True if a text holds characters that are not visible: control sequences or shift codes of printers, NUL padding. */
export const hasInvisible = (text: string): boolean => text.includes('\u001b') || hasPadding(text)

/** Moves the characters that are seen to the front, and returns how many they are; `positions` takes where each was. */
const compact = (codes: Uint8Array, positions: Uint32Array | null): number => {
  let printed = 0
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    if (code === 0 || code === SHIFT_OUT || code === SHIFT_IN) continue
    codes[printed] = code
    if (positions !== null) positions[printed] = at
    printed += 1
  }
  let seen = 0
  for (let at = 0; at < printed; at += 1) {
    const code = codes[at] ?? 0
    if (code === ESC) {
      at += sequenceLength(codes, at, printed) - 1
      continue
    }
    codes[seen] = code
    if (positions !== null) positions[seen] = positions[at] ?? 0
    seen += 1
  }
  return seen
}

/** Like `compact` for codes without padding, in one go. */
const compactPrinted = (codes: Uint8Array): number => {
  let seen = 0
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    if (code === ESC) at += sequenceLength(codes, at, codes.length) - 1
    else {
      codes[seen] = code
      seen += 1
    }
  }
  return seen
}

/**
 * What a reader sees of a text, without NULs, shift codes and printer control sequences, and the place of each
 * character. Characters beyond U+00FF come out as others: this is for looking for numbers.
 */
export const visibleWithPositions = (text: string): Visible => {
  const codes = Buffer.from(text, 'latin1')
  const seen = hasPadding(text) ? compact(codes, null) : compactPrinted(codes)
  let positions: Uint32Array | null = null
  return {
    text: codes.toString('latin1', 0, seen),
    codes: codes.subarray(0, seen),
    // Asked for only where there is something to hide.
    positionOf: (at) => {
      if (positions === null) {
        positions = new Uint32Array(text.length)
        compact(Buffer.from(text, 'latin1'), positions)
      }
      return positions[at] ?? at
    },
  }
}
