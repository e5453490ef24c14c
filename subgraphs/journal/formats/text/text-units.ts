/** How many bytes decide about UTF-16 when the file has no byte order mark. */
export const SNIFF_BYTES = 512

/**
 * How bytes and characters of a file correspond: one to one (ASCII, Latin-1, UTF-8 seen as bytes) or two bytes each.
 */
export type Units = 'bytes' | 'utf-16le' | 'utf-16be'

/**
 * Distinguishes UTF-16 (with or without byte order mark) from everything else by the first bytes of a file: a journal
 * is printed in Latin letters, so in UTF-16 nearly each second byte is zero.
 */
export const detectUnits = (head: Uint8Array): Units => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(head.length, SNIFF_BYTES) / 2)
  if (pairs < 2) return 'bytes'
  let evenZeros = 0
  let oddZeros = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[pair * 2] === 0) evenZeros += 1
    if (head[pair * 2 + 1] === 0) oddZeros += 1
  }
  if (oddZeros >= pairs * 0.7 && evenZeros <= pairs * 0.1) return 'utf-16le'
  return evenZeros >= pairs * 0.7 && oddZeros <= pairs * 0.1 ? 'utf-16be' : 'bytes'
}
