const SPECIAL = /["\\]/g
const HAS_SPECIAL = /["\\]/

export type ArrayItem = string | number | boolean | null

/** An array as PostgreSQL reads it: one text parameter instead of one for each item. */
export const arrayLiteral = (items: readonly ArrayItem[]): string => {
  let text = '{'
  for (let n = 0; n < items.length; n += 1) {
    const item = items[n]
    if (n > 0) text += ','
    if (item === null || item === undefined) text += 'NULL'
    else if (typeof item === 'string') text += `"${HAS_SPECIAL.test(item) ? item.replace(SPECIAL, '\\$&') : item}"`
    else text += item
  }
  return `${text}}`
}

/** One array per column from rows, in the order of `columns`. */
export const columnsOf = <Row>(rows: readonly Row[], columns: readonly ((row: Row) => ArrayItem)[]): string[] =>
  columns.map((column) => arrayLiteral(rows.map(column)))

const COMMA = ','.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/** Whole numbers from an array as PostgreSQL writes it, digit by digit: a list of a fleet reads a hundred thousand of them. */
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
