const COMMA = ','.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/**
 * Whole numbers from an array as PostgreSQL writes it, digit by digit: a list of a fleet reads a hundred thousand of
 * them.
 */
export const numbersOf = (array: string): readonly number[] => {
  const numbers: number[] = []
  const end = array.length - 1
  let value = 0
  let sign = 1
  for (let at = 1; at < end; at += 1) {
    const code = array.charCodeAt(at)
    if (code === COMMA) {
      numbers.push(sign * value)
      value = 0
      sign = 1
    } else if (code === MINUS) sign = -1
    else value = value * 10 + code - ZERO
  }
  if (end > 1) numbers.push(sign * value)
  return numbers
}

/** An instant as text; null stays null. */
export const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
