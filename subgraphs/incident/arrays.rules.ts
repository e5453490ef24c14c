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

/** Numbers from an array as PostgreSQL writes it. */
export const numbersOf = (array: string): readonly number[] =>
  array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)

/** An instant as text; null stays null. */
export const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
